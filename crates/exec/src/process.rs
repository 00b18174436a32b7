//! A started process with its pipes: writing, reading, waiting, taking down.

use crate::capture::Capture;
use crate::family::Family;
use crate::gauge::Gauge;
use crate::keeper::{self, Started};
use crate::scratch::Scratch;
use crate::watch::{Watch, Watched};
use crate::watchdog::Watchdog;
use crate::wire::{Ended, Report};
use crate::{Command, Error, LimitHit, Limits, leftovers};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{SendFlags, send};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Signal, kill_process_group};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

/// From SIGTERM to SIGKILL. Enough to print statistics, within what a time limit may be late.
const GRACE: Duration = Duration::from_millis(20);
/// For a process that we killed to be gone.
const PATIENCE: Duration = Duration::from_secs(5);
/// For the guardian, or its end, to say why a process no longer reads.
const HEARSAY: Duration = Duration::from_secs(1);
/// So long a call that ends with a marker is not disturbed by words on standard error, which some
/// solvers write one by one; a pipe holds the words of that time.
const HUSH: Duration = Duration::from_millis(5);
/// A read takes this much at most, which is what a pipe holds.
const CHUNK: usize = 64 << 10;

pub(crate) struct Process {
    pub(crate) out: Capture,
    pub(crate) err: Capture,
    pub(crate) gauge: Gauge,
    family: Family,
    watchdog: Watchdog,
    pub(crate) ended: Option<Ended>,
    pub(crate) pid: i32,
    control: OwnedFd,
    stdin: Option<OwnedFd>,
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
    chunk: Vec<u8>,
    scratch: Scratch,
}

/// How an attended stretch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Marker,
    Ended,
    Limit(LimitHit),
}

/// Where the process's standard input comes from.
pub(crate) enum Input {
    /// A pipe that we write to.
    Pipe,
    /// An open file.
    File(OwnedFd),
}

impl Process {
    pub(crate) fn start(command: &Command, limits: &Limits, input: Input) -> Result<Self, Error> {
        let pipe = || pipe_with(PipeFlags::CLOEXEC);
        let (stdin, child_in) = match input {
            Input::File(file) => (None, file),
            Input::Pipe => pipe().map(|(theirs, ours)| (Some(ours), theirs))?,
        };
        let ((stdout, child_out), (stderr, child_err)) = (pipe()?, pipe()?);
        for ours in [stdin.as_ref(), Some(&stdout), Some(&stderr)]
            .into_iter()
            .flatten()
        {
            rustix::io::ioctl_fionbio(ours, true)?;
        }
        let Started {
            pid,
            control,
            scratch,
            family,
            watchdog,
        } = keeper::start(command, limits, [child_in, child_out, child_err])?;
        Ok(Process {
            out: Capture::default(),
            err: Capture::default(),
            gauge: Gauge::new(pid),
            family,
            watchdog,
            ended: None,
            pid,
            control,
            stdin,
            stdout: Some(stdout),
            stderr: Some(stderr),
            chunk: vec![0; CHUNK],
            scratch,
        })
    }

    /// Writes the input and reads until the marker, the end of the process, or a limit.
    pub(crate) fn attend(
        &mut self,
        mut input: &[u8],
        marker: Option<&[u8]>,
        watch: &mut Watch<'_>,
    ) -> Result<Stop, Error> {
        let whole = input.len();
        let begun = Instant::now();
        self.watchdog.rest(begun);
        let mut hush = marker.map(|_| begun + HUSH);
        loop {
            let heard = self.write(&mut input)?;
            if !heard && input.len() == whole {
                return Err(self.deaf());
            }
            let now = Instant::now();
            hush = hush.filter(|end| now < *end);
            let mut timeout = self.watchdog.timeout(now);
            let wanted = [watch.timeout(&self.gauge, now), hush.map(|end| end - now)];
            timeout = wanted.into_iter().flatten().fold(timeout, Duration::min);
            let writing = !input.is_empty() && self.stdin.is_some();
            let ready = self.wait(writing, hush.is_none(), Some(timeout))?;
            let found = ready.stdout && self.read_stdout(marker)?;
            if ready.stderr || found {
                self.read_stderr()?;
            }
            if found {
                return Ok(Stop::Marker);
            }
            let full = self.out.truncated() || self.err.truncated();
            if full && watch.limits.stop_at_cap {
                return Ok(Stop::Limit(LimitHit::Output));
            }
            if ready.control {
                self.hear_end()?;
                return Ok(if self.drain(marker)? {
                    Stop::Marker
                } else {
                    Stop::Ended
                });
            }
            let now = Instant::now();
            let (gauge, family) = (&mut self.gauge, &mut self.family);
            if let Some(limit) = watch.check(&mut Watched { gauge, family }, now) {
                return Ok(Stop::Limit(limit));
            }
            if !self.watchdog.look(now) {
                return Err(self.abandoned(Error::stopped_guardian()));
            }
        }
    }

    /// Asks the guardian to end the process, and waits until it has; output is still read.
    pub(crate) fn take_down(&mut self, grace: Duration) -> Result<(), Error> {
        let millis = u32::try_from(grace.as_millis()).unwrap_or(u32::MAX);
        if self.ended.is_some()
            || send(&self.control, &millis.to_le_bytes(), SendFlags::NOSIGNAL).is_err()
        {
            return Ok(());
        }
        let limits = Limits {
            wall: Some(PATIENCE),
            ..Limits::default()
        };
        self.attend(&[], None, &mut Watch::new(&limits, None))
            .map(drop)
    }

    /// Whether nothing has been read of the last so many bytes that were written.
    pub(crate) fn unheard(&self, written: usize) -> bool {
        let unread = self.stdin.as_ref().map(rustix::io::ioctl_fionread);
        matches!(unread, Some(Ok(unread)) if unread >= written as u64)
    }

    pub(crate) fn grace() -> Duration {
        GRACE
    }

    /// Writes what the pipe takes; false if nobody listens any more.
    fn write(&mut self, input: &mut &[u8]) -> Result<bool, Error> {
        while let (Some(stdin), false) = (&self.stdin, input.is_empty()) {
            match rustix::io::write(stdin, input) {
                Ok(count) => *input = &input[count..],
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                // What it says and how it ends is what counts.
                Err(Errno::PIPE) => {
                    self.stdin = None;
                    return Ok(false);
                }
                Err(errno) => return Err(errno.into()),
            }
        }
        Ok(true)
    }

    fn wait(
        &self,
        writing: bool,
        listening: bool,
        timeout: Option<Duration>,
    ) -> Result<Ready, Error> {
        let timeout = timeout.and_then(|timeout| Timespec::try_from(timeout).ok());
        let mut fds = [
            PollFd::new(&self.control, PollFlags::IN),
            self.slot(&self.stdout, PollFlags::IN),
            self.slot(if listening { &self.stderr } else { &None }, PollFlags::IN),
            self.slot(&self.stdin, PollFlags::OUT),
        ];
        let used = if writing { 4 } else { 3 };
        match poll(&mut fds[..used], timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
        let fired = |index: usize| !fds[index].revents().is_empty();
        let stdout = self.stdout.is_some() && fired(1);
        let stderr = listening && self.stderr.is_some() && fired(2);
        Ok(Ready {
            control: fired(0),
            stdout,
            stderr,
        })
    }

    /// A stream to poll; a closed one is replaced by the control socket with no events asked for.
    fn slot<'a>(&'a self, fd: &'a Option<OwnedFd>, flags: PollFlags) -> PollFd<'a> {
        match fd {
            Some(fd) => PollFd::new(fd, flags),
            None => PollFd::new(&self.control, PollFlags::empty()),
        }
    }

    /// Reads what there is; true if the marker is complete.
    fn read_stdout(&mut self, marker: Option<&[u8]>) -> Result<bool, Error> {
        match read(&self.stdout, &mut self.chunk)? {
            Got::Bytes(count) => Ok(self.out.push(&self.chunk[..count], marker)),
            Got::Nothing => Ok(false),
            Got::End => {
                self.stdout = None;
                Ok(false)
            }
        }
    }

    fn read_stderr(&mut self) -> Result<(), Error> {
        match read(&self.stderr, &mut self.chunk)? {
            Got::Bytes(count) => drop(self.err.push(&self.chunk[..count], None)),
            Got::Nothing => {}
            Got::End => self.stderr = None,
        }
        Ok(())
    }

    fn hear_end(&mut self) -> Result<(), Error> {
        match keeper::receive(&self.control) {
            Ok(Report::Ended(ended)) => self.ended = Some(ended),
            Ok(_) => {
                let fault = std::io::Error::other("it answers out of turn");
                return Err(self.abandoned(Error::Guardian(fault)));
            }
            Err(fault) => return Err(self.abandoned(Error::Guardian(fault))),
        }
        Ok(())
    }

    /// Why nobody reads what we write: the process has ended, or it was taken along by a guardian
    /// that is gone. One of the two is heard soon, unless the process lives and has closed its input.
    fn deaf(&mut self) -> Error {
        let control = PollFd::new(&self.control, PollFlags::IN);
        let patience = Timespec::try_from(HEARSAY).ok();
        match poll(&mut [control], patience.as_ref()) {
            Ok(1..) => self.hear_end().err().unwrap_or(Error::Ended),
            _ => Error::Ended,
        }
    }

    /// The guardian is gone (killed for want of memory, or by a solver): its work falls to us.
    fn abandoned(&mut self, error: Error) -> Error {
        if let Some(pid) = Pid::from_raw(self.pid) {
            let _ = kill_process_group(pid, Signal::KILL);
        }
        leftovers::kill_beneath(self.scratch.path());
        self.ended = Some(crate::end::never_ended());
        error
    }

    /// Reads what a process that has ended left in its pipes.
    fn drain(&mut self, marker: Option<&[u8]>) -> Result<bool, Error> {
        while let Got::Bytes(count) = read(&self.stderr, &mut self.chunk)? {
            self.err.push(&self.chunk[..count], None);
        }
        let mut found = false;
        while !found {
            match read(&self.stdout, &mut self.chunk)? {
                Got::Bytes(count) => found = self.out.push(&self.chunk[..count], marker),
                Got::Nothing | Got::End => break,
            }
        }
        Ok(found)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // When this returns nothing is left of the process, so that a caller can count on it.
        let _ = self.take_down(Duration::ZERO);
    }
}

struct Ready {
    control: bool,
    stdout: bool,
    stderr: bool,
}

enum Got {
    Bytes(usize),
    Nothing,
    End,
}

fn read(fd: &Option<OwnedFd>, chunk: &mut [u8]) -> Result<Got, Error> {
    let Some(fd) = fd else { return Ok(Got::End) };
    match rustix::io::read(fd, chunk) {
        Ok(0) => Ok(Got::End),
        Ok(count) => Ok(Got::Bytes(count)),
        Err(Errno::AGAIN | Errno::INTR) => Ok(Got::Nothing),
        Err(errno) => Err(errno.into()),
    }
}
