//! Why configurations cannot be compared.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why configurations cannot be compared. Each message says what to do.
#[derive(Debug, Error)]
pub enum CompareError {
    /// The file of configurations is not one.
    #[error("{}: {reason}", path.display())]
    Plan {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file that the system refuses.
    #[error("cannot {what} {}: {source}", path.display())]
    File {
        /// What was to be done.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The folder holds another comparison.
    #[error("{} holds a comparison of other configurations or budgets; name another folder with --out", .0.display())]
    Changed(PathBuf),
    /// A run failed.
    #[error("{name}, run {repetition}: {reason}")]
    Run {
        /// The configuration.
        name: String,
        /// Which of its runs, from 1.
        repetition: u32,
        /// What happened.
        reason: String,
    },
    /// A hunt's store.
    #[error(transparent)]
    Store(#[from] gadfly_store::StoreError),
    /// A process.
    #[error(transparent)]
    Exec(#[from] gadfly_exec::Error),
}

impl CompareError {
    pub(crate) fn file(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> CompareError {
        let path = path.to_path_buf();
        move |source| CompareError::File { what, path, source }
    }
}
