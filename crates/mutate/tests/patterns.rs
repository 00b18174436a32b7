//! Mutants of seeds with patterns: `(! t :pattern …)` stays the body of its quantifier.

use gadfly_mutate::{Kit, Options, Position, RuleBook, SeedPool, make, strategy};
use gadfly_term::{Mode, Script};
use std::sync::Arc;

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
        let (mut made, mut with_patterns) = (0, 0);
        for index in 0..600 {
            let position = Position { seed: 3, index };
            let Some(formula) = make(&mut *strategy, &pool, position, &mut kit).unwrap() else {
                continue;
            };
            made += 1;
            with_patterns += usize::from(formula.text.contains(":pattern"));
            let read = Script::parse(formula.text.as_str(), &catalog, Mode::Default);
            assert!(read.is_ok(), "{name}: {}\n{:?}", formula.text, read.err());
        }
        assert!(kit.refused.is_empty(), "{name}: {:?}", kit.refused);
        assert!(made > 300 && with_patterns > made / 2, "{name}: {made}");
    }
}
