//! Output of a process: kept up to a cap, and searched for the marker that ends an answer.

use memchr::memmem;

/// What is kept where no cap was asked for: a solver must not be able to fill our memory.
pub(crate) const DEFAULT_CAP: u64 = 64 << 20;

#[derive(Default)]
pub(crate) struct Capture {
    bytes: Vec<u8>,
    cap: usize,
    /// All bytes of this capture, kept or not.
    total: u64,
    /// The last bytes of a capture that is over its cap, to find a marker across two reads.
    tail: Vec<u8>,
    /// What came after the marker: it belongs to nobody yet.
    late: Vec<u8>,
}

impl Capture {
    /// Starts over; what came after the last marker is the beginning of the new capture.
    pub(crate) fn restart(&mut self, cap: Option<u64>) {
        self.cap = usize::try_from(cap.unwrap_or(DEFAULT_CAP)).unwrap_or(usize::MAX);
        self.total = self.late.len() as u64;
        self.tail.clear();
        self.bytes.clear();
        self.bytes.append(&mut self.late);
    }

    pub(crate) fn truncated(&self) -> bool {
        self.total > self.bytes.len() as u64
    }

    /// Takes what was kept.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        // A copy of the right size, so that the buffer with its room stays for the next answer.
        self.bytes.as_slice().to_vec()
    }

    /// Adds what was read. True if the marker is complete; it is not part of what is kept.
    pub(crate) fn push(&mut self, chunk: &[u8], marker: Option<&[u8]>) -> bool {
        let found = marker.and_then(|marker| Some((self.find(chunk, marker)?, marker.len())));
        let ours = found.map_or(chunk, |(end, _)| &chunk[..end]);
        if let Some(marker) = marker {
            self.remember_tail(ours, marker.len());
        }
        self.total += ours.len() as u64;
        let room = self.cap.saturating_sub(self.bytes.len());
        // Once something was dropped nothing more is kept: no text with a hole in it.
        let room = if self.truncated_before(ours) { 0 } else { room };
        self.bytes.extend_from_slice(&ours[..room.min(ours.len())]);
        let Some((end, length)) = found else {
            return false;
        };
        self.total -= length as u64;
        self.bytes
            .truncate(usize::try_from(self.total).unwrap_or(usize::MAX));
        self.late.extend_from_slice(&chunk[end..]);
        true
    }

    fn truncated_before(&self, ours: &[u8]) -> bool {
        self.total - ours.len() as u64 > self.bytes.len() as u64
    }

    /// Where the marker ends in this chunk; it may have begun in the chunk before.
    fn find(&self, chunk: &[u8], marker: &[u8]) -> Option<usize> {
        let overlap = marker.len() - 1;
        let before = if self.truncated() {
            &self.tail
        } else {
            &self.bytes
        };
        let before = &before[before.len().saturating_sub(overlap)..];
        if !before.is_empty() {
            let seam = [before, &chunk[..overlap.min(chunk.len())]].concat();
            if let Some(start) = memmem::find(&seam, marker) {
                return Some(start + marker.len() - before.len());
            }
        }
        memmem::find(chunk, marker).map(|start| start + marker.len())
    }

    fn remember_tail(&mut self, ours: &[u8], marker: usize) {
        let full = self.bytes.len() + ours.len() > self.cap;
        if !full {
            return;
        }
        if self.tail.is_empty() && !self.truncated() {
            let from = self.bytes.len().saturating_sub(marker);
            self.tail.extend_from_slice(&self.bytes[from..]);
        }
        self.tail
            .extend_from_slice(&ours[ours.len().saturating_sub(marker)..]);
        let surplus = self.tail.len().saturating_sub(marker);
        self.tail.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds the text in pieces of every size: the cut must not matter.
    fn check(text: &str, cap: u64, kept: &str, late: &str) {
        for size in 1..=text.len() {
            let mut capture = Capture::default();
            capture.restart(Some(cap));
            let mut found = false;
            for chunk in text.as_bytes().chunks(size) {
                match found {
                    true => capture.late.extend_from_slice(chunk),
                    false => found = capture.push(chunk, Some(b"--END--")),
                }
            }
            assert!(found, "{text} in pieces of {size}");
            assert_eq!(
                String::from_utf8_lossy(&capture.take()),
                kept,
                "pieces of {size}"
            );
            assert_eq!(
                String::from_utf8_lossy(&capture.late),
                late,
                "pieces of {size}"
            );
            assert_eq!(
                capture.truncated(),
                text.find("--END--").unwrap() as u64 > cap
            );
        }
    }

    #[test]
    fn the_marker_is_found_across_reads_and_beyond_the_cap() {
        check("sat\n--END--\n", 100, "sat\n", "\n");
        check("--END--", 100, "", "");
        check("unsat\n--END--late", 3, "uns", "late");
        check("unsat\n--EN--END--", 8, "unsat\n--", "");
        check("0123456789--END--", 12, "0123456789", "");
        check("0123456789--END--", 0, "", "");
    }

    #[test]
    fn what_is_late_opens_the_next_capture() {
        let mut capture = Capture::default();
        capture.restart(None);
        assert!(capture.push(b"a<>b", Some(b"<>")));
        capture.restart(None);
        assert!(!capture.push(b"c", None));
        assert_eq!(capture.take(), b"bc");
    }
}
