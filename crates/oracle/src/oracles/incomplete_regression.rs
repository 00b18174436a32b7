//! Incompleteness of type 1: an older release decides, the newest says unknown.

use crate::{Evidence, Judged, Kind, Signature, Verdict, compare_versions};
use gadfly_solver::{Answer, Outcome, Run, out_of_resources, usable};
use gadfly_vocabulary::Gap;

/// One verdict a family and `check-sat` that its newest release no longer decides.
pub(super) fn incomplete_regression(judged: &Judged) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for run in newest_of_each_family(judged.runs) {
        for check in 0..run.answers.len() {
            let Some(Answer::Unknown(reason)) = usable(run, check) else {
                continue;
            };
            if out_of_resources(reason.as_deref()) || run.outcome != Outcome::Done {
                continue;
            }
            let older = judged.decided(check).into_iter().filter(|(old, _)| {
                old.family == run.family && compare_versions(&old.version, &run.version).is_lt()
            });
            // The youngest release that still decides it says most about the step.
            let Some((old, answer)) =
                older.max_by(|a, b| compare_versions(&a.0.version, &b.0.version))
            else {
                continue;
            };
            verdicts.push(Verdict {
                evidence: Evidence::Observed,
                others: vec![old.spec.clone()],
                sentence: format!(
                    "{} answered unknown where the older {} answered {answer}.",
                    run.spec, old.spec
                ),
                signature: Signature::Incomplete(Gap::Regression),
                ..Verdict::about(run, "incomplete_regression", Kind::Incomplete, check)
            });
        }
    }
    verdicts
}

fn newest_of_each_family(runs: &[Run]) -> Vec<&Run> {
    let newer =
        |a: &Run, b: &Run| a.family == b.family && compare_versions(&a.version, &b.version).is_gt();
    runs.iter()
        .filter(|run| !runs.iter().any(|other| newer(other, run)))
        .collect()
}
