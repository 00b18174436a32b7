//! Models that our evaluator cannot judge: others are asked about some of them.

use super::tester::{Sent, SolverTester};
use crate::work::JudgedModel;
use gadfly_exec::Limits;
use gadfly_formula::Formula;
use gadfly_oracle::{ModelFact, ModelTruth, Route, Witness};
use gadfly_profile::one_code;
use gadfly_solver::{Answer, Run};

/// Of models that our evaluator cannot judge, one in so many is given to others.
const ASK_OPEN: u64 = 4;
/// What the reason is called where we cannot read the script or the model: nor can we put it in.
const READING: &str = "reading";

impl SolverTester {
    /// Where our evaluator cannot say, the solver itself and another family are asked about one
    /// model in a few: what both refute, no completion of the model satisfies.
    pub(super) fn settle_open(
        &mut self,
        formula: &Formula,
        sent: &Sent<'_>,
        runs: &[Run],
        models: &mut [ModelFact],
        limits: &Limits,
    ) -> Vec<JudgedModel> {
        let turn = u64::from(formula.hash().0[29]).is_multiple_of(ASK_OPEN);
        let mut judged = Vec::with_capacity(models.len());
        for fact in models {
            let open = matches!(&fact.truth, ModelTruth::Undetermined(why) if why.kind != READING);
            let mut one = JudgedModel {
                said: match &fact.truth {
                    ModelTruth::True => "true",
                    ModelTruth::False(_) | ModelTruth::Refuted(_) => "false",
                    ModelTruth::Undetermined(why) => why.kind,
                },
                asked: false,
                refuted: false,
            };
            if open
                && turn
                && let Some(run) = runs.iter().find(|run| run.spec == fact.spec)
            {
                let refuting = self.refuting(sent, run, limits);
                one.asked = refuting.is_some();
                if let Some(witnesses) = refuting.filter(|witnesses| witnesses.len() >= 2) {
                    one.refuted = true;
                    fact.truth = ModelTruth::Refuted(witnesses);
                }
            }
            judged.push(one);
        }
        judged
    }

    /// Who refutes the formula under a run's model: another family, and if it does, the solver
    /// itself. `None` where nobody can be asked.
    fn refuting(&mut self, sent: &Sent<'_>, run: &Run, limits: &Limits) -> Option<Vec<Witness>> {
        let plan = self.plan.clone();
        let script = sent.script?;
        let question = gadfly_oracle::closed_question(script, 0, run.models.first()?)?;
        let own = plan.book.get(&run.spec).ok()?;
        let mut all = plan.references.iter().chain(&plan.tested);
        let other = all.find(|solver| !one_code(&solver.family, &run.family))?;
        let mut witnesses = Vec::new();
        for solver in [other, &own] {
            let question = gadfly_oracle::said_to(&solver.family, &question);
            let read = self.lenient.parse(&*question).ok()?;
            let asked = Sent {
                text: &question,
                script: Some(&read),
                standard: false,
            };
            let limits = self.reference_limits(solver, *limits);
            let answer = self.run(solver, &asked, &limits, false).answer(0).cloned();
            self.lenient.recycle(read);
            if answer != Some(Answer::Unsat) {
                break;
            }
            witnesses.push(Witness {
                spec: solver.spec.clone(),
                family: solver.family.clone(),
                route: Route::Definitions,
                answer: Answer::Unsat,
            });
        }
        Some(witnesses)
    }
}
