//! How large values are: what they are charged by, and how deep they nest.

use std::mem::size_of;
use std::sync::Arc;

use dashu_base::BitTest;

use super::array::Rest;
use super::{BitVec, Integer, Value};
use crate::budget;
use crate::float::Class;
use crate::real::Real;
use crate::reason::Reason;
use crate::theory::Outcome;

impl Value {
    /// Whether nothing is left to charge for it: nothing is allocated, or, for an array, its stores
    /// were charged when they were made.
    #[inline(always)]
    pub(crate) fn is_free(&self) -> bool {
        matches!(
            self,
            Value::Bool(_)
                | Value::Int(Integer::Small(_))
                | Value::Real(Real::Small { .. })
                | Value::BitVec(BitVec::Small { .. })
                | Value::Mode(_)
                | Value::Array(_)
        )
    }

    /// The value, with the bytes that were taken for it charged. What was there before and is shared
    /// costs nothing.
    pub(crate) fn counted(self) -> Outcome {
        budget::bytes(self.own_bytes()).map(|()| self)
    }

    /// The bytes of a value that nobody else holds, without those of its parts.
    fn own_bytes(&self) -> usize {
        fn own<T: ?Sized>(shared: &Arc<T>, bytes: impl Fn(&T) -> usize) -> usize {
            if Arc::strong_count(shared) == 1 {
                64 + bytes(shared)
            } else {
                0
            }
        }
        let item = size_of::<Value>();
        match self {
            Value::Int(Integer::Big(n)) => own(n, |n| n.bit_len() / 8),
            Value::Real(Real::Big(r)) => own(r, |r| {
                (r.numerator().bit_len() + r.denominator().bit_len()) / 8
            }),
            Value::Real(Real::Extended(e)) => own(e, |e| e.bytes()),
            Value::BitVec(BitVec::Big { bits, .. }) => own(bits, |bits| bits.bit_len() / 8),
            Value::Float(f) => own(f, |f| match &f.class {
                Class::Finite(number) => number.significand.bit_len() / 8,
                _ => 0,
            }),
            Value::Text(t) => own(t, |t| 4 * t.len()),
            Value::Regex(r) => own(r, |r| size_of::<usize>() * r.parts().len()),
            Value::Data(d) => own(d, |d| item * d.fields.len()),
            Value::Seq(s) => own(s, |s| item * s.items.len()),
            // A tree's nodes are half empty.
            Value::Set(s) => own(s, |s| 2 * item * s.members.len()),
            Value::Field(f) => own(f, |f| f.order().bit_len() / 8),
            _ => 0,
        }
    }

    /// How many values it is made of, itself included, counted as if nothing were shared; `None`
    /// beyond so many.
    pub(crate) fn weight_within(&self, most: usize) -> Option<usize> {
        let mut left = most;
        self.weigh(&mut left).then_some(most - left)
    }

    fn weigh(&self, left: &mut usize) -> bool {
        let Some(rest) = left.checked_sub(1) else {
            return false;
        };
        *left = rest;
        let mut all = |parts: &[Value]| parts.iter().all(|part| part.weigh(left));
        match self {
            Value::Data(d) => all(&d.fields),
            Value::Seq(s) => all(&s.items),
            Value::Set(s) => s.members.iter().all(|member| member.weigh(left)),
            Value::Array(a) => {
                let rest = match &a.default {
                    Rest::Same(value) => value.weigh(left),
                    Rest::Function(f) => f.captured.iter().all(|(_, value)| value.weigh(left)),
                };
                rest && a
                    .cells
                    .iter()
                    .all(|(key, value)| key.weigh(left) && value.weigh(left))
            }
            _ => true,
        }
    }

    /// How deep values are nested in it. Walks over values are recursive, and take more of the stack
    /// for sequences, and still more for arrays.
    pub(crate) fn depth(&self) -> u32 {
        match self {
            Value::Data(d) => d.depth(),
            Value::Seq(s) => s.depth(),
            Value::Array(a) => a.depth(),
            Value::Set(s) => 2 + deepest(&s.members),
            _ => 0,
        }
    }
}

/// Deeper values are given up.
const DEEPEST: u32 = 2_000;

/// The depth of a value of some parts, with so many levels of its own.
pub(super) fn nested(levels: u32, below: u32) -> Result<u32, Reason> {
    if below >= DEEPEST {
        Err(Reason::Limit)
    } else {
        Ok(below + levels)
    }
}

/// The depth of the deepest.
pub(super) fn deepest<'a>(values: impl IntoIterator<Item = &'a Value>) -> u32 {
    values.into_iter().map(Value::depth).max().unwrap_or(0)
}
