//! Whether a solver really answered a case that shows no bug any more. Without an answer nothing
//! is fixed: a build that times out on everything would have no findings left.

use crate::examiner::{SolverExaminer, outcome};
use gadfly_oracle::{Fate, Kind, ModelTruth, Obligation, Signature, Wrong, probe};
use gadfly_solver::{Answer, Outcome, Run, out_of_resources, usable};

impl SolverExaminer {
    /// Why a solver's run on a script does not tell that a bug of this kind is gone.
    pub(super) fn answered(
        &self,
        spec: &str,
        kind: Kind,
        signature: &Signature,
        script: &str,
    ) -> Result<(), String> {
        // Only its own word tells whether an `unknown` is one for lack of time. What it says beside its
        // answers is asked as it stands.
        let asked = match kind {
            Kind::Obligation => script.into(),
            _ => crate::bench::with_reason(script),
        };
        let run = self.fresh(spec, &asked)?;
        let answers = answers(&run)?;
        // What died and now says anything does not die; whatever else was wrong needs a decision.
        let undecided = answers.iter().find(|a| matches!(a, Answer::Unknown(_)));
        match undecided {
            Some(Answer::Unknown(reason)) if out_of_resources(reason.as_deref()) => {
                return Err("it ran out of resources".into());
            }
            Some(word) if !matches!(kind, Kind::Crash | Kind::Obligation) => {
                return Err(format!("it answers {word}"));
            }
            _ => {}
        }
        if answers.is_empty() && !matches!(kind, Kind::Crash | Kind::Obligation) {
            return Err("it gives no answer".into());
        }
        match kind {
            Kind::Soundness | Kind::Disagreement => other_answer(&answers, signature),
            Kind::SelfCheck if !run.complaints.is_empty() => {
                Err("it still objects to its own result".into())
            }
            Kind::InvalidModel => self.right_models(spec, script, &answers),
            Kind::InvalidCore => self.right_core(spec, script, &answers),
            Kind::InvalidProof => self.right_proof(spec, script, &answers),
            Kind::Obligation => self.met(signature, script, &run),
            _ => Ok(()),
        }
    }

    /// Whether what it says now keeps its laws: all that hold of such an answer, since another answer
    /// may be held to another law, as an optimum without bound is.
    fn met(&self, signature: &Signature, script: &str, run: &Run) -> Result<(), String> {
        let mut extra = Vec::new();
        let same = |it: &Obligation| matches!(signature, Signature::Obligation(topic, _) if it.topic == *topic);
        let examiner = self.equipment().examiner();
        let facts = examiner.obligations(script, run, &same, &mut extra);
        if facts.is_empty() {
            return Err("it does not say what it was asked".into());
        }
        let open = facts.iter().find(|fact| fact.fate() != Fate::Met);
        match open {
            None => Ok(()),
            Some(fact) => Err(format!("nobody can judge what it says: {}", fact.said())),
        }
    }

    /// Whether every model that it gives is one that our evaluator finds true.
    fn right_models(&self, spec: &str, script: &str, answers: &[Answer]) -> Result<(), String> {
        let sat = answers.iter().enumerate();
        let sat: Vec<usize> = sat
            .filter(|(_, answer)| **answer == Answer::Sat)
            .map(|(n, _)| n)
            .collect();
        if sat.is_empty() {
            return Ok(());
        }
        let run = self.fresh(spec, &probe::with_models(script, &sat))?;
        if run.models.len() != sat.len() {
            return Err("it gives no model".into());
        }
        for (check, model) in sat.into_iter().zip(&run.models) {
            match self.evaluator().evaluate(script, check, model) {
                ModelTruth::True => {}
                ModelTruth::False(_) | ModelTruth::Refuted(_) => {
                    return Err("its model is false now and then".into());
                }
                ModelTruth::Undetermined(why) => {
                    return Err(format!("its model cannot be judged: {why}"));
                }
            }
        }
        Ok(())
    }

    /// Whether every step of its proofs follows now.
    fn right_proof(&self, spec: &str, script: &str, answers: &[Answer]) -> Result<(), String> {
        let examiner = self.equipment().examiner();
        let refuted = answers.iter().enumerate();
        for (check, _) in refuted.filter(|(_, answer)| **answer == Answer::Unsat) {
            let proof = examiner.prove(spec, script, check, &mut Vec::new());
            let proof = proof.ok_or("it gives no proof")?;
            if !proof.is_valid() {
                return Err(format!("its proof: {proof}"));
            }
        }
        Ok(())
    }

    /// Whether its core alone is refuted again, and by nobody found satisfiable.
    fn right_core(&self, spec: &str, script: &str, answers: &[Answer]) -> Result<(), String> {
        if answers != [Answer::Unsat] {
            return Ok(());
        }
        let named = probe::with_core(script).ok_or("its core cannot be asked for")?;
        let run = self.fresh(spec, &named)?;
        let core = run.cores.first();
        let core = core.and_then(|core| probe::core_alone(script, core));
        let core = core.ok_or("it gives no core")?;
        let mut refuted = false;
        for solver in self.specs(spec) {
            match usable(&self.fresh(&solver, &core)?, 0) {
                Some(Answer::Unsat) => refuted = true,
                Some(Answer::Sat) => return Err(format!("{solver} finds its core satisfiable")),
                _ => {}
            }
        }
        match refuted {
            true => Ok(()),
            false => Err("nobody decides its core".into()),
        }
    }
}

/// The answers of a run that ended as it should.
fn answers(run: &Run) -> Result<Vec<Answer>, String> {
    if run.outcome != Outcome::Done {
        return Err(outcome(run));
    }
    let answers = (0..run.checks).map(|check| usable(run, check).cloned());
    let answers: Option<Vec<Answer>> = answers.collect();
    answers.ok_or_else(|| "no answer that can be relied on".to_string())
}

/// Whether the answer is another one than the wrong one. If it is not, it may be just that nobody
/// was there to contradict.
fn other_answer(answers: &[Answer], signature: &Signature) -> Result<(), String> {
    let wrong = match signature.wrong() {
        Some(Wrong::Refutation) => Answer::Unsat,
        _ => Answer::Sat,
    };
    match answers {
        [answer] if *answer != wrong => Ok(()),
        [answer] => Err(format!(
            "it answers {answer} as before, and nothing at hand shows that to be wrong"
        )),
        _ => Err("of several answers it cannot be told which one was wrong".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wrong_answer_is_never_a_fix() {
        for (signature, wrong) in [
            ("refutation", Answer::Unsat),
            ("unsat-not-sat", Answer::Unsat),
            ("solution", Answer::Sat),
            ("sat-not-unsat", Answer::Sat),
        ] {
            let signature = &signature.parse().expect("a signature");
            let right = match wrong {
                Answer::Sat => Answer::Unsat,
                _ => Answer::Sat,
            };
            assert!(other_answer(std::slice::from_ref(&right), signature).is_ok());
            assert!(other_answer(std::slice::from_ref(&wrong), signature).is_err());
            assert!(other_answer(&[right, wrong], signature).is_err());
        }
    }
}
