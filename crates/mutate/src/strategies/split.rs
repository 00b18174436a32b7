//! Case splits: an assertion `F` becomes `(or (and t F[t:=true]) (and (not t) F[t:=false]))`, or the
//! same by `ite` or by two clauses, for a truth `t` that occurs in it or a comparison of one of its
//! terms with a value. The new assertion is equivalent to the old one, whatever `F` is.
//!
//! Only closed terms are split on: what a quantifier, a `let` or a `match` binds has no meaning
//! outside. Patterns are left as they are, and no term goes into one.

use crate::kit::Kit;
use crate::literal::write_literal;
use crate::place::splice;
use crate::seed::{Seed, SeedPool};
use crate::strategies::swap::clip;
use crate::strategy::{About, Claim, Mutation, Mutator, Promise, Takes};
use crate::types::Ty;
use gadfly_rng::Rng;
use gadfly_term::{Head, NodeId};

/// `split`
#[derive(Debug)]
pub(crate) struct Split;

const ABOUT: About = About::new(
    "split",
    "an assertion becomes two cases, by a truth in it or by a term's value",
    Takes::Seed,
    Promise::Kept,
);

/// Nodes tried for one mutant.
const TRIES: usize = 48;

impl Mutator for Split {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn mutate(&self, seed: &Seed, _: &SeedPool, rng: &mut Rng, _: &mut Kit) -> Option<Mutation> {
        for _ in 0..TRIES {
            let node = *rng.pick(&seed.analysis().places)?;
            let Some(root) = root(seed, node) else {
                continue;
            };
            let Some(case) = Case::of(seed, node, root, rng) else {
                continue;
            };
            let yes = with(seed, root, node, case.yes.as_deref());
            let no = with(seed, root, node, case.no.as_deref());
            let new = combine(&case.condition, &yes, &no, rng);
            let trace = format!("split on {}", clip(&case.condition));
            let mut mutation = Mutation::new(splice(&seed.script, root, &new), trace);
            mutation.claim = Claim::Answers(seed.expect.clone());
            return Some(mutation);
        }
        None
    }
}

/// The assertion that a node is a proper part of.
fn root(seed: &Seed, node: NodeId) -> Option<NodeId> {
    let script = &seed.script;
    seed.analysis().assertion(script, node)?;
    let command = &script.commands()[script.command_of(node)];
    let root = *script.command_terms(command).first()?;
    (root != node).then_some(root)
}

/// What two cases are told apart by, and what a term becomes in each; `None` where it stays.
struct Case {
    condition: String,
    yes: Option<String>,
    no: Option<String>,
}

impl Case {
    fn of(seed: &Seed, node: NodeId, root: NodeId, rng: &mut Rng) -> Option<Case> {
        let script = &seed.script;
        let constant = match script.head(node) {
            Head::Literal(_) => true,
            Head::Op(_) => script.args(node).is_empty(),
            _ => false,
        };
        // The term is read again at the top of the assertion.
        if constant || !seed.analysis().fits_scope(script, node, root) {
            return None;
        }
        let term = script.text(node);
        let ty = seed.ty(script.sort(node));
        if *ty == Ty::Bool {
            return Some(Case {
                condition: term.into(),
                yes: Some("true".into()),
                no: Some("false".into()),
            });
        }
        let less = match ty {
            Ty::Int | Ty::Real => Some("<"),
            Ty::BitVec(_) => Some("bvult"),
            Ty::String | Ty::Float(..) => None,
            _ => return None,
        };
        let mut value = String::new();
        write_literal(ty, rng, &mut value)?;
        Some(match less {
            Some(less) if rng.chance(1, 2) => Case {
                condition: format!("({less} {term} {value})"),
                yes: None,
                no: None,
            },
            _ => Case {
                condition: format!("(= {term} {value})"),
                yes: Some(value),
                no: None,
            },
        })
    }
}

/// An assertion with a text in the place of all occurrences of a term that stand outside patterns. A
/// closed term of the same text and sort means the same.
fn with(seed: &Seed, root: NodeId, term: NodeId, text: Option<&str>) -> String {
    let (script, analysis) = (&seed.script, seed.analysis());
    let all = script.span(root).range();
    let Some(text) = text else {
        return script.text(root).into();
    };
    let same = |node: &NodeId| {
        script.sort(*node) == script.sort(term)
            && script.size(*node) == script.size(term)
            && script.text(*node) == script.text(term)
            && analysis.is_closed(*node)
            && analysis.places.binary_search(node).is_ok()
    };
    let mut out = String::with_capacity(all.len() + text.len());
    let mut copied = all.start;
    for node in script.subterm(root).filter(same) {
        let at = script.span(node).range();
        out.push_str(&script.source()[copied..at.start]);
        out.push_str(text);
        copied = at.end;
    }
    out.push_str(&script.source()[copied..all.end]);
    out
}

/// Both cases in one formula.
fn combine(condition: &str, yes: &str, no: &str, rng: &mut Rng) -> String {
    match rng.below(4) {
        0 => format!("(ite {condition} {yes} {no})"),
        1 => format!("(and (=> {condition} {yes}) (or {condition} {no}))"),
        _ => format!("(or (and {condition} {yes}) (and (not {condition}) {no}))"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::RuleBook;
    use crate::strategy::{Position, make};
    use gadfly_catalog::Catalog;
    use gadfly_formula::Expect;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    /// The assertions that splitting a script's only one gives.
    fn assertions(script: &str) -> BTreeSet<String> {
        let catalog = Catalog::builtin();
        let (pool, refused) = SeedPool::read([("seed.smt2", script)], &catalog);
        assert!(refused.is_empty(), "{refused:?}");
        let mut kit = Kit::new(&catalog, Arc::new(RuleBook::default()), Default::default());
        let mut found = BTreeSet::new();
        for index in 0..200 {
            let at = Position { seed: 1, index };
            let made = make(&mut Split, &pool, at, &mut kit).unwrap();
            let lines = made.iter().flat_map(|formula| formula.text.lines());
            let asserted = lines.filter_map(|line| line.strip_prefix("(assert "));
            found.extend(asserted.map(|line| line[..line.len() - 1].to_string()));
        }
        assert!(kit.refused.is_empty(), "{:?}", kit.refused);
        found
    }

    #[test]
    fn all_occurrences_of_a_truth_are_replaced_in_every_form() {
        let made = assertions(
            "(declare-const p Bool)(declare-const q Bool)(assert (or p (and q (not p))))(check-sat)",
        );
        for form in [
            "(ite p (or true (and q (not true))) (or false (and q (not false))))",
            "(and (=> p (or true (and q (not true)))) (or p (or false (and q (not false)))))",
            "(or (and p (or true (and q (not true)))) (and (not p) (or false (and q (not false)))))",
            "(ite (not p) (or p (and q true)) (or p (and q false)))",
        ] {
            assert!(made.contains(form), "{form}: {made:#?}");
        }
    }

    #[test]
    fn a_term_is_compared_with_a_value_and_becomes_it() {
        let made = assertions(
            "(declare-fun f (Int) Int)(declare-const x Int)(assert (= (f x) (f 7)))(check-sat)",
        );
        let by = |form: &str| {
            let forms = (0..=100).map(|value| form.replace('V', &value.to_string()));
            forms.filter(|form| made.contains(form)).count()
        };
        assert!(
            by("(ite (= x V) (= (f V) (f 7)) (= (f x) (f 7)))") > 0,
            "{made:#?}"
        );
        assert!(
            by("(ite (< (f x) V) (= (f x) (f 7)) (= (f x) (f 7)))") > 0,
            "{made:#?}"
        );
    }

    #[test]
    fn what_is_bound_is_not_split_on() {
        // A whole assertion, values, a sort without values, bound variables, a definition's body.
        for script in [
            "(declare-const p Bool)(assert p)(check-sat)",
            "(assert (= 1 2))(check-sat)",
            "(assert (and true false))(check-sat)",
            "(declare-sort S 0)(declare-const a S)(declare-const b S)(assert (distinct a b))(check-sat)",
            "(assert (forall ((x Int)) (exists ((y Int)) (> y x))))(check-sat)",
            "(declare-const p Bool)(define-fun d () Bool (not p))(assert d)(check-sat)",
        ] {
            assert_eq!(assertions(script), BTreeSet::new(), "{script}");
        }
        let made = assertions(
            "(declare-const c Int)\
             (assert (let ((a (> c 1))) (forall ((c Int)) (=> a (> c 1)))))(check-sat)",
        );
        let body = "(forall ((c Int)) (=> a (> c 1)))";
        let form = format!("(ite (> c 1) (let ((a true)) {body}) (let ((a false)) {body}))");
        assert!(made.contains(&form), "{made:#?}");
        assert!(made.iter().all(|one| one.matches(body).count() == 2));
    }

    #[test]
    fn a_pattern_stays_as_it_is() {
        let made = assertions(
            "(declare-fun f (Int) Int)(declare-const c Int)(declare-const p Bool)\
             (assert (forall ((x Int)) (! (=> p (> (f x) (f c))) :pattern ((f x) (f c)))))(check-sat)",
        );
        let pattern = ":pattern ((f x) (f c))";
        assert!(made.iter().any(|one| one.contains("(=> true (> (f x)")));
        let valued = |one: &String| (0..=100).any(|v| one.contains(&format!("(> (f x) (f {v}))")));
        assert!(made.iter().any(valued));
        assert!(made.iter().all(|one| one.matches(pattern).count() == 2));
    }

    #[test]
    fn every_answer_of_a_script_is_kept() {
        let catalog = Catalog::builtin();
        let script = "(declare-const a Int)(declare-const b Int)(set-info :status sat)\
            (assert (or (< a b) (> b 1)))(check-sat)(set-info :status unsat)(push 1)\
            (assert (and (> a (+ b 1)) (< b 0)))(check-sat)(pop 1)";
        let (pool, _) = SeedPool::read([("seed.smt2", script)], &catalog);
        let mut kit = Kit::new(&catalog, Arc::new(RuleBook::default()), Default::default());
        let at = Position { seed: 1, index: 0 };
        let made = make(&mut Split, &pool, at, &mut kit).unwrap().unwrap();
        assert_eq!(made.expect, [Expect::Sat, Expect::Unsat]);
    }
}
