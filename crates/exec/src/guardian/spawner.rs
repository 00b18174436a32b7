//! The thread that starts processes.
//!
//! Processes that a solver leaves behind become children of the guardian's *main* thread, those
//! that we start are children of *this* thread. So "does the main thread have children?" is a
//! single system call that tells whether anything was left behind; a child of this thread that we
//! did not start was made by a solver to be its brother.

use super::fence::Fences;
use super::niceness::Niceness;
use crate::wire::StartRequest;
use landlock::RulesetCreated;
use rustix::process::{
    Resource, Rlimit, Signal, getrlimit, set_parent_process_death_signal, setrlimit, setsid,
};
use rustix::thread::set_no_new_privs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, Sender, channel};

pub(super) struct Spawner {
    requests: Sender<(StartRequest, [OwnedFd; 3])>,
    replies: Receiver<io::Result<Child>>,
    /// The number of the thread.
    pub(super) thread: i32,
}

impl Spawner {
    pub(super) fn start() -> io::Result<Self> {
        let (requests, inbox) = channel::<(StartRequest, [OwnedFd; 3])>();
        let (outbox, replies) = channel();
        let (tell, told) = channel();
        std::thread::Builder::new()
            .name("spawner".into())
            .spawn(move || {
                let _ = tell.send(rustix::thread::gettid().as_raw_nonzero().get());
                let mut fences = Fences::default();
                for (request, pipes) in inbox {
                    let fence = fences.of(&request);
                    if outbox.send(spawn(&request, pipes, fence)).is_err() {
                        break;
                    }
                }
            })?;
        let thread = told.recv().map_err(io::Error::other)?;
        Ok(Spawner {
            requests,
            replies,
            thread,
        })
    }

    pub(super) fn spawn(&self, request: StartRequest, pipes: [OwnedFd; 3]) -> io::Result<Child> {
        let gone = || io::Error::other("the spawning thread is gone");
        self.requests.send((request, pipes)).map_err(|_| gone())?;
        self.replies.recv().map_err(|_| gone())?
    }
}

fn spawn(
    request: &StartRequest,
    [stdin, stdout, stderr]: [OwnedFd; 3],
    fence: Option<RulesetCreated>,
) -> io::Result<Child> {
    let mut command = Command::new(&request.program);
    command
        .args(&request.args)
        .env_clear()
        .envs(request.env.iter().map(|(name, value)| (name, value)))
        .current_dir(&request.folder)
        .stdin(stdin)
        .stdout(stdout)
        .stderr(stderr);
    confine(&mut command, Confinement::of(request), fence);
    command.spawn()
}

/// What is set in the new process before it becomes the program, so that the program never runs
/// without it and cannot take it back.
#[derive(Clone, Copy)]
struct Confinement {
    limits: [(Resource, Option<u64>); 3],
    niceness: Niceness,
}

impl Confinement {
    fn of(request: &StartRequest) -> Confinement {
        let (space, seconds) = (request.address_space, request.cpu_seconds);
        let limits = [
            (Resource::Core, Some(0)),
            (Resource::As, (space > 0).then_some(space)),
            (Resource::Cpu, (seconds > 0).then_some(seconds)),
        ];
        Confinement {
            limits,
            niceness: Niceness::own(),
        }
    }

    /// In the new process, between `fork` and `exec`: system calls only.
    fn apply(self) -> io::Result<()> {
        // One that dies with the guardian needs nobody to find it.
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // A session of its own: no terminal of ours to type into, and a group to be killed with.
        setsid()?;
        self.niceness.of_session();
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
fn confine(command: &mut Command, confinement: Confinement, fence: Option<RulesetCreated>) {
    let mut fence = fence;
    // SAFETY: the closure makes system calls on values of its own and neither allocates nor locks;
    // a fence is a descriptor and some numbers.
    unsafe {
        command.pre_exec(move || {
            confinement.apply()?;
            match fence.take().map(RulesetCreated::restrict_self) {
                Some(Err(_)) => Err(io::ErrorKind::PermissionDenied.into()),
                Some(Ok(_)) | None => Ok(()),
            }
        });
    }
}
