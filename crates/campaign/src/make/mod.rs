//! Where a hunt's formulas come from: all strategies behind one door.

mod library;
mod stream;

pub use library::{Library, LibraryError};
pub use stream::Stream;

pub(crate) use library::names_group;

use crate::guide::Corpus;
use crate::order::BLOCK;
use crate::quarantine::Quarantine;
use crate::work::Maker;
use gadfly_formula::Formula;
use gadfly_mutate::{Kit, Options, Position, SeedPool, Source, Strategy, Takes};
use gadfly_rng::Rng;
use gadfly_store::Choice;
use std::sync::Arc;

/// The stream of the decision whether a block keeps to the focus.
const FOCUS_STREAM: u32 = 0x464f_4355;

/// The stream of the decision whether a block names its logic.
const LOGIC_STREAM: u32 = 0x4c4f_4749;

/// Mutations from a formula that reached new edges to the last mutant of a chain: what it has reached is easily
/// lost again, so that a block tries several short ways.
const NEAR: u64 = 4;

/// Leaves `set-logic` out: solvers then take another way through their code, where other bugs are.
fn drop_logic(formula: &mut Formula) {
    let Some(rest) = formula.text.strip_prefix("(set-logic ") else {
        return;
    };
    if let Some((_, body)) = rest.split_once(")\n") {
        formula.text = body.to_string();
        formula.provenance.trace.push("without set-logic".into());
    }
}

/// Opens a scope before everything else: solvers then keep to their incremental core, which is other
/// code than what they use for one question.
fn push(formula: &mut Formula) {
    let named = formula.text.starts_with("(set-logic ");
    let at = match formula.text.find('\n') {
        Some(end) if named => end + 1,
        _ => 0,
    };
    let ordered = ["(set-option", "(push", "(pop", "(reset"];
    if ordered.iter().any(|command| formula.text.contains(command)) {
        return;
    }
    formula.text.insert_str(at, "(push 1)\n");
    formula.provenance.trace.push("in a scope".into());
}

/// The maker of one worker: strategies over a shared library of seeds.
pub struct LibraryMaker {
    library: Arc<Library>,
    strategies: Vec<Box<dyn Strategy>>,
    kit: Kit,
    /// A kit that brings in the operators of the focus alone.
    focused: Option<Kit>,
    /// Where rules go whose labels are wrong.
    quarantine: Arc<Quarantine>,
    /// Formulas of the hunt that became seeds.
    corpus: Option<Arc<Corpus>>,
    /// The one that was made from last: a block is made from one.
    last: Option<(u64, SeedPool)>,
}

impl LibraryMaker {
    /// A maker with buffers of its own.
    pub fn new(library: Arc<Library>) -> LibraryMaker {
        let kit = |only: &[String]| {
            let mut options = Options {
                // A walk is a block: each of its formulas is one mutation further from the seed.
                steps: BLOCK,
                ..Options::default()
            };
            options.allowed.only = only.to_vec();
            options.allowed.without = library.left_out().to_vec();
            Kit::new(library.catalog(), library.book().clone(), options)
        };
        let operators = library.focus_operators();
        LibraryMaker {
            kit: kit(&[]),
            focused: (!operators.is_empty()).then(|| kit(&operators)),
            strategies: library.strategies().collect(),
            quarantine: Arc::default(),
            corpus: None,
            last: None,
            library,
        }
    }

    /// The same with formulas of the hunt as seeds.
    pub(crate) fn with_corpus(self, corpus: Option<Arc<Corpus>>) -> LibraryMaker {
        LibraryMaker { corpus, ..self }
    }

    /// Gets the formula of a test ready to be a seed; false where it is not there, or cannot be one.
    fn recall(&mut self, index: u64) -> bool {
        if self.last.as_ref().is_some_and(|(last, _)| *last == index) {
            return true;
        }
        let Some(text) = self.corpus.as_ref().and_then(|corpus| corpus.get(index)) else {
            return false;
        };
        let name = format!("edges/seeds/{index}.smt2");
        let (pool, refused) = SeedPool::read([(&*name, &*text)], self.library.catalog());
        self.last = refused.is_empty().then_some((index, pool));
        self.last.is_some()
    }

    /// The same with a quarantine that others look into.
    pub(crate) fn with_quarantine(self, quarantine: Arc<Quarantine>) -> LibraryMaker {
        LibraryMaker { quarantine, ..self }
    }
}

impl Maker for LibraryMaker {
    fn make(&mut self, seed: u64, position: u64, choice: &Choice) -> Option<Formula> {
        let mut formula = self.strategy(seed, position, choice)?;
        let mut rng = Rng::new(seed, LOGIC_STREAM, position / BLOCK);
        if rng.chance(1, 3) {
            drop_logic(&mut formula);
        }
        if rng.chance(1, 5) || choice.scope {
            push(&mut formula);
        }
        Some(formula)
    }
}

impl LibraryMaker {
    fn strategy(&mut self, seed: u64, position: u64, choice: &Choice) -> Option<Formula> {
        if choice.from.is_some_and(|index| !self.recall(index)) {
            return None;
        }
        let strategy = self
            .strategies
            .iter_mut()
            .find(|s| s.about().name == choice.strategy)?;
        let group = choice.group.as_deref()?;
        let own = self.last.as_ref().filter(|_| choice.from.is_some());
        let from = Source {
            group,
            seeds: own.map(|(_, pool)| pool).or(self.library.pool(group)),
            without: &choice.without,
        };
        let keeps = Rng::new(seed, FOCUS_STREAM, position / BLOCK).chance(3, 4);
        let kit = self
            .focused
            .as_mut()
            .filter(|_| keeps)
            .unwrap_or(&mut self.kit);
        let at = Position {
            seed,
            index: position,
        };
        kit.options.steps = match strategy.about().takes {
            Takes::TwoSeeds => 1,
            _ if choice.from.is_some() => NEAR,
            _ => BLOCK,
        };
        let book = kit.book.clone();
        let made = loop {
            match strategy.make(from, at, kit) {
                Ok(formula) => break formula,
                Err(wrong) if self.quarantine.takes(&wrong, kit) => {}
                Err(_) => break None,
            }
        };
        // The next position knows nothing of this one: which worker makes it must not count.
        kit.set_book(book);
        made
    }
}

#[cfg(test)]
mod tests;
