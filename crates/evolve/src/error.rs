//! What can go wrong in a study, in words that say what to do.

use std::path::{Path, PathBuf};

/// Why a study cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum EvolveError {
    /// A file or folder.
    #[error("{}: {why}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What went wrong.
        why: std::io::Error,
    },
    /// A part file that cannot be read.
    #[error(
        "{}: not a whole part of a study ({why}); delete the file and run the same command again",
        path.display()
    )]
    Damaged {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The folder holds something else.
    #[error("{}: {why}; choose another folder with --out", path.display())]
    OtherStudy {
        /// The folder.
        path: PathBuf,
        /// How it differs.
        why: String,
    },
    /// A grammar ends before the range does, or has no such formula.
    #[error("{name}: {why}")]
    Source {
        /// The source.
        name: String,
        /// What is wrong.
        why: String,
    },
    /// No solver that could judge.
    #[error("{0}")]
    Reference(String),
    /// A solver that cannot be run at all.
    #[error("{solver} cannot be run: {why}")]
    Broken {
        /// Which.
        solver: String,
        /// Why.
        why: String,
    },
    /// Stopped from outside; what is done is saved.
    #[error("interrupted; what is done is saved, the same command goes on from there")]
    Interrupted,
}

impl EvolveError {
    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> EvolveError + use<> {
        let path = path.to_path_buf();
        |why| EvolveError::File { path, why }
    }

    pub(crate) fn damaged(path: &Path, why: impl std::fmt::Display) -> EvolveError {
        EvolveError::Damaged {
            path: path.to_path_buf(),
            why: why.to_string(),
        }
    }
}
