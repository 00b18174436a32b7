//! What a strategy is, and how the n-th mutant of a run is made.

use crate::kit::Kit;
use crate::label::Contradiction;
use crate::seed::{Seed, SeedPool};
use crate::walk;
use gadfly_formula::{Expect, Formula};
use gadfly_rng::Rng;
use gadfly_term::NodeId;

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

/// A way to make formulas from seeds. One file each.
pub trait Strategy: Send + Sync {
    /// Its name on the command line and in headers.
    fn name(&self) -> &'static str;

    /// One mutation of a seed; `None` where it finds nothing to do.
    fn mutate(
        &self,
        seed: &Seed,
        pool: &SeedPool,
        rng: &mut Rng,
        kit: &mut Kit,
    ) -> Option<Mutation>;

    /// Whether a seed can be a starting point at all; those that cannot are not picked.
    fn accepts(&self, seed: &Seed) -> bool {
        !seed.analysis().places.is_empty()
    }
}

/// Makes the formula at a position. `Ok(None)` where the strategy finds nothing to do there.
///
/// With `steps` above 1 the positions of a run form walks: position `w·steps + k` is `k + 1`
/// mutations away from the seed of walk `w`. Where a walk cannot go on, its last positions make
/// nothing.
pub fn make(
    strategy: &dyn Strategy,
    pool: &SeedPool,
    at: Position,
    kit: &mut Kit,
) -> Result<Option<Formula>, Contradiction> {
    if pool.is_empty() {
        return Ok(None);
    }
    let Some(mut formula) = walk::formula(strategy, pool, at, kit)? else {
        return Ok(None);
    };
    formula.provenance.version = env!("CARGO_PKG_VERSION").into();
    formula.provenance.catalog = kit.catalog_hash().into();
    formula.provenance.strategy = strategy.name().into();
    formula.provenance.seed = at.seed;
    formula.provenance.index = at.index;
    Ok(Some(formula))
}
