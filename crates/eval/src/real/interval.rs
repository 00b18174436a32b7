//! Closed intervals with rational ends: the arithmetic by which real numbers are enclosed.

use dashu_base::Sign;
use dashu_int::IBig;
use dashu_ratio::RBig;

/// All reals from `lo` to `hi`.
#[derive(Clone, Debug)]
pub(crate) struct Interval {
    pub(crate) lo: RBig,
    pub(crate) hi: RBig,
}

impl Interval {
    pub(crate) fn new(lo: RBig, hi: RBig) -> Interval {
        Interval { lo, hi }
    }

    pub(crate) fn point(value: RBig) -> Interval {
        Interval {
            lo: value.clone(),
            hi: value,
        }
    }

    pub(crate) fn add(&self, other: &Interval) -> Interval {
        Interval::new(&self.lo + &other.lo, &self.hi + &other.hi)
    }

    pub(crate) fn neg(&self) -> Interval {
        Interval::new(-self.hi.clone(), -self.lo.clone())
    }

    pub(crate) fn sub(&self, other: &Interval) -> Interval {
        self.add(&other.neg())
    }

    pub(crate) fn mul(&self, other: &Interval) -> Interval {
        if self.lo == self.hi {
            let ends = (&self.lo * &other.lo, &self.lo * &other.hi);
            return match self.lo.sign() {
                Sign::Positive => Interval::new(ends.0, ends.1),
                Sign::Negative => Interval::new(ends.1, ends.0),
            };
        }
        let products = [
            &self.lo * &other.lo,
            &self.lo * &other.hi,
            &self.hi * &other.lo,
            &self.hi * &other.hi,
        ];
        let [first, rest @ ..] = products;
        rest.into_iter().fold(Interval::point(first), |hull, p| {
            if p < hull.lo {
                Interval::new(p, hull.hi)
            } else if p > hull.hi {
                Interval::new(hull.lo, p)
            } else {
                hull
            }
        })
    }

    pub(crate) fn scale(&self, factor: &RBig) -> Interval {
        Interval::point(factor.clone()).mul(self)
    }

    /// The reciprocal; `None` if zero is inside.
    pub(crate) fn recip(&self) -> Option<Interval> {
        self.sign()?;
        if self.lo.is_zero() || self.hi.is_zero() {
            return None;
        }
        Some(Interval::new(
            RBig::ONE / self.hi.clone(),
            RBig::ONE / self.lo.clone(),
        ))
    }

    /// The common sign of all members, if they have one; `0` means exactly zero.
    pub(crate) fn sign(&self) -> Option<i8> {
        if self.lo > RBig::ZERO {
            Some(1)
        } else if self.hi < RBig::ZERO {
            Some(-1)
        } else if self.lo.is_zero() && self.hi.is_zero() {
            Some(0)
        } else {
            None
        }
    }

    pub(crate) fn midpoint(&self) -> RBig {
        (&self.lo + &self.hi) / RBig::from(2)
    }

    /// Ends moved outward to multiples of 2^-bits, which keeps them short.
    pub(crate) fn outward(&self, bits: usize) -> Interval {
        let scale = RBig::from(IBig::from(1) << bits);
        let lo = (&self.lo * &scale).floor();
        let hi = (&self.hi * &scale).ceil();
        Interval::new(RBig::from(lo) / scale.clone(), RBig::from(hi) / scale)
    }
}

/// The largest magnitude in an interval.
pub(crate) fn magnitude(interval: &Interval) -> RBig {
    let positive = |r: &RBig| {
        if r.sign() == Sign::Negative {
            -r.clone()
        } else {
            r.clone()
        }
    };
    positive(&interval.lo).max(positive(&interval.hi))
}

/// 2^-bits.
pub(crate) fn ulp(bits: usize) -> RBig {
    RBig::from(1) / RBig::from(IBig::from(1) << bits)
}
