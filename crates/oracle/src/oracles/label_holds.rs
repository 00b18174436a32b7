//! An answer must not contradict a label that is known by construction or by a witness.

use crate::{Evidence, Judged, Kind, ModelTruth, Signature, Verdict, Wrong};
use gadfly_formula::{Expect, LabelSource};
use gadfly_solver::Answer;

/// One verdict a run and `check-sat` whose answer contradicts the label.
pub(super) fn label_holds(judged: &Judged) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for (check, expect) in judged.formula.expect.iter().enumerate() {
        for (run, answer) in judged.decided(check) {
            let wrong = match (expect, answer) {
                (Expect::Sat, Answer::Unsat) => Wrong::Refutation,
                (Expect::Unsat, Answer::Sat) => Wrong::Solution,
                _ => continue,
            };
            // A model that holds refutes the label, whatever its source: see `label_doubt`.
            let refuted = wrong == Wrong::Solution && judged.witness(check).is_some();
            if refuted {
                continue;
            }
            let (kind, evidence, how) = strength(judged, check, wrong);
            verdicts.push(Verdict {
                evidence,
                wrong: Some(wrong),
                sentence: format!("{} answered {answer}, but {how}.", run.spec),
                signature: Signature::Wrong(wrong),
                ..Verdict::about(run, "label_holds", kind, check)
            });
        }
    }
    verdicts
}

/// How much the label proves, and in which words.
fn strength(judged: &Judged, check: usize, wrong: Wrong) -> (Kind, Evidence, String) {
    let must = if wrong == Wrong::Refutation {
        "sat"
    } else {
        "unsat"
    };
    let made = !judged.formula.provenance.strategy.is_empty();
    match judged.formula.label {
        LabelSource::Witness if wrong == Wrong::Refutation => (
            Kind::Soundness,
            Evidence::CheckedModel,
            "the formula is satisfiable: our evaluator finds every assertion true under a model that was known when the formula was made".into(),
        ),
        LabelSource::Witness | LabelSource::Construction if made => (
            Kind::Soundness,
            Evidence::Construction,
            format!("the formula is {must} by construction ({})", judged.formula.provenance.strategy),
        ),
        LabelSource::Witness | LabelSource::Construction => (
            Kind::Soundness,
            Evidence::Construction,
            format!("the label given says {must}"),
        ),
        LabelSource::Confirmed => (
            Kind::Disagreement,
            Evidence::Majority,
            format!("two solver families found the formula {must}"),
        ),
        LabelSource::Claimed | LabelSource::None if made => (
            Kind::Disagreement,
            Evidence::None,
            format!("the labels of its seeds, which nobody has checked, make it {must}{}", doubt(judged, check)),
        ),
        LabelSource::Claimed | LabelSource::None => (
            Kind::Disagreement,
            Evidence::None,
            format!("the file's own label, which nobody has checked, says {must}{}", doubt(judged, check)),
        ),
    }
}

/// Words for a model that could not settle the matter.
fn doubt(judged: &Judged, check: usize) -> String {
    let mut models = judged
        .facts
        .models
        .iter()
        .filter(|fact| fact.check == check);
    models
        .find_map(|fact| match &fact.truth {
            ModelTruth::Undetermined(why) => Some(format!(
                " (the model of {} is undetermined: {why})",
                fact.spec
            )),
            _ => None,
        })
        .unwrap_or_default()
}
