//! Whether something changed: the sizes and times of files.

use std::path::Path;
use std::time::SystemTime;

/// When some files were changed last, and how long they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stamp(Vec<Option<(SystemTime, u64)>>);

impl Stamp {
    /// Of some files of a folder; they need not be there.
    pub(crate) fn of(folder: &Path, files: &[&str]) -> Stamp {
        let look = |name: &&str| {
            let meta = std::fs::metadata(folder.join(name)).ok()?;
            Some((meta.modified().ok()?, meta.len()))
        };
        Stamp(files.iter().map(look).collect())
    }
}

/// The files of a hunt's store.
pub(crate) const STORE: &[&str] = &["store.sqlite", "store.sqlite-wal"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_shows() {
        let folder = tempfile::tempdir().unwrap();
        let stamp = || Stamp::of(folder.path(), STORE);
        let none = stamp();
        std::fs::write(folder.path().join("store.sqlite"), "1").unwrap();
        let one = stamp();
        assert!(one != none && one == stamp());
        std::fs::write(folder.path().join("store.sqlite-wal"), "2").unwrap();
        assert_ne!(one, stamp());
    }
}
