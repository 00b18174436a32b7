//! Which rule is checked by what.

use rustc_hash::FxHashSet;

use crate::decide::Effort;
use crate::kernel::{Kernel, Step, Verdict};
use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Term, Terms};
use crate::{arithmetic, equality, quantifier, resolution, rewrite};

/// Rules whose conclusion follows from the premises by connectives alone. Every one is checked as
/// such a consequence, whatever its name.
const PROPOSITIONAL: &[&str] = &[
    "and_elim",
    "and_intro",
    "cnf_and_neg",
    "cnf_and_pos",
    "cnf_equiv_neg1",
    "cnf_equiv_neg2",
    "cnf_equiv_pos1",
    "cnf_equiv_pos2",
    "cnf_implies_neg1",
    "cnf_implies_neg2",
    "cnf_implies_pos",
    "cnf_ite_neg1",
    "cnf_ite_neg2",
    "cnf_ite_neg3",
    "cnf_ite_pos1",
    "cnf_ite_pos2",
    "cnf_ite_pos3",
    "cnf_or_neg",
    "cnf_or_pos",
    "cnf_xor_neg1",
    "cnf_xor_neg2",
    "cnf_xor_pos1",
    "cnf_xor_pos2",
    "contra",
    "equiv_elim1",
    "equiv_elim2",
    "factoring",
    "false_elim",
    "false_intro",
    "implies_elim",
    "ite_elim1",
    "ite_elim2",
    "modus_ponens",
    "not_and",
    "not_equiv_elim1",
    "not_equiv_elim2",
    "not_implies_elim1",
    "not_implies_elim2",
    "not_ite_elim1",
    "not_ite_elim2",
    "not_not_elim",
    "not_or_elim",
    "not_xor_elim1",
    "not_xor_elim2",
    "reordering",
    "split",
    "true_elim",
    "true_intro",
    "xor_elim1",
    "xor_elim2",
];

/// Checks one step. What does not follow is a hole where an operator is involved that is not known:
/// what it means might be the reason.
pub(crate) fn check(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    match by_rule(kernel, step) {
        Verdict::Fails(_) if partly_known(&kernel.terms, step) => Verdict::Hole,
        verdict => verdict,
    }
}

fn partly_known(terms: &Terms, step: &Step<'_>) -> bool {
    const MOST: usize = 10_000;
    let mut open: Vec<Term> = [&[step.goal], step.premises].concat();
    let mut seen = FxHashSet::default();
    while let Some(term) = open.pop() {
        if !seen.insert(term) || seen.len() > MOST {
            continue;
        }
        let list = terms.of(Op::List, term).is_some();
        if terms.sort(term) == Sort::UNKNOWN && !list {
            return true;
        }
        open.extend(terms.args(term));
    }
    false
}

fn by_rule(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    match step.rule {
        "resolution" | "chain_resolution" | "chain_m_resolution" => resolution::check(kernel, step),
        "reordering" | "factoring" => resolution::weaker(kernel, step),
        "process_scope" => resolution::process_scope(kernel, step),
        "refl" => equality::refl(kernel, step),
        "symm" => equality::symm(kernel, step),
        "trans" => equality::trans(kernel, step),
        "cong" | "nary_cong" | "pairwise_cong" | "ho_cong" => equality::cong(kernel, step),
        "eq_resolve" => equality::resolve(kernel, step),
        "arith_sum_ub" => arithmetic::sum(kernel, step),
        "arith_mult_pos" | "arith_mult_neg" => arithmetic::multiply(kernel, step),
        "arith_mult_sign" => arithmetic::sign(kernel, step),
        "arith_trichotomy" => arithmetic::trichotomy(kernel, step),
        "int_tight_ub" | "int_tight_lb" => arithmetic::tighten(kernel, step),
        "instantiate" => quantifier::instantiate(kernel, step),
        "skolemize" => quantifier::skolemize(kernel, step),
        "alpha_equiv" => quantifier::rename(kernel, step),
        "arrays_ext" => equality::extensionality(kernel, step),
        rule if PROPOSITIONAL.binary_search(&rule).is_ok() => propositional(kernel, step),
        _ => rewrite::check(kernel, step),
    }
}

fn propositional(kernel: &mut Kernel, step: &Step<'_>) -> Verdict {
    let follows = kernel.follows(step.premises, step.goal, Effort::SMALL);
    Verdict::check(follows, "the conclusion does not follow by its connectives")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(PROPOSITIONAL.is_sorted());
    }
}
