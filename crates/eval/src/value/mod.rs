//! Values: what terms mean.

pub mod array;
pub mod bitvec;
pub mod data;
pub mod domain;
mod equality;
pub mod field;
pub mod integer;
mod print;
pub mod regex;
pub mod text;

use std::sync::Arc;

pub use array::Array;
pub use bitvec::BitVec;
pub use data::{Closure, Data, Element, Sequence, Set};
pub use domain::{Constructor, Domain, Domains, Size};
pub use field::FieldElement;
pub use integer::Integer;
pub use regex::Regex;

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

    /// Whether the value means the same in any evaluation: nothing in it is a function.
    pub fn is_portable(&self) -> bool {
        match self {
            Value::Array(a) => {
                matches!(&a.default, array::Rest::Same(v) if v.is_portable())
                    && a.cells.iter().all(|(_, cell)| cell.is_portable())
            }
            Value::Data(d) => d.fields.iter().all(Value::is_portable),
            Value::Seq(s) => s.items.iter().all(Value::is_portable),
            _ => true,
        }
    }

    /// Whether structural equality is equality.
    pub fn is_canonical(&self) -> bool {
        match self {
            Value::Bool(_)
            | Value::Int(_)
            | Value::BitVec(_)
            | Value::Float(_)
            | Value::Mode(_) => true,
            Value::Text(_) | Value::Element(_) | Value::Field(_) => true,
            Value::Real(r) => r.is_rational(),
            Value::Data(d) => d.fields.iter().all(Value::is_canonical),
            Value::Seq(s) => s.items.iter().all(Value::is_canonical),
            Value::Regex(_) | Value::Array(_) | Value::Set(_) => false,
        }
    }
}
