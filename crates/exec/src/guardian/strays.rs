//! Processes that a solver left behind outside its group.

use super::serve::Home;
use crate::stat::Stat;
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, getpid, kill_process, waitid};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::FileExt;

/// `__WNOTHREAD`: children of the calling thread only.
const THIS_THREAD: WaitIdOptions = WaitIdOptions::from_bits_retain(0x2000_0000);

pub(super) struct Strays {
    home: Home,
    /// The children of the thread whose children are under guard, as the kernel lists them.
    guarded: Option<File>,
    /// In a foreign process we reap only what we killed ourselves; of brothers, everywhere.
    killed: Vec<Pid>,
}

impl Strays {
    pub(super) fn new(home: Home, spawner: i32) -> Self {
        // Kept open: one reading is one system call.
        let list = format!("/proc/self/task/{spawner}/children");
        Strays {
            home,
            guarded: File::open(list).ok(),
            killed: Vec::new(),
        }
    }

    /// Kills strays with this mark, and those whose owner is no longer living. True when there
    /// are none.
    ///
    /// A process under guard is never a stray, whatever its environment looks like: right after
    /// its start it has none yet.
    pub(super) fn sweep(&mut self, mark: &OsStr, living: &[(OsString, Pid)]) -> bool {
        if !self.any(living) {
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
    fn any(&mut self, living: &[(OsString, Pid)]) -> bool {
        self.reap();
        match self.home {
            Home::Thread => true,
            Home::Process => {
                let peek = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
                !matches!(waitid(WaitId::All, peek | THIS_THREAD), Err(Errno::CHILD))
                    || self.has_brothers(living)
            }
        }
    }

    /// Whether the spawning thread has children that it did not start.
    fn has_brothers(&self, living: &[(OsString, Pid)]) -> bool {
        let Some(list) = &self.guarded else {
            return false;
        };
        let mut text = [0; 4096];
        let length = list.read_at(&mut text, 0).unwrap_or(0);
        let guarded = |pid: i32| {
            let mut living = living.iter();
            living.any(|(_, guarded)| guarded.as_raw_nonzero().get() == pid)
        };
        let text = String::from_utf8_lossy(&text[..length]);
        let mut pids = text.split_whitespace().filter_map(|pid| pid.parse().ok());
        // Whoever has so many that they do not fit has more than he should.
        length == 4096 || pids.any(|pid| !guarded(pid))
    }

    fn reap(&mut self) {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
        if self.home == Home::Process {
            while let Ok(Some(_)) = waitid(WaitId::All, options | THIS_THREAD) {}
        }
        self.killed
            .retain(|pid| matches!(waitid(WaitId::Pid(*pid), options), Ok(None)));
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
        Stat::of(*pid).is_some_and(|stat| !stat.is_zombie() && stat.parent() == Some(me))
    });
    mine.filter_map(Pid::from_raw).collect()
}

/// The mark in a process's environment.
fn mark_of(pid: Pid) -> Option<OsString> {
    let mark = crate::family::mark_of(pid.as_raw_nonzero().get())?;
    Some(OsString::from_vec(mark))
}
