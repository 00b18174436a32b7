//! The one rounding function.

use dashu_base::BitTest;
use dashu_int::UBig;

use super::{Class, Dyadic, Float, Format, RoundingMode};

/// What was cut off below the last kept bit.
#[derive(Clone, Copy)]
struct Tail {
    /// At least half a unit.
    half: bool,
    /// More than the half bit says.
    rest: bool,
}

impl RoundingMode {
    /// Whether to add one unit to the magnitude.
    fn rounds_up(self, negative: bool, odd: bool, tail: Tail) -> bool {
        match self {
            RoundingMode::Rne => tail.half && (tail.rest || odd),
            RoundingMode::Rna => tail.half,
            RoundingMode::Rtp => !negative && (tail.half || tail.rest),
            RoundingMode::Rtn => negative && (tail.half || tail.rest),
            RoundingMode::Rtz => false,
        }
    }

    /// Whether what is too large becomes an infinity, not the largest number.
    fn overflows(self, negative: bool) -> bool {
        match self {
            RoundingMode::Rne | RoundingMode::Rna => true,
            RoundingMode::Rtp => !negative,
            RoundingMode::Rtn => negative,
            RoundingMode::Rtz => false,
        }
    }

    /// The sign of an exact zero sum of numbers of different signs.
    pub(super) fn zero_sum_is_negative(self) -> bool {
        self == RoundingMode::Rtn
    }
}

/// Drops the low `count` bits and rounds the rest; `sticky` says that the exact magnitude is a little
/// larger (by less than one unit of the significand given).
pub(super) fn shift_right(
    mode: RoundingMode,
    negative: bool,
    value: &UBig,
    count: i64,
    sticky: bool,
) -> UBig {
    if count > value.bit_len() as i64 + 1 {
        let tail = Tail {
            half: false,
            rest: !value.is_zero() || sticky,
        };
        return UBig::from(u8::from(mode.rounds_up(negative, false, tail)));
    }
    let count = count as usize;
    let kept = value >> count;
    let tail = Tail {
        half: count > 0 && value.bit(count - 1),
        rest: sticky
            || (count > 1
                && value
                    .trailing_zeros()
                    .is_some_and(|zeros| zeros < count - 1)),
    };
    if mode.rounds_up(negative, kept.bit(0), tail) {
        kept + UBig::ONE
    } else {
        kept
    }
}

/// The float of a format that the mode chooses for `number` (plus less than one unit of its
/// significand if `sticky`, which needs a significand at least two bits longer than the format's).
pub(super) fn round(format: Format, mode: RoundingMode, number: &Dyadic, sticky: bool) -> Float {
    let precision = i64::from(format.significand);
    let length = number.significand.bit_len() as i64;
    let mut unit = (number.exponent + length - precision).max(format.smallest_unit());
    let negative = number.negative;
    let mut kept = if unit <= number.exponent {
        number.significand.clone() << (number.exponent - unit) as usize
    } else {
        shift_right(
            mode,
            negative,
            &number.significand,
            unit - number.exponent,
            sticky,
        )
    };
    if kept.bit_len() as i64 > precision {
        kept >>= 1usize;
        unit += 1;
    }
    if kept.is_zero() {
        return Float::zero(format, negative);
    }
    if unit + precision - 1 > format.largest_exponent() {
        return overflow(format, mode, negative);
    }
    Float {
        format,
        class: Class::Finite(Dyadic {
            negative,
            significand: kept,
            exponent: unit,
        }),
    }
}

fn overflow(format: Format, mode: RoundingMode, negative: bool) -> Float {
    if mode.overflows(negative) {
        return Float::infinity(format, negative);
    }
    let significand = UBig::ones(format.significand as usize);
    let exponent = format.largest_exponent() - i64::from(format.significand) + 1;
    Float {
        format,
        class: Class::Finite(Dyadic {
            negative,
            significand,
            exponent,
        }),
    }
}
