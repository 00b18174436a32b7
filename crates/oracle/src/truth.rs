//! What the right answer is, as far as anyone can tell, and how each run compares with it.

use crate::oracles::obligations_hold;
use crate::{Judged, Kind, LabelDoubt, Mark, ModelTruth, Row, compare_versions, label_doubt};
use gadfly_formula::{Expect, LabelSource};
use gadfly_profile::{Complaint, one_of_each_code};
use gadfly_solver::{Answer, Outcome, Run, out_of_resources, usable};

/// The right answer to each `check-sat`, where it is known, and how it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth {
    /// One entry a `check-sat`.
    pub answers: Vec<Option<Answer>>,
    /// How the answers are known, in a few words.
    pub how: String,
}

impl Truth {
    /// The right answers by the strongest evidence there is: a model that holds, a checked proof, a label, a core
    /// that two families refute, two families that agree unopposed among their newest releases,
    /// and at last the newest release alone.
    pub fn of(judged: &Judged) -> Self {
        let mut how = String::new();
        let doubt = label_doubt(judged);
        let mut known = |check: usize| {
            let (answer, why) = one(judged, check, doubt.as_ref())?;
            if !how.contains(&why) {
                how = if how.is_empty() {
                    why
                } else {
                    format!("{how}; {why}")
                };
            }
            Some(answer)
        };
        let answers = (0..judged.checks()).map(&mut known).collect();
        Truth { answers, how }
    }

    /// How a run compares with the truth.
    pub fn row(&self, judged: &Judged, run: &Run) -> Row {
        Row {
            spec: run.spec.clone(),
            version: run.version.clone(),
            said: said(run),
            mark: self.mark(judged, run),
        }
    }

    fn mark(&self, judged: &Judged, run: &Run) -> Mark {
        if matches!(run.outcome, Outcome::Crash(_)) && run.raw.limit.is_none() {
            return Mark::Bad(Kind::Crash);
        }
        if let Some((_, why)) = judged
            .facts
            .gated
            .iter()
            .find(|(spec, _)| *spec == run.spec)
        {
            return Mark::Unclear(why.clone());
        }
        let wrong = |n: usize, right: &Option<Answer>| matches!((usable(run, n), right), (Some(said), Some(right)) if decided(said) && said != right);
        if self
            .answers
            .iter()
            .enumerate()
            .any(|(n, right)| wrong(n, right))
        {
            return Mark::Bad(Kind::Soundness);
        }
        let mut models = judged
            .facts
            .models
            .iter()
            .filter(|fact| fact.spec == run.spec);
        if models.any(|fact| matches!(fact.truth, ModelTruth::False(_) | ModelTruth::Refuted(_))) {
            return Mark::Bad(Kind::InvalidModel);
        }
        if let Some(kind) = broken_obligation(judged, run) {
            return Mark::Bad(kind);
        }
        if run.complaints.contains(&Complaint::InvalidModel) {
            return Mark::Bad(Kind::SelfCheck);
        }
        self.undecided(run)
    }

    /// A run that is not wrong: right, or short of an answer.
    fn undecided(&self, run: &Run) -> Mark {
        match &run.outcome {
            Outcome::Timeout => return Mark::Undecided(Kind::Slow),
            Outcome::Done => {}
            Outcome::Rejected(why) | Outcome::Unsupported(why) | Outcome::Broken(why) => {
                return Mark::Unclear(why.clone());
            }
            other => return Mark::Unclear(other.to_string()),
        }
        let answers: Vec<_> = (0..run.answers.len()).map(|n| usable(run, n)).collect();
        if answers.is_empty() || answers.contains(&None) {
            return Mark::Unclear("no answer that can be relied on".into());
        }
        let reason = answers.iter().find_map(|answer| match answer {
            Some(Answer::Unknown(reason)) => Some(reason.as_deref()),
            _ => None,
        });
        match reason {
            None => Mark::Good,
            Some(reason) if out_of_resources(reason) => Mark::Undecided(Kind::Slow),
            Some(_) => Mark::Undecided(Kind::Incomplete),
        }
    }
}

/// What is wrong with what a run said beside its answers.
fn broken_obligation(judged: &Judged, run: &Run) -> Option<Kind> {
    let said = obligations_hold(judged);
    let own = said.iter().filter(|verdict| verdict.solver == run.spec);
    own.map(|verdict| verdict.kind).min()
}

fn decided(answer: &Answer) -> bool {
    !matches!(answer, Answer::Unknown(_))
}

fn one(judged: &Judged, check: usize, doubt: Option<&LabelDoubt>) -> Option<(Answer, String)> {
    if let Some(owner) = judged.witness(check) {
        return Some((
            Answer::Sat,
            format!("our evaluator finds the model of {owner} true"),
        ));
    }
    if let Some((owner, steps)) = judged.proved(check) {
        return Some((
            Answer::Unsat,
            format!("{owner} gave a proof of {steps} steps, which was checked"),
        ));
    }
    let label = match judged.formula.expect.get(check) {
        Some(Expect::Sat) => Some(Answer::Sat),
        Some(Expect::Unsat) => Some(Answer::Unsat),
        _ => None,
    };
    let trusted = judged.formula.label >= LabelSource::Confirmed && doubt.is_none();
    if let (Some(answer), true) = (&label, trusted) {
        return Some((answer.clone(), "the label says so".into()));
    }
    if judged.resolved_core(check).is_some() {
        return Some((Answer::Unsat, "two solver families refute a core".into()));
    }
    let newest = newest_of_families(judged, check);
    let first = newest.first().map(|(_, answer)| *answer);
    let mut families: Vec<&str> = newest.iter().map(|(run, _)| run.family.as_str()).collect();
    one_of_each_code(&mut families);
    if families.len() >= 2 && newest.iter().all(|(_, answer)| Some(*answer) == first) {
        return first.map(|answer| {
            (
                answer.clone(),
                format!("the newest {} agree", families.join(" and ")),
            )
        });
    }
    let claimed = label.filter(|_| judged.formula.label == LabelSource::Claimed && doubt.is_none());
    if let Some(answer) = claimed {
        return Some((answer, "the file's own label says so, unchecked".into()));
    }
    let [(run, answer)] = newest[..] else {
        return None;
    };
    Some((answer.clone(), format!("only {} to go by", run.spec)))
}

/// The newest deciding release of each family.
fn newest_of_families<'a>(judged: &'a Judged, check: usize) -> Vec<(&'a Run, &'a Answer)> {
    let mut newest: Vec<(&Run, &Answer)> = Vec::new();
    for (run, answer) in judged.decided(check) {
        match newest
            .iter_mut()
            .find(|(other, _)| other.family == run.family)
        {
            Some(old) if compare_versions(&run.version, &old.0.version).is_gt() => {
                *old = (run, answer)
            }
            Some(_) => {}
            None => newest.push((run, answer)),
        }
    }
    newest
}

/// What a run said, in the fewest words.
pub fn said(run: &Run) -> String {
    let mut words: Vec<String> = run.answers.iter().map(ToString::to_string).collect();
    match &run.outcome {
        Outcome::Done => {}
        Outcome::Crash(_) => words.push("crash".into()),
        Outcome::Timeout => words.push("timeout".into()),
        Outcome::MemoryOut => words.push("memory out".into()),
        Outcome::Rejected(_) => words.push("rejected".into()),
        Outcome::Unsupported(_) => words.push("unsupported".into()),
        Outcome::Cancelled => words.push("cancelled".into()),
        Outcome::Broken(_) => words.push("broken".into()),
        Outcome::Garbled(_) => words.push("garbled".into()),
    }
    if run.complaints.contains(&Complaint::InvalidModel) {
        words.push("own checker objects".into());
    }
    if words.is_empty() {
        "nothing".into()
    } else {
        words.join(" ")
    }
}
