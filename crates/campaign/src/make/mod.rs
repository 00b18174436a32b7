//! Where a hunt's formulas come from: all strategies behind one door.

mod library;
mod profile;

pub use library::{Library, LibraryError};
pub use profile::Profiler;

use crate::BLOCK;
use crate::work::Maker;
use gadfly_formula::Formula;
use gadfly_mutate::{Kit, Options, Position, Strategy};
use gadfly_store::Choice;
use std::sync::Arc;

/// The maker of one worker: strategies over a shared library of seeds.
pub struct LibraryMaker {
    library: Arc<Library>,
    strategies: Vec<Box<dyn Strategy>>,
    kit: Kit,
}

impl LibraryMaker {
    /// A maker with buffers of its own.
    pub fn new(library: Arc<Library>) -> LibraryMaker {
        let options = Options {
            // A walk is a block: each of its formulas is one mutation further from the seed.
            steps: BLOCK,
            ..Options::default()
        };
        LibraryMaker {
            kit: Kit::new(library.catalog(), library.book().clone(), options),
            strategies: library.mutations(),
            library,
        }
    }
}

impl Maker for LibraryMaker {
    fn make(&mut self, seed: u64, position: u64, choice: &Choice) -> Option<Formula> {
        let strategy = self
            .strategies
            .iter()
            .find(|s| s.name() == choice.strategy)?;
        let pool = self.library.pool(choice.group.as_deref()?)?;
        let at = Position {
            seed,
            index: position,
        };
        // A contradiction between labels is a fault of a seed or of ours: no formula comes of it.
        gadfly_mutate::make(strategy.as_ref(), pool, at, &mut self.kit).ok()?
    }
}
