//! Mann and Whitney's U, exact with ties, and the effect size of Vargha and Delaney.

use serde::Serialize;
use std::cmp::Ordering;

/// Above so many values in all the normal approximation takes over: by then it is as good.
const EXACT_UP_TO: usize = 120;

/// What a rank test says about two samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RankTest {
    /// How many pairs the first sample wins; a tie counts half.
    pub u: f64,
    /// How likely a difference at least as large is by chance, either way.
    pub p: f64,
    /// Whether `p` is exact: counted over all ways to deal the values out.
    pub exact: bool,
}

/// How large a difference is, in the words of Vargha and Delaney.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// Less than 0.56 for the better one.
    Negligible,
    /// Less than 0.64.
    Small,
    /// Less than 0.71.
    Medium,
    /// At least 0.71.
    Large,
}

impl Effect {
    /// Its word.
    pub fn name(self) -> &'static str {
        match self {
            Effect::Negligible => "negligible",
            Effect::Small => "small",
            Effect::Medium => "medium",
            Effect::Large => "large",
        }
    }

    /// Of an effect size from 0 to 1.
    pub fn of(a12: f64) -> Effect {
        match 0.5 + (a12 - 0.5).abs() {
            size if size < 0.56 => Effect::Negligible,
            size if size < 0.64 => Effect::Small,
            size if size < 0.71 => Effect::Medium,
            _ => Effect::Large,
        }
    }
}

/// How often a value of the first sample is greater than one of the second; a tie counts half.
pub fn effect(first: &[f64], second: &[f64]) -> f64 {
    let pairs = (first.len() * second.len()) as f64;
    if pairs == 0.0 {
        return 0.5;
    }
    wins(first, second) / pairs
}

/// Whether two samples differ. Nothing where one is empty.
pub(crate) fn rank_test(first: &[f64], second: &[f64]) -> Option<RankTest> {
    if first.is_empty() || second.is_empty() {
        return None;
    }
    let u = wins(first, second);
    let ranks = doubled_ranks(first, second);
    let exact = ranks.len() <= EXACT_UP_TO;
    let p = if exact {
        exact_p(&ranks, first.len())
    } else {
        normal_p(&ranks, first.len(), u)
    };
    Some(RankTest { u, p, exact })
}

fn wins(first: &[f64], second: &[f64]) -> f64 {
    let win = |a: &f64, b: &f64| match a.total_cmp(b) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    };
    let of = |a: &f64| second.iter().map(|b| win(a, b)).sum::<f64>();
    first.iter().map(of).sum()
}

/// Twice the rank of every value, the first sample's before the second's: equal values share the mean
/// of their ranks, which may be a half.
fn doubled_ranks(first: &[f64], second: &[f64]) -> Vec<usize> {
    let all: Vec<f64> = first.iter().chain(second).copied().collect();
    let rank = |value: &f64| {
        let below = all
            .iter()
            .filter(|one| one.total_cmp(value).is_lt())
            .count();
        let equal = all
            .iter()
            .filter(|one| one.total_cmp(value).is_eq())
            .count();
        2 * below + equal + 1
    };
    all.iter().map(rank).collect()
}

/// Of all ways to choose the first sample among the values, the share with a sum of ranks as far off,
/// counted on the nearer side and doubled.
fn exact_p(ranks: &[usize], chosen: usize) -> f64 {
    let total: usize = ranks.iter().sum();
    let seen: usize = ranks[..chosen].iter().sum();
    // ways[k][s]: how many ways there are to choose k values whose ranks sum up to s.
    let mut ways = vec![vec![0.0_f64; total + 1]; chosen + 1];
    ways[0][0] = 1.0;
    for (n, rank) in ranks.iter().enumerate() {
        for k in (1..=chosen.min(n + 1)).rev() {
            let (fewer, more) = ways.split_at_mut(k);
            let from = &fewer[k - 1];
            for sum in *rank..=total {
                more[0][sum] += from[sum - rank];
            }
        }
    }
    let all: f64 = ways[chosen].iter().sum();
    let low: f64 = ways[chosen][..=seen].iter().sum();
    let high: f64 = ways[chosen][seen..].iter().sum();
    (2.0 * low.min(high) / all).min(1.0)
}

/// The normal approximation, corrected for ties and for continuity.
fn normal_p(ranks: &[usize], chosen: usize, u: f64) -> f64 {
    let (n, m) = (chosen as f64, (ranks.len() - chosen) as f64);
    let all = n + m;
    let mut sorted = ranks.to_vec();
    sorted.sort_unstable();
    let ties: f64 = sorted
        .chunk_by(|a, b| a == b)
        .map(|tied| (tied.len() as f64).powi(3) - tied.len() as f64)
        .sum();
    let variance = n * m / 12.0 * (all + 1.0 - ties / (all * (all - 1.0)));
    if variance <= 0.0 {
        return 1.0;
    }
    let off = ((u - n * m / 2.0).abs() - 0.5).max(0.0);
    tail(off / variance.sqrt()).min(1.0)
}

/// The chance that a normal value is farther from the mean than this many deviations, either way: the
/// complementary error function, by the series of the error function near the mean and by the continued
/// fraction far from it.
fn tail(deviations: f64) -> f64 {
    let x = deviations / std::f64::consts::SQRT_2;
    let root = std::f64::consts::PI.sqrt();
    if x < 2.5 {
        let (mut sum, mut power) = (0.0, x);
        for n in 0..80 {
            let n = f64::from(n);
            sum += power / (2.0 * n + 1.0);
            power *= -x * x / (n + 1.0);
        }
        return 1.0 - 2.0 / root * sum;
    }
    let fraction = (1..60)
        .rev()
        .fold(x, |below, n| x + f64::from(n) / 2.0 / below);
    (-x * x).exp() / root / fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(first: &[f64], second: &[f64]) -> f64 {
        rank_test(first, second).unwrap().p
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-5
    }

    #[test]
    fn exact_values_of_tables() {
        // All of three below all of three: 2 of the 20 ways.
        assert!(near(p(&[1., 2., 3.], &[4., 5., 6.]), 0.1));
        // U = 17 of 20; 1/9 by the exact distribution.
        let (a, b) = ([19., 22., 16., 29., 24.], [20., 11., 17., 12.]);
        let test = rank_test(&a, &b).unwrap();
        assert_eq!((test.u, test.exact), (17.0, true));
        assert!(near(test.p, 0.1111), "{}", test.p);
        // Five and five: U = 2 is significant at 5 % (0.0317), U = 3 is not (0.0556).
        assert!(near(
            p(&[1., 2., 3., 4., 7.], &[5., 6., 8., 9., 10.]),
            0.0317
        ));
        assert!(near(
            p(&[1., 2., 3., 4., 8.], &[5., 6., 7., 9., 10.]),
            0.0556
        ));
        assert!(near(
            p(&[1., 2., 3., 4., 5.], &[6., 7., 8., 9., 10.]),
            0.0079
        ));
    }

    #[test]
    fn ties_are_dealt_out_exactly() {
        // Of 6 ways to choose two of 1 1 2 2, one has 1 1: doubled, a third.
        assert!(near(p(&[1., 1.], &[2., 2.]), 1.0 / 3.0));
        assert!(near(p(&[3., 3., 3.], &[3., 3.]), 1.0));
        // Of the 20 ways to choose three of 0 0 0 0 1 2, four have no other value than 0.
        assert!(near(p(&[0., 0., 0.], &[0., 1., 2.]), 0.4));
    }

    #[test]
    fn many_values_agree_with_the_exact_count() {
        let first: Vec<f64> = (0..50).map(|n| f64::from(n % 17)).collect();
        let second: Vec<f64> = (0..50).map(|n| f64::from(n % 13) + 3.0).collect();
        let ranks = doubled_ranks(&first, &second);
        let exact = exact_p(&ranks, 50);
        let normal = normal_p(&ranks, 50, wins(&first, &second));
        assert!((exact - normal).abs() < 0.01, "{exact} {normal}");
        // 1.96 deviations are 5 %.
        assert!((tail(1.959964) - 0.05).abs() < 1e-6);
        assert!((tail(0.0) - 1.0).abs() < 1e-12);
        assert!((tail(3.290527) - 0.001).abs() < 1e-8);
        assert!((tail(4.891638) - 1e-6).abs() < 1e-11);
    }

    #[test]
    fn the_effect_is_the_share_of_won_pairs() {
        assert_eq!(effect(&[2., 3.], &[1., 1.]), 1.0);
        assert_eq!(effect(&[1., 1.], &[1., 1.]), 0.5);
        assert_eq!(effect(&[1., 2., 3.], &[2.]), 0.5);
        assert_eq!(effect(&[], &[2.]), 0.5);
        let words = [0.5, 0.45, 0.6, 0.3, 0.72].map(|a| Effect::of(a).name());
        assert_eq!(
            words,
            ["negligible", "negligible", "small", "medium", "large"]
        );
        assert_eq!(rank_test(&[], &[1.0]), None);
    }
}
