//! A bound variable may have the name of a function: no mutant lets it capture one.

use gadfly_mutate::{Kit, Options, Position, RuleBook, SeedPool, make, strategy};
use gadfly_term::{Mode, Script};
use std::sync::Arc;

const SEEDS: [&str; 2] = [
    "(set-logic ALL)(set-info :status sat)(declare-fun v () Bool)(declare-fun w () Bool)\n\
     (declare-fun m (Bool Bool) Bool)(declare-fun n () Int)\n\
     (assert (exists ((v Int)) (forall ((w Int)) (=> (> v w) (> (+ v n) w)))))\n\
     (assert (or (and v w) (m v v) (= n 3)))\n(assert (let ((w (m v v)) (n 2.5)) (or w (> n 1.0))))\n\
     (check-sat)\n",
    "(set-logic ALL)(set-info :status unsat)(declare-fun a () (Array Int Int))(declare-fun k () Int)\n\
     (assert (forall ((a Int)) (exists ((k Real)) (> k (to_real a)))))\n\
     (assert (distinct (select a k) (select (store a k 1) (+ k 1)) (select a (+ k 1))))\n\
     (check-sat)\n",
];

#[test]
fn no_variable_captures_a_function() {
    let catalog = gadfly_testkit::catalog();
    let named: Vec<(String, &str)> = SEEDS
        .iter()
        .enumerate()
        .map(|(n, text)| (format!("seed{n}.smt2"), *text))
        .collect();
    let files = named.iter().map(|(path, text)| (path.as_str(), *text));
    let (pool, refused) = SeedPool::read(files, &catalog);
    assert!(refused.is_empty(), "{refused:?}");
    let book = Arc::new(RuleBook::read(&catalog).unwrap());
    for name in gadfly_mutate::mutators().map(|about| about.name) {
        let mut kit = Kit::new(&catalog, book.clone(), Options::default());
        let mut strategy = strategy(name).unwrap();
        let mut made = 0;
        for index in 0..2000 {
            let position = Position { seed: 5, index };
            let Some(formula) = make(&mut *strategy, &pool, position, &mut kit).unwrap() else {
                continue;
            };
            made += 1;
            let read = Script::parse(formula.text.as_str(), &catalog, Mode::Default);
            assert!(read.is_ok(), "{name}: {}\n{:?}", formula.text, read.err());
        }
        assert!(kit.refused.is_empty(), "{name}: {:?}", kit.refused);
        assert!(made > 100, "{name}: {made}");
    }
}
