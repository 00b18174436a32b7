//! Equality saturation: terms of a seed become others that equal them by the catalogue's proved
//! equivalences, many of them at once. A mutant means what its seed means, and looks far from it.
//!
//! Terms up to a certain size are rewritten as a whole, with all that binds variables in them as it
//! stands; bodies of quantifiers and bound terms are terms like others. A quantifier itself is
//! rewritten by one rule at a time.

use crate::kit::Kit;
use crate::partner::Start;
use crate::rules::{Direction, Relation};
use crate::saturate::{equal_term, region};
use crate::seed::Seed;
use crate::strategies::swap::clip;
use crate::strategies::weaken;
use crate::strategy::{About, Change, Claim, Mutation, Mutator, Promise, Takes};
use gadfly_rng::Rng;
use gadfly_term::{Edits, Head, NodeId};

/// `rewrite`
#[derive(Debug)]
pub(crate) struct Rewrite;

const ABOUT: About = About::new(
    "rewrite",
    "terms become equal ones, by many equivalences at once (equality saturation)",
    Takes::Seed,
    Promise::Kept,
);

/// Terms tried for one mutant.
const TRIES: usize = 12;
/// Places looked at for each: the largest that is not too large is taken.
const PLACES: usize = 6;
/// A term has at most so many nodes.
const LARGEST: u32 = 48;
/// At most so many terms of a mutant are rewritten.
const TERMS: usize = 3;

impl Mutator for Rewrite {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn accepts(&self, seed: &Seed) -> bool {
        // A script in which `abs` is a variable cannot be given the operator.
        !seed.analysis().places.is_empty() && seed.analysis().keeps_operators
    }

    fn mutate(&self, from: Start<'_>, rng: &mut Rng, kit: &mut Kit) -> Option<Mutation> {
        let seed = from.seed;
        if !self.accepts(seed) {
            return None;
        }
        let wanted = 1 + rng.below(TERMS);
        let mut done: Vec<New> = Vec::new();
        for _ in 0..TRIES {
            let Some(node) = choose(seed, &done, rng) else {
                continue;
            };
            done.extend(new_term(seed, node, rng, kit));
            if done.len() == wanted {
                break;
            }
        }
        let first = done.first()?.node;
        let mut edits = Edits::new(&seed.script);
        for new in &done {
            edits.replace(new.node, new.text.as_str());
        }
        let mut used: Vec<String> = done.iter().flat_map(|new| new.used.clone()).collect();
        used.sort_unstable();
        used.dedup();
        let mut mutation = Mutation::new(edits.apply(), trace(seed, &done, &used));
        mutation.claim = Claim::Answers(seed.expect.clone());
        mutation.used = used;
        if done.len() == 1 {
            mutation.change = Change::Term(first);
        }
        Some(mutation)
    }
}

/// A term in the place of another.
struct New {
    node: NodeId,
    text: String,
    /// The rules by which it equals the old one, and maybe others.
    used: Vec<String>,
}

/// What was done. All rules are named: where one turns out wrong, labels that may hang on it are found
/// by the trace.
fn trace(seed: &Seed, done: &[New], used: &[String]) -> String {
    let places: Vec<&str> = done
        .iter()
        .map(|new| clip(seed.script.text(new.node)))
        .collect();
    format!("{} by {}", places.join(", "), used.join(", "))
}

/// A term that is not too large, and no part of what is rewritten already, nor around it.
fn choose(seed: &Seed, done: &[New], rng: &mut Rng) -> Option<NodeId> {
    let script = &seed.script;
    let first = |node: NodeId| node.0 + 1 - script.size(node);
    let apart = |node: NodeId| {
        done.iter()
            .all(|new| first(node) > new.node.0 || first(new.node) > node.0)
    };
    let places = &seed.analysis().places;
    let mut chosen: Option<NodeId> = None;
    for _ in 0..PLACES {
        let node = *rng.pick(places)?;
        let size = script.size(node);
        let quantifier = matches!(script.head(node), Head::Forall | Head::Exists);
        if (size <= LARGEST || quantifier)
            && apart(node)
            && chosen.is_none_or(|known| script.size(known) < size)
        {
            chosen = Some(node);
        }
    }
    let fixed =
        |parent: NodeId| !script.args(parent).is_empty() && region::has_fixed_parts(script, parent);
    chosen.filter(|&node| !script.parent(node).is_some_and(fixed))
}

/// A term that equals a node's.
fn new_term(seed: &Seed, node: NodeId, rng: &mut Rng, kit: &mut Kit) -> Option<New> {
    if matches!(seed.script.head(node), Head::Forall | Head::Exists) {
        return quantifier(seed, node, rng, kit);
    }
    let equal = equal_term(seed, node, rng, kit)?;
    let rules = equal
        .used
        .iter()
        .map(|&rule| &kit.book.rules[rule as usize]);
    let used = rules.map(|rule| rule.id.clone()).collect();
    Some(New {
        node,
        text: equal.text,
        used,
    })
}

/// A quantifier rewritten by one rule.
fn quantifier(seed: &Seed, node: NodeId, rng: &mut Rng, kit: &Kit) -> Option<New> {
    let book = &kit.book;
    let fits = |rule: &&crate::rules::Rule| {
        rule.relation == Relation::Equal && rule.theory == "core" && !book.is_quarantined(&rule.id)
    };
    let rules: Vec<_> = book.rules.iter().filter(fits).collect();
    for _ in 0..PLACES {
        let rule = rng.pick(&rules)?;
        let directions: Vec<Direction> = rule.directions().collect();
        let Some(&direction) = rng.pick(&directions) else {
            continue;
        };
        if let Some(text) = weaken::rewrite(seed, rule, direction, node, rng) {
            return Some(New {
                node,
                text,
                used: vec![rule.id.clone()],
            });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::RuleBook;
    use crate::seed::SeedPool;
    use crate::strategy::{Position, make};
    use gadfly_formula::{Expect, Formula};
    use std::sync::Arc;

    const RULES: &str = "
        (rule b-not-not (vars (p Bool)) (equal p (not (not p))) (applies p) (not i))
        (rule b-flip (vars (x A) (y A)) (equal (= x y) (= y x)) (applies (= i j)) (not p))
        (rule i-zero (vars (x Int)) (equal x (+ x 0)) (applies i) (not p))
        (rule i-sub (vars (x Int)) (equal 0 (- x x)) (applies 0) (not p))
        (rule i-swap (vars (x Int) (y Int)) (equal (+ x y) (+ y x)) (applies (+ i j)) (not p))";

    /// What is made of a script by these rules, with nothing refused.
    fn formulas(script: &str, rules: &str, count: u64) -> Vec<Formula> {
        let catalog = gadfly_testkit::catalog();
        let (pool, refused) = SeedPool::read([("seed.smt2", script)], &catalog);
        assert!(refused.is_empty(), "{refused:?}");
        let mut book = RuleBook::default();
        book.add("rules/core/x.rule", rules).unwrap();
        let mut kit = Kit::new(&catalog, Arc::new(book), Default::default());
        let at = |index| Position { seed: 1, index };
        let made = (0..count)
            .filter_map(|index| make(&mut Rewrite, &pool, at(index), &mut kit).unwrap())
            .collect();
        assert!(kit.refused.is_empty(), "{:?}", kit.refused);
        made
    }

    #[test]
    fn several_rules_meet_in_one_term() {
        let made = formulas(
            "(declare-const x Int)(declare-const y Int)(assert (= (+ x y) 7))(check-sat)",
            RULES,
            300,
        );
        let has = |part: &str| made.iter().any(|f| f.text.contains(part));
        assert!(has("(assert (= 7 (+ y x)))") || has("(= 7 (+ y (+ x 0)))"));
        assert!(has("(+ 0 x)") && has("(not (not ") && has("(- y y)"));
        let rules = |f: &Formula| f.provenance.trace[0].matches(", ").count();
        assert!(made.iter().any(|f| rules(f) >= 3));
    }

    #[test]
    fn every_answer_of_a_script_is_kept() {
        let made = formulas(
            "(declare-const a Int)(declare-const b Int)(set-info :status sat)(assert (= a b))\
             (check-sat)(set-info :status unsat)(push 1)(assert (= a (+ b 1)))(check-sat)(pop 1)",
            RULES,
            20,
        );
        assert!(made.len() > 10);
        assert!(
            made.iter()
                .all(|f| f.expect == [Expect::Sat, Expect::Unsat])
        );
    }

    #[test]
    fn a_wrong_rule_is_caught_and_named() {
        let wrong = "(rule i-wrong (vars (x Int)) (equal x (+ x 1)) (applies i) (not p))";
        let catalog = gadfly_testkit::catalog();
        let script = "(declare-const x Int)(declare-const y Int)(assert (= x (+ y 2)))(check-sat)";
        let (mut pool, _) = SeedPool::read([("seed.smt2", script)], &catalog);
        pool.seeds_mut()[0].set_known(crate::Known {
            answer: Some(Expect::Sat),
            model: Some("((define-fun x () Int 2)(define-fun y () Int 0))".into()),
            core: None,
            proved: false,
        });
        let mut book = RuleBook::default();
        book.add("rules/core/x.rule", &format!("{RULES}{wrong}"))
            .unwrap();
        let mut kit = Kit::new(&catalog, Arc::new(book), Default::default());
        let at = |index| Position { seed: 1, index };
        let refuted = (0..50).find_map(|n| make(&mut Rewrite, &pool, at(n), &mut kit).err());
        let refuted = refuted.unwrap();
        assert!(refuted.suspects.contains(&"i-wrong".into()), "{refuted:?}");
        assert!(refuted.trace.contains(" i-wrong"), "{}", refuted.trace);
        // Out of use, it does no more harm.
        kit.quarantine("i-wrong");
        assert!((0..50).all(|n| make(&mut Rewrite, &pool, at(n), &mut kit).is_ok()));
    }

    #[test]
    fn nothing_is_done_where_no_rule_applies() {
        let bits = "(declare-const v (_ BitVec 4))(assert (bvult v #b0001))(check-sat)";
        let swap =
            "(rule i-swap (vars (x Int) (y Int)) (equal (+ x y) (+ y x)) (applies i) (not p))";
        assert!(formulas(bits, swap, 50).is_empty());
        // Implications are no equivalences.
        let weak = "(rule b-or (vars (p Bool) (q Bool)) (implies p (or p q)) (applies p) (not i))";
        let truth = "(declare-const p Bool)(assert (and p true))(check-sat)";
        assert!(formulas(truth, weak, 50).is_empty());
        // Here `abs` is no operator.
        let own = "(declare-fun abs (Int) Int)(assert (= (abs 1) 2))(check-sat)";
        assert!(formulas(own, RULES, 50).is_empty());
    }

    #[test]
    fn no_variable_leaves_its_binder() {
        // 0 equals (- x x), with x bound or not.
        let script = "(declare-const c Int)\
            (assert (and (= c 0) (forall ((x Int)) (or (= x 0) (exists ((y Int)) (= y (+ x 0)))))))\
            (assert (let ((z (+ c 0))) (= z 0)))(check-sat)";
        let made = formulas(script, RULES, 400);
        assert!(made.len() > 200);
        // A name out of its scope would have been refused.
        assert!(made.iter().any(|f| f.text.contains("(- x x)")));
        assert!(made.iter().any(|f| f.text.contains("(- z z)")));
    }

    #[test]
    fn literals_that_solvers_want_stay() {
        let script = "(declare-const a (Array Int Int))(declare-const s String)\
            (assert (= a ((as const (Array Int Int)) 0)))\
            (assert (str.in_re s ((_ re.loop 1 2) (re.range \"a\" \"b\"))))(check-sat)";
        let rules =
            "(rule s-empty (vars (s String)) (equal s (str.++ s \"\")) (applies s) (not i))";
        let made = formulas(script, &format!("{RULES}{rules}"), 100);
        let kept = |f: &Formula| {
            f.text.contains("((as const (Array Int Int)) 0)")
                && f.text.contains("(re.range \"a\" \"b\")")
        };
        assert!(made.len() > 30);
        let other = made.iter().find(|f| !kept(f));
        assert!(other.is_none(), "{other:#?}");
    }

    #[test]
    fn an_array_that_is_applied_stays_a_head() {
        let script = "(assert (forall ((a (Array Int (Array Int Int))) (i Int))\
            (= 0 (select (a i) i))))(check-sat)";
        let same = "(rule a-same (vars (a (Array I E)) (i I))
            (equal a (store a i (select a i))) (applies m) (not i))";
        let made = formulas(script, &format!("{RULES}{same}"), 100);
        assert!(made.len() > 30);
        assert!(
            made.iter()
                .all(|f| !f.text.contains("((store") && !f.text.contains("( "))
        );
    }

    #[test]
    fn a_quantifier_is_rewritten_by_one_rule() {
        let dual = "(rule q-dual (vars (xs binders) (p Bool under xs))
            (equal (forall xs p) (not (exists xs (not p)))) (applies p) (not i))";
        let script = "(declare-fun p (Int) Bool)(assert (forall ((x Int)) (p x)))(check-sat)";
        let made = formulas(script, dual, 50);
        let new = "(assert (not (exists ((x Int)) (not (p x)))))";
        assert!(!made.is_empty() && made.iter().all(|f| f.text.contains(new)));
    }

    #[test]
    fn a_deep_term_overflows_no_stack() {
        let depth = 200_000;
        let script = format!(
            "(declare-const p Bool)(assert {}p{})(assert (= p true))(check-sat)",
            "(not ".repeat(depth),
            ")".repeat(depth)
        );
        let catalog = gadfly_testkit::catalog();
        let (pool, _) = SeedPool::read([("seed.smt2", script.as_str())], &catalog);
        let mut book = RuleBook::default();
        book.add("rules/core/x.rule", RULES).unwrap();
        let mut kit = Kit::new(&catalog, Arc::new(book), Default::default());
        kit.options.largest = usize::MAX;
        for index in 0..3 {
            let at = Position { seed: 1, index };
            make(&mut Rewrite, &pool, at, &mut kit).unwrap();
        }
    }
}
