//! What studies keep in their folders: what they were made for, and the runs that are over.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a study of many runs cannot go on.
#[derive(Debug, Error)]
pub enum StudyError {
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
    /// The folder holds another study.
    #[error("{} holds {what} of other configurations or budgets; name another folder with --out", path.display())]
    Changed {
        /// The folder.
        path: PathBuf,
        /// What it holds.
        what: &'static str,
    },
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
}

impl StudyError {
    /// What was to be done with a file that the system refuses.
    pub fn file(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StudyError {
        let path = path.to_path_buf();
        move |source| StudyError::File { what, path, source }
    }
}

/// Makes the folder of a study. One that is there goes on with the study that it was made for, as a file
/// of this name says.
pub fn keep(
    out: &Path,
    (what, file): (&'static str, &str),
    study: &impl Serialize,
) -> Result<(), StudyError> {
    let runs = out.join("runs");
    std::fs::create_dir_all(&runs).map_err(StudyError::file("make", &runs))?;
    let now = serde_json::to_string_pretty(study).unwrap_or_default();
    let path = out.join(file);
    match std::fs::read_to_string(&path) {
        Ok(before) if before == now => Ok(()),
        Ok(_) => Err(StudyError::Changed {
            path: out.to_path_buf(),
            what,
        }),
        Err(_) => std::fs::write(&path, now).map_err(StudyError::file("write", &path)),
    }
}

/// What a file has, where it is there and whole.
pub fn load<T: DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&std::fs::read(path).ok()?).ok()
}

/// Writes a file that is there as a whole, or not at all.
pub fn save(path: &Path, value: &impl Serialize) -> Result<(), StudyError> {
    let text = serde_json::to_vec(value).unwrap_or_default();
    let part = path.with_extension("json.part");
    std::fs::write(&part, text)
        .and_then(|()| std::fs::rename(&part, path))
        .map_err(StudyError::file("write", path))
}
