//! An independent definition of floats, for tiny formats. It knows no significands and exponents: a format
//! is the sorted list of its values as exact rationals, an operator is its exact rational result, and
//! rounding looks for the neighbours in the list.

use dashu_int::UBig;
use dashu_ratio::RBig;
use gadfly_eval::float::{Float, Format, RoundingMode};
use gadfly_eval::value::BitVec;

/// All finite values of a format by magnitude, zero first, from their encodings.
pub(crate) fn magnitudes(format: Format) -> Vec<RBig> {
    let fraction_bits = format.significand - 1;
    let bias = (1i64 << (format.exponent - 1)) - 1;
    let top = (1i64 << format.exponent) - 1;
    let mut all = Vec::new();
    for biased in 0..top {
        for fraction in 0..1i64 << fraction_bits {
            let hidden = if biased == 0 {
                0
            } else {
                1i64 << fraction_bits
            };
            let power = biased.max(1) - bias - i64::from(fraction_bits);
            let significand = RBig::from(hidden + fraction);
            let scale = RBig::from(UBig::ONE << power.unsigned_abs() as usize);
            all.push(if power < 0 {
                significand / scale
            } else {
                significand * scale
            });
        }
    }
    all
}

/// What rounding a nonzero rational must give, as the place in the list and a sign; one past the
/// end is infinity.
fn rounded(list: &[RBig], mode: RoundingMode, exact: &RBig) -> (bool, usize) {
    let negative = *exact < RBig::ZERO;
    let magnitude = if negative {
        -exact.clone()
    } else {
        exact.clone()
    };
    let below = list.partition_point(|v| *v <= magnitude) - 1;
    if list[below] == magnitude {
        return (negative, below);
    }
    let last = list.len() - 1;
    // Beyond the largest, the next value is where the format would go on.
    let next = list
        .get(below + 1)
        .cloned()
        .unwrap_or_else(|| &list[last] + (&list[last] - &list[last - 1]));
    let (down, up) = (&magnitude - &list[below], &next - &magnitude);
    let away = match mode {
        RoundingMode::Rtz => false,
        RoundingMode::Rtp => !negative,
        RoundingMode::Rtn => negative,
        RoundingMode::Rna => up <= down,
        // The list alternates between even and odd significands.
        RoundingMode::Rne => up < down || (up == down && below % 2 == 1),
    };
    // Past the largest value, what is more than one step away overflows in any mode to nearest.
    let past = below == last && magnitude >= next;
    let away = away || (past && matches!(mode, RoundingMode::Rne | RoundingMode::Rna));
    (negative, if away { below + 1 } else { below })
}

/// The float that a nonzero rational must become.
pub(crate) fn expected(format: Format, list: &[RBig], mode: RoundingMode, exact: &RBig) -> Float {
    let (negative, place) = rounded(list, mode, exact);
    if place == list.len() {
        return Float::infinity(format, negative);
    }
    let sign = u64::from(negative) << (format.width() - 1);
    Float::from_ieee(
        format,
        &BitVec::from_u64(format.width(), sign | place as u64),
    )
}

/// Every value of a format, by its encoding; NaN more than once.
pub(crate) fn all(format: Format) -> Vec<Float> {
    let codes = 0..1u64 << format.width();
    codes
        .map(|c| Float::from_ieee(format, &BitVec::from_u64(format.width(), c)))
        .collect()
}

/// The hardware's double.
pub(crate) fn from_f64(x: f64) -> Float {
    let double = Format::new(11, 53).unwrap();
    Float::from_ieee(double, &BitVec::from_u64(64, x.to_bits()))
}

/// The hardware's single.
pub(crate) fn from_f32(x: f32) -> Float {
    let single = Format::new(8, 24).unwrap();
    Float::from_ieee(single, &BitVec::from_u64(32, x.to_bits().into()))
}
