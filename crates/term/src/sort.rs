//! Sorts: hash-consed, with a view that code can match on.

use crate::ids::{DeclaredSortId, SortId};
use gadfly_catalog::Catalog;
use gadfly_catalog::signature::{MAX_INDEX, known};
use gadfly_syntax::{Symbol, Symbols, quoted};

/// What a sort is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SortKind<'a> {
    /// Not understood (lenient mode).
    Unknown,
    /// `Bool`
    Bool,
    /// `Int`
    Int,
    /// `Real`
    Real,
    /// `String`
    String,
    /// `RegLan`
    RegLan,
    /// `RoundingMode`
    RoundingMode,
    /// `(_ BitVec m)`
    BitVec(u32),
    /// `(_ FloatingPoint e s)`
    Float(u32, u32),
    /// `(Array I E)`
    Array(SortId, SortId),
    /// `(Seq E)`
    Seq(SortId),
    /// `(Set E)`
    Set(SortId),
    /// `(Bag E)`
    Bag(SortId),
    /// `(_ FiniteField p)`; the order as an index, see [`crate::Script::index_text`].
    FiniteField(u32),
    /// `(Tuple S…)`
    Tuple(&'a [SortId]),
    /// `(-> S… R)`: arguments, then the result.
    Fun(&'a [SortId]),
    /// A datatype of the script, with its arguments.
    Datatype(DeclaredSortId, &'a [SortId]),
    /// An uninterpreted sort of the script, with its arguments.
    Uninterpreted(DeclaredSortId, &'a [SortId]),
    /// A sort parameter, inside a parametric declaration.
    Param(Symbol),
    /// Another sort of the catalogue: its name and arguments.
    Other(Symbol, &'a [SortId]),
}

/// What a sort constructor of a script is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Maker {
    Catalog,
    Uninterpreted(DeclaredSortId),
    Datatype(DeclaredSortId),
    Param,
}

/// A sort constructor: of the catalogue, or declared in the script.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constructor {
    pub(crate) symbol: Symbol,
    pub(crate) indices: u16,
    /// `u16::MAX` for any number.
    pub(crate) arity: u16,
    pub(crate) maker: Maker,
    pub(crate) standard: bool,
}

pub(crate) const ANY_ARITY: u16 = u16::MAX;

/// Sorts nested deeper than this are refused, so that walks over sorts may recurse.
const MAX_DEPTH: u16 = 400;

/// Sorts of more parts than this, written out, are refused, so that walks over sorts end: three
/// kilobytes of definitions can make one of 2^60 parts.
const MAX_PARTS: u32 = 1_000;

/// Why a sort is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refused {
    Deep,
    Large,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::Deep => write!(out, "nested more than {MAX_DEPTH} deep"),
            Refused::Large => write!(out, "made of more than {MAX_PARTS} parts when written out"),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct SortData {
    constructor: u32,
    /// Where indices, then arguments are listed.
    start: u32,
    indices: u16,
    args: u16,
    hash: u32,
    /// How many sorts it is made of, written out, itself included.
    parts: u16,
    depth: u16,
    has_params: bool,
}

const FREE: u32 = u32::MAX;

/// The table of sorts of a script.
#[derive(Clone, Debug)]
pub(crate) struct Sorts {
    pub(crate) constructors: Vec<Constructor>,
    data: Vec<SortData>,
    /// Indices as they are, arguments as sort numbers.
    list: Vec<u32>,
    args: Vec<SortId>,
    slots: Vec<u32>,
    /// How many constructors, and so sorts, are the catalogue's.
    builtin: usize,
    /// Why the last sort that was not made is refused.
    refused: Option<Refused>,
}

impl Sorts {
    /// One entry for each constructor of the catalogue, so that a sort without indices and
    /// arguments has its constructor's number.
    pub(crate) fn new(catalog: &Catalog, symbols: &Symbols) -> Sorts {
        let mut sorts = Sorts {
            constructors: Vec::new(),
            data: Vec::new(),
            list: Vec::new(),
            args: Vec::new(),
            slots: vec![FREE; 256],
            builtin: 0,
            refused: None,
        };
        for constructor in catalog.constructors() {
            sorts.constructors.push(Constructor {
                symbol: symbols.get(&constructor.name).unwrap_or(Symbol(0)),
                indices: constructor.indices,
                arity: constructor.arity.unwrap_or(ANY_ARITY),
                maker: Maker::Catalog,
                standard: constructor.standard,
            });
            sorts.find_or_add(sorts.constructors.len() as u32 - 1, &[], &[]);
        }
        sorts.builtin = sorts.constructors.len();
        sorts
    }

    /// The names of the constructors that the script added.
    pub(crate) fn own_constructors(&self, builtin: usize) -> impl Iterator<Item = Symbol> {
        self.constructors[builtin..].iter().map(|c| c.symbol)
    }

    pub(crate) fn len(&self) -> usize {
        self.data.len()
    }

    /// Forgets what a script added; see `Symbols::truncate` for why this order is enough.
    pub(crate) fn truncate(&mut self, constructors: usize) {
        let mask = self.slots.len() - 1;
        for id in (constructors..self.data.len()).rev() {
            let mut at = self.data[id].hash as usize & mask;
            while self.slots[at] != id as u32 {
                at = (at + 1) & mask;
            }
            self.slots[at] = FREE;
        }
        self.constructors.truncate(constructors);
        self.data.truncate(constructors);
        self.list.clear();
        self.args.clear();
        self.refused = None;
    }

    /// Whether a sort was refused since this was asked last, and why.
    #[inline]
    pub(crate) fn take_refused(&mut self) -> Option<Refused> {
        self.refused.take()
    }

    /// The sort made by a constructor; unknown, and noted, where it is refused.
    #[inline]
    pub(crate) fn make(&mut self, constructor: u32, indices: &[u32], args: &[SortId]) -> SortId {
        // A sort over something that is not understood is not understood.
        if args.contains(&SortId::UNKNOWN) {
            return SortId::UNKNOWN;
        }
        // A sort of the catalogue that is a name alone has its constructor's number.
        if indices.is_empty() && args.is_empty() && (constructor as usize) < self.builtin {
            return SortId(constructor);
        }
        self.find_or_add(constructor, indices, args)
    }

    fn find_or_add(&mut self, constructor: u32, indices: &[u32], args: &[SortId]) -> SortId {
        let hash = hash(constructor, indices, args);
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let id = self.slots[at];
            if id == FREE {
                break;
            }
            let data = &self.data[id as usize];
            if data.hash == hash && data.constructor == constructor {
                let sort = SortId(id);
                if same(self.indices(sort), indices) && same(self.args(sort), args) {
                    return sort;
                }
            }
            at = (at + 1) & mask;
        }
        match self.measure(args) {
            Ok(measure) => {
                self.slots[at] = self.data.len() as u32;
                self.add(constructor, indices, args, hash, measure)
            }
            Err(refused) => {
                self.refused = Some(refused);
                SortId::UNKNOWN
            }
        }
    }

    /// Depth and parts of a sort over some others.
    fn measure(&self, args: &[SortId]) -> Result<(u16, u16), Refused> {
        let below = args.iter().map(|a| self.data[a.index()].depth).max();
        let depth = 1 + below.unwrap_or(0);
        let parts = args.iter().map(|a| u32::from(self.data[a.index()].parts));
        let parts = 1 + parts.sum::<u32>();
        if depth > MAX_DEPTH {
            Err(Refused::Deep)
        } else if parts > MAX_PARTS {
            Err(Refused::Large)
        } else {
            Ok((depth, parts as u16))
        }
    }

    fn add(
        &mut self,
        constructor: u32,
        indices: &[u32],
        args: &[SortId],
        hash: u32,
        (depth, parts): (u16, u16),
    ) -> SortId {
        let id = SortId(self.data.len() as u32);
        let params = self.constructors[constructor as usize].maker == Maker::Param;
        self.data.push(SortData {
            constructor,
            start: if args.is_empty() {
                self.list.len()
            } else {
                self.args.len()
            } as u32,
            indices: indices.len() as u16,
            args: args.len() as u16,
            hash,
            parts,
            depth,
            has_params: params || args.iter().any(|a| self.has_params(*a)),
        });
        self.list.extend_from_slice(indices);
        self.args.extend_from_slice(args);
        if self.data.len() * 2 > self.slots.len() {
            self.grow();
        }
        id
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(size, FREE);
        for (id, data) in self.data.iter().enumerate() {
            let mut at = data.hash as usize & (size - 1);
            while self.slots[at] != FREE {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = id as u32;
        }
    }

    #[inline]
    pub(crate) fn constructor(&self, sort: SortId) -> u32 {
        self.data[sort.index()].constructor
    }

    /// A sort has indices or arguments, never both.
    #[inline]
    pub(crate) fn indices(&self, sort: SortId) -> &[u32] {
        let data = &self.data[sort.index()];
        if data.indices == 0 {
            return &[];
        }
        &self.list[data.start as usize..data.start as usize + data.indices as usize]
    }

    #[inline]
    pub(crate) fn args(&self, sort: SortId) -> &[SortId] {
        let data = &self.data[sort.index()];
        if data.args == 0 {
            return &[];
        }
        &self.args[data.start as usize..data.start as usize + data.args as usize]
    }

    #[inline]
    pub(crate) fn has_params(&self, sort: SortId) -> bool {
        self.data[sort.index()].has_params
    }

    /// `(_ BitVec width)`
    #[inline]
    pub(crate) fn bitvec(&mut self, width: u32) -> SortId {
        self.make(known::BITVEC, &[width], &[])
    }

    pub(crate) fn kind(&self, sort: SortId) -> SortKind<'_> {
        let data = &self.data[sort.index()];
        let args = self.args(sort);
        let indices = self.indices(sort);
        let constructor = &self.constructors[data.constructor as usize];
        match (constructor.maker, data.constructor, indices, args) {
            (Maker::Uninterpreted(id), ..) => SortKind::Uninterpreted(id, args),
            (Maker::Datatype(id), ..) => SortKind::Datatype(id, args),
            (Maker::Param, ..) => SortKind::Param(constructor.symbol),
            (_, known::UNKNOWN, ..) => SortKind::Unknown,
            (_, known::BOOL, ..) => SortKind::Bool,
            (_, known::INT, ..) => SortKind::Int,
            (_, known::REAL, ..) => SortKind::Real,
            (_, known::STRING, ..) => SortKind::String,
            (_, known::REGLAN, ..) => SortKind::RegLan,
            (_, known::ROUNDING_MODE, ..) => SortKind::RoundingMode,
            (_, known::BITVEC, &[m], _) => SortKind::BitVec(m),
            (_, known::FLOAT, &[e, s], _) => SortKind::Float(e, s),
            (_, known::ARRAY, _, &[i, e]) => SortKind::Array(i, e),
            (_, known::SEQ, _, &[e]) => SortKind::Seq(e),
            (_, known::SET, _, &[e]) => SortKind::Set(e),
            (_, known::BAG, _, &[e]) => SortKind::Bag(e),
            (_, known::FINITE_FIELD, &[p], _) => SortKind::FiniteField(p),
            (_, known::TUPLE, ..) => SortKind::Tuple(args),
            (_, known::FUN, ..) => SortKind::Fun(args),
            _ => SortKind::Other(constructor.symbol, args),
        }
    }

    /// The sort with `params[i]` replaced by `with[i]`.
    pub(crate) fn substitute(
        &mut self,
        sort: SortId,
        params: &[SortId],
        with: &[SortId],
    ) -> SortId {
        if !self.has_params(sort) {
            return sort;
        }
        if let Some(n) = params.iter().position(|p| *p == sort) {
            return with.get(n).copied().unwrap_or(sort);
        }
        // One step per distinct sort: a definition that doubles each time stays small.
        let mut done: rustc_hash::FxHashMap<SortId, SortId> = Default::default();
        self.substitute_shared(sort, params, with, &mut done)
    }

    fn substitute_shared(
        &mut self,
        sort: SortId,
        params: &[SortId],
        with: &[SortId],
        done: &mut rustc_hash::FxHashMap<SortId, SortId>,
    ) -> SortId {
        if !self.has_params(sort) {
            return sort;
        }
        if let Some(n) = params.iter().position(|p| *p == sort) {
            return with.get(n).copied().unwrap_or(sort);
        }
        if let Some(known) = done.get(&sort) {
            return *known;
        }
        let args: Vec<SortId> = self.args(sort).to_vec();
        let args: Vec<SortId> = args
            .into_iter()
            .map(|a| self.substitute_shared(a, params, with, done))
            .collect();
        let indices = self.indices(sort).to_vec();
        let made = self.make(self.constructor(sort), &indices, &args);
        done.insert(sort, made);
        made
    }

    /// Adds the sort parameters that a sort is made of to a list, each once.
    pub(crate) fn collect_params(&self, sort: SortId, found: &mut Vec<SortId>) {
        if !self.has_params(sort) {
            return;
        }
        let maker = self.constructors[self.constructor(sort) as usize].maker;
        if maker == Maker::Param && !found.contains(&sort) {
            found.push(sort);
        }
        for arg in self.args(sort) {
            self.collect_params(*arg, found);
        }
    }

    /// How a sort is written; cut off beyond `limit` bytes (a sort can be exponentially larger
    /// than its definition).
    pub(crate) fn write(&self, sort: SortId, symbols: &Symbols, out: &mut String, limit: usize) {
        if out.len() > limit {
            out.push('…');
            return;
        }
        let name = quoted(symbols.name(self.constructors[self.constructor(sort) as usize].symbol))
            .into_owned();
        let (indices, args) = (self.indices(sort), self.args(sort));
        if !indices.is_empty() {
            out.push_str("(_ ");
            out.push_str(&name);
            for &index in indices {
                out.push(' ');
                out.push_str(&index_text(index, symbols));
            }
            out.push(')');
        } else if args.is_empty() {
            out.push_str(&name);
        } else {
            out.push('(');
            out.push_str(&name);
            for &arg in args {
                out.push(' ');
                self.write(arg, symbols, out, limit);
            }
            out.push(')');
        }
    }
}

/// How an index is written: a number, or a symbol.
pub(crate) fn index_text(index: u32, symbols: &Symbols) -> String {
    if index <= MAX_INDEX {
        return index.to_string();
    }
    let name = symbols.name(Symbol(index & MAX_INDEX));
    let literal = name.bytes().all(|b| b.is_ascii_digit()) || name.starts_with('#');
    if literal && !name.is_empty() {
        name.to_string()
    } else {
        quoted(name).into_owned()
    }
}

/// Whether two lists are equal; they are too short for a call that compares memory.
#[inline]
fn same<T: PartialEq>(a: &[T], b: &[T]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b)
}

#[inline]
fn hash(constructor: u32, indices: &[u32], args: &[SortId]) -> u32 {
    const K: u64 = 0x517c_c1b7_2722_0a95;
    let mut h = (constructor as u64 + 1).wrapping_mul(K);
    for &index in indices {
        h = (h.rotate_left(5) ^ index as u64).wrapping_mul(K);
    }
    for arg in args {
        h = (h.rotate_left(5) ^ (arg.0 as u64) << 1).wrapping_mul(K);
    }
    (h >> 32) as u32
}
