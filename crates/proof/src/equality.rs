//! Equality: reflexivity, symmetry, transitivity, congruence; and extensionality of arrays.

use rustc_hash::FxHashSet;

use crate::kernel::{Kernel, Step, Verdict};
use crate::op::Op;
use crate::rewrite;
use crate::substitution::free_variables;
use crate::term::{Head, Term, Terms};

/// `t = t`
pub(crate) fn refl(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    let same = kernel
        .terms
        .equation(step.goal)
        .is_some_and(|(a, b)| a == b);
    Verdict::check(same, "the two sides differ")
}

/// `a = b` from `b = a`, also below a negation.
pub(crate) fn symm(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    let terms = &kernel.terms;
    let [premise] = step.premises else {
        return Verdict::Fails("it needs one premise".to_owned());
    };
    let sides = |t: Term| match terms.negated(t) {
        Some(inner) => terms.equation(inner).map(|(a, b)| (a, b, false)),
        None => terms.equation(t).map(|(a, b)| (a, b, true)),
    };
    let holds = match (sides(*premise), sides(step.goal)) {
        (Some((a, b, sign)), Some((x, y, other))) => sign == other && a == y && b == x,
        _ => false,
    };
    Verdict::check(holds, "it is not the premise with its sides exchanged")
}

/// `a = z` from `a = b`, `b = c`, …
pub(crate) fn trans(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    let terms = &kernel.terms;
    let Some((from, to)) = terms.equation(step.goal) else {
        return Verdict::Fails("the conclusion is no equation".to_owned());
    };
    let mut at = from;
    for premise in step.premises {
        match terms.equation(*premise) {
            Some((a, b)) if a == at => at = b,
            _ => return Verdict::Fails("the premises are no chain".to_owned()),
        }
    }
    Verdict::check(at == to, "the chain ends elsewhere")
}

/// `G` from `F` and `F = G`.
pub(crate) fn resolve(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    let [formula, equation] = step.premises else {
        return Verdict::Fails("it needs two premises".to_owned());
    };
    let holds = kernel.terms.equation(*equation) == Some((*formula, step.goal));
    Verdict::check(
        holds,
        "the equation is not between the premise and the conclusion",
    )
}

/// Equal arguments give equal results.
pub(crate) fn cong(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    let Some((left, right)) = kernel.terms.equation(step.goal) else {
        return Verdict::Fails("the conclusion is no equation".to_owned());
    };
    if left == right {
        return Verdict::Holds;
    }
    let terms = &kernel.terms;
    let known: FxHashSet<(Term, Term)> = step
        .premises
        .iter()
        .filter_map(|p| terms.equation(*p))
        .collect();
    let proved = |a: Term, b: Term| a == b || known.contains(&(a, b));
    let same =
        |a: &[Term], b: &[Term]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| proved(*a, *b));
    let binds = terms.op(left).is_some_and(Op::binds);
    let same_list = !binds || terms.args(left).first() == terms.args(right).first();
    if terms.head(left) == terms.head(right)
        && same_list
        && same(terms.args(left), terms.args(right))
    {
        return extensional(kernel, left);
    }
    // The function itself may be replaced, too.
    let (f, xs) = applied(&mut kernel.terms, left);
    let (g, ys) = applied(&mut kernel.terms, right);
    if let (Some(f), Some(g)) = (f, g)
        && proved(f, g)
        && same(&xs, &ys)
    {
        return Verdict::Holds;
    }
    // What was flattened when it was read may still be the same.
    match rewrite::check(kernel, step) {
        Verdict::Holds => Verdict::Holds,
        _ => Verdict::Fails("an argument is replaced without a premise".to_owned()),
    }
}

/// Whether equal arguments give equal results for this operator. That is not so for terms that name
/// a witness by a formula's text, and inside a binder only where nothing is assumed of its variables.
fn extensional(kernel: &Kernel, term: Term) -> Verdict {
    let terms = &kernel.terms;
    match terms.head(term) {
        _ if terms.is_witness(term) => Verdict::Hole,
        // An operator with a list might bind variables.
        Head::Opaque(_) => {
            let binds = |a: &Term| terms.of(Op::List, *a).is_some();
            match terms.args(term).iter().any(binds) {
                true => Verdict::Hole,
                false => Verdict::Holds,
            }
        }
        Head::Op(op) if op.binds() => {
            let bound = terms.of(Op::List, terms.args(term)[0]).unwrap_or_default();
            let mut open = kernel.open.iter().filter(|t| terms.has_variables(**t));
            match open.any(|t| free_variables(terms, *t).iter().any(|v| bound.contains(v))) {
                true => Verdict::Hole,
                false => Verdict::Holds,
            }
        }
        _ => Verdict::Holds,
    }
}

/// The function of an application, as a term, and its arguments.
fn applied(terms: &mut Terms, term: Term) -> (Option<Term>, Vec<Term>) {
    let args = terms.args(term).to_vec();
    match terms.head(term) {
        Head::Op(Op::Apply) => (
            args.first().copied(),
            args.get(1..).unwrap_or_default().to_vec(),
        ),
        Head::Fun(name) if !args.is_empty() => (terms.call(name, &[]).ok(), args),
        _ => (None, args),
    }
}

/// Different arrays differ at the place that is named after them.
pub(crate) fn extensionality(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    let terms = &mut kernel.terms;
    let [premise] = step.premises else {
        return Verdict::Fails("it needs one premise".to_owned());
    };
    let sides = terms.negated(*premise).and_then(|e| terms.equation(e));
    let Some((a, b)) = sides else {
        return Verdict::Fails("the premise is no disequality".to_owned());
    };
    let made = terms.apply(Op::ArrayDiff, &[a, b]).and_then(|place| {
        let left = terms.apply(Op::Select, &[a, place])?;
        let right = terms.apply(Op::Select, &[b, place])?;
        let same = terms.apply(Op::Eq, &[left, right])?;
        terms.apply(Op::Not, &[same])
    });
    match made {
        Ok(made) => Verdict::check(made == step.goal, "it speaks of another place"),
        Err(reason) => Verdict::Fails(reason),
    }
}
