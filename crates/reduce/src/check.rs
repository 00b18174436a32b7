//! One candidate through all that comes before the predicate: is it smaller, new, well-formed?

use crate::budget::{Budget, Stop};
use crate::observer::{Event, Observer};
use crate::predicate::{Predicate, PredicateError};
use crate::squeeze::squeeze;
use crate::tried::Tried;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What came of a candidate.
pub(crate) enum Checked {
    /// It still fails. The text, without needless white space.
    Fails(String),
    /// It does not fail, or it is no candidate: larger, or not well-formed.
    Passes,
}

/// Asks the predicate, as seldom as possible.
pub(crate) struct Checker<'a> {
    pub(crate) predicate: &'a dyn Predicate,
    pub(crate) well_formed: &'a (dyn Fn(&str) -> bool + Sync),
    pub(crate) tried: &'a Tried,
    pub(crate) budget: &'a Budget<'a>,
    pub(crate) observer: &'a dyn Observer,
    pub(crate) counts: Counts,
    /// The quick way was wrong once: from then on only the sure one is asked.
    pub(crate) distrust: AtomicBool,
}

/// What candidates came to.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// Questions to the predicate.
    pub(crate) checks: AtomicU64,
    /// Those that were answered with yes.
    pub(crate) successes: AtomicU64,
    /// Candidates whose tokens were known.
    pub(crate) repeated: AtomicU64,
    /// Candidates that did not parse or sort-check.
    pub(crate) ill_formed: AtomicU64,
}

/// Whether one squeezed script is smaller than another: fewer bytes, or as many and earlier in the
/// order of texts (`0` before `1`, `a` before `b`). Taking a candidate therefore always makes
/// progress, and a reduction ends.
pub(crate) fn is_smaller(one: &str, other: &str) -> bool {
    (one.len(), one) < (other.len(), other)
}

impl Checker<'_> {
    /// Whether the candidate still fails, and is smaller than `bound`.
    pub(crate) fn check(&self, candidate: &str, bound: &str) -> Result<Checked, Stop> {
        let squeezed = squeeze(candidate);
        if !is_smaller(&squeezed, bound) {
            return Ok(Checked::Passes);
        }
        let hash = Tried::hash(&squeezed);
        if let Some(fails) = self.tried.get(&hash) {
            self.counts.repeated.fetch_add(1, Ordering::Relaxed);
            return Ok(if fails {
                Checked::Fails(squeezed)
            } else {
                Checked::Passes
            });
        }
        if !(self.well_formed)(&squeezed) {
            self.counts.ill_formed.fetch_add(1, Ordering::Relaxed);
            self.tried.put(hash, false);
            return Ok(Checked::Passes);
        }
        let number = self.counts.checks.fetch_add(1, Ordering::Relaxed) + 1;
        self.budget.spend(number)?;
        let fails = self.ask(&squeezed).map_err(Stop::Predicate)?;
        self.tried.put(hash, fails);
        if fails {
            self.counts.successes.fetch_add(1, Ordering::Relaxed);
        }
        self.observer.event(&Event::Checked {
            hash,
            fails,
            bytes: squeezed.len(),
        });
        Ok(if fails {
            Checked::Fails(squeezed)
        } else {
            Checked::Passes
        })
    }

    fn ask(&self, script: &str) -> Result<bool, PredicateError> {
        if self.distrust.load(Ordering::Relaxed) {
            self.predicate.surely_fails(script)
        } else {
            self.predicate.fails(script)
        }
    }

    /// Whether what the quick way has won stands. If not, it is not asked again.
    pub(crate) fn confirm(&self, script: &str) -> Result<bool, PredicateError> {
        if !self.predicate.is_quick() || self.distrust.load(Ordering::Relaxed) {
            return Ok(true);
        }
        self.counts.checks.fetch_add(1, Ordering::Relaxed);
        let stands = self.predicate.surely_fails(script)?;
        if !stands {
            self.distrust.store(true, Ordering::Relaxed);
            self.tried.forget_successes();
        }
        Ok(stands)
    }
}
