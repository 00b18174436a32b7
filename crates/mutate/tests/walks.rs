//! Walks: positions depend on nothing but the seed and their number; growth, duplicates and
//! scripts with several checks.

mod seeds;

use gadfly_formula::{Expect, Formula};
use gadfly_mutate::{Kit, Options, Position, RuleBook, SeedPool, Takes, Unique, make, strategy};
use gadfly_term::{Mode, Script};
use seeds::pool;
use std::sync::Arc;

const A: &str = "(set-info :status sat)\n(declare-fun x () Int)(declare-fun y () Int)\n\
    (assert (! (> x (+ y 1)) :named first))\n(assert (or (< y 3) (= x (* 2 y))))\n(check-sat)\n(get-model)\n";
const B: &str = "(set-info :status unsat)\n(declare-fun x () Int)(declare-fun p () Bool)\n\
    (assert (and p (> x 0)))\n(assert (or (not p) (< x 0)))\n(check-sat)\n";
const STACK: &str = "(set-option :produce-models true)\n(set-logic QF_UFLIA)\n(declare-fun f (Int) Int)\n\
    (set-info :status sat)\n(assert (> (f 1) 0))\n(check-sat)\n(push 1)\n(declare-fun z () Int)\n\
    (assert (= (f z) (+ z 1)))\n(set-info :status sat)\n(check-sat)\n(push 1)\n(assert (< (f 1) 0))\n\
    (set-info :status unsat)\n(check-sat)\n(pop 2)\n(declare-fun z () Bool)\n(assert (or z (= (f 2) 2)))\n(check-sat)\n(exit)\n";

fn kit(steps: u64) -> Kit {
    let catalog = gadfly_testkit::catalog();
    let book = RuleBook::read(&catalog).unwrap();
    let options = Options {
        steps,
        ..Options::default()
    };
    Kit::new(&catalog, Arc::new(book), options)
}

fn at(name: &str, pool: &SeedPool, index: u64, kit: &mut Kit) -> Option<Formula> {
    let mut strategy = strategy(name).unwrap();
    make(&mut *strategy, pool, Position { seed: 9, index }, kit).unwrap()
}

#[test]
fn a_position_is_the_same_whatever_was_made_before() {
    let pool = pool(&[A, B]);
    for name in gadfly_mutate::mutators().map(|about| about.name) {
        let mut one_kit = kit(7);
        let shown = |n: u64, kit: &mut Kit| at(name, &pool, n, kit).map(|f| f.with_header());
        let in_order: Vec<_> = (0..42).map(|n| shown(n, &mut one_kit)).collect();
        for n in [41, 20, 21, 3, 0, 13, 14, 6, 5] {
            assert_eq!(shown(n, &mut one_kit), in_order[n as usize], "{name} {n}");
            assert_eq!(shown(n, &mut kit(7)), in_order[n as usize], "{name} {n}");
        }
    }
}

#[test]
fn a_walk_goes_away_from_its_seed_step_by_step() {
    let pool = pool(&[A, B]);
    for name in gadfly_mutate::mutators().map(|about| about.name) {
        let mut kit = kit(6);
        let made: Vec<_> = (0..24)
            .filter_map(|n| at(name, &pool, n, &mut kit))
            .collect();
        let lengths: Vec<usize> = made.iter().map(|f| f.provenance.trace.len()).collect();
        assert!(kit.refused.is_empty(), "{name}: {:?}", kit.refused);
        // A script with several checks is no flat one, so that `stack` stops there.
        let goes_on = made.iter().any(|formula| formula.expect.len() == 1);
        assert!(
            lengths.contains(&1) && (lengths.contains(&3) || !goes_on),
            "{name}: {lengths:?}"
        );
    }
}

/// In a chain of fusions every seed that joins gets names of its own.
#[test]
fn fusions_can_be_fused_again() {
    let pool = pool(&[A]);
    let mut kit = kit(3);
    let third = (0..30)
        .filter(|n| n % 3 == 2)
        .find_map(|n| at("fusion", &pool, n, &mut kit))
        .unwrap();
    assert_eq!(third.provenance.parents.len(), 4);
    assert!(third.text.contains("x!.y!.y!.y"), "{}", third.text);
    assert_eq!(third.expect, [Expect::Sat]);
}

#[test]
fn mutants_stay_within_their_bounds() {
    let pool = pool(&[A, B]);
    for about in gadfly_mutate::mutators() {
        let name = about.name;
        let both = 1 + usize::from(about.takes == Takes::TwoSeeds);
        let mut kit = kit(60);
        for n in 0..180 {
            if let Some(formula) = at(name, &pool, n, &mut kit) {
                assert!(
                    formula.text.len() <= 8 * both * A.len().max(B.len()) + 32,
                    "{name}"
                );
            }
        }
        kit.options.largest = 400;
        for n in 0..120 {
            if let Some(formula) = at(name, &pool, n, &mut kit) {
                assert!(formula.text.len() <= 432, "{name}");
            }
        }
    }
}

#[test]
fn a_script_with_a_stack_keeps_it() {
    let catalog = gadfly_testkit::catalog();
    let pool = pool(&[STACK]);
    for name in ["op", "type", "swap", "weaken"] {
        let mut kit = kit(5);
        let mut unique = Unique::default();
        let mut made = 0;
        for n in 0..400 {
            let Some(formula) = at(name, &pool, n, &mut kit) else {
                continue;
            };
            made += usize::from(unique.is_new(&formula, &kit));
            let script = Script::parse(formula.text.as_str(), &catalog, Mode::Default).unwrap();
            assert_eq!(script.checks().count(), 4, "{name}: {}", formula.text);
            assert_eq!(formula.expect.len(), 4);
            for word in ["(push 1)", "(pop 2)"] {
                assert!(formula.text.contains(word), "{name}: {}", formula.text);
            }
            for word in ["(exit)", "get-", "set-info", "produce-models"] {
                assert!(!formula.text.contains(word), "{name}: {}", formula.text);
            }
            if name == "weaken" {
                // Two answers: only equivalences are used, and they keep both.
                use Expect::{Sat, Unknown, Unsat};
                assert_eq!(formula.expect, [Sat, Sat, Unsat, Unknown]);
            }
        }
        assert!(made > 40, "{name}: {made}");
        assert!(kit.refused.is_empty(), "{name}: {:?}", kit.refused);
    }
}

#[test]
fn names_queries_and_stale_labels_do_not_reach_a_mutant() {
    let pool = pool(&[A]);
    for name in gadfly_mutate::mutators().map(|about| about.name) {
        // These put names and questions of their own.
        if ["ask", "infer", "interpolate", "objective"].contains(&name) {
            continue;
        }
        let mut kit = kit(1);
        for n in 0..50 {
            let Some(formula) = at(name, &pool, n, &mut kit) else {
                continue;
            };
            for word in [":named", "get-model", "set-info", ":status"] {
                assert!(!formula.text.contains(word), "{name}: {}", formula.text);
            }
            assert!(formula.text.starts_with("(set-logic "));
        }
    }
}
