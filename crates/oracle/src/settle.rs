//! From what all oracles say to one verdict a bug: the strongest evidence speaks.

use crate::{Judged, Kind, Verdict, oracles};
use gadfly_formula::{Expect, LabelSource};
use gadfly_profile::one_of_each_code;
use gadfly_solver::Answer;

/// A label that its formula's answers refute. The seed goes into quarantine; no solver is blamed
/// by this label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelDoubt {
    /// Which `check-sat`.
    pub check: usize,
    /// What the label says.
    pub label: Expect,
    /// Whether the label is ours by construction, so that the fault is ours too.
    pub ours: bool,
    /// One plain sentence.
    pub sentence: String,
}

/// All verdicts about a formula's runs: for each solver and `check-sat` the one with the strongest
/// evidence, worst kind first.
pub fn judge(judged: &Judged) -> Vec<Verdict> {
    let mut said: Vec<Verdict> = oracles::ALL
        .iter()
        .flat_map(|(_, oracle)| oracle(judged))
        .collect();
    let doubts = label_doubts(judged);
    said.retain(|verdict| !excused(verdict, &doubts));
    let mut kept: Vec<Verdict> = said
        .iter()
        .filter(|v| !overruled(v, &said, judged))
        .cloned()
        .collect();
    kept.sort_by(|a, b| order(a).cmp(&order(b)));
    kept.dedup_by(|a, b| {
        (a.kind, &a.solver, a.check, &a.signature) == (b.kind, &b.solver, b.check, &b.signature)
    });
    kept
}

/// The first label that the answers refute.
pub fn label_doubt(judged: &Judged) -> Option<LabelDoubt> {
    label_doubts(judged).into_iter().next()
}

fn label_doubts(judged: &Judged) -> Vec<LabelDoubt> {
    let labels = judged.formula.expect.iter().enumerate();
    labels
        .filter_map(|(check, label)| doubt(judged, check, *label))
        .collect()
}

/// A label `unsat` falls to a model that holds, a label `sat` to a checked proof; a label that nobody has checked also falls to two
/// families that agree against it.
fn doubt(judged: &Judged, check: usize, label: Expect) -> Option<LabelDoubt> {
    let against = match label {
        Expect::Sat => Answer::Unsat,
        Expect::Unsat => Answer::Sat,
        Expect::Unknown => return None,
    };
    let ours = judged.formula.label >= LabelSource::Construction
        && !judged.formula.provenance.strategy.is_empty();
    let made = |sentence| {
        Some(LabelDoubt {
            check,
            label,
            ours,
            sentence,
        })
    };
    if let (Expect::Unsat, Some(owner)) = (label, judged.witness(check)) {
        return made(format!(
            "The label says unsat, but our evaluator finds every assertion true under the model of {owner}."
        ));
    }
    if let (Expect::Sat, Some((owner, steps))) = (label, judged.proved(check)) {
        return made(format!(
            "The label says sat, but {owner} gave a proof of unsat of {steps} steps, and every step was checked."
        ));
    }
    if judged.formula.label > LabelSource::Claimed {
        return None;
    }
    let decided = judged.decided(check);
    let mut families: Vec<&str> = decided
        .iter()
        .filter(|(_, a)| **a == against)
        .map(|(run, _)| run.family.as_str())
        .collect();
    families.sort_unstable();
    one_of_each_code(&mut families);
    let unopposed = decided.iter().all(|(_, answer)| **answer == against);
    if families.len() >= 2 && unopposed {
        return made(format!(
            "The label says {label}, but {} answer {against}.",
            families.join(" and ")
        ));
    }
    None
}

/// Whether a verdict about answers falls with its label.
fn excused(verdict: &Verdict, doubts: &[LabelDoubt]) -> bool {
    let mut about = doubts.iter().filter(|doubt| doubt.check == verdict.check);
    match verdict.kind {
        // Where a label that we made is refuted, something of ours is at fault: the label or the
        // evaluator. Then nobody is blamed.
        Kind::Soundness | Kind::Disagreement => {
            about.any(|doubt| doubt.ours || verdict.oracle == "label_holds")
        }
        _ => false,
    }
}

/// Whether another verdict says the same with stronger evidence, or settles the matter.
fn overruled(verdict: &Verdict, said: &[Verdict], judged: &Judged) -> bool {
    let here = |other: &&Verdict| other.check == verdict.check;
    let same = |other: &&Verdict| here(other) && other.solver == verdict.solver;
    let mut others = said.iter().filter(|other| !std::ptr::eq(*other, verdict));
    match verdict.kind {
        Kind::Soundness => others
            .filter(same)
            .any(|o| o.kind == Kind::Soundness && strength(o) < strength(verdict)),
        Kind::Disagreement => {
            said.iter().filter(here).any(|o| o.kind == Kind::Soundness)
                || all_sat_models_invalid(verdict.check, said, judged)
                || said
                    .iter()
                    .filter(here)
                    .any(|o| o.kind == Kind::Disagreement && strength(o) < strength(verdict))
        }
        Kind::InvalidModel => others.filter(same).any(|o| o.kind == Kind::Soundness),
        Kind::Incomplete => others
            .filter(same)
            .any(|o| o.kind == Kind::Incomplete && o.oracle < verdict.oracle),
        kind => {
            let more = |o: &Verdict| kind.yields_to().contains(&o.kind);
            others.any(|o| o.solver == verdict.solver && more(o))
        }
    }
}

/// A split where every `sat` comes with a model that is false is about those models.
fn all_sat_models_invalid(check: usize, said: &[Verdict], judged: &Judged) -> bool {
    let decided = judged.decided(check);
    let mut sat = decided
        .iter()
        .filter(|(_, answer)| **answer == Answer::Sat)
        .peekable();
    sat.peek().is_some()
        && sat.all(|(run, _)| {
            said.iter()
                .any(|v| v.kind == Kind::InvalidModel && v.solver == run.spec && v.check == check)
        })
}

/// Smaller is stronger. Among equals, the oracle that knows more about the matter.
fn strength(verdict: &Verdict) -> (crate::Evidence, usize) {
    let oracles = ["majority", "label_holds", "answers_agree"];
    let rank = oracles.iter().position(|name| *name == verdict.oracle);
    (verdict.evidence, rank.unwrap_or(oracles.len()))
}

fn order(verdict: &Verdict) -> (usize, Kind, &str, &crate::Signature) {
    (
        verdict.check,
        verdict.kind,
        &verdict.solver,
        &verdict.signature,
    )
}
