//! Which findings probably have one cause: one of them is shown, the others are folded under it.
//!
//! Findings that are surely one bug have one identity and are merged. This is for the rest: it says
//! "probably", loses nothing, and is worked out anew whenever findings are read.

use gadfly_store::{Finding, Status};
use gadfly_vocabulary::Kind;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// More findings than this that look alike are probably one cause.
const MANY: usize = 5;
/// So many innermost frames are compared; crashes with fewer than two are not grouped by them.
const FRAMES: usize = 3;
const LEAST_FRAMES: usize = 2;

/// What a group of findings with one cause is said to be.
pub const PROBABLY: &str = "probably one cause";

/// How much two findings have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Likeness {
    /// Nothing that matters.
    None,
    /// Most operators, or a law that does not hang on them.
    Operators,
    /// The place where the solver died.
    Frames,
}

/// Says of each finding under which other one it is folded ([`Finding::cause`]).
///
/// Crashes that died in the same functions are folded however few there are; findings of one kind,
/// signature and solver that share most operators once there are more than five of them, as are cores
/// and other words beside an answer that break one law. What the solver's own words name, and what a person has acted on, is never folded away.
pub fn fold_causes(findings: &mut [&mut Finding]) {
    let causes = causes(findings);
    let ids: Vec<String> = findings.iter().map(|finding| finding.id.clone()).collect();
    for (finding, cause) in findings.iter_mut().zip(causes) {
        finding.cause = cause.map(|shown| ids[shown].clone());
    }
}

/// For each finding the number of the one that is shown in its place.
fn causes(findings: &[&mut Finding]) -> Vec<Option<usize>> {
    let mut causes = vec![None; findings.len()];
    let mut order: Vec<usize> = (0..findings.len()).collect();
    order.sort_by_key(|&n| worth_showing(findings[n]));
    let mut settled = vec![false; findings.len()];
    for &shown in &order {
        if settled[shown] {
            continue;
        }
        settled[shown] = true;
        let open = order.iter().filter(|&&n| !settled[n]);
        let alike = open.map(|&n| (n, likeness(findings[shown], findings[n])));
        let alike: Vec<_> = alike.filter(|(_, how)| *how != Likeness::None).collect();
        let many = alike.len() + 1 > MANY;
        for (n, how) in alike {
            let acted_on = findings[n].status != Status::New;
            if !acted_on && (many || how == Likeness::Frames) {
                settled[n] = true;
                causes[n] = Some(shown);
            }
        }
    }
    causes
}

/// The least is shown: what a person has acted on, then the smallest case, then the first.
fn worth_showing(finding: &Finding) -> (bool, bool, u64, u64) {
    let reduction = finding.reduction.as_ref();
    (
        finding.status == Status::New,
        reduction.is_none(),
        reduction.map_or(0, |reduction| reduction.after),
        finding.index,
    )
}

/// Whether two crashes of one solver died in the same functions.
pub fn share_place(one: &Finding, other: &Finding) -> bool {
    likeness(one, other) == Likeness::Frames
}

fn likeness(one: &Finding, other: &Finding) -> Likeness {
    let (kind, solver) = (
        (&one.kind, &one.signature) == (&other.kind, &other.signature),
        (&one.family, &one.version) == (&other.family, &other.version),
    );
    let own_words = one.named || other.named;
    let settled = [one, other].iter().any(|f| f.status == Status::Duplicate);
    if own_words || settled || !kind || !solver {
        return Likeness::None;
    }
    let (first, second) = (innermost(one), innermost(other));
    if first.len().min(second.len()) >= LEAST_FRAMES {
        // They tell more than operators: a crash elsewhere is another one.
        return if first == second {
            Likeness::Frames
        } else {
            Likeness::None
        };
    }
    // What is said beside an answer goes wrong in a solver's books, whatever the formula is about.
    let beside = matches!(one.kind, Kind::InvalidCore | Kind::Obligation);
    if beside || share_most(&one.operators, &other.operators) {
        Likeness::Operators
    } else {
        Likeness::None
    }
}

fn innermost(finding: &Finding) -> &[String] {
    &finding.frames[..finding.frames.len().min(FRAMES)]
}

/// Whether at least half of all operators are in both.
fn share_most(one: &[String], other: &[String]) -> bool {
    let (one, other): (BTreeSet<_>, BTreeSet<_>) = (one.iter().collect(), other.iter().collect());
    let both = one.intersection(&other).count();
    both > 0 && 2 * both >= one.union(&other).count()
}

/// The findings that are folded under another one, the most often seen first.
pub fn folded_under<'a>(
    findings: impl IntoIterator<Item = &'a Finding>,
    shown: &str,
) -> Vec<&'a Finding> {
    let of = |finding: &&Finding| finding.cause.as_deref() == Some(shown);
    let mut folded: Vec<&Finding> = findings.into_iter().filter(of).collect();
    folded.sort_by_key(|finding| Reverse(finding.triggers));
    folded
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_vocabulary::Signature;

    fn crash(n: u64, operators: &str, frames: &str) -> Finding {
        let words = |text: &str| text.split_whitespace().map(String::from).collect();
        Finding {
            id: format!("f{n}"),
            kind: Kind::Crash,
            signature: Signature::Signal(11),
            family: "z3".into(),
            version: "5.4.0".into(),
            index: n,
            operators: words(operators),
            frames: words(frames),
            ..Finding::default()
        }
    }

    /// The ids of the shown findings, each with what is folded under it.
    fn folded(findings: &[Finding]) -> Vec<String> {
        let mut findings = findings.to_vec();
        let mut all: Vec<&mut Finding> = findings.iter_mut().collect();
        fold_causes(&mut all);
        let shown = findings.iter().filter(|finding| finding.cause.is_none());
        shown
            .map(|shown| {
                let under = folded_under(&findings, &shown.id);
                let under: Vec<&str> = under.iter().map(|f| f.id.as_str()).collect();
                format!("{}: {}", shown.id, under.join(" ")).trim().into()
            })
            .collect()
    }

    fn many(n: u64, operators: &str) -> Vec<Finding> {
        (0..n)
            .map(|n| crash(n, &format!("{operators} other{n}"), ""))
            .collect()
    }

    #[test]
    fn more_than_five_alike_are_folded() {
        assert_eq!(folded(&many(6, "a b c")), ["f0: f1 f2 f3 f4 f5"]);
        assert_eq!(folded(&many(5, "a b c")).len(), 5);
        // Only the lesser part is shared.
        assert_eq!(folded(&many(9, "a")).len(), 9);
        assert_eq!(folded(&many(9, "")).len(), 9);
    }

    #[test]
    fn cores_of_any_operators_are_folded_once_they_are_many() {
        for (count, shown) in [(6, 1), (5, 5)] {
            let mut findings = many(count, "");
            for finding in &mut findings {
                finding.kind = Kind::InvalidCore;
            }
            assert_eq!(folded(&findings).len(), shown);
        }
    }

    #[test]
    fn what_differs_in_kind_solver_or_words_is_not_folded() {
        let changes: [fn(&mut Finding); 6] = [
            |f| f.kind = Kind::Soundness,
            |f| f.family = "cvc5".into(),
            |f| f.version = "4.8.7".into(),
            |f| f.signature = Signature::Signal(6),
            |f| f.named = true,
            |f| f.status = Status::Duplicate,
        ];
        for change in changes {
            let mut findings = many(6, "a b c");
            change(&mut findings[3]);
            assert_eq!(folded(&findings).len(), 6);
            findings.extend(many(7, "a b c").pop());
            assert_eq!(folded(&findings), ["f0: f1 f2 f4 f5 f6", "f3:"]);
        }
    }

    #[test]
    fn the_smallest_case_is_shown() {
        let mut findings = many(6, "a b c");
        let reduced = |after| {
            Some(gadfly_store::Reduction {
                after,
                ..Default::default()
            })
        };
        findings[1].reduction = reduced(90);
        findings[4].reduction = reduced(80);
        assert_eq!(folded(&findings), ["f4: f0 f1 f2 f3 f5"]);
        // What a person has acted on stays in sight, and comes first.
        findings[2].status = Status::Reported;
        assert_eq!(folded(&findings), ["f2: f0 f1 f3 f4 f5"]);
        findings[5].status = Status::Reported;
        assert_eq!(folded(&findings), ["f2: f0 f1 f3 f4", "f5:"]);
    }

    #[test]
    fn one_place_is_one_cause_and_two_places_are_two() {
        let same = [crash(0, "a", "f g h i"), crash(1, "b", "f g h j")];
        assert_eq!(folded(&same), ["f0: f1"]);
        let other = [crash(0, "a", "f g h"), crash(1, "a", "f g k")];
        assert_eq!(folded(&other), ["f0:", "f1:"]);
        assert_eq!(folded(&[crash(0, "a", "f"), crash(1, "b", "f")]).len(), 2);
        let mut mixed: Vec<Finding> = (0..8).map(|n| crash(n, "a b", "f g")).collect();
        mixed[7].frames = vec!["k".into(), "l".into()];
        assert_eq!(folded(&mixed), ["f0: f1 f2 f3 f4 f5 f6", "f7:"]);
    }
}
