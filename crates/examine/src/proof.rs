//! Proofs of `unsat`: asked for in a fresh process and checked, and a step that our checker finds wrong
//! put to others before anybody is blamed.

use crate::{Doubt, Examiner};
use gadfly_exec::Limits;
use gadfly_oracle::{
    Evidence, Facts, Judged, MOST_PROOF, ProofFact, Route, Verdict, Witness, probe, said_to,
};
use gadfly_solver::{Answer, Run, usable};

/// At most so many solvers are asked for a proof of one check.
const PROVERS: usize = 2;
/// A proof takes longer than an answer.
const SLACK: u32 = 4;
/// At most so many families are asked about a step.
const FAMILIES: usize = 3;

impl Examiner<'_> {
    /// A solver's proof that one `check-sat` is unsatisfiable; `None` where its profile says that it
    /// prints none, or it could not be run. A step that our checker finds wrong is put to others.
    pub fn prove(
        &self,
        spec: &str,
        script: &str,
        check: usize,
        runs: &mut Vec<Run>,
    ) -> Option<ProofFact> {
        let options = self.runner.proof_options(spec)?;
        let question = probe::with_proof(script, check, &options);
        let given = &self.settings.limits;
        let longer = given.cpu.map_or(*given, |cpu| given.timed(cpu * SLACK));
        let limits = Limits {
            output: Some(MOST_PROOF),
            ..longer
        };
        let run = self.runner.fresh(spec, &question, &limits).ok()?;
        let mut fact = ProofFact::of(script, check, run);
        runs.push((*fact.run).clone());
        self.refute_step(&mut fact, runs);
        Some(fact)
    }

    /// Proofs of checks that some find satisfiable, by those that do not.
    pub(crate) fn proofs(
        &self,
        script: &str,
        round: &[Run],
        runs: &mut Vec<Run>,
    ) -> Vec<ProofFact> {
        let checks = round.iter().map(|run| run.answers.len()).max().unwrap_or(0);
        let mut facts = Vec::new();
        for check in 0..checks {
            let says = |word: Answer| {
                let saying = move |run: &&Run| usable(run, check) == Some(&word);
                round.iter().filter(saying)
            };
            if says(Answer::Sat).next().is_none() {
                continue;
            }
            let mut asked = 0;
            for run in says(Answer::Unsat) {
                let Some(fact) = self.prove(&run.spec, script, check, runs) else {
                    continue;
                };
                asked += 1;
                let done = fact.is_valid() || asked == PROVERS;
                facts.push(fact);
                if done {
                    break;
                }
            }
        }
        facts
    }

    /// Proofs of all that these runs find unsatisfiable.
    pub(crate) fn proofs_of_all(
        &self,
        script: &str,
        round: &[Run],
        runs: &mut Vec<Run>,
    ) -> Vec<ProofFact> {
        let mut facts = Vec::new();
        for run in round {
            let refuted =
                (0..run.answers.len()).filter(|n| usable(run, *n) == Some(&Answer::Unsat));
            for check in refuted {
                facts.extend(self.prove(&run.spec, script, check, runs));
            }
        }
        facts
    }

    /// Whether the premises of a wrong step are satisfiable beside its denied conclusion: another
    /// family must say so, with a model that our evaluator finds true.
    fn refute_step(&self, fact: &mut ProofFact, runs: &mut Vec<Run>) {
        let question = fact.fault().and_then(|fault| fault.question.clone());
        let Some(question) = question else { return };
        for other in self.of_other_families(&fact.run.spec).iter().take(FAMILIES) {
            let asked = said_to(&other.family, &question);
            let Ok(run) = self
                .runner
                .fresh(&other.spec, &asked, &self.settings.limits)
            else {
                continue;
            };
            let answer = usable(&run, 0).cloned();
            runs.push(run);
            match answer {
                // The step follows after all, and the fault is ours.
                Some(Answer::Unsat) => {
                    fact.refuted_by.clear();
                    return;
                }
                Some(Answer::Sat) if self.has_model(&question, &other.spec, runs) => {
                    fact.refuted_by.push(Witness {
                        spec: other.spec.clone(),
                        family: other.family.clone(),
                        route: Route::Obligation,
                        answer: Answer::Sat,
                    });
                }
                _ => {}
            }
        }
    }
}

/// Who bears out that a step is wrong. What our checker says alone is a doubt.
pub(crate) fn about_step(verdict: &Verdict, facts: &Facts) -> Result<Vec<Witness>, Doubt> {
    let fact = of_verdict(verdict, facts);
    match (verdict.evidence, fact) {
        (Evidence::CheckedModel, Some(fact)) => Ok(fact.refuted_by.clone()),
        (_, fact) => Err(Doubt {
            why: "no other solver family gives a model, which our evaluator finds true, of the \
                  step's premises with its conclusion denied"
                .to_string(),
            question: fact.and_then(question),
            ..Doubt::default()
        }),
    }
}

/// A proof speaks for the solver that gave it, unless a model that our evaluator found true says the
/// opposite: then one of our two checkers is wrong, and nobody is blamed.
pub(crate) fn about_proof(verdict: &Verdict, judged: &Judged) -> Result<Vec<Witness>, Doubt> {
    let proof = judged.facts.proved(verdict.check);
    let fact = proof.ok_or_else(|| Doubt {
        why: "the proof that it rests on was not kept".to_string(),
        ..Doubt::default()
    })?;
    let steps = fact.report().map_or(0, |report| report.steps);
    Ok(vec![Witness {
        spec: fact.run.spec.clone(),
        family: fact.run.family.clone(),
        route: Route::Proof(steps),
        answer: Answer::Unsat,
    }])
}

/// That a check has both a model and a proof, in words.
pub(crate) fn both(facts: &Facts, check: usize) -> Option<Doubt> {
    let fact = facts.proved(check)?;
    Some(Doubt {
        why: format!(
            "the proof of unsat by {} passes our checker, and our evaluator finds a model true: one of \
             the two is wrong, and it is ours",
            fact.run.spec
        ),
        said: vec![format!("{}: {fact}", fact.run.spec)],
        ..Doubt::default()
    })
}

/// The proof that a verdict is about or rests on.
pub(crate) fn of_verdict<'a>(verdict: &Verdict, facts: &'a Facts) -> Option<&'a ProofFact> {
    if verdict.evidence == Evidence::CheckedProof {
        return facts.proved(verdict.check);
    }
    let mut proofs = facts.proofs.iter();
    proofs.find(|fact| {
        verdict.oracle == "proof_holds"
            && (&fact.run.spec, fact.check) == (&verdict.solver, verdict.check)
    })
}

/// The wrong step as a script.
pub(crate) fn question(fact: &ProofFact) -> Option<String> {
    fact.fault().and_then(|fault| fault.question.clone())
}
