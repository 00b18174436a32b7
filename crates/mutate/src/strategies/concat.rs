//! Concatenation: two seeds joined without fusing variables, the ablation of fusion.

use crate::join::{Join, shape};
use crate::kit::Kit;
use crate::seed::{Seed, SeedPool};
use crate::strategy::{About, Mutation, Mutator, Promise, Takes};
use gadfly_rng::Rng;

/// `concat`
#[derive(Debug)]
pub(crate) struct Concat;

const ABOUT: About = About {
    ablation_of: Some("fusion"),
    ..About::new(
        "concat",
        "two seeds are joined without",
        Takes::TwoSeeds,
        Promise::Sometimes,
    )
};

impl Mutator for Concat {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn accepts(&self, seed: &Seed) -> bool {
        seed.fusable().is_some()
    }

    fn mutate(
        &self,
        seed: &Seed,
        pool: &SeedPool,
        rng: &mut Rng,
        kit: &mut Kit,
    ) -> Option<Mutation> {
        let first = seed.fusable()?;
        for _ in 0..8 {
            let with = rng.below(pool.len());
            let Some(partner) = pool.seeds()[with].second(first.partner, kit) else {
                continue;
            };
            let Some(second) = partner.fusable() else {
                continue;
            };
            let join = Join::new(seed, &partner, first, second, shape(seed, &partner, rng));
            return Some(join.finish(with, "joined".into(), false));
        }
        None
    }
}
