//! What to file next, and why: findings against what the solvers' teams ask of reports.

use crate::cause::PROBABLY;
use crate::summary::Shown;
use gadfly_profile::{Policy, Profiles};
use gadfly_store::{Finding, Status};
use gadfly_vocabulary::{Evidence, Kind};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What is to be done with a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Advice {
    /// File it.
    File,
    /// Something comes first.
    Wait,
    /// Nobody wants it.
    Leave,
}

impl Advice {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Advice::File => "file",
            Advice::Wait => "wait",
            Advice::Leave => "leave",
        }
    }
}

/// A finding with an advice.
#[derive(Clone, Debug, Serialize)]
pub struct Next {
    /// What is to be done.
    pub advice: Advice,
    /// The hunt's folder and the finding's id.
    pub case: String,
    /// The finding's title.
    pub title: String,
    /// Why.
    pub why: String,
    /// Where issues of the solver are filed.
    pub tracker: Option<String>,
}

/// Seconds of the week that a quota is about.
const WEEK: u64 = 7 * 24 * 3600;

/// An advice for every finding that is still new, what to file first. `now` is in seconds since 1970.
pub fn next(findings: &[Shown], now: u64) -> Vec<Next> {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    let mut new: Vec<&Shown> = Vec::new();
    for shown in findings {
        let finding = &shown.finding;
        let recent = finding
            .reported
            .is_some_and(|at| now.saturating_sub(at) < WEEK);
        if recent && finding.status != Status::New {
            *left.entry(&finding.family).or_default() += 1;
        }
        if finding.status == Status::New {
            new.push(shown);
        }
    }
    new.sort_by_cached_key(|shown| worth(&shown.finding, &shown.case));
    let mut advised: Vec<Next> = Vec::new();
    for shown in new {
        let finding = &shown.finding;
        let policy = policy_of(finding);
        let used = left.entry(&finding.family).or_default();
        let (advice, why) = advice(shown, &policy, *used);
        if advice == Advice::File {
            *used += 1;
        }
        advised.push(Next {
            advice,
            case: format!("{}/{}", shown.folder, finding.id),
            title: finding.title.clone(),
            why,
            tracker: policy.tracker.filter(|_| advice == Advice::File),
        });
    }
    advised.sort_by_key(|next| next.advice);
    advised
}

fn policy_of(finding: &Finding) -> Policy {
    let profile = Profiles::builtin().get(&finding.family);
    profile
        .map(|profile| profile.policy.clone())
        .unwrap_or_default()
}

/// The least is filed first: what matters most, what is newly broken, the strongest evidence, the least case.
fn worth(finding: &Finding, case: &str) -> (Kind, Reverse<bool>, Evidence, usize) {
    (
        finding.kind,
        Reverse(is_regression(finding)),
        finding.evidence,
        case.len(),
    )
}

/// Whether an older release is right and the newest is not.
fn is_regression(finding: &Finding) -> bool {
    let newest = finding.releases.last().and_then(|release| release.bad);
    newest == Some(true)
        && finding
            .releases
            .iter()
            .any(|release| release.bad == Some(false))
}

fn advice(shown: &Shown, policy: &Policy, used: usize) -> (Advice, String) {
    let finding = &shown.finding;
    if let Some(why) = unwanted(finding, policy) {
        return (Advice::Leave, why);
    }
    if let Some(why) = unready(shown, policy) {
        return (Advice::Wait, why);
    }
    match policy.a_week {
        Some(most) if used >= most => {
            let why = format!(
                "{most} a week are what the team of {} takes",
                finding.family
            );
            (Advice::Wait, why)
        }
        _ => (Advice::File, reasons(finding, &shown.case)),
    }
}

/// Why nobody wants to hear of it.
fn unwanted(finding: &Finding, policy: &Policy) -> Option<String> {
    if let Some(why) = policy.unwanted.get(&finding.kind) {
        return Some(why.clone());
    }
    if let Some(cause) = &finding.cause {
        return Some(format!("{PROBABLY} with {cause}"));
    }
    if let Some(known) = finding
        .notes
        .iter()
        .find(|note| note.contains("known issue"))
    {
        return Some(known.trim_end_matches('.').to_string());
    }
    let fixed = finding.releases.last().filter(|it| it.bad == Some(false));
    if let Some(newest) = fixed {
        return Some(format!("{} does not show it any more", newest.spec));
    }
    finding.options.iter().find_map(|option| {
        let label = policy.options.label(option);
        (!label.is_wanted()).then(|| format!("it needs {option}, which is {label}"))
    })
}

/// What comes before filing it.
fn unready(shown: &Shown, policy: &Policy) -> Option<String> {
    let finding = &shown.finding;
    let case = format!("{}/{}", shown.folder, finding.id);
    if finding.reduction.is_none() {
        return Some(format!("reduce it first: gadfly reduce {case}"));
    }
    let most = policy.most_bytes.unwrap_or(u64::MAX);
    if shown.case.len() as u64 > most {
        return Some(format!(
            "{} bytes are more than the {most} that a case should have: gadfly reduce {case}",
            shown.case.len()
        ));
    }
    let own = finding
        .releases
        .iter()
        .position(|it| it.spec == finding.solver);
    let later = own.and_then(|at| finding.releases.get(at + 1..));
    if later.is_some_and(|later| !later.is_empty() && later.iter().all(|it| it.bad.is_none())) {
        return Some(format!(
            "whether a newer release shows it is not known: gadfly bisect {case} --solver '{}@*'",
            finding.family
        ));
    }
    None
}

/// Why this one.
fn reasons(finding: &Finding, case: &str) -> String {
    let mut reasons = vec![finding.kind.describe().to_lowercase()];
    if is_regression(finding) {
        reasons.push("a regression".into());
    } else if finding
        .releases
        .last()
        .is_some_and(|it| it.bad == Some(true))
    {
        reasons.push("the newest release shows it".into());
    }
    reasons.push(format!("by {}", finding.evidence.describe(finding.kind)));
    reasons.push(match finding.options.is_empty() {
        true => "default options".into(),
        false => format!("options {}", finding.options.join(" ")),
    });
    reasons.push(format!("{} bytes", case.len()));
    let compared = finding
        .notes
        .iter()
        .filter(|note| note.contains("a duplicate of"));
    reasons.extend(compared.map(|note| note.trim_end_matches('.').to_string()));
    reasons.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_store::{Reduction, Release};

    fn shown(id: &str, family: &str, kind: Kind) -> Shown {
        Shown {
            finding: Finding {
                id: id.into(),
                family: family.into(),
                kind,
                reduction: Some(Reduction::default()),
                ..Finding::default()
            },
            case: "(check-sat)\n".into(),
            folder: "hunt".into(),
            files: None,
        }
    }

    /// The advices, in order, with the ids.
    fn advised(findings: &[Shown]) -> Vec<String> {
        gadfly_testkit::catalog();
        let all = next(findings, 1_000_000_000);
        let line = |it: &Next| format!("{} {}", it.advice.name(), it.case.replace("hunt/", ""));
        all.iter().map(line).collect()
    }

    #[test]
    fn what_is_worse_comes_first_and_a_week_has_an_end() {
        let mut findings: Vec<Shown> = (0..4)
            .map(|n| shown(&format!("c{n}"), "cvc5", Kind::Crash))
            .collect();
        findings.push(shown("s", "cvc5", Kind::Soundness));
        findings.push(shown("z", "z3", Kind::Crash));
        assert_eq!(
            advised(&findings),
            [
                "file s", "file c0", "file c1", "file z", "wait c2", "wait c3"
            ]
        );
        // What was reported this week counts, what was reported before does not.
        for (n, at) in [(0, 1_000_000_000 - 5), (1, 1)] {
            findings[n].finding.status = Status::Reported;
            findings[n].finding.reported = Some(at);
        }
        assert_eq!(
            advised(&findings),
            ["file s", "file c2", "file z", "wait c3"]
        );
    }

    #[test]
    fn what_nobody_wants_is_left() {
        let changes: [fn(&mut Finding); 5] = [
            |f| f.kind = Kind::Disagreement,
            |f| f.cause = Some("other".into()),
            |f| f.options = vec!["--arrays-exp".into()],
            |f| f.notes = vec!["It looks like the known issue 7 (…).".into()],
            |f| {
                f.releases = vec![Release {
                    bad: Some(false),
                    ..Release::default()
                }]
            },
        ];
        for change in changes {
            let mut one = shown("f", "cvc5", Kind::Crash);
            change(&mut one.finding);
            assert_eq!(advised(&[one]), ["leave f"]);
        }
        let mut wanted = shown("f", "cvc5", Kind::Crash);
        wanted.finding.options = vec!["--nl-cov".into()];
        assert_eq!(advised(&[wanted]), ["file f"]);
    }

    #[test]
    fn what_is_not_small_waits() {
        let mut whole = shown("f", "z3", Kind::Crash);
        whole.finding.reduction = None;
        let mut large = shown("f", "z3", Kind::Crash);
        large.case = "(assert p)\n".repeat(1000);
        for waiting in [whole, large] {
            assert_eq!(advised(std::slice::from_ref(&waiting)), ["wait f"]);
            let why = &next(&[waiting], 0)[0].why;
            assert!(why.ends_with("gadfly reduce hunt/f"), "{why}");
        }
    }
}
