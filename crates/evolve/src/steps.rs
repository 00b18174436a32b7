//! What changes from a release to the next of its family: counted, with the formulas that show it.

use crate::outcome::{Said, Verdict};
use crate::part::Row;
use crate::study::Study;
use std::collections::BTreeMap;

/// A word for how a run ended: an answer, or what went wrong.
pub type End = (Verdict, Said);

/// The most formulas that are kept of a change.
const EXAMPLES: usize = 5;

/// The most formulas that are kept to measure two releases again.
const SPREAD: usize = 32;
/// They take no more microseconds than this together, as a rule.
const AGAIN: u64 = 4_000_000;

/// A change between two releases.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change {
    /// How many formulas.
    pub count: u64,
    /// The first of them.
    pub first: Vec<u64>,
}

/// How the CPU time changed over the formulas that both releases solved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pace {
    /// How many formulas.
    pub count: u64,
    /// CPU seconds of the older and the newer release.
    pub seconds: (f64, f64),
    /// Sum and sum of squares of the logarithm of newer over older.
    pub logs: (f64, f64),
    /// The formulas with the largest change in time either way, with both times in microseconds.
    pub most: Vec<(u64, u64, u64)>,
    /// Some of the formulas, spread over all, with the microseconds that both releases take.
    spread: Vec<(u64, u64)>,
    /// One formula in this many is kept in `spread`, zero for one.
    stride: u64,
}

impl Pace {
    fn add(&mut self, formula: u64, before: u64, after: u64) {
        let (before, after) = (before.max(1), after.max(1));
        self.count += 1;
        self.seconds.0 += before as f64 / 1e6;
        self.seconds.1 += after as f64 / 1e6;
        let log = (after as f64 / before as f64).ln();
        self.logs.0 += log;
        self.logs.1 += log * log;
        self.keep(formula, before + after);
        let key = |(_, before, after): &(u64, u64, u64)| before.abs_diff(*after);
        let this = (formula, before, after);
        if self.most.len() < EXAMPLES || self.most.last().is_some_and(|l| key(l) < key(&this)) {
            self.most.push(this);
            self.most
                .sort_by_key(|one| (std::cmp::Reverse(key(one)), one.0));
            self.most.truncate(EXAMPLES);
        }
    }

    fn keep(&mut self, formula: u64, micros: u64) {
        if (self.count - 1).is_multiple_of(self.stride.max(1)) {
            self.spread.push((formula, micros));
        }
        if self.spread.len() > SPREAD {
            let mut at = 0;
            self.spread.retain(|_| {
                at += 1;
                at % 2 == 1
            });
            self.stride = self.stride.max(1) * 2;
        }
    }

    /// Some formulas to measure both releases by again, in a time that nobody minds.
    pub fn sample(&self) -> Vec<u64> {
        let all: u64 = self.spread.iter().map(|(_, micros)| micros).sum();
        let step = all.div_ceil(AGAIN).max(1) as usize;
        let formulas = self.spread.iter().map(|(formula, _)| *formula);
        formulas.step_by(step).collect()
    }

    /// Newer over older, in all.
    pub fn ratio(&self) -> f64 {
        self.seconds.1 / self.seconds.0.max(1e-9)
    }

    /// How many standard errors the mean change lies from none.
    pub fn sigma(&self) -> f64 {
        let count = self.count as f64;
        if count < 2.0 {
            return 0.0;
        }
        let mean = self.logs.0 / count;
        let variance = (self.logs.1 / count - mean * mean).max(1e-9);
        mean / (variance / count).sqrt()
    }
}

/// All changes between one pair of releases.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The older release's position in the study.
    pub older: usize,
    /// The newer one's.
    pub newer: usize,
    /// By how runs ended before and after.
    pub changes: BTreeMap<(End, End), Change>,
    /// By time, as the runs were made.
    pub pace: Pace,
    /// By time in fresh processes, over the formulas of the sample.
    pub fresh_pace: Pace,
}

/// The changes of one source over all pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct Steps(pub Vec<Step>);

impl Steps {
    pub(crate) fn new(pairs: &[(usize, usize)]) -> Steps {
        let step = |(older, newer): &(usize, usize)| Step {
            older: *older,
            newer: *newer,
            changes: BTreeMap::new(),
            pace: Pace::default(),
            fresh_pace: Pace::default(),
        };
        Steps(pairs.iter().map(step).collect())
    }

    /// Adds a part's rows, by solver.
    pub(crate) fn add(&mut self, solvers: &[&[Row]]) {
        for step in &mut self.0 {
            for (older, newer) in solvers[step.older].iter().zip(solvers[step.newer]) {
                let (before, after) = ((older.verdict, older.said), (newer.verdict, newer.said));
                if before != after {
                    let change = step.changes.entry((before, after)).or_default();
                    change.count += 1;
                    change.first.push(older.formula);
                    change.first.sort_unstable();
                    change.first.truncate(EXAMPLES);
                } else if older.is_solved() {
                    let (before, after) = (u64::from(older.cpu_us), u64::from(newer.cpu_us));
                    step.pace.add(older.formula, before, after);
                    if let (Some(before), Some(after)) = (older.fresh_cpu_us, newer.fresh_cpu_us) {
                        step.fresh_pace.add(older.formula, before, after);
                    }
                }
            }
        }
    }
}

/// Pairs of neighbouring releases: same family and arguments, older first.
pub(crate) fn neighbours(study: &Study) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (newer, entry) in study.solvers.iter().enumerate() {
        let solver = &entry.solver;
        let older = study.solvers.iter().enumerate().filter(|(at, other)| {
            let other = &other.solver;
            let same = other.family == solver.family && other.extra == solver.extra;
            same && *at != newer && other.release_number() < solver.release_number()
        });
        let nearest = older.max_by_key(|(_, other)| other.solver.release_number());
        pairs.extend(nearest.map(|(older, _)| (older, newer)));
    }
    pairs.sort_by_key(|(older, _)| {
        let solver = &study.solvers[*older].solver;
        (solver.family.clone(), solver.release_number())
    });
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_spread_over_all_formulas_and_takes_no_long_time() {
        let sample = |count: u64, micros: u64| {
            let mut pace = Pace::default();
            (0..count).for_each(|formula| pace.add(formula, micros, micros));
            pace.sample()
        };
        assert_eq!(sample(3, 500), [0, 1, 2]);
        let many = sample(10_000, 500);
        assert!((16..=32).contains(&many.len()), "{many:?}");
        assert!(many[0] == 0 && many[many.len() - 1] > 9_000, "{many:?}");
        let slow = sample(10_000, 500_000);
        assert!((1..=4).contains(&slow.len()), "{slow:?}");
        assert!(sample(0, 1).is_empty());
    }
}
