//! Literals and their values.

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::sorts;
use crate::real::Real;
use crate::value::{BitVec, Domain, FieldElement, Integer, Value, text};

/// `42`
pub(crate) fn numeral(digits: &str) -> Option<Value> {
    Integer::parse(digits).map(Value::Int)
}

/// `4.2`
pub(crate) fn decimal(digits: &str) -> Option<Value> {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let numerator = IBig::from_str_radix(&format!("{whole}{fraction}"), 10).ok()?;
    let denominator = UBig::from(10u8).pow(fraction.len());
    Some(Value::Real(Real::from(RBig::from_parts(
        numerator,
        denominator,
    ))))
}

/// `42`, `4.2`, and `4/3` as some print a quotient.
pub(crate) fn number(digits: &str) -> Option<Value> {
    let plain = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    match digits.split_once(['.', '/']) {
        None => plain(digits).then(|| numeral(digits))?,
        Some((whole, rest)) if !plain(whole) || !plain(rest) => None,
        Some((whole, below)) if digits.contains('/') => {
            let denominator = UBig::from_str_radix(below, 10).ok()?;
            let numerator = IBig::from_str_radix(whole, 10).ok()?;
            (!denominator.is_zero())
                .then(|| Value::Real(RBig::from_parts(numerator, denominator).into()))
        }
        Some(_) => decimal(digits),
    }
}

/// `#x2a` and `#b101`
pub(crate) fn bits(literal: &str) -> Option<Value> {
    let (radix, per_digit, digits) = match literal.split_at_checked(2)? {
        ("#x", digits) => (16, 4, digits),
        ("#b", digits) => (2, 1, digits),
        _ => return None,
    };
    let width = u32::try_from(digits.len())
        .ok()?
        .checked_mul(per_digit)
        .filter(|w| *w > 0)?;
    Some(Value::BitVec(BitVec::new(
        width,
        UBig::from_str_radix(digits, radix).ok()?,
    )))
}

/// `bv42` with a width; a value that does not fit is none.
pub(crate) fn numbered_bits(name: &str, width: u32) -> Option<Value> {
    let value = UBig::from_str_radix(name.strip_prefix("bv")?, 10).ok()?;
    (width > 0 && value.bit_len() <= width as usize)
        .then(|| Value::BitVec(BitVec::new(width, value)))
}

/// `"text"`, quotes included.
pub(crate) fn string(literal: &str) -> Option<Value> {
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    Some(Value::Text(text::unescape(inner).into()))
}

/// `#x41` as a character.
pub(crate) fn character(literal: &str) -> Option<Value> {
    let code = u32::from_str_radix(literal.strip_prefix("#x")?, 16).ok()?;
    (code <= text::LARGEST_CHARACTER).then(|| Value::Text([code].into()))
}

/// `ff3` or `ff-2` of a field.
pub(crate) fn field_element(name: &str, field: &Domain) -> Option<Value> {
    match field {
        Domain::Field(order) => FieldElement::named(order, name).map(FieldElement::into_value),
        _ => None,
    }
}

/// `#f3m7`, as cvc5 prints three modulo seven.
pub(crate) fn residue(literal: &str) -> Option<Value> {
    let (value, order) = literal.strip_prefix("#f")?.split_once('m')?;
    field_element(&format!("ff{value}"), &sorts::field(order)?)
}
