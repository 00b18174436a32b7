//! The thread that starts processes.
//!
//! Processes that a solver leaves behind become children of the guardian's *main* thread, those
//! that we start are children of *this* thread. So "does the main thread have children?" is a
//! single system call that tells whether anything was left behind.

use crate::wire::StartRequest;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit, setsid};
use rustix::thread::set_no_new_privs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, Sender, channel};

pub(super) struct Spawner {
    requests: Sender<(StartRequest, [OwnedFd; 3])>,
    replies: Receiver<io::Result<Child>>,
}

impl Spawner {
    pub(super) fn start() -> io::Result<Self> {
        let (requests, inbox) = channel::<(StartRequest, [OwnedFd; 3])>();
        let (outbox, replies) = channel();
        std::thread::Builder::new()
            .name("spawner".into())
            .spawn(move || {
                for (request, pipes) in inbox {
                    if outbox.send(spawn(&request, pipes)).is_err() {
                        break;
                    }
                }
            })?;
        Ok(Spawner { requests, replies })
    }

    pub(super) fn spawn(&self, request: StartRequest, pipes: [OwnedFd; 3]) -> io::Result<Child> {
        let gone = || io::Error::other("the spawning thread is gone");
        self.requests.send((request, pipes)).map_err(|_| gone())?;
        self.replies.recv().map_err(|_| gone())?
    }
}

fn spawn(request: &StartRequest, [stdin, stdout, stderr]: [OwnedFd; 3]) -> io::Result<Child> {
    let mut command = Command::new(&request.program);
    command
        .args(&request.args)
        .env_clear()
        .envs(request.env.iter().map(|(name, value)| (name, value)))
        .current_dir(&request.folder)
        .stdin(stdin)
        .stdout(stdout)
        .stderr(stderr);
    confine(&mut command, Confinement::of(request));
    command.spawn()
}

/// What is set in the new process before it becomes the program, so that the program never runs
/// without it and cannot take it back.
#[derive(Clone, Copy)]
struct Confinement {
    limits: [(Resource, Option<u64>); 3],
}

impl Confinement {
    fn of(request: &StartRequest) -> Confinement {
        let (space, seconds) = (request.address_space, request.cpu_seconds);
        let limits = [
            (Resource::Core, Some(0)),
            (Resource::As, (space > 0).then_some(space)),
            (Resource::Cpu, (seconds > 0).then_some(seconds)),
        ];
        Confinement { limits }
    }

    /// In the new process, between `fork` and `exec`: system calls only.
    fn apply(self) -> io::Result<()> {
        // A session of its own: no terminal of ours to type into, and a group to be killed with.
        setsid()?;
        set_no_new_privs(true)?;
        for (resource, value) in self.limits {
            if let Some(value) = value {
                limit(resource, value)?;
            }
        }
        Ok(())
    }
}

/// Sets a limit, hard as soft, or keeps a lower one that we were given ourselves.
fn limit(resource: Resource, value: u64) -> io::Result<()> {
    let value = getrlimit(resource)
        .maximum
        .map_or(value, |max| max.min(value));
    let (current, maximum) = (Some(value), Some(value));
    Ok(setrlimit(resource, Rlimit { current, maximum })?)
}

/// Makes the guardian fork, which costs more than `posix_spawn` but little in a small process.
#[expect(unsafe_code, reason = "nothing else runs between fork and exec")]
fn confine(command: &mut Command, confinement: Confinement) {
    // SAFETY: the closure makes system calls on values of its own and neither allocates nor locks.
    unsafe {
        command.pre_exec(move || confinement.apply());
    }
}
