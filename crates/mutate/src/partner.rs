//! What a mutation starts from: a seed, and the pool that another one may come from.

use crate::fusable::Fusable;
use crate::kit::Kit;
use crate::seed::{Seed, SeedPool};
use gadfly_rng::Rng;
use std::sync::Arc;

/// A seed to mutate, or what came of one, beside the seeds of its run.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// What is mutated.
    pub seed: &'a Seed,
    /// What it can be joined with.
    pub pool: &'a SeedPool,
}

impl<'a> Start<'a> {
    /// Any seed of the pool, its names ending in [`SECOND`](crate::fusable::SECOND) so many times.
    pub(crate) fn partner(&self, times: usize, rng: &mut Rng, kit: &mut Kit) -> Option<Partner> {
        let number = rng.below(self.pool.len());
        let seed = self.pool.ready(number, &kit.options.allowed);
        let seed = seed.second(times, kit)?;
        Some(Partner { number, seed })
    }

    /// The seed with any of the pool, if both are flat.
    pub(crate) fn pair(&self, rng: &mut Rng, kit: &mut Kit) -> Option<Pair<'a>> {
        let first = Side::of(self.seed)?;
        let second = self.partner(first.parts.partner, rng, kit)?;
        let flat = Side::of(&second.seed).is_some();
        flat.then_some(Pair { first, second })
    }
}

/// A seed that takes part in the mutation of another one.
#[derive(Clone, Debug)]
pub(crate) struct Partner {
    /// Its number in the pool.
    pub(crate) number: usize,
    /// Under names of its own.
    pub(crate) seed: Arc<Seed>,
}

/// Two flat seeds for one script.
#[derive(Clone, Debug)]
pub(crate) struct Pair<'a> {
    first: Side<'a>,
    pub(crate) second: Partner,
}

impl Pair<'_> {
    pub(crate) fn sides(&self) -> Option<[Side<'_>; 2]> {
        Some([self.first, Side::of(&self.second.seed)?])
    }
}

/// One of the flat seeds of a joint script.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side<'a> {
    pub(crate) seed: &'a Seed,
    pub(crate) parts: &'a Fusable,
}

impl<'a> Side<'a> {
    fn of(seed: &'a Seed) -> Option<Side<'a>> {
        let parts = seed.fusable()?;
        Some(Side { seed, parts })
    }
}
