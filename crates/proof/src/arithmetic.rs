//! Sums of inequalities, products with a factor of known sign, and the three signs of a number.

use dashu_base::Signed;
use dashu_ratio::RBig;

use crate::kernel::{Kernel, Step, Verdict};
use crate::op::Op;
use crate::poly::{Poly, poly};
use crate::term::{Term, Terms};

/// A comparison of two sides, as one of a polynomial with zero.
struct Relation {
    /// Left side minus right side.
    poly: Poly,
    /// The signs that it may have: negative, zero, positive.
    signs: [bool; 3],
}

/// Reads a comparison, perhaps negated.
fn relation(terms: &Terms, formula: Term) -> Option<Relation> {
    let (atom, positive) = match terms.negated(formula) {
        Some(inner) => (inner, false),
        None => (formula, true),
    };
    let signs = match terms.op(atom)? {
        Op::Lt => [true, false, false],
        Op::Le => [true, true, false],
        Op::Eq => [false, true, false],
        Op::Ge => [false, true, true],
        Op::Gt => [false, false, true],
        _ => return None,
    };
    let [a, b] = *terms.args(atom) else {
        return None;
    };
    if !terms.sort(a).is_number() || terms.sort(a) != terms.sort(b) {
        return None;
    }
    let poly = poly(terms, a, &mut |t| t)?.minus(&poly(terms, b, &mut |t| t)?);
    let signs = if positive { signs } else { signs.map(|s| !s) };
    Some(Relation { poly, signs })
}

/// The signs after a change of sign.
fn mirrored(signs: [bool; 3]) -> [bool; 3] {
    [signs[2], signs[1], signs[0]]
}

fn implies(from: [bool; 3], to: [bool; 3]) -> bool {
    from.iter().zip(to).all(|(from, to)| !from || to)
}

/// Comparisons with the larger side on the right are added.
pub(crate) fn sum(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    let terms = &kernel.terms;
    let Some(goal) = relation(terms, step.goal) else {
        return Verdict::Fails("the conclusion is no comparison".to_owned());
    };
    let mut total = Poly::default();
    let mut strict = false;
    for premise in step.premises {
        let Some(premise) = relation(terms, *premise) else {
            return Verdict::Fails("a premise is no comparison".to_owned());
        };
        if premise.signs[2] {
            return Verdict::Fails("a premise does not bound from above".to_owned());
        }
        strict |= !premise.signs[1];
        total.add_scaled(&premise.poly, &RBig::ONE);
    }
    let signs = [true, !strict, false];
    let same = goal.poly.minus(&total).is_zero();
    Verdict::check(
        same && implies(signs, goal.signs),
        "it is not the sum of the premises",
    )
}

/// A comparison times a factor whose sign is a condition.
pub(crate) fn multiply(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    let terms = &kernel.terms;
    let parts = terms.pair(Op::Implies, step.goal).and_then(|(from, to)| {
        let (condition, given) = terms.pair(Op::And, from)?;
        Some((
            relation(terms, condition)?,
            relation(terms, given)?,
            relation(terms, to)?,
        ))
    });
    let Some((factor, given, made)) = parts else {
        return Verdict::Fails("the conclusion has another form".to_owned());
    };
    let signs = match factor.signs {
        [false, false, true] => given.signs,
        [true, false, false] => mirrored(given.signs),
        _ => return Verdict::Fails("the factor's sign is not known".to_owned()),
    };
    let Some(product) = factor.poly.times(&given.poly) else {
        return Verdict::Hole;
    };
    let holds = made.poly.minus(&product).is_zero() && implies(signs, made.signs);
    Verdict::check(
        holds,
        "it is not the product of the comparison and the factor",
    )
}

/// The premises leave fewer signs for a number, all of which the conclusion allows.
pub(crate) fn trichotomy(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    let terms = &kernel.terms;
    let Some(goal) = relation(terms, step.goal) else {
        return Verdict::Fails("the conclusion is no comparison".to_owned());
    };
    let mut left = [true; 3];
    for premise in step.premises {
        let Some(premise) = relation(terms, *premise) else {
            return Verdict::Fails("a premise is no comparison".to_owned());
        };
        let Some(ratio) = premise.poly.ratio(&goal.poly) else {
            return Verdict::Fails("a premise is about another number".to_owned());
        };
        let signs = match ratio.is_positive() {
            true => premise.signs,
            false => mirrored(premise.signs),
        };
        left = std::array::from_fn(|n| left[n] && signs[n]);
    }
    Verdict::check(implies(left, goal.signs), "the premises leave another sign")
}

/// A strict bound of an integer as one that is not strict.
pub(crate) fn tighten(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    let [premise] = step.premises else {
        return Verdict::Fails("it needs one premise".to_owned());
    };
    let same = kernel.normal(*premise) == kernel.normal(step.goal);
    Verdict::check(same, "the bound is not the tight one")
}
