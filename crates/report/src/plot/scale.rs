//! Where values lie along an axis, and which of them are named there.

use crate::words::{short_number, trimmed};

/// How an axis counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Evenly, from 0.
    Linear,
    /// Evenly, around the values: for small changes in large numbers.
    Near,
    /// By powers of ten; nothing below the least positive value can be told apart.
    Log,
    /// By powers of ten of a count, with a place for 0.
    LogCount,
}

/// An axis over some values, drawn from one place to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    axis: Axis,
    /// Its ends: of the values, or of their powers of ten.
    low: f64,
    high: f64,
    /// Between named values.
    step: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// An axis that ends at round numbers.
    pub(super) fn round(axis: Axis, values: impl Iterator<Item = f64>, ends: (f64, f64)) -> Scale {
        let values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
        let high = values.iter().copied().fold(0.0, f64::max);
        let least =
            |from: &dyn Fn(&&f64) -> bool| values.iter().filter(from).copied().fold(high, f64::min);
        let (low, high, step) = match axis {
            Axis::Linear => rounded(0.0, high),
            Axis::Near => rounded(least(&|_| true), high),
            Axis::Log => {
                let least = least(&|value| **value > 0.0);
                let (low, high) = (power_of(least).floor(), power_of(high).ceil());
                let high = high.max(low + 1.0);
                (low, high, ((high - low) / 5.0).ceil())
            }
            Axis::LogCount => {
                let high = power_of(high.max(1.0)).ceil().max(1.0);
                (0.0, high, (high / 3.0).floor().max(1.0))
            }
        };
        let (from, to) = ends;
        Scale {
            axis,
            low,
            high,
            step,
            from,
            to,
        }
    }

    /// An even axis from 0 that ends with the last value.
    pub(super) fn until(last: f64, ends: (f64, f64)) -> Scale {
        let (from, to) = ends;
        Scale {
            axis: Axis::Linear,
            low: 0.0,
            high: last,
            step: step(0.0, last),
            from,
            to,
        }
    }

    /// Where a value lies.
    pub(super) fn place(&self, value: f64) -> f64 {
        let value = match self.axis {
            Axis::Linear | Axis::Near => value,
            Axis::Log => power_of(value),
            Axis::LogCount => (value + 1.0).log10(),
        };
        let share = (value - self.low) / (self.high - self.low).max(1e-12);
        self.from + share.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// The named values, each with its name.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let count = ((self.high - self.low) / self.step + 1e-9) as usize;
        let of = |n: usize| self.low + self.step * n as f64;
        match self.axis {
            Axis::Linear | Axis::Near => {
                let values = (0..=count).map(of);
                values.map(|value| (value, self.name(value))).collect()
            }
            Axis::Log => {
                let powers = (0..=count).map(|n| 10f64.powf(of(n)));
                powers.map(|value| (value, power_name(value))).collect()
            }
            Axis::LogCount => {
                let powers = (0..count).map(|n| 10f64.powf(self.high - self.step * n as f64));
                let named = powers.filter(|power| *power > 1.0).chain([0.0]);
                named.map(|value| (value, short_number(value))).collect()
            }
        }
    }

    /// A value with as many digits as tell it from its neighbours.
    fn name(&self, value: f64) -> String {
        let (unit, letter) = match self.high.abs() {
            v if v >= 1e6 => (1e6, "M"),
            v if v >= 1e4 => (1e3, "k"),
            _ => (1.0, ""),
        };
        if value.abs() < self.step / 2.0 {
            return "0".to_string();
        }
        let digits = (-(self.step / unit).log10().floor()).clamp(0.0, 9.0) as usize;
        format!("{}{letter}", trimmed(value / unit, digits))
    }
}

/// Below this, a number is 0 for an axis of powers.
const TINY: f64 = 1e-9;

fn power_of(value: f64) -> f64 {
    value.max(TINY).log10()
}

fn power_name(value: f64) -> String {
    match value < 1.0 {
        true => trimmed(value, (-value.log10()).ceil() as usize),
        false => short_number(value),
    }
}

/// A range widened to round numbers, and the step between them.
fn rounded(low: f64, high: f64) -> (f64, f64, f64) {
    let step = step(low, high);
    let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
    (low, if high > low { high } else { low + step }, step)
}

/// A round number that divides a range into two to five steps.
fn step(low: f64, high: f64) -> f64 {
    let range = match high > low {
        true => high - low,
        false => high.max(1.0),
    };
    let power = 10f64.powf((range / 2.0).log10().floor());
    let steps = [5.0, 2.0, 1.0].map(|digit| digit * power);
    let fits = |step: &f64| range / step >= 2.0 - 1e-9;
    steps.into_iter().find(fits).unwrap_or(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers() {
        let steps = [
            (0.0, 100.0, 50.0),
            (0.0, 168.0, 50.0),
            (0.0, 20_000.0, 10_000.0),
            (18_700.0, 20_000.0, 500.0),
            (0.0, 0.7, 0.2),
            (20_000.0, 20_000.0, 10_000.0),
            (0.0, 0.0, 0.5),
        ];
        for (low, high, wanted) in steps {
            assert!((step(low, high) - wanted).abs() < 1e-9, "{low} to {high}");
        }
    }

    fn check(axis: Axis, values: &[f64], names: &str) {
        let scale = Scale::round(axis, values.iter().copied(), (0.0, 100.0));
        let ticks = scale.ticks();
        let said: Vec<&str> = ticks.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(said.join(" "), names, "{axis:?} {values:?}");
        for value in values.iter().chain(ticks.iter().map(|(value, _)| value)) {
            assert!((0.0..=100.0).contains(&scale.place(*value)), "{value}");
        }
    }

    #[test]
    fn neighbours_on_an_axis_have_different_names() {
        check(Axis::Linear, &[3.0, 120.0], "0 50 100 150");
        check(Axis::Linear, &[0.3], "0 0.1 0.2 0.3");
        check(Axis::Linear, &[], "0 0.5");
        check(Axis::Linear, &[0.0], "0 0.5");
        check(
            Axis::Near,
            &[19_870.0, 19_960.0],
            "19.86k 19.88k 19.9k 19.92k 19.94k 19.96k",
        );
        check(
            Axis::Near,
            &[1_000_020.0, 1_000_051.0],
            "1.00002M 1.00003M 1.00004M 1.00005M 1.00006M",
        );
        check(
            Axis::Log,
            &[0.00002, 0.4],
            "0.00001 0.0001 0.001 0.01 0.1 1",
        );
        check(Axis::Log, &[0.0], "0.000000001 0.00000001");
        check(Axis::LogCount, &[0.0, 1759.0], "10k 1000 100 10 0");
        check(Axis::LogCount, &[0.0, 3e6], "10M 100k 1000 0");
        check(Axis::LogCount, &[], "10 0");
    }
}
