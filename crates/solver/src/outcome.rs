//! How a run ended: the order in which the signs of trouble are believed.

use crate::run::Outcome;
use gadfly_exec::{Exit, LimitHit, MemoryKind, RawRun};
use gadfly_profile::{Complaint, Crash, CrashKind, Patterns, normalise};

const SIGHUP: i32 = 1;
const SIGINT: i32 = 2;
const SIGKILL: i32 = 9;
const SIGPIPE: i32 = 13;
const SIGTERM: i32 = 15;
const SIGXCPU: i32 = 24;
const SIGXFSZ: i32 = 25;

/// An error that a solver printed as one.
pub(crate) struct ErrorSaid {
    /// The answers before it.
    pub(crate) after: usize,
    pub(crate) message: String,
    /// Whether it only says that there is nothing to get.
    pub(crate) harmless: bool,
}

/// What was read of an output, beside the raw run.
pub(crate) struct Seen<'a> {
    pub(crate) stdout: &'a str,
    pub(crate) stderr: &'a str,
    pub(crate) answers: usize,
    pub(crate) checks: usize,
    pub(crate) errors: &'a [ErrorSaid],
    pub(crate) complained: bool,
    /// The solver's own word that its time is up.
    pub(crate) stopped: bool,
    /// What looks wrong about the output.
    pub(crate) odd: Option<&'a str>,
    /// Whether there was a line that is no answer.
    pub(crate) remarks: bool,
}

impl Seen<'_> {
    /// Nothing but the answers that were asked for, or that there is nothing to get: most runs, which no
    /// pattern can say more of.
    fn is_plain(&self, raw: &RawRun) -> bool {
        raw.limit.is_none()
            && matches!(raw.exit, Exit::Alive | Exit::Code(0))
            && self.stderr.is_empty()
            && self.errors.iter().all(|error| error.harmless)
            && self.answers == self.checks
            && self.odd.is_none()
            && !(self.remarks || self.stopped)
    }
}

/// All complaints of a solver's checkers in a text.
pub(crate) fn complaints_in(patterns: &Patterns, text: &str) -> Vec<Complaint> {
    text.lines()
        .filter_map(|line| patterns.complaint(line))
        .collect()
}

/// How a run ended. Limits come first, ours and the solver's; then what the solver said; then how
/// its process ended; then whether its output fits the script.
pub(crate) fn of(patterns: &Patterns, raw: &RawRun, seen: &Seen<'_>) -> Outcome {
    if seen.is_plain(raw) {
        return Outcome::Done;
    }
    limited(patterns, raw, seen)
        .or_else(|| said(patterns, seen))
        .or_else(|| ended(patterns, raw, seen))
        .or_else(|| refused(patterns, seen))
        .or_else(|| unfit(patterns, raw, seen))
        .unwrap_or(Outcome::Done)
}

fn limited(patterns: &Patterns, raw: &RawRun, seen: &Seen<'_>) -> Option<Outcome> {
    match raw.limit {
        Some(LimitHit::Wall | LimitHit::Cpu) => return Some(Outcome::Timeout),
        Some(LimitHit::Memory) => return Some(Outcome::MemoryOut),
        Some(LimitHit::Cancelled) => return Some(Outcome::Cancelled),
        Some(LimitHit::Output) => return Some(Outcome::Garbled("too much output".to_owned())),
        None => {}
    }
    let says = |test: fn(&Patterns, &str) -> bool| {
        test(patterns, seen.stderr)
            || seen
                .errors
                .iter()
                .any(|error| test(patterns, &error.message))
    };
    if says(Patterns::is_memory_out) {
        return Some(Outcome::MemoryOut);
    }
    if seen.stopped || says(Patterns::is_timeout) {
        return Some(Outcome::Timeout);
    }
    starved(patterns, raw, seen).map(Outcome::Broken)
}

/// What the machine did not give to a process that ended badly: no thread, no room on the disk.
fn starved(patterns: &Patterns, raw: &RawRun, seen: &Seen<'_>) -> Option<String> {
    if matches!(raw.exit, Exit::Alive | Exit::Code(0)) {
        return None;
    }
    let mut errors = seen.errors.iter().map(|error| error.message.as_str());
    patterns
        .starved(seen.stderr)
        .or_else(|| errors.find_map(|error| patterns.starved(error)))
}

fn said(patterns: &Patterns, seen: &Seen<'_>) -> Option<Outcome> {
    if seen.complained {
        // An invalid model may end cvc5 with its fatal error: it is a complaint, not a crash.
        return None;
    }
    let crash = patterns
        .crash(seen.stderr)
        .or_else(|| patterns.crash(seen.stdout))?;
    Some(Outcome::Crash(crash))
}

fn ended(patterns: &Patterns, raw: &RawRun, seen: &Seen<'_>) -> Option<Outcome> {
    match raw.exit {
        Exit::Alive | Exit::Code(0) => None,
        Exit::Signal(signal) => signalled(patterns, raw, seen, signal),
        Exit::Code(code) if patterns.is_memory_exit(code) => Some(Outcome::MemoryOut),
        Exit::Code(code) if patterns.is_timeout_exit(code) => Some(Outcome::Timeout),
        Exit::Code(code) if patterns.is_crash_exit(code) => {
            let message = normalise(seen.stderr.lines().next().unwrap_or(""));
            // z3 ends with the same code when it does not know a parameter.
            if patterns.is_unsupported(&message) {
                return Some(Outcome::Unsupported(message));
            }
            Some(Outcome::Crash(Crash {
                kind: CrashKind::ExitCode(code),
                place: None,
                message,
                frames: Vec::new(),
            }))
        }
        Exit::Code(126 | 127) => patterns.broken(seen.stderr).map(Outcome::Broken),
        Exit::Code(_) => None,
    }
}

fn signalled(patterns: &Patterns, raw: &RawRun, seen: &Seen<'_>, signal: i32) -> Option<Outcome> {
    if seen.complained {
        return None;
    }
    match signal {
        SIGHUP | SIGINT | SIGTERM => return Some(Outcome::Cancelled),
        // Not by us, or the limit would say so: the kernel, short of memory.
        SIGKILL => return Some(Outcome::MemoryOut),
        SIGXCPU => return Some(Outcome::Timeout),
        SIGPIPE => {
            return Some(Outcome::Broken(
                "its output was closed (SIGPIPE)".to_owned(),
            ));
        }
        SIGXFSZ => {
            return Some(Outcome::Broken(
                "a file grew over its limit (SIGXFSZ)".to_owned(),
            ));
        }
        _ if near_memory_limit(raw) => return Some(Outcome::MemoryOut),
        _ => {}
    }
    let message = patterns.signal_note(seen.stderr).unwrap_or_default();
    Some(Outcome::Crash(Crash {
        kind: CrashKind::Signal(signal),
        place: None,
        message,
        frames: Vec::new(),
    }))
}

/// Under a limit on the address space an allocation that fails may end in a null pointer's use.
fn near_memory_limit(raw: &RawRun) -> bool {
    match (raw.limits.memory_limit(), raw.limits.memory_kind) {
        (Some(limit), MemoryKind::AddressSpace) => raw.peak_memory >= limit / 4 * 3,
        (Some(limit), MemoryKind::Resident) => raw.peak_memory >= limit / 20 * 19,
        (None, _) => false,
    }
}

fn refused(patterns: &Patterns, seen: &Seen<'_>) -> Option<Outcome> {
    let mut serious = seen
        .errors
        .iter()
        .filter(|error| !error.harmless)
        .map(|error| &error.message);
    let first = serious.next()?;
    let unsupported = [first]
        .into_iter()
        .chain(serious)
        .find(|e| patterns.is_unsupported(e));
    Some(match unsupported {
        Some(message) => Outcome::Unsupported(normalise(message)),
        None => Outcome::Rejected(normalise(first)),
    })
}

fn unfit(patterns: &Patterns, raw: &RawRun, seen: &Seen<'_>) -> Option<Outcome> {
    let garbled = |text: String| Some(Outcome::Garbled(text));
    if seen.answers > seen.checks {
        return garbled(format!(
            "{} answers to {} check-sat",
            seen.answers, seen.checks
        ));
    }
    if seen.answers == seen.checks || (seen.complained && seen.answers > 0) {
        return seen
            .odd
            .and_then(|odd| garbled(format!("the output {odd}")));
    }
    if raw.truncated {
        return garbled("the output is longer than what is kept".to_owned());
    }
    // Some solvers write their errors as plain lines, on either side.
    let mut lines = seen.stderr.lines().chain(seen.stdout.lines());
    if let Some(line) = lines.find(|line| patterns.is_unsupported(line)) {
        return Some(Outcome::Unsupported(normalise(line)));
    }
    if let Some(error) = seen.errors.first() {
        // Harmless where the solver goes on, but this one did not.
        return Some(Outcome::Rejected(normalise(&error.message)));
    }
    if let Some(broken) = patterns.broken(seen.stderr) {
        return Some(Outcome::Broken(broken));
    }
    let exit = match raw.exit {
        Exit::Code(code) => format!("exit code {code}"),
        Exit::Signal(signal) => format!("signal {signal}"),
        Exit::Alive => "still alive".to_owned(),
    };
    let odd = seen
        .odd
        .map(|odd| format!(", the output {odd}"))
        .unwrap_or_default();
    let answer = |line: &&str| !["", "sat", "unsat", "unknown"].contains(&line.trim());
    let said = seen.stderr.lines().chain(seen.stdout.lines()).find(answer);
    let said = said
        .map(|l| format!(", it said: {}", normalise(l)))
        .unwrap_or_default();
    garbled(format!(
        "{} answers to {} check-sat, {exit}{odd}{said}",
        seen.answers, seen.checks
    ))
}
