//! Operators: what each does to values. One file a theory; every file knows its own names.

mod arithmetic;
mod arrays;
mod bitvectors;
mod fields;
mod floats;
mod regexes;
mod sequences;
mod sets;
mod strings;

use std::sync::Arc;

pub(crate) use arithmetic::Arithmetic;
pub(crate) use arrays::ArrayOperator;
pub(crate) use bitvectors::BitVectors;
pub(crate) use fields::Fields;
pub(crate) use floats::Floats;
pub(crate) use regexes::Regexes;
pub(crate) use sequences::Sequences;
pub(crate) use sets::Sets;
pub(crate) use strings::Strings;

use crate::budget;
use crate::float::{Float, RoundingMode};
use crate::real::Real;
use crate::reason::Reason;
use crate::value::{Array, BitVec, Domain, FieldElement, Integer, Regex, Sequence, Set, Value};

/// A value, or why there is none.
pub type Outcome = Result<Value, Reason>;

/// An operator whose arguments are all needed, in the theory that defines it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operator {
    Arithmetic(Arithmetic),
    BitVectors(BitVectors),
    Floats(Floats),
    Strings(Strings),
    Regexes(Regexes),
    Arrays(ArrayOperator),
    Sequences(Sequences),
    Sets(Sets),
    Fields(Fields),
}

impl Operator {
    /// The operator of an SMT-LIB name with its indices. Sequence names also take strings (as z3 has
    /// it), set names also arrays of Booleans; the values decide.
    pub(crate) fn named(name: &str, indices: &[u32]) -> Option<Operator> {
        None.or_else(|| Arithmetic::named(name, indices).map(Operator::Arithmetic))
            .or_else(|| BitVectors::named(name, indices).map(Operator::BitVectors))
            .or_else(|| Floats::named(name, indices).map(Operator::Floats))
            .or_else(|| Strings::named(name).map(Operator::Strings))
            .or_else(|| Regexes::named(name, indices).map(Operator::Regexes))
            .or_else(|| ArrayOperator::named(name).map(Operator::Arrays))
            .or_else(|| Sequences::named(name).map(Operator::Sequences))
            .or_else(|| Sets::named(name).map(Operator::Sets))
            .or_else(|| Fields::named(name).map(Operator::Fields))
    }

    /// The value at some arguments. `domain` is the sort of the result, for operators whose
    /// arguments do not tell it.
    pub(crate) fn apply(self, args: &Args<'_>, domain: Option<&Domain>) -> Outcome {
        match self {
            Operator::Arithmetic(op) => op.apply(args),
            Operator::BitVectors(op) => op.apply(args),
            Operator::Floats(op) => op.apply(args),
            Operator::Strings(op) => op.apply(args),
            Operator::Regexes(op) => op.apply(args),
            Operator::Arrays(op) => op.apply(args),
            Operator::Sequences(op) => op.apply(args, domain),
            Operator::Sets(op) => op.apply(args, domain),
            Operator::Fields(op) => op.apply(args),
        }
    }
}

/// The arguments of an application: where they are among the values computed so far.
pub(crate) struct Args<'a> {
    pub(crate) slots: &'a [Outcome],
    pub(crate) ids: &'a [u32],
}

impl<'a> Args<'a> {
    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    /// The argument; its reason if it is undetermined.
    #[inline(always)]
    pub(crate) fn get(&self, i: usize) -> Result<&'a Value, Reason> {
        let id = *self.ids.get(i).ok_or(Reason::IllSorted)?;
        self.slots[id as usize].as_ref().map_err(Clone::clone)
    }

    pub(crate) fn bool(&self, i: usize) -> Result<bool, Reason> {
        self.get(i)?.as_bool().ok_or(Reason::IllSorted)
    }

    pub(crate) fn int(&self, i: usize) -> Result<&'a Integer, Reason> {
        match self.get(i)? {
            Value::Int(n) => Ok(n),
            _ => Err(Reason::IllSorted),
        }
    }

    /// A real, or an integer where a real is wanted.
    pub(crate) fn real(&self, i: usize) -> Result<Real, Reason> {
        match self.get(i)? {
            Value::Real(r) => Ok(r.clone()),
            Value::Int(n) => Ok(Real::from(n.clone())),
            _ => Err(Reason::IllSorted),
        }
    }

    /// A bit-vector. What is done with it takes at least as many steps as it has words.
    #[inline(always)]
    pub(crate) fn bits(&self, i: usize) -> Result<&'a BitVec, Reason> {
        match self.get(i)? {
            Value::BitVec(v @ BitVec::Small { .. }) => Ok(v),
            Value::BitVec(v) => wide(v),
            _ => Err(Reason::IllSorted),
        }
    }

    /// A float, with the steps of multiplying or dividing by it.
    pub(crate) fn float(&self, i: usize) -> Result<&'a Float, Reason> {
        match self.get(i)? {
            Value::Float(f) => {
                let bits = f.format().significand as usize;
                budget::product(2 * bits, 2 * bits)?;
                Ok(f)
            }
            _ => Err(Reason::IllSorted),
        }
    }

    pub(crate) fn mode(&self, i: usize) -> Result<RoundingMode, Reason> {
        match self.get(i)? {
            Value::Mode(m) => Ok(*m),
            _ => Err(Reason::IllSorted),
        }
    }

    pub(crate) fn text(&self, i: usize) -> Result<&'a Arc<[u32]>, Reason> {
        match self.get(i)? {
            Value::Text(t) => Ok(t),
            _ => Err(Reason::IllSorted),
        }
    }

    pub(crate) fn regex(&self, i: usize) -> Result<&'a Arc<Regex>, Reason> {
        match self.get(i)? {
            Value::Regex(r) => Ok(r),
            _ => Err(Reason::IllSorted),
        }
    }

    pub(crate) fn array(&self, i: usize) -> Result<&'a Arc<Array>, Reason> {
        match self.get(i)? {
            Value::Array(a) => Ok(a),
            _ => Err(Reason::IllSorted),
        }
    }

    pub(crate) fn sequence(&self, i: usize) -> Result<&'a Sequence, Reason> {
        match self.get(i)? {
            Value::Seq(s) => Ok(s),
            _ => Err(Reason::IllSorted),
        }
    }

    pub(crate) fn set(&self, i: usize) -> Result<&'a Set, Reason> {
        match self.get(i)? {
            Value::Set(s) => Ok(s),
            _ => Err(Reason::IllSorted),
        }
    }

    pub(crate) fn field(&self, i: usize) -> Result<&'a FieldElement, Reason> {
        match self.get(i)? {
            Value::Field(f) => Ok(f),
            _ => Err(Reason::IllSorted),
        }
    }

    /// Whether a relation holds between neighbours: `(< a b c)`. One failure settles it.
    pub(crate) fn chain(
        &self,
        mut holds: impl FnMut(usize, usize) -> Result<bool, Reason>,
    ) -> Outcome {
        let mut doubt = None;
        for i in 1..self.len() {
            match holds(i - 1, i) {
                Ok(true) => {}
                Ok(false) => return Ok(Value::Bool(false)),
                Err(reason) => doubt = Some(reason),
            }
        }
        doubt.map_or(Ok(Value::Bool(true)), Err)
    }
}

/// A vector of more than a word.
#[cold]
fn wide(v: &BitVec) -> Result<&BitVec, Reason> {
    if v.width() as usize > LARGEST_VALUE {
        return Err(Reason::Limit);
    }
    budget::linear(2 * v.width() as usize)?;
    Ok(v)
}

/// Values larger than this many bits or items are given up.
pub(crate) const LARGEST_VALUE: usize = 1 << 22;

impl Operator {
    /// Whether the operator is one of the divisions, which are open at zero and associate.
    pub(crate) fn may_be_open(self) -> bool {
        use Arithmetic::{Div, Divide, Mod, Rem};
        matches!(self, Operator::Arithmetic(Div | Divide | Mod | Rem))
    }

    /// Whether the sort of the result is needed to compute it.
    pub(crate) fn needs_domain(self) -> bool {
        use Sequences::{Empty, Unit};
        matches!(
            self,
            Operator::Sequences(Empty | Unit) | Operator::Sets(Sets::Empty | Sets::Singleton)
        )
    }
}
