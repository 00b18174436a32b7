//! The irrational numbers that values are built from: roots of polynomials, pi, exp, sin, cos.

use dashu_base::BitTest;
use dashu_int::IBig;
use dashu_ratio::RBig;

use super::Real;
use super::interval::{Interval, magnitude, ulp};
use super::polynomial::Polynomial;
use crate::budget::{self, noted};

/// A real number that can be enclosed as tightly as wanted. Equal generators are equal numbers;
/// different ones may be equal too.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Generator {
    /// The root of that rank (from 1, ascending) of a squarefree monic polynomial.
    Root(Polynomial, usize),
    Pi,
    Exp(Real),
    Sin(Real),
    Cos(Real),
}

/// Exponents beyond this are taken to be too large to be worth the work.
const LARGEST_EXPONENT: i64 = 10_000;

/// Angles beyond 2 to this power likewise.
const LARGEST_ANGLE: usize = 128;

impl Generator {
    /// An enclosure of width about 2^-bits; `None` where the argument is out of reach.
    pub(crate) fn enclose(&self, bits: usize) -> Option<Interval> {
        if !matches!(self, Generator::Root(..)) {
            series(bits)?;
        }
        match self {
            Generator::Root(polynomial, rank) => {
                polynomial.refine(&polynomial.isolate(*rank)?, &ulp(bits))
            }
            Generator::Pi => Some(pi(bits)),
            Generator::Exp(x) => exp(&exponent(x, bits + 32)?, bits + 32),
            Generator::Sin(x) => sine(&x.enclose(bits + 16)?, bits + 16),
            Generator::Cos(x) => {
                let half_pi = pi(bits + 16).scale(&RBig::from_parts(IBig::from(1), 2u32.into()));
                sine(&x.enclose(bits + 16)?.add(&half_pi), bits + 16)
            }
        }
    }
}

fn exponent(x: &Real, bits: usize) -> Option<Interval> {
    let interval = x.enclose(bits)?;
    (magnitude(&interval) < RBig::from(LARGEST_EXPONENT)).then_some(interval)
}

/// Machin: pi = 16 arctan(1/5) - 4 arctan(1/239).
fn pi(bits: usize) -> Interval {
    let part = |n: i64, k: i64| arctan_of_reciprocal(n, bits + 8).scale(&RBig::from(k));
    part(5, 16).sub(&part(239, 4)).outward(bits + 8)
}

/// The alternating series of arctan(1/n): two neighbouring partial sums enclose it.
fn arctan_of_reciprocal(n: i64, bits: usize) -> Interval {
    let limit = ulp(bits);
    let square = RBig::from(n * n);
    let mut power = RBig::ONE / RBig::from(n);
    let mut sum = RBig::ZERO;
    for k in 0i64.. {
        let term = &power / RBig::from(2 * k + 1);
        let next = if k % 2 == 0 {
            &sum + &term
        } else {
            &sum - &term
        };
        if term < limit {
            return if next < sum {
                Interval::new(next, sum)
            } else {
                Interval::new(sum, next)
            };
        }
        sum = next;
        power /= &square;
    }
    Interval::point(sum)
}

/// The steps of a series summed to so many bits: one term for a few of them, each a fraction.
fn series(bits: usize) -> Option<()> {
    let words = bits as u64 / 64 + 1;
    noted(budget::steps(
        bits as u64 / 16 * words.saturating_mul(words),
    ))
}

/// exp by halving the argument into [-1/2, 1/2], Taylor, and squaring back.
fn exp(x: &Interval, bits: usize) -> Option<Interval> {
    let mut halvings = 0;
    let mut small = x.clone();
    let half = RBig::from_parts(IBig::from(1), 2u32.into());
    while magnitude(&small) > half {
        small = small.scale(&half);
        halvings += 1;
    }
    // Squaring doubles relative errors, and exp(x) itself may have many bits before the point.
    let size = usize::try_from(magnitude(x).ceil()).unwrap_or(0) * 2;
    let work = bits + 2 * halvings + size + 8;
    series(work)?;
    let mut result = taylor(&small, work, 0, 1);
    for _ in 0..halvings {
        result = result.mul(&result).outward(work);
    }
    Some(result)
}

/// sin for any argument, reduced modulo 2 pi.
fn sine(x: &Interval, bits: usize) -> Option<Interval> {
    // Each turn that is taken off adds the error of pi once more.
    let size = magnitude(x).ceil().bit_len();
    if size > LARGEST_ANGLE {
        return None;
    }
    let turn = pi(bits + 24 + size).scale(&RBig::from(2));
    let turns = RBig::from((x.midpoint() / turn.midpoint()).round());
    let reduced = x.sub(&turn.scale(&turns)).outward(bits + 24);
    let raw = taylor(&reduced, bits + 24, 1, 2);
    let one = RBig::ONE;
    Some(Interval::new(raw.lo.max(-one.clone()), raw.hi.min(one)))
}

/// Sum of x^k / k! for k = first, first + step, …, with alternating signs if the step is 2, and the
/// remainder bounded by twice the first omitted term (the arguments are below 8, and terms shrink
/// at least by half once k > 16).
fn taylor(x: &Interval, bits: usize, first: usize, step: usize) -> Interval {
    let limit = ulp(bits);
    let mut term = if first == 0 {
        Interval::point(RBig::ONE)
    } else {
        x.clone()
    };
    let mut sum = Interval::point(RBig::ZERO);
    let factor = if step == 2 { x.mul(x).neg() } else { x.clone() };
    let mut k = first;
    loop {
        sum = sum.add(&term).outward(bits + 8);
        let divisor: i64 = (1..=step).map(|i| (k + i) as i64).product();
        term = term
            .mul(&factor)
            .scale(&(RBig::ONE / RBig::from(divisor)))
            .outward(bits + 8);
        k += step;
        if k > 16 && magnitude(&term) <= limit {
            let slack = magnitude(&term) * RBig::from(2);
            return sum.add(&Interval::new(-slack.clone(), slack));
        }
    }
}
