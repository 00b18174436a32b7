//! Rewrites, and every rule without a check of its own: an equation holds if both sides have one
//! normal form, if it follows by connectives and decided conditions, or if both sides are the same
//! circuit. What is left is a hole.

use dashu_base::Abs;
use dashu_ratio::RBig;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::closed;
use crate::decide::Effort;
use crate::kernel::{Kernel, Step, Verdict};
use crate::op::Op;
use crate::sort::Sort;
use crate::substitution::substitute;
use crate::term::{Head, Role, Term, Terms};
use crate::word;

/// Checks a step by what its conclusion says, whatever its rule.
pub(crate) fn check(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    if step.premises.contains(&step.goal) {
        return Verdict::Holds;
    }
    let goal = kernel.normal(step.goal);
    if goal == Terms::TRUE {
        return Verdict::Holds;
    }
    if goal == Terms::FALSE && step.premises.is_empty() {
        return Verdict::Fails("the conclusion is false".to_owned());
    }
    let premises: Vec<Term> = step.premises.iter().map(|p| kernel.normal(*p)).collect();
    let holds = cases(&kernel.terms, step.goal)
        || kernel.follows(&premises, goal, Effort::MEDIUM)
        || words(kernel, step)
        || kernel.follows(&premises, goal, Effort::LARGE)
        || kernel.is_same_circuit(step.goal)
        || with_axioms(kernel, &premises, step.goal)
        || reduced(kernel, step.goal)
        || quantified(kernel, step.goal)
        || closed::holds(&kernel.terms, &kernel.catalog, step.goal);
    match holds {
        true => Verdict::Holds,
        false => Verdict::Hole,
    }
}

/// A value of a datatype is made by one of its constructors.
fn cases(terms: &Terms, goal: Term) -> bool {
    let tests: &[Term] = match (terms.of(Op::Or, goal), terms.equation(goal)) {
        (Some(tests), _) => tests,
        (_, Some((test, Terms::TRUE))) if terms.of(Op::Is, test).is_some() => {
            &terms.args(goal)[..1]
        }
        _ => return false,
    };
    let mut named = FxHashSet::default();
    let mut value = None;
    for test in tests {
        let Some((constructor, of)) = terms.pair(Op::Is, *test) else {
            return false;
        };
        if *value.get_or_insert(of) != of {
            return false;
        }
        if let Head::Fun(name) = terms.head(constructor) {
            named.insert(name);
        }
    }
    let all = value.and_then(|v| terms.datatypes.get(&terms.sort(v)));
    all.is_some_and(|all| !all.is_empty() && all.iter().all(|c| named.contains(c)))
}

/// Equations between sums and products of bit-vectors.
fn words(kernel: &mut Kernel, step: &Step<'_>) -> bool {
    let Kernel { terms, normal, .. } = kernel;
    let Some((a, b)) = terms.equation(step.goal) else {
        return false;
    };
    if terms.width(a).is_some() {
        return word::same(terms, normal, a, b);
    }
    // Two equations whose differences, times odd numbers, are the same.
    let parts = match step.premises {
        [premise] => terms.equation(*premise).and_then(|(x, y)| {
            let (by, left) = terms.pair(Op::BvMul, x)?;
            let (times, right) = terms.pair(Op::BvMul, y)?;
            let (by, times) = (terms.as_bits(by)?.0, terms.as_bits(times)?.0);
            let odd = |n: &dashu_int::UBig| dashu_base::BitTest::bit(n, 0);
            (odd(&by) && odd(&times)).then_some((left, right))
        }),
        _ => None,
    };
    let (Some((left, right)), Some((p, q)), Some((r, s))) =
        (parts, terms.equation(a), terms.equation(b))
    else {
        return false;
    };
    // The premise holds, so it is enough that it is about these two differences.
    let (Ok(first), Ok(second)) = (
        terms.apply(Op::BvSub, &[p, q]),
        terms.apply(Op::BvSub, &[r, s]),
    ) else {
        return false;
    };
    word::same(terms, normal, left, first) && word::same(terms, normal, right, second)
}

/// With what theories say of the atoms: an equation of numbers is two inequalities, a tester is an
/// equation with a constructor term.
fn with_axioms(kernel: &mut Kernel, premises: &[Term], goal: Term) -> bool {
    const MOST: usize = 8;
    let mut axioms = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open = vec![(goal, 5)];
    while let Some((term, depth)) = open.pop() {
        if depth == 0 || !seen.insert(term) || axioms.len() >= MOST {
            continue;
        }
        open.extend(kernel.terms.args(term).iter().map(|a| (*a, depth - 1)));
        if let Some(axiom) = axiom(&mut kernel.terms, term) {
            axioms.push(kernel.normal(axiom));
        }
    }
    if axioms.is_empty() {
        return false;
    }
    let goal = kernel.normal(goal);
    axioms.extend_from_slice(premises);
    kernel.follows(&axioms, goal, Effort::LARGE)
}

fn axiom(terms: &mut Terms, term: Term) -> Option<Term> {
    match (terms.op(term)?, terms.args(term).to_vec().as_slice()) {
        (Op::Eq, [a, b]) if terms.sort(*a).is_number() => {
            let above = terms.apply(Op::Ge, &[*a, *b]).ok()?;
            let below = terms.apply(Op::Le, &[*a, *b]).ok()?;
            let both = terms.apply(Op::And, &[above, below]).ok()?;
            Some(terms.eq(term, both))
        }
        (Op::Div | Op::IntDiv | Op::Mod, [a, by]) => by_zero(terms, term, *a, *by),
        (Op::DivTotal, [a, by]) => real_quotient(terms, term, *a, *by),
        (Op::IntDivTotal, [a, by]) => quotient(terms, term, *a, *by),
        (Op::ModTotal, [a, by]) => {
            let whole = terms.apply(Op::IntDivTotal, &[*a, *by]).ok()?;
            let bounds = quotient(terms, whole, *a, *by)?;
            let product = terms.apply(Op::Mul, &[*by, whole]).ok()?;
            let rest = terms.apply(Op::Sub, &[*a, product]).ok()?;
            let same = terms.apply(Op::Eq, &[term, rest]).ok()?;
            terms.apply(Op::And, &[same, bounds]).ok()
        }
        (Op::ToInt, [a]) => {
            let whole = terms.apply(Op::ToReal, &[term]).ok()?;
            let one = terms.number(RBig::ONE, Sort::REAL);
            let next = terms.apply(Op::Add, &[whole, one]).ok()?;
            let below = terms.apply(Op::Le, &[whole, *a]).ok()?;
            let above = terms.apply(Op::Lt, &[*a, next]).ok()?;
            terms.apply(Op::And, &[below, above]).ok()
        }
        (Op::Abs, [a]) if terms.sort(*a).is_number() => {
            let zero = terms.number(RBig::ZERO, terms.sort(*a));
            let positive = terms.apply(Op::Ge, &[*a, zero]).ok()?;
            let minus = terms.apply(Op::Sub, &[*a]).ok()?;
            let value = terms.apply(Op::Ite, &[positive, *a, minus]).ok()?;
            terms.apply(Op::Eq, &[term, value]).ok()
        }
        (Op::Is, [constructor, value]) => {
            let Head::Fun(name) = terms.head(*constructor) else {
                return None;
            };
            let Some(Role::Constructor(selectors)) = terms.role(*constructor).cloned() else {
                return None;
            };
            let fields: Result<Vec<Term>, String> = selectors
                .iter()
                .map(|s| terms.call(*s, &[*value]))
                .collect();
            let built = terms.call(name, &fields.ok()?).ok()?;
            let same = terms.apply(Op::Eq, &[*value, built]).ok()?;
            Some(terms.eq(term, same))
        }
        _ => None,
    }
}

/// What a quotient is by definition: a function of the dividend where the divisor is zero, and the
/// total quotient elsewhere.
fn by_zero(terms: &mut Terms, term: Term, a: Term, by: Term) -> Option<Term> {
    let (name, total) = match terms.op(term)? {
        Op::Div => ("@div_by_zero", Op::DivTotal),
        Op::IntDiv => ("@int_div_by_zero", Op::IntDivTotal),
        _ => ("@mod_by_zero", Op::ModTotal),
    };
    let name = terms.name(name);
    let open = terms.call(name, &[a]).ok()?;
    let zero = terms.number(RBig::ZERO, terms.sort(by));
    let is_zero = terms.apply(Op::Eq, &[by, zero]).ok()?;
    let total = terms.apply(total, &[a, by]).ok()?;
    let value = terms.apply(Op::Ite, &[is_zero, open, total]).ok()?;
    terms.apply(Op::Eq, &[term, value]).ok()
}

/// What a total quotient of reals is: zero where the divisor is, and elsewhere what gives the dividend
/// when the divisor is multiplied with it.
fn real_quotient(terms: &mut Terms, term: Term, a: Term, by: Term) -> Option<Term> {
    let zero = terms.number(RBig::ZERO, Sort::REAL);
    let is_zero = terms.apply(Op::Eq, &[by, zero]).ok()?;
    let nothing = terms.apply(Op::Eq, &[term, zero]).ok()?;
    let product = terms.apply(Op::Mul, &[by, term]).ok()?;
    let undone = terms.apply(Op::Eq, &[product, a]).ok()?;
    terms.apply(Op::Ite, &[is_zero, nothing, undone]).ok()
}

/// What a quotient by a number other than zero is: the divisor times it is at most the dividend, and
/// the rest is smaller than the divisor.
fn quotient(terms: &mut Terms, whole: Term, a: Term, by: Term) -> Option<Term> {
    let value = terms.as_number(by).filter(|n| !n.is_zero())?.clone();
    let size = terms.number(value.abs(), Sort::INT);
    let product = terms.apply(Op::Mul, &[by, whole]).ok()?;
    let next = terms.apply(Op::Add, &[product, size]).ok()?;
    let below = terms.apply(Op::Le, &[product, a]).ok()?;
    let above = terms.apply(Op::Lt, &[a, next]).ok()?;
    terms.apply(Op::And, &[below, above]).ok()
}

/// An equation whose side is a read over a write, or a `lambda` applied to arguments.
fn reduced(kernel: &mut Kernel, goal: Term) -> bool {
    let Some((a, b)) = kernel.terms.equation(goal) else {
        return false;
    };
    for (side, other) in [(a, b), (b, a)] {
        let terms = &mut kernel.terms;
        let Some(made) = beta(terms, side).or_else(|| unfolded(terms, side)) else {
            continue;
        };
        if made == other || kernel.normal(made) == kernel.normal(other) {
            return true;
        }
    }
    false
}

/// A read over a write as a choice.
fn unfolded(terms: &mut Terms, term: Term) -> Option<Term> {
    let (array, index) = terms.pair(Op::Select, term)?;
    let &[inner, at, value] = terms.of(Op::Store, array)? else {
        return None;
    };
    let same = terms.apply(Op::Eq, &[index, at]).ok()?;
    let below = terms.apply(Op::Select, &[inner, index]).ok()?;
    terms.apply(Op::Ite, &[same, value, below]).ok()
}

/// A `lambda` applied to all its arguments, with these put in.
fn beta(terms: &mut Terms, term: Term) -> Option<Term> {
    let (function, args) = terms.of(Op::Apply, term)?.split_first()?;
    let (function, args) = (*function, args.to_vec());
    let (list, body) = terms.pair(Op::Lambda, function)?;
    let variables = terms.args(list);
    if variables.len() != args.len() {
        return None;
    }
    let map: FxHashMap<Term, Term> = variables.iter().copied().zip(args).collect();
    substitute(terms, body, &map)
}

fn quantified(kernel: &mut Kernel, goal: Term) -> bool {
    match kernel.terms.equation(goal) {
        Some((a, b)) => {
            matches!(kernel.terms.op(a), Some(Op::Forall | Op::Exists))
                && crate::quantifier_rewrite::rewritten(kernel, a, b)
        }
        None => false,
    }
}
