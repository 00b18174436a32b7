//! Mutation strategies: formulas made from seeds, with labels that can be checked.
//!
//! A [`Strategy`] turns a seed into a mutant; [`make`] makes the n-th formula of a run, which
//! depends on the run's seed and n alone. Rules and fusion functions are data of the catalogue.

mod analysis;
mod concat;
mod discover;
mod fusable;
mod fusion;
mod join;
mod kit;
mod label;
mod literal;
mod logic;
mod matching;
mod menu;
mod needed;
mod op;
mod parity;
mod part;
mod place;
mod plan;
mod prepare;
mod profile;
mod proofs;
pub mod rule_examples;
mod rulebook;
pub mod rules;
mod seed;
mod small_terms;
mod sorts;
mod stats;
mod strategy;
mod swap;
mod trial;
mod typed;
mod types;
mod unique;
mod walk;
mod weaken;

pub use analysis::Analysis;
pub use concat::Concat;
pub use discover::discover;
pub use fusion::Fusion;
pub use kit::{Kit, Options, Refused};
pub use label::Contradiction;
pub use op::Op;
pub use parity::{Parity, parities};
pub use prepare::prepare;
pub use profile::Profile;
pub use proofs::{PROOFS, Proofs, Standing};
pub use rulebook::RuleBook;
pub use seed::{Seed, SeedError, SeedPool};
pub use stats::{RuleStats, rule_stats};
pub use strategy::{Change, Claim, Mutation, Position, Strategy, make};
pub use swap::Swap;
pub use trial::{Trial, try_out};
pub use typed::Typed;
pub use types::{Allowed, Ty};
pub use unique::{Unique, renaming_hash};
pub use weaken::Weaken;

/// The strategy with this name on the command line.
pub fn strategy(name: &str) -> Option<Box<dyn Strategy>> {
    Some(match name {
        "op" => Box::new(Op),
        "type" => Box::new(Typed),
        "swap" => Box::new(Swap),
        "fusion" => Box::new(Fusion),
        "concat" => Box::new(Concat),
        "weaken" => Box::new(Weaken),
        _ => return None,
    })
}

/// The names of all strategies.
pub const STRATEGIES: [&str; 6] = ["op", "type", "swap", "fusion", "concat", "weaken"];
