//! Floats where rounding is not all: zeros with their signs, infinities, NaN, classes, conversions; tiny
//! formats exhaustively against IEEE 754's rules over exact rationals, integers against the hardware.

mod tiny;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use gadfly_eval::float::{Float, Format, RoundingMode};
use gadfly_eval::value::BitVec;
use tiny::{all, expected, from_f32, from_f64, magnitudes};

/// What a float is, to the rules.
#[derive(Clone)]
enum Kind {
    Nan,
    Infinite(bool),
    Finite(bool, RBig),
}

use Kind::{Finite, Infinite, Nan};

impl Kind {
    fn of(float: &Float) -> Kind {
        match (float.sign(), float.to_rational()) {
            (Some(negative), Some(value)) => Finite(negative, value),
            (Some(negative), None) => Infinite(negative),
            (None, _) => Nan,
        }
    }

    fn is_zero(&self) -> bool {
        matches!(self, Finite(_, value) if value.is_zero())
    }
}

/// A format with the list of its values, and a mode.
struct Rules {
    format: Format,
    list: Vec<RBig>,
    mode: RoundingMode,
}

impl Rules {
    fn new(format: Format, mode: RoundingMode) -> Rules {
        let list = magnitudes(format);
        Rules { format, list, mode }
    }

    fn float(&self, kind: &Kind) -> Float {
        match kind {
            Nan => Float::nan(self.format),
            Infinite(negative) => Float::infinity(self.format, *negative),
            Finite(negative, value) if value.is_zero() => Float::zero(self.format, *negative),
            Finite(_, value) => expected(self.format, &self.list, self.mode, value),
        }
    }

    /// An exact zero of terms with these signs.
    fn cancelled(&self, a: bool, b: bool) -> bool {
        if a == b {
            a
        } else {
            self.mode == RoundingMode::Rtn
        }
    }

    fn sum(&self, a: &Kind, b: &Kind) -> Kind {
        match (a, b) {
            (Nan, _) | (_, Nan) => Nan,
            (Infinite(a), Infinite(b)) if a != b => Nan,
            (Infinite(sign), _) | (_, Infinite(sign)) => Infinite(*sign),
            (Finite(a, x), Finite(b, y)) => Finite(self.cancelled(*a, *b), x + y),
        }
    }

    fn product(&self, a: &Kind, b: &Kind) -> Kind {
        match (a, b) {
            (Nan, _) | (_, Nan) => Nan,
            (Infinite(_), other) | (other, Infinite(_)) if other.is_zero() => Nan,
            (Infinite(a), Infinite(b) | Finite(b, _)) | (Finite(a, _), Infinite(b)) => {
                Infinite(a != b)
            }
            (Finite(a, x), Finite(b, y)) => Finite(a != b, x * y),
        }
    }

    fn quotient(&self, a: &Kind, b: &Kind) -> Kind {
        match (a, b) {
            (Nan, _) | (_, Nan) | (Infinite(_), Infinite(_)) => Nan,
            (Infinite(a), Finite(b, _)) => Infinite(a != b),
            (Finite(a, _), Infinite(b)) => Finite(a != b, RBig::ZERO),
            (Finite(a, x), Finite(b, y)) => match (x.is_zero(), y.is_zero()) {
                (true, true) => Nan,
                (_, true) => Infinite(a != b),
                _ => Finite(a != b, x / y),
            },
        }
    }

    fn remainder(&self, a: &Kind, b: &Kind) -> Kind {
        match (a, b) {
            (Nan | Infinite(_), _) | (_, Nan) => Nan,
            (_, other) if other.is_zero() => Nan,
            (Finite(..), Infinite(_)) => a.clone(),
            (Finite(sign, x), Finite(_, y)) => {
                let quotient = nearest_even(&(x / y));
                Finite(*sign, x - y * quotient)
            }
        }
    }
}

/// The nearest integer, the even one of two.
fn nearest_even(x: &RBig) -> RBig {
    let floor = RBig::from(x.floor());
    let twice = (x - &floor) * RBig::from(2);
    let odd = !(&floor / RBig::from(2)).is_int();
    if twice > RBig::ONE || (twice == RBig::ONE && odd) {
        floor + RBig::ONE
    } else {
        floor
    }
}

/// The integer that a mode rounds to.
fn whole(x: &RBig, mode: RoundingMode) -> RBig {
    let (floor, ceil) = (RBig::from(x.floor()), RBig::from(x.ceil()));
    let half = (x - &floor) * RBig::from(2) == RBig::ONE;
    let positive = *x > RBig::ZERO;
    match mode {
        RoundingMode::Rtn => floor,
        RoundingMode::Rtp => ceil,
        RoundingMode::Rtz if positive => floor,
        RoundingMode::Rtz => ceil,
        RoundingMode::Rna if half && positive => ceil,
        RoundingMode::Rna if half => floor,
        _ => nearest_even(x),
    }
}

fn formats() -> Vec<Format> {
    let sizes = [(2, 3), (3, 2), (3, 4), (2, 2), (4, 3)];
    sizes
        .iter()
        .filter_map(|(e, s)| Format::new(*e, *s))
        .collect()
}

#[test]
fn every_pair_with_zeros_infinities_and_nan() {
    let mut checks = 0u64;
    for format in formats() {
        for mode in RoundingMode::ALL {
            let rules = Rules::new(format, mode);
            let values = all(format);
            for a in &values {
                for b in &values {
                    let (x, y) = (Kind::of(a), Kind::of(b));
                    let sum = rules.sum(&x, &y);
                    let difference = rules.sum(&x, &Kind::of(&b.neg()));
                    let results = [
                        ("add", a.add(mode, b), sum),
                        ("sub", a.sub(mode, b), difference),
                        ("mul", a.mul(mode, b), rules.product(&x, &y)),
                        ("div", a.div(mode, b), rules.quotient(&x, &y)),
                        ("rem", a.rem(b), rules.remainder(&x, &y)),
                    ];
                    for (name, found, wanted) in results {
                        assert_eq!(found, rules.float(&wanted), "{name} {mode:?} {a} {b}");
                        checks += 1;
                    }
                }
            }
        }
    }
    println!("{checks} results");
    assert!(checks > 700_000);
}

#[test]
fn every_triple_of_the_smallest_formats() {
    let mut checks = 0u64;
    for format in formats().into_iter().filter(|f| f.width() <= 5) {
        for mode in RoundingMode::ALL {
            let rules = Rules::new(format, mode);
            let values = all(format);
            for a in &values {
                for b in &values {
                    let product = rules.product(&Kind::of(a), &Kind::of(b));
                    for c in &values {
                        let wanted = rules.float(&rules.sum(&product, &Kind::of(c)));
                        assert_eq!(a.fma(mode, b, c), wanted, "{mode:?} {a} {b} {c}");
                        checks += 1;
                    }
                }
            }
        }
    }
    println!("{checks} results");
    assert!(checks > 300_000);
}

#[test]
fn classes_and_order() {
    for format in formats() {
        let fraction = format.significand - 1;
        let top = (1u64 << format.exponent) - 1;
        let values = all(format);
        for (code, a) in values.iter().enumerate() {
            let code = code as u64;
            let (biased, rest) = ((code >> fraction) & top, code & ((1 << fraction) - 1));
            let nan = biased == top && rest != 0;
            assert_eq!(a.is_nan(), nan);
            assert_eq!(a.is_infinite(), biased == top && rest == 0);
            assert_eq!(a.is_zero(), biased == 0 && rest == 0);
            assert_eq!(a.is_subnormal(), biased == 0 && rest != 0);
            assert_eq!(a.is_normal(), biased != 0 && biased != top);
            assert_eq!(
                a.sign(),
                (!nan).then_some(code >> (format.width() - 1) == 1)
            );
            for b in &values {
                order(a, b);
            }
        }
    }
}

fn order(a: &Float, b: &Float) {
    let wanted = match (Kind::of(a), Kind::of(b)) {
        (Nan, _) | (_, Nan) => None,
        (Finite(_, x), Finite(_, y)) => Some(x.cmp(&y)),
        (Infinite(x), Infinite(y)) => Some(y.cmp(&x)),
        (Infinite(negative), _) => Some(if negative { 0.cmp(&1) } else { 1.cmp(&0) }),
        (_, Infinite(negative)) => Some(if negative { 1.cmp(&0) } else { 0.cmp(&1) }),
    };
    assert_eq!(a.compare(b), wanted, "{a} {b}");
    let opposite_zeros = a.is_zero() && b.is_zero() && a != b;
    let least = match wanted {
        _ if opposite_zeros => None,
        None if a.is_nan() => Some(b),
        None => Some(a),
        Some(order) => Some(if order.is_lt() { a } else { b }),
    };
    assert_eq!(a.minimum(b).as_ref(), least, "min {a} {b}");
    let greatest = match wanted {
        _ if opposite_zeros => None,
        None if a.is_nan() => Some(b),
        None => Some(a),
        Some(order) => Some(if order.is_gt() { a } else { b }),
    };
    assert_eq!(a.maximum(b).as_ref(), greatest, "max {a} {b}");
}

#[test]
fn conversions_between_formats_integers_and_reals() {
    let mut checks = 0u64;
    for mode in RoundingMode::ALL {
        for target in formats() {
            let rules = Rules::new(target, mode);
            for source in formats() {
                for a in all(source) {
                    let wanted = rules.float(&Kind::of(&a));
                    assert_eq!(
                        a.convert(target, mode),
                        wanted,
                        "{mode:?} {a} to {target:?}"
                    );
                    checks += 1;
                }
            }
            for sixteenths in -700i64..=700 {
                let exact = RBig::from_parts(IBig::from(sixteenths), UBig::from(16u8));
                let wanted = rules.float(&Finite(false, exact.clone()));
                assert_eq!(Float::from_rational(target, mode, &exact), wanted);
                checks += 1;
            }
            for integer in -70i64..=70 {
                let wanted = rules.float(&Finite(false, RBig::from(integer)));
                assert_eq!(
                    Float::from_integer(target, mode, IBig::from(integer)),
                    wanted
                );
                checks += 1;
            }
        }
        checks += to_integers(mode);
    }
    println!("{checks} results");
    assert!(checks > 40_000);
}

/// Vectors of every width up to six bits, with and without sign, and rounding to an integral float.
fn to_integers(mode: RoundingMode) -> u64 {
    let mut checks = 0;
    for format in formats() {
        let list = magnitudes(format);
        for a in all(format) {
            let integer = match Kind::of(&a) {
                Finite(_, x) => Some(whole(&x, mode)),
                _ => None,
            };
            for width in 1..=6u32 {
                let within = |lo: i64, hi: i64| {
                    integer
                        .clone()
                        .filter(|n| *n >= RBig::from(lo) && *n < RBig::from(hi))
                };
                let unsigned = a.to_ubv(mode, width).map(|v| RBig::from(v.to_unsigned()));
                assert_eq!(unsigned, within(0, 1 << width), "{mode:?} {a} {width}");
                let signed = a.to_sbv(mode, width).map(|v| RBig::from(v.to_signed()));
                let half = 1i64 << (width - 1);
                assert_eq!(signed, within(-half, half), "{mode:?} {a} {width}");
                checks += 2;
            }
            let wanted = match (&integer, Kind::of(&a)) {
                (Some(n), Finite(sign, _)) if n.is_zero() => Float::zero(format, sign),
                (Some(n), _) => expected(format, &list, mode, n),
                (None, _) => a.clone(),
            };
            assert_eq!(a.round_to_integral(mode), wanted, "{mode:?} {a}");
            checks += 1;
        }
    }
    checks
}

/// Integers to and from floats as the hardware does it: to nearest even, and towards zero.
#[test]
fn machine_integers_agree_with_the_hardware() {
    let (single, double) = (Format::new(8, 24).unwrap(), Format::new(11, 53).unwrap());
    let mut rng = gadfly_rng::Rng::new(5, 0, 0);
    let rne = RoundingMode::Rne;
    for round in 0..20_000u32 {
        let bits = rng.next_u64() >> (round % 64);
        let signed = bits as i64;
        let from = |format: Format, n: IBig| Float::from_integer(format, rne, n);
        assert_eq!(from(double, IBig::from(bits)), from_f64(bits as f64));
        assert_eq!(from(double, IBig::from(signed)), from_f64(signed as f64));
        assert_eq!(from(single, IBig::from(bits)), from_f32(bits as f32));
        assert_eq!(from(single, IBig::from(signed)), from_f32(signed as f32));
        let x = f64::from_bits(rng.next_u64());
        let y = (signed as f64) / 1024.0;
        for x in [x, y, -y] {
            let in_range = x > -9.3e18 && x < 9.2e18 && x >= i64::MIN as f64;
            let found = from_f64(x).to_sbv(RoundingMode::Rtz, 64);
            if in_range {
                assert_eq!(found, Some(BitVec::from_u64(64, x as i64 as u64)), "{x:e}");
            }
            if x > -1.0 && x < 1.8e19 {
                let found = from_f64(x).to_ubv(RoundingMode::Rtz, 64);
                assert_eq!(found, Some(BitVec::from_u64(64, x as u64)), "{x:e}");
            }
        }
    }
}
