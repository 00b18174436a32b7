//! Integers of any size: machine words while they fit, big integers beyond.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use dashu_base::{BitTest, DivRemEuclid, Gcd, Signed, UnsignedAbs};
use dashu_int::{IBig, UBig};

/// An integer. `Big` holds only what does not fit `Small`, so equality is structural.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Integer {
    /// A value within 64 bits.
    Small(i64),
    /// Any other value.
    Big(Arc<IBig>),
}

impl Integer {
    /// Zero.
    pub const ZERO: Integer = Integer::Small(0);
    /// One.
    pub const ONE: Integer = Integer::Small(1);

    /// As a big integer.
    pub fn to_big(&self) -> IBig {
        match self {
            Integer::Small(n) => IBig::from(*n),
            Integer::Big(n) => (**n).clone(),
        }
    }

    /// As a machine word, where it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match self {
            Integer::Small(n) => Some(*n),
            Integer::Big(_) => None,
        }
    }

    /// As a length or count, where it is not negative and fits.
    pub fn to_usize(&self) -> Option<usize> {
        self.to_i64().and_then(|n| usize::try_from(n).ok())
    }

    /// Parses a decimal numeral without sign.
    pub fn parse(digits: &str) -> Option<Integer> {
        if let Ok(small) = digits.parse::<i64>() {
            return Some(Integer::Small(small));
        }
        IBig::from_str_radix(digits, 10).ok().map(Integer::from)
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        *self == Integer::ZERO
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        match self {
            Integer::Small(n) => *n < 0,
            Integer::Big(n) => n.is_negative(),
        }
    }

    /// Sum.
    pub fn add(&self, other: &Integer) -> Integer {
        match (self, other) {
            (Integer::Small(a), Integer::Small(b)) => match a.checked_add(*b) {
                Some(sum) => Integer::Small(sum),
                None => Integer::from(IBig::from(*a) + IBig::from(*b)),
            },
            (Integer::Small(a), Integer::Big(b)) => Integer::from(IBig::from(*a) + &**b),
            (Integer::Big(a), Integer::Small(b)) => Integer::from(&**a + IBig::from(*b)),
            (Integer::Big(a), Integer::Big(b)) => Integer::from(&**a + &**b),
        }
    }

    /// Difference.
    pub fn sub(&self, other: &Integer) -> Integer {
        match (self, other) {
            (Integer::Small(a), Integer::Small(b)) => match a.checked_sub(*b) {
                Some(difference) => Integer::Small(difference),
                None => Integer::from(IBig::from(*a) - IBig::from(*b)),
            },
            (Integer::Small(a), Integer::Big(b)) => Integer::from(IBig::from(*a) - &**b),
            (Integer::Big(a), Integer::Small(b)) => Integer::from(&**a - IBig::from(*b)),
            (Integer::Big(a), Integer::Big(b)) => Integer::from(&**a - &**b),
        }
    }

    /// Product.
    pub fn mul(&self, other: &Integer) -> Integer {
        match (self, other) {
            (Integer::Small(a), Integer::Small(b)) => match a.checked_mul(*b) {
                Some(product) => Integer::Small(product),
                None => Integer::from(IBig::from(*a) * IBig::from(*b)),
            },
            (Integer::Small(a), Integer::Big(b)) => Integer::from(IBig::from(*a) * &**b),
            (Integer::Big(a), Integer::Small(b)) => Integer::from(&**a * IBig::from(*b)),
            (Integer::Big(a), Integer::Big(b)) => Integer::from(&**a * &**b),
        }
    }

    /// The number of opposite sign.
    pub fn neg(&self) -> Integer {
        Integer::ZERO.sub(self)
    }

    /// Absolute value.
    pub fn abs(&self) -> Integer {
        if self.is_negative() {
            self.neg()
        } else {
            self.clone()
        }
    }

    /// Euclidean quotient and remainder: the remainder is never negative. `None` for divisor zero.
    pub fn div_rem_euclid(&self, divisor: &Integer) -> Option<(Integer, Integer)> {
        if divisor.is_zero() {
            return None;
        }
        if let (Integer::Small(a), Integer::Small(b)) = (self, divisor)
            && let Some(quotient) = a.checked_div_euclid(*b)
        {
            return Some((Integer::Small(quotient), Integer::Small(a.rem_euclid(*b))));
        }
        let (quotient, remainder) = self.to_big().div_rem_euclid(divisor.to_big());
        Some((
            Integer::from(quotient),
            Integer::from(IBig::from(remainder)),
        ))
    }

    /// This to a power that is not negative.
    pub fn pow(&self, exponent: usize) -> Integer {
        Integer::from(self.to_big().pow(exponent))
    }

    /// Greatest common divisor of the magnitudes; zero of two zeros.
    pub fn gcd(&self, other: &Integer) -> Integer {
        if self.is_zero() {
            return other.abs();
        }
        if other.is_zero() {
            return self.abs();
        }
        Integer::from(IBig::from(self.to_big().gcd(other.to_big())))
    }

    /// Bits of the magnitude.
    pub fn bit_len(&self) -> usize {
        match self {
            Integer::Small(n) => (64 - n.unsigned_abs().leading_zeros()) as usize,
            Integer::Big(n) => n.bit_len(),
        }
    }

    /// The residue modulo 2^width, as bit-vectors wrap.
    pub fn wrap(&self, width: u32) -> UBig {
        let modulus = IBig::from(1) << width as usize;
        self.to_big().div_rem_euclid(modulus).1
    }
}

impl From<IBig> for Integer {
    fn from(n: IBig) -> Self {
        match i64::try_from(&n) {
            Ok(small) => Integer::Small(small),
            Err(_) => Integer::Big(Arc::new(n)),
        }
    }
}

impl From<i64> for Integer {
    fn from(n: i64) -> Self {
        Integer::Small(n)
    }
}

impl From<usize> for Integer {
    fn from(n: usize) -> Self {
        Integer::from(IBig::from(n))
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Integer::Small(a), Integer::Small(b)) => a.cmp(b),
            (Integer::Big(a), Integer::Big(b)) => a.cmp(b),
            (Integer::Small(_), Integer::Big(b)) if b.is_negative() => Ordering::Greater,
            (Integer::Small(_), Integer::Big(_)) => Ordering::Less,
            (Integer::Big(_), Integer::Small(_)) => other.cmp(self).reverse(),
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Prints as SMT-LIB does: `5`, `(- 5)`.
impl fmt::Display for Integer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Integer::Small(n) if *n < 0 => write!(out, "(- {})", n.unsigned_abs()),
            Integer::Small(n) => write!(out, "{n}"),
            Integer::Big(n) if n.is_negative() => write!(out, "(- {})", n.as_ref().unsigned_abs()),
            Integer::Big(n) => write!(out, "{n}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn euclid(a: i64, b: i64) -> (i64, i64) {
        let (q, r) = Integer::from(a).div_rem_euclid(&Integer::from(b)).unwrap();
        (q.to_i64().unwrap(), r.to_i64().unwrap())
    }

    #[test]
    fn division_is_euclidean_in_all_four_quadrants() {
        assert_eq!(
            [euclid(7, 2), euclid(-7, 2), euclid(7, -2), euclid(-7, -2)],
            [(3, 1), (-4, 1), (-3, 1), (4, 1)]
        );
        assert_eq!(Integer::ONE.div_rem_euclid(&Integer::ZERO), None);
    }

    #[test]
    fn words_overflow_into_big_and_come_back() {
        let min = Integer::from(i64::MIN);
        let (quotient, _) = min.div_rem_euclid(&Integer::from(-1i64)).unwrap();
        assert_eq!(quotient.to_string(), "9223372036854775808");
        assert_eq!(quotient.neg(), min);
        assert!(min < quotient && quotient.neg().sub(&Integer::ONE) < min);
    }

    #[test]
    fn words_and_big_numbers_mix() {
        let all = ["0", "1", "7", "9223372036854775807", "9223372036854775808"]
            .map(|digits| Integer::parse(digits).unwrap())
            .into_iter()
            .flat_map(|n| [n.neg(), n]);
        let all: Vec<Integer> = all.collect();
        for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
            let (x, y) = (a.to_big(), b.to_big());
            assert_eq!(a.add(b), Integer::from(&x + &y), "{a} + {b}");
            assert_eq!(a.sub(b), Integer::from(&x - &y), "{a} - {b}");
            assert_eq!(a.mul(b), Integer::from(&x * &y), "{a} * {b}");
        }
    }
}
