//! What a check says.

use std::collections::BTreeMap;
use std::fmt;

/// What became of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Status {
    /// Every step follows: the script is unsatisfiable.
    Valid,
    /// Some steps were taken on trust; nothing was found wrong.
    Holey,
    /// A step does not follow, or the proof is about another script.
    Invalid,
}

impl Status {
    /// All of them, best first.
    pub const ALL: [Status; 3] = [Status::Valid, Status::Holey, Status::Invalid];

    /// Its word.
    pub fn name(self) -> &'static str {
        match self {
            Status::Valid => "valid",
            Status::Holey => "holey",
            Status::Invalid => "invalid",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// A step that does not follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The step's name; empty if the proof as a whole is at fault.
    pub step: String,
    /// Its rule.
    pub rule: String,
    /// Why it does not follow, in words.
    pub reason: String,
    /// The script that is unsatisfiable if the step follows after all, where it can be written.
    pub question: Option<String>,
}

/// A step as a script that must be unsatisfiable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The step's name.
    pub step: String,
    /// Its rule.
    pub rule: String,
    /// Its premises with its conclusion denied; nothing where a term cannot be said in a script.
    pub script: Option<String>,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.step.as_str(), self.rule.as_str()) {
            ("", _) => out.write_str(&self.reason),
            (step, "") => write!(out, "step {step}: {}", self.reason),
            (step, rule) => write!(out, "step {step} by `{rule}`: {}", self.reason),
        }
    }
}

/// The outcome of a check.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How many steps were checked, assumptions included.
    pub steps: usize,
    /// How many terms there are, each counted once.
    pub terms: usize,
    /// How often each rule was used.
    pub rules: BTreeMap<String, usize>,
    /// How many steps of each rule were taken on trust.
    pub holes: BTreeMap<String, usize>,
    /// The names of the steps that were taken on trust, in order; the first hundred.
    pub trusted: Vec<String>,
    /// The step that is wrong.
    pub fault: Option<Fault>,
}

impl Report {
    /// What became of the proof.
    pub fn status(&self) -> Status {
        match (&self.fault, self.holes.is_empty()) {
            (Some(_), _) => Status::Invalid,
            (None, true) => Status::Valid,
            (None, false) => Status::Holey,
        }
    }
}

/// Why a proof could not be checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The text is no proof that can be read.
    #[error("line {line} of the proof: {message}")]
    Unreadable {
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        message: String,
    },
    /// The script has something that proofs cannot speak of.
    #[error("{0}")]
    Script(String),
    /// It is larger than the limits allow.
    #[error("the proof has more than {0}")]
    TooLarge(String),
}
