//! Processes and folders that are left where a guardian was killed: the next run collects them.
//!
//! The private folder in a process's environment, or the one that it works in, says whose it is. One
//! that has neither becomes our child when the guardian dies, as long as we live.

use crate::family::children;
use crate::stat::Stat;
use rustix::fs::{FlockOperation, Mode, OFlags, flock, open};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long we wait for killed processes to vanish.
const PATIENCE: Duration = Duration::from_secs(2);

/// Kills all processes whose private folder is this one or beneath it.
pub(crate) fn kill_beneath(folder: &Path) {
    let until = Instant::now() + PATIENCE;
    loop {
        let left: Vec<Pid> = numbers("/proc")
            .filter(|pid| lives_in(*pid, folder))
            .collect();
        if left.is_empty() || Instant::now() > until {
            return;
        }
        for pid in left {
            let _ = kill_process(pid, Signal::KILL);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Kills what a dead guardian left to us. What we started ourselves is in our session.
pub(crate) fn kill_adopted() {
    let session = |pid| Stat::of(pid)?.session();
    let Some(ours) = session(std::process::id() as i32) else {
        return;
    };
    let foreign = |pid: &Pid| session(pid.as_raw_pid()).is_some_and(|theirs| theirs != ours);
    let until = Instant::now() + PATIENCE;
    loop {
        let adopted = children(std::process::id() as i32).into_iter();
        let adopted: Vec<Pid> = adopted.filter_map(Pid::from_raw).filter(foreign).collect();
        if adopted.is_empty() || Instant::now() > until {
            return;
        }
        for pid in adopted {
            let _ = kill_process(pid, Signal::KILL);
            let _ = waitid(
                WaitId::Pid(pid),
                WaitIdOptions::EXITED | WaitIdOptions::NOHANG,
            );
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Collects what is left of programs that were killed together with their guardians.
pub(crate) fn collect() {
    let Ok(entries) = std::fs::read_dir(std::env::temp_dir()) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if is_left(&path) {
            kill_beneath(&path);
            let _ = std::fs::remove_dir_all(&path);
        }
    }
}

/// The lock that says that a folder of private folders has a living owner.
pub(crate) fn claim(folder: &Path) -> std::io::Result<std::os::fd::OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NOFOLLOW;
    let lock = open(folder, flags, Mode::empty())?;
    flock(&lock, FlockOperation::NonBlockingLockExclusive)?;
    Ok(lock)
}

/// Whether it is a folder of private folders, and its owner is gone. The lock tells, also where the
/// owner is in another container; the number is for owners that make the folder anew as they go.
fn is_left(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let owner = name
        .and_then(|name| name.strip_prefix("gadfly-")?.split_once('-'))
        .filter(|(_, time)| u128::from_str_radix(time, 16).is_ok())
        .and_then(|(owner, _)| owner.parse::<u32>().ok());
    owner.is_some_and(|owner| !Path::new(&format!("/proc/{owner}")).exists()) && claim(path).is_ok()
}

fn lives_in(pid: Pid, folder: &Path) -> bool {
    let proc = PathBuf::from(format!("/proc/{}", pid.as_raw_nonzero()));
    let home = |environ: Vec<u8>| {
        let mut words = environ.split(|byte| *byte == 0);
        let home = words.find_map(|word| word.strip_prefix(b"HOME="));
        home.is_some_and(|home| Path::new(std::ffi::OsStr::from_bytes(home)).starts_with(folder))
    };
    std::fs::read(proc.join("environ")).is_ok_and(home)
        || std::fs::read_link(proc.join("cwd")).is_ok_and(|cwd| cwd.starts_with(folder))
}

fn numbers(folder: &str) -> impl Iterator<Item = Pid> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
}
