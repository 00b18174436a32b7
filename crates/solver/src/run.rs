//! One solver on one formula: the typed reading of a raw run.

use crate::told::Told;
use gadfly_exec::RawRun;
use gadfly_profile::{Complaint, Crash};
use std::fmt;

/// What a solver said to one `check-sat`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Satisfiable.
    Sat,
    /// Unsatisfiable.
    Unsat,
    /// It does not know, with its reason where it gave one.
    Unknown(Option<String>),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown(_) => "unknown",
        })
    }
}

/// How a run ended, as the solver's profile reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It answered, and ended as it should.
    Done,
    /// It died, or said that it is broken.
    Crash(Crash),
    /// Time ran out: our limit, or one that we passed on to the solver.
    Timeout,
    /// Memory ran out, by our limit or the solver's own.
    MemoryOut,
    /// It refuses the script: a parse or sort error.
    Rejected(String),
    /// It says that a feature, option or logic is not supported.
    Unsupported(String),
    /// Its output does not fit the script: fewer or more answers than `check-sat`s, an output that
    /// breaks off. Nothing can be concluded from it.
    Garbled(String),
    /// We stopped it (Ctrl-C, the hunt's end).
    Cancelled,
    /// A fault that is not the solver's: it could not be started, a library is missing, the disk
    /// is full. Never a finding.
    Broken(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Done => f.write_str("done"),
            Outcome::Crash(crash) => write!(f, "crash ({crash})"),
            Outcome::Timeout => f.write_str("timeout"),
            Outcome::MemoryOut => f.write_str("memory-out"),
            Outcome::Rejected(why) => write!(f, "rejected: {why}"),
            Outcome::Unsupported(why) => write!(f, "unsupported: {why}"),
            Outcome::Garbled(why) => write!(f, "garbled: {why}"),
            Outcome::Cancelled => f.write_str("cancelled"),
            Outcome::Broken(why) => write!(f, "broken: {why}"),
        }
    }
}

/// One solver on one formula.
#[derive(Clone, Debug)]
pub struct Run {
    /// Which solver, as the user would ask for it: `z3@4.8.7 model_validate=true`.
    pub spec: String,
    /// The family: solvers of one code base count once in a vote.
    pub family: String,
    /// The release, or what `--version` said.
    pub version: String,
    /// Whether the process was fresh (true) or a persistent session (false).
    pub fresh: bool,
    /// One answer a `check-sat`, in order.
    pub answers: Vec<Answer>,
    /// How it ended.
    pub outcome: Outcome,
    /// What the solver's own checkers objected to.
    pub complaints: Vec<Complaint>,
    /// `(error …)` messages, each with the number of answers that came before it.
    pub errors: Vec<(usize, String)>,
    /// Text of each response to `get-model`, in order.
    pub models: Vec<String>,
    /// Text of each response to `get-unsat-core`, in order.
    pub cores: Vec<String>,
    /// Text of each response to `get-value`, in order.
    pub values: Vec<String>,
    /// Text of each other list that was printed: information, statistics, assignments.
    pub info: Vec<String>,
    /// What it said to each question of the script, where responses can be told apart.
    pub told: Vec<Told>,
    /// How many answers the script asks for.
    pub checks: usize,
    /// All that was seen.
    pub raw: RawRun,
}

impl Run {
    /// The answer to the n-th `check-sat`, where the solver gave one that can be relied on: no
    /// error came before it, and there are no more answers than questions.
    pub fn answer(&self, n: usize) -> Option<&Answer> {
        let spoiled = self.errors.iter().any(|(before, _)| *before <= n);
        let attributable = self.answers.len() <= self.checks;
        if spoiled || !attributable {
            None
        } else {
            self.answers.get(n)
        }
    }

    /// Whether the solver said all that it was asked, and ended as it should.
    pub fn is_complete(&self) -> bool {
        self.outcome == Outcome::Done && self.answers.len() == self.checks
    }
}
