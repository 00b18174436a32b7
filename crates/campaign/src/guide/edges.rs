//! The edges of one program that any formula of a hunt reached, shared by its workers.

use super::map::CAPACITY;
use gadfly_formula::ContentHash;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The words of the set.
const WORDS: usize = CAPACITY / 64;

/// A set of edges, kept in a file for a hunt that goes on.
#[derive(Debug)]
pub(super) struct Edges {
    words: Box<[AtomicU64]>,
    count: AtomicU64,
    /// How many the file has.
    saved: AtomicU64,
    file: PathBuf,
    /// The hash of the program: another build has other edges.
    program: ContentHash,
}

impl Edges {
    /// Those that were kept for this very program, or none.
    pub(super) fn open(file: &Path, program: &[u8]) -> Edges {
        let edges = Edges {
            words: (0..WORDS).map(|_| AtomicU64::new(0)).collect(),
            count: AtomicU64::new(0),
            saved: AtomicU64::new(0),
            file: file.to_path_buf(),
            program: ContentHash::of(program),
        };
        let kept = std::fs::read(file).unwrap_or_default();
        if let Some(words) = kept.strip_prefix(&edges.program.0) {
            for (word, bytes) in edges.words.iter().zip(words.chunks_exact(8)) {
                let bits = bytes.try_into().map_or(0, u64::from_le_bytes);
                word.store(bits, Ordering::Relaxed);
                edges
                    .count
                    .fetch_add(u64::from(bits.count_ones()), Ordering::Relaxed);
            }
            edges.saved.store(edges.count(), Ordering::Relaxed);
        }
        edges
    }

    /// Notes an edge. True where it is new.
    pub(super) fn add(&self, edge: usize) -> bool {
        let Some(word) = self.words.get(edge / 64) else {
            return false;
        };
        let bit = 1 << (edge % 64);
        let new = word.fetch_or(bit, Ordering::Relaxed) & bit == 0;
        self.count.fetch_add(u64::from(new), Ordering::Relaxed);
        new
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    /// Writes them down, where there are more than before.
    pub(super) fn save(&self) -> io::Result<()> {
        let count = self.count();
        if self.saved.swap(count, Ordering::Relaxed) == count {
            return Ok(());
        }
        let words: Vec<u64> = self
            .words
            .iter()
            .map(|word| word.load(Ordering::Relaxed))
            .collect();
        let used = words
            .iter()
            .rposition(|word| *word != 0)
            .map_or(0, |at| at + 1);
        let mut bytes = self.program.0.to_vec();
        bytes.extend(words[..used].iter().flat_map(|word| word.to_le_bytes()));
        let part = self.file.with_extension("part");
        std::fs::write(&part, bytes)?;
        std::fs::rename(part, &self.file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_kept_for_the_same_program_only() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("reached");
        let edges = Edges::open(&file, b"program");
        assert!(edges.add(0) && edges.add(200) && !edges.add(200));
        assert!(!edges.add(CAPACITY), "beyond what there is room for");
        edges.save().unwrap();
        let again = Edges::open(&file, b"program");
        assert_eq!(again.count(), 2);
        assert!(!again.add(0) && again.add(1));
        assert_eq!(Edges::open(&file, b"another").count(), 0);
    }
}
