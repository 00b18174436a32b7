//! Why configurations cannot be compared.

use crate::study::StudyError;
use std::path::PathBuf;
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
    /// The folder of the study, or a run in it.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// A hunt's store.
    #[error(transparent)]
    Store(#[from] gadfly_store::StoreError),
    /// A process.
    #[error(transparent)]
    Exec(#[from] gadfly_exec::Error),
}
