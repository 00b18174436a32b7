//! Who is wrong: a model from whoever says sat, a core from whoever says unsat.

use crate::Examiner;
use gadfly_formula::Formula;
use gadfly_oracle::{ModelFact, ModelTruth, Obligation, ObligationFact, ProofFact, probe};
use gadfly_solver::{Answer, Run, usable};

/// Evidence beyond the answers, and the runs that it took.
#[derive(Default)]
pub(crate) struct Gathered {
    pub(crate) models: Vec<ModelFact>,
    pub(crate) cores: Vec<ObligationFact>,
    pub(crate) proofs: Vec<ProofFact>,
    pub(crate) runs: Vec<Run>,
}

/// At most so many solvers are asked for a model, and so many for a core.
pub(crate) const ASKED: usize = 6;

impl Examiner<'_> {
    /// Models of all that say sat, proofs of those that contradict them, and, where neither settles the
    /// matter, cores of those that say unsat.
    pub(crate) fn evidence(&self, formula: &Formula, round: &[Run]) -> Gathered {
        self.evidence_of(formula, round, ASKED)
    }

    /// The same, with a model of every solver that says sat, however many they are.
    pub(crate) fn evidence_of_all(&self, formula: &Formula, round: &[Run]) -> Gathered {
        self.evidence_of(formula, round, usize::MAX)
    }

    /// Models alone: all that a wrong `unsat` needs.
    pub(crate) fn models(&self, formula: &Formula, round: &[Run], most: usize) -> Gathered {
        let mut gathered = Gathered::default();
        let sat = round.iter().filter(|run| !sat_checks(run).is_empty());
        for run in sat.take(most) {
            self.ask_model(&formula.text, run, &mut gathered);
        }
        gathered
    }

    fn evidence_of(&self, formula: &Formula, round: &[Run], most: usize) -> Gathered {
        let mut gathered = self.models(formula, round, most);
        let witness = gathered
            .models
            .iter()
            .any(|fact| fact.truth == ModelTruth::True);
        gathered.proofs = self.proofs(&formula.text, round, &mut gathered.runs);
        let proved = gathered.proofs.iter().any(ProofFact::is_valid);
        if !witness && !proved && gadfly_solver::count_checks(&formula.text) == 1 {
            let refuting = round
                .iter()
                .filter(|run| usable(run, 0) == Some(&Answer::Unsat));
            for run in refuting.take(ASKED / 3) {
                self.ask_core(&formula.text, run, &mut gathered);
            }
        }
        gathered
    }

    /// Asks twice where the first model is false: a finding must show again.
    fn ask_model(&self, script: &str, run: &Run, gathered: &mut Gathered) {
        let checks = sat_checks(run);
        let probe = probe::with_models(script, &checks);
        let mut facts = Vec::new();
        for _ in 0..2 {
            let Ok(again) = self.runner.fresh(&run.spec, &probe, &self.settings.limits) else {
                return;
            };
            facts = self.models_of(script, &again, &checks);
            gathered.runs.push(again);
            let bad = facts
                .iter()
                .any(|fact| matches!(fact.truth, ModelTruth::False(_) | ModelTruth::Refuted(_)));
            if !bad {
                break;
            }
        }
        gathered.models.extend(facts);
    }

    /// The truth of each model of a run, where it printed one for each `check-sat` in the list.
    fn models_of(&self, script: &str, run: &Run, checks: &[usize]) -> Vec<ModelFact> {
        let all_sat = checks
            .iter()
            .all(|check| usable(run, *check) == Some(&Answer::Sat));
        if !all_sat || run.models.len() != checks.len() {
            return Vec::new();
        }
        let pairs = checks.iter().zip(&run.models);
        pairs
            .map(|(check, model)| ModelFact {
                spec: run.spec.clone(),
                check: *check,
                truth: self.truth(script, *check, run, model),
                model: model.clone(),
            })
            .collect()
    }

    /// The truth of a model, unless the release writes its values in a way of its own.
    /// Where our evaluator cannot say, two families that refute the script under the model settle
    /// it.
    pub(crate) fn truth(&self, script: &str, check: usize, run: &Run, model: &str) -> ModelTruth {
        if let Some(why) = self.known.legacy_model(&run.family, &run.version, model) {
            return ModelTruth::Undetermined(why.into());
        }
        let truth = self.evaluator.evaluate(script, check, model);
        if !matches!(truth, ModelTruth::Undetermined(_)) {
            return truth;
        }
        let refuting = self.refuting(script, check, model);
        if refuting.len() >= 2 {
            ModelTruth::Refuted(refuting)
        } else {
            truth
        }
    }

    /// The truth of models that came with the first runs, where the script itself asks for them.
    pub(crate) fn evaluate_models(&self, formula: &Formula, runs: &[Run]) -> Vec<ModelFact> {
        let with_models = runs.iter().filter(|run| !run.models.is_empty());
        with_models
            .flat_map(|run| self.models_of(&formula.text, run, &sat_checks(run)))
            .collect()
    }

    /// A core of a solver that says unsat, solved again by one solver of each family.
    fn ask_core(&self, script: &str, run: &Run, gathered: &mut Gathered) {
        let Some(probe) = probe::with_core(script) else {
            return;
        };
        let limits = &self.settings.limits;
        let Ok(named) = self.runner.fresh(&run.spec, &probe, limits) else {
            return;
        };
        let core = named
            .cores
            .first()
            .and_then(|core| probe::core_alone(script, core));
        gathered.runs.push(named);
        let Some(core) = core else { return };
        let mut fact = ObligationFact::new(&run.spec, Obligation::of_core(core.clone()));
        let solvers = self.one_of_each_family(&run.spec);
        self.answer(&core, None, &solvers, &mut fact, &mut gathered.runs);
        gathered.cores.push(fact);
    }

    pub(crate) fn has_model(&self, script: &str, spec: &str, runs: &mut Vec<Run>) -> bool {
        let probe = probe::with_models(script, &[0]);
        let Ok(run) = self.runner.fresh(spec, &probe, &self.settings.limits) else {
            return false;
        };
        let facts = self.models_of(script, &run, &[0]);
        runs.push(run);
        facts.iter().any(|fact| fact.truth == ModelTruth::True)
    }

    /// The named solver for its own family, and the newest of every other.
    pub(crate) fn one_of_each_family(&self, spec: &str) -> Vec<String> {
        let solvers = self.runner.solvers();
        let own = solvers
            .iter()
            .find(|solver| solver.spec == spec)
            .map(|solver| solver.family.clone());
        let mut chosen: Vec<&crate::Candidate> = Vec::new();
        for solver in &solvers {
            let better = |old: &crate::Candidate| {
                gadfly_oracle::compare_versions(&solver.version, &old.version).is_gt()
            };
            match chosen.iter_mut().find(|old| old.family == solver.family) {
                _ if Some(&solver.family) == own.as_ref() && solver.spec != spec => {}
                Some(old) if better(old) => *old = solver,
                Some(_) => {}
                None => chosen.push(solver),
            }
        }
        chosen
            .into_iter()
            .map(|solver| solver.spec.clone())
            .collect()
    }
}

/// The `check-sat` that a run answered with sat.
fn sat_checks(run: &Run) -> Vec<usize> {
    (0..run.answers.len())
        .filter(|n| usable(run, *n) == Some(&Answer::Sat))
        .collect()
}
