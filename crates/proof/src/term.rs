//! Terms, each once: an arena in which arguments come before the terms that use them.

use std::hash::{Hash, Hasher};

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use rustc_hash::{FxHashMap, FxHasher};

use crate::op::Op;
use crate::sort::{Sort, Sorts};

/// A term, by its number. Equal terms have equal numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct Term(pub(crate) u32);

/// A name, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct Name(pub(crate) u32);

/// A number or a list of coefficients, by its place in a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct Entry(pub(crate) u32);

/// What a term is made by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) enum Head {
    /// An operator that rules look into.
    Op(Op),
    /// A function or constant of the script.
    Fun(Name),
    /// A variable, bound or free.
    Var(Name, Sort),
    /// A number of sort `Int` or `Real`.
    Number(Entry, Sort),
    /// A bit-vector of this width.
    Bits(Entry, u32),
    /// A string literal, as it is written.
    Text(Name),
    /// An operator that no rule looks into, by its name.
    Opaque(Name),
    /// A canonical polynomial over its arguments (see `poly.rs`).
    Poly(Entry, Sort),
}

#[derive(Clone, Copy)]
struct Node {
    head: Head,
    sort: Sort,
    start: u32,
    len: u32,
    /// Whether a variable occurs in it, free or bound.
    variables: bool,
}

/// What a function of the script is.
#[derive(Clone, Debug)]
pub(crate) struct Fun {
    pub(crate) params: Vec<Sort>,
    pub(crate) result: Sort,
    pub(crate) role: Role,
}

/// The part that a function has in a datatype.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// None.
    Free,
    /// A constructor with its selectors, in order.
    Constructor(Vec<Name>),
    /// The selector of a field.
    Selector(Name, usize),
}

const FREE: u32 = u32::MAX;

/// All terms, names, sorts and numbers of one check.
pub(crate) struct Terms {
    nodes: Vec<Node>,
    children: Vec<Term>,
    slots: Vec<u32>,
    names: Vec<String>,
    name_of: FxHashMap<String, Name>,
    numbers: Vec<RBig>,
    number_of: FxHashMap<RBig, Entry>,
    pub(crate) polys: Vec<crate::poly::Shape>,
    pub(crate) poly_of: FxHashMap<crate::poly::Shape, Entry>,
    pub(crate) sorts: Sorts,
    pub(crate) funs: FxHashMap<Name, Fun>,
    /// The constructors of each datatype, in order.
    pub(crate) datatypes: FxHashMap<Sort, Vec<Name>>,
    ops: FxHashMap<&'static str, Op>,
    /// How many terms there may be.
    pub(crate) most: usize,
}

impl Terms {
    pub(crate) fn new(most: usize) -> Terms {
        let mut terms = Terms {
            nodes: Vec::new(),
            children: Vec::new(),
            slots: vec![FREE; 1 << 12],
            names: Vec::new(),
            name_of: FxHashMap::default(),
            numbers: Vec::new(),
            number_of: FxHashMap::default(),
            polys: Vec::new(),
            poly_of: FxHashMap::default(),
            sorts: Sorts::new(),
            funs: FxHashMap::default(),
            datatypes: FxHashMap::default(),
            ops: Op::ALL.iter().map(|op| (op.name(), *op)).collect(),
            most,
        };
        // The two truth values have the first two numbers.
        terms.cons(Head::Op(Op::True), Sort::BOOL, &[]);
        terms.cons(Head::Op(Op::False), Sort::BOOL, &[]);
        terms
    }

    /// The operator with this name.
    pub(crate) fn op_named(&self, name: &str) -> Option<Op> {
        self.ops.get(name).copied()
    }

    pub(crate) fn name(&mut self, text: &str) -> Name {
        if let Some(name) = self.name_of.get(text) {
            return *name;
        }
        let name = Name(self.names.len() as u32);
        self.names.push(text.to_owned());
        self.name_of.insert(text.to_owned(), name);
        name
    }

    pub(crate) fn text(&self, name: Name) -> &str {
        &self.names[name.0 as usize]
    }

    pub(crate) fn entry(&mut self, number: RBig) -> Entry {
        if let Some(entry) = self.number_of.get(&number) {
            return *entry;
        }
        let entry = Entry(self.numbers.len() as u32);
        self.numbers.push(number.clone());
        self.number_of.insert(number, entry);
        entry
    }

    /// The term with this head, sort and arguments. No sort is checked here.
    pub(crate) fn cons(&mut self, head: Head, sort: Sort, args: &[Term]) -> Term {
        if self.nodes.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = hash(head, args) & mask;
        while self.slots[at] != FREE {
            let known = Term(self.slots[at]);
            if self.head(known) == head && self.args(known) == args {
                return known;
            }
            at = (at + 1) & mask;
        }
        let made = Term(self.nodes.len() as u32);
        self.slots[at] = made.0;
        let variables =
            matches!(head, Head::Var(..)) || args.iter().any(|a| self.has_variables(*a));
        let start = self.children.len() as u32;
        self.children.extend_from_slice(args);
        self.nodes.push(Node {
            head,
            sort,
            start,
            len: args.len() as u32,
            variables,
        });
        made
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let mut slots = vec![FREE; size];
        for id in 0..self.nodes.len() as u32 {
            let mut at = hash(self.head(Term(id)), self.args(Term(id))) & (size - 1);
            while slots[at] != FREE {
                at = (at + 1) & (size - 1);
            }
            slots[at] = id;
        }
        self.slots = slots;
    }

    /// How many terms there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are more terms, or longer lists of arguments, than allowed.
    pub(crate) fn is_full(&self) -> bool {
        self.nodes.len() > self.most || self.children.len() / 8 > self.most
    }

    #[inline]
    pub(crate) fn head(&self, term: Term) -> Head {
        self.nodes[term.0 as usize].head
    }

    #[inline]
    pub(crate) fn sort(&self, term: Term) -> Sort {
        self.nodes[term.0 as usize].sort
    }

    #[inline]
    pub(crate) fn args(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term.0 as usize];
        &self.children[node.start as usize..(node.start + node.len) as usize]
    }

    /// Whether a variable occurs in it.
    #[inline]
    pub(crate) fn has_variables(&self, term: Term) -> bool {
        self.nodes[term.0 as usize].variables
    }

    /// The operator at the top.
    #[inline]
    pub(crate) fn op(&self, term: Term) -> Option<Op> {
        match self.head(term) {
            Head::Op(op) => Some(op),
            _ => None,
        }
    }

    /// The arguments, if this operator is at the top.
    #[inline]
    pub(crate) fn of(&self, op: Op, term: Term) -> Option<&[Term]> {
        (self.head(term) == Head::Op(op)).then(|| self.args(term))
    }

    /// Both arguments, if this operator is at the top with two.
    #[inline]
    pub(crate) fn pair(&self, op: Op, term: Term) -> Option<(Term, Term)> {
        match self.of(op, term)? {
            [a, b] => Some((*a, *b)),
            _ => None,
        }
    }

    /// What is negated, if it is a negation.
    #[inline]
    pub(crate) fn negated(&self, term: Term) -> Option<Term> {
        self.of(Op::Not, term).map(|args| args[0])
    }

    /// Both sides of an equation.
    #[inline]
    pub(crate) fn equation(&self, term: Term) -> Option<(Term, Term)> {
        self.pair(Op::Eq, term)
    }

    pub(crate) const TRUE: Term = Term(0);
    pub(crate) const FALSE: Term = Term(1);

    /// A truth value.
    pub(crate) fn truth(&self, value: bool) -> Term {
        if value { Terms::TRUE } else { Terms::FALSE }
    }

    /// A number of sort `Int` or `Real`.
    pub(crate) fn number(&mut self, value: RBig, sort: Sort) -> Term {
        let entry = self.entry(value);
        self.cons(Head::Number(entry, sort), sort, &[])
    }

    /// A string literal, from the text between its quotes: equal strings are one term.
    pub(crate) fn string(&mut self, text: &str) -> Term {
        let codes = gadfly_syntax::string_code_points(&format!("\"{text}\""));
        let mut plain = String::with_capacity(codes.len());
        for code in codes {
            match char::from_u32(code).filter(|c| c.is_ascii_graphic() && *c != '\\') {
                Some(c) => plain.push(c),
                None => plain.push_str(&format!("\\u{{{code:x}}}")),
            }
        }
        let name = self.name(&plain);
        self.cons(Head::Text(name), Sort::TEXT, &[])
    }

    /// An integer.
    pub(crate) fn int(&mut self, value: i64) -> Term {
        self.number(RBig::from(value), Sort::INT)
    }

    /// A bit-vector; bits beyond the width are cut off.
    pub(crate) fn bits(&mut self, value: UBig, width: u32) -> Term {
        let value = value & ((UBig::ONE << width as usize) - UBig::ONE);
        let entry = self.entry(RBig::from(value));
        let sort = self.sorts.bits(width);
        self.cons(Head::Bits(entry, width), sort, &[])
    }

    /// The number in a table.
    pub(crate) fn value(&self, entry: Entry) -> &RBig {
        &self.numbers[entry.0 as usize]
    }

    /// The value of a number.
    pub(crate) fn as_number(&self, term: Term) -> Option<&RBig> {
        match self.head(term) {
            Head::Number(entry, _) => Some(self.value(entry)),
            _ => None,
        }
    }

    /// The value of an integer.
    pub(crate) fn as_int(&self, term: Term) -> Option<&IBig> {
        match self.head(term) {
            Head::Number(entry, Sort::INT) => Some(self.value(entry).numerator()),
            _ => None,
        }
    }

    /// The value of a small index.
    pub(crate) fn as_index(&self, term: Term) -> Option<u32> {
        self.as_int(term).and_then(|n| u32::try_from(n).ok())
    }

    /// The value and width of a bit-vector literal.
    pub(crate) fn as_bits(&self, term: Term) -> Option<(UBig, u32)> {
        match self.head(term) {
            Head::Bits(entry, width) => {
                let value = UBig::try_from(self.value(entry).numerator().clone()).ok()?;
                Some((value, width))
            }
            _ => None,
        }
    }

    /// The width of a term of a bit-vector sort.
    pub(crate) fn width(&self, term: Term) -> Option<u32> {
        self.sorts.width(self.sort(term))
    }

    /// The truth value that a term is.
    pub(crate) fn as_truth(&self, term: Term) -> Option<bool> {
        match term {
            Terms::TRUE => Some(true),
            Terms::FALSE => Some(false),
            _ => None,
        }
    }

    /// Whether it is a value: two different ones of a sort are never equal.
    pub(crate) fn is_literal(&self, term: Term) -> bool {
        matches!(
            self.head(term),
            Head::Number(..) | Head::Bits(..) | Head::Op(Op::True | Op::False)
        )
    }

    /// Whether a term names a witness by the text of its arguments, so that equal arguments need not
    /// give equal results.
    pub(crate) fn is_witness(&self, term: Term) -> bool {
        const BY_VALUE: [&str; 3] = ["@div_by_zero", "@int_div_by_zero", "@mod_by_zero"];
        match self.head(term) {
            Head::Op(op) => op == Op::Skolemize,
            Head::Opaque(name) => {
                let text = self.text(name);
                text.starts_with('@') && !BY_VALUE.contains(&text)
            }
            _ => false,
        }
    }

    /// The role of the function at the top.
    pub(crate) fn role(&self, term: Term) -> Option<&Role> {
        match self.head(term) {
            Head::Fun(name) => self.funs.get(&name).map(|fun| &fun.role),
            _ => None,
        }
    }

    /// The negation, with no double one made.
    pub(crate) fn negate(&mut self, term: Term) -> Term {
        match self.negated(term) {
            Some(inner) => inner,
            None => self.not(term),
        }
    }

    /// The negation.
    pub(crate) fn not(&mut self, term: Term) -> Term {
        self.cons(Head::Op(Op::Not), Sort::BOOL, &[term])
    }

    /// An equation between terms of one sort.
    pub(crate) fn eq(&mut self, a: Term, b: Term) -> Term {
        self.cons(Head::Op(Op::Eq), Sort::BOOL, &[a, b])
    }
}

fn hash(head: Head, args: &[Term]) -> usize {
    let mut hasher = FxHasher::default();
    head.hash(&mut hasher);
    args.hash(&mut hasher);
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as usize
}
