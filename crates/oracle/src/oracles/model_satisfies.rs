//! A model must make every assertion true. What the solver's own checker says is kept apart.

use crate::obligation::short;
use crate::{Evidence, Judged, Kind, ModelTruth, Signature, Verdict, normalise_message};
use gadfly_profile::Complaint;
use gadfly_solver::{Answer, Outcome, Run};
use gadfly_vocabulary::Checked;

/// `invalid-model` where our evaluator finds the model false, `self-check` where only the solver's
/// own checker objects.
pub(super) fn model_satisfies(judged: &Judged) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for run in judged.runs.iter().filter(|run| !judged.gated(run)) {
        let found = invalid_models(judged, run);
        if found.is_empty() && run.complaints.contains(&Complaint::InvalidModel) {
            verdicts.push(self_check(judged, run));
        }
        verdicts.extend(found);
        verdicts.extend(internal_error(run));
        for (complaint, what) in [
            (Complaint::InvalidProof, Checked::Proof),
            (Complaint::InvalidCore, Checked::Core),
        ] {
            let confirmed = complaint == Complaint::InvalidCore && core_is_satisfiable(judged, run);
            if run.complaints.contains(&complaint) && !confirmed {
                verdicts.push(own_words(run, what, "which we did not check ourselves"));
            }
        }
    }
    verdicts
}

fn invalid_models(judged: &Judged, run: &Run) -> Vec<Verdict> {
    let facts = judged
        .facts
        .models
        .iter()
        .filter(|fact| fact.spec == run.spec);
    facts
        .filter_map(|fact| match &fact.truth {
            ModelTruth::False(assertion) => Some(Verdict {
                evidence: Evidence::CheckedModel,
                sentence: format!(
                    "{} answered sat with a model under which our evaluator finds {} false.",
                    run.spec,
                    short(assertion)
                ),
                ..Verdict::about(run, "model_satisfies", Kind::InvalidModel, fact.check)
            }),
            ModelTruth::Refuted(witnesses) => {
                let mut families: Vec<&str> = witnesses.iter().map(|w| w.family.as_str()).collect();
                families.dedup();
                Some(Verdict {
                    evidence: Evidence::ResolvedCore,
                    sentence: format!(
                        "{} answered sat with a model that nothing completes: {} refute the script \
                         with the model put in.",
                        run.spec,
                        families.join(" and ")
                    ),
                    ..Verdict::about(run, "model_satisfies", Kind::InvalidModel, fact.check)
                })
            }
            _ => None,
        })
        .collect()
}

/// The complaint of the solver's checker, with what our evaluator says of it.
fn self_check(judged: &Judged, run: &Run) -> Verdict {
    let check = run.answers.len().saturating_sub(1);
    let ours = match judged.model(&run.spec, check) {
        Some(ModelTruth::True) => "but our evaluator finds every assertion true".to_string(),
        Some(ModelTruth::Undetermined(why)) => format!("and our evaluator cannot say: {why}"),
        _ => "and no model was there for us to evaluate".to_string(),
    };
    own_words(run, Checked::Model, &ours)
}

fn own_words(run: &Run, what: Checked, ours: &str) -> Verdict {
    Verdict {
        evidence: Evidence::Observed,
        sentence: format!("{}'s own checker objects to its {what}, {ours}.", run.spec),
        signature: Signature::SelfCheck(what),
        ..Verdict::about(
            run,
            "model_satisfies",
            Kind::SelfCheck,
            run.answers.len().saturating_sub(1),
        )
    }
}

fn core_is_satisfiable(judged: &Judged, run: &Run) -> bool {
    super::obligations_hold::obligations_hold(judged)
        .iter()
        .any(|verdict| verdict.kind == Kind::InvalidCore && verdict.solver == run.spec)
}

/// An exception that the solver caught, given as its reason for `unknown`: its own checks object to
/// what it built itself.
fn internal_error(run: &Run) -> Option<Verdict> {
    if !run.complaints.contains(&Complaint::InternalError) || run.outcome != Outcome::Done {
        return None;
    }
    let reason = run.answers.iter().find_map(|answer| match answer {
        Answer::Unknown(reason) => reason.as_deref(),
        _ => None,
    })?;
    Some(Verdict {
        evidence: Evidence::Observed,
        sentence: format!(
            "{} gave up on a well-sorted formula with an internal error: {reason}.",
            run.spec
        ),
        signature: Signature::Internal(normalise_message(reason)),
        ..Verdict::about(run, "model_satisfies", Kind::SelfCheck, 0)
    })
}
