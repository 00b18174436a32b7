//! An unsatisfiable core must be unsatisfiable alone.

use crate::{Evidence, Judged, Kind, Verdict};
use gadfly_solver::Answer;

/// A verdict for each core that is satisfiable: by a model that our evaluator finds true, or by
/// two families while nobody finds it unsatisfiable.
pub(super) fn core_suffices(judged: &Judged) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for fact in &judged.facts.cores {
        let Some(run) = judged.runs.iter().find(|run| run.spec == fact.spec) else {
            continue;
        };
        if judged.gated(run) || !answered_unsat(judged, &fact.spec, fact.check) {
            continue;
        }
        let families = |word: &Answer| {
            let saying = fact.answers.iter().filter(|(_, _, answer)| answer == word);
            let mut names: Vec<&str> = saying.map(|(_, family, _)| family.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            names
        };
        let (sat, unsat) = (families(&Answer::Sat), families(&Answer::Unsat));
        let (evidence, how) = if fact.model_checked {
            (
                Evidence::CheckedModel,
                "our evaluator finds the core true under a model".to_string(),
            )
        } else if sat.len() >= 2 && unsat.is_empty() {
            (
                Evidence::ResolvedCore,
                format!("{} find the core satisfiable", sat.join(" and ")),
            )
        } else {
            continue;
        };
        let other = fact.answers.iter().filter(|(spec, ..)| *spec != fact.spec);
        verdicts.push(Verdict {
            evidence,
            others: other.map(|(spec, ..)| spec.clone()).collect(),
            sentence: format!(
                "{} gave an unsatisfiable core that does not suffice: {how}.",
                run.spec
            ),
            ..Verdict::about(run, "core_suffices", Kind::InvalidCore, fact.check)
        });
    }
    verdicts
}

fn answered_unsat(judged: &Judged, spec: &str, check: usize) -> bool {
    let decided = judged.decided(check);
    decided
        .iter()
        .any(|(run, answer)| run.spec == spec && **answer == Answer::Unsat)
}
