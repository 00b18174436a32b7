//! What a solver's words oblige it to, discharged: by our evaluator where models decide, by solvers of
//! other families where not.

use crate::Examiner;
use gadfly_oracle::{
    Fate, ModelTruth, Must, Obligation, ObligationFact, evaluate, obligations, probe,
    with_models_beside_values,
};
use gadfly_solver::{Answer, Run, usable};
use gadfly_vocabulary::{Law, Topic};

impl Examiner<'_> {
    /// What a run's words oblige its solver to, and how far each obligation that is wanted is
    /// discharged. The runs that it takes are added to `runs`.
    pub fn obligations(
        &self,
        script: &str,
        run: &Run,
        wanted: &dyn Fn(&Obligation) -> bool,
        runs: &mut Vec<Run>,
    ) -> Vec<ObligationFact> {
        if self.legacy(run, script).is_some() || self.known.is_legacy_said(run) {
            return Vec::new();
        }
        let all = self.said_with_models(script, run, runs);
        let wanted = all.into_iter().filter(|obligation| wanted(obligation));
        let mut facts: Vec<ObligationFact> = Vec::new();
        for obligation in wanted {
            // What our evaluator found wrong needs nobody to find it wrong again.
            let settled = facts.iter().any(|fact| {
                let same = |a: &Obligation, b: &Obligation| {
                    (a.topic, a.law, a.check, &a.said) == (b.topic, b.law, b.check, &b.said)
                };
                let wrong = matches!(fact.truth, Some((ModelTruth::False(_), _)));
                wrong && same(&fact.obligation, &obligation)
            });
            if !settled {
                facts.push(self.discharge(run, obligation, runs));
            }
        }
        facts
    }

    /// The obligations of a run; where it gave values without a model, those of another run that gives
    /// both.
    fn said_with_models(&self, script: &str, run: &Run, runs: &mut Vec<Run>) -> Vec<Obligation> {
        let all = obligations(script, run);
        let lacks_model = |it: &Obligation| (it.topic, it.law) == (Topic::Value, Law::Consistent);
        if !all.iter().any(lacks_model) {
            return all;
        }
        let limits = &self.settings.limits;
        let with_models = with_models_beside_values(script);
        let again = with_models.and_then(|script| {
            let run = self.runner.fresh(&run.spec, &script, limits).ok()?;
            Some((script, run))
        });
        let Some((script, again)) = again else {
            return all;
        };
        let more = obligations(&script, &again);
        runs.push(again);
        match more.iter().any(lacks_model) || more.len() != all.len() {
            true => all,
            false => more,
        }
    }

    fn discharge(&self, run: &Run, obligation: Obligation, runs: &mut Vec<Run>) -> ObligationFact {
        let mut fact = ObligationFact::new(&run.spec, obligation);
        match &fact.obligation.must {
            Must::Never => {}
            Must::Answer { .. } if fact.obligation.may_hang_on(self.known) => {}
            Must::Hold { script, models } if fact.obligation.topic == Topic::Value => {
                // A model of the solver's own, which may be written in a way of its own.
                let model = models.first().cloned().unwrap_or_default();
                let truth = self.truth(script, 0, run, &model);
                fact.truth = Some((truth, model));
            }
            Must::Hold { .. } => fact.truth = evaluate(self.evaluator, &fact.obligation),
            Must::Answer { script, answer, .. } => {
                let others = self.of_other_families(&run.spec);
                let others: Vec<String> = others.into_iter().map(|other| other.spec).collect();
                let (script, answer) = (script.clone(), answer.clone());
                self.answer(&script, Some(&answer), &others, &mut fact, runs);
                // That a step of a derivation does not follow is refuted by proof where only one family can
                // decide it.
                let derives = fact.obligation.topic == Topic::Derivation;
                let mut answers = fact.answers.iter().map(|(.., it)| it);
                let denied = answers.len() > 0 && answers.all(|it| *it == Answer::Unsat);
                let by_proof = answer == Answer::Unsat || derives && denied;
                if by_proof && fact.fate() == Fate::Open {
                    fact.proved = self.is_proved(&script, runs);
                }
                if let Some(given) = fact.lacks_given().map(str::to_string) {
                    fact.given = others.iter().any(|it| self.finds_sat(&given, it, runs));
                }
            }
        }
        fact
    }

    /// Whether somebody gives a proof that a script of ours is unsatisfiable: the blamed solver's own
    /// will do, because every step of it is checked.
    fn is_proved(&self, script: &str, runs: &mut Vec<Run>) -> bool {
        let solvers = self.one_of_each_family("");
        let mut facts = solvers
            .iter()
            .filter_map(|spec| self.prove(spec, script, 0, runs));
        facts.any(|fact| fact.is_valid())
    }

    fn finds_sat(&self, script: &str, solver: &str, runs: &mut Vec<Run>) -> bool {
        let Ok(run) = self.runner.fresh(solver, script, &self.settings.limits) else {
            return false;
        };
        let sat = usable(&run, 0) == Some(&Answer::Sat);
        runs.push(run);
        sat
    }

    /// Solvers answer the script of an obligation. With `until`, only until one of them gives this
    /// answer: one that keeps the law is enough.
    pub(crate) fn answer(
        &self,
        script: &str,
        until: Option<&Answer>,
        solvers: &[String],
        fact: &mut ObligationFact,
        runs: &mut Vec<Run>,
    ) {
        let question = probe::with_models(script, &[]);
        for solver in solvers {
            let Ok(solved) = self.runner.fresh(solver, &question, &self.settings.limits) else {
                continue;
            };
            if let Some(answer) = usable(&solved, 0).cloned() {
                let checked = answer == Answer::Sat && self.has_model(script, solver, runs);
                fact.model_checked |= checked;
                let done = until == Some(&answer);
                let (spec, family) = (solved.spec.clone(), solved.family.clone());
                fact.answers.push((spec, family, answer));
                runs.push(solved);
                if done {
                    return;
                }
            } else {
                runs.push(solved);
            }
        }
    }
}
