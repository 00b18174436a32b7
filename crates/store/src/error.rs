//! What can go wrong with a hunt's folder, each with what to do about it.

use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why the store could not do its work.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder cannot be made or written.
    #[error("cannot write to {}: {source}; choose another folder with --out", path.display())]
    Folder {
        /// The folder or file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A hunt is there already.
    #[error("{} holds a hunt already; go on with `--resume {}` or choose another folder with --out", path.display(), path.display())]
    Exists {
        /// The folder.
        path: PathBuf,
    },
    /// Nothing is there.
    #[error("{} holds no hunt: there is no store.sqlite in it", path.display())]
    Missing {
        /// The folder.
        path: PathBuf,
    },
    /// Another hunt works there.
    #[error("another hunt is at work in {}; wait for it, or choose another folder with --out", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// The disk is full.
    #[error("the disk is full at {}; what was saved is safe: make room and go on with `--resume`", path.display())]
    Full {
        /// The store's file.
        path: PathBuf,
    },
    /// Not a store, or a damaged one.
    #[error("{} is damaged ({reason}); the cases under findings/ are not affected: move the file away to start anew", path.display())]
    Corrupt {
        /// The store's file.
        path: PathBuf,
        /// What SQLite said.
        reason: String,
    },
    /// A file in which no hunt was ever begun.
    #[error("{} is no hunt's store: there is nothing in it, so nothing was tested; look for the right folder, or start a hunt in another one", path.display())]
    Empty {
        /// The store's file.
        path: PathBuf,
    },
    /// A finding's id that no hunt gives.
    #[error("{} names a finding {id:?}, which cannot be the name of a folder: the store was changed by something else than gadfly", path.display())]
    BadId {
        /// The store's file.
        path: PathBuf,
        /// The id.
        id: String,
    },
    /// An older gadfly wrote it, and it may not be changed now.
    #[error("{} was written by an older gadfly; `gadfly report {}` brings it up to date", path.display(), path.parent().unwrap_or(path).display())]
    Older {
        /// The store's file.
        path: PathBuf,
    },
    /// A newer gadfly wrote it.
    #[error("{} was written by a newer gadfly (store version {found}, this one reads up to {known}); update gadfly", path.display())]
    Newer {
        /// The store's file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The newest that we know.
        known: u32,
    },
    /// Something else that SQLite refuses.
    #[error("the store {} cannot be used: {source}", path.display())]
    Sqlite {
        /// The store's file.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// A record does not read back.
    #[error("a record in the store does not read back ({0})")]
    Record(#[from] serde_json::Error),
}

impl StoreError {
    /// Sorts SQLite's errors into those that a user can act on.
    pub(crate) fn sqlite(path: &Path, source: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{CannotOpen, DatabaseCorrupt, DiskFull, NotADatabase, ReadOnly};
        let path = path.to_path_buf();
        match source.sqlite_error_code() {
            Some(DiskFull) => StoreError::Full { path },
            Some(DatabaseCorrupt | NotADatabase) => StoreError::Corrupt {
                path,
                reason: source.to_string(),
            },
            Some(ReadOnly | CannotOpen) => StoreError::Folder {
                path,
                source: std::io::Error::new(std::io::ErrorKind::PermissionDenied, source),
            },
            _ => StoreError::Sqlite { path, source },
        }
    }
}
