//! What the words of tested solvers oblige them to, looked at while hunting: by our evaluator always,
//! by other solvers as long as all of that takes no more CPU time than the questions took, or, where
//! what is found must not hang on the clock, about everything.

use super::tester::{Sent, SolverTester};
use gadfly_exec::Limits;
use gadfly_formula::Formula;
use gadfly_oracle::{ModelTruth, Must, ObligationFact, Topic, evaluate, obligations};
use gadfly_solver::{Answer, Asked, Run, Solver};
use std::sync::Arc;
use std::time::Duration;

/// CPU time of questions, and of what their answers oblige to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spent {
    /// Tested solvers on scripts with questions.
    pub questions: Duration,
    /// Other solvers on what the answers oblige to.
    pub others: Duration,
    /// Ourselves: deriving obligations, evaluating, talking to the others.
    pub own: Duration,
}

impl Spent {
    /// What all obligations took.
    pub fn obligations(&self) -> Duration {
        self.others + self.own
    }

    fn is_fair(&self) -> bool {
        self.obligations() <= self.questions
    }

    /// What obligations may still take.
    fn left(&self) -> Duration {
        self.questions.saturating_sub(self.obligations())
    }
}

/// CPU time of this thread.
fn thread_cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

impl SolverTester {
    /// What questions and obligations took so far.
    pub fn spent(&self) -> Spent {
        self.spent
    }

    /// What the words of these runs oblige to, and how far it is discharged.
    pub(super) fn obligations(
        &mut self,
        formula: &Formula,
        runs: &[Run],
        limits: &Limits,
    ) -> Vec<ObligationFact> {
        let before = thread_cpu();
        let facts = self.discharged(formula, runs, limits);
        self.spent.own += thread_cpu().saturating_sub(before);
        facts
    }

    fn discharged(
        &mut self,
        formula: &Formula,
        runs: &[Run],
        limits: &Limits,
    ) -> Vec<ObligationFact> {
        let mut facts = Vec::new();
        for run in runs {
            let asked = run.told.iter().any(|told| told.asked != Asked::Model);
            if !asked || self.plan.known.is_legacy_said(run) {
                continue;
            }
            self.spent.questions += run.raw.cpu;
            for obligation in obligations(&formula.text, run) {
                let mut fact = ObligationFact::new(&run.spec, obligation);
                fact.quorum = 1;
                if self.discharge(run, &mut fact, limits) {
                    facts.push(fact);
                }
            }
        }
        facts
    }

    /// Whether other solvers may be asked now.
    fn may_ask(&self) -> bool {
        !self.plan.thrifty || self.spent.is_fair()
    }

    /// Whether anything could be done about it.
    fn discharge(&mut self, run: &Run, fact: &mut ObligationFact, limits: &Limits) -> bool {
        let plan = self.plan.clone();
        match fact.obligation.must.clone() {
            Must::Never => true,
            Must::Hold { models, .. } => {
                let legacy = |model: &String| {
                    let known = &plan.known;
                    known
                        .legacy_model(&run.family, &run.version, model)
                        .is_some()
                };
                if fact.obligation.topic == Topic::Value && models.iter().any(legacy) {
                    return false;
                }
                fact.truth = evaluate(plan.evaluator.as_ref(), &fact.obligation);
                true
            }
            Must::Answer { script, answer, .. } => {
                if !self.may_ask() || fact.obligation.may_hang_on(&plan.known) {
                    return false;
                }
                self.answer(run, (&script, &answer), fact, limits);
                true
            }
        }
    }

    /// One solver of each other family, until one gives the answer that keeps the law; where all break
    /// it, whether one of them finds satisfiable what is given.
    fn answer(
        &mut self,
        run: &Run,
        (script, right): (&str, &Answer),
        fact: &mut ObligationFact,
        limits: &Limits,
    ) {
        let plan = self.plan.clone();
        let mut families = vec![run.family.clone()];
        let mut others: Vec<&Arc<Solver>> = Vec::new();
        for solver in plan.references.iter().chain(&plan.tested) {
            if !families.contains(&solver.family) {
                families.push(solver.family.clone());
                others.push(solver);
            }
        }
        for solver in &others {
            // Each run counts: what one family has not refuted yet can wait.
            if !self.may_ask() {
                return;
            }
            let Some(solved) = self.solve(solver, script, limits) else {
                return;
            };
            let Some(answer) = solved.answer(0).cloned() else {
                continue;
            };
            if let (Answer::Sat, Some(model)) = (&answer, solved.models.first()) {
                let truth = plan.evaluator.evaluate(script, 0, model);
                fact.model_checked |= truth == ModelTruth::True;
            }
            let done = answer == *right;
            fact.answers.push((solved.spec, solved.family, answer));
            if done {
                break;
            }
        }
        if let Some(given) = fact.lacks_given().map(str::to_string) {
            fact.given = others.iter().any(|solver| {
                let solved = self.solve(solver, &given, limits);
                solved.is_some_and(|run| run.answer(0) == Some(&Answer::Sat))
            });
        }
    }

    /// What a solver says to a script of our own; `None` for one that we cannot read.
    fn solve(&mut self, solver: &Arc<Solver>, script: &str, limits: &Limits) -> Option<Run> {
        let read = self.lenient.parse(script).ok()?;
        let sent = Sent {
            text: script,
            script: Some(&read),
            standard: false,
        };
        // A question that nobody decides takes no more than what is left: the next ones are asked for it.
        let left = self.plan.thrifty.then(|| self.spent.left());
        let limits = match (limits.cpu, left) {
            (Some(cpu), Some(left)) if left < cpu => limits.timed(left),
            _ => *limits,
        };
        let limits = self.reference_limits(solver, limits);
        let solved = self.run(solver, &sent, &limits, false);
        self.spent.others += solved.raw.cpu;
        self.lenient.recycle(read);
        Some(solved)
    }
}
