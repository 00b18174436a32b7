//! What a strategy is, and how the n-th mutant of a run is made.

use crate::kit::Kit;
use crate::label::{self, Contradiction, Step};
use crate::seed::{Seed, SeedPool};
use gadfly_formula::{ContentHash, Expect, Formula, Parent, Provenance};
use gadfly_rng::Rng;

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

/// Seeds tried for one position before it is given up.
const TRIES: usize = 16;

/// Makes the formula at a position. `Ok(None)` where the strategy finds nothing to do there.
///
/// With `steps` above 1 the positions of a run form walks: position `w·steps + k` is `k + 1`
/// mutations away from the seed of walk `w`.
pub fn make(
    strategy: &dyn Strategy,
    pool: &SeedPool,
    at: Position,
    kit: &mut Kit,
) -> Result<Option<Formula>, Contradiction> {
    if pool.is_empty() {
        return Ok(None);
    }
    let steps = kit.options.steps.max(1);
    let (walk, length) = (at.index / steps, at.index % steps + 1);
    let stream = stream(strategy.name());
    let mut choice = Rng::new(at.seed, stream, walk);
    for _ in 0..TRIES {
        let seed = &pool.seeds()[choice.below(pool.len())];
        if !strategy.accepts(seed) {
            continue;
        }
        let position = |step: u64| Rng::new(at.seed, stream ^ STEP, walk * steps + step);
        let made = walk_from(strategy, seed, pool, length, position, kit)?;
        if let Some(mut formula) = made {
            formula.provenance.version = env!("CARGO_PKG_VERSION").into();
            formula.provenance.catalog = kit.catalog().hash();
            formula.provenance.strategy = strategy.name().into();
            formula.provenance.seed = at.seed;
            formula.provenance.index = at.index;
            return Ok(Some(formula));
        }
    }
    Ok(None)
}

/// Tells the choices within a mutation from the choice of the seed.
const STEP: u32 = 0x8000_0000;

/// A strategy's stream of random numbers.
fn stream(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5_u32, |h, b| {
        (h ^ u32::from(b)).wrapping_mul(0x0100_0193)
    }) & !STEP
}

/// Mutates a seed so many times in a row.
fn walk_from(
    strategy: &dyn Strategy,
    seed: &Seed,
    pool: &SeedPool,
    length: u64,
    position: impl Fn(u64) -> Rng,
    kit: &mut Kit,
) -> Result<Option<Formula>, Contradiction> {
    let limit = (seed.script.source().len() * kit.options.growth)
        .min(kit.options.largest)
        .max(seed.script.source().len());
    let mut current: Option<Seed> = None;
    let mut trace: Vec<String> = Vec::new();
    let mut parents: Vec<Parent> = vec![seed.parent.clone()];
    for step in 0..length {
        let from = current.as_ref().unwrap_or(seed);
        let mut rng = position(step);
        let Some(mutation) = strategy.mutate(from, pool, &mut rng, kit) else {
            if step == 0 {
                return Ok(None);
            }
            break;
        };
        let other = mutation.with.map(|n| &pool.seeds()[n]);
        let limit = limit.max(other.map_or(0, |o| {
            from.script.source().len() + 3 * o.script.source().len()
        }));
        if mutation.text.len() > limit {
            if step == 0 {
                return Ok(None);
            }
            break;
        }
        let Some(script) = kit.check(mutation.text, &mutation.trace) else {
            return Ok(None);
        };
        let mut next = Seed::of_script("", ContentHash([0; 32]), script);
        let done = Step {
            from,
            other,
            claim: mutation.claim,
            witness: mutation.witness,
        };
        let repaired = label::settle(&mut next, done, &mutation.trace, kit)?;
        trace.push(mutation.trace);
        trace.extend(repaired);
        parents.extend(other.map(|o| o.parent.clone()));
        if let Some(old) = current.replace(next) {
            kit.recycle(old.script);
        }
    }
    Ok(current.map(|seed| Formula {
        expect: seed.expect,
        label: seed.label,
        text: kit.finish(seed.script),
        provenance: Provenance {
            parents,
            trace,
            ..Provenance::default()
        },
    }))
}
