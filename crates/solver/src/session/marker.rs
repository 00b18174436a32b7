//! The text that ends a formula's output.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// Unique for every formula of every process of this machine: a solver cannot print one by
/// accident, nor repeat an earlier one.
pub(super) struct Marker {
    nonce: u64,
    count: u64,
    text: Vec<u8>,
}

impl Marker {
    pub(super) fn new() -> Self {
        static SESSIONS: AtomicU64 = AtomicU64::new(0);
        let session = SESSIONS.fetch_add(1, Ordering::Relaxed);
        let nanos = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |since| since.as_nanos() as u64);
        let nonce = mix(nanos ^ mix(u64::from(std::process::id()) ^ (session << 32)));
        let (count, text) = (0, Vec::new());
        Marker { nonce, count, text }
    }

    /// Moves on to the next formula.
    pub(super) fn advance(&mut self) {
        self.count += 1;
        self.text.clear();
        // Writing to memory does not fail.
        let _ = write!(self.text, "gadfly-{:016x}-{}-end", self.nonce, self.count);
    }

    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }
}

/// Spreads the bits of a number (the finaliser of SplitMix64).
fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_markers_are_the_same() {
        let (mut one, mut two) = (Marker::new(), Marker::new());
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..100 {
            for marker in [&mut one, &mut two] {
                marker.advance();
                assert!(seen.insert(marker.text().to_vec()));
            }
        }
    }
}
