//! Causes over time: how many of them a configuration's runs have found, with a band over the runs.

use std::collections::BTreeMap;

/// So many moments are looked at.
const MOMENTS: usize = 60;

/// A moment of a configuration: seconds, and the least, middle and greatest count of its runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moment {
    pub(crate) seconds: f64,
    pub(crate) least: f64,
    pub(crate) median: f64,
    pub(crate) most: f64,
}

/// The middle value; the mean of the two in the middle where there are two.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => 0.0,
        n if n % 2 == 1 => sorted[middle],
        _ => (sorted[middle - 1] + sorted[middle]) / 2.0,
    }
}

/// The counts of some runs from the beginning until the end.
pub(crate) fn curve(runs: &[&BTreeMap<usize, f64>], end: f64) -> Vec<Moment> {
    let moment = |n: usize| {
        let seconds = end * n as f64 / MOMENTS as f64;
        let count = |run: &&BTreeMap<usize, f64>| {
            run.values().filter(|found| **found <= seconds).count() as f64
        };
        let counts: Vec<f64> = runs.iter().map(count).collect();
        Moment {
            seconds,
            least: counts.iter().copied().fold(f64::INFINITY, f64::min),
            median: median(&counts),
            most: counts.iter().copied().fold(0.0, f64::max),
        }
    };
    if runs.is_empty() {
        return Vec::new();
    }
    (0..=MOMENTS).map(moment).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_reach_from_the_worst_run_to_the_best() {
        let (one, two) = (
            BTreeMap::from([(0, 1.0), (4, 3.0)]),
            BTreeMap::from([(0, 5.0)]),
        );
        let curve = curve(&[&one, &two], 6.0);
        let at = |seconds: f64| {
            let moment = curve.iter().rfind(|m| m.seconds <= seconds).unwrap();
            (moment.least, moment.median, moment.most)
        };
        assert_eq!(at(0.5), (0.0, 0.0, 0.0));
        assert_eq!(at(3.5), (0.0, 1.0, 2.0));
        assert_eq!(at(6.0), (1.0, 1.5, 2.0));
        assert_eq!(median(&[]), 0.0);
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
    }
}
