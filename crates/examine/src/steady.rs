//! How often a failure shows, measured on the input before a reduction begins.

use gadfly_reduce::{Predicate, PredicateError, Steadiness, TRIALS};
use std::time::{Duration, Instant};

/// A question that takes longer than this is asked fewer times.
const SHORT: Duration = Duration::from_millis(300);
const FEWER_TRIALS: u32 = 3;

/// Asks several times whether the input fails. What takes long is asked again in its shorter forms
/// anyway.
pub fn steadiness(predicate: &dyn Predicate, input: &str) -> Result<Steadiness, PredicateError> {
    let started = Instant::now();
    let first = Steadiness::measure(predicate, input, 1)?;
    let trials = match started.elapsed() < SHORT {
        true => TRIALS,
        false => FEWER_TRIALS,
    };
    Ok(first + Steadiness::measure(predicate, input, trials - 1)?)
}
