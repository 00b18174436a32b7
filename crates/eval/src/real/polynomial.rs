//! Polynomials in one variable over the rationals, and their real roots by Sturm's theorem.

use std::cmp::Ordering;

use dashu_base::{Abs, BitTest, Gcd, Sign};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::interval::Interval;
use super::{bits, charge};
use crate::budget::{self, noted};

/// Coefficients, lowest degree first, without leading zeros.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Polynomial(Vec<RBig>);

impl Polynomial {
    pub(crate) fn new(mut coefficients: Vec<RBig>) -> Polynomial {
        while coefficients.last().is_some_and(RBig::is_zero) {
            coefficients.pop();
        }
        Polynomial(coefficients)
    }

    pub(crate) fn coefficients(&self) -> &[RBig] {
        &self.0
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The degree; zero for constants and for zero.
    pub(crate) fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    fn lead(&self) -> RBig {
        self.0.last().cloned().unwrap_or(RBig::ZERO)
    }

    /// The value at a point; `None` where the budget has no room for it, as everywhere here.
    pub(crate) fn eval(&self, x: &RBig) -> Option<RBig> {
        let mut coefficients = self.0.iter().rev();
        let lead = coefficients.next().cloned().unwrap_or(RBig::ZERO);
        charge(&lead, x)?;
        coefficients.try_fold(lead, |sum, c| {
            charge(&sum, x)?;
            charge(&sum, c)?;
            Some(sum * x + c)
        })
    }

    fn derivative(&self) -> Polynomial {
        Polynomial::new(
            self.0
                .iter()
                .enumerate()
                .skip(1)
                .map(|(i, c)| c * RBig::from(i))
                .collect(),
        )
    }

    /// Quotient and remainder; the divisor is not zero.
    fn div_rem(&self, divisor: &Polynomial) -> Option<(Polynomial, Polynomial)> {
        let mut remainder = self.0.clone();
        let mut quotient = vec![RBig::ZERO; self.0.len().saturating_sub(divisor.degree())];
        while remainder.len() >= divisor.0.len() && !remainder.is_empty() {
            let shift = remainder.len() - divisor.0.len();
            let factor = remainder[remainder.len() - 1].clone();
            charge(&factor, &divisor.lead())?;
            let factor = factor / divisor.lead();
            for (i, c) in divisor.0.iter().enumerate() {
                charge(&factor, c)?;
                charge(&factor, &remainder[shift + i])?;
                remainder[shift + i] = &remainder[shift + i] - &factor * c;
            }
            quotient[shift] = factor;
            remainder.pop();
        }
        Some((Polynomial::new(quotient), Polynomial::new(remainder)))
    }

    /// Scaled to lead coefficient one, which makes equal polynomials look equal.
    fn monic(&self) -> Option<Polynomial> {
        let lead = self.lead();
        let quotient = |c: &RBig| {
            charge(c, &lead)?;
            Some(c / &lead)
        };
        Some(Polynomial(
            self.0.iter().map(quotient).collect::<Option<_>>()?,
        ))
    }

    fn gcd(&self, other: &Polynomial) -> Option<Polynomial> {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !b.is_zero() {
            let mut remainder = a.div_rem(&b)?.1;
            if !remainder.is_zero() {
                remainder = remainder.monic()?;
            }
            a = std::mem::replace(&mut b, remainder);
        }
        a.monic()
    }

    /// The monic polynomial with the same roots, each once.
    pub(crate) fn squarefree(&self) -> Option<Polynomial> {
        self.div_rem(&self.gcd(&self.derivative())?)?.0.monic()
    }

    /// A bound on the magnitude of all roots (Cauchy's).
    fn root_bound(&self) -> RBig {
        let lead = self.lead();
        let largest = self
            .0
            .iter()
            .map(|c| (c / &lead).abs())
            .max()
            .unwrap_or(RBig::ZERO);
        RBig::from((largest + RBig::ONE).ceil() + IBig::from(1))
    }

    fn sturm_chain(&self) -> Option<Vec<Polynomial>> {
        let mut chain = vec![self.clone(), self.derivative()];
        while let [.., a, b] = chain.as_slice()
            && !b.is_zero()
        {
            let remainder = a.div_rem(b)?.1;
            chain.push(Polynomial(remainder.0.iter().map(|c| -c.clone()).collect()));
        }
        chain.pop();
        Some(chain)
    }

    /// An interval `(lo, hi]` that holds the `index`-th real root (from 1) and no other, of a
    /// squarefree polynomial; `None` if there are fewer roots.
    pub(crate) fn isolate(&self, index: usize) -> Option<Interval> {
        let chain = self.sturm_chain()?;
        let bound = self.root_bound();
        let (mut lo, mut hi) = (-bound.clone(), bound);
        let start = variations(&chain, &lo)?;
        let up_to = |x: &RBig| Some(start.saturating_sub(variations(&chain, x)?));
        let (mut below, mut within) = (0, up_to(&hi)?);
        if index == 0 || within < index {
            return None;
        }
        while below + 1 != index || within != index {
            let middle = Interval::new(lo.clone(), hi.clone()).midpoint();
            let count = up_to(&middle)?;
            if count >= index {
                (hi, within) = (middle, count);
            } else {
                (lo, below) = (middle, count);
            }
        }
        Some(Interval::new(lo, hi))
    }

    /// Number of real roots in `(lo, hi]`, of a squarefree polynomial.
    pub(crate) fn roots_within(&self, lo: &RBig, hi: &RBig) -> Option<usize> {
        let chain = self.sturm_chain()?;
        Some(variations(&chain, lo)?.saturating_sub(variations(&chain, hi)?))
    }

    /// The rank (from 1) of the only root in `(lo, hi)`; `None` unless there is just one.
    pub(crate) fn rank_of_root(&self, lo: &RBig, hi: &RBig) -> Option<usize> {
        let below = -self.root_bound();
        let inside = self.roots_within(lo, hi)? - usize::from(self.eval(hi)?.is_zero());
        if inside != 1 {
            return None;
        }
        Some(self.roots_within(&below, lo)? + 1)
    }

    /// Halves an isolating interval `(lo, hi]` until it is at most `width` wide.
    pub(crate) fn refine(&self, isolating: &Interval, width: &RBig) -> Option<Interval> {
        let whole = self.whole()?;
        // Both ends over one denominator, which doubles with each halving: so their distance stays.
        let mut den = common_multiple([&isolating.lo, &isolating.hi].into_iter())?;
        let over = |end: &RBig, den: &UBig| end.numerator() * (den / end.denominator());
        let (mut lo, mut hi) = (over(&isolating.lo, &den), over(&isolating.hi, &den));
        let above = order_at(&whole, &hi, &den)?;
        if above.is_eq() {
            return Some(Interval::point(isolating.hi.clone()));
        }
        let distance = (&hi - &lo) * width.denominator();
        while distance > width.numerator() * &den {
            let middle = &lo + &hi;
            den <<= 1;
            let order = order_at(&whole, &middle, &den)?;
            if order.is_eq() {
                return Some(Interval::point(RBig::from_parts(middle, den)));
            }
            if order == above {
                (lo, hi) = (lo << 1, middle);
            } else {
                (lo, hi) = (middle, hi << 1);
            }
        }
        let end = |num: IBig| RBig::from_parts(num, den.clone());
        Some(Interval::new(end(lo), end(hi)))
    }

    /// The coefficients of a multiple of it, by a positive number, that are integers.
    fn whole(&self) -> Option<Vec<IBig>> {
        let common = common_multiple(self.0.iter())?;
        let multiple = |c: &RBig| {
            noted(budget::product(common.bit_len(), bits(c)))?;
            Some(c.numerator() * (&common / c.denominator()))
        };
        self.0.iter().map(multiple).collect()
    }
}

/// The least common multiple of the denominators.
fn common_multiple<'a>(mut fractions: impl Iterator<Item = &'a RBig>) -> Option<UBig> {
    fractions.try_fold(UBig::ONE, |common, c| {
        let (a, b) = (common.bit_len(), c.denominator().bit_len());
        noted(budget::steps(1).and_then(|()| budget::quadratic(a, b)))?;
        let shared = (&common).gcd(c.denominator());
        Some(common / shared * c.denominator())
    })
}

/// How the value at a fraction compares to zero, of a polynomial with these coefficients: that of the
/// value times a power of the denominator, which takes no fractions.
fn order_at(whole: &[IBig], num: &IBig, den: &UBig) -> Option<Ordering> {
    let mut coefficients = whole.iter().rev();
    let mut sum = coefficients.next()?.clone();
    let mut scale = UBig::ONE;
    for c in coefficients {
        noted(budget::steps(2))?;
        noted(budget::product(sum.bit_len(), num.bit_len()))?;
        noted(budget::product(scale.bit_len(), den.bit_len()))?;
        scale *= den;
        noted(budget::product(scale.bit_len(), c.bit_len()))?;
        sum = sum * num + c * &scale;
    }
    Some(sum.cmp(&IBig::ZERO))
}

/// Sign changes of a Sturm chain at a point.
fn variations(chain: &[Polynomial], at: &RBig) -> Option<usize> {
    let mut signs: Vec<Sign> = Vec::with_capacity(chain.len());
    for polynomial in chain {
        let value = polynomial.eval(at)?;
        if !value.is_zero() {
            signs.push(value.sign());
        }
    }
    Some(signs.windows(2).filter(|pair| pair[0] != pair[1]).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poly(coefficients: &[i64]) -> Polynomial {
        Polynomial::new(coefficients.iter().map(|c| RBig::from(*c)).collect())
    }

    #[test]
    fn roots_are_counted_in_order() {
        // (x + 1) x (x - 1)^2 has three different roots.
        let p = poly(&[0, 1, -1, -1, 1]).squarefree().unwrap();
        assert_eq!(p.degree(), 3);
        for (index, root) in [(1, -1), (2, 0), (3, 1)] {
            let found = p.refine(
                &p.isolate(index).unwrap(),
                &RBig::from_parts(IBig::from(1), 1000u32.into()),
            );
            let found = found.unwrap();
            assert!(found.lo <= RBig::from(root) && RBig::from(root) <= found.hi);
        }
        assert!(p.isolate(4).is_none() && p.isolate(0).is_none());
    }

    #[test]
    fn a_polynomial_without_real_roots_has_none() {
        assert!(poly(&[1, 0, 1]).isolate(1).is_none());
    }

    #[test]
    fn refining_keeps_the_root_inside() {
        let fraction = |num: i64, den: u32| RBig::from_parts(IBig::from(num), den.into());
        // Three times x^2 - 1/3 has whole coefficients; the ends share no denominator.
        let p = Polynomial::new(vec![fraction(-1, 3), RBig::ZERO, RBig::ONE]);
        let width = fraction(1, 1_000_000);
        for (lo, hi) in [
            (fraction(1, 5), fraction(9, 7)),
            (fraction(-9, 7), fraction(-1, 5)),
        ] {
            let found = p.refine(&Interval::new(lo, hi), &width).unwrap();
            assert!(&found.hi - &found.lo <= width);
            let (low, high) = (p.eval(&found.lo).unwrap(), p.eval(&found.hi).unwrap());
            assert!(low.sign() != high.sign() && !low.is_zero() && !high.is_zero());
        }
        // A root that is met is a point.
        let root = fraction(3, 8);
        let line = Polynomial::new(vec![-root.clone(), RBig::ONE]);
        for hi in [root.clone(), RBig::ONE] {
            let found = line.refine(&Interval::new(RBig::ZERO, hi), &width).unwrap();
            assert_eq!((&found.lo, &found.hi), (&root, &root));
        }
    }
}
