//! What an oracle concluded.

use gadfly_solver::Run;
use std::fmt;

/// The kinds of verdict, by their contract names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A wrong sat or unsat.
    Soundness,
    /// Our evaluator finds the model false.
    InvalidModel,
    /// The solver's own checker objects and our evaluator does not confirm it.
    SelfCheck,
    /// The core alone is satisfiable.
    InvalidCore,
    /// The solver died.
    Crash,
    /// A performance bug.
    Slow,
    /// It should have been decided.
    Incomplete,
    /// Solvers differ and nothing says who is wrong.
    Disagreement,
    /// Shows only in a persistent process.
    State,
    /// An error on a formula that is well-sorted and in the logic. Never counted as a bug.
    Rejected,
}

impl Kind {
    /// All kinds, worst first.
    pub const ALL: [Kind; 10] = [
        Kind::Soundness,
        Kind::InvalidModel,
        Kind::SelfCheck,
        Kind::InvalidCore,
        Kind::Crash,
        Kind::Slow,
        Kind::Incomplete,
        Kind::Disagreement,
        Kind::State,
        Kind::Rejected,
    ];

    /// The kind that the contract's word names.
    pub fn named(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == word)
    }

    /// The contract's word.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Soundness => "soundness",
            Kind::InvalidModel => "invalid-model",
            Kind::SelfCheck => "self-check",
            Kind::InvalidCore => "invalid-core",
            Kind::Crash => "crash",
            Kind::Slow => "slow",
            Kind::Incomplete => "incomplete",
            Kind::Disagreement => "disagreement",
            Kind::State => "state",
            Kind::Rejected => "rejected",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a verdict rests on, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Evidence {
    /// A model that our evaluator found true.
    CheckedModel,
    /// A label by proved construction.
    Construction,
    /// A proof that a checker of its own accepted.
    CheckedProof,
    /// A core that two solver families find unsatisfiable.
    ResolvedCore,
    /// What the solver itself showed: its death, its own checker's words, its time.
    Observed,
    /// More families say otherwise than agree.
    Majority,
    /// Nothing but the difference.
    None,
}

impl Evidence {
    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Evidence::CheckedModel => "checked-model",
            Evidence::Construction => "construction",
            Evidence::CheckedProof => "checked-proof",
            Evidence::ResolvedCore => "resolved-core",
            Evidence::Observed => "observed",
            Evidence::Majority => "majority",
            Evidence::None => "none",
        }
    }
}

/// Which of the two soundness properties a wrong answer breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wrong {
    /// `unsat` on a satisfiable formula.
    Refutation,
    /// `sat` on an unsatisfiable formula.
    Solution,
}

impl Wrong {
    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Wrong::Refutation => "refutation",
            Wrong::Solution => "solution",
        }
    }
}

/// What an oracle concluded about one solver on one formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The kind.
    pub kind: Kind,
    /// The oracle that says so, by its file's name.
    pub oracle: &'static str,
    /// The spec of the solver that is blamed (or suspected, for a disagreement).
    pub solver: String,
    /// Its family.
    pub family: String,
    /// Its release.
    pub version: String,
    /// Which `check-sat`, counted from 0.
    pub check: usize,
    /// What it rests on.
    pub evidence: Evidence,
    /// For a wrong answer: which property it breaks.
    pub wrong: Option<Wrong>,
    /// Specs of the solvers that the verdict compares with, in the order of the runs.
    pub others: Vec<String>,
    /// One plain sentence that says what is wrong and how we know.
    pub sentence: String,
    /// What tells this bug from others before reduction: an assertion's place, a normalised
    /// message, a signal, or the kind of wrong answer.
    pub signature: String,
}

impl Verdict {
    /// A verdict about a run; the oracle fills in what it knows beyond that.
    pub fn about(run: &Run, oracle: &'static str, kind: Kind, check: usize) -> Self {
        Verdict {
            kind,
            oracle,
            solver: run.spec.clone(),
            family: run.family.clone(),
            version: run.version.clone(),
            check,
            evidence: Evidence::None,
            wrong: None,
            others: Vec::new(),
            sentence: String::new(),
            signature: kind.name().to_string(),
        }
    }

    /// Whether a person should hear of it as a bug: everything but `rejected`.
    pub fn is_finding(&self) -> bool {
        self.kind != Kind::Rejected
    }
}
