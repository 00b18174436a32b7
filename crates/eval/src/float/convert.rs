//! Conversions: encodings, other formats, integers, rationals, reals.

use dashu_base::{BitTest, Sign};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::arith::round_quotient;
use super::round::{round, shift_right};
use super::{Class, Dyadic, Float, Format, RoundingMode};
use crate::budget;
use crate::real::Real;
use crate::reason::Reason;
use crate::value::BitVec;

/// Precision at which rounding an irrational number is given up.
const DEEPEST: usize = 4096;

impl Float {
    /// The float that an IEEE 754 encoding stands for.
    pub fn from_ieee(format: Format, bits: &BitVec) -> Float {
        let Format {
            exponent,
            significand,
        } = format;
        let top = format.width() - 1;
        let negative = bits.bit(top);
        let fraction = bits.extract(significand - 2, 0).to_unsigned();
        let biased = bits.extract(top - 1, significand - 1).to_u64().unwrap_or(0);
        if biased == (1 << exponent) - 1 {
            return if fraction.is_zero() {
                Float::infinity(format, negative)
            } else {
                Float::nan(format)
            };
        }
        if biased == 0 && fraction.is_zero() {
            return Float::zero(format, negative);
        }
        let hidden = if biased == 0 {
            UBig::ZERO
        } else {
            UBig::ONE << (significand - 1) as usize
        };
        let exponent = format.smallest_unit() + (biased.max(1) as i64 - 1);
        Float {
            format,
            class: Class::Finite(Dyadic {
                negative,
                significand: hidden | fraction,
                exponent,
            }),
        }
    }

    /// The IEEE 754 encoding; `None` for NaN, which has several.
    pub fn to_ieee(&self) -> Option<BitVec> {
        let Format {
            exponent,
            significand,
        } = self.format;
        let fraction_width = (significand - 1) as usize;
        let (negative, biased, fraction) = match &self.class {
            Class::Nan => return None,
            Class::Infinity { negative } => (*negative, UBig::ones(exponent as usize), UBig::ZERO),
            Class::Zero { negative } => (*negative, UBig::ZERO, UBig::ZERO),
            Class::Finite(d) => {
                let mut fraction = d.significand.clone();
                let normal = fraction.bit(fraction_width);
                fraction.clear_high_bits(fraction_width);
                let biased = d.exponent - self.format.smallest_unit() + i64::from(normal);
                (
                    d.negative,
                    UBig::try_from(biased).unwrap_or(UBig::ZERO),
                    fraction,
                )
            }
        };
        let sign = UBig::from(u8::from(negative)) << (self.format.width() as usize - 1);
        Some(BitVec::new(
            self.format.width(),
            sign | (biased << fraction_width) | fraction,
        ))
    }

    /// Rounded into another format.
    pub fn convert(&self, format: Format, mode: RoundingMode) -> Float {
        match &self.class {
            Class::Finite(d) => round(format, mode, d, false),
            class => Float {
                format,
                class: class.clone(),
            },
        }
    }

    /// The float that the mode chooses for a rational; zero gives +0.
    pub fn from_rational(format: Format, mode: RoundingMode, value: &RBig) -> Float {
        if value.is_zero() {
            return Float::zero(format, false);
        }
        let (sign, numerator) = value.numerator().clone().into_parts();
        round_quotient(
            format,
            mode,
            sign == Sign::Negative,
            (&numerator, value.denominator()),
            0,
        )
    }

    /// The float that the mode chooses for an integer; zero gives +0.
    pub fn from_integer(format: Format, mode: RoundingMode, value: IBig) -> Float {
        Float::from_rational(format, mode, &RBig::from(value))
    }

    /// The float that the mode chooses for a real: bounds are refined until both round alike.
    pub fn from_real(format: Format, mode: RoundingMode, value: &Real) -> Result<Float, Reason> {
        if let Some(rational) = value.to_rational() {
            let (above, below) = (
                rational.numerator().bit_len(),
                rational.denominator().bit_len(),
            );
            budget::product(above.max(below) + 2 * format.significand as usize, below)?;
            return Ok(Float::from_rational(format, mode, &rational));
        }
        let mut bits = format.significand as usize + 32;
        while bits <= DEEPEST {
            let bounds = value.bounds(bits);
            let (lo, hi) = bounds.ok_or_else(|| budget::refused_or(Reason::Precision))?;
            let (low, high) = (
                Float::from_rational(format, mode, &lo),
                Float::from_rational(format, mode, &hi),
            );
            if low == high && lo.sign() == hi.sign() {
                return Ok(low);
            }
            bits *= 2;
        }
        Err(Reason::Precision)
    }

    /// The exact value; `None` for NaN and infinities.
    pub fn to_rational(&self) -> Option<RBig> {
        match &self.class {
            Class::Nan | Class::Infinity { .. } => None,
            Class::Zero { .. } => Some(RBig::ZERO),
            Class::Finite(d) => {
                let sign = if d.negative {
                    Sign::Negative
                } else {
                    Sign::Positive
                };
                let magnitude = IBig::from_parts(sign, d.significand.clone());
                Some(if d.exponent >= 0 {
                    RBig::from(magnitude << d.exponent as usize)
                } else {
                    RBig::from_parts(magnitude, UBig::ONE << (-d.exponent) as usize)
                })
            }
        }
    }

    /// The integer that the mode chooses; `None` for NaN, infinities, and numbers of more than
    /// `largest_bits` bits, which no target can hold.
    pub fn to_integer(&self, mode: RoundingMode, largest_bits: u32) -> Option<IBig> {
        match &self.class {
            Class::Nan | Class::Infinity { .. } => None,
            Class::Zero { .. } => Some(IBig::ZERO),
            Class::Finite(d) => {
                if d.exponent + d.significand.bit_len() as i64 > i64::from(largest_bits) + 1 {
                    return None;
                }
                let magnitude = if d.exponent >= 0 {
                    d.significand.clone() << d.exponent as usize
                } else {
                    shift_right(mode, d.negative, &d.significand, -d.exponent, false)
                };
                Some(IBig::from_parts(
                    if d.negative {
                        Sign::Negative
                    } else {
                        Sign::Positive
                    },
                    magnitude,
                ))
            }
        }
    }

    /// As an unsigned bit-vector; `None` where the rounded value does not fit.
    pub fn to_ubv(&self, mode: RoundingMode, width: u32) -> Option<BitVec> {
        let value = UBig::try_from(self.to_integer(mode, width)?).ok()?;
        (value.bit_len() <= width as usize).then(|| BitVec::new(width, value))
    }

    /// As a signed bit-vector; `None` where the rounded value does not fit.
    pub fn to_sbv(&self, mode: RoundingMode, width: u32) -> Option<BitVec> {
        let value = self.to_integer(mode, width)?;
        let limit = IBig::ONE << (width as usize - 1);
        (-limit.clone() <= value && value < limit).then(|| BitVec::from_signed(width, &value))
    }
}
