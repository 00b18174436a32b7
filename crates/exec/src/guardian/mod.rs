//! The guardian: a small process that starts all others and takes them down, come what may.
//!
//! It is started once, by running our own executable again. Because it is small, starting a
//! solver from it is cheap however large we have grown, and the peak memory that the kernel
//! reports for a solver is not ours. Because it is a *subreaper*, every process that a solver
//! leaves behind becomes its child, also one that left the process group or the session. And
//! because it watches a socket to us, it notices when we die, by whatever signal, kills all that
//! is left and removes the private folders.

mod fence;
mod niceness;
mod serve;
mod spawner;
mod strays;
mod ward;

pub(crate) use fence::landlock_version;

use crate::wire::VERSION;
use rustix::net::{SendFlags, send};
use std::ffi::OsStr;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The hidden argument that turns our executable into the guardian.
pub(crate) const ARGUMENT: &str = "__guardian";

/// Whether our own executable knows the hidden argument.
static CAPABLE: AtomicBool = AtomicBool::new(false);

/// To be called first in `main` of every executable that starts solvers.
///
/// In the guardian process this does not return. In any other it notes that this executable can
/// be a guardian. Where it was never called (library tests), the `gadfly-guardian` executable
/// beside us is used, and where there is none, a thread of this process does the work: the same,
/// except that nothing cleans up if this process is killed with SIGKILL.
pub fn guardian_entry() {
    let mut args = std::env::args_os().skip(1);
    if args.next().as_deref() != Some(OsStr::new(ARGUMENT)) {
        CAPABLE.store(true, Ordering::Relaxed);
        return;
    }
    close_inherited();
    let scratch = args.next().unwrap_or_default();
    let code = match rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3) {
        Ok(socket) => serve_process(socket, Path::new(&scratch)),
        Err(_) => 1,
    };
    std::process::exit(code);
}

/// Closes what our caller's caller left open, so that no solver gets it. Nothing of ours is open yet.
fn close_inherited() {
    let Ok(entries) = std::fs::read_dir("/proc/self/fd") else {
        return;
    };
    let open = entries.flatten();
    let open: Vec<i32> = open
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect();
    for fd in open.into_iter().filter(|fd| *fd > 2) {
        // The folder that was just read is among them, and closed already.
        let _ = nix::unistd::close(fd);
    }
}

/// Whether [`guardian_entry`] was called in this process.
pub(crate) fn own_executable_is_capable() -> bool {
    CAPABLE.load(Ordering::Relaxed)
}

fn serve_process(socket: OwnedFd, scratch: &Path) -> i32 {
    let home = serve::Home::Process;
    if rustix::process::set_child_subreaper(Some(rustix::process::getpid())).is_err()
        || send(&socket, VERSION.as_bytes(), SendFlags::NOSIGNAL).is_err()
    {
        return 1;
    }
    let result = serve::serve(socket, home);
    if scratch.is_absolute() {
        let _ = std::fs::remove_dir_all(scratch);
    }
    i32::from(result.is_err())
}

/// The guardian as a thread of this process, for library tests.
pub(crate) fn serve_thread(socket: OwnedFd) -> std::io::Result<()> {
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    send(&socket, VERSION.as_bytes(), SendFlags::NOSIGNAL)?;
    let thread = std::thread::Builder::new().name("guardian".into());
    thread
        .spawn(move || serve::serve(socket, serve::Home::Thread))
        .map(drop)
}
