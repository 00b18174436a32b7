//! The file through which a worker's processes tell which edges they reach: see
//! `crates/install/src/build/edges.c`, which is linked into them.
//!
//! A head of three numbers (how often an edge was told, how many there are, how many there is room for), then a
//! byte an edge. Bytes are set and never cleared, so that reading needs no lock: the first number is looked at
//! after each formula, and the bytes only where it has changed.

use super::edges::Edges;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// The most edges of a program; the file is sparse.
pub(super) const CAPACITY: usize = 1 << 24;
const HEAD: usize = 24;
/// Bytes that are read at once.
const CHUNK: usize = 1 << 16;

/// A worker's file for one program.
#[derive(Debug)]
pub(super) struct Map {
    file: File,
    path: PathBuf,
    /// How often an edge had been told when it was last looked at.
    news: u64,
}

impl Map {
    /// A new file, without any edge.
    pub(super) fn create(path: &Path) -> io::Result<Map> {
        let mut options = File::options();
        let options = options.read(true).write(true).create(true).truncate(true);
        let file = options.open(path)?;
        file.set_len((HEAD + CAPACITY) as u64)?;
        file.write_all_at(&(CAPACITY as u64).to_le_bytes(), 16)?;
        Ok(Map {
            file,
            path: path.to_path_buf(),
            news: 0,
        })
    }

    /// Where it lies.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds what was told since the last look; how many of them were not known.
    pub(super) fn look(&mut self, known: &Edges) -> io::Result<u32> {
        let mut head = [0; HEAD];
        self.file.read_exact_at(&mut head, 0)?;
        let number = |at: usize| head[at..at + 8].try_into().map_or(0, u64::from_le_bytes);
        let (news, total) = (number(0), number(8).min(CAPACITY as u64) as usize);
        if news == self.news {
            return Ok(0);
        }
        self.news = news;
        let mut new = 0;
        let mut chunk = vec![0; CHUNK.min(total)];
        for from in (0..total).step_by(CHUNK) {
            let chunk = &mut chunk[..CHUNK.min(total - from)];
            self.file.read_exact_at(chunk, (HEAD + from) as u64)?;
            let reached = memchr::memchr_iter(1, chunk);
            new += reached.filter(|at| known.add(from + at)).count() as u32;
        }
        Ok(new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_told_and_new_counts() {
        let folder = tempfile::tempdir().unwrap();
        let known = Edges::open(&folder.path().join("reached"), b"");
        let mut map = Map::create(&folder.path().join("0-0")).unwrap();
        let mut other = Map::create(&folder.path().join("1-0")).unwrap();
        assert_eq!(map.look(&known).unwrap(), 0);
        let tell = |map: &Map, news: u64, edge: usize| {
            map.file.write_all_at(&[1], (HEAD + edge) as u64).unwrap();
            let total = (3 * CHUNK) as u64;
            map.file.write_all_at(&total.to_le_bytes(), 8).unwrap();
            map.file.write_all_at(&news.to_le_bytes(), 0).unwrap();
        };
        tell(&map, 1, 7);
        tell(&map, 2, 2 * CHUNK + 5);
        assert_eq!(map.look(&known).unwrap(), 2);
        assert_eq!(map.look(&known).unwrap(), 0);
        // What another worker has seen is not new.
        tell(&other, 1, 7);
        assert_eq!(other.look(&known).unwrap(), 0);
        tell(&other, 2, 8);
        assert_eq!(other.look(&known).unwrap(), 1);
        assert_eq!(known.count(), 3);
    }
}
