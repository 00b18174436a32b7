//! Seeds given as texts, and what every strategy makes of them.

#![allow(dead_code)] // each test file uses its part

use gadfly_formula::Formula;
use gadfly_mutate::{Kit, Options, Position, RuleBook, SeedPool, make, strategy};
use gadfly_term::{Mode, Script};
use std::sync::Arc;

/// A pool of seeds, all of which are taken.
pub(crate) fn pool(texts: &[&str]) -> SeedPool {
    let named: Vec<(String, &str)> = texts
        .iter()
        .enumerate()
        .map(|(n, text)| (format!("seed{n}.smt2"), *text))
        .collect();
    let files = named.iter().map(|(path, text)| (path.as_str(), *text));
    let (pool, refused) = SeedPool::read(files, &gadfly_testkit::catalog());
    assert!(refused.is_empty(), "{refused:?}");
    pool
}

/// Hands over what each strategy makes at so many positions of a run; all of it is well-formed.
pub(crate) fn by_strategy(
    texts: &[&str],
    seed: u64,
    positions: u64,
    look: impl Fn(&str, &[Formula]),
) {
    let catalog = gadfly_testkit::catalog();
    let pool = pool(texts);
    let book = Arc::new(RuleBook::read(&catalog).unwrap());
    for name in gadfly_mutate::mutators().map(|about| about.name) {
        let mut kit = Kit::new(&catalog, book.clone(), Options::default());
        let mut strategy = strategy(name).unwrap();
        let at = |index| make(&mut *strategy, &pool, Position { seed, index }, &mut kit).unwrap();
        let made: Vec<Formula> = (0..positions).filter_map(at).collect();
        for formula in &made {
            let read = Script::parse(formula.text.as_str(), &catalog, Mode::Default);
            assert!(read.is_ok(), "{name}: {}\n{:?}", formula.text, read.err());
        }
        assert!(kit.refused.is_empty(), "{name}: {:?}", kit.refused);
        look(name, &made);
    }
}
