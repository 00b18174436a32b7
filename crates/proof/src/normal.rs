//! Normal forms: two terms with the same normal form are equal in every model.
//!
//! Each line here is an equation of the theories of SMT-LIB, read from left to right. A sort or an
//! operator that is not known is left alone.

use crate::op::Op;
use crate::poly;
use crate::sort::Sort;
use crate::sum::{self, is_arithmetic};
use crate::term::{Head, Role, Term, Terms};

/// A `distinct` of more arguments than this stays as it is.
const MOST_DISTINCT: usize = 64;

/// Stores are put into order over at most this many of them.
const MOST_STORES: usize = 64;

const NONE: u32 = u32::MAX;

/// The normal forms found so far.
#[derive(Default)]
pub(crate) struct Normal {
    memo: Vec<u32>,
}

impl Normal {
    /// The normal form of a term.
    pub(crate) fn of(&mut self, terms: &mut Terms, root: Term) -> Term {
        let mut stack = vec![(root, false)];
        while let Some((term, ready)) = stack.pop() {
            if self.known(term).is_some() {
                continue;
            }
            if ready {
                let made = self.build(terms, term);
                self.keep(term, made);
                self.keep(made, made);
                continue;
            }
            stack.push((term, true));
            match is_arithmetic(terms, term) {
                true => self.push_atoms(terms, term, &mut stack),
                false => stack.extend(terms.args(term).iter().map(|a| (*a, false))),
            }
        }
        self.known(root).unwrap_or(root)
    }

    fn known(&self, term: Term) -> Option<Term> {
        let made = self.memo.get(term.0 as usize).copied();
        made.filter(|m| *m != NONE).map(Term)
    }

    fn keep(&mut self, term: Term, made: Term) {
        let at = term.0 as usize;
        if self.memo.len() <= at {
            self.memo.resize(at + 1, NONE);
        }
        if self.memo[at] == NONE {
            self.memo[at] = made.0;
        }
    }

    /// The terms below the sums and products of a term, each once.
    fn push_atoms(&self, terms: &Terms, root: Term, stack: &mut Vec<(Term, bool)>) {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open = vec![root];
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            match is_arithmetic(terms, term) {
                true => open.extend(terms.args(term)),
                false => stack.push((term, false)),
            }
        }
    }

    fn build(&mut self, terms: &mut Terms, term: Term) -> Term {
        let sort = terms.sort(term);
        if is_arithmetic(terms, term) {
            let made = sum::poly(terms, term, &mut |t| self.known(t).unwrap_or(t));
            return match made {
                Some(poly) => poly.term(terms, sort),
                None => term,
            };
        }
        if terms.is_witness(term) {
            return term;
        }
        let args: Vec<Term> = terms
            .args(term)
            .iter()
            .map(|a| self.known(*a).unwrap_or(*a))
            .collect();
        match terms.head(term) {
            Head::Op(op) => self.operator(terms, term, op, sort, &args),
            Head::Fun(_) if !args.is_empty() => selected(terms, term, &args)
                .unwrap_or_else(|| terms.cons(terms.head(term), sort, &args)),
            Head::Opaque(name) if matches!(terms.text(name), "str.++" | "re.++") => {
                joined(terms, term, &args)
            }
            head => terms.cons(head, sort, &args),
        }
    }

    fn operator(
        &mut self,
        terms: &mut Terms,
        term: Term,
        op: Op,
        sort: Sort,
        args: &[Term],
    ) -> Term {
        let made = match (op, args) {
            (Op::Not, [a]) => Some(negation(terms, *a)),
            (Op::And | Op::Or, _) => Some(junction(terms, op, args)),
            (Op::Implies, [a, b]) => {
                let a = negation(terms, *a);
                Some(junction(terms, Op::Or, &[a, *b]))
            }
            (Op::Xor, [a, b]) => {
                let same = equivalence(terms, *a, *b);
                Some(negation(terms, same))
            }
            (Op::Eq, [a, b]) => Some(self.equality(terms, *a, *b)),
            (Op::Distinct, _) => self.distinct(terms, args),
            (Op::Ite, [c, a, b]) => Some(choice(terms, *c, *a, *b, sort)),
            (Op::Lt | Op::Le | Op::Gt | Op::Ge, [a, b]) => self.relation(terms, op, *a, *b),
            (Op::Exists, [list, body]) => {
                let body = negation(terms, *body);
                let all = quantified(terms, *list, body);
                Some(negation(terms, all))
            }
            (Op::Forall, [list, body]) => Some(quantified(terms, *list, *body)),
            // By a number other than zero, division is total.
            (Op::IntDiv | Op::IntDivTotal, [a, by]) => {
                crate::division::normal(terms, Op::IntDivTotal, *a, *by)
            }
            (Op::Mod | Op::ModTotal, [a, by]) => {
                crate::division::normal(terms, Op::ModTotal, *a, *by)
            }
            (Op::Purify, [a]) => Some(*a),
            (Op::Select, [array, index]) => self.read(terms, *array, *index),
            (Op::Store, [array, index, value]) => Some(self.write(terms, *array, *index, *value)),
            (Op::Is, [constructor, value]) => tested(terms, *constructor, *value),
            _ => crate::ground::fold(terms, op, args),
        };
        made.unwrap_or_else(|| terms.cons(terms.head(term), sort, args))
    }

    fn relation(&mut self, terms: &mut Terms, op: Op, a: Term, b: Term) -> Option<Term> {
        if !terms.sort(a).is_number() || !terms.sort(b).is_number() {
            return None;
        }
        let (a, b) = match op {
            Op::Lt | Op::Le => (b, a),
            _ => (a, b),
        };
        let left = sum::poly(terms, a, &mut |t| t)?;
        let right = sum::poly(terms, b, &mut |t| t)?;
        let strict = matches!(op, Op::Lt | Op::Gt);
        Some(poly::relation(terms, &left.minus(&right), strict))
    }

    /// Whether two normal terms are known to be equal, or known to differ.
    pub(crate) fn compare(&self, terms: &Terms, a: Term, b: Term) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        if terms.is_literal(a) && terms.is_literal(b) && terms.sort(a) == terms.sort(b) {
            return Some(false);
        }
        if terms.sort(a).is_number() && terms.sort(a) == terms.sort(b) {
            let left = sum::poly(terms, a, &mut |t| t)?;
            let right = sum::poly(terms, b, &mut |t| t)?;
            return left.minus(&right).as_constant().map(|c| c.is_zero());
        }
        None
    }

    fn equality(&mut self, terms: &mut Terms, a: Term, b: Term) -> Term {
        let sort = terms.sort(a);
        if a == b {
            return Terms::TRUE;
        }
        if sort == Sort::BOOL && terms.sort(b) == Sort::BOOL {
            return equivalence(terms, a, b);
        }
        if sort.is_number() && sort == terms.sort(b) {
            let left = sum::poly(terms, a, &mut |t| t);
            let right = sum::poly(terms, b, &mut |t| t);
            if let (Some(left), Some(right)) = (left, right) {
                return poly::equation(terms, &left.minus(&right));
            }
        }
        if terms.is_literal(a) && terms.is_literal(b) && sort == terms.sort(b) {
            return Terms::FALSE;
        }
        if let Some(made) = self.constructed(terms, a, b) {
            return made;
        }
        terms.eq(a.min(b), a.max(b))
    }

    /// An equation between two constructor terms.
    fn constructed(&mut self, terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
        let constructor = |t| matches!(terms.role(t), Some(Role::Constructor(_)));
        if !constructor(a) || !constructor(b) || terms.sort(a) != terms.sort(b) {
            return None;
        }
        if terms.head(a) != terms.head(b) {
            return Some(Terms::FALSE);
        }
        let pairs: Vec<(Term, Term)> = terms
            .args(a)
            .iter()
            .copied()
            .zip(terms.args(b).iter().copied())
            .collect();
        let parts: Vec<Term> = pairs
            .into_iter()
            .map(|(x, y)| match (terms.role(x), terms.role(y)) {
                // One level at a time: a deeper one is left as an equation.
                (Some(Role::Constructor(_)), Some(Role::Constructor(_))) if x != y => {
                    match terms.head(x) == terms.head(y) {
                        true => terms.eq(x.min(y), x.max(y)),
                        false => Terms::FALSE,
                    }
                }
                _ => self.equality(terms, x, y),
            })
            .collect();
        Some(junction(terms, Op::And, &parts))
    }

    fn distinct(&mut self, terms: &mut Terms, args: &[Term]) -> Option<Term> {
        if args.len() > MOST_DISTINCT {
            return None;
        }
        let mut parts = Vec::new();
        for (n, a) in args.iter().enumerate() {
            for b in &args[n + 1..] {
                let same = self.equality(terms, *a, *b);
                parts.push(negation(terms, same));
            }
        }
        Some(junction(terms, Op::And, &parts))
    }

    fn read(&mut self, terms: &mut Terms, array: Term, index: Term) -> Option<Term> {
        let mut array = array;
        loop {
            let [inner, at, value] = *terms.of(Op::Store, array)? else {
                return None;
            };
            match self.compare(terms, at, index) {
                Some(true) => return Some(value),
                Some(false) => array = inner,
                None => break,
            }
            if terms.of(Op::Store, array).is_none() {
                break;
            }
        }
        let sort = terms
            .sorts
            .array(terms.sort(array))
            .map(|(_, element)| element)?;
        Some(terms.cons(Head::Op(Op::Select), sort, &[array, index]))
    }

    fn write(&mut self, terms: &mut Terms, array: Term, index: Term, value: Term) -> Term {
        let sort = terms.sort(array);
        let store = Head::Op(Op::Store);
        if terms.pair(Op::Select, value) == Some((array, index)) {
            return array;
        }
        // Writes go inwards past those at other places with higher numbers.
        let mut over = Vec::new();
        let mut base = array;
        while let Some(&[inner, at, old]) = terms.of(Op::Store, base) {
            match self.compare(terms, at, index) {
                Some(true) => {
                    base = inner;
                    break;
                }
                Some(false) if at > index && over.len() < MOST_STORES => over.push((at, old)),
                _ => break,
            }
            base = inner;
        }
        let mut made = match terms.pair(Op::Select, value) == Some((base, index)) {
            true => base,
            false => terms.cons(store, sort, &[base, index, value]),
        };
        for (at, old) in over.into_iter().rev() {
            made = terms.cons(store, sort, &[made, at, old]);
        }
        made
    }
}

/// The negation of a normal formula.
pub(crate) fn negation(terms: &mut Terms, a: Term) -> Term {
    match terms.as_truth(a) {
        Some(value) => terms.truth(!value),
        None => terms.negate(a),
    }
}

/// A conjunction or disjunction of normal formulas: flat, sorted, each part once.
pub(crate) fn junction(terms: &mut Terms, op: Op, args: &[Term]) -> Term {
    let (unit, zero) = match op {
        Op::And => (Terms::TRUE, Terms::FALSE),
        _ => (Terms::FALSE, Terms::TRUE),
    };
    let mut parts = Vec::with_capacity(args.len());
    for arg in args {
        match terms.of(op, *arg) {
            Some(inner) => parts.extend_from_slice(inner),
            None if *arg != unit => parts.push(*arg),
            None => {}
        }
    }
    parts.sort_unstable();
    parts.dedup();
    let opposite = |p: &Term| {
        let inner = terms.negated(*p);
        inner.is_some_and(|inner| parts.binary_search(&inner).is_ok())
    };
    if parts.contains(&zero) || parts.iter().any(opposite) {
        return zero;
    }
    match parts.as_slice() {
        [] => unit,
        [only] => *only,
        _ => terms.cons(Head::Op(op), Sort::BOOL, &parts),
    }
}

/// An equation between normal formulas: negations stand outside.
fn equivalence(terms: &mut Terms, a: Term, b: Term) -> Term {
    let (x, first) = literal(terms, a);
    let (y, second) = literal(terms, b);
    let odd = first != second;
    let made = match (terms.as_truth(x), terms.as_truth(y)) {
        _ if x == y => Terms::TRUE,
        (Some(true), _) => y,
        (_, Some(true)) => x,
        (Some(false), _) => negation(terms, y),
        (_, Some(false)) => negation(terms, x),
        _ => terms.eq(x.min(y), x.max(y)),
    };
    if odd { negation(terms, made) } else { made }
}

fn literal(terms: &Terms, a: Term) -> (Term, bool) {
    match terms.negated(a) {
        Some(inner) => (inner, false),
        None => (a, true),
    }
}

fn choice(terms: &mut Terms, c: Term, a: Term, b: Term, sort: Sort) -> Term {
    if let Some(value) = terms.as_truth(c) {
        return if value { a } else { b };
    }
    if a == b {
        return a;
    }
    let (c, a, b) = match terms.negated(c) {
        Some(inner) => (inner, b, a),
        None => (c, a, b),
    };
    // The same condition once more below says nothing new.
    let a = match terms.of(Op::Ite, a) {
        Some(&[inner, then, _]) if inner == c => then,
        _ => a,
    };
    let b = match terms.of(Op::Ite, b) {
        Some(&[inner, _, other]) if inner == c => other,
        _ => b,
    };
    if a == b {
        return a;
    }
    if sort != Sort::BOOL {
        return terms.cons(Head::Op(Op::Ite), sort, &[c, a, b]);
    }
    let not_c = negation(terms, c);
    match (terms.as_truth(a), terms.as_truth(b)) {
        (Some(true), _) => junction(terms, Op::Or, &[c, b]),
        (Some(false), _) => junction(terms, Op::And, &[not_c, b]),
        (_, Some(true)) => junction(terms, Op::Or, &[not_c, a]),
        (_, Some(false)) => junction(terms, Op::And, &[c, a]),
        _ => terms.cons(Head::Op(Op::Ite), sort, &[c, a, b]),
    }
}

/// A universal formula; sorts are never empty, so a constant body stands for itself.
fn quantified(terms: &mut Terms, list: Term, body: Term) -> Term {
    if terms.as_truth(body).is_some() {
        return body;
    }
    terms.cons(Head::Op(Op::Forall), Sort::BOOL, &[list, body])
}

/// A concatenation: flat, without empty strings.
fn joined(terms: &mut Terms, term: Term, args: &[Term]) -> Term {
    let (head, sort) = (terms.head(term), terms.sort(term));
    let empty = terms.string("");
    let mut parts = Vec::with_capacity(args.len());
    for arg in args {
        match terms.head(*arg) == head {
            true => parts.extend_from_slice(terms.args(*arg)),
            false if *arg != empty => parts.push(*arg),
            false => {}
        }
    }
    match parts.as_slice() {
        [] => empty,
        [only] => *only,
        _ => terms.cons(head, sort, &parts),
    }
}

/// A selector of a constructor term.
fn selected(terms: &Terms, term: Term, args: &[Term]) -> Option<Term> {
    let Some(Role::Selector(constructor, field)) = terms.role(term) else {
        return None;
    };
    let [value] = args else { return None };
    match terms.head(*value) {
        Head::Fun(name) if name == *constructor => terms.args(*value).get(*field).copied(),
        _ => None,
    }
}

fn tested(terms: &Terms, constructor: Term, value: Term) -> Option<Term> {
    let (Head::Fun(wanted), Head::Fun(name)) = (terms.head(constructor), terms.head(value)) else {
        return None;
    };
    let applied = matches!(terms.role(value), Some(Role::Constructor(selectors))
        if selectors.len() == terms.args(value).len());
    applied.then(|| terms.truth(wanted == name))
}
