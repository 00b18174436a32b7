//! Private folders: one for each process, gone when it is.

use crate::Error;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// The folder that holds all private folders of this program.
pub(crate) struct ScratchRoot {
    path: PathBuf,
    /// Nobody will remove the folder after us, so it goes with its last private folder.
    pub(crate) fleeting: bool,
}

impl ScratchRoot {
    pub(crate) fn create() -> io::Result<Self> {
        let nanos = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |since| since.as_nanos());
        let name = format!("gadfly-{}-{nanos:x}", std::process::id());
        let path = std::env::temp_dir().join(name);
        make(&path)?;
        Ok(ScratchRoot {
            path,
            fleeting: false,
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn folder(&self, number: u64) -> Result<Scratch, Error> {
        let path = self.path.join(number.to_string());
        for _ in 0..100 {
            match make(&path) {
                Ok(()) => {
                    return Ok(Scratch {
                        path,
                        fleeting: self.fleeting,
                    });
                }
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

/// A private folder, removed on drop.
pub(crate) struct Scratch {
    path: PathBuf,
    fleeting: bool,
}

impl Scratch {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nearly always empty, and removing an empty folder is one system call.
        if std::fs::remove_dir(&self.path).is_err() {
            let _ = std::fs::remove_dir_all(&self.path);
        }
        if let (true, Some(root)) = (self.fleeting, self.path.parent()) {
            let _ = std::fs::remove_dir(root);
        }
    }
}
