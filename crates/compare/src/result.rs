//! What a comparison came to: totals, causes and pairs.

use crate::cause::{Cause, causes};
use crate::curve::{Moment, curve, median};
use crate::measure::Measured;
use crate::plan::Comparison;
use crate::ranks::{Effect, RankTest, effect, rank_test};
use serde::Serialize;
use std::collections::BTreeMap;

/// A difference less likely than this by chance counts.
const SIGNIFICANT: f64 = 0.05;

/// The runs of one configuration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Totals {
    /// Its name.
    pub name: String,
    /// Distinct causes of each run.
    pub causes: Vec<usize>,
    /// Distinct causes of all runs together.
    pub together: usize,
    /// Seconds until the first cause, of each run that found one.
    pub first: Vec<f64>,
    /// Formulas of each run; empty where they are not counted.
    pub formulas: Vec<u64>,
    /// CPU seconds of solvers (of another tool, of all of it), of each run.
    pub cpu: Vec<f64>,
    /// The share of the solvers' time that time-outs took, of each run where it is known.
    pub timeouts: Vec<f64>,
}

/// How a cause was found by one configuration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reached {
    /// The configuration.
    pub configuration: String,
    /// In so many of its runs.
    pub runs: usize,
    /// The middle of the seconds that these took.
    pub median: Option<f64>,
}

/// A cause, and who found it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CauseRow {
    /// The cause.
    #[serde(flatten)]
    pub cause: Cause,
    /// By configuration.
    pub reached: Vec<Reached>,
}

/// Two configurations, compared in one respect.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// In which respect.
    pub measure: &'static str,
    /// The first configuration.
    pub first: String,
    /// The second.
    pub second: String,
    /// The middle value of the first; infinite (in JSON, null) where most of its runs never got there.
    pub first_median: f64,
    /// The middle value of the second.
    pub second_median: f64,
    /// The rank test.
    #[serde(flatten)]
    pub test: RankTest,
    /// How often a run of the first has a greater value than one of the second.
    pub a12: f64,
    /// How large that is.
    pub effect: Effect,
    /// The better one, where the difference is significant.
    pub better: Option<String>,
}

/// What a comparison came to.
#[derive(Clone, Debug, Serialize)]
pub struct Results {
    /// What was compared.
    pub comparison: Comparison,
    /// By configuration.
    pub totals: Vec<Totals>,
    /// The causes, those that most runs found first.
    pub causes: Vec<CauseRow>,
    /// The pairs.
    pub pairs: Vec<Pair>,
    #[serde(skip)]
    pub(crate) curves: Vec<Vec<Moment>>,
}

impl Results {
    /// Of the runs that are over.
    pub(crate) fn of(comparison: &Comparison, runs: &[Measured]) -> Results {
        let (causes, found) = causes(runs);
        let configurations = 0..comparison.configurations.len();
        let of = |configuration: usize| {
            let all = runs.iter().zip(&found);
            all.filter(move |(run, _)| run.configuration == configuration)
        };
        let end = runs.iter().map(|run| run.seconds).fold(1.0, f64::max);
        let totals: Vec<Totals> = configurations
            .clone()
            .map(|n| {
                totals(
                    &comparison.configurations[n].name,
                    &of(n).collect::<Vec<_>>(),
                )
            })
            .collect();
        let row = |(number, cause): (usize, &Cause)| CauseRow {
            cause: cause.clone(),
            reached: configurations
                .clone()
                .map(|n| {
                    let when: Vec<f64> = of(n)
                        .filter_map(|(_, found)| found.get(&number).copied())
                        .collect();
                    Reached {
                        configuration: comparison.configurations[n].name.clone(),
                        runs: when.len(),
                        median: (!when.is_empty()).then(|| median(&when)),
                    }
                })
                .collect(),
        };
        let mut rows: Vec<CauseRow> = causes.iter().enumerate().map(row).collect();
        let runs_of = |row: &CauseRow| row.reached.iter().map(|r| r.runs).sum::<usize>();
        rows.sort_by_key(|row| (std::cmp::Reverse(runs_of(row)), row.cause.identity.clone()));
        let curves = configurations.map(|n| {
            let found: Vec<_> = of(n).map(|(_, found)| found).collect();
            curve(&found, end)
        });
        Results {
            curves: curves.collect(),
            pairs: pairs(&totals),
            comparison: comparison.clone(),
            totals,
            causes: rows,
        }
    }
}

fn totals(name: &str, runs: &[(&Measured, &BTreeMap<usize, f64>)]) -> Totals {
    let mut together: Vec<usize> = runs
        .iter()
        .flat_map(|(_, found)| found.keys().copied())
        .collect();
    together.sort_unstable();
    together.dedup();
    let first = |found: &BTreeMap<usize, f64>| found.values().copied().min_by(f64::total_cmp);
    Totals {
        name: name.to_string(),
        causes: runs.iter().map(|(_, found)| found.len()).collect(),
        together: together.len(),
        first: runs.iter().filter_map(|(_, found)| first(found)).collect(),
        formulas: runs.iter().filter_map(|(run, _)| run.formulas).collect(),
        cpu: runs.iter().map(|(run, _)| run.cpu).collect(),
        timeouts: runs.iter().filter_map(|(run, _)| run.timeouts).collect(),
    }
}

/// A respect in which configurations are compared.
struct Measure {
    name: &'static str,
    more_is_better: bool,
    values: fn(&Totals) -> Vec<f64>,
}

const MEASURES: [Measure; 4] = [
    Measure {
        name: "causes",
        more_is_better: true,
        values: |totals| totals.causes.iter().map(|n| *n as f64).collect(),
    },
    Measure {
        name: "seconds to the first cause",
        more_is_better: false,
        // A run without a cause is later than all others.
        values: |totals| {
            let none = totals.causes.iter().filter(|n| **n == 0);
            let never = none.map(|_| f64::INFINITY);
            totals.first.iter().copied().chain(never).collect()
        },
    },
    Measure {
        name: "formulas",
        more_is_better: true,
        values: |totals| totals.formulas.iter().map(|n| *n as f64).collect(),
    },
    Measure {
        name: "share of time-outs",
        more_is_better: false,
        values: |totals| totals.timeouts.clone(),
    },
];

fn pairs(totals: &[Totals]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for measure in &MEASURES {
        for (at, first) in totals.iter().enumerate() {
            for second in &totals[at + 1..] {
                let (a, b) = ((measure.values)(first), (measure.values)(second));
                let Some(test) = rank_test(&a, &b) else {
                    continue;
                };
                let a12 = effect(&a, &b);
                let first_wins = (a12 > 0.5) == measure.more_is_better;
                let better = if first_wins { first } else { second };
                pairs.push(Pair {
                    measure: measure.name,
                    first: first.name.clone(),
                    second: second.name.clone(),
                    first_median: median(&a),
                    second_median: median(&b),
                    better: (test.p < SIGNIFICANT).then(|| better.name.clone()),
                    effect: Effect::of(a12),
                    test,
                    a12,
                });
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Budget, Configuration, Work};
    use gadfly_store::Finding;

    /// Runs of two configurations, with the seconds at which each found its causes.
    fn results(first: &[&[f64]], second: &[&[f64]]) -> Results {
        let configuration = |name: &str| Configuration {
            name: name.into(),
            work: Work::Hunt(Vec::new()),
        };
        let comparison = Comparison {
            configurations: vec![configuration("a"), configuration("b")],
            repeat: 5,
            budget: Budget::Seconds(10.0),
            jobs: 1,
            seed: 1,
        };
        let run = |configuration: usize, found: &&[f64]| Measured {
            configuration,
            seconds: 10.0,
            formulas: Some(100),
            findings: found
                .iter()
                .enumerate()
                .map(|(cause, found)| Finding {
                    identity: format!("cause {cause}"),
                    named: true,
                    found: *found,
                    ..Finding::default()
                })
                .collect(),
            ..Measured::default()
        };
        let mut runs: Vec<Measured> = first.iter().map(|found| run(0, found)).collect();
        runs.extend(second.iter().map(|found| run(1, found)));
        Results::of(&comparison, &runs)
    }

    fn verdict<'a>(results: &'a Results, measure: &str) -> &'a Pair {
        results
            .pairs
            .iter()
            .find(|pair| pair.measure == measure)
            .unwrap()
    }

    #[test]
    fn who_finds_more_and_sooner_is_better() {
        let (some, none): (&[f64], &[f64]) = (&[1.0, 2.0], &[]);
        let results = results(&[some; 5], &[none; 5]);
        let causes = verdict(&results, "causes");
        assert_eq!((causes.a12, causes.effect), (1.0, Effect::Large));
        assert_eq!(causes.better.as_deref(), Some("a"));
        let first = verdict(&results, "seconds to the first cause");
        assert_eq!((first.a12, first.better.as_deref()), (0.0, Some("a")));
        assert_eq!(verdict(&results, "formulas").better, None);
        assert_eq!(results.totals[0].together, 2);
        assert_eq!(results.causes[0].reached[0].runs, 5);
        assert_eq!(results.causes[0].reached[1].median, None);
    }

    #[test]
    fn the_same_is_no_better() {
        let one: &[f64] = &[1.0];
        let results = results(&[one; 5], &[one; 5]);
        assert!(
            results
                .pairs
                .iter()
                .all(|pair| pair.better.is_none() && pair.test.p == 1.0)
        );
    }
}
