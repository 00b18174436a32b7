//! Sums of inequalities, products with a factor of known sign, and the three signs of a number.

use dashu_base::Signed;
use dashu_ratio::RBig;
use rustc_hash::FxHashMap;

use crate::kernel::{Kernel, Step, Verdict};
use crate::op::Op;
use crate::poly::Poly;
use crate::sum::poly;
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

/// The sign of a product follows from the signs of its factors.
pub(crate) fn sign(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    let terms = &kernel.terms;
    let Some((from, to)) = terms.pair(Op::Implies, step.goal) else {
        return Verdict::Fails("the conclusion is no implication".to_owned());
    };
    let given = terms
        .of(Op::And, from)
        .map_or_else(|| vec![from], <[Term]>::to_vec);
    let mut known: FxHashMap<Term, [bool; 3]> = FxHashMap::default();
    for literal in given {
        let atom = terms.negated(literal).unwrap_or(literal);
        // Only a comparison of a term with zero, as it stands, says its sign.
        let (Some(relation), [factor, zero]) = (relation(terms, literal), terms.args(atom)) else {
            return Verdict::Hole;
        };
        if !terms.as_number(*zero).is_some_and(RBig::is_zero) {
            return Verdict::Hole;
        }
        let signs = known.entry(*factor).or_insert([true; 3]);
        *signs = std::array::from_fn(|n| signs[n] && relation.signs[n]);
    }
    let Some(goal) = relation(terms, to) else {
        return Verdict::Fails("the conclusion is about no comparison".to_owned());
    };
    let Some((factors, positive)) = goal.poly.monomial() else {
        return Verdict::Hole;
    };
    let mut powers: FxHashMap<Term, u32> = FxHashMap::default();
    for factor in factors {
        *powers.entry(factor).or_default() += 1;
    }
    let mut signs = if positive {
        [false, false, true]
    } else {
        [true, false, false]
    };
    for (factor, power) in powers {
        let own = known.get(&factor).copied().unwrap_or([true; 3]);
        let own = if power % 2 == 1 {
            own
        } else {
            [false, own[1], own[0] || own[2]]
        };
        signs = [
            signs[0] && own[2] || signs[2] && own[0],
            signs[1] || own[1],
            signs[0] && own[0] || signs[2] && own[2],
        ];
    }
    // A factor that is itself a sum or product is not looked for.
    match implies(signs, goal.signs) {
        true => Verdict::Holds,
        false => Verdict::Hole,
    }
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
