//! The process of a session: fed, framed, replaced.

use super::marker::Marker;
use super::scopes::Scopes;
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
    /// What follows each formula.
    pub after: After,
}

/// What follows a formula, so that the next one meets nothing of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// A `(reset)` behind the marker: the solver cleans up while we look at its answer.
    Reset,
    /// A `(reset)` before the marker: the process is at rest when a call returns, and its CPU time
    /// is the formula's. The kernel counts that of a process that runs on in whole ticks only. What
    /// goes wrong in the reset looks like the formula's fault, so fresh processes must confirm it.
    Settled,
    /// A `(pop 1)` where the script [`is_scoped`](super::is_scoped), as all of this session must be.
    Pop,
}

/// When a healthy process is replaced all the same: solvers slow down and leak. One that has used
/// half of its address space is replaced in any case.
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
}

/// A persistent session that gives raw runs.
pub struct RawSession {
    plan: SessionPlan,
    child: Option<Child>,
    marker: Marker,
    prepared: Prepared,
    input: Vec<u8>,
    scopes: Scopes,
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
            marker: Marker::new(),
            prepared: Prepared::default(),
            input: Vec::new(),
            scopes: Scopes::default(),
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
        self.child.take_if(|child| !child.is_limited_to(limits));
        let was_fresh = self.child.is_none();
        match self.attempt(limits, cancel) {
            // It died, or hung, of what came before: this formula was not even read.
            Err(Error::Ended) if !was_fresh => {
                self.stats.resent += 1;
                Ok(self.attempt(limits, cancel)?)
            }
            result => Ok(result?),
        }
    }

    fn attempt(&mut self, limits: &Limits, cancel: Option<&Cancel>) -> Result<SessionRun, Error> {
        if self.child.is_none() {
            self.scopes = Scopes::default();
        }
        self.compose();
        let mut child = match self.child.take() {
            Some(child) => child,
            None => self.start(limits)?,
        };
        let (lines_before, calls_before) = (self.lines, self.calls);
        let end = self.marker.text();
        let mut raw = child.call(Call {
            input: &self.input,
            end,
            limits,
            cancel,
        })?;
        trim_echo(&mut raw.stdout, raw.exit == Exit::Alive);
        self.lines += memchr::memchr_iter(b'\n', &self.input).count() as u64;
        self.calls += 1;
        if raw.exit == Exit::Alive && self.stays(&raw) && !child.is_crowded() {
            self.child = Some(child);
        }
        Ok(SessionRun {
            raw,
            lines_before,
            calls_before,
        })
    }

    /// Builds what is sent.
    fn compose(&mut self) {
        self.marker.advance();
        self.input.clear();
        let text = &self.prepared.text[..];
        let (text, before, behind): (_, &[u8], &[u8]) = match self.plan.after {
            After::Reset => (text, b"", b"(reset)\n"),
            After::Settled => (text, b"\n(reset)", b""),
            After::Pop => {
                let (text, pop) = self.scopes.begin(text, &mut self.input);
                (text, b"", pop)
            }
        };
        let marker = self.marker.text();
        for part in [text, before, b"\n(echo \"", marker, b"\")\n", behind] {
            self.input.extend_from_slice(part);
        }
    }

    fn start(&mut self, limits: &Limits) -> Result<Child, Error> {
        let child = Child::start(&self.plan.command, limits)?;
        self.stats.starts += 1;
        (self.calls, self.lines) = (0, 0);
        Ok(child)
    }

    /// Whether the process may serve another formula.
    fn stays(&self, raw: &RawRun) -> bool {
        let failed = !self.plan.survives_errors && memmem::find(&raw.stdout, b"(error").is_some();
        let Restarts { calls, memory } = self.plan.restarts;
        !failed && self.calls < calls && raw.peak_memory <= memory
    }
}

/// Takes away what echoed markers leave beside themselves: the line end of the one before, and the
/// quotation marks that some solvers echo too.
fn trim_echo(stdout: &mut Vec<u8>, complete: bool) {
    let quote = usize::from(stdout.starts_with(b"\"\n"));
    let line_end = usize::from(stdout.get(quote) == Some(&b'\n'));
    stdout.drain(..quote + line_end);
    if complete && (stdout == b"\"" || stdout.ends_with(b"\n\"")) {
        stdout.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::trim_echo;

    #[test]
    fn what_markers_leave_is_taken_away_and_nothing_else() {
        for (printed, expect) in [
            ("sat\n", "sat\n"),
            ("\nsat\n", "sat\n"),
            ("\"\nsat\n\"", "sat\n"),
            ("\"\n\"", ""),
            ("\"", ""),
            ("\n(\"a\")\n", "(\"a\")\n"),
            ("\nfoo\"", "foo\""),
        ] {
            let mut stdout = printed.as_bytes().to_vec();
            trim_echo(&mut stdout, true);
            assert_eq!(String::from_utf8(stdout).unwrap(), expect, "{printed:?}");
        }
    }
}
