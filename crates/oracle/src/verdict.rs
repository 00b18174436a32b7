//! What an oracle concluded.

use gadfly_solver::Run;

pub use gadfly_vocabulary::{Evidence, Kind, Signature, Wrong};

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
    /// Whether it compares with the formula that this one was made from.
    pub about_parent: bool,
    /// One plain sentence that says what is wrong and how we know.
    pub sentence: String,
    /// What tells this bug from others before reduction.
    pub signature: Signature,
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
            signature: Signature::Kind(kind),
            about_parent: false,
        }
    }

    /// Whether a person should hear of it as a bug: everything but `rejected`.
    pub fn is_finding(&self) -> bool {
        self.kind != Kind::Rejected
    }
}
