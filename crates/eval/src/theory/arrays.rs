//! Arrays. Selecting from an array that is a function is the evaluator's matter, since it calls.

use std::sync::Arc;

use super::{Args, Outcome};
use crate::reason::Reason;
use crate::value::Value;
use crate::value::array::{Cell, Rest};

/// An array operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArrayOperator {
    Select,
    Store,
    Default,
    /// Whether two arrays agree between two indices (cvc5).
    EqualRange,
}

impl ArrayOperator {
    pub(crate) fn named(name: &str) -> Option<ArrayOperator> {
        Some(match name {
            "select" => ArrayOperator::Select,
            "store" => ArrayOperator::Store,
            "default" => ArrayOperator::Default,
            "eqrange" => ArrayOperator::EqualRange,
            _ => return None,
        })
    }

    /// How many arguments it takes.
    pub(crate) fn arity(self) -> usize {
        match self {
            ArrayOperator::Default => 1,
            ArrayOperator::Select => 2,
            ArrayOperator::Store => 3,
            ArrayOperator::EqualRange => 4,
        }
    }

    pub(crate) fn apply(self, args: &Args<'_>) -> Outcome {
        let array = args.array(0)?;
        match self {
            ArrayOperator::Select => match array.select(args.get(1)?)? {
                Cell::Value(value) => Ok(value),
                Cell::Call(_) => Err(Reason::Unsupported("a function array".into())),
            },
            ArrayOperator::Store => Ok(Value::Array(Arc::new(
                array.store(args.get(1)?.clone(), args.get(2)?.clone())?,
            ))),
            ArrayOperator::EqualRange => {
                let range = |low: &Value, high: &Value| {
                    let other = args.array(1)?;
                    array.equal_between(other, low, high).map(Value::Bool)
                };
                range(args.get(2)?, args.get(3)?)
            }
            ArrayOperator::Default => match &array.default {
                Rest::Same(value) => Ok(value.clone()),
                Rest::Function(_) => Err(Reason::Unsupported("default of a function array".into())),
            },
        }
    }
}
