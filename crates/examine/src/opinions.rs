//! What others say of our evaluator's word on a model: the script with the model put in, answered
//! by solvers.

use crate::{Candidate, Examiner};
use gadfly_oracle::{ModelQuestion, Route, Witness, compare_versions, put_in, said_to};
use gadfly_profile::{is_or_varies, one_code};
use gadfly_solver::{Answer, Run, usable};

/// What our evaluator claims of a model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim<'a> {
    /// The script.
    pub(crate) script: &'a str,
    /// After which `check-sat` the model was printed.
    pub(crate) check: usize,
    /// The model as it was printed.
    pub(crate) model: &'a str,
    /// Whether every assertion is said to hold under it, or one not to.
    pub(crate) holds: bool,
    /// The solver that the claim speaks against.
    pub(crate) blamed: &'a str,
}

/// What others say of a claim.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opinions {
    /// Solvers of other code bases, or for single steps other releases, that bear the claim out.
    pub(crate) support: Vec<Witness>,
    /// Those that contradict it.
    pub(crate) against: Vec<Witness>,
    /// The script with the model put in, where that could be done.
    pub(crate) question: Option<String>,
    runs: Vec<Run>,
}

impl Opinions {
    fn decided(&self) -> bool {
        !self.support.is_empty() || !self.against.is_empty()
    }

    /// Why the claim is in doubt; `None` where somebody bears it out and nobody contradicts.
    pub(crate) fn doubt(&self) -> Option<String> {
        let list = |all: &[Witness]| {
            let all: Vec<String> = all.iter().map(Witness::to_string).collect();
            all.join(", ")
        };
        if !self.against.is_empty() {
            return Some(format!(
                "our evaluator and another route differ: {}",
                list(&self.against)
            ));
        }
        if !self.support.is_empty() {
            return None;
        }
        Some(match self.question {
            None => "the model cannot be put into the script for another solver".into(),
            Some(_) => "no other solver family decides the script with the model put in".into(),
        })
    }
}

/// At most so many families are asked the same question.
const FAMILIES: usize = 3;

impl Examiner<'_> {
    /// Asks others about a claim of our evaluator's.
    pub(crate) fn second_opinion(&self, claim: &Claim, runs: &mut Vec<Run>) -> Opinions {
        let mut opinions = Opinions::default();
        let put = ModelQuestion::new(claim.script, claim.check, claim.model);
        let Some(mut put) = put else {
            return opinions;
        };
        let question = put.whole();
        let wanted = if claim.holds {
            Answer::Sat
        } else {
            Answer::Unsat
        };
        let others = self.of_other_families(claim.blamed);
        for other in others.iter().take(FAMILIES) {
            self.ask(
                other,
                (&question, Route::Definitions),
                &wanted,
                &mut opinions,
            );
            if opinions.decided() {
                break;
            }
        }
        if !opinions.decided() {
            self.ask_steps(claim, &mut put, &others, &mut opinions);
        }
        opinions.question = Some(question);
        runs.append(&mut opinions.runs);
        opinions
    }

    fn ask_steps(
        &self,
        claim: &Claim,
        put: &mut ModelQuestion,
        others: &[Candidate],
        opinions: &mut Opinions,
    ) {
        let script = put.script();
        let values = self.evaluator.values(script, claim.check, claim.model);
        let Some(question) = put.steps(&values) else {
            return;
        };
        let releases = self.other_releases(claim.blamed);
        for other in others.iter().take(FAMILIES).chain(releases.iter().take(1)) {
            self.ask(other, (&question, Route::Steps), &Answer::Unsat, opinions);
            if opinions.decided() {
                return;
            }
        }
    }

    fn ask(
        &self,
        other: &Candidate,
        (question, route): (&str, Route),
        wanted: &Answer,
        opinions: &mut Opinions,
    ) {
        let question = &*said_to(&other.family, question);
        let Ok(run) = self
            .runner
            .fresh(&other.spec, question, &self.settings.limits)
        else {
            return;
        };
        if let Some(answer) = decided(&run) {
            let witness = Witness {
                spec: other.spec.clone(),
                family: other.family.clone(),
                route,
                answer,
            };
            if witness.answer == *wanted {
                opinions.support.push(witness);
            } else {
                opinions.against.push(witness);
            }
        }
        opinions.runs.push(run);
    }

    /// Who refutes a script under a model, one solver a family. Two families mean that no
    /// completion of the model exists.
    pub(crate) fn refuting(&self, script: &str, check: usize, model: &str) -> Vec<Witness> {
        let Some((question, false)) = put_in(script, check, model) else {
            return Vec::new();
        };
        let mut opinions = Opinions::default();
        for other in self.newest_of_families() {
            self.ask(
                &other,
                (&question, Route::Definitions),
                &Answer::Unsat,
                &mut opinions,
            );
            if !opinions.against.is_empty() || opinions.support.len() >= 2 {
                break;
            }
        }
        if opinions.against.is_empty() {
            opinions.support
        } else {
            Vec::new()
        }
    }

    /// The newest solver of each family but the blamed one's.
    pub(crate) fn of_other_families(&self, blamed: &str) -> Vec<Candidate> {
        let family = self.family(blamed);
        let mut all = self.newest_of_families();
        let blamed = family.as_deref();
        all.retain(|solver| blamed.is_none_or(|blamed| !one_code(&solver.family, blamed)));
        all
    }

    fn newest_of_families(&self) -> Vec<Candidate> {
        let mut newest: Vec<Candidate> = Vec::new();
        for solver in self.runner.solvers() {
            match newest
                .iter_mut()
                .find(|old| one_code(&old.family, &solver.family))
            {
                Some(old)
                    if old.family == solver.family
                        && compare_versions(&solver.version, &old.version).is_gt() =>
                {
                    *old = solver;
                }
                Some(_) => {}
                None => newest.push(solver),
            }
        }
        newest
    }

    /// Other releases of the blamed solver's family, the newest first.
    fn other_releases(&self, blamed: &str) -> Vec<Candidate> {
        let solvers = self.runner.solvers();
        let is_blamed = |solver: &&Candidate| is_or_varies(blamed, &solver.spec);
        let Some(own) = solvers.iter().find(is_blamed).cloned() else {
            return Vec::new();
        };
        let mut others = solvers;
        others.retain(|solver| solver.family == own.family && solver.version != own.version);
        others.sort_by(|a, b| compare_versions(&b.version, &a.version));
        others
    }

    fn family(&self, spec: &str) -> Option<String> {
        let solvers = self.runner.solvers();
        let own = solvers
            .into_iter()
            .find(|solver| is_or_varies(spec, &solver.spec));
        own.map(|solver| solver.family)
    }
}

fn decided(run: &Run) -> Option<Answer> {
    match usable(run, 0) {
        Some(answer @ (Answer::Sat | Answer::Unsat)) => Some(answer.clone()),
        _ => None,
    }
}
