//! FuzzChick's mutator: an expression of the seed is replaced by another one of the same sort.

use crate::kit::Kit;
use crate::partner::Start;
use crate::place::{choose_place, splice};
use crate::strategy::{About, Change, Mutation, Mutator, Promise, Takes};
use gadfly_rng::Rng;

/// `swap`
#[derive(Debug)]
pub(crate) struct Swap;

const ABOUT: About = About::new(
    "swap",
    "an expression becomes another one of the seed, of its sort",
    Takes::Seed,
    Promise::Sometimes,
);

impl Mutator for Swap {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn mutate(&self, from: Start<'_>, rng: &mut Rng, kit: &mut Kit) -> Option<Mutation> {
        let seed = from.seed;
        let (script, analysis) = (&seed.script, seed.analysis());
        for _ in 0..24 {
            let place = choose_place(seed, rng, kit)?;
            let Some(terms) = analysis.terms.get(&script.sort(place.node)) else {
                continue;
            };
            let Some(&term) = rng.pick(terms) else {
                continue;
            };
            if script.text(term) == script.text(place.node)
                || !analysis.fits_scope(script, term, place.node)
            {
                continue;
            }
            let trace = format!(
                "swap {} for {}",
                clip(script.text(place.node)),
                clip(script.text(term))
            );
            let trace = place.trace(seed, trace);
            let mut mutation = Mutation::new(splice(script, place.node, script.text(term)), trace);
            mutation.claim = place.claim;
            mutation.change = Change::Term(place.node);
            return Some(mutation);
        }
        None
    }
}

/// A term's text, short enough for a header.
pub(crate) fn clip(text: &str) -> &str {
    let end = text.char_indices().nth(60).map_or(text.len(), |(n, _)| n);
    &text[..end]
}
