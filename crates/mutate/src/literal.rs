//! Literals of a sort: the small, the extreme and the odd ones that solvers get wrong.

use crate::types::Ty;
use gadfly_rng::Rng;
use std::fmt::Write as _;

const INTEGERS: [i64; 16] = [0, 1, 2, 3, 4, 5, 7, 8, 10, 16, 31, 48, 64, 100, 255, 65536];
const FRACTIONS: [&str; 8] = [
    "0.0", "1.0", "0.5", "2.0", "0.25", "10.0", "1.5", "1000.001",
];
const STRINGS: [&str; 12] = [
    "", "a", "b", "0", "1", "ab", "A", "09", "aa", "-1", " ", "\\u{7f}",
];
const LANGUAGES: [&str; 8] = [
    "re.none",
    "re.all",
    "re.allchar",
    "(str.to_re \"\")",
    "(str.to_re \"a\")",
    "(re.range \"a\" \"z\")",
    "(re.range \"0\" \"9\")",
    "(re.* (str.to_re \"ab\"))",
];
const MODES: [&str; 5] = ["RNE", "RNA", "RTP", "RTN", "RTZ"];

/// Whether a sort has literals. Constant arrays are an extension that cvc5 takes for values only,
/// and not by default.
pub(crate) fn has_literals(ty: &Ty) -> bool {
    !matches!(ty, Ty::Named(_) | Ty::Array(_))
}

/// Writes a literal; `None` for a sort that has none.
pub(crate) fn write_literal(ty: &Ty, rng: &mut Rng, out: &mut String) -> Option<()> {
    match ty {
        Ty::Bool => out.push_str(if rng.chance(1, 2) { "true" } else { "false" }),
        Ty::Int => {
            let value = *rng.pick(&INTEGERS)?;
            write_integer(if rng.chance(1, 4) { -value } else { value }, out);
        }
        Ty::Real => {
            let value = rng.pick(&FRACTIONS)?;
            let _ = match rng.below(8) {
                0 => write!(out, "(- {value})"),
                1 => write!(out, "(/ 1.0 {}.0)", rng.between(2, 9)),
                _ => write!(out, "{value}"),
            };
        }
        Ty::String => {
            let _ = write!(out, "\"{}\"", rng.pick(&STRINGS)?);
        }
        Ty::RegLan => out.push_str(rng.pick(&LANGUAGES)?),
        Ty::RoundingMode => out.push_str(rng.pick(&MODES)?),
        Ty::BitVec(width) => write_bits(*width, rng, out),
        Ty::Float(e, s) => write_float(*e, *s, rng, out),
        Ty::Seq(_) => {
            let _ = write!(out, "(as seq.empty {ty})");
        }
        Ty::Array(_) | Ty::Named(_) => return None,
    }
    Some(())
}

pub(crate) fn write_integer(value: i64, out: &mut String) {
    let _ = if value < 0 {
        write!(out, "(- {})", value.unsigned_abs())
    } else {
        write!(out, "{value}")
    };
}

fn write_bits(width: u32, rng: &mut Rng, out: &mut String) {
    let form = rng.below(6);
    if form < 2 {
        let _ = write!(out, "(_ bv{form} {width})");
        return;
    }
    out.push_str("#b");
    for n in 0..width {
        let bit = match form {
            2 => true,
            3 => n == 0,
            4 => n > 0,
            _ => rng.chance(1, 2),
        };
        out.push(if bit { '1' } else { '0' });
    }
}

fn write_float(e: u32, s: u32, rng: &mut Rng, out: &mut String) {
    let special = ["+zero", "-zero", "+oo", "-oo", "NaN"];
    let form = rng.below(10);
    if let Some(name) = special.get(form) {
        let _ = write!(out, "(_ {name} {e} {s})");
        return;
    }
    let _ = write!(out, "(fp #b{} #b", rng.below(2));
    for n in 0..e {
        // 1.x, subnormal, or anything.
        let bit = match form {
            5 | 6 => n > 0,
            7 => false,
            _ => rng.chance(1, 2),
        };
        out.push(if bit { '1' } else { '0' });
    }
    out.push_str(" #b");
    for _ in 1..s {
        out.push(if form != 5 && rng.chance(1, 2) {
            '1'
        } else {
            '0'
        });
    }
    out.push(')');
}
