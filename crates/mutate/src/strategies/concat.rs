//! Concatenation: two seeds joined without fusing variables, the ablation of fusion.

use crate::join::{Join, shape};
use crate::kit::Kit;
use crate::partner::Start;
use crate::seed::Seed;
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

/// Partners tried.
const PARTNERS: usize = 8;

impl Mutator for Concat {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn accepts(&self, seed: &Seed) -> bool {
        seed.fusable().is_some()
    }

    fn mutate(&self, from: Start<'_>, rng: &mut Rng, kit: &mut Kit) -> Option<Mutation> {
        let pair = (0..PARTNERS).find_map(|_| from.pair(rng, kit))?;
        let sides = pair.sides()?;
        let join = Join::new(sides, shape(sides, rng));
        Some(join.finish(pair.second.number, "joined".into(), false))
    }
}
