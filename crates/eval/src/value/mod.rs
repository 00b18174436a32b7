//! Values: what terms mean.

pub mod array;
pub mod bitvec;
mod cells;
pub mod data;
pub mod domain;
mod equality;
pub mod field;
pub mod integer;
pub mod matching;
mod print;
pub mod regex;
pub mod text;
mod weight;

use std::sync::Arc;

pub use array::Array;
pub use bitvec::BitVec;
pub use data::{Closure, Data, Element, Sequence, Set};
pub use domain::{Constructor, Domain, Domains, Size};
pub use field::FieldElement;
pub use integer::Integer;
pub use regex::Regex;

use crate::budget;
use crate::float::{Float, RoundingMode};
use crate::real::Real;

/// The value of a term. The derived order is structural, for tables; [`Value::equal`] is `=`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(Integer),
    /// A real number.
    Real(Real),
    /// A bit-vector.
    BitVec(BitVec),
    /// A floating-point number.
    Float(Arc<Float>),
    /// A rounding mode.
    Mode(RoundingMode),
    /// A string, as code points.
    Text(Arc<[u32]>),
    /// A regular language.
    Regex(Arc<Regex>),
    /// An array.
    Array(Arc<Array>),
    /// A datatype's value.
    Data(Arc<Data>),
    /// An element of an uninterpreted sort.
    Element(Arc<Element>),
    /// A sequence.
    Seq(Arc<Sequence>),
    /// A finite set.
    Set(Arc<Set>),
    /// An element of a finite field.
    Field(Arc<FieldElement>),
}

impl Value {
    /// A string value.
    pub fn text(characters: &str) -> Value {
        Value::Text(characters.chars().map(|c| c as u32).collect())
    }

    /// An integer value.
    pub fn int(n: i64) -> Value {
        Value::Int(Integer::from(n))
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// Whether the value means the same in any evaluation: nothing in it is a function. Where that
    /// takes more than the budget has, it counts as one.
    pub fn is_portable(&self) -> bool {
        let part = |value: &Value| budget::steps(1).is_ok() && value.is_portable();
        match self {
            Value::Array(a) => {
                matches!(&a.default, array::Rest::Same(v) if v.is_portable())
                    && a.cells.iter().all(|(_, cell)| part(cell))
            }
            Value::Data(d) => d.fields.iter().all(part),
            Value::Seq(s) => s.items.iter().all(part),
            _ => true,
        }
    }

    /// Whether structural equality is equality; false as well where it takes more than the budget has
    /// to see that. The steps are those of one comparison.
    pub fn is_canonical(&self) -> bool {
        let part = |value: &Value| budget::steps(1).is_ok() && value.is_canonical();
        match self {
            Value::Bool(_)
            | Value::Int(_)
            | Value::BitVec(_)
            | Value::Float(_)
            | Value::Mode(_) => true,
            Value::Text(_) | Value::Element(_) | Value::Field(_) => true,
            Value::Real(r) => r.is_rational(),
            Value::Data(d) => d.fields.iter().all(part),
            Value::Seq(s) => s.items.iter().all(part),
            Value::Regex(_) | Value::Array(_) | Value::Set(_) => false,
        }
    }
}
