//! What a verdict rests on, and what a wrong answer breaks.

use crate::{Kind, words};

/// What a verdict rests on, strongest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Evidence {
    /// A model that our evaluator found true.
    CheckedModel,
    /// A proof of `unsat` that our checker followed step by step, with nothing on trust.
    CheckedProof,
    /// A label by proved construction.
    Construction,
    /// A core that two solver families find unsatisfiable.
    ResolvedCore,
    /// What the solver itself showed: its death, its own checker's words, its time.
    Observed,
    /// More families say otherwise than agree.
    Majority,
    /// Nothing but the difference.
    #[default]
    None,
}

words!(Evidence, "a kind of evidence": CheckedModel = "checked-model",
    CheckedProof = "checked-proof", Construction = "construction", ResolvedCore = "resolved-core",
    Observed = "observed", Majority = "majority", None = "none");

impl Evidence {
    /// What reports say of it, for a verdict of some kind.
    pub fn describe(self, kind: Kind) -> &'static str {
        match self {
            Evidence::CheckedModel if kind == Kind::InvalidModel => {
                "its own model, which our evaluator found false"
            }
            Evidence::CheckedModel if kind == Kind::Obligation => {
                "our evaluator, borne out by another solver"
            }
            Evidence::ResolvedCore if kind == Kind::Obligation => "two other solver families",
            Evidence::CheckedModel => "a model that our evaluator found true",
            Evidence::Construction => "the formula's construction, by proved rules",
            Evidence::CheckedProof => "a proof of unsat, checked step by step",
            Evidence::ResolvedCore => "a core that two solver families refute",
            Evidence::Observed => "what the solver itself showed",
            Evidence::Majority => "a majority of solver families",
            Evidence::None => "nothing but the difference",
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

words!(Wrong, "a kind of wrong answer": Refutation = "refutation", Solution = "solution");
