//! All processes of a run but the first: what it started, and the orphans among them.
//!
//! A process whose parent has ended becomes a child of the guardian, whatever group or session it is
//! in, and so does one that was made to be its maker's brother (`CLONE_PARENT`). The mark in its environment says which run it belongs to. One that has wiped its environment
//! may belong to any run, so it counts to all of them: a run may then be ended for want of memory
//! that another took, but none can hide what it takes.

use crate::gauge::Gauge;
use crate::stat::Stat;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Whose children orphans become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reaper {
    /// The guardian's process, which has no other children than these and those under guard.
    Guardian(i32),
    /// This process, which may have children of its own.
    Ourselves,
}

/// The relatives of one process.
pub(crate) struct Family {
    pid: i32,
    mark: Vec<u8>,
    reaper: Option<Reaper>,
    /// CPU time of orphans when they were last seen.
    orphans: BTreeMap<i32, Duration>,
    /// CPU time of orphans that have ended: nobody else remembers it.
    departed: Duration,
}

/// The first processes of all runs: they are nobody else's.
static GUARDED: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

fn guarded() -> MutexGuard<'static, BTreeSet<i32>> {
    GUARDED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Family {
    fn drop(&mut self) {
        guarded().remove(&self.pid);
    }
}

/// How many processes are counted at most.
const LARGEST: usize = 4096;

/// The kernel's unit for times in `/proc`, the same on all machines that we run on.
const TICK: Duration = Duration::from_millis(10);

impl Family {
    pub(crate) fn new(pid: i32, mark: Vec<u8>, reaper: Option<Reaper>) -> Self {
        guarded().insert(pid);
        Family {
            pid,
            mark,
            reaper,
            orphans: BTreeMap::new(),
            departed: Duration::ZERO,
        }
    }

    /// The process and all that belongs to it and lives.
    pub(crate) fn members(&self) -> Members {
        let orphans = self.orphans();
        let mut all = vec![self.pid];
        all.extend_from_slice(&orphans);
        let mut seen = 0;
        while let Some(&pid) = all.get(seen) {
            seen += 1;
            if all.len() < LARGEST {
                all.extend(children(pid));
            }
        }
        Members { all, orphans }
    }

    /// CPU time of all that lives but the process itself, of orphans that have ended, and of what
    /// was waited for (that in ticks). A check script does nothing itself, its solvers do.
    pub(crate) fn cpu_of_others(&mut self, members: &Members) -> Duration {
        let orphans = members.orphans.iter();
        let now: BTreeMap<i32, Duration> = orphans.map(|pid| (*pid, cpu(*pid))).collect();
        for (pid, last) in std::mem::replace(&mut self.orphans, now) {
            if !self.orphans.contains_key(&pid) {
                self.departed += last;
            }
        }
        let own = |pid: i32| {
            if pid == self.pid {
                Duration::ZERO
            } else {
                cpu(pid)
            }
        };
        let waited_for = |pid| cpu_of_waited_for(pid).unwrap_or_default();
        let all = members.all.iter().map(|pid| own(*pid) + waited_for(*pid));
        self.departed + all.sum::<Duration>()
    }

    fn orphans(&self) -> Vec<i32> {
        let (pid, wiped_too) = match self.reaper {
            None => return Vec::new(),
            Some(Reaper::Guardian(pid)) => (pid, true),
            Some(Reaper::Ourselves) => (std::process::id() as i32, false),
        };
        let ours = |pid: &i32| match mark_of(*pid) {
            Some(mark) => mark == self.mark,
            None => wiped_too,
        };
        let mut adopted = children(pid);
        adopted.retain(|pid| !guarded().contains(pid));
        adopted.retain(ours);
        adopted
    }
}

/// The processes of a run at one moment.
pub(crate) struct Members {
    /// The first one first.
    all: Vec<i32>,
    orphans: Vec<i32>,
}

impl Members {
    /// Resident memory of all but the first process; pages that some share count for each.
    pub(crate) fn resident_of_others(&self) -> u64 {
        let others = self.all.iter().skip(1);
        others.filter_map(|pid| resident(*pid)).sum()
    }

    /// Memory of all together, shared pages counted once. The kernel walks all pages to tell.
    pub(crate) fn proportional(&self) -> u64 {
        let share = |pid: &i32| proportional(*pid).or_else(|| resident(*pid));
        self.all.iter().filter_map(share).sum()
    }
}

/// The children of all threads of a process.
pub(crate) fn children(pid: i32) -> Vec<i32> {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    let threads = threads
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    threads
        .flat_map(|thread| children_of_thread(pid, thread))
        .collect()
}

fn children_of_thread(pid: i32, thread: i32) -> Vec<i32> {
    let list = std::fs::read_to_string(format!("/proc/{pid}/task/{thread}/children"));
    let list = list.unwrap_or_default();
    list.split_whitespace()
        .filter_map(|pid| pid.parse().ok())
        .collect()
}

/// The mark in a process's environment.
pub(crate) fn mark_of(pid: i32) -> Option<Vec<u8>> {
    let environ = std::fs::read(format!("/proc/{pid}/environ")).ok()?;
    let prefix = format!("{}=", crate::MARK);
    let mut words = environ.split(|byte| *byte == 0);
    words
        .find_map(|word| word.strip_prefix(prefix.as_bytes()))
        .map(<[u8]>::to_vec)
}

fn cpu(pid: i32) -> Duration {
    Gauge::new(pid).cpu().unwrap_or_default()
}

fn resident(pid: i32) -> Option<u64> {
    let statm = std::fs::read_to_string(format!("/proc/{pid}/statm")).ok()?;
    let pages: u64 = statm.split(' ').nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}

fn proportional(pid: i32) -> Option<u64> {
    let text = std::fs::read(format!("/proc/{pid}/smaps_rollup")).ok()?;
    crate::gauge::kilobytes(&text, b"\nPss:").map(|kb| kb * 1024)
}

/// CPU time of children that have ended.
fn cpu_of_waited_for(pid: i32) -> Option<Duration> {
    Some(TICK * Stat::of(pid)?.ticks_of_waited_for()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours() -> Family {
        Family::new(std::process::id() as i32, Vec::new(), None)
    }

    #[test]
    fn what_children_use_is_counted() {
        let pid = std::process::id() as i32;
        let used = || ours().cpu_of_others(&ours().members());
        let before = used();
        let busy = "n=0; while [ $n -lt 60000 ]; do n=$((n+1)); done";
        std::process::Command::new("/bin/sh")
            .args(["-c", busy])
            .status()
            .unwrap();
        let all = used() - before;
        assert!(all >= TICK, "{all:?}");
        assert!(cpu_of_waited_for(pid).unwrap() >= TICK);
        assert_eq!(cpu_of_waited_for(-1), None);
    }

    /// A test runs in a thread, and so does what it starts.
    #[test]
    fn children_of_every_thread_are_found() {
        let mut sleeper = std::process::Command::new("/bin/sleep")
            .arg("1000")
            .spawn()
            .unwrap();
        let pid = sleeper.id() as i32;
        let found = ours().members().all.contains(&pid);
        let memory = resident(pid);
        sleeper.kill().unwrap();
        sleeper.wait().unwrap();
        assert!(found && memory > Some(0), "{memory:?}");
        assert!(proportional(std::process::id() as i32) > Some(0));
    }
}
