//! A solver should not be far slower than another solver, another release, or itself on an
//! equivalent formula. What this says is a candidate until it has been measured alone.

use crate::{Evidence, Judged, Kind, ParentRelation, Signature, Verdict};
use gadfly_solver::{Answer, Outcome, Run, usable};
use gadfly_vocabulary::Pace;
use std::time::Duration;

/// Where something was fast.
struct Fast {
    name: String,
    time: Duration,
    same_family: bool,
    /// Whether it is the same solver on the formula that this one was made from.
    is_parent: bool,
}

/// One verdict a run that is far slower than something that decided the same.
pub(super) fn slow(judged: &Judged) -> Vec<Verdict> {
    let policy = judged.policy.slow;
    if !policy.enabled {
        return Vec::new();
    }
    let mut verdicts = Vec::new();
    for run in judged.runs {
        let Some(time) = time_taken(run) else {
            continue;
        };
        if time < policy.floor {
            continue;
        }
        let fast = fast_ones(judged, run).into_iter().filter(|fast| {
            let ratio = if fast.same_family {
                policy.ratio
            } else {
                policy.family_ratio
            };
            fast.time.as_secs_f64().max(1e-3) * ratio <= time.as_secs_f64()
        });
        let Some(best) = fast.min_by_key(|fast| (!fast.same_family, fast.time)) else {
            continue;
        };
        let ended = if run.outcome == Outcome::Timeout {
            "did not end within"
        } else {
            "took"
        };
        verdicts.push(Verdict {
            evidence: Evidence::Observed,
            others: vec![best.name.clone()],
            sentence: format!(
                "{} {ended} {:.2} s of CPU time, where {} took {:.3} s.",
                run.spec,
                time.as_secs_f64(),
                best.name,
                best.time.as_secs_f64()
            ),
            signature: Signature::Slow(match run.outcome {
                Outcome::Timeout => Pace::Timeout,
                _ => Pace::Ratio,
            }),
            about_parent: best.is_parent,
            ..Verdict::about(run, "slow", Kind::Slow, run.answers.len())
        });
    }
    verdicts
}

/// The CPU time of a run that ended by itself or by our time limit.
fn time_taken(run: &Run) -> Option<Duration> {
    match run.outcome {
        Outcome::Done | Outcome::Timeout => Some(run.raw.cpu),
        _ => None,
    }
}

fn fast_ones(judged: &Judged, slow: &Run) -> Vec<Fast> {
    let others = judged
        .runs
        .iter()
        .filter(|run| run.spec != slow.spec && !judged.gated(run));
    let deciding = others.filter(|run| run.outcome == Outcome::Done && decided_all(run));
    let mut fast: Vec<Fast> = deciding
        .map(|run| Fast {
            name: run.spec.clone(),
            time: run.raw.cpu,
            same_family: run.family == slow.family,
            is_parent: false,
        })
        .collect();
    let parents = judged.facts.parents.iter().filter(|parent| {
        parent.spec == slow.spec
            && parent.relation == ParentRelation::Equivalent
            && !matches!(parent.answer, Answer::Unknown(_))
    });
    fast.extend(parents.map(|parent| Fast {
        name: format!("{} on the equivalent parent formula", parent.spec),
        time: parent.cpu,
        same_family: true,
        is_parent: true,
    }));
    fast
}

fn decided_all(run: &Run) -> bool {
    let decided = |n| matches!(usable(run, n), Some(Answer::Sat | Answer::Unsat));
    !run.answers.is_empty() && (0..run.answers.len()).all(decided)
}
