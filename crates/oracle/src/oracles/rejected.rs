//! A solver's error on a script that is well-sorted and in its logic. Kept apart from bugs.

use crate::{Evidence, Judged, Kind, Signature, Verdict, normalise_message};
use gadfly_solver::{Outcome, Run};

/// One verdict a run that refuses what we find well-sorted and another solver accepts.
pub(super) fn rejected(judged: &Judged) -> Vec<Verdict> {
    if !judged.facts.well_sorted {
        return Vec::new();
    }
    let refusing = judged.runs.iter().filter_map(|run| match &run.outcome {
        Outcome::Rejected(message) => Some((run, message)),
        _ => None,
    });
    refusing
        .filter(|(run, _)| accepted_elsewhere(judged, run))
        .map(|(run, message)| {
            let message = normalise_message(message);
            Verdict {
                evidence: Evidence::Observed,
                sentence: format!("{} refuses a well-sorted script: {message}.", run.spec),
                signature: Signature::Message(message),
                ..Verdict::about(run, "rejected", Kind::Rejected, run.answers.len())
            }
        })
        .collect()
}

/// A solver of another family that takes the script shows that the refusal is not about a
/// construct that nobody knows.
fn accepted_elsewhere(judged: &Judged, refusing: &Run) -> bool {
    let mut others = judged
        .runs
        .iter()
        .filter(|run| run.family != refusing.family);
    others
        .any(|run| run.outcome == Outcome::Done && run.errors.is_empty() && !run.answers.is_empty())
}
