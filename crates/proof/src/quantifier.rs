//! Instances, witnesses and renaming of quantified formulas.

use rustc_hash::FxHashMap;

use crate::kernel::{Kernel, Step, Verdict};
use crate::op::Op;
use crate::sort::Sort;
use crate::substitution::{renamed, substitute};
use crate::term::{Term, Terms};

/// The body of a universal formula with terms for its variables.
pub(crate) fn instance(terms: &mut Terms, formula: Term, values: &[Term]) -> Option<Term> {
    let (list, body) = terms.pair(Op::Forall, formula)?;
    let variables = terms.args(list).to_vec();
    if variables.len() != values.len() {
        return None;
    }
    let mut map = FxHashMap::default();
    for (variable, value) in variables.iter().zip(values) {
        // Only a term that surely has the variable's sort is one of its values.
        if terms.sort(*variable) != terms.sort(*value) {
            return None;
        }
        map.insert(*variable, *value);
    }
    substitute(terms, body, &map)
}

/// An instance of a universal formula.
pub(crate) fn instantiate(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    let terms = &mut kernel.terms;
    let ([premise], [values, ..]) = (step.premises, step.args) else {
        return Verdict::Fails("it needs one premise and the terms".to_owned());
    };
    let Some(values) = terms.of(Op::List, *values).map(<[Term]>::to_vec) else {
        return Verdict::Fails("it needs a list of terms".to_owned());
    };
    match instance(terms, *premise, &values) {
        Some(made) if made == step.goal => Verdict::Holds,
        Some(_) => Verdict::Fails("the conclusion is another instance".to_owned()),
        // Whether a term of an unknown sort fits is not known.
        None if values.iter().any(|v| terms.sort(*v) == Sort::UNKNOWN) => Verdict::Hole,
        None => Verdict::Fails("the terms do not fit the variables".to_owned()),
    }
}

/// A universal formula that is false is false of the witnesses that are named after it.
pub(crate) fn skolemize(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    let terms = &mut kernel.terms;
    let formula = match step.premises {
        [premise] => terms.negated(*premise),
        _ => None,
    };
    let Some((formula, (list, _))) = formula.and_then(|f| Some((f, terms.pair(Op::Forall, f)?)))
    else {
        return Verdict::Fails("the premise is no negated universal formula".to_owned());
    };
    let count = terms.args(list).len();
    let mut witnesses = Vec::with_capacity(count);
    for n in 0..count {
        let index = terms.int(n as i64);
        match terms.apply(Op::Skolemize, &[formula, index]) {
            Ok(witness) => witnesses.push(witness),
            Err(reason) => return Verdict::Fails(reason),
        }
    }
    let Some(made) = instance(terms, formula, &witnesses) else {
        return Verdict::Hole;
    };
    let made = terms.not(made);
    Verdict::check(made == step.goal, "the conclusion is about other witnesses")
}

/// Bound variables have other names.
pub(crate) fn rename(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    let terms = &mut kernel.terms;
    let Some((a, b)) = terms.equation(step.goal) else {
        return Verdict::Fails("the conclusion is no equation".to_owned());
    };
    match (renamed(terms, a), renamed(terms, b)) {
        (Some(a), Some(b)) => Verdict::check(a == b, "they differ in more than bound variables"),
        _ => Verdict::Hole,
    }
}
