//! Findings across nights: which are new, which are still there, which are fixed since.
//!
//! A night is a hunt, or several that ran side by side. A bug that a night did not find is not fixed for
//! that: it may only have been missed. Fixed is what a person or a release says.

use crate::summary::{Shown, base_of, under_test};
use crate::tone::Tone;
use gadfly_store::{Finding, Status, Store, StoreError, folders_below, is_hunt};
use gadfly_vocabulary::{Kind, words};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// What became of a finding by the last night.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// The last night found it, and none before.
    New,
    /// The last night found it, and the one before did not, though an earlier one had.
    Back,
    /// The last two nights found it.
    Still,
    /// The last night did not find it, and nothing says that it is fixed.
    Unseen,
    /// A release that the last night tested does not show it, or a person says so.
    Fixed,
}

words!(Fate, "a finding's fate": New = "new", Back = "back", Still = "still-there", Unseen = "not-seen",
    Fixed = "fixed");

impl Fate {
    /// What its colour says.
    pub fn tone(self) -> Tone {
        match self {
            Fate::New | Fate::Back | Fate::Still => Tone::Wrong,
            Fate::Unseen => Tone::Open,
            Fate::Fixed => Tone::Right,
        }
    }
}

/// One night's hunt, or hunts.
#[derive(Clone, Debug, Default)]
pub struct Night {
    /// Its folder.
    pub folder: String,
    /// Its findings.
    pub findings: Vec<Shown>,
    /// The solvers under test.
    pub tested: Vec<String>,
}

impl Night {
    /// Reads the hunt of a folder, or the hunts of the folders in it.
    pub fn read(folder: &Path) -> Result<Night, StoreError> {
        let name = folder.display().to_string();
        let mut night = Night {
            folder: name.clone(),
            ..Night::default()
        };
        let hunts = folders_below(folder, &is_hunt);
        if hunts.is_empty() {
            let path = PathBuf::from(folder);
            return Err(StoreError::Missing { path });
        }
        for hunt in hunts {
            let store = Store::only_read(&hunt)?;
            night.findings.extend(Shown::all(&store, &name)?);
            night.tested.extend(under_test(&store)?);
        }
        Ok(night)
    }

    /// The solver of a finding as this night tested it, whatever its release.
    fn tests(&self, finding: &Finding) -> bool {
        let family = |spec: &String| spec.split(['@', ' ']).next() == Some(&*finding.family);
        self.tested.iter().any(family) || base_of(&self.tested, &finding.solver).is_some()
    }
}

/// A finding and what became of it.
#[derive(Clone, Debug, Serialize)]
pub struct Past {
    /// What became of it.
    pub fate: Fate,
    /// Its id where it was seen last.
    pub id: String,
    /// What is wrong.
    pub kind: Kind,
    /// The blamed solver, where it was seen last.
    pub solver: String,
    /// One line.
    pub title: String,
    /// What tells it from all others, whatever release shows it.
    pub identity: String,
    /// The first night that found it.
    pub first: String,
    /// The last one.
    pub last: String,
    /// How many nights found it.
    pub nights: usize,
    /// How many there are from the first on.
    pub of: usize,
    /// How its fate is known.
    pub why: String,
}

/// What became of all findings of some nights, given in their order: new ones first.
pub fn history(nights: &[Night]) -> Vec<Past> {
    let mut seen: Vec<(&str, Vec<(usize, &Finding)>)> = Vec::new();
    for (number, night) in nights.iter().enumerate() {
        for Shown { finding, .. } in &night.findings {
            let bug = bug(finding);
            let known = seen.iter_mut().find(|(known, _)| *known == bug);
            match known {
                Some((_, times)) if times.last().is_some_and(|last| last.0 == number) => {}
                Some((_, times)) => times.push((number, finding)),
                None => seen.push((bug, vec![(number, finding)])),
            }
        }
    }
    let all = seen.iter().map(|(_, times)| past(nights, times));
    let mut all: Vec<Past> = all.collect();
    all.sort_by_key(|past| (past.fate, past.kind));
    all
}

/// What tells a bug from others whatever release shows it: an identity begins with the release.
fn bug(finding: &Finding) -> &str {
    let identity = finding.identity.as_str();
    let rest = identity.strip_prefix(&finding.version);
    rest.map_or(identity, str::trim_start)
}

/// Whether a finding may turn out to be another one: its identity is that of a formula, not of a bug.
fn is_open(finding: &Finding) -> bool {
    finding.reduction.is_none() && !finding.named
}

fn past(nights: &[Night], times: &[(usize, &Finding)]) -> Past {
    let (first, (last, finding)) = (times[0].0, times[times.len() - 1]);
    let (fate, why) = fate(nights, times);
    Past {
        fate,
        id: finding.id.clone(),
        kind: finding.kind,
        solver: finding.solver.clone(),
        title: finding.title.clone(),
        identity: bug(finding).to_string(),
        first: nights[first].folder.clone(),
        last: nights[last].folder.clone(),
        nights: times.len(),
        of: nights.len() - first,
        why,
    }
}

/// What became of a finding that some nights saw, and how that is known.
fn fate(nights: &[Night], times: &[(usize, &Finding)]) -> (Fate, String) {
    let end = nights.len() - 1;
    let (last, finding) = times[times.len() - 1];
    if last == end {
        let before = times.len().checked_sub(2).map(|at| times[at].0);
        return match before {
            None if end == 0 => (Fate::New, "the only night found it".into()),
            None if is_open(finding) => (
                Fate::New,
                "not reduced, so it may be one that was found before".into(),
            ),
            None => (Fate::New, "no night before found it".into()),
            Some(before) if before + 1 == end => {
                (Fate::Still, "the last two nights found it".into())
            }
            Some(before) => {
                let folder = &nights[before].folder;
                (Fate::Back, format!("last found before in {folder}"))
            }
        };
    }
    let night = &nights[end];
    if finding.status == Status::Fixed {
        return (Fate::Fixed, "marked as fixed".into());
    }
    let good = |spec: &&String| {
        let mut releases = finding.releases.iter();
        releases.any(|release| release.spec == **spec && release.bad == Some(false))
    };
    match night.tested.iter().find(good) {
        Some(spec) => (Fate::Fixed, format!("{spec} does not show it")),
        None if !night.tests(finding) => (Fate::Unseen, "its solver was not tested since".into()),
        None => {
            let ask = format!("gadfly recheck {} tells", nights[last].folder);
            (Fate::Unseen, format!("it may only have been missed: {ask}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_store::Release;

    /// A night of z3 in a release, with findings of some identities.
    fn night(folder: &str, tested: &str, identities: &[&str]) -> Night {
        let shown = |identity: &&str| Shown {
            finding: Finding {
                id: format!("z3-{identity}"),
                identity: format!("{} {identity}", &tested[3..]),
                solver: tested.into(),
                family: "z3".into(),
                version: tested[3..].into(),
                named: true,
                ..Finding::default()
            },
            case: String::new(),
            folder: folder.into(),
            files: None,
        };
        Night {
            folder: folder.into(),
            findings: identities.iter().map(shown).collect(),
            tested: vec![tested.into()],
        }
    }

    fn fates(nights: &[Night]) -> Vec<String> {
        let line = |past: &Past| format!("{} {}: {}", past.fate, past.identity, past.why);
        history(nights).iter().map(line).collect()
    }

    #[test]
    fn what_is_new_back_and_still_there() {
        let nights = [
            night("n1", "z3@4.8.7", &["a", "b"]),
            night("n2", "z3@4.8.7", &["b"]),
            night("n3", "z3@4.8.7", &["a", "b", "c", "c"]),
        ];
        let expect = [
            "new c: no night before found it",
            "back a: last found before in n1",
            "still-there b: the last two nights found it",
        ];
        assert_eq!(fates(&nights), expect);
        let a = &history(&nights)[1];
        assert_eq!((a.nights, a.of, &*a.first, &*a.last), (2, 3, "n1", "n3"));
        assert_eq!(fates(&nights[1..2]), ["new b: the only night found it"]);
        assert!(history(&[]).is_empty());
    }

    #[test]
    fn a_bug_is_the_same_in_another_release_and_may_be_while_it_is_not_reduced() {
        let mut nights = [
            night("n1", "z3@4.8.7", &["a"]),
            night("n2", "z3@4.8.8", &["a", "b"]),
        ];
        nights[1].findings[1].finding.named = false;
        let expect = [
            "new b: not reduced, so it may be one that was found before",
            "still-there a: the last two nights found it",
        ];
        assert_eq!(fates(&nights), expect);
    }

    #[test]
    fn fixed_takes_more_than_a_night_that_missed_it() {
        let mut first = night("n1", "z3@4.8.7", &["released", "marked", "missed", "other"]);
        let release = |bad| Release {
            spec: "z3@5.4.0".into(),
            bad,
            ..Release::default()
        };
        first.findings[0].finding.releases = vec![release(Some(false))];
        first.findings[1].finding.status = Status::Fixed;
        first.findings[2].finding.releases = vec![release(None)];
        first.findings[3].finding.family = "cvc5".into();
        first.findings[3].finding.solver = "cvc5@1.4.2".into();
        let nights = [first, night("n2", "z3@5.4.0", &[])];
        let mut expect = [
            "not-seen missed: it may only have been missed: gadfly recheck n1 tells",
            "not-seen other: its solver was not tested since",
            "fixed released: z3@5.4.0 does not show it",
            "fixed marked: marked as fixed",
        ];
        expect.sort_unstable();
        let mut found = fates(&nights);
        found.sort();
        assert_eq!(found, expect);
    }
}
