//! Which formulas were made before: a duplicate keeps its position and is skipped.

use rustc_hash::FxHashMap;
use std::sync::Mutex;

/// Hashes of formulas with the smallest position that made them, shared by the workers.
///
/// A worker ahead of another may run a formula that a smaller position is about to make; the
/// collector, which sees positions in order, then drops the later one. So the outcome does not
/// depend on who was faster.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    shards: [Mutex<FxHashMap<u64, u64>>; 16],
}

impl Seen {
    /// Claims a formula for a position. False where a smaller position has it.
    pub(crate) fn claim(&self, hash: u64, position: u64) -> bool {
        let shard = &self.shards[(hash >> 60) as usize];
        let mut claimed = shard
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        match claimed.get_mut(&hash) {
            Some(known) if *known < position => false,
            Some(known) => {
                *known = position;
                true
            }
            None => {
                claimed.insert(hash, position);
                true
            }
        }
    }

    /// The position that a formula belongs to.
    pub(crate) fn owner(&self, hash: u64) -> Option<u64> {
        let shard = &self.shards[(hash >> 60) as usize];
        let claimed = shard
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        claimed.get(&hash).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_position_keeps_a_formula() {
        let seen = Seen::default();
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
