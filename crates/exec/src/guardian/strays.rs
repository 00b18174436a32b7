//! Processes that a solver left behind outside its group.

use super::serve::Home;
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, getpid, kill_process, waitid};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// `__WNOTHREAD`: children of the calling thread only.
const THIS_THREAD: WaitIdOptions = WaitIdOptions::from_bits_retain(0x2000_0000);

pub(super) struct Strays {
    home: Home,
    /// In a foreign process we reap only what we killed ourselves.
    killed: Vec<Pid>,
}

impl Strays {
    pub(super) fn new(home: Home) -> Self {
        Strays {
            home,
            killed: Vec::new(),
        }
    }

    /// Kills strays with this mark, and those whose owner is no longer living. True when there
    /// are none.
    ///
    /// A process under guard is never a stray, whatever its environment looks like: right after
    /// its start it has none yet.
    pub(super) fn sweep(&mut self, mark: &OsStr, living: &[(OsString, Pid)]) -> bool {
        if !self.any() {
            return true;
        }
        let ours = match self.home {
            Home::Process => children()
                .into_iter()
                .filter(|pid| living.iter().all(|(_, guarded)| guarded != pid))
                .filter(|pid| match mark_of(*pid) {
                    Some(found) => found == mark || living.iter().all(|(owner, _)| *owner != found),
                    None => true,
                })
                .collect::<Vec<_>>(),
            Home::Thread => children()
                .into_iter()
                .filter(|pid| mark_of(*pid).as_deref() == Some(mark))
                .collect(),
        };
        for pid in &ours {
            let _ = kill_process(*pid, Signal::KILL);
            self.killed.push(*pid);
        }
        self.reap();
        ours.is_empty()
    }

    /// Whether there may be strays at all.
    fn any(&mut self) -> bool {
        self.reap();
        match self.home {
            Home::Thread => true,
            Home::Process => {
                let peek = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
                !matches!(waitid(WaitId::All, peek | THIS_THREAD), Err(Errno::CHILD))
            }
        }
    }

    fn reap(&mut self) {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
        match self.home {
            Home::Process => {
                while let Ok(Some(_)) = waitid(WaitId::All, options | THIS_THREAD) {}
                self.killed.clear();
            }
            Home::Thread => {
                self.killed
                    .retain(|pid| matches!(waitid(WaitId::Pid(*pid), options), Ok(None)));
            }
        }
    }
}

/// Our children that run or sleep, from a walk over `/proc`; zombies need no killing.
pub(super) fn children() -> Vec<Pid> {
    let me = getpid().as_raw_nonzero().get();
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    let numbers = entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let mine = numbers.filter(|pid| {
        std::fs::read_to_string(format!("/proc/{pid}/stat"))
            .is_ok_and(|stat| state_and_parent(&stat).is_some_and(|(s, p)| s != "Z" && p == me))
    });
    mine.filter_map(Pid::from_raw).collect()
}

/// The state and the parent in `/proc/<pid>/stat`; the name before them may hold anything.
fn state_and_parent(stat: &str) -> Option<(&str, i32)> {
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    Some((fields.next()?, fields.next()?.parse().ok()?))
}

/// The mark in a process's environment.
fn mark_of(pid: Pid) -> Option<OsString> {
    let path = format!("/proc/{}/environ", pid.as_raw_nonzero());
    let environ = std::fs::read(path).ok()?;
    let prefix = format!("{}=", crate::MARK);
    let mut words = environ.split(|byte| *byte == 0);
    words
        .find_map(|word| word.strip_prefix(prefix.as_bytes()))
        .map(|v| OsStr::from_bytes(v).into())
}

#[cfg(test)]
mod tests {
    use super::state_and_parent;

    #[test]
    fn a_process_name_cannot_confuse_the_reading_of_stat() {
        assert_eq!(state_and_parent("7 (a) R 1) S 42 7 7"), Some(("S", 42)));
        assert_eq!(state_and_parent("7"), None);
    }
}
