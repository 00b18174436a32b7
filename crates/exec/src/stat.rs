//! What `/proc/PID/stat` says of a process.

/// The fields behind the process's name, from its state on. The name may hold anything, so they are
/// counted from its last parenthesis.
pub(crate) struct Stat(String);

impl Stat {
    /// `None` when there is no such process.
    pub(crate) fn of(pid: i32) -> Option<Self> {
        Self::parse(&std::fs::read(format!("/proc/{pid}/stat")).ok()?)
    }

    fn parse(stat: &[u8]) -> Option<Self> {
        let name_ends = memchr::memrchr(b')', stat)?;
        let fields = stat.get(name_ends + 2..)?;
        Some(Stat(String::from_utf8_lossy(fields).into_owned()))
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.0.starts_with(['T', 't'])
    }

    pub(crate) fn is_zombie(&self) -> bool {
        self.0.starts_with('Z')
    }

    pub(crate) fn parent(&self) -> Option<i32> {
        self.number(1)
    }

    /// The session, 0 where its leader lives outside of our container.
    pub(crate) fn session(&self) -> Option<i32> {
        self.number(3)
    }

    /// Clock ticks in user and kernel mode of children that have ended.
    pub(crate) fn ticks_of_waited_for(&self) -> Option<u32> {
        Some(self.number::<u32>(13)? + self.number::<u32>(14)?)
    }

    fn number<T: std::str::FromStr>(&self, index: usize) -> Option<T> {
        self.0.split_whitespace().nth(index)?.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_reads_its_own() {
        let own = Stat::of(std::process::id() as i32).unwrap();
        assert_eq!(
            own.parent(),
            Some(std::os::unix::process::parent_id() as i32)
        );
        assert!(!own.is_stopped() && !own.is_zombie());
        assert!(own.ticks_of_waited_for().is_some());
        assert!(own.session().is_some_and(|session| session >= 0));
        assert!(Stat::of(-1).is_none());
    }

    #[test]
    fn a_name_may_hold_parentheses() {
        let stat = Stat::parse(b"7 (a) R 1) Z 42 7 0 0").unwrap();
        assert!(stat.is_zombie());
        assert_eq!((stat.parent(), stat.session()), (Some(42), Some(0)));
        assert!(Stat::parse(b"7").is_none());
    }
}
