//! How long a reduction may go on, and why it ended.

use crate::predicate::PredicateError;
use std::time::Instant;

/// What a reduction may spend.
#[derive(Default)]
pub struct Budget<'a> {
    /// No check begins after this moment.
    pub deadline: Option<Instant>,
    /// The most checks.
    pub checks: Option<u64>,
    /// Asked before every check: whether someone outside wants it to stop.
    pub interrupted: Option<&'a (dyn Fn() -> bool + Sync)>,
}

/// Why a reduction ended before its fixpoint.
#[derive(Clone, Debug)]
pub enum Stop {
    /// The time is over.
    Time,
    /// The checks are used up.
    Checks,
    /// It was interrupted.
    Interrupted,
    /// The predicate could not be asked.
    Predicate(PredicateError),
}

impl Budget<'_> {
    /// Whether check number `number` may begin.
    pub(crate) fn spend(&self, number: u64) -> Result<(), Stop> {
        if self.interrupted.is_some_and(|interrupted| interrupted()) {
            return Err(Stop::Interrupted);
        }
        if self.checks.is_some_and(|most| number > most) {
            return Err(Stop::Checks);
        }
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            return Err(Stop::Time);
        }
        Ok(())
    }
}
