//! The formulas of a hunt without the hunt: for what is to be measured on them alone.

use super::{Library, LibraryMaker};
use crate::order::BLOCK;
use crate::schedule::{Menu, Schedule};
use crate::seen::Seen;
use crate::work::Maker;
use std::sync::Arc;

/// The formulas that a hunt with the uniform schedule makes with these seeds and strategies, in order.
/// `None` stands for an index where there is none: a duplicate, or nothing to do.
pub struct Stream {
    maker: LibraryMaker,
    schedule: Schedule,
    seen: Seen,
    seed: u64,
    next: u64,
}

impl Stream {
    /// From the first formula on, with these of the library's strategies.
    pub fn new(library: Arc<Library>, strategies: &[String], seed: u64) -> Stream {
        let mut menu = Menu {
            strategies: library.menu(),
            ..Menu::default()
        };
        menu.strategies
            .retain(|(name, _)| strategies.contains(name));
        Stream {
            maker: LibraryMaker::new(library),
            schedule: Schedule::uniform(menu),
            seen: Seen::all(),
            seed,
            next: 0,
        }
    }
}

impl Iterator for Stream {
    type Item = Option<String>;

    fn next(&mut self) -> Option<Option<String>> {
        let index = self.next;
        self.next = index.checked_add(1)?;
        let choice = self.schedule.choose(self.seed, index / BLOCK);
        let made = self.maker.make(self.seed, index, &choice);
        let new = made.filter(|formula| self.seen.claim(crate::worker::short_hash(formula), index));
        Some(new.map(|formula| formula.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_come_in_order_and_none_comes_twice() {
        gadfly_testkit::catalog();
        let text = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n\
            (assert (< x (+ y 1)))\n(check-sat)\n";
        let files = [("a.smt2".to_string(), text.to_string())];
        let made = |strategy: &str| -> Vec<String> {
            let library = Library::read(&files, &[], &[]).unwrap();
            let stream = Stream::new(Arc::new(library), &[strategy.to_string()], 7);
            stream.take(64).flatten().collect()
        };
        let mutants = made("op");
        assert!(mutants.len() > 8, "{mutants:?}");
        assert_eq!(mutants, made("op"));
        let distinct: std::collections::BTreeSet<_> = mutants.iter().collect();
        assert_eq!(distinct.len(), mutants.len());
    }
}
