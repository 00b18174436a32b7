//! Inferences: of a seed's assertions some are the premises and the others, negated, the conclusion of an
//! interpolant; and what is missing for a formula of the seed is asked for as an abduct.
//!
//! An interpolant exists where premises and rest are unsatisfiable together, so that a seed which is known to
//! be satisfiable is asked for abducts only.

use crate::kit::Kit;
use crate::partner::Start;
use crate::prepare::ANY_LOGIC;
use crate::seed::Seed;
use crate::strategy::{About, Claim, Mutation, Mutator, Promise, Takes};
use gadfly_formula::Expect;
use gadfly_rng::Rng;
use std::fmt::Write as _;

/// `infer`
#[derive(Debug)]
pub(crate) struct Infer;

const ABOUT: About = About {
    commands: &["get-abduct", "get-interpolant"],
    ..About::new(
        "infer",
        "interpolants between assertions of a seed and abducts for its formulas are asked for",
        Takes::Seed,
        Promise::Sometimes,
    )
};

/// What is asked for gets this name.
const NAME: &str = "infer!";
/// These are searched for by enumeration, so that only small seeds get an answer.
const LARGEST: usize = 1500;
/// Longer formulas are no conclusions.
const LONGEST: usize = 300;

impl Mutator for Infer {
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
        let seed = from.seed;
        let script = &seed.script;
        let parts = seed.fusable()?;
        let source = script.source();
        // What was asked already stays as it is.
        if [NAME, "(set-option", ":named"]
            .iter()
            .any(|it| source.contains(it))
        {
            return None;
        }
        let assertions: Vec<&str> = parts.assertions.iter().map(|at| script.text(*at)).collect();
        let known = seed.single().unwrap_or(Expect::Unknown);
        let split = known != Expect::Sat && assertions.len() > 1 && rng.chance(2, 3);
        let (premises, question, expect) = match split {
            true => {
                let (premises, rest) = halves(&assertions, rng);
                let question = format!("(get-interpolant {NAME} (not {}))", joined(&rest));
                (premises, question, Expect::Unknown)
            }
            false => {
                let conclusion = conclusion(seed, rng)?;
                let question = format!("(get-abduct {NAME} {conclusion})");
                (assertions, question, known)
            }
        };
        let mut text = ANY_LOGIC.to_string();
        text.push_str(match split {
            true => "(set-option :produce-interpolants true)\n",
            false => "(set-option :produce-abducts true)\n",
        });
        text.push_str(&script.source()[parts.declarations.clone()]);
        for premise in premises {
            let _ = writeln!(text, "(assert {premise})");
        }
        let _ = writeln!(text, "(check-sat)\n{question}");
        let what = if split { "interpolant" } else { "abduct" };
        let mut mutation = Mutation::new(text, format!("infer {what}"));
        mutation.claim = Claim::Answers(vec![expect]);
        Some(mutation)
    }
}

/// The assertions in two parts, none of them empty.
fn halves<'a>(assertions: &[&'a str], rng: &mut Rng) -> (Vec<&'a str>, Vec<&'a str>) {
    let sure = rng.below(assertions.len());
    let (mut premises, mut rest) = (Vec::new(), Vec::new());
    for (at, term) in assertions.iter().enumerate() {
        match at != sure && (rng.chance(1, 2) || premises.is_empty()) {
            true => premises.push(*term),
            false => rest.push(*term),
        }
    }
    (premises, rest)
}

fn joined(terms: &[&str]) -> String {
    match terms {
        [one] => one.to_string(),
        all => format!("(and {})", all.join(" ")),
    }
}

/// A formula of the seed, or its negation.
fn conclusion(seed: &Seed, rng: &mut Rng) -> Option<String> {
    let text = seed.script.text(*rng.pick(&seed.formulas(LONGEST))?);
    Some(match rng.chance(1, 2) {
        true => text.to_string(),
        false => format!("(not {text})"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::RuleBook;
    use crate::seed::SeedPool;
    use crate::strategy::{Position, make};
    use gadfly_catalog::Catalog;
    use std::sync::Arc;

    #[test]
    fn a_satisfiable_seed_is_asked_for_abducts_only() {
        let catalog = Catalog::builtin();
        for (status, interpolants) in [("sat", false), ("unsat", true)] {
            let seed = format!(
                "(set-info :status {status})(declare-const x Int)(assert (> (* 2 x) 3))\
                 (assert (or (< x 9) (> x 12)))(assert (< x 100))(check-sat)"
            );
            let (pool, refused) = SeedPool::read([("a.smt2", seed.as_str())], &catalog);
            assert!(refused.is_empty(), "{refused:?}");
            let mut kit = Kit::new(&catalog, Arc::new(RuleBook::default()), Default::default());
            let made = (0..400).filter_map(|index| {
                make(&mut Infer, &pool, Position { seed: 1, index }, &mut kit).unwrap()
            });
            // Of the seed as it is.
            let made = made.filter(|formula| formula.provenance.trace.len() == 1);
            let texts: Vec<String> = made.map(|formula| formula.text).collect();
            assert!(kit.refused.is_empty(), "{:?}", kit.refused);
            let asking = |what: &str| texts.iter().filter(|text| text.contains(what)).count();
            assert!(asking("(get-abduct") > 10);
            assert_eq!(asking("(get-interpolant") > 10, interpolants);
            assert!(texts.iter().all(|text| text.starts_with("(set-option")));
        }
    }
}
