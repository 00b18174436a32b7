//! Finite fields, as cvc5 and z3 have them.

use dashu_base::BitTest;
use dashu_int::IBig;

use super::{Args, Outcome};
use crate::budget;
use crate::reason::Reason;
use crate::value::FieldElement;

/// An operator of finite fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fields {
    Add,
    Mul,
    Neg,
    /// The sum of arguments times 1, 2, 4, …
    BitSum,
}

impl Fields {
    pub(crate) fn named(name: &str) -> Option<Fields> {
        Some(match name {
            "ff.add" => Fields::Add,
            "ff.mul" => Fields::Mul,
            "ff.neg" => Fields::Neg,
            "ff.bitsum" => Fields::BitSum,
            _ => return None,
        })
    }

    pub(crate) fn apply(self, args: &Args<'_>) -> Outcome {
        let first = args.field(0)?;
        let mut total = first.clone();
        if self == Fields::Neg {
            total = reduced(first, -integer(first))?;
        }
        for i in 1..args.len() {
            let next = args.field(i)?;
            if next.order() != first.order() {
                return Err(Reason::IllSorted);
            }
            let bits = first.order().bit_len();
            budget::product(bits, bits.saturating_add(i))?;
            let (a, b) = (integer(&total), integer(next));
            let n = match self {
                Fields::Add => a + b,
                Fields::Mul => a * b,
                Fields::BitSum => a + (b << i),
                Fields::Neg => return Err(Reason::IllSorted),
            };
            total = reduced(first, n)?;
        }
        Ok(total.into_value())
    }
}

fn integer(element: &FieldElement) -> IBig {
    IBig::from(element.residue().clone())
}

/// An integer as an element of the same field.
fn reduced(like: &FieldElement, n: IBig) -> Result<FieldElement, Reason> {
    FieldElement::new(like.order(), n).ok_or(Reason::IllSorted)
}
