//! What the oracles look at: a formula, its runs, and what is known beyond them.

use crate::{ObligationFact, ProofFact, Witness};
use gadfly_formula::Formula;
use gadfly_solver::{Answer, Run};
use gadfly_vocabulary::{Law, Topic};
use std::fmt;
use std::time::Duration;

/// The oracles' whole input. They read no clock and start nothing.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'a> {
    /// The formula with its label.
    pub formula: &'a Formula,
    /// One run a solver.
    pub runs: &'a [Run],
    /// What was found out beyond the answers.
    pub facts: &'a Facts,
    /// What counts as what.
    pub policy: &'a Policy,
}

/// What was found out about a formula beyond its solvers' answers.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Models that were evaluated.
    pub models: Vec<ModelFact>,
    /// What solvers' words oblige them to, and how far that is discharged.
    pub obligations: Vec<ObligationFact>,
    /// Proofs that solvers were asked for.
    pub proofs: Vec<ProofFact>,
    /// How solvers fared on the formula that this one was made from.
    pub parents: Vec<ParentFact>,
    /// Whether our own reader finds the script well-sorted and within its logic.
    pub well_sorted: bool,
    /// Specs of runs whose release gives this text another meaning, with the reason. Their
    /// answers are not compared with others'.
    pub gated: Vec<(String, String)>,
}

/// A solver's model under our evaluator.
#[derive(Clone, Debug)]
pub struct ModelFact {
    /// Whose model.
    pub spec: String,
    /// After which `check-sat`.
    pub check: usize,
    /// What the assertions are worth under it.
    pub truth: ModelTruth,
    /// The model as it was printed; empty where nobody will be asked about it.
    pub model: String,
}

/// The value of all assertions together under a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelTruth {
    /// All hold.
    True,
    /// At least one is false whatever the unspecified values are; its text.
    False(String),
    /// It hangs on something that the model or the standard leaves open; why.
    Undetermined(Undetermined),
    /// Our evaluator cannot say, and two solver families refute the script with the model put in:
    /// no completion of it satisfies the script.
    Refuted(Vec<Witness>),
}

/// Why our evaluator cannot say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undetermined {
    /// The reason without names and values: for counting.
    pub kind: &'static str,
    /// The reason in words.
    pub why: String,
}

impl From<&str> for Undetermined {
    fn from(why: &str) -> Self {
        Undetermined {
            kind: "reading",
            why: why.into(),
        }
    }
}

impl fmt::Display for Undetermined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

/// How a parent formula relates to the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParentRelation {
    /// One implies the other, by one local step (weakening, strengthening).
    Step,
    /// Both mean the same.
    Equivalent,
}

/// A solver on the formula that this one was made from.
#[derive(Clone, Debug)]
pub struct ParentFact {
    /// Which solver.
    pub spec: String,
    /// What it answered to the last `check-sat`.
    pub answer: Answer,
    /// The CPU time it took.
    pub cpu: Duration,
    /// How the parent relates to the formula.
    pub relation: ParentRelation,
}

impl ParentFact {
    /// A run on a parent that is no harder than the formula should be. `None` without an answer.
    pub fn of(run: &Run) -> Option<ParentFact> {
        Some(ParentFact {
            spec: run.spec.clone(),
            answer: run.answers.last()?.clone(),
            cpu: run.raw.cpu,
            relation: ParentRelation::Equivalent,
        })
    }
}

/// What counts as what.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// Specs of solvers that others are measured against. They are never suspected on a bare
    /// disagreement.
    pub references: Vec<String>,
    /// When a run is too slow.
    pub slow: SlowPolicy,
}

/// When a run is too slow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlowPolicy {
    /// Whether to look at times at all.
    pub enabled: bool,
    /// Nothing under this is slow.
    pub floor: Duration,
    /// How many times the time of another release, or of an equivalent parent.
    pub ratio: f64,
    /// How many times the time of a solver of another family. Their algorithms differ, so a
    /// smaller ratio says little.
    pub family_ratio: f64,
}

impl Default for SlowPolicy {
    fn default() -> Self {
        SlowPolicy {
            enabled: true,
            floor: Duration::from_secs(1),
            ratio: 10.0,
            family_ratio: 100.0,
        }
    }
}

impl Judged<'_> {
    /// How many `check-sat` the oracles look at.
    pub(crate) fn checks(&self) -> usize {
        let answered = self.runs.iter().map(|run| run.answers.len()).max();
        answered.unwrap_or(0).max(self.formula.expect.len())
    }

    /// Whether a run's release gives this text another meaning.
    pub(crate) fn gated(&self, run: &Run) -> bool {
        self.facts.gated.iter().any(|(spec, _)| *spec == run.spec)
    }

    /// The runs that decided the n-th `check-sat`, with what they said.
    pub fn decided(&self, check: usize) -> Vec<(&Run, &Answer)> {
        let runs = self.runs.iter().filter(|run| !self.gated(run));
        runs.filter_map(|run| match gadfly_solver::usable(run, check) {
            Some(answer @ (Answer::Sat | Answer::Unsat)) => Some((run, answer)),
            _ => None,
        })
        .collect()
    }

    /// What our evaluator says of a solver's model.
    pub(crate) fn model(&self, spec: &str, check: usize) -> Option<&ModelTruth> {
        let mut facts = self.facts.models.iter();
        facts
            .find(|fact| fact.spec == spec && fact.check == check)
            .map(|fact| &fact.truth)
    }

    /// A solver whose model our evaluator found true.
    pub(crate) fn witness(&self, check: usize) -> Option<&str> {
        let mut facts = self.facts.models.iter();
        facts
            .find(|fact| fact.check == check && fact.truth == ModelTruth::True)
            .map(|fact| fact.spec.as_str())
    }

    /// Families that find the core of some solver unsatisfiable, with the spec that gave it: two
    /// at least, or none.
    pub(crate) fn resolved_core(&self, check: usize) -> Option<(&str, Vec<&str>)> {
        let cores = self.obligations(Topic::Core, Law::Unsatisfiable);
        cores
            .filter(|fact| fact.obligation.check == check)
            .map(|fact| (fact.spec.as_str(), fact.families(&Answer::Unsat)))
            .find(|(_, families)| families.len() >= 2)
    }
}
