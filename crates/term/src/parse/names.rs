//! What each symbol means at the moment, with a trail to undo bindings.

use crate::head::{Head, Packed, Unpacked};
use crate::ids::{FunId, SortId, VarId};
use crate::sort::Sorts;
use gadfly_catalog::{Catalog, NONE, OpId, Pattern};
use gadfly_syntax::Symbol;

/// The meaning of a symbol as a term: nothing, an operator, a function or a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Nothing,
    Op(OpId),
    Fun(FunId),
    Var(VarId),
}

const SHIFT: u32 = 30;
const MASK: u32 = (1 << SHIFT) - 1;

/// The packed form of no meaning. Every other is the packed head of an application.
pub(super) const NOTHING: u32 = u32::MAX;

impl Meaning {
    /// As the packed head that an application of it has, so that the innermost loop needs no
    /// translation.
    #[inline]
    pub(super) fn pack(self) -> u32 {
        match self {
            Meaning::Nothing => NOTHING,
            Meaning::Op(id) => Packed::instance(id.0).0,
            Meaning::Fun(id) => Packed::fun(id).0,
            Meaning::Var(id) => Packed::var(id).0,
        }
    }

    #[inline]
    pub(super) fn unpack(packed: u32) -> Meaning {
        if packed == NOTHING {
            return Meaning::Nothing;
        }
        match Packed(packed).unpack() {
            Unpacked::Instance(n) => Meaning::Op(OpId(n)),
            Unpacked::Other(Head::Fun(id)) => Meaning::Fun(id),
            Unpacked::Other(Head::Var(id)) => Meaning::Var(id),
            Unpacked::Other(_) => Meaning::Nothing,
        }
    }
}

/// The meaning of a symbol as a sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SortMeaning {
    Nothing,
    /// A constructor, by its number.
    Constructor(u32),
    /// A sort itself: a parameter, or a definition of the catalogue.
    Sort(SortId),
    /// A definition with its number.
    Defined(u32),
}

impl SortMeaning {
    fn pack(self) -> u32 {
        match self {
            SortMeaning::Nothing => 0,
            SortMeaning::Constructor(n) => 1 << SHIFT | n,
            SortMeaning::Sort(s) => 2 << SHIFT | s.0,
            SortMeaning::Defined(n) => 3 << SHIFT | n,
        }
    }

    fn unpack(packed: u32) -> SortMeaning {
        let low = packed & MASK;
        match packed >> SHIFT {
            0 => SortMeaning::Nothing,
            1 => SortMeaning::Constructor(low),
            2 => SortMeaning::Sort(SortId(low)),
            _ => SortMeaning::Defined(low),
        }
    }
}

/// A sort that `define-sort` defines.
#[derive(Debug)]
pub(super) struct SortDefinition {
    pub(super) params: Vec<SortId>,
    pub(super) body: SortId,
}

/// Which table a line of the trail is about: the highest bit of its symbol.
const SORT_BIT: u32 = 1 << 31;

/// What a symbol means as a term, and its sort where it is plain: a variable or a constant that
/// needs no more to be told. Unknown otherwise.
#[derive(Clone, Copy, Debug)]
struct Term {
    meaning: u32,
    sort: SortId,
}

const NO_TERM: Term = Term {
    meaning: NOTHING,
    sort: SortId::UNKNOWN,
};

/// The meanings of all symbols.
#[derive(Debug, Default)]
pub(super) struct Names {
    terms: Vec<Term>,
    sorts: Vec<u32>,
    /// (symbol and table, what it meant before, and of which sort).
    trail: Vec<(u32, u32, SortId)>,
    base: usize,
    pub(super) definitions: Vec<SortDefinition>,
}

impl Names {
    pub(super) fn load(&mut self, catalog: &Catalog) {
        self.base = catalog.symbols().len();
        let term = |n: &u32| match *n {
            NONE => NO_TERM,
            n => Term {
                meaning: Meaning::Op(OpId(n)).pack(),
                sort: SortId::UNKNOWN,
            },
        };
        self.terms = catalog.op_table().iter().map(term).collect();
        let sort = |n: &u32| {
            if *n == NONE {
                SortMeaning::Nothing
            } else {
                SortMeaning::Constructor(*n)
            }
            .pack()
        };
        self.sorts = catalog.constructor_table().iter().map(sort).collect();
        // The sort of what is not understood has no name.
        if let Some(unknown) = catalog.symbols().get("?") {
            self.sorts[unknown.index()] = 0;
        }
    }

    /// Sorts that the catalogue defines, such as `Float32`, are made anew in each script.
    pub(super) fn define_catalog_sorts(&mut self, catalog: &Catalog, sorts: &mut Sorts) {
        for definition in catalog.definitions() {
            let sort = match &definition.sort {
                Pattern::Ground(n) => SortId(*n),
                Pattern::Apply {
                    constructor,
                    indices,
                    args,
                } if args.is_empty() => {
                    let indices: Vec<u32> = indices.iter().filter_map(|i| i.value(&[])).collect();
                    sorts.make(*constructor, &indices, &[])
                }
                _ => continue,
            };
            self.sorts[definition.symbol.index()] = SortMeaning::Sort(sort).pack();
        }
    }

    #[inline]
    pub(super) fn term(&self, symbol: Symbol) -> Meaning {
        Meaning::unpack(self.plain_term(symbol).0)
    }

    /// What a symbol means, packed as a head or [`NOTHING`], and its sort if it is plain.
    #[inline(always)]
    pub(super) fn plain_term(&self, symbol: Symbol) -> (u32, SortId) {
        let term = self.terms.get(symbol.index()).copied().unwrap_or(NO_TERM);
        (term.meaning, term.sort)
    }

    #[inline]
    pub(super) fn sort(&self, symbol: Symbol) -> SortMeaning {
        SortMeaning::unpack(self.sorts.get(symbol.index()).copied().unwrap_or(0))
    }

    /// Gives a symbol a meaning; `sort` is unknown unless the symbol alone is a term of that sort.
    #[inline]
    pub(super) fn bind(&mut self, symbol: Symbol, meaning: Meaning, sort: SortId) {
        let at = symbol.index();
        if at >= self.terms.len() {
            self.terms.resize(at + 1, NO_TERM);
        }
        let old = self.terms[at];
        self.trail.push((symbol.0, old.meaning, old.sort));
        self.terms[at] = Term {
            meaning: meaning.pack(),
            sort,
        };
    }

    pub(super) fn bind_sort(&mut self, symbol: Symbol, meaning: SortMeaning) {
        let at = symbol.index();
        if at >= self.sorts.len() {
            self.sorts.resize(at + 1, 0);
        }
        self.trail
            .push((symbol.0 | SORT_BIT, self.sorts[at], SortId::UNKNOWN));
        self.sorts[at] = meaning.pack();
    }

    #[inline]
    pub(super) fn mark(&self) -> u32 {
        self.trail.len() as u32
    }

    /// Undoes all bindings since a mark.
    #[inline]
    pub(super) fn undo(&mut self, mark: u32) {
        while self.trail.len() > mark as usize {
            let Some((symbol, meaning, sort)) = self.trail.pop() else {
                return;
            };
            if symbol & SORT_BIT == 0 {
                self.terms[symbol as usize] = Term { meaning, sort };
            } else {
                self.sorts[(symbol ^ SORT_BIT) as usize] = meaning;
            }
        }
    }

    pub(super) fn reset(&mut self) {
        self.undo(0);
        self.terms.truncate(self.base);
        self.sorts.truncate(self.base);
        self.definitions.clear();
    }

    /// All symbols that mean something as a term (or as a sort).
    pub(super) fn known(&self, sorts: bool) -> impl Iterator<Item = Symbol> {
        let means = move |n: &usize| {
            if sorts {
                self.sorts[*n] != 0
            } else {
                self.terms[*n].meaning != NOTHING
            }
        };
        let len = if sorts {
            self.sorts.len()
        } else {
            self.terms.len()
        };
        (0..len).filter(means).map(|n| Symbol(n as u32))
    }
}
