//! What the rules share: terms, their normal forms, and the assumptions that are open.

use std::sync::Arc;

use gadfly_term::Catalog;

use crate::decide::{Effort, follows};
use crate::normal::Normal;
use crate::term::{Term, Terms};

/// What a rule says of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The conclusion follows.
    Holds,
    /// It could not be found out.
    Hole,
    /// It does not follow by this rule, and why.
    Fails(String),
}

impl Verdict {
    /// Holds, or fails for this reason.
    pub(crate) fn check(holds: bool, reason: &str) -> Verdict {
        match holds {
            true => Verdict::Holds,
            false => Verdict::Fails(reason.to_owned()),
        }
    }
}

/// One step: its premises' conclusions, its arguments, and what it concludes.
#[derive(Clone, Copy)]
pub(crate) struct Step<'a> {
    pub(crate) rule: &'a str,
    pub(crate) premises: &'a [Term],
    pub(crate) args: &'a [Term],
    pub(crate) goal: Term,
}

/// The state that rules work with.
pub(crate) struct Kernel {
    /// What the evaluator reads terms with.
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) terms: Terms,
    pub(crate) normal: Normal,
    /// The local assumptions that are open.
    pub(crate) open: Vec<Term>,
    /// Circuits of bit-vector terms.
    pub(crate) circuits: crate::gates::Circuits,
}

impl Kernel {
    /// Whether the goal follows by connectives alone.
    pub(crate) fn follows(&mut self, premises: &[Term], goal: Term, effort: Effort) -> bool {
        follows(&mut self.terms, &mut self.normal, premises, goal, effort)
    }

    /// The normal form of a term.
    pub(crate) fn normal(&mut self, term: Term) -> Term {
        self.normal.of(&mut self.terms, term)
    }
}
