//! Bit-vectors of any width: one machine word up to 64 bits, a big integer beyond.

use std::fmt;
use std::sync::Arc;

use dashu_base::{BitTest, DivRem};
use dashu_int::{IBig, UBig};

/// A bit-vector; the bits above the width are zero, so equality is structural.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BitVec {
    /// At most 64 bits.
    Small {
        /// Number of bits, at least 1.
        width: u32,
        /// The unsigned value.
        bits: u64,
    },
    /// More than 64 bits.
    Big {
        /// Number of bits.
        width: u32,
        /// The unsigned value.
        bits: Arc<UBig>,
    },
}

fn mask(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1u64 << width) - 1
    }
}

/// Sign-extends the low `width` bits of a word.
fn signed_word(bits: u64, width: u32) -> i64 {
    let shift = 64 - width;
    ((bits << shift) as i64) >> shift
}

impl BitVec {
    /// The vector of this width with the value modulo 2^width.
    pub fn new(width: u32, mut value: UBig) -> BitVec {
        if width <= 64 {
            value.clear_high_bits(width as usize);
            let bits = u64::try_from(value).unwrap_or_default();
            return BitVec::Small { width, bits };
        }
        value.clear_high_bits(width as usize);
        BitVec::Big {
            width,
            bits: Arc::new(value),
        }
    }

    /// The vector of this width with the word modulo 2^width.
    pub fn from_u64(width: u32, value: u64) -> BitVec {
        match width {
            0..=64 => BitVec::Small {
                width,
                bits: value & mask(width),
            },
            _ => BitVec::Big {
                width,
                bits: Arc::new(UBig::from(value)),
            },
        }
    }

    /// The vector of this width congruent to a signed integer.
    pub fn from_signed(width: u32, value: &IBig) -> BitVec {
        use dashu_base::RemEuclid;
        let modulus = IBig::from(1) << width as usize;
        BitVec::new(width, value.clone().rem_euclid(modulus))
    }

    /// Number of bits.
    pub fn width(&self) -> u32 {
        match self {
            BitVec::Small { width, .. } | BitVec::Big { width, .. } => *width,
        }
    }

    /// The unsigned value.
    pub fn to_unsigned(&self) -> UBig {
        match self {
            BitVec::Small { bits, .. } => UBig::from(*bits),
            BitVec::Big { bits, .. } => (**bits).clone(),
        }
    }

    /// The unsigned value as a word, where it fits.
    pub fn to_u64(&self) -> Option<u64> {
        match self {
            BitVec::Small { bits, .. } => Some(*bits),
            BitVec::Big { bits, .. } => u64::try_from(&**bits).ok(),
        }
    }

    /// The two's complement value.
    pub fn to_signed(&self) -> IBig {
        let value = IBig::from(self.to_unsigned());
        if self.sign_bit() {
            value - (IBig::from(1) << self.width() as usize)
        } else {
            value
        }
    }

    /// The bit at a position, the least significant being 0.
    pub fn bit(&self, position: u32) -> bool {
        match self {
            BitVec::Small { bits, .. } => position < 64 && bits >> position & 1 == 1,
            BitVec::Big { bits, .. } => bits.bit(position as usize),
        }
    }

    /// The most significant bit.
    pub fn sign_bit(&self) -> bool {
        self.bit(self.width() - 1)
    }

    /// Whether all bits are zero.
    pub fn is_zero(&self) -> bool {
        match self {
            BitVec::Small { bits, .. } => *bits == 0,
            BitVec::Big { bits, .. } => bits.is_zero(),
        }
    }

    /// All ones.
    pub fn ones(width: u32) -> BitVec {
        BitVec::new(width, UBig::ones(width as usize))
    }

    /// Combines two vectors of one width by a word operation or its big twin; the result wraps.
    pub fn zip(
        &self,
        other: &BitVec,
        word: fn(u64, u64) -> u64,
        big: fn(UBig, UBig) -> UBig,
    ) -> BitVec {
        match (self, other) {
            (BitVec::Small { width, bits: a }, BitVec::Small { bits: b, .. }) => BitVec::Small {
                width: *width,
                bits: word(*a, *b) & mask(*width),
            },
            _ => BitVec::new(self.width(), big(self.to_unsigned(), other.to_unsigned())),
        }
    }

    /// Bitwise negation.
    pub fn not(&self) -> BitVec {
        match self {
            BitVec::Small { width, bits } => BitVec::Small {
                width: *width,
                bits: !bits & mask(*width),
            },
            BitVec::Big { width, bits } => {
                BitVec::new(*width, UBig::ones(*width as usize) ^ (**bits).clone())
            }
        }
    }

    /// Two's complement negation.
    pub fn neg(&self) -> BitVec {
        match self {
            BitVec::Small { width, bits } => BitVec::Small {
                width: *width,
                bits: bits.wrapping_neg() & mask(*width),
            },
            BitVec::Big { .. } => self.not().add(&BitVec::from_u64(self.width(), 1)),
        }
    }

    /// Sum.
    pub fn add(&self, other: &BitVec) -> BitVec {
        self.zip(other, u64::wrapping_add, |a, b| a + b)
    }

    /// Difference.
    pub fn sub(&self, other: &BitVec) -> BitVec {
        match (self, other) {
            (BitVec::Small { .. }, BitVec::Small { .. }) => {
                self.zip(other, u64::wrapping_sub, |a, _| a)
            }
            _ => self.add(&other.neg()),
        }
    }

    /// Product.
    pub fn mul(&self, other: &BitVec) -> BitVec {
        self.zip(other, u64::wrapping_mul, |a, b| a * b)
    }

    /// Unsigned quotient; all ones for divisor zero.
    pub fn udiv(&self, other: &BitVec) -> BitVec {
        if other.is_zero() {
            return BitVec::ones(self.width());
        }
        self.zip(other, |a, b| a / b, |a, b| a / b)
    }

    /// Unsigned remainder; the dividend for divisor zero.
    pub fn urem(&self, other: &BitVec) -> BitVec {
        if other.is_zero() {
            return self.clone();
        }
        self.zip(other, |a, b| a % b, |a, b| a.div_rem(b).1)
    }

    /// The magnitude of the two's complement value.
    fn magnitude(&self) -> BitVec {
        if self.sign_bit() {
            self.neg()
        } else {
            self.clone()
        }
    }

    /// Signed quotient, truncating.
    pub fn sdiv(&self, other: &BitVec) -> BitVec {
        let quotient = self.magnitude().udiv(&other.magnitude());
        if self.sign_bit() != other.sign_bit() {
            quotient.neg()
        } else {
            quotient
        }
    }

    /// Signed remainder; its sign follows the dividend.
    pub fn srem(&self, other: &BitVec) -> BitVec {
        let remainder = self.magnitude().urem(&other.magnitude());
        if self.sign_bit() {
            remainder.neg()
        } else {
            remainder
        }
    }

    /// Signed modulo; its sign follows the divisor.
    pub fn smod(&self, other: &BitVec) -> BitVec {
        let remainder = self.magnitude().urem(&other.magnitude());
        if remainder.is_zero() {
            return remainder;
        }
        match (self.sign_bit(), other.sign_bit()) {
            (false, false) => remainder,
            (true, false) => remainder.neg().add(other),
            (false, true) => remainder.add(other),
            (true, true) => remainder.neg(),
        }
    }

    /// The shift distance, if it is below the width.
    fn distance(&self, by: &BitVec) -> Option<u32> {
        by.to_u64()
            .filter(|d| *d < u64::from(self.width()))
            .map(|d| d as u32)
    }

    /// Left shift, filling with zeros.
    pub fn shl(&self, by: &BitVec) -> BitVec {
        match (self.distance(by), self) {
            (None, _) => BitVec::from_u64(self.width(), 0),
            (Some(d), BitVec::Small { width, bits }) => BitVec::Small {
                width: *width,
                bits: bits << d & mask(*width),
            },
            (Some(d), BitVec::Big { width, bits }) => {
                BitVec::new(*width, (**bits).clone() << d as usize)
            }
        }
    }

    /// Right shift, filling with zeros.
    pub fn lshr(&self, by: &BitVec) -> BitVec {
        match (self.distance(by), self) {
            (None, _) => BitVec::from_u64(self.width(), 0),
            (Some(d), BitVec::Small { width, bits }) => BitVec::Small {
                width: *width,
                bits: bits >> d,
            },
            (Some(d), BitVec::Big { width, bits }) => {
                BitVec::new(*width, (**bits).clone() >> d as usize)
            }
        }
    }

    /// Right shift, filling with the sign.
    pub fn ashr(&self, by: &BitVec) -> BitVec {
        if self.sign_bit() {
            self.not().lshr(by).not()
        } else {
            self.lshr(by)
        }
    }

    /// Bits `high` down to `low`. The caller has checked `low <= high < width`.
    pub fn extract(&self, high: u32, low: u32) -> BitVec {
        let width = high - low + 1;
        match self {
            BitVec::Small { bits, .. } => BitVec::Small {
                width,
                bits: bits >> low & mask(width),
            },
            BitVec::Big { bits, .. } => BitVec::new(width, (**bits).clone() >> low as usize),
        }
    }

    /// This above the other.
    pub fn concat(&self, low: &BitVec) -> BitVec {
        let width = self.width() + low.width();
        match (self, low) {
            (BitVec::Small { bits: a, .. }, BitVec::Small { width: w, bits: b }) if width <= 64 => {
                BitVec::Small {
                    width,
                    bits: a << w | b,
                }
            }
            _ => BitVec::new(
                width,
                (self.to_unsigned() << low.width() as usize) | low.to_unsigned(),
            ),
        }
    }

    /// Widened by zeros.
    pub fn zero_extend(&self, by: u32) -> BitVec {
        match self {
            BitVec::Small { width, bits } if width + by <= 64 => BitVec::Small {
                width: width + by,
                bits: *bits,
            },
            _ => BitVec::new(self.width() + by, self.to_unsigned()),
        }
    }

    /// Widened by copies of the sign.
    pub fn sign_extend(&self, by: u32) -> BitVec {
        if self.sign_bit() {
            self.not().zero_extend(by).not()
        } else {
            self.zero_extend(by)
        }
    }

    /// Rotated left.
    pub fn rotate_left(&self, by: u32) -> BitVec {
        let by = by % self.width();
        if by == 0 {
            return self.clone();
        }
        let cut = self.width() - by;
        self.extract(cut - 1, 0)
            .concat(&self.extract(self.width() - 1, cut))
    }

    /// Unsigned less-than.
    pub fn ult(&self, other: &BitVec) -> bool {
        match (self, other) {
            (BitVec::Small { bits: a, .. }, BitVec::Small { bits: b, .. }) => a < b,
            _ => self.to_unsigned() < other.to_unsigned(),
        }
    }

    /// Signed less-than.
    pub fn slt(&self, other: &BitVec) -> bool {
        match (self, other) {
            (BitVec::Small { width, bits: a }, BitVec::Small { bits: b, .. }) if *width > 0 => {
                signed_word(*a, *width) < signed_word(*b, *width)
            }
            _ => self.to_signed() < other.to_signed(),
        }
    }
}

/// Prints `#b…`, or `#x…` where the width is a multiple of four.
impl fmt::Display for BitVec {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.width() as usize;
        if width.is_multiple_of(4) {
            return write!(out, "#x{}", padded(&self.to_unsigned(), 16, width / 4));
        }
        write!(out, "#b{}", padded(&self.to_unsigned(), 2, width))
    }
}

/// A number with zeros before it up to a length. (A width of the formatter has 16 bits only.)
pub(crate) fn padded(number: &UBig, radix: u8, length: usize) -> String {
    let digits = number.in_radix(radix).to_string();
    "0".repeat(length.saturating_sub(digits.len())) + &digits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operator gives the same on a word as on the big representation of the same width.
    #[test]
    fn words_and_big_integers_agree() {
        type Operator = fn(&BitVec, &BitVec) -> BitVec;
        let operators: [Operator; 12] = [
            BitVec::add,
            BitVec::sub,
            BitVec::mul,
            BitVec::udiv,
            BitVec::urem,
            BitVec::sdiv,
            BitVec::srem,
            BitVec::smod,
            BitVec::shl,
            BitVec::lshr,
            BitVec::ashr,
            BitVec::concat,
        ];
        let big = |v: u64| BitVec::Big {
            width: 5,
            bits: Arc::new(UBig::from(v)),
        };
        let small = |v: u64| BitVec::Small { width: 5, bits: v };
        for operator in operators {
            for (a, b) in (0..32).flat_map(|a| (0..32).map(move |b| (a, b))) {
                assert_eq!(
                    operator(&small(a), &small(b)).to_unsigned(),
                    operator(&big(a), &big(b)).to_unsigned()
                );
                assert_eq!(small(a).slt(&small(b)), big(a).slt(&big(b)));
            }
        }
    }

    #[test]
    fn signed_division_truncates_and_modulo_follows_the_divisor() {
        let v = |n: i64| BitVec::from_signed(4, &IBig::from(n));
        assert_eq!(v(-7).sdiv(&v(2)), v(-3));
        assert_eq!(v(-7).srem(&v(2)), v(-1));
        assert_eq!(v(-7).smod(&v(2)), v(1));
        assert_eq!(v(7).smod(&v(-2)), v(-1));
        assert_eq!(v(-8).sdiv(&v(-1)), v(-8));
        assert_eq!(v(-5).sdiv(&v(0)), v(1));
        assert_eq!(v(-5).smod(&v(0)), v(-5));
    }

    #[test]
    fn wide_vectors_print_and_wrap() {
        let ones = BitVec::ones(100);
        assert!(ones.add(&BitVec::from_u64(100, 1)).is_zero());
        assert_eq!(ones.to_string(), format!("#x{}", "f".repeat(25)));
        assert_eq!(ones.ashr(&BitVec::from_u64(100, 1000)), ones);
        assert_eq!(BitVec::from_u64(5, 3).to_string(), "#b00011");
    }
}
