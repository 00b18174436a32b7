//! Our side of the guardian: finding it, starting it, asking it for processes.

use crate::command::{Command, environment, kept};
use crate::family::{Family, Reaper};
use crate::guardian;
use crate::isolation::{self, Allowed};
use crate::scratch::{Scratch, ScratchRoot};
use crate::watchdog::{self, Watchdog};
use crate::wire::{Fenced, Report, StartRequest, VERSION};
use crate::{Error, Limits, leftovers};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{
    AddressFamily, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, SocketFlags,
    SocketType, recv, sendmsg, socketpair,
};
use rustix::process::{getpid, set_child_subreaper};
use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A connection to a living guardian.
pub(crate) struct Keeper {
    socket: OwnedFd,
    root: ScratchRoot,
    reaper: Reaper,
    /// The guardian's process, where it has one.
    process: Mutex<Option<Child>>,
    count: AtomicU64,
}

/// A process that the guardian started for us.
pub(crate) struct Started {
    pub(crate) pid: i32,
    pub(crate) control: OwnedFd,
    pub(crate) scratch: Scratch,
    pub(crate) family: Family,
    pub(crate) watchdog: Watchdog,
}

static KEEPER: Mutex<Option<Arc<Keeper>>> = Mutex::new(None);

/// Starts a process with the given ends of its pipes.
pub(crate) fn start(
    command: &Command,
    limits: &Limits,
    pipes: [OwnedFd; 3],
) -> Result<Started, Error> {
    let keeper = keeper().map_err(Error::Guardian)?;
    match keeper.start(command, limits, &pipes) {
        // The guardian itself was killed: one more try with a new one.
        Err(Error::Guardian(_)) => {
            replace(&keeper);
            self::keeper()
                .map_err(Error::Guardian)?
                .start(command, limits, &pipes)
        }
        result => result,
    }
}

/// Collects what is left of a guardian that is gone, so that the next start makes a new one. Another
/// thread may have done so.
fn replace(gone: &Arc<Keeper>) {
    let mut slot = KEEPER.lock().unwrap_or_else(PoisonError::into_inner);
    if !slot
        .as_ref()
        .is_some_and(|keeper| Arc::ptr_eq(keeper, gone))
    {
        return;
    }
    *slot = None;
    gone.bury();
    leftovers::kill_beneath(gone.root.path());
    leftovers::kill_adopted();
    let _ = std::fs::remove_dir_all(gone.root.path());
}

fn keeper() -> io::Result<Arc<Keeper>> {
    let mut slot = KEEPER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(keeper) = &*slot {
        return Ok(Arc::clone(keeper));
    }
    let keeper = Arc::new(Keeper::connect()?);
    *slot = Some(Arc::clone(&keeper));
    Ok(keeper)
}

fn sockets() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(socketpair(
        AddressFamily::UNIX,
        SocketType::SEQPACKET,
        SocketFlags::CLOEXEC,
        None,
    )?)
}

/// The executables that may be a guardian, best first: ourselves, then the one that cargo puts
/// beside (or one folder above) test executables.
fn candidates() -> Vec<PathBuf> {
    if guardian::own_executable_is_capable() {
        return vec!["/proc/self/exe".into()];
    }
    let exe = std::env::current_exe().unwrap_or_default();
    exe.ancestors()
        .skip(1)
        .take(2)
        .map(|folder| folder.join("gadfly-guardian"))
        .collect()
}

impl Keeper {
    fn connect() -> io::Result<Self> {
        leftovers::collect();
        let mut root = ScratchRoot::create()?;
        // What a guardian leaves when it is killed becomes ours, and not a stranger's.
        set_child_subreaper(Some(getpid()))?;
        for program in candidates() {
            let (ours, theirs) = sockets()?;
            let child = std::process::Command::new(program)
                .arg0("gadfly-guardian")
                .args([guardian::ARGUMENT.as_ref(), root.path().as_os_str()])
                .stdin(theirs)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .current_dir("/")
                // What a solver could read of it is not the user's.
                .env_clear()
                .envs(kept())
                // Ctrl-C on the terminal is for us; the guardian goes when we go.
                .process_group(0)
                .spawn();
            if let Ok(child) = child
                && greeted(&ours)
            {
                return Ok(Keeper {
                    socket: ours,
                    root,
                    reaper: Reaper::Guardian(child.id() as i32),
                    process: Mutex::new(Some(child)),
                    count: AtomicU64::new(0),
                });
            }
        }
        let (ours, theirs) = sockets()?;
        guardian::serve_thread(theirs)?;
        if !greeted(&ours) {
            return Err(io::Error::other("it does not answer"));
        }
        root.fleeting = true;
        Ok(Keeper {
            socket: ours,
            root,
            reaper: Reaper::Ourselves,
            process: Mutex::new(None),
            count: AtomicU64::new(0),
        })
    }

    fn start(
        &self,
        command: &Command,
        limits: &Limits,
        pipes: &[OwnedFd; 3],
    ) -> Result<Started, Error> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let scratch = self.root.folder(number)?;
        let mark = format!("{}-{number}", std::process::id());
        let request = StartRequest {
            env: environment(command, scratch.path(), &mark),
            mark: mark.clone().into(),
            program: command.resolved_program().into(),
            folder: command
                .folder
                .clone()
                .unwrap_or_else(|| scratch.path().to_owned())
                .into(),
            args: command.args.clone(),
            address_space: limits.address_space().unwrap_or(0),
            // A backstop in whole seconds; the exact limit is watched from here.
            cpu_seconds: limits.cpu.map_or(0, |cpu| cpu.as_secs() + 2),
            fence: command.confined.then(|| fence(scratch.path())),
        };
        let control = self.send(&request, pipes).map_err(Error::Guardian)?;
        let mut watchdog = Watchdog::new(self.reaper);
        let pid = await_start(&control, command, &mut watchdog)?;
        Ok(Started {
            watchdog,
            pid,
            control,
            scratch,
            family: Family::new(pid, mark.into_bytes(), Some(self.reaper)),
        })
    }

    /// Waits for the process of a guardian that is gone, or about to be.
    fn bury(&self) {
        let mut process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mut guardian) = process.take() {
            let _ = guardian.kill();
            let _ = guardian.wait();
        }
    }

    fn send(&self, request: &StartRequest, pipes: &[OwnedFd; 3]) -> io::Result<OwnedFd> {
        let (ours, theirs) = sockets()?;
        let [stdin, stdout, stderr] = pipes;
        let fds = [
            stdin.as_fd(),
            stdout.as_fd(),
            stderr.as_fd(),
            theirs.as_fd(),
        ];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(4))];
        let mut ancillary = SendAncillaryBuffer::new(&mut space);
        ancillary.push(SendAncillaryMessage::ScmRights(&fds));
        let bytes = request.encode();
        sendmsg(
            &self.socket,
            &[IoSlice::new(&bytes)],
            &mut ancillary,
            SendFlags::NOSIGNAL,
        )?;
        Ok(ours)
    }
}

/// What a confined process with this private folder may do.
fn fence(scratch: &Path) -> Fenced {
    let Allowed { writes, network } = isolation::allowed();
    let writes = writes.into_iter().map(PathBuf::into_os_string);
    Fenced {
        writes: std::iter::once(scratch.into()).chain(writes).collect(),
        network,
    }
}

fn greeted(socket: &OwnedFd) -> bool {
    let mut fds = [PollFd::new(socket, PollFlags::IN)];
    let patience = Timespec {
        tv_sec: 10,
        tv_nsec: 0,
    };
    let mut greeting = [0; 128];
    matches!(poll(&mut fds, Some(&patience)), Ok(1..))
        && recv(socket, &mut greeting, RecvFlags::empty())
            .is_ok_and(|(length, _)| &greeting[..length] == VERSION.as_bytes())
}

fn await_start(
    control: &OwnedFd,
    command: &Command,
    watchdog: &mut Watchdog,
) -> Result<i32, Error> {
    let failed = |source| Error::Start {
        program: command.program.clone(),
        source,
    };
    await_word(control, watchdog)?;
    match receive(control).map_err(Error::Guardian)? {
        Report::Started(pid) => Ok(pid),
        Report::Failed(0) => Err(failed(io::Error::other("a bad path or argument"))),
        Report::Failed(errno) => Err(failed(io::Error::from_raw_os_error(errno))),
        Report::Ended(_) => Err(Error::Guardian(io::Error::other("it answers out of turn"))),
    }
}

/// Waits until the guardian says something, or is given up.
fn await_word(control: &OwnedFd, watchdog: &mut Watchdog) -> Result<(), Error> {
    let tick = Timespec::try_from(watchdog::TICK).ok();
    loop {
        match poll(&mut [PollFd::new(control, PollFlags::IN)], tick.as_ref()) {
            Ok(0) | Err(rustix::io::Errno::INTR) => {}
            Ok(_) => return Ok(()),
            Err(errno) => return Err(Error::Guardian(errno.into())),
        }
        if !watchdog.look(Instant::now()) {
            return Err(Error::stopped_guardian());
        }
    }
}

/// The next report on a control socket.
pub(crate) fn receive(control: &OwnedFd) -> io::Result<Report> {
    let mut bytes = [0; 64];
    let length = loop {
        match recv(control, &mut bytes, RecvFlags::empty()) {
            Err(rustix::io::Errno::INTR) => continue,
            result => break result?.0,
        }
    };
    Report::decode(&bytes[..length]).ok_or_else(|| io::Error::other("the guardian is gone"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_testkit::own_processes;

    #[test]
    fn where_there_is_no_guardian_a_thread_does_its_work() {
        let (ours, theirs) = sockets().unwrap();
        guardian::serve_thread(theirs).unwrap();
        assert!(greeted(&ours));
        let mut root = ScratchRoot::create().unwrap();
        root.fleeting = true;
        let folder = root.path().to_owned();
        let keeper = Keeper {
            socket: ours,
            root,
            reaper: Reaper::Ourselves,
            process: Mutex::new(None),
            count: AtomicU64::new(0),
        };
        let null = || {
            OwnedFd::from(
                std::fs::File::options()
                    .write(true)
                    .open("/dev/null")
                    .unwrap(),
            )
        };
        let script = "sleep 1000 & setsid sleep 1000 & exit 3";
        let command = Command::new("/bin/sh").args(["-c", script]);
        let limits = Limits::default();
        let started = keeper
            .start(&command, &limits, &[null(), null(), null()])
            .unwrap();
        let Report::Ended(ended) = receive(&started.control).unwrap() else {
            panic!("it was told to start once")
        };
        assert_eq!((ended.code, own_processes()), (Some(3), vec![]));
        drop(started);
        assert!(!folder.exists(), "nobody else would remove the folder");
    }
}
