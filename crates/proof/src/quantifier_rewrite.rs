//! Quantifiers moved, merged and dropped.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::kernel::Kernel;
use crate::op::Op;
use crate::substitution::{free_variables, substitute};
use crate::term::{Term, Terms};

/// Nested prefixes are merged up to this many.
const DEEPEST: usize = 100;

/// Whether two formulas, the first of them quantified, are equal by moving or dropping quantifiers.
pub(crate) fn rewritten(kernel: &mut Kernel, a: Term, b: Term) -> bool {
    let terms = &mut kernel.terms;
    same(terms, Op::Exists, a, b)
        || same_prefix(terms, a, b)
        || distributed(terms, a, b)
        || separated(terms, a, b)
        || chosen(terms, a, b)
        || eliminated(terms, a, b)
}

/// The variables of a quantified formula and of those right below it, and the body. Nothing if a
/// variable is bound twice.
fn prefix(terms: &Terms, quantifier: Op, formula: Term) -> Option<(Vec<Term>, Term)> {
    let mut variables: Vec<Term> = Vec::new();
    let mut body = formula;
    for _ in 0..DEEPEST {
        let Some((list, inner)) = terms.pair(quantifier, body) else {
            break;
        };
        for variable in terms.args(list) {
            if variables.contains(variable) {
                return None;
            }
            variables.push(*variable);
        }
        body = inner;
    }
    Some((variables, body))
}

/// The same body under the same variables, but for those that do not occur. Sorts are not empty.
fn same_prefix(terms: &Terms, a: Term, b: Term) -> bool {
    same(terms, Op::Forall, a, b)
}

fn same(terms: &Terms, quantifier: Op, a: Term, b: Term) -> bool {
    let (Some((xs, body)), Some((ys, other))) =
        (prefix(terms, quantifier, a), prefix(terms, quantifier, b))
    else {
        return false;
    };
    if body != other {
        return false;
    }
    let free = free_variables(terms, body);
    let used = |list: Vec<Term>| {
        list.into_iter()
            .filter(|v| free.contains(v))
            .collect::<FxHashSet<Term>>()
    };
    used(xs) == used(ys)
}

fn universal(terms: &mut Terms, list: Term, body: Term) -> Option<Term> {
    terms.apply(Op::Forall, &[list, body]).ok()
}

/// `∀x (F ∧ G)` as `∀x F ∧ ∀x G`.
fn distributed(terms: &mut Terms, a: Term, b: Term) -> bool {
    let Some((list, body)) = terms.pair(Op::Forall, a) else {
        return false;
    };
    let (Some(parts), Some(others)) = (terms.of(Op::And, body), terms.of(Op::And, b)) else {
        return false;
    };
    let (parts, others) = (parts.to_vec(), others.to_vec());
    parts.len() == others.len()
        && parts.iter().zip(&others).all(|(part, other)| {
            universal(terms, list, *part).is_some_and(|whole| same_prefix(terms, whole, *other))
        })
}

/// `∀x y (F(x) ∨ G(y) ∨ H)` as `∀x F(x) ∨ ∀y G(y) ∨ H`.
fn separated(terms: &mut Terms, a: Term, b: Term) -> bool {
    let Some((list, body)) = terms.pair(Op::Forall, a) else {
        return false;
    };
    let bound: FxHashSet<Term> = terms.args(list).iter().copied().collect();
    let Some(wanted) = terms.of(Op::Or, body).map(<[Term]>::to_vec) else {
        return false;
    };
    let groups = terms
        .of(Op::Or, b)
        .map_or_else(|| vec![b], <[Term]>::to_vec);
    let mut taken: FxHashSet<Term> = FxHashSet::default();
    let mut parts: FxHashMap<Term, usize> = FxHashMap::default();
    for part in &wanted {
        *parts.entry(*part).or_default() += 1;
    }
    for group in groups {
        // A group is one of the parts, or a universal formula over some of them.
        let (own, members) = match (parts.get(&group), terms.pair(Op::Forall, group)) {
            (Some(1..), _) | (_, None) => (Vec::new(), vec![group]),
            (_, Some((list, inner))) => {
                let members = match parts.contains_key(&inner) {
                    true => vec![inner],
                    false => terms
                        .of(Op::Or, inner)
                        .map_or_else(|| vec![inner], <[Term]>::to_vec),
                };
                (terms.args(list).to_vec(), members)
            }
        };
        if own.iter().any(|v| !bound.contains(v) || !taken.insert(*v)) {
            return false;
        }
        for member in members {
            match parts.get_mut(&member) {
                Some(count @ 1..) => *count -= 1,
                _ => return false,
            }
            let free = free_variables(terms, member);
            if free.iter().any(|v| bound.contains(v) && !own.contains(v)) {
                return false;
            }
        }
    }
    parts.values().all(|count| *count == 0)
}

/// `∀x (if C then F else G)` as `if C then ∀x F else ∀x G`, where x is not in C.
fn chosen(terms: &mut Terms, a: Term, b: Term) -> bool {
    let Some((list, body)) = terms.pair(Op::Forall, a) else {
        return false;
    };
    let (Some(&[c, f, g]), Some(&[d, p, q])) = (terms.of(Op::Ite, body), terms.of(Op::Ite, b))
    else {
        return false;
    };
    let free = free_variables(terms, c);
    if c != d || terms.args(list).iter().any(|v| free.contains(v)) {
        return false;
    }
    [(f, p), (g, q)].into_iter().all(|(part, other)| {
        universal(terms, list, part).is_some_and(|whole| same_prefix(terms, whole, other))
    })
}

/// `∀x (x ≠ t ∨ F)` as `F` with t for x, where x is not in t.
fn eliminated(terms: &mut Terms, a: Term, b: Term) -> bool {
    let Some((list, body)) = terms.pair(Op::Forall, a) else {
        return false;
    };
    let variables = terms.args(list).to_vec();
    let literals = terms
        .of(Op::Or, body)
        .map_or_else(|| vec![body], <[Term]>::to_vec);
    for (n, literal) in literals.iter().enumerate() {
        let Some((left, right)) = terms.negated(*literal).and_then(|e| terms.equation(e)) else {
            continue;
        };
        for (variable, value) in [(left, right), (right, left)] {
            if !variables.contains(&variable) || free_variables(terms, value).contains(&variable) {
                continue;
            }
            let mut rest = literals.clone();
            rest.remove(n);
            if instance(terms, &variables, variable, value, &rest)
                .is_some_and(|made| same_prefix(terms, made, b))
            {
                return true;
            }
        }
    }
    false
}

fn instance(
    terms: &mut Terms,
    variables: &[Term],
    gone: Term,
    value: Term,
    rest: &[Term],
) -> Option<Term> {
    let body = match rest {
        [] => Terms::FALSE,
        [only] => *only,
        _ => terms.apply(Op::Or, rest).ok()?,
    };
    let map = FxHashMap::from_iter([(gone, value)]);
    let body = substitute(terms, body, &map)?;
    let left: Vec<Term> = variables.iter().copied().filter(|v| *v != gone).collect();
    if left.is_empty() {
        return Some(body);
    }
    let list = terms.apply(Op::List, &left).ok()?;
    universal(terms, list, body)
}
