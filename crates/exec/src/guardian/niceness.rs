//! How nice a solver is to whatever else the machine does: as nice as we are.
//!
//! Linux shares the CPU between sessions before it looks at single processes, where it groups them so
//! (`sched_autogroup_enabled`). A process in a session of its own yields to nobody for being nice: its
//! session must be.

use rustix::fs::{Mode, OFlags, open};
use rustix::io::write;
use rustix::process::getpriority_process;

/// A niceness as text, without an allocation: `-20` to `19`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Niceness {
    digits: [u8; 3],
    length: usize,
}

impl Niceness {
    /// That of this process; nothing where it is the usual one, or unknown.
    pub(super) fn own() -> Niceness {
        Niceness::of(getpriority_process(None).unwrap_or(0))
    }

    fn of(nice: i32) -> Niceness {
        let text = if nice == 0 {
            String::new()
        } else {
            nice.to_string()
        };
        let mut digits = [0; 3];
        let length = text.len().min(digits.len());
        digits[..length].copy_from_slice(&text.as_bytes()[..length]);
        Niceness { digits, length }
    }

    /// Gives it to the session that this process has just begun. System calls only; where the kernel
    /// does not group by sessions, or takes no more for now, there is nothing to do.
    pub(super) fn of_session(self) {
        if self.length == 0 {
            return;
        }
        let file = open(
            c"/proc/self/autogroup",
            OFlags::WRONLY | OFlags::CLOEXEC,
            Mode::empty(),
        );
        if let Ok(file) = file {
            let _ = write(file, &self.digits[..self.length]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_niceness_is_text() {
        for (nice, text) in [(0, ""), (5, "5"), (19, "19"), (-20, "-20")] {
            let niceness = Niceness::of(nice);
            assert_eq!(&niceness.digits[..niceness.length], text.as_bytes());
        }
    }
}
