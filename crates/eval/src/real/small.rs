//! Fractions of machine words: sums, products and order without big numbers.

use std::cmp::Ordering;
use std::sync::Arc;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::Real;

/// The sum of two fractions.
pub(super) fn add((a, p): (i64, u32), (b, q): (i64, u32)) -> Real {
    let (wide_a, wide_b) = (i128::from(a), i128::from(b));
    if p == q {
        return reduced(wide_a + wide_b, u64::from(p));
    }
    let num = wide_a * i128::from(q) + wide_b * i128::from(p);
    reduced(num, u64::from(p) * u64::from(q))
}

/// The product of two fractions. Each is in lowest terms, so that only a numerator and the other's
/// denominator have common divisors, which are words.
pub(super) fn mul((a, p): (i64, u32), (b, q): (i64, u32)) -> Real {
    let (a, q) = cancelled(a, q);
    let (b, p) = cancelled(b, p);
    let den = u64::from(p) * u64::from(q);
    in_lowest_terms(i128::from(a) * i128::from(b), den)
}

/// Numerator and denominator without common divisors.
fn cancelled(num: i64, den: u32) -> (i64, u32) {
    match gcd(u128::from(num.unsigned_abs()), u64::from(den)) {
        1 => (num, den),
        // A divisor of the denominator fits a word of its size.
        divisor => (num / divisor as i64, den / divisor as u32),
    }
}

/// The order of two fractions.
pub(super) fn compare((a, p): (i64, u32), (b, q): (i64, u32)) -> Ordering {
    if p == q {
        return a.cmp(&b);
    }
    (i128::from(a) * i128::from(q)).cmp(&(i128::from(b) * i128::from(p)))
}

/// A fraction whose parts may have a common divisor. The denominator is not zero.
pub(super) fn reduced(num: i128, den: u64) -> Real {
    match gcd(num.unsigned_abs(), den) {
        1 => in_lowest_terms(num, den),
        divisor => {
            let num = match i64::try_from(num) {
                // Most numbers are words, which are divided several times as fast.
                Ok(word) if divisor <= i64::MAX as u64 => i128::from(word / divisor as i64),
                _ => num / i128::from(divisor),
            };
            in_lowest_terms(num, den / divisor)
        }
    }
}

/// A fraction whose parts have no common divisor.
pub(super) fn in_lowest_terms(num: i128, den: u64) -> Real {
    match (i64::try_from(num), u32::try_from(den)) {
        (Ok(num), Ok(den)) => Real::Small { num, den },
        _ => Real::Big(Arc::new(RBig::from_parts(IBig::from(num), UBig::from(den)))),
    }
}

/// The greatest common divisor of a number and one that is not zero.
fn gcd(wide: u128, word: u64) -> u64 {
    if word == 1 {
        return 1;
    }
    let rest = match u64::try_from(wide) {
        Ok(narrow) => narrow % word,
        Err(_) => (wide % u128::from(word)) as u64,
    };
    if rest == 0 {
        word
    } else {
        binary_gcd(rest, word)
    }
}

/// Stein's algorithm: shifts and differences, no division.
fn binary_gcd(mut a: u64, mut b: u64) -> u64 {
    let shared = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        (a, b) = (a.min(b), a.abs_diff(b));
    }
    a << shared
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words at the ends of their ranges and around common divisors.
    const NUMS: [i64; 11] = [
        i64::MIN,
        i64::MIN + 1,
        -720_720,
        -3,
        -1,
        0,
        1,
        2,
        360_360,
        i64::MAX - 1,
        i64::MAX,
    ];
    const DENS: [u32; 7] = [1, 2, 3, 8, 720_720, u32::MAX - 1, u32::MAX];

    fn rational(num: i64, den: u32) -> RBig {
        RBig::from_parts(IBig::from(num), UBig::from(den))
    }

    #[test]
    fn words_agree_with_big_numbers() {
        let all: Vec<(i64, u32)> = NUMS
            .iter()
            .flat_map(|&num| DENS.iter().map(move |&den| (num, den)))
            .collect();
        let lowest = |&(num, den): &(i64, u32)| cancelled(num, den);
        for x in all.iter().map(lowest) {
            for y in all.iter().map(lowest) {
                let (big_x, big_y) = (rational(x.0, x.1), rational(y.0, y.1));
                assert_eq!(add(x, y), Real::from(&big_x + &big_y), "{x:?} + {y:?}");
                assert_eq!(mul(x, y), Real::from(&big_x * &big_y), "{x:?} * {y:?}");
                assert_eq!(compare(x, y), big_x.cmp(&big_y), "{x:?} {y:?}");
            }
        }
    }

    #[test]
    fn divisors_of_wide_numbers() {
        assert_eq!(gcd(0, 7), 7);
        assert_eq!(gcd(u128::MAX, 3), 3);
        assert_eq!(gcd(1 << 100, 1 << 40), 1 << 40);
        assert_eq!(gcd(u128::from(u64::MAX), u64::MAX), u64::MAX);
    }
}
