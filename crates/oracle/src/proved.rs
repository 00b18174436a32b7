//! Proofs of `unsat` that solvers print, checked step by step against the script.

use crate::{Judged, Witness};
use gadfly_catalog::Catalog;
use gadfly_proof::{Fault, Limits, Report, Status, check};
use gadfly_solver::{Answer, Asked, Outcome, Run, usable};
use gadfly_term::{Mode, Script};
use std::fmt;
use std::sync::Arc;

/// The most bytes of a proof that are asked for.
pub const MOST_PROOF: u64 = 32 << 20;

/// What became of a solver's proof of one `check-sat`.
#[derive(Clone, Debug)]
pub struct ProofFact {
    /// Which `check-sat`.
    pub check: usize,
    /// What our checker says of the proof.
    pub proved: Proved,
    /// Solvers of other families that find the premises of the wrong step satisfiable beside its denied
    /// conclusion, under a model that our evaluator found true.
    pub refuted_by: Vec<Witness>,
    /// The run that was asked for it.
    pub run: Arc<Run>,
}

/// What our checker says of a proof.
#[derive(Clone, Debug)]
pub enum Proved {
    /// It was followed as far as it goes.
    Checked(Report),
    /// There is one, and we cannot read it or its script; why.
    Unread(String),
    /// There is none; why.
    None(String),
}

impl ProofFact {
    /// Checks the proof of a run that was asked for one.
    pub fn of(script: &str, check: usize, run: Run) -> ProofFact {
        ProofFact {
            check,
            proved: proved(script, check, &run),
            refuted_by: Vec::new(),
            run: Arc::new(run),
        }
    }

    /// The proof as it was printed.
    pub fn text(&self) -> Option<&str> {
        printed(&self.run, self.check)
    }

    /// What our checker says, where it could follow the proof.
    pub fn report(&self) -> Option<&Report> {
        match &self.proved {
            Proved::Checked(report) => Some(report),
            _ => None,
        }
    }

    /// Whether every step follows: the check is unsatisfiable.
    pub fn is_valid(&self) -> bool {
        self.report()
            .is_some_and(|report| report.status() == Status::Valid)
    }

    /// The step that does not follow.
    pub fn fault(&self) -> Option<&Fault> {
        self.report()?.fault.as_ref()
    }

    /// Its status in a word; what is not there and what cannot be read is `none`.
    pub fn status(&self) -> &'static str {
        self.report()
            .map_or("none", |report| report.status().name())
    }
}

/// What is said of a proof in a line.
impl fmt::Display for ProofFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.proved {
            Proved::Checked(report) => {
                write!(f, "{}, {} steps", report.status(), report.steps)?;
                for (rule, count) in &report.holes {
                    write!(f, ", {count} on trust by {rule}")?;
                }
                match &report.fault {
                    Some(fault) => write!(f, ", {fault}"),
                    None => Ok(()),
                }
            }
            Proved::Unread(why) | Proved::None(why) => write!(f, "none: {why}"),
        }
    }
}

fn printed(run: &Run, check: usize) -> Option<&str> {
    let mut told = run.told.iter();
    let found = told.find(|told| (told.asked, told.check) == (Asked::Proof, check + 1));
    found.map(|told| told.text.as_str())
}

fn proved(script: &str, number: usize, run: &Run) -> Proved {
    if run.raw.truncated || run.raw.limit == Some(gadfly_exec::LimitHit::Output) {
        return Proved::None(format!("it is larger than {} MB", MOST_PROOF >> 20));
    }
    match (usable(run, number), printed(run, number)) {
        (Some(Answer::Unsat), Some(text)) => followed(script, number, text),
        (Some(Answer::Unsat), None) => Proved::None(match &run.outcome {
            Outcome::Done => "the solver printed none".to_string(),
            other => other.to_string(),
        }),
        (Some(answer), _) => Proved::None(format!("asked for a proof, it answered {answer}")),
        (None, _) => Proved::None(match &run.outcome {
            Outcome::Done => "asked for a proof, it gave no answer".to_string(),
            other => other.to_string(),
        }),
    }
}

fn followed(script: &str, number: usize, text: &str) -> Proved {
    let read = Script::parse(script, &Catalog::shared(), Mode::Default);
    let Ok(script) = read else {
        return Proved::Unread("we cannot read the script by the standard's rules".to_string());
    };
    match check(&script, number, text, &Limits::default()) {
        Ok(report) => Proved::Checked(report),
        Err(why) => Proved::Unread(format!("it cannot be read: {why}")),
    }
}

impl Judged<'_> {
    /// A proof of a `check-sat` that our checker followed with nothing on trust: whose, and its steps.
    pub(crate) fn proved(&self, check: usize) -> Option<(&str, usize)> {
        self.facts.proved(check).map(|fact| {
            let steps = fact.report().map_or(0, |report| report.steps);
            (fact.run.spec.as_str(), steps)
        })
    }
}

impl crate::Facts {
    /// A proof of a `check-sat` that our checker followed with nothing on trust.
    pub fn proved(&self, check: usize) -> Option<&ProofFact> {
        let mut proofs = self.proofs.iter();
        proofs.find(|fact| fact.check == check && fact.is_valid())
    }
}
