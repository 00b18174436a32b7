//! Terms made ready to run: a flat list of steps, each writing the slot of its own number.
//!
//! Terms are in post-order, so a subterm is a contiguous run of steps and skipping one is a jump.
//! Variables and annotations cost no step: they are the slot of what they stand for.

mod applications;
mod binders;
mod builder;
mod coercion;
mod compile;
mod jumps;
pub(crate) mod literal;
mod sorts;

use std::sync::Arc;

pub(crate) use builder::{Builder, Core};
pub(crate) use compile::{compile, compile_eagerly};
pub(crate) use sorts::{domain, field};

use gadfly_term::NodeId;

use crate::reason::Reason;
use crate::theory::Operator;
use crate::value::{Domain, Domains, Value};

/// A place for a value, counted from the start of its block.
pub(crate) type Slot = u32;

/// A run of entries in a program's list of argument slots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

/// The Boolean connectives, which can be settled by one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Connective {
    And,
    Or,
    Implies,
}

/// One step.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// A slot that something else fills: a parameter, a bound or a captured variable.
    Filled,
    Constant(Value),
    Undetermined(Box<Reason>),
    /// A constant symbol, by its number among the program's symbols.
    Symbol(u32),
    Apply {
        operator: Operator,
        args: Run,
        domain: u32,
    },
    Not(Slot),
    Connective(Connective, Run),
    Xor(Run),
    Equal(Run),
    Distinct(Run),
    Ite(Slot, Slot, Slot),
    /// At least (or, negated, at most) so many of the arguments hold.
    Count {
        least: bool,
        bound: u32,
        args: Run,
    },
    /// If `argument` settles the connective at `target`, goes there at once.
    Settle {
        connective: Connective,
        argument: Slot,
        target: u32,
    },
    /// If the condition is determined and is `when`, goes on at `target`.
    Branch {
        condition: Slot,
        when: bool,
        target: u32,
    },
    ConstArray {
        value: Slot,
        domain: u32,
    },
    /// A model's value as a domain has it.
    Fit {
        value: Slot,
        domain: u32,
    },
    Construct {
        constructor: Box<(Arc<str>, Arc<str>)>,
        args: Run,
    },
    Field {
        place: Box<FieldPlace>,
        data: Slot,
    },
    Test {
        constructor: Box<Arc<str>>,
        data: Slot,
    },
    Update {
        place: Box<FieldPlace>,
        data: Slot,
        value: Slot,
    },
    /// If the subject is known not to be of the constructor, goes on at `target`.
    Case {
        constructor: Box<Arc<str>>,
        subject: Slot,
        target: u32,
    },
    Match {
        constructors: Box<[Option<Arc<str>>]>,
        subject: Slot,
        bodies: Run,
    },
    /// A function symbol that the model interprets.
    Call {
        symbol: u32,
        args: Run,
    },
    /// A definition.
    Invoke {
        block: u32,
        args: Run,
    },
    /// Starts going through values of the variables in the slots that follow.
    Quantify {
        variables: Box<[Arc<Domain>]>,
        end: u32,
    },
    /// Decides whether to go on; writes the quantifier's slot when done.
    EndQuantify {
        forall: bool,
        body: Slot,
    },
    Lambda(Box<LambdaStep>),
}

/// A field of a constructor.
#[derive(Clone, Debug)]
pub(crate) struct FieldPlace {
    pub(crate) constructor: Arc<str>,
    pub(crate) selector: Arc<str>,
    pub(crate) field: u32,
}

/// A function written as a term, used as an array.
#[derive(Clone, Debug)]
pub(crate) struct LambdaStep {
    pub(crate) block: u32,
    /// Outer slots whose values go into inner slots.
    pub(crate) captured: Vec<(Slot, Slot)>,
    pub(crate) domain: u32,
    pub(crate) text: Arc<str>,
}

/// A body that can be entered: an assertion, a definition, a function of a model.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) result: Slot,
}

/// Steps, blocks, and what they refer to.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub(crate) steps: Vec<Step>,
    pub(crate) slots: Vec<Slot>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) domains: Vec<Domain>,
    /// Names of the symbols that a model interprets, with how many arguments they take.
    pub(crate) symbols: Vec<(Arc<str>, u32)>,
    /// The datatypes of the script.
    pub(crate) sorts: Domains,
    /// For traces: each node of the roots with its block and slot.
    pub(crate) places: Vec<(NodeId, u32, Slot)>,
}

/// The domain number that stands for none.
pub(crate) const NO_DOMAIN: u32 = u32::MAX;

impl Program {
    pub(crate) fn args(&self, run: Run) -> &[Slot] {
        &self.slots[run.start as usize..(run.start + run.len) as usize]
    }

    pub(crate) fn domain(&self, number: u32) -> Option<&Domain> {
        self.domains.get(number as usize)
    }
}
