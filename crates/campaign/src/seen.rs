//! Which formulas were made before: a duplicate keeps its position and is skipped.

use rustc_hash::FxHashMap;
use std::sync::{Mutex, MutexGuard};

const SHARDS: usize = 16;
/// Places of a shard that has a bound, and those that one formula may take: 16 MB in all.
const BUCKETS: usize = 1 << 13;
const WAYS: usize = 8;

/// Hashes of formulas with the smallest position that made them, shared by the workers.
///
/// A worker ahead of another may run a formula that a smaller position is about to make; the
/// collector, which sees positions in order, then drops the later one. So the outcome does not
/// depend on who was faster.
#[derive(Debug)]
pub(crate) struct Seen {
    shards: [Mutex<Shard>; SHARDS],
}

#[derive(Debug)]
enum Shard {
    All(FxHashMap<u64, u64>),
    Late(Late),
}

/// The last formulas. A new one takes the place of the one in its bucket with the smallest position.
#[derive(Debug)]
struct Late {
    buckets: Vec<[Place; WAYS]>,
}

/// A hash, and one more than its position; nothing is zero.
type Place = (u64, u64);

impl Late {
    fn new(buckets: usize) -> Late {
        Late {
            buckets: vec![[(0, 0); WAYS]; buckets],
        }
    }

    fn bucket(&mut self, hash: u64) -> &mut [Place; WAYS] {
        let at = hash as usize % self.buckets.len();
        &mut self.buckets[at]
    }

    fn get(&mut self, hash: u64) -> Option<u64> {
        let found = self.bucket(hash).iter().find(|place| place.0 == hash)?;
        found.1.checked_sub(1)
    }

    fn set(&mut self, hash: u64, position: u64) {
        let bucket = self.bucket(hash);
        let known = bucket.iter().position(|place| place.0 == hash);
        let oldest = (0..WAYS).min_by_key(|at| bucket[*at].1);
        if let Some(at) = known.or(oldest) {
            bucket[at] = (hash, position.saturating_add(1));
        }
    }
}

impl Shard {
    fn get(&mut self, hash: u64) -> Option<u64> {
        match self {
            Shard::All(all) => all.get(&hash).copied(),
            Shard::Late(late) => late.get(hash),
        }
    }

    fn set(&mut self, hash: u64, position: u64) {
        match self {
            Shard::All(all) => {
                all.insert(hash, position);
            }
            Shard::Late(late) => late.set(hash, position),
        }
    }
}

impl Seen {
    /// Remembers all formulas: what a uniform hunt skips must not hang on how much memory there is.
    pub(crate) fn all() -> Seen {
        Seen {
            shards: std::array::from_fn(|_| Mutex::new(Shard::All(FxHashMap::default()))),
        }
    }

    /// Remembers the last ones, [`Seen::LATE`] or nearly so many, in bounded memory.
    pub(crate) fn late() -> Seen {
        Seen {
            shards: std::array::from_fn(|_| Mutex::new(Shard::Late(Late::new(BUCKETS)))),
        }
    }

    /// So many of the last formulas are remembered, give or take how they share out.
    pub(crate) const LATE: usize = SHARDS * BUCKETS * WAYS;

    fn shard(&self, hash: u64) -> MutexGuard<'_, Shard> {
        let shard = &self.shards[(hash >> 60) as usize];
        shard
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Claims a formula for a position. False where a smaller position has it.
    pub(crate) fn claim(&self, hash: u64, position: u64) -> bool {
        let mut shard = self.shard(hash);
        let free = shard.get(hash).is_none_or(|known| known >= position);
        if free {
            shard.set(hash, position);
        }
        free
    }

    /// The position that a formula belongs to, where that is remembered.
    pub(crate) fn owner(&self, hash: u64) -> Option<u64> {
        self.shard(hash).get(hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_position_keeps_a_formula() {
        for seen in [Seen::all(), Seen::late()] {
            assert!(seen.claim(7, 10));
            assert!(!seen.claim(7, 11));
            assert!(
                seen.claim(7, 3),
                "a smaller position that comes later still gets it"
            );
            assert!(!seen.claim(7, 10));
            assert_eq!(seen.owner(7), Some(3));
            assert!(seen.claim(8, 0) && seen.claim(8, 0) && !seen.claim(8, 1));
            assert_eq!(seen.owner(9), None);
        }
    }

    #[test]
    fn what_is_remembered_has_a_bound_and_the_last_ones_are_in_it() {
        let mut late = Late::new(4);
        let places = 4 * WAYS as u64;
        for position in 0..20 * places {
            late.set(position, position);
            // As evenly as these hashes share out, the last ones are all there.
            for recent in (position + 1).saturating_sub(places)..=position {
                assert_eq!(late.get(recent), Some(recent));
            }
        }
        assert_eq!(late.get(0), None, "forgotten, so it is run again");
        assert_eq!(late.buckets.len(), 4);
    }
}
