//! Constants with bounds, and objectives over them whose optimum is known: nothing else mentions the
//! constant, so that its bounds are reached whatever the rest of the script says.

use crate::literal::write_integer;
use crate::types::Ty;
use gadfly_rng::Rng;
use std::fmt::Write as _;

/// An objective with its optimum.
#[derive(Debug)]
pub(crate) struct Optimum {
    /// The commands that declare the constant and bound it.
    pub(crate) text: String,
    /// What is made least or greatest.
    pub(crate) objective: String,
    /// Whether it is made least.
    pub(crate) least: bool,
    /// The optimum: `= 3`, `= oo`, `= -oo`, `> 3`, `< 3`; the last two are not reached.
    pub(crate) value: String,
    /// A value of the constant within its bounds.
    pub(crate) witness: String,
}

/// A value that a constant comes up or down to.
#[derive(Clone, Copy, Debug)]
enum Bound {
    /// This one.
    At(i128),
    /// All up to this one, but not this one.
    Near(i128),
    None,
}

/// A new constant of a sort under a name, bounded, and an objective over it. `guard` is a formula that
/// holds in all models of the script.
pub(crate) fn with_optimum(ty: &Ty, name: &str, guard: Option<&str>, rng: &mut Rng) -> Optimum {
    match ty {
        Ty::BitVec(width) => bits(*width, name, guard, rng),
        _ => number(ty, name, guard, rng),
    }
}

/// A term whose order without sign is the given one's with sign.
pub(crate) fn signed(width: u32, term: &str) -> String {
    let zeros = "0".repeat(width as usize - 1);
    format!("(bvxor {term} #b1{zeros})")
}

fn number(ty: &Ty, name: &str, guard: Option<&str>, rng: &mut Rng) -> Optimum {
    let real = *ty == Ty::Real;
    let low = i128::from(rng.between(-20, 20));
    let high = low + 1 + rng.below(30) as i128;
    let literal = |value: i128| literal(value, real);
    let mut text = format!("(declare-const {name} {ty})\n");
    let mut bound = |value: i128, below: bool, rng: &mut Rng| {
        if rng.chance(1, 8) {
            return Bound::None;
        }
        let strict = rng.chance(1, 3);
        // A strict bound of an integer is one step off.
        let step = if strict && !real { 1 } else { 0 };
        let (order, written) = match below {
            true => (if strict { "<" } else { "<=" }, literal(value - step)),
            false => (if strict { ">" } else { ">=" }, literal(value + step)),
        };
        let formula = format!("({order} {written} {name})");
        assert_guarded(&formula, guard, rng, &mut text);
        if strict && real {
            Bound::Near(value)
        } else {
            Bound::At(value)
        }
    };
    let (from, to) = (bound(low, true, rng), bound(high, false, rng));
    let factor = i128::from(rng.between(2, 5));
    let (objective, times, plus) = match (rng.below(6), guard) {
        (0, _) => (format!("(+ {name} {})", literal(factor)), 1, factor),
        (1, _) => (format!("(* {} {name})", literal(factor)), factor, 0),
        (2, _) => (format!("(- {name})"), -1, 0),
        (3, _) => (format!("(- {} {name})", literal(factor)), -1, factor),
        (4, Some(guard)) => (format!("(ite {guard} {name} {})", literal(factor)), 1, 0),
        _ => (name.to_string(), 1, 0),
    };
    let least = rng.chance(1, 2);
    let reached = if least == (times > 0) { from } else { to };
    let value = match reached {
        Bound::At(value) => format!("= {}", value * times + plus),
        Bound::Near(value) => {
            format!("{} {}", if least { ">" } else { "<" }, value * times + plus)
        }
        Bound::None => format!("= {}oo", if least { "-" } else { "" }),
    };
    // Between the bounds, which may be strict for reals.
    let witness = match real {
        true => format!("(/ {} 2.0)", literal(low + high)),
        false => literal(low),
    };
    Optimum {
        text,
        objective,
        least,
        value,
        witness,
    }
}

/// Bounds with or without sign. Wide vectors are bounded within the values of 60 bits.
fn bits(width: u32, name: &str, guard: Option<&str>, rng: &mut Rng) -> Optimum {
    let small = width.min(60);
    let draw = |rng: &mut Rng| {
        ((rng.below(1 << 30) as i128) << 30 | rng.below(1 << 30) as i128) % (1 << small)
    };
    let (a, b) = (draw(rng), draw(rng));
    let (low, high) = (a.min(b), a.max(b));
    let literal = |value: i128| format!("#b{value:0width$b}", width = width as usize);
    let with_sign = width <= 60 && rng.chance(1, 3);
    // With sign, what is drawn is the order's number, and the highest bit is turned.
    let turn = if with_sign { 1i128 << (width - 1) } else { 0 };
    let order = if with_sign { "bvsle" } else { "bvule" };
    let mut text = format!("(declare-const {name} (_ BitVec {width}))\n");
    for formula in [
        format!("({order} {} {name})", literal(low ^ turn)),
        format!("({order} {name} {})", literal(high ^ turn)),
    ] {
        assert_guarded(&formula, guard, rng, &mut text);
    }
    let same = if with_sign {
        signed(width, name)
    } else {
        name.to_string()
    };
    let (objective, turned) = match rng.below(4) {
        0 if width <= 100 => (format!("(bvnot {same})"), true),
        1 => (format!("((_ zero_extend 3) {same})"), false),
        _ => (same, false),
    };
    let least = rng.chance(1, 2);
    let reached = if least != turned { low } else { high };
    let value = match turned {
        true => (1i128 << width) - 1 - reached,
        false => reached,
    };
    let value = format!("= {value}");
    Optimum {
        text,
        objective,
        least,
        value,
        witness: literal(low ^ turn),
    }
}

/// Asserts a formula, sometimes behind one that holds anyway.
fn assert_guarded(formula: &str, guard: Option<&str>, rng: &mut Rng, out: &mut String) {
    let _ = match (rng.below(3), guard) {
        (0, Some(guard)) => writeln!(out, "(assert (=> {guard} {formula}))"),
        (1, Some(guard)) => writeln!(out, "(assert (or (not {guard}) {formula}))"),
        _ => writeln!(out, "(assert {formula})"),
    };
}

fn literal(value: i128, real: bool) -> String {
    let mut out = String::new();
    match real {
        true if value < 0 => out = format!("(- {}.0)", -value),
        true => out = format!("{value}.0"),
        false => write_integer(value as i64, &mut out),
    }
    out
}
