//! The thread that starts processes.
//!
//! Processes that a solver leaves behind become children of the guardian's *main* thread, those
//! that we start are children of *this* thread. So "does the main thread have children?" is a
//! single system call that tells whether anything was left behind.

use crate::wire::StartRequest;
use rustix::process::{Pid, Resource, Rlimit, prlimit};
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
    let child = Command::new(&request.program)
        .args(&request.args)
        .env_clear()
        .envs(request.env.iter().map(|(name, value)| (name, value)))
        .current_dir(&request.folder)
        .stdin(stdin)
        .stdout(stdout)
        .stderr(stderr)
        // No `pre_exec`: it would fork the whole process instead of `posix_spawn`.
        .process_group(0)
        .spawn()?;
    let pid = Pid::from_child(&child);
    limit(pid, Resource::Core, Some(0));
    limit(
        pid,
        Resource::As,
        (request.address_space > 0).then_some(request.address_space),
    );
    limit(
        pid,
        Resource::Cpu,
        (request.cpu_seconds > 0).then_some(request.cpu_seconds),
    );
    Ok(child)
}

/// Sets a soft limit; the hard one stays, so that it can be raised again. It fails only for a
/// process that is gone already.
fn limit(pid: Pid, resource: Resource, value: Option<u64>) {
    if let Some(current) = value {
        let maximum = rustix::process::getrlimit(resource).maximum;
        let _ = prlimit(
            Some(pid),
            resource,
            Rlimit {
                current: Some(current),
                maximum,
            },
        );
    }
}
