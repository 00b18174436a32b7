//! Mutants of seeds with patterns: `(! t :pattern …)` stays the body of its quantifier.

mod seeds;

use gadfly_formula::Formula;
use seeds::by_strategy;

/// Patterns of one and of several terms, in nested quantifiers, beside other annotations and below
/// connectives.
const SEEDS: [&str; 3] = [
    "(set-logic AUFLIA)(set-info :status unsat)(declare-const a (Array Int Int))\n\
     (assert (forall ((i Int) (j Int)) (! (=> (< i j) (< (select a i) (select a j))) \
     :pattern ((select a i) (select a j)))))\n(assert (>= (select a 3) (select a 5)))(check-sat)\n",
    "(set-logic UFLIA)(set-info :status sat)(declare-fun f (Int) Int)(declare-fun p (Int) Bool)\n\
     (declare-const c Int)(assert (or (p c) (exists ((y Int)) (! (and (p y) (> (f y) c)) \
     :pattern ((f y)) :no-pattern (p y)))))\n\
     (assert (=> (p 0) (forall ((x Int)) (! (= (f (f x)) (f x)) :qid again :pattern ((f (f x)))))))\n\
     (check-sat)\n",
    "(set-logic UFLIA)(set-info :status sat)(declare-fun g (Int Int) Int)(declare-const c Int)\n\
     (assert (! (forall ((x Int)) (! (exists ((y Int)) (! (< (g x y) (+ x c)) :pattern ((g x y)))) \
     :pattern ((g x x)))) :named outer))\n\
     (assert (let ((d (+ c 1))) (not (forall ((z Int)) (! (= (g z d) d) :pattern ((g z d)))))))\n\
     (check-sat)\n",
];

#[test]
fn no_strategy_moves_a_pattern_out_of_its_quantifier() {
    by_strategy(&SEEDS, 3, 600, |name, made| {
        let has_pattern = |formula: &&Formula| formula.text.contains(":pattern");
        // Objectives do not go with quantifiers.
        if name == "objective" {
            return assert!(made.is_empty());
        }
        let (made, with_patterns) = (made.len(), made.iter().filter(has_pattern).count());
        assert!(made > 300 && with_patterns > made / 2, "{name}: {made}");
    });
}
