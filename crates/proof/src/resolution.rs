//! Resolution, reordering, and what a scope proves.

use rustc_hash::FxHashSet;

use crate::decide::Effort;
use crate::kernel::{Kernel, Step, Verdict};
use crate::op::Op;
use crate::term::{Term, Terms};

/// A chain of resolutions: `args` has the polarities and the pivots, one a premise after the first.
/// A list may stand for all of them, and the conclusion before it.
pub(crate) fn check(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    let Some(pivots) = pivots(&kernel.terms, step) else {
        return Verdict::Fails(
            "it needs a polarity and a pivot for each premise but the first".to_owned(),
        );
    };
    let Some((first, rest)) = step.premises.split_first() else {
        return Verdict::Fails("it has no premises".to_owned());
    };
    let terms = &mut kernel.terms;
    let lookup = |terms: &mut Terms, (positive, pivot): (bool, Term)| {
        let negative = terms.not(pivot);
        if positive {
            (pivot, negative)
        } else {
            (negative, pivot)
        }
    };
    let Some(&opening) = pivots.first() else {
        return weaker(kernel, step);
    };
    // The literal that the clause so far loses, and the one that the next premise loses.
    let (lost, _) = lookup(terms, opening);
    let mut clause: FxHashSet<Term> = literals(terms, *first, lost).into_iter().collect();
    for (premise, pivot) in rest.iter().zip(pivots) {
        let (lost, other) = lookup(terms, pivot);
        clause.remove(&lost);
        for literal in literals(terms, *premise, other) {
            if literal != other {
                clause.insert(literal);
            }
        }
    }
    clause.remove(&Terms::FALSE);
    let goal: FxHashSet<Term> = clause_of(terms, step.goal).into_iter().collect();
    let held = clause.iter().all(|l| goal.contains(l) || *l == step.goal);
    if held {
        return Verdict::Holds;
    }
    // Literals may differ by double negation only; then it still follows.
    let follows = kernel.follows(step.premises, step.goal, Effort::SMALL);
    Verdict::check(follows, "the resolvent is another clause")
}

/// The polarities and pivots of a chain.
fn pivots(terms: &Terms, step: &Step<'_>) -> Option<Vec<(bool, Term)>> {
    let args = match step.rule {
        "chain_m_resolution" => step.args.get(1..)?,
        _ => step.args,
    };
    let (polarities, pivots): (Vec<Term>, Vec<Term>) = match args {
        [polarity, pivot] if terms.as_truth(*polarity).is_some() => (vec![*polarity], vec![*pivot]),
        [polarities, pivots] => (
            terms.of(Op::List, *polarities)?.to_vec(),
            terms.of(Op::List, *pivots)?.to_vec(),
        ),
        _ => return None,
    };
    if polarities.len() != pivots.len() || pivots.len() + 1 != step.premises.len() {
        return None;
    }
    let polarities: Option<Vec<bool>> = polarities.iter().map(|p| terms.as_truth(*p)).collect();
    Some(polarities?.into_iter().zip(pivots).collect())
}

/// The literals of a clause.
fn clause_of(terms: &Terms, clause: Term) -> Vec<Term> {
    match terms.of(Op::Or, clause) {
        Some(args) => args.to_vec(),
        None => vec![clause],
    }
}

/// The literals of a premise; it is one literal itself if it is the one to be lost.
fn literals(terms: &Terms, clause: Term, lost: Term) -> Vec<Term> {
    match clause == lost {
        true => vec![clause],
        false => clause_of(terms, clause),
    }
}

/// A clause with the literals of another one, or more.
pub(crate) fn weaker(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    if let [premise] = step.premises {
        let goal: FxHashSet<Term> = clause_of(&kernel.terms, step.goal).into_iter().collect();
        let literals = clause_of(&kernel.terms, *premise);
        if literals.iter().all(|l| goal.contains(l)) {
            return Verdict::Holds;
        }
    }
    let follows = kernel.follows(step.premises, step.goal, Effort::SMALL);
    Verdict::check(follows, "a literal of the premise is missing")
}

/// `(=> F1 … (=> Fn C))` as `(=> (and F1 … Fn) C)`, or as the negation of the conjunction where C is
/// false.
pub(crate) fn process_scope(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    let terms = &mut kernel.terms;
    let ([premise], [conclusion]) = (step.premises, step.args) else {
        return Verdict::Fails("it needs one premise and one argument".to_owned());
    };
    let mut assumed = Vec::new();
    let mut rest = *premise;
    while rest != *conclusion {
        let Some((from, to)) = terms.pair(Op::Implies, rest) else {
            return Verdict::Fails("the premise does not end in the argument".to_owned());
        };
        assumed.push(from);
        rest = to;
    }
    let all = match assumed.as_slice() {
        [] => return Verdict::check(step.goal == *conclusion, "nothing is assumed"),
        [only] => *only,
        _ => match terms.apply(Op::And, &assumed) {
            Ok(all) => all,
            Err(reason) => return Verdict::Fails(reason),
        },
    };
    let made = match *conclusion == Terms::FALSE {
        true => terms.not(all),
        false => match terms.apply(Op::Implies, &[all, *conclusion]) {
            Ok(made) => made,
            Err(reason) => return Verdict::Fails(reason),
        },
    };
    Verdict::check(made == step.goal, "the conclusion is another implication")
}
