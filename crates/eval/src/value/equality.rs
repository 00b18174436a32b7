//! The meaning of `=`: identity of values, which may be undetermined.

use std::cmp::Ordering;
use std::sync::Arc;

use super::text::{Item, same_items};
use super::{Value, regex};
use crate::budget;
use crate::real::Real;
use crate::reason::Reason;

impl Value {
    /// Whether two values are the same.
    pub fn equal(&self, other: &Value) -> Result<bool, Reason> {
        match (self, other) {
            (Value::Bool(a), Value::Bool(b)) => Ok(a == b),
            (Value::Int(a), Value::Int(b)) => Ok(a == b),
            (Value::BitVec(a), Value::BitVec(b)) if a.width() == b.width() => Ok(a == b),
            (Value::Real(a), Value::Real(b)) => Ok(a.compare(b)? == Ordering::Equal),
            // Solvers let integers stand where reals are wanted.
            (Value::Int(a), Value::Real(b)) | (Value::Real(b), Value::Int(a)) => {
                Ok(Real::from(a.clone()).compare(b)? == Ordering::Equal)
            }
            (Value::Float(a), Value::Float(b)) if a.format() == b.format() => Ok(a == b),
            (Value::Mode(a), Value::Mode(b)) => Ok(a == b),
            (Value::Text(a), Value::Text(b)) => {
                budget::steps(a.len().min(b.len()) as u64 / 16)?;
                Ok(a == b)
            }
            (Value::Regex(a), Value::Regex(b)) => regex::equivalent(a, b),
            (Value::Array(a), Value::Array(b)) => Ok(Arc::ptr_eq(a, b) || a.equal(b)?),
            (Value::Data(a), Value::Data(b)) => {
                if Arc::ptr_eq(a, b) {
                    return Ok(true);
                }
                if a.constructor != b.constructor {
                    return Ok(false);
                }
                same_items(&a.fields, &b.fields)
            }
            (Value::Element(a), Value::Element(b)) => Ok(a == b),
            (Value::Seq(a), Value::Seq(b)) => {
                Ok(Arc::ptr_eq(a, b) || same_items(&a.items, &b.items)?)
            }
            (Value::Set(a), Value::Set(b)) => {
                if Arc::ptr_eq(a, b) {
                    return Ok(true);
                }
                a.same_sort(b)?;
                super::Set::charge(&[a, b])?;
                Ok(a.members == b.members)
            }
            (Value::Field(a), Value::Field(b)) if a.order() == b.order() => Ok(a == b),
            _ => Err(Reason::IllSorted),
        }
    }
}

impl Item for Value {
    fn same(&self, other: &Self) -> Result<bool, Reason> {
        self.equal(other)
    }
}
