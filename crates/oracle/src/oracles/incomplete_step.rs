//! Incompleteness of type 2: a solver decides a formula, and not the one that is a local step away.

use crate::{Evidence, Judged, Kind, Signature, Verdict};
use gadfly_solver::{Answer, Outcome, out_of_resources, usable};
use gadfly_vocabulary::Gap;

/// One verdict a solver that decided the parent and says unknown to the formula.
pub(super) fn incomplete_step(judged: &Judged) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for parent in &judged.facts.parents {
        let runs = judged.runs.iter().filter(|run| run.spec == parent.spec);
        for run in runs.filter(|run| run.outcome == Outcome::Done) {
            let check = run.answers.len().saturating_sub(1);
            let Some(Answer::Unknown(reason)) = usable(run, check) else {
                continue;
            };
            if out_of_resources(reason.as_deref()) || matches!(parent.answer, Answer::Unknown(_)) {
                continue;
            }
            verdicts.push(Verdict {
                evidence: Evidence::Observed,
                sentence: format!(
                    "{} answered unknown, and {} to the formula that is one step away.",
                    run.spec, parent.answer
                ),
                signature: Signature::Incomplete(Gap::Step),
                about_parent: true,
                ..Verdict::about(run, "incomplete_step", Kind::Incomplete, check)
            });
        }
    }
    verdicts
}
