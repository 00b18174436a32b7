//! Seeds whose mutants only time out: they are looked at now and then, and skipped otherwise.

use rustc_hash::FxHashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Time-outs after which a seed may be called slow, and how many there must be to one answer.
const TIMEOUTS: u32 = 3;
const TO_ONE_ANSWER: u32 = 4;
/// One visit in so many is made all the same.
const VISIT_ONE_IN: u32 = 8;

#[derive(Debug, Default)]
struct Record {
    timeouts: u32,
    answers: u32,
    skipped: u32,
}

/// What workers learnt about seeds, by path.
#[derive(Debug, Default)]
pub(crate) struct SlowSeeds {
    records: Mutex<FxHashMap<String, Record>>,
}

impl SlowSeeds {
    fn records(&self) -> MutexGuard<'_, FxHashMap<String, Record>> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a visit to a seed should be skipped.
    pub(crate) fn skips(&self, seed: &str) -> bool {
        let mut records = self.records();
        let Some(record) = records.get_mut(seed) else {
            return false;
        };
        if record.timeouts < TIMEOUTS || record.timeouts <= TO_ONE_ANSWER * record.answers {
            return false;
        }
        record.skipped += 1;
        record.skipped % VISIT_ONE_IN != 0
    }

    /// A mutant of the seed was tested.
    pub(crate) fn learn(&self, seed: &str, timed_out: bool) {
        let mut records = self.records();
        if !records.contains_key(seed) {
            records.insert(seed.to_string(), Record::default());
        }
        if let Some(record) = records.get_mut(seed) {
            let count = if timed_out {
                &mut record.timeouts
            } else {
                &mut record.answers
            };
            *count += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_times_out_again_and_again_is_skipped_and_never_for_good() {
        let seeds = SlowSeeds::default();
        assert!(!seeds.skips("a"));
        (0..TIMEOUTS).for_each(|_| seeds.learn("a", true));
        let visits = (0..80).filter(|_| !seeds.skips("a")).count();
        assert_eq!(visits, 10);
        seeds.learn("a", false);
        assert!(!seeds.skips("a"), "it answers after all");
    }
}
