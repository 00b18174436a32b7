//! Why a value is undetermined.

use std::fmt;
use std::sync::Arc;

/// The reason a term has no determined value. It never stands for a fault of the formula's meaning:
/// under another completion of the model, or with more work, the value may be anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The standard leaves this operator's value open here, and the model does not fix it.
    Unspecified(&'static str),
    /// A selector applied to a value of another constructor.
    Selector(Arc<str>),
    /// The model gives no value to a symbol.
    NoValue(Arc<str>),
    /// A value in the model could not be read.
    Unreadable(Arc<str>),
    /// A string of the model with an escape that is not SMT-LIB's.
    ForeignEscape(Arc<str>),
    /// The model's value for a symbol is not of the sort that the model itself gives it.
    BadValue(Arc<str>),
    /// The model gives a symbol another sort than the script declares: symbol, declared, given.
    OtherSort(Box<[Arc<str>; 3]>),
    /// The model defines a symbol more than once.
    DefinedTwice(Arc<str>),
    /// The model prints a number that may be rounded.
    Rounded(Arc<str>),
    /// A quantifier over a domain that cannot be enumerated, not settled by the candidates tried.
    Quantifier,
    /// A bound variable of such a quantifier.
    Unbounded,
    /// An operator the evaluator has no meaning for.
    Unsupported(Arc<str>),
    /// Numbers whose order could not be settled by refinement.
    Precision,
    /// Too many rounds of a loop, too deep a recursion, too large a value.
    Limit,
    /// The evaluation's budget of steps is used up.
    OutOfSteps,
    /// The evaluation's budget of memory is used up.
    OutOfMemory,
    /// The evaluation was ended from outside.
    Cancelled,
    /// Equality over a domain whose size the model leaves open.
    DomainSize,
    /// A value of another sort than the operator takes: a formula or model that is not well-sorted.
    IllSorted,
}

impl Reason {
    /// The reason without names and values, in a few words: for counting.
    pub fn kind(&self) -> &'static str {
        match self {
            Reason::Unspecified(operator) => operator,
            Reason::Selector(_) => "selector of another constructor",
            Reason::NoValue(_) => "no value in the model",
            Reason::Unreadable(_) => "unreadable value",
            Reason::ForeignEscape(_) => "old string escape",
            Reason::BadValue(_) => "value of another sort",
            Reason::OtherSort(_) => "other sort than declared",
            Reason::DefinedTwice(_) => "defined twice",
            Reason::Rounded(_) => "rounded number",
            Reason::Quantifier | Reason::Unbounded => "quantifier",
            Reason::Unsupported(_) => "operator without a meaning",
            Reason::Precision => "precision",
            Reason::Limit => "limit",
            Reason::OutOfSteps => "out of steps",
            Reason::OutOfMemory => "out of memory",
            Reason::Cancelled => "cancelled",
            Reason::DomainSize => "size of a domain",
            Reason::IllSorted => "ill-sorted",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Unspecified(operator) => write!(
                out,
                "{operator} is unspecified here and the model does not fix it"
            ),
            Reason::Selector(selector) => {
                write!(out, "{selector} is applied to another constructor's value")
            }
            Reason::NoValue(symbol) => write!(out, "the model has no value for {symbol}"),
            Reason::Unreadable(text) => {
                write!(
                    out,
                    "the model's value {text} is out of range or cannot be read"
                )
            }
            Reason::ForeignEscape(text) => write!(
                out,
                "the string {text} has an escape that is not of SMT-LIB: releases differ on its meaning"
            ),
            Reason::BadValue(symbol) => {
                write!(out, "the model's value for {symbol} is not of its sort")
            }
            Reason::OtherSort(names) => {
                let [symbol, declared, given] = &**names;
                write!(
                    out,
                    "{symbol} is declared as {declared}, and the model defines it as {given}: \
                     is this the model of another formula?"
                )
            }
            Reason::DefinedTwice(symbol) => write!(out, "the model defines {symbol} twice"),
            Reason::Rounded(symbol) => write!(
                out,
                "the model's decimal for {symbol} may be a rounded irrational number"
            ),
            Reason::Quantifier => write!(
                out,
                "a quantifier over an infinite or large domain is not settled by the values tried"
            ),
            Reason::Unbounded => write!(
                out,
                "a bound variable ranges over an infinite or large domain"
            ),
            Reason::Unsupported(operator) => write!(out, "no meaning is known for {operator}"),
            Reason::Precision => write!(out, "real numbers could not be told apart"),
            Reason::Limit => write!(out, "the value is out of reach of the evaluator's limits"),
            Reason::OutOfSteps => write!(out, "the evaluation takes more steps than it may"),
            Reason::OutOfMemory => write!(out, "the evaluation takes more memory than it may"),
            Reason::Cancelled => write!(out, "the evaluation was cancelled"),
            Reason::DomainSize => write!(
                out,
                "equality depends on the size of a domain that the model leaves open"
            ),
            Reason::IllSorted => {
                write!(out, "an argument has another sort than the operator takes")
            }
        }
    }
}
