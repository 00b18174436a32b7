//! Formulas that became seeds because they reached new edges, by the indices of their tests.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A formula of more bytes does not become a seed: what comes of it would only be larger, and slower.
const MOST: usize = 16 << 10;

/// The formulas, as files of the hunt's folder.
#[derive(Debug)]
pub(crate) struct Corpus {
    folder: PathBuf,
    texts: Mutex<BTreeMap<u64, Arc<str>>>,
}

impl Corpus {
    /// Those that an earlier session kept below this folder.
    pub(crate) fn open(folder: &Path) -> io::Result<Corpus> {
        let folder = folder.join("seeds");
        std::fs::create_dir_all(&folder)?;
        let mut texts = BTreeMap::new();
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            if let Some(index) = stem.and_then(|stem| stem.parse().ok()) {
                texts.insert(index, std::fs::read_to_string(&path)?.into());
            }
        }
        Ok(Corpus {
            folder,
            texts: Mutex::new(texts),
        })
    }

    /// The formulas of a hunt that is over, to make others from them again.
    pub(crate) fn of(hunt: &Path) -> Option<Corpus> {
        let folder = hunt.join(super::FOLDER);
        folder.is_dir().then(|| Corpus::open(&folder).ok())?
    }

    fn texts(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<str>>> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a formula is small enough.
    pub(crate) fn takes(text: &str) -> bool {
        text.len() <= MOST
    }

    /// Keeps a formula.
    pub(crate) fn add(&self, index: u64, text: &str) -> io::Result<()> {
        std::fs::write(self.folder.join(format!("{index}.smt2")), text)?;
        self.texts().insert(index, text.into());
        Ok(())
    }

    /// The formula of a test.
    pub(crate) fn get(&self, index: u64) -> Option<Arc<str>> {
        self.texts().get(&index).cloned()
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.texts().len()
    }

    /// All of them, in order of their tests.
    pub(crate) fn all(&self) -> Vec<(u64, Arc<str>)> {
        let texts = self.texts();
        let all = texts.iter().map(|(index, text)| (*index, text.clone()));
        all.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_found_again() {
        let hunt = tempfile::tempdir().unwrap();
        assert!(Corpus::of(hunt.path()).is_none());
        let corpus = Corpus::open(&hunt.path().join("edges")).unwrap();
        corpus.add(17, "(check-sat)\n").unwrap();
        let again = Corpus::of(hunt.path()).unwrap();
        assert_eq!(again.get(17).as_deref(), Some("(check-sat)\n"));
        assert_eq!(again.all().len(), 1);
        assert!(again.get(18).is_none());
        assert!(Corpus::takes("x") && !Corpus::takes(&"x".repeat(MOST + 1)));
    }
}
