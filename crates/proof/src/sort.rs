//! Sorts, each once.

use rustc_hash::FxHashMap;

/// A sort, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct Sort(pub(crate) u32);

/// What a sort is made by.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum SortHead {
    /// Nothing is known of it: the sort of a term with an operator that no rule looks into.
    Unknown,
    /// `Bool`
    Bool,
    /// `Int`
    Int,
    /// `Real`
    Real,
    /// `String`
    Text,
    /// `(_ BitVec n)`
    BitVec(u32),
    /// `(Array I E)`
    Array,
    /// `(-> S… R)`
    Fun,
    /// Any other, by its name with its indices.
    Named(String),
}

impl Sort {
    pub(crate) const UNKNOWN: Sort = Sort(0);
    pub(crate) const BOOL: Sort = Sort(1);
    pub(crate) const INT: Sort = Sort(2);
    pub(crate) const REAL: Sort = Sort(3);
    pub(crate) const TEXT: Sort = Sort(4);

    /// Whether it is `Int` or `Real`.
    pub(crate) fn is_number(self) -> bool {
        self == Sort::INT || self == Sort::REAL
    }
}

/// The table of sorts.
pub(crate) struct Sorts {
    data: Vec<(SortHead, Vec<Sort>)>,
    known: FxHashMap<(SortHead, Vec<Sort>), Sort>,
}

impl Sorts {
    pub(crate) fn new() -> Sorts {
        let mut sorts = Sorts {
            data: Vec::new(),
            known: FxHashMap::default(),
        };
        use SortHead::{Bool, Int, Real, Text, Unknown};
        for head in [Unknown, Bool, Int, Real, Text] {
            sorts.make(head, Vec::new());
        }
        sorts
    }

    /// The sort with this head and these arguments.
    pub(crate) fn make(&mut self, head: SortHead, args: Vec<Sort>) -> Sort {
        let next = Sort(self.data.len() as u32);
        let known = self.known.entry((head, args));
        let key = known.key().clone();
        let sort = *known.or_insert(next);
        if sort == next {
            self.data.push(key);
        }
        sort
    }

    /// The sort with this name: a well-known one, or another.
    pub(crate) fn named(&mut self, name: &str, args: Vec<Sort>) -> Sort {
        let head = match (name, args.len()) {
            ("Bool", 0) => SortHead::Bool,
            ("Int", 0) => SortHead::Int,
            ("Real", 0) => SortHead::Real,
            ("String", 0) => SortHead::Text,
            ("Array", 2) => SortHead::Array,
            ("->", 2..) => SortHead::Fun,
            _ => SortHead::Named(name.to_owned()),
        };
        self.make(head, args)
    }

    /// `(_ BitVec width)`
    pub(crate) fn bits(&mut self, width: u32) -> Sort {
        self.make(SortHead::BitVec(width), Vec::new())
    }

    pub(crate) fn head(&self, sort: Sort) -> &SortHead {
        &self.data[sort.0 as usize].0
    }

    pub(crate) fn args(&self, sort: Sort) -> &[Sort] {
        &self.data[sort.0 as usize].1
    }

    /// The width of a sort of bit-vectors.
    pub(crate) fn width(&self, sort: Sort) -> Option<u32> {
        match self.head(sort) {
            SortHead::BitVec(width) => Some(*width),
            _ => None,
        }
    }

    /// Index and element sort of an array sort.
    pub(crate) fn array(&self, sort: Sort) -> Option<(Sort, Sort)> {
        match (self.head(sort), self.args(sort)) {
            (SortHead::Array, [index, element]) => Some((*index, *element)),
            _ => None,
        }
    }
}
