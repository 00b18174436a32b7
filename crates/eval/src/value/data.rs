//! Values with parts: datatypes, sequences, sets, uninterpreted elements, functions.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::Value;
use super::domain::Domain;
use super::weight::{deepest, nested};
use crate::budget;
use crate::reason::Reason;

/// A constructor applied to values. Only values of one sort are ever compared, and a model may leave
/// open which instance of a parametric datatype it means: the sort takes no part.
#[derive(Clone, Debug)]
pub struct Data {
    /// The constructor's name.
    pub constructor: Arc<str>,
    /// The printed sort.
    pub sort: Arc<str>,
    /// The arguments.
    pub fields: Vec<Value>,
    depth: u32,
}

impl PartialEq for Data {
    fn eq(&self, other: &Self) -> bool {
        self.depth == other.depth
            && self.constructor == other.constructor
            && self.fields == other.fields
    }
}

impl Eq for Data {}

impl PartialOrd for Data {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Data {
    fn cmp(&self, other: &Self) -> Ordering {
        let constructors = self.constructor.cmp(&other.constructor);
        constructors.then_with(|| self.fields.cmp(&other.fields))
    }
}

impl Data {
    /// The value of a constructor application.
    pub fn value(
        constructor: &Arc<str>,
        sort: &Arc<str>,
        fields: Vec<Value>,
    ) -> Result<Value, Reason> {
        let depth = nested(1, deepest(&fields))?;
        let (constructor, sort) = (Arc::clone(constructor), Arc::clone(sort));
        Ok(Value::Data(Arc::new(Data {
            constructor,
            sort,
            fields,
            depth,
        })))
    }

    /// How deep data is nested in it, itself included.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }
}

/// An element of an uninterpreted sort; elements of different names are different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The printed sort.
    pub sort: Arc<str>,
    /// The name that the model gives it.
    pub name: Arc<str>,
}

impl Ord for Element {
    fn cmp(&self, other: &Self) -> Ordering {
        // Most comparisons are within one sort, whose name is shared.
        let sorts = if Arc::ptr_eq(&self.sort, &other.sort) {
            Ordering::Equal
        } else {
            self.sort.cmp(&other.sort)
        };
        sorts.then_with(|| self.name.cmp(&other.name))
    }
}

impl PartialOrd for Element {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A sequence.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sequence {
    /// Element domain.
    pub element: Domain,
    /// The items.
    pub items: Vec<Value>,
    depth: u32,
}

impl Sequence {
    /// A sequence as a value.
    pub fn value(element: Domain, items: Vec<Value>) -> Result<Value, Reason> {
        let depth = nested(2, deepest(&items))?;
        let sequence = Sequence {
            element,
            items,
            depth,
        };
        Ok(Value::Seq(Arc::new(sequence)))
    }

    pub(super) fn depth(&self) -> u32 {
        self.depth
    }
}

/// A finite set of values whose structural equality is equality.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Set {
    /// Element domain.
    pub element: Domain,
    /// The members.
    pub members: BTreeSet<Value>,
}

impl Set {
    /// Whether members can be compared; structural equality knows no integers for reals.
    pub(crate) fn same_sort(&self, other: &Set) -> Result<(), Reason> {
        let empty = self.members.is_empty() || other.members.is_empty();
        if empty || self.element == other.element {
            Ok(())
        } else {
            Err(Reason::IllSorted)
        }
    }

    /// The steps of going through all members of some sets, each a few times.
    pub(crate) fn charge(sets: &[&Set]) -> Result<(), Reason> {
        for member in sets.iter().flat_map(|set| &set.members) {
            budget::steps(4)?;
            // Goes through a member as a comparison does.
            if !member.is_canonical() {
                budget::steps(1)?;
                return Err(Reason::Precision);
            }
        }
        Ok(())
    }
}

/// A function as a value: a body with the values it captured.
#[derive(Debug)]
pub struct Closure {
    pub(crate) side: crate::machine::Side,
    pub(crate) block: u32,
    pub(crate) captured: Vec<(u32, Value)>,
    /// The term it was written as.
    pub(crate) text: Arc<str>,
}

impl Closure {
    /// Whether they are the same term over the same values.
    pub(crate) fn same(&self, other: &Closure) -> Result<bool, Reason> {
        let (mine, others) = (&self.captured, &other.captured);
        let places = |captured: &[(u32, Value)]| captured.iter().map(|(slot, _)| *slot).collect();
        let (here, there): (Vec<u32>, Vec<u32>) = (places(mine), places(others));
        if self.text != other.text || here != there {
            return Ok(false);
        }
        let mut pairs = mine.iter().zip(others);
        pairs.try_fold(true, |same, ((_, a), (_, b))| Ok(same && a.equal(b)?))
    }

    /// Closures are told apart by the term they were written as and what they captured.
    fn key(&self) -> (&str, &[(u32, Value)]) {
        (&self.text, &self.captured)
    }
}

impl PartialEq for Closure {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Closure {}

impl PartialOrd for Closure {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Closure {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}
