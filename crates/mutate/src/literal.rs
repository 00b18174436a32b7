//! Literals of a sort: the small, the extreme and the odd ones that solvers get wrong.

use crate::rules::Need;
use crate::types::Ty;
use gadfly_rng::Rng;
use std::fmt::Write as _;

const INTEGERS: [i64; 16] = [0, 1, 2, 3, 4, 5, 7, 8, 10, 16, 31, 48, 64, 100, 255, 65536];
const FRACTIONS: [&str; 8] = ["0.0", "1.0", "0.5", "2.0", "0.25", "10.0", "1.5", "1000.001"];
const STRINGS: [&str; 12] =
    ["", "a", "b", "0", "1", "ab", "A", "09", "aa", "-1", " ", "\\u{7f}"];
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

/// Whether a sort has literals.
pub(crate) fn has_literals(ty: &Ty) -> bool {
    match ty {
        Ty::Named(_) => false,
        Ty::Array(both) => has_literals(&both[1]) && !matches!(both[1], Ty::RegLan | Ty::Array(_)),
        _ => true,
    }
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
        Ty::Array(both) => {
            let _ = write!(out, "((as const {ty}) ");
            write_literal(&both[1], rng, out)?;
            out.push(')');
        }
        Ty::Seq(_) => {
            let _ = write!(out, "(as seq.empty {ty})");
        }
        Ty::Named(_) => return None,
    }
    Some(())
}

fn write_integer(value: i64, out: &mut String) {
    let _ = if value < 0 { write!(out, "(- {})", value.unsigned_abs()) } else { write!(out, "{value}") };
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
        out.push(if form != 5 && rng.chance(1, 2) { '1' } else { '0' });
    }
    out.push(')');
}

/// Writes a literal that a rule's variable needs; `None` where the sort has none such.
pub(crate) fn write_needed(ty: &Ty, need: &Need, rng: &mut Rng, out: &mut String) -> Option<()> {
    match (need, ty) {
        (Need::Literal, _) => return write_literal(ty, rng, out),
        (Need::Nonempty | Need::Char, Ty::String) => {
            let _ = write!(out, "\"{}\"", (b'a' + rng.below(26) as u8) as char);
            if *need == Need::Nonempty && rng.chance(1, 3) {
                out.insert(out.len() - 1, '0');
            }
        }
        (Need::Odd, Ty::BitVec(width)) => {
            out.push_str("#b");
            for n in (0..*width).rev() {
                out.push(if n == 0 || rng.chance(1, 2) { '1' } else { '0' });
            }
        }
        (Need::Positive | Need::Negative | Need::Nonnegative | Need::Nonzero, Ty::Int | Ty::Real) => {
            let negative = *need == Need::Negative || (*need == Need::Nonzero && rng.chance(1, 3));
            let low = i64::from(*need != Need::Nonnegative);
            let value = if rng.chance(1, 8) { 1 << rng.below(32) } else { rng.between(low, 9) };
            let point = if *ty == Ty::Real { ".0" } else { "" };
            let _ = if negative { write!(out, "(- {value}{point})") } else { write!(out, "{value}{point}") };
        }
        _ => return None,
    }
    Some(())
}

/// Whether a literal, as written, is what a rule's variable needs.
pub(crate) fn meets(text: &str, need: &Need) -> bool {
    let zero = |digits: &str| digits.bytes().all(|b| matches!(b, b'0' | b'.'));
    let negated = text.strip_prefix("(- ").and_then(|t| t.strip_suffix(')'));
    let number = |t: &str| t.bytes().next().is_some_and(|b| b.is_ascii_digit());
    match need {
        Need::Any => true,
        Need::Literal => is_literal(text),
        Need::Positive => number(text) && !zero(text),
        Need::Nonnegative => number(text),
        Need::Negative => negated.is_some_and(|t| number(t) && !zero(t)),
        Need::Nonzero => {
            let digits = negated.unwrap_or(text);
            number(digits) && !zero(digits)
        }
        Need::Nonempty => text.starts_with('"') && text.len() > 2,
        Need::Char => text.starts_with('"') && gadfly_syntax::string_code_points(text).len() == 1,
        Need::Odd => match text.strip_prefix("#b") {
            Some(bits) => bits.ends_with('1'),
            None => text.strip_prefix("#x").is_some_and(|hex| hex.ends_with(['1', '3', '5', '7', '9', 'b', 'd', 'f', 'B', 'D', 'F'])),
        },
        Need::Inverse(_) | Need::Fresh => false,
    }
}

fn is_literal(text: &str) -> bool {
    let inner = text.strip_prefix("(- ").and_then(|t| t.strip_suffix(')')).unwrap_or(text);
    inner.starts_with(['"', '#']) || inner.starts_with("(_ bv") || inner.bytes().next().is_some_and(|b| b.is_ascii_digit())
}

/// The literal whose product with an odd `#b…` literal is 1 modulo its width.
pub(crate) fn inverse_bits(literal: &str) -> Option<String> {
    let bits: Vec<bool> = literal.strip_prefix("#b")?.bytes().rev().map(|b| b == b'1').collect();
    if !*bits.first()? {
        return None;
    }
    // One bit of the inverse after another: it is set where the product so far lacks the bit.
    let width = bits.len();
    let mut product = vec![false; width];
    let mut inverse = vec![false; width];
    for n in 0..width {
        let wanted = n == 0;
        if product[n] != wanted {
            inverse[n] = true;
            let mut carry = false;
            for k in n..width {
                let (a, b) = (product[k], bits[k - n]);
                product[k] = a ^ b ^ carry;
                carry = (a && b) || (carry && (a ^ b));
            }
        }
    }
    Some(format!("#b{}", inverse.iter().rev().map(|&bit| if bit { '1' } else { '0' }).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_multiplies_to_one() {
        for value in (1u32..256).step_by(2) {
            let inverse = inverse_bits(&format!("#b{value:08b}")).unwrap();
            let inverse = u32::from_str_radix(&inverse[2..], 2).unwrap();
            assert_eq!(value * inverse % 256, 1);
        }
        assert_eq!(inverse_bits("#b10"), None);
    }

    #[test]
    fn what_is_written_meets_the_need() {
        let needs = [Need::Positive, Need::Negative, Need::Nonnegative, Need::Nonzero, Need::Literal];
        for index in 0..200 {
            let mut rng = Rng::new(1, 0, index);
            for need in &needs {
                let mut text = String::new();
                write_needed(&Ty::Int, need, &mut rng, &mut text).unwrap();
                assert!(meets(&text, need), "{text} {need:?}");
            }
            let mut text = String::new();
            write_needed(&Ty::BitVec(5), &Need::Odd, &mut rng, &mut text).unwrap();
            assert!(meets(&text, &Need::Odd));
        }
        assert!(!meets("0", &Need::Positive) && !meets("x", &Need::Literal) && !meets("\"\"", &Need::Char));
    }
}
