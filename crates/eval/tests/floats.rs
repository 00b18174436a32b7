//! Floats: tiny formats exhaustively against an independent definition, large ones against hardware.
//! Zeros, infinities, NaN and conversions have a test of their own, `float_corners`.

mod tiny;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use gadfly_eval::float::{Float, Format, RoundingMode};
use gadfly_eval::value::BitVec;
use tiny::{all, expected, from_f32, from_f64, magnitudes};

/// Every operator whose result is the rounding of an exact rational, on all pairs and modes. Zeros,
/// infinities and NaN are settled by the tables of the next test.
fn exhaustive(exponent: u32, significand: u32) {
    let format = Format::new(exponent, significand).unwrap();
    let list = magnitudes(format);
    let values = all(format);
    for mode in RoundingMode::ALL {
        for a in &values {
            let Some(x) = a.to_rational() else { continue };
            unary(format, &list, mode, a, &x);
            for b in &values {
                let Some(y) = b.to_rational() else { continue };
                let check = |found: Float, exact: RBig| {
                    if !exact.is_zero() {
                        assert_eq!(
                            found,
                            expected(format, &list, mode, &exact),
                            "{mode:?} {a} {b}"
                        );
                    }
                };
                check(a.add(mode, b), &x + &y);
                check(a.sub(mode, b), &x - &y);
                check(a.mul(mode, b), &x * &y);
                if !y.is_zero() {
                    check(a.div(mode, b), &x / &y);
                    check(a.rem(b), remainder(&x, &y));
                }
                assert_eq!(a.compare(b), Some(x.cmp(&y)));
            }
        }
    }
}

fn remainder(x: &RBig, y: &RBig) -> RBig {
    let quotient = x / y;
    let floor = RBig::from(quotient.floor());
    let half = RBig::from_parts(IBig::from(1), UBig::from(2u8));
    let rest = &quotient - &floor;
    let odd = &floor / RBig::from(2) != RBig::from((&floor / RBig::from(2)).floor());
    let up = rest > half || (rest == half && odd);
    x - y * if up { floor + RBig::ONE } else { floor }
}

fn unary(format: Format, list: &[RBig], mode: RoundingMode, a: &Float, x: &RBig) {
    assert_eq!(a.convert(format, mode), *a);
    if !x.is_zero() {
        assert_eq!(Float::from_rational(format, mode, x), *a);
    }
    if *x > RBig::ZERO {
        assert_eq!(
            a.sqrt(mode),
            square_root(format, list, mode, x),
            "sqrt {mode:?} {a}"
        );
    }
    let floor = RBig::from(x.floor());
    let rest = x - &floor;
    let half = RBig::from_parts(IBig::from(1), UBig::from(2u8));
    let odd = &floor / RBig::from(2) != RBig::from((&floor / RBig::from(2)).floor());
    let up = match mode {
        RoundingMode::Rtp => !rest.is_zero(),
        RoundingMode::Rtn => false,
        RoundingMode::Rtz => *x < RBig::ZERO && !rest.is_zero(),
        RoundingMode::Rne => rest > half || (rest == half && odd),
        RoundingMode::Rna => rest > half || (rest == half && *x > RBig::ZERO),
    };
    let whole = if up { floor + RBig::ONE } else { floor };
    // In the smallest format the largest number is 3.5, and its upper neighbour 4 overflows.
    if whole.is_zero() {
        assert!(a.round_to_integral(mode).is_zero());
    } else {
        assert_eq!(
            a.round_to_integral(mode),
            expected(format, list, mode, &whole),
            "{mode:?} {a}"
        );
    }
    let in_range = whole >= RBig::from(-8) && whole < RBig::from(8);
    assert_eq!(
        a.to_sbv(mode, 4).map(|v| RBig::from(v.to_signed())),
        in_range.then_some(whole)
    );
}

/// The place of a square root is found by squaring the neighbours and their middle.
fn square_root(format: Format, list: &[RBig], mode: RoundingMode, x: &RBig) -> Float {
    let below = list.partition_point(|v| v * v <= *x) - 1;
    let exact = &list[below] * &list[below] == *x;
    let up = match mode {
        _ if exact => false,
        RoundingMode::Rtp => true,
        RoundingMode::Rtn | RoundingMode::Rtz => false,
        _ => {
            let middle =
                (&list[below] + list.get(below + 1).unwrap_or(&list[below])) / RBig::from(2);
            &middle * &middle < *x
        }
    };
    Float::from_ieee(
        format,
        &BitVec::from_u64(format.width(), below as u64 + u64::from(up)),
    )
}

#[test]
fn two_bits_of_exponent_and_three_of_significand() {
    exhaustive(2, 3);
}

#[test]
fn three_bits_of_exponent_and_two_of_significand() {
    exhaustive(3, 2);
}

#[test]
fn three_bits_of_exponent_and_four_of_significand() {
    exhaustive(3, 4);
}

/// All triples of the smallest format.
#[test]
fn fused_multiplication_and_addition() {
    let format = Format::new(2, 3).unwrap();
    let list = magnitudes(format);
    let values = all(format);
    for mode in RoundingMode::ALL {
        let pairs = || {
            values
                .iter()
                .flat_map(|a| values.iter().map(move |b| (a, b)))
        };
        for ((a, b), c) in pairs().flat_map(|pair| values.iter().map(move |c| (pair, c))) {
            let (Some(x), Some(y), Some(z)) = (a.to_rational(), b.to_rational(), c.to_rational())
            else {
                continue;
            };
            let exact = x * y + z;
            if !exact.is_zero() {
                assert_eq!(
                    a.fma(mode, b, c),
                    expected(format, &list, mode, &exact),
                    "{mode:?} {a} {b} {c}"
                );
            }
        }
    }
}

/// Corner values and random encodings.
fn doubles() -> Vec<f64> {
    let mut rng = gadfly_rng::Rng::new(3, 0, 0);
    let mut all = vec![
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        1.5,
        2.5,
        f64::MAX,
        f64::MIN,
        f64::MIN_POSITIVE,
        f64::EPSILON,
    ];
    all.extend([
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        f64::from_bits(1),
        f64::from_bits(0x000F_FFFF_FFFF_FFFF),
        3.0,
        0.1,
    ]);
    all.extend((0..150).map(|_| f64::from_bits(rng.next_u64())));
    all.extend((0..50).map(|_| (rng.unit() - 0.5) * 100.0));
    all
}

#[test]
fn double_precision_agrees_with_the_hardware() {
    let rne = RoundingMode::Rne;
    let values = doubles();
    for &x in &values {
        let a = from_f64(x);
        assert_eq!(a.sqrt(rne), from_f64(x.sqrt()), "sqrt {x:e}");
        assert_eq!(
            a.convert(Format::new(8, 24).unwrap(), rne),
            from_f32(x as f32),
            "{x:e}"
        );
        for (mode, whole) in [
            (rne, x.round_ties_even()),
            (RoundingMode::Rna, x.round()),
            (RoundingMode::Rtz, x.trunc()),
            (RoundingMode::Rtp, x.ceil()),
            (RoundingMode::Rtn, x.floor()),
        ] {
            assert_eq!(a.round_to_integral(mode), from_f64(whole), "{mode:?} {x:e}");
        }
        for &y in &values {
            let b = from_f64(y);
            assert_eq!(a.add(rne, &b), from_f64(x + y), "{x:e} + {y:e}");
            assert_eq!(a.sub(rne, &b), from_f64(x - y), "{x:e} - {y:e}");
            assert_eq!(a.mul(rne, &b), from_f64(x * y), "{x:e} * {y:e}");
            assert_eq!(a.div(rne, &b), from_f64(x / y), "{x:e} / {y:e}");
            assert_eq!(
                a.fma(rne, &b, &from_f64(x)),
                from_f64(x.mul_add(y, x)),
                "fma {x:e} {y:e}"
            );
            assert_eq!(a.compare(&b), x.partial_cmp(&y));
        }
    }
}

#[test]
fn single_precision_agrees_with_the_hardware() {
    let rne = RoundingMode::Rne;
    let values: Vec<f32> = doubles()
        .iter()
        .map(|x| f32::from_bits(x.to_bits() as u32 ^ (x.to_bits() >> 32) as u32))
        .collect();
    for &x in &values {
        let a = from_f32(x);
        assert_eq!(a.sqrt(rne), from_f32(x.sqrt()), "sqrt {x:e}");
        assert_eq!(
            a.convert(Format::new(11, 53).unwrap(), rne),
            from_f64(f64::from(x))
        );
        for &y in &values {
            let b = from_f32(y);
            assert_eq!(a.add(rne, &b), from_f32(x + y), "{x:e} + {y:e}");
            assert_eq!(a.mul(rne, &b), from_f32(x * y), "{x:e} * {y:e}");
            assert_eq!(a.div(rne, &b), from_f32(x / y), "{x:e} / {y:e}");
            assert_eq!(
                a.fma(rne, &b, &from_f32(y)),
                from_f32(x.mul_add(y, y)),
                "fma {x:e} {y:e}"
            );
        }
    }
}

/// The special values: what the standard fixes beyond rounding.
#[test]
fn zeros_infinities_and_nan() {
    let format = Format::new(3, 4).unwrap();
    let (zero, minus_zero) = (Float::zero(format, false), Float::zero(format, true));
    let (infinity, nan) = (Float::infinity(format, false), Float::nan(format));
    let one = Float::from_integer(format, RoundingMode::Rne, IBig::from(1));
    for mode in RoundingMode::ALL {
        let cancelled = if mode == RoundingMode::Rtn {
            &minus_zero
        } else {
            &zero
        };
        assert_eq!(one.add(mode, &one.neg()), *cancelled);
        assert_eq!(zero.add(mode, &minus_zero), *cancelled);
        assert_eq!(minus_zero.add(mode, &minus_zero), minus_zero);
        assert_eq!(one.fma(mode, &one, &one.neg()), *cancelled);
        assert_eq!(zero.fma(mode, &one, &minus_zero), *cancelled);
        assert_eq!(infinity.add(mode, &infinity.neg()), nan);
        assert_eq!(infinity.mul(mode, &zero), nan);
        assert_eq!(infinity.fma(mode, &one, &infinity.neg()), nan);
        assert_eq!(one.div(mode, &minus_zero), infinity.neg());
        assert_eq!(zero.div(mode, &zero), nan);
        assert_eq!(one.neg().sqrt(mode), nan);
        assert_eq!(minus_zero.sqrt(mode), minus_zero);
        assert_eq!(minus_zero.round_to_integral(mode), minus_zero);
    }
    assert_eq!(one.rem(&infinity), one);
    assert_eq!(infinity.rem(&one), nan);
    assert_eq!(one.neg().rem(&one), minus_zero);
    assert_eq!(one.rem(&zero), nan);
    assert_eq!(
        (zero.minimum(&minus_zero), zero.maximum(&minus_zero)),
        (None, None)
    );
    assert_eq!(
        (nan.minimum(&one), one.maximum(&nan)),
        (Some(one.clone()), Some(one))
    );
}
