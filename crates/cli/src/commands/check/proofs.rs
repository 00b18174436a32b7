//! `gadfly check --proofs`: a proof for each `unsat`, checked step by step.

use super::verdicts::Judge;
use gadfly_formula::Formula;
use gadfly_oracle::{ProofFact, Proved};
use gadfly_solver::{Answer, Run, usable};
use serde_json::{Value, json};

/// What became of the proof of a run's last `unsat`.
pub(super) struct Proof {
    /// Which solver.
    spec: String,
    /// What was asked for, where the solver prints proofs at all.
    pub(super) fact: Option<ProofFact>,
    check: usize,
}

/// Asks each solver for a proof of its last `unsat`.
pub(super) fn ask(judge: &Judge, formula: &Formula, runs: &[Run]) -> Vec<Proof> {
    let of = |run: &Run| {
        let mut refuted = (0..run.answers.len()).rev();
        let check = refuted.find(|n| usable(run, *n) == Some(&Answer::Unsat))?;
        Some(Proof {
            spec: run.spec.clone(),
            fact: judge.prove(&run.spec, &formula.text, check),
            check,
        })
    };
    runs.iter().filter_map(of).collect()
}

/// The proof of a solver, where it was asked for one.
pub(super) fn of<'a>(proofs: &'a [Proof], run: &Run) -> Option<&'a Proof> {
    proofs.iter().find(|proof| proof.spec == run.spec)
}

const PRINTS_NONE: &str = "it prints no proofs that gadfly reads";

impl Proof {
    /// In a line.
    pub(super) fn line(&self) -> String {
        match &self.fact {
            Some(fact) => format!("proof: {fact}"),
            None => format!("proof: none: {PRINTS_NONE}"),
        }
    }

    pub(super) fn as_json(&self) -> Value {
        let report = self.fact.as_ref().and_then(ProofFact::report);
        let fault = report.and_then(|report| report.fault.as_ref());
        let reason = match self.fact.as_ref().map(|fact| &fact.proved) {
            Some(Proved::Checked(_)) => fault.map(ToString::to_string),
            Some(Proved::Unread(why) | Proved::None(why)) => Some(why.clone()),
            None => Some(PRINTS_NONE.to_string()),
        };
        json!({
            "status": self.fact.as_ref().map_or("none", ProofFact::status),
            "check": self.check,
            "steps": report.map_or(0, |report| report.steps),
            "holes": report.map(|report| report.holes.clone()).unwrap_or_default(),
            "fault": fault.map(|f| json!({"step": f.step, "rule": f.rule, "reason": f.reason})),
            "reason": reason,
        })
    }
}
