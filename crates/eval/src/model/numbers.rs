//! Irrational numbers as solvers print them.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::sexpr::Sexprs;
use crate::real::Real;
use crate::value::Value;

/// Polynomials of a higher degree are refused.
const HIGHEST_DEGREE: usize = 256;

/// z3's `(root-obj (+ (^ x 2) (- 2)) 1)`.
pub(super) fn root_object(tree: &Sexprs<'_>, id: usize) -> Option<Value> {
    let [_, polynomial, rank] = tree.exactly::<3>(id)?;
    let rank = tree.token(rank)?.parse().ok()?;
    let mut coefficients = vec![RBig::ZERO];
    let sum = if tree.head(polynomial) == Some("+") {
        &tree.items(polynomial)[1..]
    } else {
        &[polynomial][..]
    };
    for term in sum {
        let (coefficient, degree) = monomial(tree, *term)?;
        if degree > HIGHEST_DEGREE {
            return None;
        }
        coefficients.resize(coefficients.len().max(degree + 1), RBig::ZERO);
        coefficients[degree] += coefficient;
    }
    Real::root(coefficients, rank).map(Value::Real)
}

/// `(* 3 (^ x 2))`, `(^ x 2)`, `(* 3 x)`, `x`, `(- 2)`, `5`: coefficient and degree.
fn monomial(tree: &Sexprs<'_>, id: usize) -> Option<(RBig, usize)> {
    if let Some(token) = tree.token(id) {
        return match token.bytes().next()? {
            b'0'..=b'9' => Some((integer(token)?, 0)),
            _ => Some((RBig::ONE, 1)),
        };
    }
    let items = tree.items(id);
    match (tree.head(id)?, items.len()) {
        ("-", 2) => monomial(tree, items[1]).map(|(c, d)| (-c, d)),
        ("^", 3) => Some((RBig::ONE, tree.token(items[2])?.parse().ok()?)),
        ("*", _) => items[1..].iter().try_fold((RBig::ONE, 0), |(c, d), item| {
            let (factor, degree) = monomial(tree, *item)?;
            Some((c * factor, d + degree))
        }),
        ("/", 3) => {
            let (above, below) = (monomial(tree, items[1])?, monomial(tree, items[2])?);
            (below.1 == 0 && !below.0.is_zero()).then(|| (above.0 / below.0, above.1))
        }
        _ => None,
    }
}

/// Whether a decimal looks like an irrational number that was cut: yices prints the root of 2 as
/// `1.414214`. Solvers print rational numbers as quotients.
pub(super) fn may_be_rounded(decimal: &str) -> bool {
    let digits = decimal.split_once('.').map_or("", |(_, digits)| digits);
    digits.len() >= 6 && digits.bytes().any(|b| b != b'0')
}

fn integer(digits: &str) -> Option<RBig> {
    let digits = digits.strip_suffix(".0").unwrap_or(digits);
    IBig::from_str_radix(digits, 10).ok().map(RBig::from)
}

/// cvc5's `<1*x^2 + (-2), (5/4, 3/2)>`.
pub(super) fn between_bounds(token: &str) -> Option<Value> {
    let inner = token.strip_prefix('<')?.strip_suffix('>')?;
    let (polynomial, bounds) = inner.split_once(',')?;
    let mut coefficients = vec![RBig::ZERO];
    for term in polynomial.split('+').map(str::trim) {
        // A negative term stands in parentheses: `(-1*x)`, `(-2)`.
        let term = term.trim_start_matches('(').trim_end_matches(')');
        let (coefficient, power) = term.split_once('*').unwrap_or((term, ""));
        let degree = match power.trim() {
            "" => 0,
            "x" => 1,
            power => power.strip_prefix("x^")?.parse().ok()?,
        };
        if degree > HIGHEST_DEGREE {
            return None;
        }
        coefficients.resize(coefficients.len().max(degree + 1), RBig::ZERO);
        coefficients[degree] += fraction(coefficient)?;
    }
    let bounds = bounds
        .trim()
        .trim_start_matches(['(', '['])
        .trim_end_matches([')', ']']);
    let (lo, hi) = bounds.split_once(',').unwrap_or((bounds, bounds));
    Real::root_between(coefficients, &fraction(lo)?, &fraction(hi)?).map(Value::Real)
}

/// `5/4`, `-3`, `(-3)`, and `5/2^3` (a dyadic bound).
fn fraction(text: &str) -> Option<RBig> {
    let text = text
        .trim()
        .trim_start_matches('(')
        .trim_end_matches(')')
        .trim();
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let numerator = IBig::from_str_radix(above.trim(), 10).ok()?;
    let denominator = match below.trim().split_once('^') {
        Some((base, exponent)) => {
            let exponent: usize = exponent.parse().ok().filter(|e| *e < 1 << 16)?;
            UBig::from_str_radix(base, 10).ok()?.pow(exponent)
        }
        None => UBig::from_str_radix(below.trim(), 10).ok()?,
    };
    (!denominator.is_zero()).then(|| RBig::from_parts(numerator, denominator))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    #[test]
    fn both_ways_of_writing_the_root_of_two_agree() {
        let text = "(root-obj (+ (^ x 2) (- 2)) 2)";
        let tree = Sexprs::parse(text).unwrap();
        let Some(Value::Real(a)) = root_object(&tree, tree.roots()[0]) else {
            panic!("no root")
        };
        let Some(Value::Real(b)) = between_bounds("<1*x^2 + (-2), (5/4, 3/2)>") else {
            panic!("no root")
        };
        assert_eq!(a.compare(&b), Ok(Ordering::Equal));
        assert_eq!(a.mul(&b).unwrap(), Real::from(2));
    }

    #[test]
    fn negative_terms_stand_in_parentheses() {
        let between =
            between_bounds("<1*x^3 + (-1*x) + 1, (-2778135/2097152, -1389067/1048576)>").unwrap();
        let text = "(root-obj (+ (^ x 3) (* (- 1) x) 1) 1)";
        let tree = Sexprs::parse(text).unwrap();
        let root = root_object(&tree, tree.roots()[0]).unwrap();
        assert_eq!(between.equal(&root), Ok(true));
    }

    #[test]
    fn what_is_no_root_is_refused() {
        for text in [
            "(root-obj (+ (^ x 2) 2) 1)",
            "(root-obj 3 1)",
            "(root-obj (^ x 99999) 1)",
        ] {
            let tree = Sexprs::parse(text).unwrap();
            assert!(root_object(&tree, tree.roots()[0]).is_none(), "{text}");
        }
        assert!(between_bounds("<1*x^2 + (-2), (5/4, 4/3)>").is_none());
    }
}
