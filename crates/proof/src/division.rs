//! Normal forms of quotients and remainders by a number.

use dashu_base::{Abs, Signed};
use dashu_ratio::RBig;

use crate::op::Op;
use crate::poly::Poly;
use crate::sort::Sort;
use crate::sum;
use crate::term::{Head, Term, Terms};

/// The normal form of a total quotient or remainder by a number other than zero.
pub(crate) fn normal(terms: &mut Terms, op: Op, a: Term, by: Term) -> Option<Term> {
    let divisor = terms.as_number(by).filter(|n| !n.is_zero())?.clone();
    if let Some(value) = crate::ground::fold(terms, op, &[a, by]) {
        return Some(value);
    }
    let size = divisor.clone().abs();
    if size.is_one() && op == Op::ModTotal {
        return Some(terms.int(0));
    }
    let modulus = terms.number(size.clone(), Sort::INT);
    if op == Op::ModTotal {
        // The remainder does not change if multiples of the divisor are left out below.
        let a = without_remainders(terms, a, modulus).unwrap_or(a);
        return Some(terms.cons(Head::Op(op), Sort::INT, &[a, modulus]));
    }
    let whole = match size.is_one() {
        true => a,
        false => terms.cons(Head::Op(op), Sort::INT, &[a, modulus]),
    };
    if !divisor.is_negative() {
        return Some(whole);
    }
    // By a negative number the quotient is that by the positive one, negated.
    let poly = sum::poly(terms, whole, &mut |t| t)?;
    Some(poly.scaled(&RBig::from(-1)).term(terms, Sort::INT))
}

/// A sum in which remainders by the same divisor are replaced by what they are remainders of.
fn without_remainders(terms: &mut Terms, a: Term, modulus: Term) -> Option<Term> {
    let sum = sum::poly(terms, a, &mut |t| t)?;
    let mut made = Poly::default();
    for (monomial, value) in sum.parts() {
        let inner = match monomial {
            [only] if value.is_int() => terms.pair(Op::ModTotal, *only),
            _ => None,
        };
        match inner {
            Some((inner, by)) if by == modulus => {
                let inner = sum::poly(terms, inner, &mut |t| t)?;
                made.add_scaled(&inner, value);
            }
            _ => made.add_scaled(&Poly::product(monomial), value),
        }
    }
    Some(made.term(terms, Sort::INT))
}
