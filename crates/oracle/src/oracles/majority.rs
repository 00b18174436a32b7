//! A vote: solvers of one code base have one voice, and a minority is suspected, no more.

use crate::{Evidence, Judged, Kind, Signature, Verdict, Wrong};
use gadfly_profile::code_base;
use gadfly_solver::{Answer, Run};
use std::collections::BTreeMap;

/// A verdict for each run that differs from a majority of families. A tie says nothing here:
/// `answers_agree` reports the difference without a suspect.
pub(super) fn majority(judged: &Judged) -> Vec<Verdict> {
    (0..judged.checks())
        .flat_map(|check| vote(judged, check))
        .collect()
}

fn vote(judged: &Judged, check: usize) -> Vec<Verdict> {
    let decided = judged.decided(check);
    let votes = family_votes(&decided);
    let count = |word: &Answer| votes.values().filter(|vote| **vote == Some(word)).count();
    let (sat, unsat) = (count(&Answer::Sat), count(&Answer::Unsat));
    // One voice against none is no majority: a family that contradicts itself does not vote.
    let (winner, loser, says) = match sat.cmp(&unsat) {
        std::cmp::Ordering::Greater if sat >= 2 => (Answer::Sat, Answer::Unsat, Wrong::Refutation),
        std::cmp::Ordering::Less if unsat >= 2 => (Answer::Unsat, Answer::Sat, Wrong::Solution),
        _ => return Vec::new(),
    };
    let (for_it, against) = (sat.max(unsat), sat.min(unsat));
    let minority = decided
        .iter()
        .filter(|(run, answer)| **answer == loser && !judged.policy.references.contains(&run.spec));
    minority
        .map(|(run, _)| Verdict {
            evidence: Evidence::Majority,
            others: speakers(&decided, &winner),
            sentence: format!(
                "{} answered {loser}, but {for_it} solver families answered {winner} and {against} {loser}: evidence, but no proof.",
                run.spec
            ),
            signature: Signature::Differs { says },
            ..Verdict::about(run, "majority", Kind::Disagreement, check)
        })
        .collect()
}

/// The voice of each code base, where it has one.
fn family_votes<'a>(decided: &[(&'a Run, &'a Answer)]) -> BTreeMap<&'a str, Option<&'a Answer>> {
    let mut votes: BTreeMap<&str, Option<&Answer>> = BTreeMap::new();
    for (run, answer) in decided {
        votes
            .entry(code_base(&run.family))
            .and_modify(|vote| {
                if *vote != Some(answer) {
                    *vote = None;
                }
            })
            .or_insert(Some(answer));
    }
    votes
}

fn speakers(decided: &[(&Run, &Answer)], word: &Answer) -> Vec<String> {
    let runs = decided.iter().filter(|(_, answer)| *answer == word);
    runs.map(|(run, _)| run.spec.clone()).collect()
}
