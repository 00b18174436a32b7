//! From a stored verdict to a finding: confirmed in fresh processes, described, made small.

mod describe;
mod files;

use crate::bench::{Book, BookRunner};
use crate::work::{Examined, Examiner, Real, Reduced};
use describe::describe;
use files::{command_of, run_file};
use gadfly_exec::{Cancel, Limits};
use gadfly_formula::{Expect, Formula, LabelSource, Provenance};
use gadfly_oracle::{
    Case, Confirmed, Evaluator, Examiner as Oracle, Known, Policy, Runner, Settings, Status,
};
use gadfly_solver::{Run, Solver};
use gadfly_store::{Finding, VerdictRow};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What the examiner works with.
pub struct ExaminerPlan {
    /// Solvers under test.
    pub tested: Vec<Arc<Solver>>,
    /// Solvers that confirm and arbitrate.
    pub references: Vec<Arc<Solver>>,
    /// All of them by spec.
    pub book: Arc<Book>,
    /// Generous limits.
    pub limits: Limits,
    /// Evaluates models.
    pub evaluator: Arc<dyn Evaluator + Send + Sync>,
    /// Known issues and gates.
    pub known: Arc<Known>,
    /// What counts as what.
    pub policy: Policy,
    /// The seeds by path: text and claimed answers.
    pub seeds: Arc<FxHashMap<String, (String, Vec<Expect>)>>,
    /// Stops everything.
    pub cancel: Cancel,
}

/// Confirms and reduces with real solvers.
pub struct SolverExaminer {
    plan: ExaminerPlan,
    settings: Settings,
    runner: BookRunner,
}

impl SolverExaminer {
    /// An examiner; it starts processes when it is asked.
    pub fn new(plan: ExaminerPlan) -> SolverExaminer {
        let at_hand = plan.tested.iter().chain(&plan.references).cloned().collect();
        SolverExaminer {
            settings: Settings {
                tries: 2,
                limits: plan.limits,
                policy: plan.policy.clone(),
            },
            runner: BookRunner {
                book: plan.book.clone(),
                at_hand,
                cancel: plan.cancel.clone(),
            },
            plan,
        }
    }

    fn oracle(&self) -> Oracle<'_> {
        Oracle {
            runner: &self.runner,
            evaluator: self.plan.evaluator.as_ref(),
            known: &self.plan.known,
            settings: &self.settings,
        }
    }

    /// The blamed solver, then everyone who may say something to it, each once.
    fn specs(&self, blamed: &str) -> Vec<String> {
        let mut specs = vec![blamed.to_string()];
        for solver in self.plan.tested.iter().chain(&self.plan.references) {
            let variation = blamed.strip_prefix(&solver.spec).is_some_and(|rest| rest.starts_with(' '));
            if !specs.contains(&solver.spec) && !variation {
                specs.push(solver.spec.clone());
            }
        }
        specs
    }

    fn seeds_of(&self, formula: &Formula) -> Vec<Formula> {
        let parents = formula.provenance.parents.iter();
        parents
            .filter_map(|parent| {
                let (text, expect) = self.plan.seeds.get(&parent.path)?;
                Some(Formula {
                    text: text.clone(),
                    expect: expect.clone(),
                    label: LabelSource::Claimed,
                    provenance: Provenance::default(),
                })
            })
            .collect()
    }

    fn run_all(&self, specs: &[String], script: &str) -> Result<Vec<Run>, String> {
        let mut runs = Vec::new();
        for spec in specs {
            match self.runner.fresh(spec, script, &self.settings.limits) {
                Ok(run) => runs.push(run),
                Err(error) => return Err(error.to_string()),
            }
        }
        Ok(runs)
    }
}

impl Examiner for SolverExaminer {
    fn confirm(&mut self, verdict: &VerdictRow) -> Examined {
        let Some(formula) = formula_of(verdict) else {
            return Examined::Unconfirmed("its formula was not kept".into());
        };
        let specs = self.specs(&verdict.solver);
        let runs = match self.run_all(&specs, &formula.text) {
            Ok(runs) => runs,
            Err(_) => return Examined::Cancelled,
        };
        let seeds = self.seeds_of(&formula);
        let case = Case {
            formula: &formula,
            runs: &runs,
            history: &[],
            parents: &[],
            seeds: &seeds,
        };
        let examination = self.oracle().examine(&case);
        if self.plan.cancel.is_set() {
            return Examined::Cancelled;
        }
        let firm = |confirmed: &&Confirmed| confirmed.status == Status::Confirmed;
        let confirmed = examination.confirmed.iter().filter(firm);
        // The verdict that was suspected; where evidence moved the matter, what it became.
        let mut ranked: Vec<&Confirmed> = confirmed.filter(|c| c.verdict.is_finding()).collect();
        ranked.sort_by_key(|c| {
            let same = c.verdict.solver == verdict.solver && c.verdict.kind.name() == verdict.kind;
            (!same, c.verdict.solver != verdict.solver, c.verdict.kind)
        });
        let Some(chosen) = ranked.first() else {
            let why = examination.dismissed.first().map(|(_, why)| why.clone());
            return Examined::Unconfirmed(why.unwrap_or_else(|| "no fresh process shows it".into()));
        };
        let (finding, named) = describe(chosen, &formula, &runs, &self.plan.book);
        let command = command_of(&runs, &chosen.verdict.solver);
        let files = runs.iter().map(|run| run_file(run, "original")).collect();
        Examined::Confirmed(Box::new(Real {
            finding,
            runs: files,
            command,
            named,
        }))
    }

    fn reduce(&mut self, _: &Finding, _: &str) -> Option<Reduced> {
        None
    }
}

/// The formula that a verdict is about, with its label as strong as it was.
pub(crate) fn formula_of(verdict: &VerdictRow) -> Option<Formula> {
    let mut formula = Formula::parse(verdict.formula.as_deref()?).ok()?;
    formula.label = match verdict.label.as_str() {
        "Witness" => LabelSource::Witness,
        "Construction" => LabelSource::Construction,
        "Confirmed" => LabelSource::Confirmed,
        "Claimed" => LabelSource::Claimed,
        _ => LabelSource::None,
    };
    Some(formula)
}
