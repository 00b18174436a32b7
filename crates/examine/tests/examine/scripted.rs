//! Solvers and an evaluator that a test makes up.

use crate::words::{formula, run};
use gadfly_examine::{Candidate, Case, Examination, Examiner, Runner, RunnerError, Settings};
use gadfly_exec::Limits;
use gadfly_formula::Formula;
use gadfly_oracle::{Evaluator, Known, ModelTruth};
use gadfly_solver::Run;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(crate) type Says = fn(spec: &str, script: &str, nth: usize) -> String;

/// Solvers whose words a function makes up; `nth` counts runs.
pub(crate) struct Made {
    pub(crate) specs: &'static [&'static str],
    pub(crate) fresh: Says,
    pub(crate) session: fn(spec: &str, scripts: &[&str]) -> String,
    pub(crate) count: AtomicUsize,
}

impl Made {
    pub(crate) fn new(specs: &'static [&'static str], fresh: Says) -> Self {
        Made {
            specs,
            fresh,
            session: |_, _| String::new(),
            count: AtomicUsize::new(0),
        }
    }
}

/// z3 says `unsat` to everything, and everyone else `sat`.
pub(crate) fn z3_refutes(spec: &str, _: &str, _: usize) -> String {
    let refutes = spec.starts_with("z3");
    if refutes { "unsat" } else { "sat" }.into()
}

impl Runner for Made {
    fn solvers(&self) -> Vec<Candidate> {
        let name = |spec: &&str| {
            let (family, version) = spec.split_once('@').expect("NAME@VERSION");
            Candidate {
                spec: spec.to_string(),
                family: family.into(),
                version: version.into(),
            }
        };
        self.specs.iter().map(name).collect()
    }

    fn fresh(&self, spec: &str, script: &str, _: &Limits) -> Result<Run, RunnerError> {
        let nth = self.count.fetch_add(1, Ordering::Relaxed);
        let words = (self.fresh)(spec, script, nth);
        let mut made = run(&format!("{spec}={words}"));
        if script.contains("(get-model)") {
            made.models = made
                .answers
                .iter()
                .map(|_| format!("( ; model of {spec}\n)"))
                .collect();
        }
        if script.contains("(get-unsat-core)") {
            made.cores = vec!["(gadfly!core!0)".into()];
        }
        Ok(made)
    }

    fn session(
        &self,
        spec: &str,
        scripts: &[&str],
        _: &Limits,
    ) -> Result<Option<Run>, RunnerError> {
        let words = (self.session)(spec, scripts);
        Ok((!words.is_empty()).then(|| run(&format!("{spec}={words}"))))
    }
}

/// An evaluator that knows whose models hold.
pub(crate) struct Knows(pub(crate) &'static [(&'static str, ModelTruth)]);

impl Evaluator for Knows {
    fn evaluate(&self, _: &str, _: usize, model: &str) -> ModelTruth {
        let mut known = self.0.iter();
        let found = known.find(|(owner, _)| model.contains(owner));
        found.map_or(
            ModelTruth::Undetermined("a quantifier".into()),
            |(_, truth)| truth.clone(),
        )
    }

    fn well_sorted(&self, _: &str) -> bool {
        true
    }
}

pub(crate) const NOTHING: Knows = Knows(&[]);
pub(crate) const TWO: &[&str] = &["z3@5.4.0", "cvc5@1.4.2"];

pub(crate) fn settings() -> Settings {
    Settings::new(3, Limits::default())
}

pub(crate) fn script(text: &str) -> Formula {
    Formula {
        text: text.into(),
        ..formula("none")
    }
}

pub(crate) fn examine(
    runner: &Made,
    evaluator: &Knows,
    formula: &Formula,
    runs: &[Run],
    history: &[(String, Vec<String>)],
) -> Examination {
    let (known, settings) = (Known::default(), settings());
    let examiner = Examiner {
        runner,
        evaluator,
        known: &known,
        settings: &settings,
    };
    examiner.examine(&Case {
        history,
        ..Case::new(formula, runs)
    })
}

pub(crate) fn summary(examination: &Examination) -> Vec<String> {
    let confirmed = examination.confirmed.iter();
    confirmed
        .map(|c| format!("{} {}", c.verdict.kind, c.verdict.solver))
        .collect()
}
