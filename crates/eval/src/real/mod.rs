//! Real numbers: rationals, and beyond them algebraic and some transcendental numbers.

mod cost;
mod extended;
mod generator;
mod interval;
mod polynomial;
mod small;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use dashu_base::{Sign, Signed};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use cost::{bits, charge, fractions};
pub use extended::Extended;
use extended::Multi;
use generator::Generator;
use interval::Interval;
use polynomial::Polynomial;

use crate::budget::{self, Share, refused_or};
use crate::reason::Reason;
use crate::value::Integer;

/// A real number. Rationals are canonical; extended ones are equal only by [`Real::compare`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Real {
    /// A reduced fraction of machine words.
    Small {
        /// Numerator.
        num: i64,
        /// Denominator, at least 1.
        den: u32,
    },
    /// Any other rational.
    Big(Arc<RBig>),
    /// Algebraic and transcendental numbers.
    Extended(Arc<Extended>),
}

/// The function symbols whose values are enclosed by intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transcendental {
    /// e to the x.
    Exp,
    /// Sine.
    Sin,
    /// Cosine.
    Cos,
}

impl Real {
    /// Zero.
    pub const ZERO: Real = Real::Small { num: 0, den: 1 };

    /// The number pi.
    pub fn pi() -> Real {
        Real::from_generator(Generator::Pi)
    }

    /// The `rank`-th real root (from 1, ascending) of a polynomial given by its coefficients, lowest
    /// degree first; `None` if there is no such root.
    pub fn root(coefficients: Vec<RBig>, rank: usize) -> Option<Real> {
        let _share = Share::begin();
        let polynomial = Polynomial::new(coefficients);
        if polynomial.degree() == 0 {
            return None;
        }
        Real::root_of_squarefree(polynomial.squarefree()?, rank)
    }

    /// The only root of a polynomial between two rationals; `None` unless there is just one.
    pub fn root_between(coefficients: Vec<RBig>, lo: &RBig, hi: &RBig) -> Option<Real> {
        let _share = Share::begin();
        let polynomial = Polynomial::new(coefficients);
        if polynomial.degree() == 0 || lo > hi {
            return None;
        }
        if lo == hi {
            return polynomial
                .eval(lo)?
                .is_zero()
                .then(|| Real::from(lo.clone()));
        }
        let squarefree = polynomial.squarefree()?;
        let rank = squarefree.rank_of_root(lo, hi)?;
        Real::root_of_squarefree(squarefree, rank)
    }

    fn root_of_squarefree(polynomial: Polynomial, rank: usize) -> Option<Real> {
        polynomial.isolate(rank)?;
        if let [constant, _] = polynomial.coefficients() {
            return Some(Real::from(-constant.clone()));
        }
        Some(Real::from_generator(Generator::Root(polynomial, rank)))
    }

    /// A transcendental function of a real.
    pub fn transcendental(function: Transcendental, x: &Real) -> Real {
        let zero = x.sign() == Ok(0);
        match function {
            Transcendental::Exp if zero => Real::from(1),
            Transcendental::Cos if zero => Real::from(1),
            Transcendental::Sin if zero => Real::ZERO,
            Transcendental::Exp => Real::from_generator(Generator::Exp(x.clone())),
            Transcendental::Sin => Real::from_generator(Generator::Sin(x.clone())),
            Transcendental::Cos => Real::from_generator(Generator::Cos(x.clone())),
        }
    }

    /// The square root of a rational that is not negative.
    pub fn sqrt(&self) -> Option<Real> {
        let square = self.to_rational().filter(|r| !r.is_negative())?;
        if square.is_zero() {
            return Some(Real::ZERO);
        }
        let root = Real::root(vec![-square, RBig::ZERO, RBig::ONE], 2)?;
        let candidate = root.floor_of_scaled_guess()?;
        Some(candidate.unwrap_or(root))
    }

    /// The exact rational, if a root happens to be one: `Some(None)` if it is not.
    fn floor_of_scaled_guess(&self) -> Option<Option<Real>> {
        let interval = self.enclose(128)?;
        let simplest = RBig::simplest_in(interval.lo.clone(), interval.hi.clone());
        let guess = Real::from(if interval.lo == interval.hi {
            interval.lo
        } else {
            simplest
        });
        Some((self.compare(&guess).ok()? == Ordering::Equal).then_some(guess))
    }

    fn from_generator(generator: Generator) -> Real {
        let den = Multi::constant(RBig::ONE);
        Real::Extended(Arc::new(Extended {
            num: Multi::generator(generator),
            den,
        }))
    }

    /// The exact rational value, if it is known to be one.
    pub fn to_rational(&self) -> Option<RBig> {
        self.as_rational().map(Cow::into_owned)
    }

    fn as_rational(&self) -> Option<Cow<'_, RBig>> {
        match self {
            Real::Small { num, den: 1 } => Some(Cow::Owned(RBig::from(*num))),
            Real::Small { num, den } => {
                let fraction = RBig::from_parts(IBig::from(*num), UBig::from(*den));
                Some(Cow::Owned(fraction))
            }
            Real::Big(r) => Some(Cow::Borrowed(r)),
            Real::Extended(_) => None,
        }
    }

    /// Whether the representation is canonical, so that structural equality is equality.
    pub fn is_rational(&self) -> bool {
        !matches!(self, Real::Extended(_))
    }

    fn to_extended(&self) -> Extended {
        match self {
            Real::Extended(e) => (**e).clone(),
            other => {
                let num = Multi::constant(other.to_rational().unwrap_or(RBig::ZERO));
                Extended {
                    num,
                    den: Multi::constant(RBig::ONE),
                }
            }
        }
    }

    fn from_extended(extended: Option<Extended>) -> Result<Real, Reason> {
        let extended = extended.ok_or_else(|| refused_or(Reason::Precision))?;
        Ok(match extended.as_rational() {
            Some(rational) => Real::from(rational),
            None => Real::Extended(Arc::new(extended)),
        })
    }

    /// Sum.
    pub fn add(&self, other: &Real) -> Result<Real, Reason> {
        match (self, other) {
            (Real::Small { num: a, den: p }, Real::Small { num: b, den: q }) => {
                Ok(small::add((*a, *p), (*b, *q)))
            }
            (Real::Big(r), Real::Small { num, den: 1 })
            | (Real::Small { num, den: 1 }, Real::Big(r)) => {
                budget::linear(bits(r))?;
                Ok(Real::from(&**r + IBig::from(*num)))
            }
            _ => match (self.as_rational(), other.as_rational()) {
                (Some(a), Some(b)) => {
                    fractions(&a, &b)?;
                    Ok(Real::from(&*a + &*b))
                }
                _ => Real::from_extended(self.to_extended().add(&other.to_extended())),
            },
        }
    }

    /// The number of opposite sign.
    pub fn neg(&self) -> Result<Real, Reason> {
        Ok(match self {
            Real::Small { num, den } => small::in_lowest_terms(-i128::from(*num), u64::from(*den)),
            Real::Big(r) => {
                budget::linear(bits(r))?;
                Real::from(-(**r).clone())
            }
            Real::Extended(e) => {
                let negative = e.neg().ok_or_else(|| refused_or(Reason::Precision))?;
                Real::Extended(Arc::new(negative))
            }
        })
    }

    /// Difference.
    pub fn sub(&self, other: &Real) -> Result<Real, Reason> {
        match (self, other) {
            (Real::Big(a), Real::Big(b)) => {
                fractions(a, b)?;
                Ok(Real::from(&**a - &**b))
            }
            _ => self.add(&other.neg()?),
        }
    }

    /// Product.
    pub fn mul(&self, other: &Real) -> Result<Real, Reason> {
        match (self, other) {
            (Real::Small { num: a, den: p }, Real::Small { num: b, den: q }) => {
                Ok(small::mul((*a, *p), (*b, *q)))
            }
            (Real::Big(r), Real::Small { num, den: 1 })
            | (Real::Small { num, den: 1 }, Real::Big(r)) => {
                budget::linear(bits(r))?;
                Ok(Real::from(&**r * IBig::from(*num)))
            }
            // A square is in lowest terms as its root is.
            (Real::Big(a), Real::Big(b)) if Arc::ptr_eq(a, b) => {
                fractions(a, b)?;
                Ok(Real::Big(Arc::new(a.sqr())))
            }
            _ => match (self.as_rational(), other.as_rational()) {
                (Some(a), Some(b)) => {
                    fractions(&a, &b)?;
                    Ok(Real::from(&*a * &*b))
                }
                _ => Real::from_extended(self.to_extended().mul(&other.to_extended())),
            },
        }
    }

    /// The reciprocal; `Ok(None)` of zero.
    pub fn recip(&self) -> Result<Option<Real>, Reason> {
        match self {
            Real::Small { num: 0, .. } => Ok(None),
            Real::Small { num, den } => {
                let signed = i128::from(num.signum()) * i128::from(*den);
                Ok(Some(small::in_lowest_terms(signed, num.unsigned_abs())))
            }
            Real::Big(r) => {
                budget::linear(bits(r))?;
                Ok(Some(Real::from(RBig::ONE / (**r).clone())))
            }
            Real::Extended(e) => match e.sign().ok_or_else(|| refused_or(Reason::Precision))? {
                0 => Ok(None),
                _ => Ok(Some(Real::Extended(Arc::new(e.recip())))),
            },
        }
    }

    /// The sign: -1, 0 or 1.
    pub fn sign(&self) -> Result<i8, Reason> {
        match self {
            Real::Small { num, .. } => Ok(num.signum() as i8),
            Real::Big(r) => Ok(if r.sign() == Sign::Negative { -1 } else { 1 }),
            Real::Extended(e) => e.sign().ok_or_else(|| refused_or(Reason::Precision)),
        }
    }

    /// The exact order of two reals, where it can be settled.
    pub fn compare(&self, other: &Real) -> Result<Ordering, Reason> {
        match (self, other) {
            (Real::Small { num: a, den: p }, Real::Small { num: b, den: q }) => {
                Ok(small::compare((*a, *p), (*b, *q)))
            }
            _ => match (self.as_rational(), other.as_rational()) {
                (Some(a), Some(b)) => {
                    budget::product(bits(&a), bits(&b))?;
                    Ok(a.cmp(&b))
                }
                _ => Ok(self.sub(other)?.sign()?.cmp(&0)),
            },
        }
    }

    /// The largest integer that is not above.
    pub fn floor(&self) -> Result<Integer, Reason> {
        if let Some(rational) = self.as_rational() {
            budget::product(bits(&rational), bits(&rational))?;
            return Ok(Integer::from(rational.floor()));
        }
        let interval = self
            .enclose(32)
            .ok_or_else(|| refused_or(Reason::Precision))?;
        let mut guess = interval.lo.floor();
        while self.compare(&Real::from(RBig::from(&guess + IBig::from(1))))? != Ordering::Less {
            guess += IBig::from(1);
        }
        Ok(Integer::from(guess))
    }

    /// Whether it is an integer.
    pub fn is_integer(&self) -> Result<bool, Reason> {
        match self {
            Real::Small { den, .. } => Ok(*den == 1),
            Real::Big(r) => Ok(r.is_int()),
            Real::Extended(_) => Ok(self.compare(&Real::from(self.floor()?))? == Ordering::Equal),
        }
    }

    /// An enclosure of width about 2^-bits.
    fn enclose(&self, bits: usize) -> Option<Interval> {
        match self {
            Real::Extended(e) => e.enclose(bits),
            other => other.to_rational().map(Interval::point),
        }
    }

    /// Rational bounds about 2^-bits apart.
    pub fn bounds(&self, bits: usize) -> Option<(RBig, RBig)> {
        self.enclose(bits).map(|i| (i.lo, i.hi))
    }
}

impl From<i64> for Real {
    fn from(num: i64) -> Self {
        Real::Small { num, den: 1 }
    }
}

impl From<Integer> for Real {
    fn from(n: Integer) -> Self {
        match n {
            Integer::Small(num) => Real::Small { num, den: 1 },
            Integer::Big(big) => Real::Big(Arc::new(RBig::from((*big).clone()))),
        }
    }
}

impl From<RBig> for Real {
    fn from(r: RBig) -> Self {
        match (i64::try_from(r.numerator()), u32::try_from(r.denominator())) {
            (Ok(num), Ok(den)) => Real::Small { num, den },
            _ => Real::Big(Arc::new(r)),
        }
    }
}

/// Prints as SMT-LIB does: `1.0`, `(- 1.0)`, `(/ 1.0 3.0)`; irrational numbers as a decimal with `?`.
impl fmt::Display for Real {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(rational) = self.to_rational() else {
            let approximate = self.enclose(64).map(|i| i.midpoint().to_f64_fast());
            return match approximate {
                Some(decimal) if decimal < 0.0 => write!(out, "(- {:.12}?)", -decimal),
                Some(decimal) => write!(out, "{decimal:.12}?"),
                None => write!(out, "?"),
            };
        };
        let (num, den) = rational.into_parts();
        let (sign, magnitude) = num.into_parts();
        let body = if den.is_one() {
            format!("{magnitude}.0")
        } else {
            format!("(/ {magnitude}.0 {den}.0)")
        };
        if sign == Sign::Negative {
            write!(out, "(- {body})")
        } else {
            write!(out, "{body}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(num: i64, den: u32) -> Real {
        Real::from(RBig::from_parts(IBig::from(num), UBig::from(den)))
    }

    fn root(coefficients: &[i64], rank: usize) -> Real {
        Real::root(coefficients.iter().map(|c| RBig::from(*c)).collect(), rank).unwrap()
    }

    #[test]
    fn rationals_reduce_and_print() {
        assert_eq!(ratio(1, 2).add(&ratio(1, 3)).unwrap(), ratio(5, 6));
        assert_eq!(ratio(-4, 6).to_string(), "(- (/ 2.0 3.0))");
        assert_eq!(ratio(-4, 6).recip().unwrap().unwrap(), ratio(-3, 2));
        assert_eq!(
            Real::from(i64::MIN).neg().unwrap().neg(),
            Ok(Real::from(i64::MIN))
        );
    }

    #[test]
    fn the_square_of_a_root_is_exact() {
        let r = root(&[-2, 0, 1], 2);
        assert_eq!(r.mul(&r).unwrap(), Real::from(2));
        assert_eq!(root(&[-2, 0, 1], 1).sign(), Ok(-1));
        assert_eq!(r.floor().unwrap(), Integer::ONE);
        assert_eq!(r.is_integer(), Ok(false));
    }

    #[test]
    fn sums_of_different_roots_are_compared_exactly() {
        // sqrt 2 + sqrt 3 is the largest root of x^4 - 10 x^2 + 1; sqrt 8 is twice sqrt 2.
        let sum = root(&[-2, 0, 1], 2).add(&root(&[-3, 0, 1], 2)).unwrap();
        assert_eq!(
            sum.compare(&root(&[1, 0, -10, 0, 1], 4)),
            Ok(Ordering::Equal)
        );
        let twice = root(&[-2, 0, 1], 2).mul(&Real::from(2)).unwrap();
        assert_eq!(twice.compare(&root(&[-8, 0, 1], 2)), Ok(Ordering::Equal));
        assert_eq!(
            sum.compare(&ratio(3_146_264_369, 1_000_000_000)),
            Ok(Ordering::Greater)
        );
    }

    #[test]
    fn quotients_of_roots_are_exact() {
        let r = root(&[-2, 0, 1], 2);
        let quotient = Real::from(2).mul(&r.recip().unwrap().unwrap()).unwrap();
        assert_eq!(quotient.compare(&r), Ok(Ordering::Equal));
    }

    #[test]
    fn transcendental_numbers_compare_where_intervals_separate() {
        let pi = Real::pi();
        assert_eq!(pi.compare(&ratio(355, 113)), Ok(Ordering::Less));
        assert_eq!(pi.compare(&ratio(314_159, 100_000)), Ok(Ordering::Greater));
        let e = Real::transcendental(Transcendental::Exp, &Real::from(1));
        assert_eq!(
            e.compare(&ratio(2_718_281, 1_000_000)),
            Ok(Ordering::Greater)
        );
        assert_eq!(e.compare(&ratio(2_718_282, 1_000_000)), Ok(Ordering::Less));
        let sine = |x: &Real| Real::transcendental(Transcendental::Sin, x);
        assert_eq!(
            sine(&Real::from(100)).compare(&ratio(-506, 1000)),
            Ok(Ordering::Less)
        );
        assert_eq!(
            sine(&Real::from(100)).compare(&ratio(-507, 1000)),
            Ok(Ordering::Greater)
        );
        assert_eq!(sine(&pi).sign(), Err(Reason::Precision));
    }

    #[test]
    fn square_roots_of_squares_are_rational() {
        assert_eq!(ratio(9, 4).sqrt(), Some(ratio(3, 2)));
        assert_eq!(ratio(-1, 1).sqrt(), None);
        assert!(!ratio(2, 1).sqrt().unwrap().is_rational());
    }
}
