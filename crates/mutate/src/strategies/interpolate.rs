//! Interpolants between parts of a seed's assertions: each gets a name, and what lies between some of them
//! and the rest is asked for, once or step by step.
//!
//! Interpolants exist where all of it is unsatisfiable. A seed that is not known to be gets one more
//! assertion, which denies some of the others: with parts on both sides, what lies between is no less
//! interesting.

use crate::kit::Kit;
use crate::partner::Start;
use crate::prepare::ANY_LOGIC;
use crate::seed::Seed;
use crate::strategy::{About, Claim, Mutation, Mutator, Promise, Takes};
use gadfly_formula::Expect;
use gadfly_rng::Rng;
use gadfly_term::{Head, NodeId, Script};
use std::fmt::Write as _;

/// `interpolate`
#[derive(Debug)]
pub(crate) struct Interpolate;

const ABOUT: About = About {
    commands: &["get-interpolants"],
    ..About::new(
        "interpolate",
        "interpolants between named parts of a seed's assertions are asked for",
        Takes::Seed,
        Promise::Sometimes,
    )
};

/// What parts are called, with a number behind it.
const NAME: &str = "part!";
/// Larger seeds have interpolants that nobody checks.
const LARGEST: usize = 8000;
/// At most so many parts are denied by the assertion that makes a seed unsatisfiable.
const DENIED: usize = 3;

impl Mutator for Interpolate {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn over(&self) -> &'static [&'static dyn Mutator] {
        super::BEFORE_QUESTIONS
    }

    fn accepts(&self, seed: &Seed) -> bool {
        seed.script.source().len() <= LARGEST && seed.fusable().is_some()
    }

    fn mutate(&self, from: Start<'_>, rng: &mut Rng, _: &mut Kit) -> Option<Mutation> {
        let script = &from.seed.script;
        let fusable = from.seed.fusable()?;
        // What was asked already stays as it is.
        let taken = [NAME, "(set-option", ":named"];
        if taken.iter().any(|it| script.source().contains(it)) {
            return None;
        }
        let terms = conjuncts(script, &fusable.assertions);
        let mut parts: Vec<String> = terms.iter().map(|at| script.text(*at).into()).collect();
        let known = from.seed.single().unwrap_or(Expect::Unknown);
        if known != Expect::Unsat {
            let denial = denial(&parts, rng);
            parts.push(denial);
        }
        if parts.len() < 2 {
            return None;
        }
        let order = shuffled(parts.len(), rng);
        let mut text = format!("{ANY_LOGIC}(set-option :produce-interpolants true)\n");
        text.push_str(&script.source()[fusable.declarations.clone()]);
        for (n, part) in parts.iter().enumerate() {
            let _ = writeln!(text, "(assert (! {part} :named {NAME}{n}))");
        }
        text.push_str("(check-sat)\n");
        let steps = steps(&order, rng);
        let _ = match &steps[..] {
            [one] => writeln!(text, "(get-interpolant {one})"),
            many => writeln!(text, "(get-interpolants {})", many.join(" ")),
        };
        let what = format!("interpolate {} of {}", steps.len(), parts.len());
        let mut mutation = Mutation::new(text, what);
        mutation.claim = Claim::Answers(vec![Expect::Unsat]);
        Some(mutation)
    }
}

/// What is asserted, conjunctions in their parts.
fn conjuncts(script: &Script, assertions: &[NodeId]) -> Vec<NodeId> {
    let mut todo: Vec<NodeId> = assertions.iter().rev().copied().collect();
    let mut found = Vec::new();
    while let Some(node) = todo.pop() {
        match script.head(node) {
            Head::Op(op) if script.op_name(op) == "and" => {
                todo.extend(script.args(node).iter().rev());
            }
            _ => found.push(node),
        }
    }
    found
}

/// That not all of some parts hold.
fn denial(parts: &[String], rng: &mut Rng) -> String {
    let count = 1 + rng.below(DENIED.min(parts.len()));
    let mut denied: Vec<&str> = Vec::new();
    while denied.len() < count {
        denied.push(&parts[rng.below(parts.len())]);
    }
    match denied[..] {
        [one] => format!("(not {one})"),
        _ => format!("(not (and {}))", denied.join(" ")),
    }
}

fn shuffled(length: usize, rng: &mut Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    for n in (1..length).rev() {
        order.swap(n, rng.below(n + 1));
    }
    order
}

/// The names of the parts in lists, one a step; what is in none of them is the rest, and it is never empty.
fn steps(order: &[usize], rng: &mut Rng) -> Vec<String> {
    let inside = 1 + rng.below(order.len() - 1);
    let mut lists: Vec<Vec<String>> = vec![Vec::new()];
    for part in &order[..inside] {
        let full = lists.last().is_some_and(|list| !list.is_empty());
        if full && rng.chance(1, 3) {
            lists.push(Vec::new());
        }
        if let Some(list) = lists.last_mut() {
            list.push(format!("{NAME}{part}"));
        }
    }
    let list = |names: &Vec<String>| format!("({})", names.join(" "));
    lists.iter().map(list).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::RuleBook;
    use crate::seed::SeedPool;
    use crate::strategy::{Position, make};
    use gadfly_catalog::Catalog;
    use std::sync::Arc;

    /// What is made of a seed with this status, without other mutations.
    fn made(status: &str) -> Vec<(String, Vec<Expect>)> {
        let catalog = Catalog::builtin();
        let seed = format!(
            "(set-info :status {status})(declare-const x (_ BitVec 8))(declare-const p Bool)\
             (assert (and (bvult x #x05) (and p (bvugt x #x09))))(assert (or p (= x #x01)))(check-sat)"
        );
        let (pool, refused) = SeedPool::read([("a.smt2", seed.as_str())], &catalog);
        assert!(refused.is_empty(), "{refused:?}");
        let mut kit = Kit::new(&catalog, Arc::new(RuleBook::default()), Default::default());
        let formulas = (0..400).filter_map(|index| {
            make(
                &mut Interpolate,
                &pool,
                Position { seed: 1, index },
                &mut kit,
            )
            .unwrap()
        });
        let plain = formulas.filter(|formula| formula.provenance.trace.len() == 1);
        let found = plain
            .map(|formula| (formula.text, formula.expect))
            .collect();
        assert!(kit.refused.is_empty(), "{:?}", kit.refused);
        found
    }

    #[test]
    fn an_unsatisfiable_seed_is_cut_in_its_parts() {
        let made = made("unsat");
        for (text, expect) in &made {
            assert_eq!(text.matches("(assert ").count(), 4, "{text}");
            assert_eq!(expect[..], [Expect::Unsat]);
            assert!(!text.contains("(not "), "{text}");
        }
        let asking = |what: &str| made.iter().filter(|(text, _)| text.contains(what)).count();
        assert!(asking("(get-interpolant (part!") > 10);
        assert!(asking("(get-interpolants (part!") > 10);
    }

    #[test]
    fn another_seed_is_denied_in_part() {
        for (text, expect) in made("sat") {
            assert_eq!(text.matches("(assert (! (not ").count(), 1, "{text}");
            assert_eq!(expect[..], [Expect::Unsat]);
            // Some part is left for the rest.
            let question = text.rsplit_once("(check-sat)").unwrap().1;
            assert!(question.matches("part!").count() < 5, "{text}");
        }
    }
}
