//! A suspicion looked into: everyone runs again in fresh processes, and of what is confirmed the
//! matter in question is chosen.

use crate::{Case, Confirmed, Equipment, Examination, Registry, Runner, RunnerError, Status};
use gadfly_formula::Formula;
use gadfly_oracle::{Kind, ParentFact};
use gadfly_solver::Run;

/// A suspicion.
#[derive(Clone, Copy, Debug)]
pub struct Suspected<'a> {
    /// The formula.
    pub formula: &'a Formula,
    /// Who is asked; the solver in question first.
    pub specs: &'a [String],
    /// What is suspected, where plain runs may not show it.
    pub kind: Option<Kind>,
    /// What the process of the solver in question was given before, oldest first.
    pub before: &'a [String],
    /// The script that the formula was made from, where the matter hangs on it.
    pub parent: Option<&'a str>,
    /// The seeds that the formula's label rests on.
    pub seeds: &'a [Formula],
}

impl<'a> Suspected<'a> {
    /// A suspicion about a formula alone.
    pub fn new(formula: &'a Formula, specs: &'a [String], kind: Option<Kind>) -> Self {
        Suspected {
            formula,
            specs,
            kind,
            before: &[],
            parent: None,
            seeds: &[],
        }
    }
}

/// What looking into a suspicion came to.
#[derive(Clone, Debug)]
pub struct Rerun {
    /// The fresh runs that it rests on; where the solver in question was given scripts before, its
    /// run is one of a persistent process.
    pub runs: Vec<Run>,
    /// What they amount to.
    pub examination: Examination,
}

/// Which confirmed verdict is meant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'a> {
    /// The solver in question; what evidence made of the suspicion may be about another one.
    pub solver: Option<&'a str>,
    /// The kind that was suspected; evidence may have made another one of it.
    pub kind: Option<Kind>,
}

impl<R: Registry> Equipment<R> {
    /// Runs everyone in fresh processes and examines what they say. An error says that it could not
    /// be looked at, which is nobody's bug.
    pub fn rerun(&self, suspected: &Suspected<'_>) -> Result<Rerun, RunnerError> {
        let Suspected {
            formula,
            specs,
            before,
            ..
        } = *suspected;
        let mut runs = self.run_all(specs, &formula.text)?;
        let mut history = Vec::new();
        if let (false, Some(solver)) = (before.is_empty(), specs.first()) {
            let mut scripts: Vec<&str> = before.iter().map(String::as_str).collect();
            scripts.push(&formula.text);
            let limits = &self.settings.limits;
            if let Some(again) = self.runner.session(solver, &scripts, limits)? {
                runs.retain(|run| run.spec != again.spec);
                runs.insert(0, again);
                history.push((solver.clone(), before.to_vec()));
            }
        }
        let parents = match suspected.parent {
            Some(text) => self.run_all(specs, text)?,
            None => Vec::new(),
        };
        let parents: Vec<ParentFact> = parents.iter().filter_map(ParentFact::of).collect();
        let case = Case {
            formula,
            runs: &runs,
            history: &history,
            parents: &parents,
            seeds: suspected.seeds,
            proofs: &[],
        };
        let examination = self.examiner().examine_for(&case, suspected.kind);
        Ok(Rerun { runs, examination })
    }

    /// Every solver on a script, in fresh processes.
    pub fn run_all(&self, specs: &[String], script: &str) -> Result<Vec<Run>, RunnerError> {
        let limits = &self.settings.limits;
        let run = |spec: &String| self.runner.fresh(spec, script, limits);
        specs.iter().map(run).collect()
    }
}

impl Rerun {
    /// Of what is confirmed and firm, the verdict that was meant, or what evidence made of it: what
    /// is not in doubt first, then what is surest and worst.
    pub fn finding(&self, wanted: &Wanted<'_>) -> Option<&Confirmed> {
        let firm = |one: &&Confirmed| {
            let flaky = matches!(one.status, Status::Flaky { .. });
            !flaky && one.verdict.is_finding()
        };
        let confirmed = self.examination.confirmed.iter().filter(firm);
        confirmed.min_by_key(|one| rank(one, wanted))
    }

    /// The same of all that shows at least now and then, of exactly the kind that is wanted, and
    /// nothing that is in doubt.
    pub fn failure(&self, kind: Option<Kind>) -> Option<&Confirmed> {
        let wanted = |one: &&Confirmed| {
            let doubtful = matches!(one.status, Status::Doubt(_));
            !doubtful && kind.is_none_or(|kind| one.verdict.kind == kind)
        };
        let confirmed = self.examination.confirmed.iter().filter(wanted);
        confirmed.min_by_key(|one| rank(one, &Wanted::default()))
    }
}

/// What comes first among confirmed verdicts.
fn rank(one: &Confirmed, wanted: &Wanted<'_>) -> impl Ord + use<> {
    let Confirmed {
        verdict, status, ..
    } = one;
    let elsewhere = wanted.solver.is_some_and(|solver| verdict.solver != solver);
    let otherwise = wanted.kind.is_some_and(|kind| verdict.kind != kind);
    (
        matches!(status, Status::Doubt(_)),
        elsewhere || otherwise,
        elsewhere,
        *status != Status::Confirmed,
        verdict.kind,
        verdict.evidence,
    )
}
