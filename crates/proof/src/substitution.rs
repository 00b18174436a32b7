//! Substitution for free variables, without capture.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::op::Op;
use crate::term::{Head, Term, Terms};

/// More nodes than this are not rebuilt in one substitution.
const MOST_NODES: usize = 2_000_000;

/// Binders that hide a replaced variable are followed this deep.
const DEEPEST: usize = 50;

/// The variables that occur free in a term.
pub(crate) fn free_variables(terms: &Terms, root: Term) -> FxHashSet<Term> {
    let mut free: FxHashMap<Term, FxHashSet<Term>> = FxHashMap::default();
    let mut stack = vec![(root, false)];
    while let Some((term, ready)) = stack.pop() {
        if free.contains_key(&term) || !terms.has_variables(term) {
            continue;
        }
        if !ready {
            stack.push((term, true));
            stack.extend(terms.args(term).iter().map(|a| (*a, false)));
            continue;
        }
        let mut own = FxHashSet::default();
        match terms.head(term) {
            Head::Var(..) => {
                own.insert(term);
            }
            Head::Op(op) if op.binds() => {
                let args = terms.args(term);
                own.extend(free.get(&args[1]).into_iter().flatten());
                for bound in terms.args(args[0]) {
                    own.remove(bound);
                }
            }
            _ => {
                for arg in terms.args(term) {
                    own.extend(free.get(arg).into_iter().flatten());
                }
            }
        }
        free.insert(term, own);
    }
    free.remove(&root).unwrap_or_default()
}

/// The term with its free variables replaced; `None` if a variable would be captured, or if it is
/// too large.
pub(crate) fn substitute(
    terms: &mut Terms,
    root: Term,
    map: &FxHashMap<Term, Term>,
) -> Option<Term> {
    substitute_below(terms, root, map, 0)
}

fn substitute_below(
    terms: &mut Terms,
    root: Term,
    map: &FxHashMap<Term, Term>,
    depth: usize,
) -> Option<Term> {
    let mut inside: FxHashSet<Term> = FxHashSet::default();
    for value in map.values().filter(|v| terms.has_variables(**v)) {
        inside.extend(free_variables(terms, *value));
    }
    let mut work = Substitution {
        terms,
        map,
        inside,
        nodes: MOST_NODES,
        depth,
    };
    work.run(root)
}

struct Substitution<'a> {
    terms: &'a mut Terms,
    map: &'a FxHashMap<Term, Term>,
    /// The variables that occur in what is put in.
    inside: FxHashSet<Term>,
    nodes: usize,
    depth: usize,
}

impl Substitution<'_> {
    fn run(&mut self, root: Term) -> Option<Term> {
        let mut memo: FxHashMap<Term, Term> = FxHashMap::default();
        let mut stack = vec![(root, false)];
        while let Some((term, ready)) = stack.pop() {
            if memo.contains_key(&term) {
                continue;
            }
            if !self.terms.has_variables(term) {
                memo.insert(term, term);
                continue;
            }
            self.nodes = self.nodes.checked_sub(1)?;
            if let Some(value) = self.map.get(&term) {
                memo.insert(term, *value);
                continue;
            }
            let binder = self.terms.op(term).is_some_and(Op::binds);
            if binder && self.clashes(term) {
                let made = self.below(term)?;
                memo.insert(term, made);
                continue;
            }
            let args = self.terms.args(term).to_vec();
            let (kept, changed) = args.split_at(usize::from(binder));
            if !ready {
                stack.push((term, true));
                stack.extend(changed.iter().map(|a| (*a, false)));
                continue;
            }
            let mut made = kept.to_vec();
            made.extend(changed.iter().map(|a| memo.get(a).copied().unwrap_or(*a)));
            let rebuilt = match self.terms.head(term) {
                _ if made == args => term,
                Head::Op(op) => self.terms.apply(op, &made).ok()?,
                Head::Fun(name) => self.terms.call(name, &made).ok()?,
                head => self.terms.cons(head, self.terms.sort(term), &made),
            };
            memo.insert(term, rebuilt);
        }
        memo.get(&root).copied()
    }

    /// Whether a binder hides a variable that is replaced, or might capture one that is put in.
    fn clashes(&self, binder: Term) -> bool {
        let list = self.terms.args(binder)[0];
        let clash = |v: &Term| self.map.contains_key(v) || self.inside.contains(v);
        self.terms.args(list).iter().any(clash)
    }

    /// Below such a binder only what is free there is replaced; `None` if a variable is captured.
    fn below(&mut self, binder: Term) -> Option<Term> {
        let free = free_variables(self.terms, binder);
        let map: FxHashMap<Term, Term> = self
            .map
            .iter()
            .filter(|(v, _)| free.contains(v))
            .map(|(v, t)| (*v, *t))
            .collect();
        if map.is_empty() {
            return Some(binder);
        }
        let args = self.terms.args(binder).to_vec();
        let bound = self.terms.args(args[0]).to_vec();
        for value in map.values() {
            let inside = free_variables(self.terms, *value);
            if bound.iter().any(|v| inside.contains(v)) {
                return None;
            }
        }
        if self.depth >= DEEPEST {
            return None;
        }
        let body = substitute_below(self.terms, args[1], &map, self.depth + 1)?;
        let Head::Op(op) = self.terms.head(binder) else {
            return None;
        };
        self.terms.apply(op, &[args[0], body]).ok()
    }
}

/// A term with its bound variables named by their place alone: terms that differ in the names of
/// bound variables only become the same.
pub(crate) fn renamed(terms: &mut Terms, root: Term) -> Option<Term> {
    let mut memo: FxHashMap<Term, (Term, usize)> = FxHashMap::default();
    let mut stack = vec![(root, false)];
    while let Some((term, ready)) = stack.pop() {
        if memo.contains_key(&term) {
            continue;
        }
        if !terms.has_variables(term) {
            memo.insert(term, (term, 0));
            continue;
        }
        let args = terms.args(term).to_vec();
        if !ready {
            stack.push((term, true));
            stack.extend(args.iter().map(|a| (*a, false)));
            continue;
        }
        let parts: Vec<(Term, usize)> = args.iter().filter_map(|a| memo.get(a).copied()).collect();
        let height = parts.iter().map(|p| p.1).max().unwrap_or(0);
        let made: Vec<Term> = parts.iter().map(|p| p.0).collect();
        let head = terms.head(term);
        let binder = matches!(head, Head::Op(op) if op.binds());
        if !binder {
            let rebuilt = if made == args {
                term
            } else {
                terms.cons(head, terms.sort(term), &made)
            };
            memo.insert(term, (rebuilt, height));
            continue;
        }
        let variables = terms.args(args[0]).to_vec();
        let mut map = FxHashMap::default();
        let mut list = Vec::new();
        for (n, variable) in variables.iter().enumerate() {
            let sort = terms.sort(*variable);
            let name = terms.name(&format!(" bound {height} {n}"));
            let fresh = terms.cons(Head::Var(name, sort), sort, &[]);
            map.insert(*variable, fresh);
            list.push(fresh);
        }
        let body = substitute(terms, made[1], &map)?;
        let list = terms.apply(Op::List, &list).ok()?;
        let rebuilt = terms.cons(head, terms.sort(term), &[list, body]);
        memo.insert(term, (rebuilt, height + 1));
    }
    memo.get(&root).map(|made| made.0)
}
