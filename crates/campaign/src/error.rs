//! Why a hunt could not go on.

use gadfly_store::StoreError;
use std::path::PathBuf;
use thiserror::Error;

/// Why a hunt could not go on. Each message says what to do.
#[derive(Debug, Error)]
pub enum HuntError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file of the hunt's folder.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// `hunt.toml` cannot be read back.
    #[error("{}: {reason}; name a folder that `gadfly hunt` made", path.display())]
    Plan {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The same hunt cannot go on with other inputs.
    #[error(
        "this hunt was started with another {what}: {before}, now {now}; start a new one with --out"
    )]
    Changed {
        /// What differs.
        what: &'static str,
        /// As it was.
        before: String,
        /// As it is.
        now: String,
    },
    /// A solver stopped working.
    #[error(
        "{solver} no longer works: {reason}; what was found is saved: repair it and go on with `--resume`"
    )]
    Solver {
        /// The solver's spec.
        solver: String,
        /// What happened.
        reason: String,
    },
    /// There is nothing to do.
    #[error("{0}")]
    Nothing(String),
    /// A worker died: a bug of ours.
    #[error("a worker of the hunt died unexpectedly; what was found is saved")]
    Worker,
}
