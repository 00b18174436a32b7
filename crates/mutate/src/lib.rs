//! Strategies: formulas made from seeds, logics and grammars, with labels that can be checked.
//!
//! A [`Strategy`] makes the n-th formula of a run, which depends on the run's seed and n alone; a
//! `Mutator` is one that changes seeds. All stand in one list, [`strategies`]. Rules and fusion
//! functions are data of the catalogue.
//!
//! ```
//! use gadfly_catalog::Catalog;
//! use gadfly_mutate::{Kit, Options, Position, RuleBook, SeedPool, make, strategy};
//! use std::sync::Arc;
//!
//! let catalog = Catalog::shared();
//! let seed = "(declare-const x Int)(declare-const y Int)(assert (< (+ x 1) y))(check-sat)";
//! let (pool, refused) = SeedPool::read([("a.smt2", seed)], &catalog);
//! assert!(refused.is_empty());
//! // Rules and fusion functions are what a program gives to `Catalog::provide`; operators need none.
//! let book = RuleBook::read(&catalog).unwrap();
//! let mut kit = Kit::new(&catalog, Arc::new(book), Options::default());
//! let mut op = strategy("op").unwrap();
//! let mut mutant = |index| {
//!     let made = make(&mut *op, &pool, Position { seed: 42, index }, &mut kit);
//!     made.unwrap().map(|formula| formula.text)
//! };
//! // The n-th mutant is the same whenever it is made.
//! let (third, first) = (mutant(3), mutant(0));
//! assert!(first.is_some() && first != third);
//! assert_eq!(mutant(3), third);
//! ```

mod analysis;
mod atoms;
mod discover;
mod entry;
mod fusable;
mod join;
mod kit;
mod known;
mod label;
mod literal;
mod logic;
mod matching;
mod memo;
mod menu;
mod needed;
mod optimum;
mod parity;
mod part;
mod partner;
mod place;
mod plan;
mod prepare;
mod proofs;
mod ready;
pub mod rule_examples;
mod rulebook;
pub mod rules;
mod saturate;
mod seed;
mod small_terms;
mod sorts;
mod stats;
mod strategies;
mod strategy;
mod trial;
mod types;
mod unique;
mod walk;

pub use analysis::Analysis;
pub use discover::discover;
pub use entry::{Entry, NoEntry};
pub use kit::{Kit, Options, Refused};
pub use known::Known;
pub use label::Contradiction;
pub use prepare::prepare;
pub use proofs::{Proofs, Standing};
pub use ready::Ready;
pub use rulebook::RuleBook;
pub use seed::{Seed, SeedError, SeedPool};
pub use stats::{RuleStats, rule_stats};
pub use strategies::random::generated_seeds;
pub use strategies::{ablation_of, mutators, strategies, strategy};
pub use strategy::{
    About, Change, Claim, Made, Mutation, Position, Promise, Source, Strategy, Takes, make,
};
pub use trial::{Trial, try_out};
pub use types::{Allowed, Ty};
pub use unique::{Unique, renaming_hash};
