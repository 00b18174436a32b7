//! One candidate through all that comes before the predicate: is it smaller, new, well-formed?

use crate::budget::{Budget, Stop};
use crate::observer::{Event, Observer};
use crate::predicate::Predicate;
use crate::squeeze::squeeze;
use crate::subject::Reader;
use crate::tried::{CandidateHash, Tried};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Asks the predicate, as seldom as possible.
pub(crate) struct Checker<'a> {
    pub(crate) predicate: &'a dyn Predicate,
    pub(crate) reader: &'a Reader,
    pub(crate) tried: &'a Tried,
    pub(crate) budget: &'a Budget<'a>,
    pub(crate) observer: &'a dyn Observer,
    pub(crate) counts: Counts,
}

/// What candidates came to.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// Questions to the predicate.
    pub(crate) checks: AtomicU64,
    /// Candidates whose tokens were known.
    pub(crate) repeated: AtomicU64,
    /// Candidates that did not parse or sort-check.
    pub(crate) ill_formed: AtomicU64,
}

/// What is known of a candidate before the predicate is asked.
pub(crate) enum Glance {
    /// Not smaller than what there is.
    Larger,
    /// Does not parse or sort-check.
    IllFormed,
    /// The answer is known.
    Known(Arc<str>, bool),
    /// The predicate must be asked.
    New(Question),
}

/// A question to the predicate.
#[derive(Clone)]
pub(crate) struct Question {
    /// The candidate, without needless white space.
    pub(crate) text: Arc<str>,
    pub(crate) hash: CandidateHash,
    /// Whether the dear and sure way is asked.
    pub(crate) surely: bool,
}

/// Whether one squeezed script is smaller than another: fewer bytes, or as many and earlier in the
/// order of texts (`0` before `1`, `a` before `b`). Taking a candidate therefore always makes
/// progress, and a reduction ends.
pub(crate) fn is_smaller(one: &str, other: &str) -> bool {
    (one.len(), one) < (other.len(), other)
}

impl Checker<'_> {
    /// Looks at a squeezed candidate that has to be smaller than `bound`. `well_formed`: it is, by
    /// the way it was made. `known` tells what is known of candidates besides what was tried.
    pub(crate) fn glance(
        &self,
        squeezed: String,
        bound: &str,
        well_formed: bool,
        known: impl Fn(&CandidateHash) -> Option<bool>,
    ) -> Glance {
        debug_assert_eq!(squeezed, squeeze(&squeezed));
        debug_assert!(!well_formed || self.reader.accepts(&squeezed), "{squeezed}");
        if !is_smaller(&squeezed, bound) {
            return Glance::Larger;
        }
        let hash = Tried::hash_squeezed(&squeezed);
        if let Some(fails) = self.tried.get(&hash).or_else(|| known(&hash)) {
            self.counts.repeated.fetch_add(1, Ordering::Relaxed);
            return Glance::Known(squeezed.into(), fails);
        }
        if !well_formed && !self.reader.accepts(&squeezed) {
            self.counts.ill_formed.fetch_add(1, Ordering::Relaxed);
            return Glance::IllFormed;
        }
        Glance::New(Question {
            text: squeezed.into(),
            hash,
            surely: false,
        })
    }

    /// Puts a question to the predicate.
    pub(crate) fn ask(&self, question: &Question) -> Result<bool, Stop> {
        let number = self.counts.checks.fetch_add(1, Ordering::Relaxed) + 1;
        let answer = self.budget.spend(number).and_then(|()| {
            let asked = if question.surely {
                self.predicate.surely_fails(&question.text)
            } else {
                self.predicate.fails(&question.text)
            };
            asked.map_err(Stop::Predicate)
        });
        match answer {
            Ok(fails) => self.observer.event(&Event::Checked {
                hash: question.hash,
                fails,
                bytes: question.text.len(),
            }),
            Err(_) => {
                self.counts.checks.fetch_sub(1, Ordering::Relaxed);
            }
        }
        answer
    }
}
