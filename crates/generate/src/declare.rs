//! The input layer: sorts, datatypes, functions and variables.

use crate::decimal::push_decimal;
use crate::graph::{Graph, Head, NodeId};
use crate::logic::Arithmetic;
use crate::sorts::{BOOL, Sort, SortId};
use gadfly_catalog::signature::known;

/// A function that the formula declares or defines.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) args: Vec<SortId>,
    pub(crate) result: SortId,
    pub(crate) kind: FunctionKind,
}

/// Where a function comes from.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum FunctionKind {
    /// `declare-fun`
    Declared,
    /// `define-fun`: its parameters and its body.
    Defined(Vec<NodeId>, NodeId),
    /// `define-fun-rec`, the whole text.
    Recursive(String),
    /// A constructor, selector or tester: a datatype's declaration has it.
    OfDatatype,
}

/// A datatype's constructors: names, and fields with selectors and sorts.
#[derive(Debug)]
pub(crate) struct Datatype {
    pub(crate) constructors: Vec<(String, Vec<(String, SortId)>)>,
}

impl Datatype {
    /// The constructors without fields.
    pub(crate) fn enumerators(&self) -> impl Iterator<Item = &str> {
        let plain = self
            .constructors
            .iter()
            .filter(|(_, fields)| fields.is_empty());
        plain.map(|(name, _)| name.as_str())
    }
}

/// Formats that programs use, the first one mostly.
const COMMON_FORMATS: &[(u32, u32)] = &[(8, 24), (11, 53)];

/// Formats that are decided in a moment, for solvers that take any.
const SMALL_FORMATS: &[(u32, u32)] = &[(2, 3), (3, 4), (3, 5), (4, 4), (5, 11)];

/// Orders of prime fields.
const PRIMES: &[u32] = &[2, 3, 5, 7, 11, 13, 17];

impl Graph<'_> {
    /// Declares what the formula is about.
    pub(crate) fn input_layer(&mut self) {
        self.choose_groups();
        let data = self.data_sorts();
        for &sort in &data {
            let count = self.number(self.options.variables);
            for _ in 0..count {
                self.variable(sort);
            }
        }
        let booleans = if data.is_empty() { 2 } else { 0 };
        for _ in 0..booleans + self.rng.below(3) {
            self.variable(BOOL);
        }
        self.declare_functions(&data);
        for at in 0..self.datatypes.len() {
            self.offer_datatype(at);
        }
    }

    /// Which theories this formula uses: all of a small logic, a few of a large one.
    fn choose_groups(&mut self) {
        let all: Vec<usize> = (0..self.plan.groups.len()).collect();
        self.groups = all;
        if self.options.logic.name == "ALL" && self.plan.groups.len() > 5 {
            let mut names = vec![
                "Ints",
                "Reals",
                "FixedSizeBitVectors",
                "FloatingPoint",
                "ArraysEx",
                "UnicodeStrings",
            ];
            self.rng.shuffle(&mut names);
            let count = 1 + self.rng.below(3);
            names.truncate(count);
            if names.contains(&"UnicodeStrings") || names.contains(&"ArraysEx") {
                names.push("Ints");
            }
            let kept = |&group: &usize| {
                let theory = self.plan.groups[group].theory.as_str();
                names.contains(&theory) || self.options.theories.iter().any(|t| t == theory)
            };
            self.groups = (0..self.plan.groups.len()).filter(kept).collect();
        }
    }

    fn uses(&self, theory: &str) -> bool {
        self.plan
            .group(theory)
            .is_some_and(|group| self.groups.contains(&group))
    }

    /// The sorts of variables.
    fn data_sorts(&mut self) -> Vec<SortId> {
        let logic = &self.options.logic;
        let is_all = logic.name == "ALL" && logic.datatypes;
        let (ints, reals) = (logic.ints, logic.reals);
        let mut out = Vec::new();
        if ints && (!is_all || self.uses("Ints")) {
            out.push(self.sorts.intern(Sort::Ground(known::INT)));
        }
        if reals && (!is_all || self.uses("Reals")) {
            out.push(self.sorts.intern(Sort::Ground(known::REAL)));
        }
        if self.uses("FixedSizeBitVectors") {
            for _ in 0..2 + self.rng.below(2) {
                let width = self.number(self.options.bits);
                out.push(self.sorts.intern(Sort::BitVec(width)));
            }
        }
        if self.uses("FloatingPoint") {
            for _ in 0..1 + self.rng.below(2) {
                let (e, s) = if self.options.small_floats {
                    SMALL_FORMATS[self.rng.below(SMALL_FORMATS.len())]
                } else {
                    COMMON_FORMATS[usize::from(self.chance(15))]
                };
                out.push(self.sorts.intern(Sort::Float(e, s)));
            }
            out.push(self.sorts.intern(Sort::Ground(known::ROUNDING_MODE)));
        }
        if self.uses("UnicodeStrings") {
            out.push(self.sorts.intern(Sort::Ground(known::STRING)));
        }
        if self.uses("FiniteFields") {
            let order = PRIMES[self.rng.below(PRIMES.len())];
            out.push(self.sorts.intern(Sort::Field(order)));
        }
        for at in 0..self.plan.extra_sorts.len() {
            out.push(self.sorts.intern(Sort::Ground(self.plan.extra_sorts[at])));
        }
        self.declared_sorts_into(&mut out, is_all);
        self.compound_sorts_into(&mut out);
        out.sort_unstable();
        out.dedup();
        out
    }

    fn declared_sorts_into(&mut self, out: &mut Vec<SortId>, is_all: bool) {
        let logic = &self.options.logic;
        let arrays_alone = logic.arrays && out.is_empty() && !logic.functions;
        let functions_alone = logic.functions && out.is_empty();
        let (functions, datatypes) = (logic.functions, logic.datatypes);
        let some = functions && self.chance(30);
        if arrays_alone {
            self.declare_sorts(2, out);
        } else if functions_alone || some {
            let count = self.number(self.options.sorts);
            self.declare_sorts(count as u16, out);
        }
        if datatypes && (!is_all || self.chance(40)) {
            let count = 1 + self.rng.below(2);
            for _ in 0..count {
                out.push(self.declare_datatype(&out.clone()));
            }
        }
    }

    fn declare_sorts(&mut self, count: u16, out: &mut Vec<SortId>) {
        for _ in 0..count {
            out.push(self.sorts.intern(Sort::Declared(self.declared_sorts)));
            self.declared_sorts += 1;
        }
    }

    /// Arrays, sequences and sets of the sorts so far.
    fn compound_sorts_into(&mut self, out: &mut Vec<SortId>) {
        let plain: Vec<SortId> = out
            .iter()
            .copied()
            .filter(|&sort| self.sorts.get(sort) != Sort::Ground(known::ROUNDING_MODE))
            .collect();
        if plain.is_empty() {
            return;
        }
        let any = |graph: &mut Self| plain[graph.rng.below(plain.len())];
        if self.uses("ArraysEx") {
            self.array_sorts_into(&plain, out);
        }
        if self.uses("Sequences") {
            let element = any(self);
            out.push(self.sorts.intern(Sort::Seq(element)));
        }
        if self.uses("Sets") {
            let element = any(self);
            out.push(self.sorts.intern(Sort::Set(element)));
        }
    }

    /// Arrays as the logic has them: over bit-vectors alone, from integers to numbers, or of any
    /// sorts. Arrays of arrays are in logics with integers and reals, and in `ALL`.
    fn array_sorts_into(&mut self, plain: &[SortId], out: &mut Vec<SortId>) {
        let logic = &self.options.logic;
        let (is_all, mixed) = (logic.name == "ALL", logic.ints && logic.reals);
        let kind =
            |graph: &Self, sort: SortId, wanted: fn(Sort) -> bool| wanted(graph.sorts.get(sort));
        let some = |graph: &mut Self, wanted: fn(Sort) -> bool| {
            let fit: Vec<SortId> = plain
                .iter()
                .copied()
                .filter(|&s| kind(graph, s, wanted))
                .collect();
            graph.rng.pick(&fit).copied()
        };
        let is_int = |sort| sort == Sort::Ground(known::INT);
        let is_real = |sort| sort == Sort::Ground(known::REAL);
        let is_vector = |sort| matches!(sort, Sort::BitVec(_));
        let is_value = |sort| matches!(sort, Sort::BitVec(_) | Sort::Float(..));
        let (index, element) = if is_all {
            (some(self, |_| true), some(self, |_| true))
        } else if mixed {
            (some(self, is_int), some(self, is_real))
        } else if logic.bit_vectors {
            let may_be_float = logic.floats;
            (
                some(self, is_vector),
                some(self, if may_be_float { is_value } else { is_vector }),
            )
        } else if logic.ints || logic.reals {
            (some(self, is_int), some(self, is_int))
        } else {
            (plain.first().copied(), plain.last().copied())
        };
        let (Some(index), Some(element)) = (index, element) else {
            return;
        };
        let inner = self.sorts.intern(Sort::Array(index, element));
        out.push(inner);
        if (is_all || mixed) && self.chance(30) {
            out.push(self.sorts.intern(Sort::Array(index, inner)));
        }
    }

    /// A datatype: an enumeration, a record, a list, a tree, or a mix of them.
    fn declare_datatype(&mut self, sorts: &[SortId]) -> SortId {
        let number = self.datatypes.len() as u16;
        let own = self.sorts.intern(Sort::Data(number));
        let mut constructors = vec![(format!("c{number}_0"), Vec::new())];
        for at in 1..2 + self.rng.below(3) {
            let mut fields = Vec::new();
            for field in 0..self.rng.below(3) {
                let sort = match sorts {
                    [] => own,
                    _ if self.chance(50) => own,
                    _ => sorts[self.rng.below(sorts.len())],
                };
                fields.push((format!("s{number}_{at}_{field}"), sort));
            }
            constructors.push((format!("c{number}_{at}"), fields));
        }
        self.datatypes.push(Datatype { constructors });
        own
    }

    /// Constructors, selectors and testers as functions.
    fn offer_datatype(&mut self, at: usize) {
        let own = self.sorts.intern(Sort::Data(at as u16));
        let mut offered = Vec::new();
        for (name, fields) in &self.datatypes[at].constructors {
            offered.push((format!("(_ is {name})"), vec![own], BOOL));
            if !fields.is_empty() {
                let sorts = fields.iter().map(|(_, sort)| *sort).collect();
                offered.push((name.clone(), sorts, own));
            }
            for (selector, sort) in fields {
                offered.push((selector.clone(), vec![own], *sort));
            }
        }
        for (name, args, result) in offered {
            self.functions.push(Function {
                name,
                args,
                result,
                kind: FunctionKind::OfDatatype,
            });
        }
    }

    fn declare_functions(&mut self, data: &[SortId]) {
        if !self.options.logic.functions || data.is_empty() {
            return;
        }
        let is_difference = self.options.logic.arithmetic == Arithmetic::Difference;
        let flat: Vec<SortId> = data
            .iter()
            .copied()
            .filter(|&sort| !matches!(self.sorts.get(sort), Sort::Array(..)))
            .collect();
        let count = self.number(self.options.functions);
        for number in 0..count {
            let arity = 1 + self.rng.below(2);
            let args = (0..arity)
                .map(|_| flat[self.rng.below(flat.len())])
                .collect();
            let is_predicate = !is_difference && self.chance(30);
            let result = if is_predicate {
                BOOL
            } else {
                flat[self.rng.below(flat.len())]
            };
            self.functions.push(Function {
                name: format!("f{number}"),
                args,
                result,
                kind: FunctionKind::Declared,
            });
        }
    }

    /// A new variable; it is declared wherever it is first used.
    pub(crate) fn variable(&mut self, sort: SortId) -> NodeId {
        let head = self.fresh_name('v');
        let node = self.add(head, sort, &[]);
        self.variables.push(node);
        node
    }

    /// A letter and a number that no other name has.
    fn fresh_name(&mut self, letter: char) -> Head {
        let start = self.text.len();
        self.text.push(letter);
        push_decimal(&mut self.text, u64::from(self.names));
        self.names += 1;
        self.written_from(start)
    }

    /// A variable of the scope that is open.
    pub(crate) fn bound_variable(&mut self, sort: SortId) -> NodeId {
        let head = self.fresh_name('x');
        let node = self.add(head, sort, &[]);
        self.nodes[node as usize].scope = self.scope;
        node
    }

    /// A function applied to nodes that fit.
    pub(crate) fn call(&mut self, wants_truth: Option<bool>) -> Option<NodeId> {
        let fits = |f: &Function| wants_truth.is_none_or(|truth| (f.result == BOOL) == truth);
        let count = self.functions.iter().filter(|f| fits(f)).count();
        if count == 0 {
            return None;
        }
        let chosen = self.rng.below(count);
        let at = self
            .functions
            .iter()
            .enumerate()
            .filter(|(_, f)| fits(f))
            .nth(chosen)?
            .0;
        self.with_room(|graph, args| graph.call_with(at, args))
    }

    fn call_with(&mut self, at: usize, args: &mut Vec<NodeId>) -> Option<NodeId> {
        let may_be_literal = self.options.logic.arithmetic != Arithmetic::Difference;
        for position in 0..self.functions[at].args.len() {
            let sort = self.functions[at].args[position];
            args.push(self.argument(sort, true, may_be_literal)?);
        }
        let start = self.text.len();
        self.text.push_str(&self.functions[at].name);
        let head = self.written_from(start);
        Some(self.add(head, self.functions[at].result, args))
    }
}
