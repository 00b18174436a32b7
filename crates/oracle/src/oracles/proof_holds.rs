//! Every step of a solver's proof must follow. What our checker alone finds wrong is a suspicion: who
//! confirms it asks others about the step.

use crate::{Evidence, Judged, Kind, ProofFact, Signature, Verdict};
use gadfly_solver::Answer;

/// A verdict for each proof with a step that does not follow. Holes and what we cannot read are none.
pub(super) fn proof_holds(judged: &Judged) -> Vec<Verdict> {
    let facts = judged.facts.proofs.iter();
    facts.filter_map(|fact| wrong(judged, fact)).collect()
}

fn wrong(judged: &Judged, fact: &ProofFact) -> Option<Verdict> {
    let fault = fact.fault()?;
    let decided = judged.decided(fact.check);
    let (run, _) = decided
        .iter()
        .find(|(run, answer)| run.spec == fact.run.spec && **answer == Answer::Unsat)?;
    let evidence = match fact.refuted_by.is_empty() {
        true => Evidence::None,
        false => Evidence::CheckedModel,
    };
    Some(Verdict {
        evidence,
        others: fact.refuted_by.iter().map(|w| w.spec.clone()).collect(),
        sentence: format!("{} printed a proof that is none: {fault}.", run.spec),
        signature: Signature::Proof(fault.rule.clone()),
        ..Verdict::about(run, "proof_holds", Kind::InvalidProof, fact.check)
    })
}
