//! Formulas depend on seed and position alone, also while a rule goes into quarantine.

use super::*;
use gadfly_mutate::{Known, RuleBook};

/// Weakens to something that is not weaker.
const WRONG: &str = "(rule wrong-le-strict (vars (x Int) (y Int)) (implies (<= x y) (< x y)) \
    (applies (<= i j)) (not p))";
const RIGHT: &str = "(rule right-lt-le (vars (x Int) (y Int)) (implies (< x y) (<= x y)) \
    (applies (< i j)) (not p))\n(rule right-le-less (vars (x Int) (y Int)) \
    (implies (<= x y) (<= (- x 1) y)) (applies (<= i j)) (not p))";

/// Only the first assertion's bound is reached: the wrong rule is refuted at some positions alone.
const SEED: &str = "(declare-const x Int)(declare-const y Int)(assert (<= x 4))(assert (<= y 40))\
    (assert (or (<= 1 x) (< y x)))(check-sat)";

fn library() -> Arc<Library> {
    let files = [("seed.smt2".to_string(), SEED.to_string())];
    let mut library = Library::read(&files, &["weaken".to_string()], &[]).unwrap();
    let mut book = RuleBook::default();
    book.add("rules/test/wrong.rule", WRONG).unwrap();
    book.add("rules/test/right.rule", RIGHT).unwrap();
    library.set_book(book);
    for seed in library.seeds_mut() {
        seed.set_known(Known {
            answer: Some(gadfly_formula::Expect::Sat),
            model: Some("((define-fun x () Int 4)(define-fun y () Int 2))".into()),
            core: None,
            proved: false,
        });
    }
    Arc::new(library)
}

const BLOCKS: u64 = 12;

/// The formulas of all blocks, which workers take in turn.
fn made(workers: u64) -> (Vec<Option<String>>, Arc<Quarantine>) {
    let library = library();
    let (strategy, groups) = library.menu().remove(0);
    let choice = Choice {
        strategy,
        group: Some(groups[0].0.clone()),
        ..Choice::default()
    };
    let quarantine = Arc::<Quarantine>::default();
    let maker = || LibraryMaker::new(library.clone()).with_quarantine(quarantine.clone());
    let mut makers: Vec<LibraryMaker> = (0..workers).map(|_| maker()).collect();
    let mut all = Vec::new();
    for block in 0..BLOCKS {
        let maker = &mut makers[(block % workers) as usize];
        for position in block * BLOCK..(block + 1) * BLOCK {
            let formula = maker.make(3, position, &choice);
            all.push(formula.map(|formula| formula.text));
        }
    }
    (all, quarantine)
}

#[test]
fn a_rule_in_quarantine_does_not_make_formulas_depend_on_the_worker() {
    let (alone, quarantine) = made(1);
    assert_eq!(quarantine.rules(), ["wrong-le-strict"]);
    assert!(alone.iter().flatten().count() > alone.len() / 2);
    for workers in [2, 3, BLOCKS] {
        let (shared, quarantine) = made(workers);
        assert_eq!(quarantine.rules(), ["wrong-le-strict"]);
        assert_eq!(shared, alone, "{workers} workers");
    }
}
