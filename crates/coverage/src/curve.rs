//! What is reached by and by: the runs of a configuration as one line, with a band around it.

use crate::run::Point;
use gadfly_compare::median;

/// So many moments are looked at.
const MOMENTS: usize = 40;

/// What a curve is drawn over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    Cpu,
    Formulas,
}

impl Over {
    fn of(self, point: &Point) -> f64 {
        match self {
            Over::Cpu => point.cpu,
            Over::Formulas => point.formulas as f64,
        }
    }
}

/// A moment: where it is, and the least, middle and greatest value of the runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moment {
    pub(crate) at: f64,
    pub(crate) least: f64,
    pub(crate) median: f64,
    pub(crate) most: f64,
}

/// The line of some runs, from what a trivial question reaches until the first of them ends.
pub(crate) fn curve(
    runs: &[&[Point]],
    over: Over,
    start: f64,
    value: impl Fn(&Point) -> f64,
) -> Vec<Moment> {
    let ends = runs
        .iter()
        .map(|points| points.last().map_or(0.0, |p| over.of(p)));
    let end = ends.fold(f64::INFINITY, f64::min);
    if !end.is_finite() || end <= 0.0 {
        return Vec::new();
    }
    let moment = |n: usize| {
        let at = end * n as f64 / MOMENTS as f64;
        let values: Vec<f64> = runs
            .iter()
            .map(|points| between(points.iter().map(|p| (over.of(p), value(p))), at, start))
            .collect();
        Moment {
            at,
            least: values.iter().copied().fold(f64::INFINITY, f64::min),
            median: median(&values),
            most: values.iter().copied().fold(0.0, f64::max),
        }
    };
    (0..=MOMENTS).map(moment).collect()
}

/// The value at a place, evenly between the points beside it.
fn between(points: impl Iterator<Item = (f64, f64)>, at: f64, start: f64) -> f64 {
    let mut before = (0.0, start);
    for point in points {
        if point.0 >= at && point.0 > before.0 {
            let share = (at - before.0) / (point.0 - before.0);
            return before.1 + share * (point.1 - before.1);
        }
        before = point;
    }
    before.1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(values: &[(u64, u64)]) -> Vec<Point> {
        let point = |(formulas, lines): &(u64, u64)| Point {
            formulas: *formulas,
            cpu: *formulas as f64 / 10.0,
            all: [*lines, 0, 0],
            core: [0; 3],
        };
        values.iter().map(point).collect()
    }

    #[test]
    fn a_line_goes_through_the_middle_of_the_runs() {
        let (one, two) = (
            points(&[(10, 20), (20, 40)]),
            points(&[(10, 60), (40, 120)]),
        );
        let runs: Vec<&[Point]> = vec![&one, &two];
        let curve = curve(&runs, Over::Formulas, 10.0, |p| p.all[0] as f64);
        let first = curve[0];
        assert_eq!((first.at, first.least, first.most), (0.0, 10.0, 10.0));
        // Halfway: ten formulas.
        let half = curve[MOMENTS / 2];
        assert_eq!(
            (half.at, half.least, half.median, half.most),
            (10.0, 20.0, 40.0, 60.0)
        );
        let last = curve[MOMENTS];
        assert_eq!((last.at, last.least, last.most), (20.0, 40.0, 80.0));
    }

    #[test]
    fn runs_without_formulas_have_no_line() {
        let none = points(&[(0, 5)]);
        assert_eq!(
            curve(&[&none], Over::Formulas, 0.0, |p| p.all[0] as f64),
            []
        );
        assert_eq!(curve(&[], Over::Cpu, 0.0, |p| p.cpu), []);
    }
}
