//! Where a hunt's formulas come from: all strategies behind one door.

mod library;
mod stream;

pub use library::{Library, LibraryError};
pub use stream::Stream;

pub(crate) use library::names_group;

use crate::order::BLOCK;
use crate::quarantine::Quarantine;
use crate::work::Maker;
use gadfly_formula::Formula;
use gadfly_mutate::{Kit, Options, Position, Source, Strategy, Takes};
use gadfly_rng::Rng;
use gadfly_store::Choice;
use std::sync::Arc;

/// The stream of the decision whether a block keeps to the focus.
const FOCUS_STREAM: u32 = 0x464f_4355;

/// The stream of the decision whether a block names its logic.
const LOGIC_STREAM: u32 = 0x4c4f_4749;

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
            library,
        }
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
        let strategy = self
            .strategies
            .iter_mut()
            .find(|s| s.about().name == choice.strategy)?;
        let group = choice.group.as_deref()?;
        let from = Source {
            group,
            seeds: self.library.pool(group),
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
