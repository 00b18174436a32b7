//! The named, versioned, counter-based random generator behind every random choice.
//!
//! Philox4x32-10 (Salmon et al., *Parallel random numbers: as easy as 1, 2, 3*, SC 2011): the
//! n-th block is a function of key and counter alone, so that the choices for formula `index` of
//! a run with `seed` are the same whoever makes it, in whatever order.

/// The generator's name and the version of how we draw from it. Stored beside every seed.
pub const NAME: &str = "philox4x32-10/1";

const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
const WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];

/// A stream of random numbers, fixed by (seed, stream, index).
#[derive(Clone, Debug)]
pub struct Rng {
    key: [u32; 2],
    /// The counter of the next block that is not made yet.
    counter: [u32; 4],
    blocks: [[u32; 4]; LANES],
    used: usize,
}

/// Blocks that are made at once: a processor works on them side by side, as none needs another.
const LANES: usize = 4;

impl Rng {
    /// The stream for item `index` of the run with `seed`. `stream` tells users of the same
    /// position apart (for example a strategy's number from its scheduler's).
    pub fn new(seed: u64, stream: u32, index: u64) -> Self {
        Rng {
            key: [seed as u32, (seed >> 32) as u32],
            counter: [0, stream, index as u32, (index >> 32) as u32],
            blocks: [[0; 4]; LANES],
            used: 4 * LANES,
        }
    }

    /// The next 32 random bits.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        if self.used == 4 * LANES {
            self.refill();
        }
        let word = self.blocks.as_flattened()[self.used];
        self.used += 1;
        word
    }

    #[inline(never)]
    fn refill(&mut self) {
        self.blocks = philox(self.counter, self.key);
        self.counter[0] = self.counter[0].wrapping_add(LANES as u32);
        self.used = 0;
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        u64::from(self.next_u32()) | u64::from(self.next_u32()) << 32
    }

    /// A number in `0..n`, without bias. `n` must not be 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "below(0) has no value");
        let n = n as u64;
        if n <= u64::from(u32::MAX) {
            // Lemire's multiply-and-reject.
            let n = n as u32;
            let mut product = u64::from(self.next_u32()) * u64::from(n);
            if (product as u32) < n {
                let reject = n.wrapping_neg() % n;
                while (product as u32) < reject {
                    product = u64::from(self.next_u32()) * u64::from(n);
                }
            }
            return (product >> 32) as usize;
        }
        let zone = u64::MAX - (u64::MAX - n + 1) % n;
        loop {
            let word = self.next_u64();
            if word <= zone {
                return (word % n) as usize;
            }
        }
    }

    /// A number in `low..=high`.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        assert!(low <= high, "between({low}, {high}) has no value");
        let span = high.wrapping_sub(low) as u64;
        if span == u64::MAX {
            return self.next_u64() as i64;
        }
        low.wrapping_add(self.below(span as usize + 1) as i64)
    }

    /// True with probability `numerator / denominator`.
    #[inline]
    pub fn chance(&mut self, numerator: usize, denominator: usize) -> bool {
        self.below(denominator) < numerator
    }

    /// A number in `0.0..1.0` with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One element, each as likely; `None` of an empty slice.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() {
            return None;
        }
        Some(&items[self.below(items.len())])
    }

    /// A position, with likelihood in proportion to its weight; `None` where no weight is positive.
    pub fn pick_weighted(&mut self, weights: &[u32]) -> Option<usize> {
        let total: usize = weights.iter().map(|&w| w as usize).sum();
        if total == 0 {
            return None;
        }
        let mut rest = self.below(total);
        for (position, &weight) in weights.iter().enumerate() {
            if rest < weight as usize {
                return Some(position);
            }
            rest -= weight as usize;
        }
        None
    }

    /// Puts the elements into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// The blocks of a counter and of those that follow it.
fn philox(first: [u32; 4], mut key: [u32; 2]) -> [[u32; 4]; LANES] {
    let mut blocks = [first; LANES];
    for (lane, block) in blocks.iter_mut().enumerate() {
        block[0] = block[0].wrapping_add(lane as u32);
    }
    for round in 0..10 {
        if round > 0 {
            key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
        }
        for block in &mut blocks {
            let p0 = u64::from(MULTIPLIERS[0]) * u64::from(block[0]);
            let p1 = u64::from(MULTIPLIERS[1]) * u64::from(block[2]);
            *block = [
                (p1 >> 32) as u32 ^ block[1] ^ key[0],
                p1 as u32,
                (p0 >> 32) as u32 ^ block[3] ^ key[1],
                p0 as u32,
            ];
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first of the blocks that are made together.
    fn block(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
        philox(counter, key)[0]
    }

    #[test]
    fn blocks_follow_each_other() {
        let together = philox([u32::MAX - 1, 5, 6, 7], [8, 9]);
        let next = |counter| block([counter, 5, 6, 7], [8, 9]);
        let one_by_one = [next(u32::MAX - 1), next(u32::MAX), next(0), next(1)];
        assert_eq!(together, one_by_one);
    }

    /// The known-answer vectors published with Random123.
    #[test]
    fn philox_matches_the_published_vectors() {
        assert_eq!(
            block([0; 4], [0; 2]),
            [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]
        );
        assert_eq!(
            block([u32::MAX; 4], [u32::MAX; 2]),
            [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]
        );
        assert_eq!(
            block(
                [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
                [0xa409_3822, 0x299f_31d0]
            ),
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
        );
    }

    #[test]
    fn a_position_fixes_its_numbers() {
        let draw = |seed, stream, index| {
            let mut rng = Rng::new(seed, stream, index);
            [rng.next_u64(), rng.next_u64(), rng.next_u64()]
        };
        assert_eq!(draw(42, 0, 7), draw(42, 0, 7));
        assert_ne!(draw(42, 0, 7), draw(42, 0, 8));
        assert_ne!(draw(42, 0, 7), draw(42, 1, 7));
        assert_ne!(draw(42, 0, 7), draw(43, 0, 7));
    }

    #[test]
    fn below_is_even_and_in_range() {
        let mut rng = Rng::new(1, 0, 0);
        let mut counts = [0usize; 6];
        for _ in 0..60_000 {
            counts[rng.below(6)] += 1;
        }
        assert!(
            counts.iter().all(|&c| (9_500..10_500).contains(&c)),
            "{counts:?}"
        );
        assert_eq!(rng.between(i64::MIN, i64::MIN), i64::MIN);
        assert!((-3..=3).contains(&rng.between(-3, 3)));
    }

    #[test]
    fn weights_are_kept_and_nothing_comes_of_nothing() {
        let mut rng = Rng::new(1, 0, 0);
        assert!((0..1000).all(|_| rng.pick_weighted(&[0, 3, 0]) == Some(1)));
        assert_eq!(rng.pick_weighted(&[0, 0]), None);
        assert_eq!(rng.pick::<u8>(&[]), None);
    }
}
