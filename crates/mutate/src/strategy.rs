//! What a strategy is, and how the n-th formula of a run is made.

use crate::kit::Kit;
use crate::label::Contradiction;
use crate::partner::Start;
use crate::seed::{Seed, SeedPool};
use crate::walk;
use gadfly_catalog::Catalog;
use gadfly_formula::{Expect, Formula};
use gadfly_rng::Rng;
use gadfly_term::NodeId;
use std::collections::BTreeMap;

/// A place in a run: what it makes depends on nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The run's seed.
    pub seed: u64,
    /// The number of the formula.
    pub index: u64,
}

/// What a mutation does to the answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Nothing is known.
    Nothing,
    /// The answers are these, if the seeds' are what they are known to be.
    Answers(Vec<Expect>),
    /// These answers hold if the merged witness makes the mutant true, and are unknown otherwise.
    IfWitnessed(Vec<Expect>),
}

/// What a mutation changed, for the check of it.
#[derive(Clone, Debug)]
pub enum Change {
    /// The whole has to be parsed to know that it is well-formed.
    Whole,
    /// One term of the seed, and nothing else.
    Term(NodeId),
    /// Terms were put in the place of constants of two seeds; this script declares what they
    /// mention and asserts that they equal the constants.
    Joined(String),
}

/// One mutation, not yet checked.
#[derive(Clone, Debug)]
pub struct Mutation {
    /// The whole script.
    pub text: String,
    /// What is known of its answers.
    pub claim: Claim,
    /// What was done.
    pub trace: String,
    /// Another seed that took part.
    pub with: Option<usize>,
    /// A model for the mutant if the seeds' models are right; `None` to use the first seed's.
    pub witness: Option<String>,
    /// What differs from the seeds.
    pub change: Change,
    /// The rules and fusion functions that were used, by name.
    pub used: Vec<String>,
}

impl Mutation {
    /// A mutation that claims nothing.
    pub fn new(text: String, trace: String) -> Self {
        Mutation {
            text,
            claim: Claim::Nothing,
            trace,
            with: None,
            witness: None,
            change: Change::Whole,
            used: Vec::new(),
        }
    }
}

/// A strategy in words and facts: what help, schedules and tests read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name on the command line, in headers and in stores.
    pub name: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// What it makes formulas from.
    pub takes: Takes,
    /// What it says of their answers.
    pub promise: Promise,
    /// The strategy that this one leaves the main idea out of: it is there to be compared with, and
    /// runs where it is asked for by name.
    pub ablation_of: Option<&'static str>,
    /// How many times as much as others an adaptive schedule trusts it before anything is known.
    pub head_start: u32,
    /// Commands of a dialect that its formulas need: a hunt leaves it out where no solver has them,
    /// unless it is asked for by name.
    pub commands: &'static [&'static str],
    /// A logic that its formulas need, of which the same is true.
    pub logic: Option<&'static str>,
}

impl About {
    /// A strategy like any other: no ablation, no head start.
    pub const fn new(
        name: &'static str,
        help: &'static str,
        takes: Takes,
        promise: Promise,
    ) -> Self {
        About {
            name,
            help,
            takes,
            promise,
            ablation_of: None,
            head_start: 1,
            commands: &[],
            logic: None,
        }
    }
}

/// What a strategy makes formulas from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// One seed.
    Seed,
    /// Two seeds of a logic. Joining again and again only grows, so that every formula starts anew.
    TwoSeeds,
    /// A logic; it chooses the operators itself.
    Logic,
    /// A grammar.
    Grammar,
}

impl Takes {
    /// Whether it needs seeds.
    pub fn seeds(self) -> bool {
        matches!(self, Takes::Seed | Takes::TwoSeeds)
    }
}

/// What a strategy says of its formulas' answers. A test holds each to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Nothing, ever.
    Nothing,
    /// An answer of some formulas: where the seeds' answers, a model or a core show it.
    Sometimes,
    /// The seed's own answers, wherever they are known.
    Kept,
}

/// What one formula is made from.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The group that a schedule chose: a logic or a grammar.
    pub group: &'a str,
    /// The seeds of the group, where there are any.
    pub seeds: Option<&'a SeedPool>,
    /// Operators that the formula does without, where the strategy chooses its operators.
    pub without: &'a [String],
}

/// What comes of a position: `Ok(None)` where the strategy finds nothing to do there.
pub type Made = Result<Option<Formula>, Contradiction>;

/// A way to make formulas: one file in `strategies/`, one line in its list. One instance a worker, so
/// that it may keep what is costly to make.
pub trait Strategy: Send {
    /// What it is.
    fn about(&self) -> &'static About;

    /// Whether it can start from a seed.
    fn takes(&self, _: &Seed) -> bool {
        false
    }

    /// The groups that it can make formulas of, each with how much there is to choose from. `seeds` are
    /// the logics that there are seeds of, each with how many of them it takes.
    fn groups(&self, seeds: &BTreeMap<String, u32>, catalog: &Catalog) -> Vec<(String, u32)>;

    /// The formula at a position, which depends on the position and the source alone.
    fn make(&mut self, from: Source<'_>, at: Position, kit: &mut Kit) -> Made;
}

/// A strategy that changes seeds: mutations of one, or of what came of it.
pub trait Mutator: Send + Sync {
    /// What it is.
    fn about(&self) -> &'static About;

    /// One mutation of a seed; `None` where it finds nothing to do.
    fn mutate(&self, from: Start<'_>, rng: &mut Rng, kit: &mut Kit) -> Option<Mutation>;

    /// The strategies whose mutants it is put over, where it ends a walk instead of going on.
    fn over(&self) -> &'static [&'static dyn Mutator] {
        &[]
    }

    /// Whether a seed can be a starting point at all; those that cannot are not picked.
    fn accepts(&self, seed: &Seed) -> bool {
        !seed.analysis().places.is_empty()
    }
}

impl<M: Mutator> Strategy for M {
    fn about(&self) -> &'static About {
        Mutator::about(self)
    }

    fn takes(&self, seed: &Seed) -> bool {
        self.accepts(seed)
    }

    fn groups(&self, seeds: &BTreeMap<String, u32>, _: &Catalog) -> Vec<(String, u32)> {
        let sizes = seeds.iter().map(|(group, size)| (group.clone(), *size));
        sizes.filter(|(_, size)| *size > 0).collect()
    }

    /// With `steps` above 1 the positions of a run form walks: position `w·steps + k` is `k + 1`
    /// mutations away from the seed of walk `w`. Where a walk cannot go on, its last positions make
    /// nothing.
    fn make(&mut self, from: Source<'_>, at: Position, kit: &mut Kit) -> Made {
        let Some(pool) = from.seeds.filter(|pool| !pool.is_empty()) else {
            return Ok(None);
        };
        let Some(mut formula) = walk::formula(self, pool, at, kit)? else {
            return Ok(None);
        };
        formula.provenance.version = env!("CARGO_PKG_VERSION").into();
        formula.provenance.catalog = kit.catalog_hash().into();
        formula.provenance.strategy = Mutator::about(self).name.into();
        formula.provenance.seed = at.seed;
        formula.provenance.index = at.index;
        Ok(Some(formula))
    }
}

/// Makes the formula at a position from a pool of seeds.
pub fn make(strategy: &mut dyn Strategy, pool: &SeedPool, at: Position, kit: &mut Kit) -> Made {
    let from = Source {
        group: "",
        seeds: Some(pool),
        without: &[],
    };
    strategy.make(from, at, kit)
}
