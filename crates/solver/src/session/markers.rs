//! The texts that frame a formula's output.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// Unique for every formula of every process of this machine: a solver cannot print one by
/// accident, nor repeat an earlier one.
pub(super) struct Markers {
    nonce: u64,
    count: u64,
    begin: Vec<u8>,
    end: Vec<u8>,
    next_begin: Vec<u8>,
}

impl Markers {
    pub(super) fn new() -> Self {
        static SESSIONS: AtomicU64 = AtomicU64::new(0);
        let session = SESSIONS.fetch_add(1, Ordering::Relaxed);
        let nanos = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |since| since.as_nanos() as u64);
        let nonce = mix(nanos ^ mix(u64::from(std::process::id()) ^ (session << 32)));
        let (count, begin, end, next_begin) = (0, Vec::new(), Vec::new(), Vec::new());
        let mut markers = Markers {
            nonce,
            count,
            begin,
            end,
            next_begin,
        };
        write_marker(&mut markers.next_begin, nonce, 1, "begin");
        markers.advance();
        markers
    }

    /// Moves on to the next formula.
    pub(super) fn advance(&mut self) {
        self.count += 1;
        std::mem::swap(&mut self.begin, &mut self.next_begin);
        write_marker(&mut self.end, self.nonce, self.count, "end");
        write_marker(&mut self.next_begin, self.nonce, self.count + 1, "begin");
    }

    pub(super) fn begin(&self) -> &[u8] {
        &self.begin
    }

    pub(super) fn end(&self) -> &[u8] {
        &self.end
    }

    pub(super) fn next_begin(&self) -> &[u8] {
        &self.next_begin
    }
}

fn write_marker(text: &mut Vec<u8>, nonce: u64, count: u64, place: &str) {
    text.clear();
    // Writing to memory does not fail.
    let _ = write!(text, "gadfly-{nonce:016x}-{count}-{place}");
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
        let (mut one, mut two) = (Markers::new(), Markers::new());
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..100 {
            for markers in [&mut one, &mut two] {
                markers.advance();
                assert!(
                    seen.insert(markers.begin().to_vec()) && seen.insert(markers.end().to_vec())
                );
            }
        }
    }
}
