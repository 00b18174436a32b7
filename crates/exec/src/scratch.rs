//! Private folders: one for each process, empty when it begins. One that is left empty serves the
//! next process, because making and removing folders costs as much as starting a small program.

use crate::{Error, leftovers};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The folder that holds all private folders of this program.
pub(crate) struct ScratchRoot {
    path: PathBuf,
    /// Nobody will remove the folder after us, so it goes with its last private folder.
    pub(crate) fleeting: bool,
    resting: Resting,
    /// Says that it has a living owner.
    _claim: Option<OwnedFd>,
}

/// Private folders that are empty and belong to no process.
type Resting = Arc<Mutex<Vec<PathBuf>>>;

fn take(resting: &Resting) -> Option<PathBuf> {
    resting.lock().unwrap_or_else(PoisonError::into_inner).pop()
}

impl ScratchRoot {
    pub(crate) fn create() -> io::Result<Self> {
        let nanos = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |since| since.as_nanos());
        let name = format!("gadfly-{}-{nanos:x}", std::process::id());
        let path = std::env::temp_dir().join(name);
        make(&path)?;
        // Some file systems have no locks.
        let claim = leftovers::claim(&path).ok();
        Ok(ScratchRoot {
            _claim: claim,
            path,
            fleeting: false,
            resting: Resting::default(),
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn folder(&self, number: u64) -> Result<Scratch, Error> {
        let scratch = |path| Scratch {
            path,
            resting: (!self.fleeting).then(|| Arc::clone(&self.resting)),
        };
        if let Some(path) = take(&self.resting) {
            return Ok(scratch(path));
        }
        let path = self.path.join(number.to_string());
        for _ in 0..100 {
            match make(&path) {
                Ok(()) => return Ok(scratch(path)),
                // Its last private folder was just removed, and the root with it.
                Err(error) if error.kind() == io::ErrorKind::NotFound && self.fleeting => {
                    let _ = make(&self.path);
                }
                Err(source) => return Err(Error::Scratch { path, source }),
            }
        }
        let source = io::ErrorKind::NotFound.into();
        Err(Error::Scratch { path, source })
    }
}

/// Mode 700 and never an existing folder: others must not slip files in.
fn make(path: &Path) -> io::Result<()> {
    std::fs::DirBuilder::new().mode(0o700).create(path)
}

/// A private folder, put to rest or removed on drop.
pub(crate) struct Scratch {
    path: PathBuf,
    /// Where it rests; `None` where the root goes with its last private folder.
    resting: Option<Resting>,
}

impl Scratch {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn is_empty(&self) -> bool {
        std::fs::read_dir(&self.path).is_ok_and(|mut entries| entries.next().is_none())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        match &self.resting {
            Some(resting) if self.is_empty() => {
                let path = std::mem::take(&mut self.path);
                let mut resting = resting.lock().unwrap_or_else(PoisonError::into_inner);
                resting.push(path);
            }
            _ => {
                let _ = std::fs::remove_dir_all(&self.path);
            }
        }
        if let (None, Some(root)) = (&self.resting, self.path.parent()) {
            let _ = std::fs::remove_dir(root);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_empty_folder_serves_again() {
        let root = ScratchRoot::create().unwrap();
        let first = root.folder(0).unwrap();
        let path = first.path().to_owned();
        drop(first);
        let again = root.folder(1).unwrap();
        assert_eq!(again.path(), path);
        std::fs::write(path.join("left"), "").unwrap();
        drop(again);
        assert!(!path.exists());
        let other = root.folder(2).unwrap();
        assert_ne!(other.path(), path);
        drop(other);
        std::fs::remove_dir_all(root.path()).unwrap();
    }
}
