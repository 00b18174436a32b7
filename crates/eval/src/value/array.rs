//! Arrays: finitely many cells over a default, equal when they agree on the whole index domain.

use std::collections::BTreeSet;
use std::sync::Arc;

use dashu_int::{IBig, UBig};

use super::cells::Cells;
use super::domain::{Domain, Size};
use super::weight::{deepest, nested};
use super::{Closure, Value};
use crate::budget;
use crate::real::Real;
use crate::reason::Reason;

/// An array value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Array {
    /// Index and element domain.
    pub sort: (Arc<Domain>, Arc<Domain>),
    /// How many indices there are; decides whether the default matters once all cells are known.
    pub(crate) indices: Indices,
    pub(crate) default: Rest,
    pub(crate) cells: Cells,
    /// Whether structural equality of the cells' keys is equality.
    canonical: bool,
    depth: u32,
}

/// What an array adds to the depth of what is in it.
const LEVELS: u32 = 4;

/// How many indices an array has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Indices {
    Finite(UBig),
    Infinite,
    Open,
}

impl From<Size> for Indices {
    fn from(size: Size) -> Self {
        match size {
            Size::Finite(n) => Indices::Finite(n),
            Size::Infinite => Indices::Infinite,
            Size::Open => Indices::Open,
        }
    }
}

/// What the cells leave.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rest {
    Same(Value),
    Function(Arc<Closure>),
}

/// What an index holds.
pub(crate) enum Cell {
    Value(Value),
    /// To be computed.
    Call(Arc<Closure>),
}

/// An integer where a real is wanted is that real.
fn number_of(domain: &Domain, value: Value) -> Value {
    match value {
        Value::Int(n) if *domain == Domain::Real => Value::Real(Real::from(n)),
        other => other,
    }
}

impl Array {
    /// The constant array.
    pub fn constant(
        sort: (Arc<Domain>, Arc<Domain>),
        indices: Size,
        value: Value,
    ) -> Result<Array, Reason> {
        let depth = nested(LEVELS, value.depth())?;
        let default = Rest::Same(number_of(&sort.1, value));
        Ok(Array {
            sort,
            indices: indices.into(),
            default,
            cells: Cells::new(),
            canonical: true,
            depth,
        })
    }

    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// The array of a function.
    pub(crate) fn function(
        sort: (Arc<Domain>, Arc<Domain>),
        indices: Size,
        function: Arc<Closure>,
    ) -> Result<Array, Reason> {
        let depth = nested(
            LEVELS,
            deepest(function.captured.iter().map(|(_, value)| value)),
        )?;
        Ok(Array {
            sort,
            indices: indices.into(),
            default: Rest::Function(function),
            cells: Cells::new(),
            canonical: true,
            depth,
        })
    }

    /// Whether some of its values are computed.
    pub(crate) fn is_function(&self) -> bool {
        matches!(self.default, Rest::Function(_))
    }

    /// The array with another element sort, if every cell can be made to fit it.
    pub(crate) fn with_element(
        &self,
        element: &Arc<Domain>,
        mut fit: impl FnMut(Value) -> Option<Value>,
    ) -> Option<Array> {
        budget::noted(budget::items::<(Value, Value)>(self.cells.len()))?;
        let default = match &self.default {
            Rest::Same(value) => Rest::Same(fit(value.clone())?),
            Rest::Function(closure) => Rest::Function(Arc::clone(closure)),
        };
        let cells = self
            .cells
            .iter()
            .map(|(key, cell)| Some((key.clone(), fit(cell.clone())?)));
        let cells = cells.collect::<Option<Vec<_>>>()?;
        let sort = (Arc::clone(&self.sort.0), Arc::clone(element));
        Some(Array {
            sort,
            indices: self.indices.clone(),
            default,
            cells: Cells::from_sorted(cells),
            canonical: self.canonical,
            depth: self.depth,
        })
    }

    /// The cell of this very key.
    fn stored(&self, key: &Value) -> Option<&Value> {
        self.cells.get(key)
    }

    fn keys(&self) -> impl Iterator<Item = &Value> {
        self.cells.iter().map(|(key, _)| key)
    }

    /// The cell that an index falls into, if it is a stored one.
    fn find(&self, index: &Value) -> Result<Option<&Value>, Reason> {
        if self.canonical && index.is_canonical() {
            return Ok(self.stored(index));
        }
        for (key, value) in self.cells.iter() {
            budget::steps(1)?;
            if key.equal(index)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// What is at an index.
    pub(crate) fn select(&self, index: &Value) -> Result<Cell, Reason> {
        let found = match (index, &*self.sort.0) {
            (Value::Int(_), Domain::Real) => self.find(&number_of(&self.sort.0, index.clone()))?,
            _ => self.find(index)?,
        };
        Ok(match (found, &self.default) {
            (Some(value), _) | (None, Rest::Same(value)) => Cell::Value(value.clone()),
            (None, Rest::Function(closure)) => Cell::Call(Arc::clone(closure)),
        })
    }

    /// The value at a key of the index sort, if it need not be computed.
    fn at(&self, key: &Value) -> Result<Option<&Value>, Reason> {
        Ok(match (self.find(key)?, &self.default) {
            (Some(value), _) | (None, Rest::Same(value)) => Some(value),
            (None, Rest::Function(_)) => None,
        })
    }

    /// The array with one cell changed.
    pub fn store(&self, index: Value, value: Value) -> Result<Array, Reason> {
        let (index, value) = (
            number_of(&self.sort.0, index),
            number_of(&self.sort.1, value),
        );
        let canonical = index.is_canonical();
        let same_key = if self.canonical && canonical {
            None
        } else {
            budget::steps(self.cells.len() as u64)?;
            self.keys()
                .map(|k| Ok(k.equal(&index)?.then(|| k.clone())))
                .find_map(Result::transpose)
                .transpose()?
        };
        budget::bytes(64 + self.cells.own_bytes())?;
        let depth = nested(LEVELS, index.depth().max(value.depth()))?;
        Ok(Array {
            sort: self.sort.clone(),
            indices: self.indices.clone(),
            default: self.default.clone(),
            cells: self.cells.with(same_key.unwrap_or(index), value),
            canonical: self.canonical && canonical,
            depth: self.depth.max(depth),
        })
    }

    /// Extensional equality.
    pub fn equal(&self, other: &Array) -> Result<bool, Reason> {
        // Without parts in the cells they are compared at once.
        if self.depth.max(other.depth) <= LEVELS {
            budget::steps(self.cells.len() as u64)?;
            if self == other {
                return Ok(true);
            }
        }
        let mut doubt = None;
        let mut known = 0usize;
        let others = other.keys().filter(|k| self.stored(k).is_none());
        for key in self.keys().chain(others) {
            budget::steps(4)?;
            known += 1;
            match self.same_at(other, key) {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(reason) => doubt = Some(reason),
            }
        }
        match self.rest_equal(other, known) {
            Ok(true) => doubt.map_or(Ok(true), Err),
            settled => settled,
        }
    }

    /// Whether the arrays agree on the indices from `low` to `high`: integers, or vectors read without
    /// sign.
    pub(crate) fn equal_between(
        &self,
        other: &Array,
        low: &Value,
        high: &Value,
    ) -> Result<bool, Reason> {
        let number = |index: &Value| match index {
            Value::Int(n) => Some(n.to_big()),
            Value::BitVec(v) => Some(v.to_unsigned().into()),
            _ => None,
        };
        let unsupported = || Reason::Unsupported("eqrange over such an index".into());
        let (low, high) = number(low).zip(number(high)).ok_or_else(unsupported)?;
        if low > high {
            return Ok(true);
        }
        let inside = |key: &&Value| number(key).is_some_and(|n| low <= n && n <= high);
        budget::items::<[usize; 4]>(self.cells.len() + other.cells.len())?;
        let keys: BTreeSet<&Value> = self.keys().chain(other.keys()).collect();
        let mut known = 0usize;
        for key in keys.into_iter().filter(inside) {
            known += 1;
            if !self.same_at(other, key)? {
                return Ok(false);
            }
        }
        if &high - &low < IBig::from(known) {
            return Ok(true);
        }
        self.defaults_equal(other)
    }

    fn same_at(&self, other: &Array, key: &Value) -> Result<bool, Reason> {
        match (self.at(key)?, other.at(key)?) {
            (Some(a), Some(b)) => a.equal(b),
            _ => Err(Reason::Unsupported("equality of function arrays".into())),
        }
    }

    fn defaults_equal(&self, other: &Array) -> Result<bool, Reason> {
        match (&self.default, &other.default) {
            (Rest::Same(a), Rest::Same(b)) => a.equal(b),
            (Rest::Function(a), Rest::Function(b)) if a.same(b)? => Ok(true),
            _ => Err(Reason::Unsupported("equality of function arrays".into())),
        }
    }

    /// Whether the indices outside `known` cells agree.
    fn rest_equal(&self, other: &Array, known: usize) -> Result<bool, Reason> {
        let counted = self.canonical && other.canonical;
        if counted && matches!(&self.indices, Indices::Finite(n) if *n <= UBig::from(known)) {
            return Ok(true);
        }
        match self.defaults_equal(other) {
            // Different defaults differ only if some index is left for them.
            Ok(false) if self.indices == Indices::Open => Err(Reason::DomainSize),
            Ok(false) if !counted && self.indices != Indices::Infinite => Err(Reason::DomainSize),
            settled => settled,
        }
    }
}
