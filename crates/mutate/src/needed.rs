//! Literals that a rule's variable needs: positive, odd, one character long.

use crate::literal::write_literal;
use crate::rules::Need;
use crate::types::Ty;
use gadfly_rng::Rng;
use std::fmt::Write as _;

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
        (
            Need::Positive | Need::Negative | Need::Nonnegative | Need::Nonzero,
            Ty::Int | Ty::Real,
        ) => {
            let negative = *need == Need::Negative || (*need == Need::Nonzero && rng.chance(1, 3));
            let low = i64::from(*need != Need::Nonnegative);
            let value = if rng.chance(1, 8) {
                1 << rng.below(32)
            } else {
                rng.between(low, 9)
            };
            let point = if *ty == Ty::Real { ".0" } else { "" };
            let _ = if negative {
                write!(out, "(- {value}{point})")
            } else {
                write!(out, "{value}{point}")
            };
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
            None => text.strip_prefix("#x").is_some_and(|hex| {
                hex.ends_with(['1', '3', '5', '7', '9', 'b', 'd', 'f', 'B', 'D', 'F'])
            }),
        },
        Need::Inverse(_) | Need::Fresh => false,
    }
}

fn is_literal(text: &str) -> bool {
    let inner = text
        .strip_prefix("(- ")
        .and_then(|t| t.strip_suffix(')'))
        .unwrap_or(text);
    inner.starts_with(['"', '#'])
        || inner.starts_with("(_ bv")
        || inner.bytes().next().is_some_and(|b| b.is_ascii_digit())
}

/// The literal whose product with an odd `#b…` literal is 1 modulo its width.
pub(crate) fn inverse_bits(literal: &str) -> Option<String> {
    let bits: Vec<bool> = literal
        .strip_prefix("#b")?
        .bytes()
        .rev()
        .map(|b| b == b'1')
        .collect();
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
    Some(format!(
        "#b{}",
        inverse
            .iter()
            .rev()
            .map(|&bit| if bit { '1' } else { '0' })
            .collect::<String>()
    ))
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
        let needs = [
            Need::Positive,
            Need::Negative,
            Need::Nonnegative,
            Need::Nonzero,
            Need::Literal,
        ];
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
        assert!(
            !meets("0", &Need::Positive)
                && !meets("x", &Need::Literal)
                && !meets("\"\"", &Need::Char)
        );
    }
}
