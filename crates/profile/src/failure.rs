//! What is found in a solver's words: a crash, or a complaint of its own checkers.

use std::fmt;

/// A crash as the solver showed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crash {
    /// The kind.
    pub kind: CrashKind,
    /// The place that the message names, for example `theory_seq.cpp:1234`.
    pub place: Option<String>,
    /// The message, normalised: no addresses, no line numbers of the input, no temporary paths.
    pub message: String,
    /// The stack, innermost frame first, where a sanitizer printed one.
    pub frames: Vec<String>,
}

impl fmt::Display for Crash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        if let Some(place) = &self.place {
            write!(f, " at {place}")?;
        }
        if !self.message.is_empty() {
            write!(f, ": {}", self.message)?;
        }
        Ok(())
    }
}

/// The kinds of crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrashKind {
    /// A signal, and nothing more.
    Signal(i32),
    /// An assertion, `UNREACHABLE`, `NOT IMPLEMENTED`, an internal error.
    Assertion,
    /// A sanitizer's report.
    Sanitizer,
    /// An exit code that the profile calls a crash.
    ExitCode(i32),
}

impl fmt::Display for CrashKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CrashKind::Signal(signal) => write!(f, "signal {signal}"),
            CrashKind::Assertion => f.write_str("assertion"),
            CrashKind::Sanitizer => f.write_str("sanitizer"),
            CrashKind::ExitCode(code) => write!(f, "exit code {code}"),
        }
    }
}

/// What the solver's own checker said of its own result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Complaint {
    /// Its own model is wrong, says its model checker.
    InvalidModel,
    /// Its own core is satisfiable.
    InvalidCore,
    /// Its own proof does not check.
    InvalidProof,
    /// It gave up with an internal error, and says so as its reason for `unknown`.
    InternalError,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Complaint::InvalidModel => "invalid-model",
            Complaint::InvalidCore => "invalid-core",
            Complaint::InvalidProof => "invalid-proof",
            Complaint::InternalError => "internal-error",
        })
    }
}
