//! Seeds with objectives: their terms are mutated too, and the answer does not hang on them.

use gadfly_catalog::Catalog;
use gadfly_formula::Expect;
use gadfly_mutate::{Kit, Options, Position, RuleBook, SeedPool, make, strategy};
use std::sync::Arc;

const SEED: &str = "(set-option :opt.priority lex)(set-info :status sat)(declare-const x Int)\
    (minimize (+ x 1) :id g)(declare-const y Int)(assert (! (< x y) :named n))\
    (assert-soft (> x 3) :weight 2)(assert (< 0 x))(check-sat-using (then simplify smt))\
    (get-objectives)(eval x)";

fn pool(catalog: &Arc<Catalog>) -> SeedPool {
    let (pool, refused) = SeedPool::read([("seed.smt2", SEED)], catalog);
    assert!(refused.is_empty(), "{refused:?}");
    pool
}

fn kit(catalog: &Arc<Catalog>) -> Kit {
    let book = Arc::new(RuleBook::read(catalog).unwrap());
    Kit::new(catalog, book, Options::default())
}

#[test]
fn objectives_stand_behind_the_assertions_and_questions_go() {
    let pool = pool(&gadfly_testkit::catalog());
    assert_eq!(
        pool.seeds()[0].script.source(),
        "(set-logic ALL)\n(declare-const x Int)\n(declare-const y Int)\n(assert (< x y))\n\
         (assert (< 0 x))\n(minimize (+ x 1) :id g)\n(assert-soft (> x 3) :weight 2)\n(check-sat)\n"
    );
    assert_eq!(pool.seeds()[0].expect, [Expect::Sat]);
}

#[test]
fn terms_of_objectives_are_places_that_keep_the_answer() {
    let catalog = gadfly_testkit::catalog();
    let pool = pool(&catalog);
    let hard = ["(assert (< x y))", "(assert (< 0 x))"];
    for name in ["op", "type", "swap"] {
        let mut one = strategy(name).unwrap();
        let mut kit = kit(&catalog);
        let mut inside = 0;
        for index in 0..200 {
            let at = Position { seed: 1, index };
            let Some(formula) = make(&mut *one, &pool, at, &mut kit).unwrap() else {
                continue;
            };
            let kept = hard.iter().all(|line| formula.text.contains(line));
            let same = [
                "(minimize (+ x 1) :id g)",
                "(assert-soft (> x 3) :weight 2)",
            ]
            .iter()
            .all(|line| formula.text.contains(line));
            if kept && !same {
                inside += 1;
                assert_eq!(formula.expect, [Expect::Sat], "{name}: {}", formula.text);
            }
        }
        assert!(kit.refused.is_empty(), "{:?}", kit.refused);
        assert!(inside > 5, "{name}: {inside}");
    }
}

#[test]
fn what_is_made_of_assertions_alone_has_no_objectives() {
    let catalog = gadfly_testkit::catalog();
    let (pool, _) = SeedPool::read([("a.smt2", SEED), ("b.smt2", SEED)], &catalog);
    for name in ["fusion", "concat", "stack"] {
        let mut one = strategy(name).unwrap();
        let mut kit = kit(&catalog);
        let mut made = 0;
        for index in 0..40 {
            let at = Position { seed: 1, index };
            if let Some(formula) = make(&mut *one, &pool, at, &mut kit).unwrap() {
                made += 1;
                assert!(
                    !formula.text.contains("minimize"),
                    "{name}: {}",
                    formula.text
                );
            }
        }
        assert!(
            made > 0 && kit.refused.is_empty(),
            "{name}: {:?}",
            kit.refused
        );
    }
}
