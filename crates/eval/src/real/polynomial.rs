//! Polynomials in one variable over the rationals, and their real roots by Sturm's theorem.

use dashu_base::{Abs, Sign};
use dashu_int::IBig;
use dashu_ratio::RBig;

use super::interval::Interval;

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

    pub(crate) fn eval(&self, x: &RBig) -> RBig {
        self.0.iter().rev().fold(RBig::ZERO, |sum, c| sum * x + c)
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
    fn div_rem(&self, divisor: &Polynomial) -> (Polynomial, Polynomial) {
        let mut remainder = self.0.clone();
        let mut quotient = vec![RBig::ZERO; self.0.len().saturating_sub(divisor.degree())];
        while remainder.len() >= divisor.0.len() && !remainder.is_empty() {
            let shift = remainder.len() - divisor.0.len();
            let factor = remainder[remainder.len() - 1].clone() / divisor.lead();
            for (i, c) in divisor.0.iter().enumerate() {
                remainder[shift + i] = &remainder[shift + i] - &factor * c;
            }
            quotient[shift] = factor;
            remainder.pop();
        }
        (Polynomial::new(quotient), Polynomial::new(remainder))
    }

    /// Scaled to lead coefficient one, which makes equal polynomials look equal.
    fn monic(&self) -> Polynomial {
        let lead = self.lead();
        Polynomial(self.0.iter().map(|c| c / &lead).collect())
    }

    fn gcd(&self, other: &Polynomial) -> Polynomial {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !b.is_zero() {
            let remainder = a.div_rem(&b).1;
            a = std::mem::replace(
                &mut b,
                if remainder.is_zero() {
                    remainder
                } else {
                    remainder.monic()
                },
            );
        }
        a.monic()
    }

    /// The monic polynomial with the same roots, each once.
    pub(crate) fn squarefree(&self) -> Polynomial {
        self.div_rem(&self.gcd(&self.derivative())).0.monic()
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

    fn sturm_chain(&self) -> Vec<Polynomial> {
        let mut chain = vec![self.clone(), self.derivative()];
        while let [.., a, b] = chain.as_slice()
            && !b.is_zero()
        {
            let remainder = a.div_rem(b).1;
            chain.push(Polynomial(remainder.0.iter().map(|c| -c.clone()).collect()));
        }
        chain.pop();
        chain
    }

    /// An interval `(lo, hi]` that holds the `index`-th real root (from 1) and no other, of a
    /// squarefree polynomial; `None` if there are fewer roots.
    pub(crate) fn isolate(&self, index: usize) -> Option<Interval> {
        let chain = self.sturm_chain();
        let bound = self.root_bound();
        let (mut lo, mut hi) = (-bound.clone(), bound);
        let start = variations(&chain, &lo);
        let up_to = |x: &RBig| start.saturating_sub(variations(&chain, x));
        if index == 0 || up_to(&hi) < index {
            return None;
        }
        while up_to(&lo) + 1 != index || up_to(&hi) != index {
            let middle = Interval::new(lo.clone(), hi.clone()).midpoint();
            if up_to(&middle) >= index {
                hi = middle;
            } else {
                lo = middle;
            }
        }
        Some(Interval::new(lo, hi))
    }

    /// Number of real roots in `(lo, hi]`, of a squarefree polynomial.
    pub(crate) fn roots_within(&self, lo: &RBig, hi: &RBig) -> usize {
        let chain = self.sturm_chain();
        variations(&chain, lo).saturating_sub(variations(&chain, hi))
    }

    /// The rank (from 1) of the only root in `(lo, hi)`; `None` unless there is just one.
    pub(crate) fn rank_of_root(&self, lo: &RBig, hi: &RBig) -> Option<usize> {
        let below = -self.root_bound();
        let inside = self.roots_within(lo, hi) - usize::from(self.eval(hi).is_zero());
        (inside == 1).then(|| self.roots_within(&below, lo) + 1)
    }

    /// Halves an isolating interval `(lo, hi]` until it is at most `width` wide.
    pub(crate) fn refine(&self, isolating: &Interval, width: &RBig) -> Interval {
        let Interval { mut lo, mut hi } = isolating.clone();
        let above = self.eval(&hi).sign();
        if self.eval(&hi).is_zero() {
            return Interval::point(hi);
        }
        while &hi - &lo > *width {
            let middle = Interval::new(lo.clone(), hi.clone()).midpoint();
            let value = self.eval(&middle);
            if value.is_zero() {
                return Interval::point(middle);
            }
            if value.sign() == above {
                hi = middle;
            } else {
                lo = middle;
            }
        }
        Interval::new(lo, hi)
    }
}

/// Sign changes of a Sturm chain at a point.
fn variations(chain: &[Polynomial], at: &RBig) -> usize {
    let signs: Vec<Sign> = chain
        .iter()
        .map(|p| p.eval(at))
        .filter(|v| !v.is_zero())
        .map(|v| v.sign())
        .collect();
    signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
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
        let p = poly(&[0, 1, -1, -1, 1]).squarefree();
        assert_eq!(p.degree(), 3);
        for (index, root) in [(1, -1), (2, 0), (3, 1)] {
            let found = p.refine(
                &p.isolate(index).unwrap(),
                &RBig::from_parts(IBig::from(1), 1000u32.into()),
            );
            assert!(found.lo <= RBig::from(root) && RBig::from(root) <= found.hi);
        }
        assert!(p.isolate(4).is_none() && p.isolate(0).is_none());
    }

    #[test]
    fn a_polynomial_without_real_roots_has_none() {
        assert!(poly(&[1, 0, 1]).isolate(1).is_none());
    }
}
