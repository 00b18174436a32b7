//! Which formulas were made before: a duplicate keeps its position and is skipped.

use rustc_hash::FxHashMap;
use std::sync::{Mutex, MutexGuard};

const SHARDS: usize = 16;
/// A generation of a shard: as many as fill a table of 2^17 places.
const GENERATION: usize = (1 << 17) / 8 * 7;

/// Hashes of formulas with the smallest position that made them, shared by the workers.
///
/// A worker ahead of another may run a formula that a smaller position is about to make; the
/// collector, which sees positions in order, then drops the later one. So the outcome does not
/// depend on who was faster.
#[derive(Debug)]
pub(crate) struct Seen {
    shards: [Mutex<Shard>; SHARDS],
    /// How many formulas a generation holds, where old ones are forgotten.
    most: Option<usize>,
}

/// When the young ones are as many as a generation holds, they become the old ones, which are forgotten.
#[derive(Debug, Default)]
struct Shard {
    young: FxHashMap<u64, u64>,
    old: FxHashMap<u64, u64>,
}

impl Shard {
    fn get_mut(&mut self, hash: u64) -> Option<&mut u64> {
        match self.young.get_mut(&hash) {
            Some(known) => Some(known),
            None => self.old.get_mut(&hash),
        }
    }
}

impl Seen {
    /// Remembers all formulas: what a uniform hunt skips must not hang on how much memory there is.
    pub(crate) fn all() -> Seen {
        Seen {
            shards: Default::default(),
            most: None,
        }
    }

    /// Remembers the last ones, [`Seen::LATE`] at least, in bounded memory.
    pub(crate) fn late() -> Seen {
        Seen {
            most: Some(GENERATION),
            ..Seen::all()
        }
    }

    /// So many of the last formulas are remembered at least, give or take how they share out.
    pub(crate) const LATE: usize = SHARDS * GENERATION;

    fn shard(&self, hash: u64) -> MutexGuard<'_, Shard> {
        let shard = &self.shards[(hash >> 60) as usize];
        shard
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Claims a formula for a position. False where a smaller position has it.
    pub(crate) fn claim(&self, hash: u64, position: u64) -> bool {
        let mut shard = self.shard(hash);
        match shard.get_mut(hash) {
            Some(known) if *known < position => false,
            Some(known) => {
                *known = position;
                true
            }
            None => {
                if self.most.is_some_and(|most| shard.young.len() >= most) {
                    shard.old = std::mem::take(&mut shard.young);
                }
                shard.young.insert(hash, position);
                true
            }
        }
    }

    /// The position that a formula belongs to.
    pub(crate) fn owner(&self, hash: u64) -> Option<u64> {
        self.shard(hash).get_mut(hash).copied()
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
        }
    }

    #[test]
    fn what_is_remembered_has_a_bound_and_the_last_ones_are_in_it() {
        let seen = Seen {
            most: Some(10),
            ..Seen::all()
        };
        let all = Seen::all();
        for position in 0..1000 {
            assert!(seen.claim(position, position) && all.claim(position, position));
            let shard = seen.shard(position);
            assert!(shard.young.len() + shard.old.len() <= 20);
            drop(shard);
            for late in position.saturating_sub(9)..=position {
                assert_eq!(seen.owner(late), Some(late));
            }
        }
        assert!(seen.claim(0, 1000), "forgotten, so it is run again");
        assert!(!all.claim(0, 1000));
    }
}
