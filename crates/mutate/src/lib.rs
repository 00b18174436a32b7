//! Mutation strategies: formulas made from seeds, with labels that can be checked.
//!
//! A [`Strategy`] turns a seed into a mutant; [`make`] makes the n-th formula of a run, which
//! depends on the run's seed and n alone. Rules and fusion functions are data of the catalogue.

mod analysis;
mod kit;
mod label;
mod literal;
mod menu;
mod op;
mod place;
mod prepare;
mod profile;
mod rulebook;
pub mod rules;
mod seed;
mod strategy;
mod swap;
mod typed;
mod types;
mod unique;

pub use analysis::Analysis;
pub use kit::{Kit, Options, Refused};
pub use label::Contradiction;
pub use op::Op;
pub use prepare::prepare;
pub use profile::Profile;
pub use rulebook::RuleBook;
pub use seed::{Seed, SeedError, SeedPool};
pub use strategy::{Claim, Mutation, Position, Strategy, make};
pub use swap::Swap;
pub use typed::Typed;
pub use types::{Allowed, Ty};
pub use unique::{Unique, renaming_hash};

/// The strategy with this name on the command line.
pub fn strategy(name: &str) -> Option<Box<dyn Strategy>> {
    Some(match name {
        "op" => Box::new(Op),
        "type" => Box::new(Typed),
        "swap" => Box::new(Swap),
        _ => return None,
    })
}

/// The names of all strategies.
pub const STRATEGIES: [&str; 3] = ["op", "type", "swap"];
