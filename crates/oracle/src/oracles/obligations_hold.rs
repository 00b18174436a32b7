//! What a solver says beside sat and unsat must keep its laws: a core is unsatisfiable alone, a value is
//! the model's, a simplified term is equivalent.

use crate::{Fate, Judged, Kind, ObligationFact, Signature, Verdict};
use gadfly_solver::{Answer, Run};
use gadfly_vocabulary::{Law, Topic};

/// A verdict for each obligation that is broken. One that nobody could discharge is none.
pub(crate) fn obligations_hold(judged: &Judged) -> Vec<Verdict> {
    let facts = judged.facts.obligations.iter();
    facts.filter_map(|fact| broken(judged, fact)).collect()
}

fn broken(judged: &Judged, fact: &ObligationFact) -> Option<Verdict> {
    let run = judged.runs.iter().find(|run| run.spec == fact.spec)?;
    let about = &fact.obligation;
    let refutes = matches!(
        about.topic,
        Topic::Core | Topic::Assumptions | Topic::Derivation
    );
    if judged.gated(run) || refutes && !answered_unsat(judged, run, about.check) {
        return None;
    }
    let Fate::Broken(evidence, how) = fact.fate() else {
        return None;
    };
    let other = fact.answers.iter().filter(|(spec, ..)| *spec != fact.spec);
    let others = other.map(|(spec, ..)| spec.clone()).collect();
    let law = about.law.broken();
    if (about.topic, about.law) == (Topic::Core, Law::Unsatisfiable) {
        return Some(Verdict {
            evidence,
            others,
            sentence: format!("{} gave {} {law}: {how}.", run.spec, about.topic.describe()),
            ..Verdict::about(run, "obligations_hold", Kind::InvalidCore, about.check)
        });
    }
    let (gave, said) = (about.topic.describe(), fact.said());
    Some(Verdict {
        evidence,
        others,
        sentence: format!("{} gave {gave} {law}, {said}: {how}.", run.spec),
        signature: Signature::Obligation(about.topic, about.law),
        ..Verdict::about(run, "obligations_hold", Kind::Obligation, about.check)
    })
}

fn answered_unsat(judged: &Judged, run: &Run, check: usize) -> bool {
    let decided = judged.decided(check);
    let mut own = decided.iter().filter(|(other, _)| other.spec == run.spec);
    own.any(|(_, answer)| **answer == Answer::Unsat)
}
