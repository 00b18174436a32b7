//! Whether formulas follow from others by their connectives alone.
//!
//! The premises are taken as true and the goal as false; what follows is propagated through the
//! connectives, and a few cases are split, until every branch has a contradiction. Everything that
//! is no connective is an atom. Terms that depend on a condition (`ite`, a read over a write) are
//! compared in each branch, where the condition is decided.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::normal::Normal;
use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Head, Term, Terms};

/// How far one question may go.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// How deep connectives are looked into.
    pub(crate) depth: usize,
    /// How many cases are split one below another.
    pub(crate) splits: usize,
    /// How many conditions inside the terms of one atom are decided.
    pub(crate) layers: usize,
    /// How many nodes are looked at in all.
    pub(crate) steps: usize,
}

impl Effort {
    /// For rules whose conclusion shows one or two connectives.
    pub(crate) const SMALL: Effort = Effort {
        depth: 4,
        splits: 0,
        layers: 0,
        steps: 200_000,
    };
    /// For rewrites that move whole formulas around.
    pub(crate) const MEDIUM: Effort = Effort {
        depth: 3,
        splits: 6,
        layers: 1,
        steps: 20_000,
    };
    /// For other rewrites.
    pub(crate) const LARGE: Effort = Effort {
        depth: 12,
        splits: 9,
        layers: 40,
        steps: 60_000,
    };
}

struct Search<'a> {
    terms: &'a mut Terms,
    normal: &'a mut Normal,
    value: FxHashMap<Term, bool>,
    trail: Vec<Term>,
    uses: FxHashMap<Term, Vec<Term>>,
    /// All parts in the order in which they were met.
    parts: Vec<Term>,
    /// Parts with connectives that are looked into no further.
    cut: FxHashSet<Term>,
    /// Atoms that speak of terms with conditions.
    conditional: Vec<Term>,
    queue: Vec<Term>,
    queued: FxHashSet<Term>,
    steps: usize,
}

/// Whether the goal follows from the premises.
pub(crate) fn follows(
    terms: &mut Terms,
    normal: &mut Normal,
    premises: &[Term],
    goal: Term,
    effort: Effort,
) -> bool {
    let mut search = Search {
        terms,
        normal,
        value: FxHashMap::default(),
        trail: Vec::new(),
        uses: FxHashMap::default(),
        parts: Vec::new(),
        cut: FxHashSet::default(),
        conditional: Vec::new(),
        queue: Vec::new(),
        queued: FxHashSet::default(),
        steps: effort.steps,
    };
    for root in premises.iter().chain([&goal]) {
        search.collect(*root, effort.depth);
    }
    search.link(0);
    if effort.splits > 0 {
        search.conditions(effort.layers);
    }
    let given = premises.iter().map(|p| (*p, true)).chain([(goal, false)]);
    for (root, value) in given.collect::<Vec<_>>() {
        if !search.assign(root, value) {
            return true;
        }
    }
    search.refute(effort.splits) == Some(true)
}

impl Search<'_> {
    /// The atom or connective of a formula, and whether it is negated.
    fn strip(&mut self, term: Term) -> (Term, bool) {
        let mut term = term;
        let mut positive = true;
        while let Some(inner) = self.terms.negated(term) {
            term = inner;
            positive = !positive;
        }
        if let Some((a, b)) = self.terms.equation(term)
            && b < a
            && self.terms.sort(a) != Sort::BOOL
        {
            term = self.terms.eq(b, a);
        }
        (term, positive)
    }

    /// The operator at the top, if it combines truth values.
    fn connective(&self, term: Term) -> Option<Op> {
        let op = self.terms.op(term)?;
        let boolean = |t: &Term| self.terms.sort(*t) == Sort::BOOL;
        let args = self.terms.args(term);
        let is = op.is_connective()
            || matches!(op, Op::Ite | Op::Eq) && args.iter().all(boolean)
            || op == Op::Distinct && args.len() == 2 && args.iter().all(boolean);
        is.then_some(op)
    }

    fn collect(&mut self, root: Term, depth: usize) {
        let mut open = vec![(root, depth)];
        while let Some((term, depth)) = open.pop() {
            let (term, _) = self.strip(term);
            if self.uses.contains_key(&term) || self.steps == 0 {
                continue;
            }
            self.steps -= 1;
            self.uses.insert(term, Vec::new());
            self.parts.push(term);
            if self.connective(term).is_none() {
                continue;
            }
            if depth == 0 {
                self.cut.insert(term);
                continue;
            }
            for arg in self.terms.args(term).to_vec() {
                let (child, _) = self.strip(arg);
                open.push((child, depth - 1));
            }
        }
    }

    /// Lists where the parts from this one on are used.
    fn link(&mut self, from: usize) {
        for n in from..self.parts.len() {
            let part = self.parts[n];
            if self.connective(part).is_none() {
                continue;
            }
            for arg in self.terms.args(part).to_vec() {
                let (child, _) = self.strip(arg);
                if let Some(uses) = self.uses.get_mut(&child)
                    && uses.last() != Some(&part)
                {
                    uses.push(part);
                }
            }
        }
    }

    fn of(&mut self, term: Term) -> Option<bool> {
        if let Some(value) = self.terms.as_truth(term) {
            return Some(value);
        }
        let (term, positive) = self.strip(term);
        if let Some(value) = self.terms.as_truth(term) {
            return Some(value == positive);
        }
        self.value.get(&term).map(|v| *v == positive)
    }

    /// Takes a formula as true or false; false if that contradicts what is known.
    fn assign(&mut self, term: Term, value: bool) -> bool {
        let (term, positive) = self.strip(term);
        let value = value == positive;
        if let Some(known) = self.terms.as_truth(term) {
            return known == value;
        }
        if let Some((a, b)) = self.terms.equation(term)
            && a == b
        {
            return value;
        }
        match self.value.get(&term) {
            Some(known) => return *known == value,
            None => self.value.insert(term, value),
        };
        self.trail.push(term);
        self.enqueue(term);
        for user in self.uses.get(&term).cloned().unwrap_or_default() {
            self.enqueue(user);
        }
        true
    }

    fn enqueue(&mut self, term: Term) {
        if self.queued.insert(term) {
            self.queue.push(term);
        }
    }

    /// Propagates all that is known; false at a contradiction.
    fn propagate(&mut self) -> Option<bool> {
        while let Some(term) = self.queue.pop() {
            self.queued.remove(&term);
            let size = self.terms.args(term).len() + 1;
            self.steps = self.steps.checked_sub(size)?;
            if !self.examine(term) {
                self.queue.clear();
                self.queued.clear();
                return Some(false);
            }
        }
        Some(true)
    }

    fn examine(&mut self, term: Term) -> bool {
        let Some(op) = self.connective(term) else {
            return true;
        };
        let args = self.terms.args(term).to_vec();
        match (op, args.as_slice()) {
            (Op::And, _) => self.junction(term, &args, true),
            (Op::Or, _) => self.junction(term, &args, false),
            (Op::Implies, [a, b]) => {
                let a = self.terms.not(*a);
                self.junction(term, &[a, *b], false)
            }
            (Op::Eq, [a, b]) => self.parity(term, *a, *b, true),
            (Op::Xor | Op::Distinct, [a, b]) => self.parity(term, *a, *b, false),
            (Op::Ite, [c, a, b]) => self.choice(term, *c, *a, *b),
            _ => true,
        }
    }

    /// `and`, where `unit` is true, or `or`.
    fn junction(&mut self, term: Term, args: &[Term], unit: bool) -> bool {
        let own = self.value.get(&term).copied();
        if own == Some(unit) {
            return args.iter().all(|a| self.assign(*a, unit));
        }
        let mut open = None;
        let mut count = 0;
        for arg in args {
            match self.of(*arg) {
                Some(value) if value != unit => return self.assign(term, !unit),
                Some(_) => {}
                None => {
                    count += 1;
                    open = Some(*arg);
                }
            }
        }
        match (count, own, open) {
            (0, _, _) => self.assign(term, unit),
            (1, Some(_), Some(last)) => self.assign(last, !unit),
            _ => true,
        }
    }

    /// `=` of truth values, where `same` is true, or `xor`.
    fn parity(&mut self, term: Term, a: Term, b: Term, same: bool) -> bool {
        if a == b {
            return self.assign(term, same);
        }
        let own = self.value.get(&term).map(|v| *v == same);
        match (self.of(a), self.of(b), own) {
            (Some(x), Some(y), _) => self.assign(term, (x == y) == same),
            (Some(x), None, Some(equal)) => self.assign(b, x == equal),
            (None, Some(y), Some(equal)) => self.assign(a, y == equal),
            _ => true,
        }
    }

    fn choice(&mut self, term: Term, c: Term, a: Term, b: Term) -> bool {
        let own = self.value.get(&term).copied();
        match (self.of(c), self.of(a), self.of(b), own) {
            (Some(c), x, y, own) => {
                let (branch, value) = if c { (a, x) } else { (b, y) };
                match (value, own) {
                    (Some(value), _) => self.assign(term, value),
                    (None, Some(own)) => self.assign(branch, own),
                    _ => true,
                }
            }
            (None, Some(x), Some(y), None) if x == y => self.assign(term, x),
            (None, x, y, Some(own)) => match (x, y) {
                (Some(x), Some(y)) if x != own && y != own => false,
                (Some(x), _) if x != own => self.assign(c, false) && self.assign(b, own),
                (_, Some(y)) if y != own => self.assign(c, true) && self.assign(a, own),
                _ => true,
            },
            _ => true,
        }
    }

    /// Whether what is assumed is contradictory; `None` if that could not be found out.
    fn refute(&mut self, splits: usize) -> Option<bool> {
        if !self.propagate()? || self.contradicted() {
            return Some(true);
        }
        if splits == 0 {
            return Some(false);
        }
        let open = self.parts.iter().find(|p| {
            !self.value.contains_key(p) && (self.connective(**p).is_none() || self.cut.contains(p))
        });
        let Some(&atom) = open else {
            return Some(false);
        };
        for value in [true, false] {
            let mark = self.trail.len();
            let closed = !self.assign(atom, value) || self.refute(splits - 1)?;
            for undone in self.trail.split_off(mark) {
                self.value.remove(&undone);
            }
            self.queue.clear();
            self.queued.clear();
            if !closed {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Takes up the conditions that terms inside atoms depend on.
    fn conditions(&mut self, layers: usize) {
        let mut found = Vec::new();
        for atom in self.parts.clone() {
            if self.connective(atom).is_some() {
                continue;
            }
            let before = found.len();
            let mut open: Vec<(Term, usize)> = vec![(atom, 7)];
            let mut layers = layers;
            let mut seen = FxHashSet::default();
            while let Some((term, depth)) = open.pop() {
                if depth == 0 || !seen.insert(term) || seen.len() > 400 {
                    continue;
                }
                match (self.terms.head(term), self.terms.args(term)) {
                    (Head::Op(op), _) if op.binds() => continue,
                    (Head::Op(Op::Ite), &[c, a, b]) => {
                        found.push(c);
                        layers = layers.saturating_sub(1);
                        if layers == 0 {
                            break;
                        }
                        open.extend([(a, depth - 1), (b, depth - 1)]);
                        continue;
                    }
                    (Head::Op(Op::Select), &[array, index]) => {
                        if let Some(&[_, at, _]) = self.terms.of(Op::Store, array) {
                            let same = self.terms.eq(at, index);
                            let same = self.normal.of(self.terms, same);
                            found.push(same);
                        }
                    }
                    _ => {}
                }
                open.extend(self.terms.args(term).iter().map(|a| (*a, depth - 1)));
            }
            if found.len() > before {
                self.conditional.push(atom);
            }
        }
        let from = self.parts.len();
        for condition in found {
            self.collect(condition, 4);
        }
        self.link(from);
    }

    /// Whether some atom has the wrong value once its terms' conditions are decided.
    fn contradicted(&mut self) -> bool {
        for atom in self.conditional.clone() {
            let Some(value) = self.value.get(&atom).copied() else {
                continue;
            };
            let mut memo = FxHashMap::default();
            let plain = self.resolve(atom, 8, &mut memo);
            let normal = self.normal.of(self.terms, plain);
            if normal != atom && self.of(normal) == Some(!value) {
                return true;
            }
        }
        false
    }

    /// A term with its decided conditions gone.
    fn resolve(&mut self, term: Term, depth: usize, memo: &mut FxHashMap<Term, Term>) -> Term {
        if depth == 0 || self.terms.args(term).is_empty() {
            return term;
        }
        if let Some(made) = memo.get(&term) {
            return *made;
        }
        let args = self.terms.args(term).to_vec();
        let made = match (self.terms.head(term), args.as_slice()) {
            _ if self.terms.is_witness(term) => term,
            (Head::Op(op), _) if op.binds() => term,
            (Head::Op(Op::Ite), [c, a, b]) if self.of(*c).is_some() => {
                let branch = if self.of(*c) == Some(true) { *a } else { *b };
                self.resolve(branch, depth - 1, memo)
            }
            (head, _) => {
                let args: Vec<Term> = args
                    .iter()
                    .map(|a| self.resolve(*a, depth - 1, memo))
                    .collect();
                let made = self.terms.cons(head, self.terms.sort(term), &args);
                self.read(made)
            }
        };
        memo.insert(term, made);
        made
    }

    /// A read over a write at a place that is decided to be the same or another.
    fn read(&mut self, term: Term) -> Term {
        let Some(&[array, index]) = self.terms.of(Op::Select, term) else {
            return term;
        };
        let Some(&[inner, at, value]) = self.terms.of(Op::Store, array) else {
            return term;
        };
        let same = self.terms.eq(at, index);
        let same = self.normal.of(self.terms, same);
        match self.of(same) {
            Some(true) => value,
            Some(false) => {
                self.terms
                    .cons(Head::Op(Op::Select), self.terms.sort(term), &[inner, index])
            }
            None => term,
        }
    }
}
