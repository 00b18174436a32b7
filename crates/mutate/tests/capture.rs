//! A bound variable may have the name of a function: no mutant lets it capture one.

mod seeds;

use seeds::by_strategy;

const SEEDS: [&str; 3] = [
    "(set-logic ALL)(set-info :status sat)(declare-fun v () Bool)(declare-fun w () Bool)\n\
     (declare-fun m (Bool Bool) Bool)(declare-fun n () Int)\n\
     (assert (exists ((v Int)) (forall ((w Int)) (=> (> v w) (> (+ v n) w)))))\n\
     (assert (or (and v w) (m v v) (= n 3)))\n(assert (let ((w (m v v)) (n 2.5)) (or w (> n 1.0))))\n\
     (check-sat)\n",
    "(set-logic ALL)(set-info :status unsat)(declare-fun a () (Array Int Int))(declare-fun k () Int)\n\
     (assert (forall ((a Int)) (exists ((k Real)) (> k (to_real a)))))\n\
     (assert (distinct (select a k) (select (store a k 1) (+ k 1)) (select a (+ k 1))))\n\
     (check-sat)\n",
    // Without quantifiers, which objectives do not go with.
    "(set-logic ALL)(set-info :status sat)(declare-fun n () Int)(declare-fun r () Real)\n\
     (assert (let ((r (+ n 1)) (n (> r 0.5))) (and n (> r 2))))\n\
     (assert (or (< n 7) (let ((n r)) (< n 1.5))))\n(check-sat)\n",
];

#[test]
fn no_variable_captures_a_function() {
    by_strategy(&SEEDS, 5, 2000, |name, made| {
        assert!(made.len() > 100, "{name}: {}", made.len());
    });
}
