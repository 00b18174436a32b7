//! The order of positions: blocks of neighbours, dealt out to shards.

use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Positions of a block. A block has one choice (strategy, options), so that a solver session
/// with those options serves all of it.
pub(crate) const BLOCK: u64 = 16;

/// One part of a hunt that runs on several machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which part, from 0.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Default for Shard {
    fn default() -> Self {
        Shard { number: 0, of: 1 }
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let bad = || format!("`{text}` is not a part: write for example 1/4 for the first of four");
        let (number, of) = text.split_once('/').ok_or_else(bad)?;
        let number: u64 = number.parse().map_err(|_| bad())?;
        let of: u64 = of.parse().map_err(|_| bad())?;
        if number == 0 || number > of {
            return Err(bad());
        }
        Ok(Shard {
            number: number - 1,
            of,
        })
    }
}

/// The positions of a shard, in order.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    shard: Shard,
    end: u64,
}

impl Order {
    /// The shard's positions below `tests`; without a bound where that is `None`.
    pub fn new(shard: Shard, tests: Option<u64>) -> Order {
        Order {
            shard,
            end: tests.unwrap_or(u64::MAX),
        }
    }

    /// The first position that belongs to the shard and is at least `from`.
    pub fn at_least(&self, from: u64) -> Option<u64> {
        let block = from / BLOCK;
        let ahead = (self.shard.number + self.shard.of - block % self.shard.of) % self.shard.of;
        let position = match ahead {
            0 => from,
            n => (block + n).checked_mul(BLOCK)?,
        };
        (position < self.end).then_some(position)
    }

    /// The position after one.
    pub fn after(&self, position: u64) -> Option<u64> {
        self.at_least(position.checked_add(1)?)
    }

    /// The end of the run of positions that starts at one: its block's end or the bound.
    pub fn block_end(&self, position: u64) -> u64 {
        ((position / BLOCK + 1) * BLOCK).min(self.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(shard: &str, tests: u64) -> Vec<u64> {
        let order = Order::new(shard.parse().unwrap(), Some(tests));
        std::iter::successors(order.at_least(0), |p| order.after(*p)).collect()
    }

    #[test]
    fn shards_share_the_positions_without_overlap() {
        let tests = 3 * BLOCK + 5;
        let mut all: Vec<u64> = ["1/3", "2/3", "3/3"]
            .iter()
            .flat_map(|shard| positions(shard, tests))
            .collect();
        all.sort_unstable();
        assert_eq!(all, (0..tests).collect::<Vec<_>>());
        assert_eq!(positions("1/1", 5), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn what_is_no_shard_is_said() {
        for text in ["", "1", "0/2", "3/2", "a/b", "1/0"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
