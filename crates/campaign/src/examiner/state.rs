//! A `state` finding reduced: what its process was given before, and its case.

use super::describe::{finding_run, is_named};
use super::files::{command_of, run_file};
use super::shrink::{LEAST_LIMIT, order};
use super::{SolverExaminer, session_note};
use crate::work::Reduced;
use gadfly_examine::{Runner, SessionScripts, StatePredicate};
use gadfly_formula::Formula;
use gadfly_oracle::{Identity, Kind, Verdict};
use gadfly_solver::Run;
use gadfly_store::{Finding, Reduction};
use std::time::Instant;

impl SolverExaminer {
    /// Reduces a `state` finding. `None` where the hunt was stopped, the earlier scripts were not
    /// kept, or the bug no longer shows.
    pub(super) fn shrink_state(&self, finding: &Finding, original: &str) -> Option<Reduced> {
        let formula = super::labelled_formula(original, finding.label)?;
        let kind = finding.signature.state_of()?;
        let looked = self.look_after(&formula, &finding.solver, kind, &finding.before);
        let (confirmed, _) = looked.ok()??;
        if confirmed.verdict.kind != Kind::State {
            return None;
        }
        let started = Instant::now();
        let whole = SessionScripts {
            before: finding.before.clone(),
            case: formula.text.clone(),
        };
        let (solver, signature) = (&finding.solver, &finding.signature);
        let halt = || self.plan.cancel.is_set();
        let reduced =
            self.equipment
                .reduce_session(solver, signature, &whole, LEAST_LIMIT, &order(&halt))?;
        if self.plan.cancel.is_set() {
            return None;
        }
        let mut finding = finding.clone();
        let scripts = reduced.scripts;
        let (old, new) = (session_note(finding.before.len()), scripts.before.len());
        for note in &mut finding.notes {
            if *note == old {
                *note = session_note(new);
            }
        }
        finding.before.clone_from(&scripts.before);
        finding.sentence = reduced.sentence;
        finding.reduction = Some(Reduction {
            before: whole.joined().len() as u64,
            after: scripts.joined().len() as u64,
            seconds: started.elapsed().as_secs_f64(),
            tried: reduced.tried,
        });
        Some(self.finish_state(finding, &confirmed.verdict, scripts.case))
    }

    /// What everyone says to the case, and what the bug is called now.
    fn finish_state(&self, mut finding: Finding, verdict: &Verdict, case: String) -> Reduced {
        let limits = &self.equipment.settings.limits;
        let mut scripts: Vec<&str> = finding.before.iter().map(String::as_str).collect();
        scripts.push(&case);
        let ask = |spec: &String| match *spec == finding.solver {
            true => {
                let run = self.equipment.runner.session(spec, &scripts, limits);
                run.ok().flatten()
            }
            false => self.fresh(spec, &case).ok(),
        };
        let specs = self.specs(&finding.solver);
        let runs: Vec<Run> = specs.iter().filter_map(ask).collect();
        finding.runs = runs.iter().map(finding_run).collect();
        if !is_named(verdict) {
            let identity = Identity::after(verdict, &case);
            finding.identity = format!("{} {identity}", finding.version);
        }
        let checks = gadfly_solver::count_checks(&case).saturating_sub(1);
        finding.check = (verdict.check.min(checks)) as u64;
        finding.title = gadfly_report::title(&finding, &case);
        let sent = self.sent(&finding.solver, &case);
        let sent = SessionScripts {
            before: finding.before.clone(),
            case: sent.unwrap_or_else(|| case.clone()),
        };
        Reduced {
            command: command_of(&runs, &finding.solver),
            sent: Some(sent.joined()),
            proof: None,
            runs: runs.iter().map(|run| run_file(run, "case")).collect(),
            finding,
            case,
        }
    }
}

impl SolverExaminer {
    /// The bug predicate of a `state` finding on a solver, and on its case or original.
    pub(crate) fn state_predicate<'a>(
        &'a self,
        finding: &Finding,
        solver: &str,
    ) -> Option<StatePredicate<'a>> {
        StatePredicate::of(self.equipment.examiner(), solver, &finding.signature)
    }

    /// Why a persistent process of a solver does not take these scripts; `None` where it does.
    pub(crate) fn disturbed(
        &self,
        solver: &str,
        before: &[&str],
        formula: &Formula,
    ) -> Option<String> {
        let mut scripts = before.to_vec();
        scripts.push(&formula.text);
        let limits = &self.equipment.settings.limits;
        match self.equipment.runner.serve(solver, &scripts, limits) {
            Ok(Some(served)) => served.disturbed,
            Ok(None) => Some("it has no persistent mode".into()),
            Err(error) => Some(error.to_string()),
        }
    }
}
