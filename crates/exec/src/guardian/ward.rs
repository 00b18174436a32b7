//! One process under guard, from its start until nothing is left of it.

use super::strays::Strays;
use crate::wire::{Ended, Report};
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, kill_process_group, pidfd_open,
    test_kill_process_group, waitid,
};
use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::process::Child;
use std::time::{Duration, Instant};
use wait4::Wait4;

/// How often a process that is being taken down is looked at.
const TICK: Duration = Duration::from_millis(1);
/// How long we wait for killed processes to vanish before the run is called ended anyway: a
/// process in an uninterruptible system call dies when the kernel lets it.
const PATIENCE: Duration = Duration::from_secs(2);

pub(super) struct Ward {
    pub(super) mark: OsString,
    pub(super) pid: Pid,
    pub(super) control: OwnedFd,
    pub(super) pidfd: OwnedFd,
    child: Child,
    stage: Stage,
}

enum Stage {
    Running,
    /// SIGTERM was sent; SIGKILL follows at this time.
    Terminating(Instant),
    /// SIGKILL was sent.
    Killed,
    /// The process is gone; what it left behind is being removed, until this time at most.
    Sweeping(Ended, Instant),
}

impl Ward {
    /// Takes a new process under guard.
    pub(super) fn new(mut child: Child, mark: OsString, control: OwnedFd) -> io::Result<Self> {
        let pid = Pid::from_child(&child);
        match pidfd_open(pid, PidfdFlags::empty()) {
            Ok(pidfd) => Ok(Ward {
                mark,
                pid,
                control,
                pidfd,
                child,
                stage: Stage::Running,
            }),
            Err(errno) => {
                // Without a handle on its end we cannot watch it.
                let _ = kill_process_group(pid, Signal::KILL);
                let _ = child.wait();
                Err(errno.into())
            }
        }
    }

    /// Tells the owner something. It may have gone without waiting; that is its right.
    pub(super) fn tell(&self, report: &Report) {
        let _ = send(&self.control, &report.encode(), SendFlags::NOSIGNAL);
    }

    pub(super) fn swept(&self) -> bool {
        matches!(self.stage, Stage::Sweeping(..))
    }

    /// When this ward wants to be looked at again without an event.
    pub(super) fn wakes_at(&self) -> Option<Instant> {
        match &self.stage {
            Stage::Running | Stage::Killed => None,
            Stage::Terminating(kill_at) => Some(*kill_at),
            Stage::Sweeping(..) => Some(Instant::now() + TICK),
        }
    }

    /// Hears what the owner says: four bytes of grace in milliseconds, or a closed socket.
    pub(super) fn listen(&mut self) {
        let mut grace = [0_u8; 4];
        match recv(&self.control, &mut grace, RecvFlags::DONTWAIT) {
            Ok((4, _)) => self.terminate(Duration::from_millis(u32::from_le_bytes(grace).into())),
            Err(Errno::AGAIN | Errno::INTR) => {}
            Ok(_) | Err(_) => self.kill(),
        }
    }

    fn terminate(&mut self, grace: Duration) {
        if matches!(self.stage, Stage::Running) {
            let _ = kill_process_group(self.pid, Signal::TERM);
            self.stage = Stage::Terminating(Instant::now() + grace);
        }
    }

    pub(super) fn kill(&mut self) {
        if !self.swept() {
            let _ = kill_process_group(self.pid, Signal::KILL);
            self.stage = Stage::Killed;
        }
    }

    pub(super) fn kill_if_due(&mut self) {
        if matches!(self.stage, Stage::Terminating(kill_at) if kill_at <= Instant::now()) {
            self.kill();
        }
    }

    /// The process has ended: take its group down while its number is still ours, then reap it.
    pub(super) fn reap(&mut self) {
        let _ = kill_process_group(self.pid, Signal::KILL);
        let ended = match self.child.wait4() {
            Ok(end) => Ended {
                code: end.status.code(),
                signal: end.status.signal(),
                cpu: end.rusage.utime + end.rusage.stime,
                peak_memory: end.rusage.maxrss,
            },
            Err(_) => Ended {
                code: None,
                signal: None,
                cpu: Duration::ZERO,
                peak_memory: 0,
            },
        };
        self.stage = Stage::Sweeping(ended, Instant::now() + PATIENCE);
    }

    /// Removes what the process left behind. True when all is gone and the owner was told.
    pub(super) fn sweep(&mut self, strays: &mut Strays, living: &[(OsString, Pid)]) -> bool {
        let Stage::Sweeping(ended, until) = self.stage else {
            return false;
        };
        let clean = self.sweep_group() & strays.sweep(&self.mark, living);
        let done = clean || until <= Instant::now();
        if done {
            self.tell(&Report::Ended(ended));
        }
        done
    }

    fn sweep_group(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
        while let Ok(Some(_)) = waitid(WaitId::Pgid(Some(self.pid)), options) {}
        match test_kill_process_group(self.pid) {
            Err(_) => true,
            Ok(()) => {
                let _ = kill_process_group(self.pid, Signal::KILL);
                false
            }
        }
    }
}
