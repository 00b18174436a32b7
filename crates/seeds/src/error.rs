//! Why seeds cannot be imported or shown.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why seeds cannot be imported or shown. Each message says what to do.
#[derive(Debug, Error)]
pub enum SeedsError {
    /// A path that names nothing.
    #[error("{}: no such file or folder", .0.display())]
    Missing(PathBuf),
    /// A file or folder that the system refuses.
    #[error("cannot {what} {}: {source}", path.display())]
    File {
        /// What was to be done.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The index is not one.
    #[error("{}: {reason}; name a folder that `gadfly seeds import` made, or another one", path.display())]
    Index {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The folder was made in another way.
    #[error(
        "{} was made with {before}, not with {now}; say the same, or name another folder with --out",
        folder.display()
    )]
    Changed {
        /// The folder.
        folder: PathBuf,
        /// What was asked then.
        before: String,
        /// What is asked now.
        now: String,
    },
}

impl SeedsError {
    /// What the system said about a file.
    pub(crate) fn file(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> SeedsError {
        let path = path.to_path_buf();
        move |source| SeedsError::File { what, path, source }
    }
}
