//! The process of a session: fed, framed, replaced.

use super::markers::Markers;
use super::script::{Prepared, Unsuitable};
use gadfly_exec::{Call, Cancel, Child, Command, Error, Exit, Limits, RawRun};
use memchr::memmem;

/// What a session needs to know of its solver.
#[derive(Clone, Debug)]
pub struct SessionPlan {
    /// Starts the solver so that it reads commands from standard input.
    pub command: Command,
    /// Whether it goes on after an error.
    pub survives_errors: bool,
    /// Whether `set-info` must be left out.
    pub strip_info: bool,
    /// When the process is replaced.
    pub restarts: Restarts,
}

/// When a healthy process is replaced all the same: solvers slow down and leak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restarts {
    /// After so many calls.
    pub calls: u64,
    /// After a call that took it above this much resident memory, in bytes.
    pub memory: u64,
}

impl Default for Restarts {
    fn default() -> Self {
        Restarts {
            calls: 10_000,
            memory: 512 << 20,
        }
    }
}

/// What a call of a session gave.
#[derive(Clone, Debug)]
pub struct SessionRun {
    /// What happened, framed: only this formula's output.
    pub raw: RawRun,
    /// How many lines the process had read before the script's first: some solvers count on.
    pub lines_before: u64,
    /// How many formulas the process had served before this one.
    pub calls_before: u64,
}

/// What became of a session's processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SessionStats {
    /// Formulas sent.
    pub calls: u64,
    /// Processes started.
    pub starts: u64,
    /// Formulas that were sent again, because the process died of what came before.
    pub resent: u64,
    /// Times that output came after its formula's end marker.
    pub late: u64,
}

/// A persistent session that gives raw runs.
pub struct RawSession {
    plan: SessionPlan,
    child: Option<Child>,
    markers: Markers,
    prepared: Prepared,
    input: Vec<u8>,
    /// The options that the current process was told.
    options: Vec<u8>,
    /// Calls and lines that the current process has had.
    calls: u64,
    lines: u64,
    stats: SessionStats,
}

/// A script that cannot be sent, or a fault of ours.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The script wants a fresh process.
    #[error("this script needs a fresh process: {0}")]
    Unsuitable(#[from] Unsuitable),
    /// A process could not be started or attended.
    #[error(transparent)]
    Exec(#[from] Error),
}

impl RawSession {
    /// A session; its process starts with the first call.
    pub fn new(plan: SessionPlan) -> Self {
        RawSession {
            plan,
            child: None,
            markers: Markers::new(),
            prepared: Prepared::default(),
            input: Vec::new(),
            options: Vec::new(),
            calls: 0,
            lines: 0,
            stats: SessionStats::default(),
        }
    }

    /// What became of its processes so far.
    pub fn stats(&self) -> SessionStats {
        self.stats
    }

    /// The number of the living process.
    pub fn pid(&self) -> Option<i32> {
        self.child.as_ref().map(Child::pid)
    }

    /// Ends the process; the next call starts a new one.
    pub fn restart(&mut self) {
        self.child = None;
    }

    /// Runs one script.
    pub fn run(
        &mut self,
        script: &str,
        limits: &Limits,
        cancel: Option<&Cancel>,
    ) -> Result<SessionRun, SessionError> {
        self.prepared
            .fill(script.as_bytes(), self.plan.strip_info)?;
        self.stats.calls += 1;
        if self.options != self.prepared.options {
            self.child = None;
            self.options.clone_from(&self.prepared.options);
        }
        let mut resent = false;
        loop {
            let was_fresh = self.child.is_none();
            let attempt = self.attempt(limits, cancel);
            let final_attempt = was_fresh || resent || cancel.is_some_and(Cancel::is_set);
            match attempt {
                Ok((run, begun)) if begun || final_attempt => return Ok(run),
                // It died, or hung, of what came before: this formula was not even read.
                Ok(_) => {}
                Err(SessionError::Exec(Error::Ended)) if !final_attempt => {}
                Err(error) => return Err(error),
            }
            resent = true;
            self.stats.resent += 1;
        }
    }

    fn attempt(
        &mut self,
        limits: &Limits,
        cancel: Option<&Cancel>,
    ) -> Result<(SessionRun, bool), SessionError> {
        let before = self.compose();
        let mut child = match self.child.take() {
            Some(child) => child,
            None => self.start(limits)?,
        };
        let (lines_before, calls_before) = (self.lines + before, self.calls);
        let end = self.markers.end();
        let mut raw = child.call(Call {
            input: &self.input,
            end,
            limits,
            cancel,
        })?;
        let (begun, late) = self.cut_to_frame(&mut raw.stdout);
        self.markers.advance();
        self.stats.late += u64::from(late);
        self.lines += memchr::memchr_iter(b'\n', &self.input).count() as u64;
        self.calls += 1;
        if raw.exit == Exit::Alive && begun && !late && self.stays(&raw) {
            self.child = Some(child);
        }
        let run = SessionRun {
            raw,
            lines_before,
            calls_before,
        };
        Ok((run, begun))
    }

    /// Builds what is sent; gives the number of lines before the script.
    fn compose(&mut self) -> u64 {
        let (input, markers) = (&mut self.input, &self.markers);
        input.clear();
        let new = self.child.is_none();
        if new {
            push_echo(input, markers.begin());
        }
        input.extend_from_slice(&self.prepared.text);
        input.push(b'\n');
        push_echo(input, markers.end());
        input.extend_from_slice(b"(reset)\n");
        push_echo(input, markers.next_begin());
        u64::from(new)
    }

    fn start(&mut self, limits: &Limits) -> Result<Child, Error> {
        let child = Child::start(&self.plan.command, limits)?;
        self.stats.starts += 1;
        (self.calls, self.lines) = (0, 0);
        Ok(child)
    }

    /// Leaves only what came after the begin marker. Tells whether the marker was there, and
    /// whether there was output before it that belongs to nobody.
    fn cut_to_frame(&self, stdout: &mut Vec<u8>) -> (bool, bool) {
        let begin = self.markers.begin();
        let Some(at) = memmem::find(stdout, begin) else {
            return (false, false);
        };
        let late = !is_filler(&stdout[..at]);
        // Some solvers echo the quotation marks too.
        let quoted = stdout[..at].last() == Some(&b'"');
        let mut from = at + begin.len() + usize::from(quoted);
        from += usize::from(stdout.get(from) == Some(&b'\n'));
        stdout.drain(..from.min(stdout.len()));
        if quoted && stdout.last() == Some(&b'"') {
            stdout.pop();
        }
        (true, late)
    }

    /// Whether the process may serve another formula.
    fn stays(&self, raw: &RawRun) -> bool {
        let failed = !self.plan.survives_errors && memmem::find(&raw.stdout, b"(error").is_some();
        let Restarts { calls, memory } = self.plan.restarts;
        !failed && self.calls < calls && raw.peak_memory <= memory
    }
}

/// Line ends and quotation marks of the last marker, and what a reset may say.
fn is_filler(text: &[u8]) -> bool {
    let blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'"';
    text.iter().all(blank)
        || text
            .split(blank)
            .all(|word| word.is_empty() || word == b"success")
}

fn push_echo(input: &mut Vec<u8>, text: &[u8]) {
    for part in [b"(echo \"", text, b"\")\n"] {
        input.extend_from_slice(part);
    }
}
