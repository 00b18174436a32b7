//! The statistics of the thesis (6.2) for our catalogue: rules that apply at each step, the share
//! of each rule, the share of mutants that no earlier one equals.

use gadfly_mutate::{Kit, Options, RuleBook, SeedPool, rule_stats};
use std::sync::Arc;

const SEED: &str = "(set-info :status sat)\n(declare-fun x () Int)(declare-fun y () Int)(declare-fun s () String)\n\
    (assert (and (> x (+ y 1)) (or (= x 3) (not (<= y 7)))))\n\
    (assert (=> (str.prefixof \"ab\" s) (< (str.len s) (* 2 x))))\n(check-sat)\n";

#[test]
fn many_rules_apply_and_few_mutants_are_equal() {
    let catalog = gadfly_testkit::catalog();
    let book = RuleBook::read(&catalog).unwrap();
    let (pool, _) = SeedPool::read([("a.smt2", SEED)], &catalog);
    let options = Options {
        steps: 10,
        ..Options::default()
    };
    let mut kit = Kit::new(&catalog, Arc::new(book), options);
    let stats = rule_stats(&pool, &mut kit, 1, 400, 10);
    assert!(stats.mutants > 300, "{}", stats.mutants);
    // One seed for all walks: their first steps are equal now and then.
    assert!(
        stats.unique * 10 > stats.mutants * 9,
        "{} of {}",
        stats.unique,
        stats.mutants
    );
    assert_eq!(stats.applicable.len(), 10);
    assert!(
        stats.applicable.iter().all(|mean| *mean > 10.0),
        "{:?}",
        stats.applicable
    );
    let uses: u64 = stats.uses.iter().map(|(_, n)| n).sum();
    assert_eq!(uses, stats.mutants, "each mutant is some rule's");
    assert!(
        stats.uses[0].1 * 5 < stats.mutants,
        "{:?}",
        stats.uses.first()
    );
    assert!(stats.uses.windows(2).all(|two| two[0].1 >= two[1].1));
}
