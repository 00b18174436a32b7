//! What processes may do beside computing, and what of that the kernel enforces here.

use crate::{Cancel, Command, Error, Limits, run_cancellable};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What confined processes are allowed beyond their private folders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// Folders and files that they may write to.
    pub writes: Vec<PathBuf>,
    /// Whether they may use the network.
    pub network: bool,
}

static ALLOWED: Mutex<Allowed> = Mutex::new(Allowed {
    writes: Vec::new(),
    network: false,
});

/// Allows this to all processes that are started from now on.
pub fn allow(more: Allowed) {
    let mut allowed = ALLOWED.lock().unwrap_or_else(PoisonError::into_inner);
    allowed.writes.extend(more.writes);
    allowed.network |= more.network;
}

pub(crate) fn allowed() -> Allowed {
    let allowed = ALLOWED.lock().unwrap_or_else(PoisonError::into_inner);
    allowed.clone()
}

/// What is in force for a confined process, as one of them finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isolation {
    /// Limits are hard, and set before the program begins.
    pub limits: bool,
    /// It has a session of its own.
    pub session: bool,
    /// It cannot gain privileges.
    pub no_new_privs: bool,
    /// It has its three standard descriptors and no other.
    pub descriptors: bool,
    /// It cannot write outside its private folder.
    pub writes: bool,
    /// It cannot signal processes other than its own.
    pub signals: bool,
    /// The version of Landlock that the kernel has, zero for none.
    pub landlock: u8,
}

impl Isolation {
    /// Whether TCP is closed to it.
    pub fn network(&self) -> bool {
        self.writes && self.landlock >= 4 && !allowed().network
    }
}

/// Says on a line each what a process finds; `$1` is a file that it must not be able to write.
const ASK: &str = "[ \"$(ulimit -Hv)\" = 1048576 ] && echo limits; \
    set -- \"$1\" $(cat /proc/$$/stat); [ $$ = \"$7\" ] && echo session; \
    grep -q 'NoNewPrivs:.*1' /proc/self/status && echo privileges; \
    n=3; while [ $n -lt 256 ] && ! [ -e /proc/$$/fd/$n ]; do n=$((n+1)); done; \
    [ $n = 256 ] && echo descriptors; \
    (: > \"$1\") 2>/dev/null || echo writes; \
    kill -0 $PPID 2>/dev/null || echo signals";

/// Finds out, by starting a process that tries.
pub fn isolation() -> Result<Isolation, Error> {
    let target = std::env::temp_dir().join(format!("gadfly-probe-{}", std::process::id()));
    let command = Command::new("/bin/sh").args(["-c", ASK, "sh"]).arg(&target);
    let limits = Limits {
        wall: Some(Duration::from_secs(10)),
        memory: Some(1 << 30),
        ..Limits::default()
    };
    let raw = run_cancellable(&command, b"", &limits, None::<&Cancel>)?;
    let _ = std::fs::remove_file(&target);
    let said = String::from_utf8_lossy(&raw.stdout).into_owned();
    let says = |word: &str| said.lines().any(|line| line == word);
    Ok(Isolation {
        limits: says("limits"),
        session: says("session"),
        no_new_privs: says("privileges"),
        descriptors: says("descriptors"),
        writes: says("writes"),
        signals: says("signals"),
        landlock: crate::guardian::landlock_version(),
    })
}
