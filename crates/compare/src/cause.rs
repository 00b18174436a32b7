//! The causes behind the findings of all runs.

use crate::measure::Measured;
use gadfly_report::fold_causes;
use gadfly_store::Finding;
use gadfly_vocabulary::Kind;
use serde::Serialize;
use std::collections::BTreeMap;

/// A cause: what several runs may have found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cause {
    /// What identifies it.
    pub identity: String,
    /// What is wrong.
    pub kind: Kind,
    /// The blamed solver.
    pub solver: String,
    /// One line.
    pub title: String,
    /// The operators that say something about it.
    pub operators: Vec<String>,
    /// The first release that is known to show it, as far as releases were looked at.
    pub first_bad: Option<String>,
    /// The last one.
    pub last_bad: Option<String>,
}

impl Cause {
    fn of(finding: &Finding) -> Cause {
        let bad = || {
            let bad = finding.releases.iter().filter(|r| r.bad == Some(true));
            bad.map(|release| release.spec.clone())
        };
        Cause {
            identity: finding.identity.clone(),
            kind: finding.kind,
            solver: finding.solver.clone(),
            title: finding.title.clone(),
            operators: finding.operators.clone(),
            first_bad: bad().next(),
            last_bad: bad().next_back(),
        }
    }
}

/// All causes, and for each run when it found which: the number of the cause, and seconds.
pub(crate) fn causes(runs: &[Measured]) -> (Vec<Cause>, Vec<BTreeMap<usize, f64>>) {
    // By what identifies them, in order: no output depends on which run came first.
    let mut distinct: BTreeMap<&str, Finding> = BTreeMap::new();
    for finding in runs.iter().flat_map(|run| &run.findings) {
        let known = distinct.entry(&finding.identity);
        let known = known.or_insert_with(|| Finding {
            // Runs give the same name to different findings.
            id: finding.identity.clone(),
            ..finding.clone()
        });
        // What was reduced, or looked at in more releases, says more.
        if known.releases.len() < finding.releases.len() {
            known.releases = finding.releases.clone();
        }
    }
    let mut all: Vec<&mut Finding> = distinct.values_mut().collect();
    fold_causes(&mut all);
    let shown = distinct.values().filter(|finding| finding.cause.is_none());
    let causes: Vec<Cause> = shown.map(Cause::of).collect();
    let number = |identity: &str| {
        let finding = distinct.get(identity)?;
        let shown = finding.cause.as_deref().unwrap_or(identity);
        causes.iter().position(|cause| cause.identity == shown)
    };
    let found = |run: &Measured| {
        let mut when: BTreeMap<usize, f64> = BTreeMap::new();
        for finding in &run.findings {
            if let Some(cause) = number(&finding.identity) {
                let first = when.entry(cause).or_insert(finding.found);
                *first = first.min(finding.found);
            }
        }
        when
    };
    let found = runs.iter().map(found).collect();
    (causes, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(findings: &[(&str, f64)]) -> Measured {
        let finding = |(identity, found): &(&str, f64)| Finding {
            id: "same".into(),
            identity: identity.to_string(),
            named: true,
            found: *found,
            ..Finding::default()
        };
        Measured {
            findings: findings.iter().map(finding).collect(),
            ..Measured::default()
        }
    }

    #[test]
    fn the_same_bug_is_the_same_in_every_run() {
        let runs = [run(&[("a", 3.0), ("b", 1.0)]), run(&[]), run(&[("b", 2.0)])];
        let (causes, found) = causes(&runs);
        assert_eq!(causes.len(), 2);
        let when: Vec<Vec<(usize, f64)>> = found
            .iter()
            .map(|f| f.iter().map(|(c, t)| (*c, *t)).collect())
            .collect();
        assert_eq!(when, [vec![(0, 3.0), (1, 1.0)], vec![], vec![(1, 2.0)]]);
    }

    #[test]
    fn what_probably_has_one_cause_counts_once() {
        let mut one = run(&[("a", 3.0), ("b", 1.0)]);
        for finding in &mut one.findings {
            finding.named = false;
            finding.frames = vec!["f".into(), "g".into()];
        }
        let (causes, found) = causes(&[one]);
        assert_eq!(causes.len(), 1);
        assert_eq!(found[0].values().copied().collect::<Vec<_>>(), [1.0]);
    }
}
