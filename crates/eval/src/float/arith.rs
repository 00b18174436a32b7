//! Arithmetic: each operator computes exactly, then rounds once.

use dashu_base::{BitTest, DivRem, SquareRootRem};
use dashu_int::{IBig, UBig};

use super::round::{round, shift_right};
use super::{Class, Dyadic, Float, Format, RoundingMode};

impl Float {
    /// Absolute value.
    pub fn abs(&self) -> Float {
        if self.sign() == Some(true) {
            self.neg()
        } else {
            self.clone()
        }
    }

    /// The number of opposite sign; NaN stays.
    pub fn neg(&self) -> Float {
        let class = match self.class.clone() {
            Class::Nan => Class::Nan,
            Class::Infinity { negative } => Class::Infinity {
                negative: !negative,
            },
            Class::Zero { negative } => Class::Zero {
                negative: !negative,
            },
            Class::Finite(d) => Class::Finite(Dyadic {
                negative: !d.negative,
                ..d
            }),
        };
        Float {
            format: self.format,
            class,
        }
    }

    /// Sum.
    pub fn add(&self, mode: RoundingMode, other: &Float) -> Float {
        let format = self.format;
        match (&self.class, &other.class) {
            (Class::Nan, _) | (_, Class::Nan) => Float::nan(format),
            (Class::Infinity { negative: a }, Class::Infinity { negative: b }) if a != b => {
                Float::nan(format)
            }
            (Class::Infinity { .. }, _) => self.clone(),
            (_, Class::Infinity { .. }) => other.clone(),
            (Class::Zero { negative: a }, Class::Zero { negative: b }) => {
                Float::zero(format, zero_sum(mode, *a, *b))
            }
            (Class::Zero { .. }, Class::Finite(_)) => other.clone(),
            (Class::Finite(_), Class::Zero { .. }) => self.clone(),
            (Class::Finite(a), Class::Finite(b)) => round_sum(format, mode, a, b),
        }
    }

    /// Difference.
    pub fn sub(&self, mode: RoundingMode, other: &Float) -> Float {
        self.add(mode, &other.neg())
    }

    /// Product.
    pub fn mul(&self, mode: RoundingMode, other: &Float) -> Float {
        let negative = self.sign() != other.sign();
        match (&self.class, &other.class) {
            (Class::Nan, _) | (_, Class::Nan) => Float::nan(self.format),
            (Class::Infinity { .. }, Class::Zero { .. })
            | (Class::Zero { .. }, Class::Infinity { .. }) => Float::nan(self.format),
            (Class::Infinity { .. }, _) | (_, Class::Infinity { .. }) => {
                Float::infinity(self.format, negative)
            }
            (Class::Zero { .. }, _) | (_, Class::Zero { .. }) => Float::zero(self.format, negative),
            (Class::Finite(a), Class::Finite(b)) => round(self.format, mode, &product(a, b), false),
        }
    }

    /// Quotient.
    pub fn div(&self, mode: RoundingMode, other: &Float) -> Float {
        let negative = self.sign() != other.sign();
        match (&self.class, &other.class) {
            (Class::Nan, _) | (_, Class::Nan) => Float::nan(self.format),
            (Class::Infinity { .. }, Class::Infinity { .. })
            | (Class::Zero { .. }, Class::Zero { .. }) => Float::nan(self.format),
            (Class::Infinity { .. }, _) | (_, Class::Zero { .. }) => {
                Float::infinity(self.format, negative)
            }
            (Class::Zero { .. }, _) | (_, Class::Infinity { .. }) => {
                Float::zero(self.format, negative)
            }
            (Class::Finite(a), Class::Finite(b)) => {
                let exponent = a.exponent - b.exponent;
                round_quotient(
                    self.format,
                    mode,
                    negative,
                    (&a.significand, &b.significand),
                    exponent,
                )
            }
        }
    }

    /// `self * factor + addend`, rounded once.
    pub fn fma(&self, mode: RoundingMode, factor: &Float, addend: &Float) -> Float {
        let (Class::Finite(a), Class::Finite(b)) = (&self.class, &factor.class) else {
            // No rounding happens in a product with a zero, an infinity or NaN.
            return self.mul(mode, factor).add(mode, addend);
        };
        let exact = product(a, b);
        match &addend.class {
            Class::Nan | Class::Infinity { .. } => addend.clone(),
            Class::Zero { .. } => round(self.format, mode, &exact, false),
            Class::Finite(c) => round_sum(self.format, mode, &exact, c),
        }
    }

    /// Square root.
    pub fn sqrt(&self, mode: RoundingMode) -> Float {
        let number = match &self.class {
            Class::Finite(d) if !d.negative => d,
            Class::Zero { .. } | Class::Infinity { negative: false } => return self.clone(),
            _ => return Float::nan(self.format),
        };
        let wanted = 2 * (i64::from(self.format.significand) + 2);
        let mut shift = (wanted - number.significand.bit_len() as i64).max(0);
        shift += (number.exponent - shift).rem_euclid(2);
        let (root, rest) = (number.significand.clone() << shift as usize).sqrt_rem();
        let exact = Dyadic {
            negative: false,
            significand: root,
            exponent: (number.exponent - shift) / 2,
        };
        round(self.format, mode, &exact, !rest.is_zero())
    }

    /// IEEE remainder: `self - other * n` where n is the integer nearest to the exact quotient, the
    /// even one of two.
    pub fn rem(&self, other: &Float) -> Float {
        match (&self.class, &other.class) {
            (Class::Nan, _)
            | (_, Class::Nan)
            | (Class::Infinity { .. }, _)
            | (_, Class::Zero { .. }) => Float::nan(self.format),
            (Class::Zero { .. }, _) | (_, Class::Infinity { .. }) => self.clone(),
            (Class::Finite(x), Class::Finite(y)) => remainder(self.format, x, y),
        }
    }

    /// The integral float that the mode chooses; a zero keeps the sign.
    pub fn round_to_integral(&self, mode: RoundingMode) -> Float {
        match &self.class {
            Class::Finite(d) if d.exponent < 0 => {
                let significand = shift_right(mode, d.negative, &d.significand, -d.exponent, false);
                if significand.is_zero() {
                    return Float::zero(self.format, d.negative);
                }
                let exact = Dyadic {
                    negative: d.negative,
                    significand,
                    exponent: 0,
                };
                round(self.format, mode, &exact, false)
            }
            _ => self.clone(),
        }
    }
}

fn zero_sum(mode: RoundingMode, a: bool, b: bool) -> bool {
    if a == b {
        a
    } else {
        mode.zero_sum_is_negative()
    }
}

fn product(a: &Dyadic, b: &Dyadic) -> Dyadic {
    Dyadic {
        negative: a.negative != b.negative,
        significand: &a.significand * &b.significand,
        exponent: a.exponent + b.exponent,
    }
}

/// The exponent just above the number's most significant bit.
fn top(number: &Dyadic) -> i64 {
    number.exponent + number.significand.bit_len() as i64
}

fn round_sum(format: Format, mode: RoundingMode, a: &Dyadic, b: &Dyadic) -> Float {
    let (large, small) = if top(a) >= top(b) { (a, b) } else { (b, a) };
    let small = &nudge(format, large, small);
    let exponent = large.exponent.min(small.exponent);
    let aligned = |d: &Dyadic| {
        let magnitude = IBig::from(d.significand.clone() << (d.exponent - exponent) as usize);
        if d.negative { -magnitude } else { magnitude }
    };
    let (sign, significand) = (aligned(large) + aligned(small)).into_parts();
    if significand.is_zero() {
        return Float::zero(format, mode.zero_sum_is_negative());
    }
    let exact = Dyadic {
        negative: sign == dashu_base::Sign::Negative,
        significand,
        exponent,
    };
    round(format, mode, &exact, false)
}

/// A number far below every bit that matters is as good as a smaller one nearby: this keeps the
/// exact sum short.
fn nudge(format: Format, large: &Dyadic, small: &Dyadic) -> Dyadic {
    let lowest = large
        .exponent
        .min(top(large) - i64::from(format.significand))
        - 4;
    if top(small) < lowest {
        return Dyadic {
            negative: small.negative,
            significand: UBig::ONE,
            exponent: lowest - 2,
        };
    }
    small.clone()
}

/// Rounds `(numerator / denominator) * 2^exponent`.
pub(super) fn round_quotient(
    format: Format,
    mode: RoundingMode,
    negative: bool,
    (numerator, denominator): (&UBig, &UBig),
    exponent: i64,
) -> Float {
    let wanted = i64::from(format.significand) + 2;
    let shift = (wanted + denominator.bit_len() as i64 - numerator.bit_len() as i64).max(0);
    let (quotient, rest) = (numerator.clone() << shift as usize).div_rem(denominator);
    let exact = Dyadic {
        negative,
        significand: quotient,
        exponent: exponent - shift,
    };
    round(format, mode, &exact, !rest.is_zero())
}

fn remainder(format: Format, x: &Dyadic, y: &Dyadic) -> Float {
    if top(x) < top(y) - 1 {
        return Float {
            format,
            class: Class::Finite(x.clone()),
        };
    }
    let exponent = x.exponent.min(y.exponent);
    let divisor = y.significand.clone() << (y.exponent - exponent) as usize;
    // Modulo twice the divisor keeps the quotient's parity.
    let double = divisor.clone() << 1usize;
    let scaled = &x.significand * power_of_two_modulo((x.exponent - exponent) as u64, &double);
    let (odd, rest) = (scaled % &double).div_rem(&divisor);
    let twice = rest.clone() << 1usize;
    let up = twice > divisor || (twice == divisor && odd.is_one());
    let signed = if up {
        IBig::from(rest) - IBig::from(divisor)
    } else {
        IBig::from(rest)
    };
    let (sign, significand) = signed.into_parts();
    if significand.is_zero() {
        return Float::zero(format, x.negative);
    }
    let negative = x.negative != (sign == dashu_base::Sign::Negative);
    round(
        format,
        RoundingMode::Rne,
        &Dyadic {
            negative,
            significand,
            exponent,
        },
        false,
    )
}

fn power_of_two_modulo(mut exponent: u64, modulus: &UBig) -> UBig {
    let mut base = UBig::from(2u8) % modulus;
    let mut result = UBig::ONE % modulus;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = &result * &base % modulus;
        }
        base = &base * &base % modulus;
        exponent >>= 1;
    }
    result
}
