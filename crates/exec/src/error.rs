//! What can go wrong on our side of a process. None of it is the solver's fault.

use std::io;
use std::path::PathBuf;

/// A process could not be started or attended. Never a finding.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The program does not exist, is not executable, or the machine is out of processes.
    #[error("cannot start {}: {source}", program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The process that starts and takes down all others cannot be reached.
    #[error("the guardian process failed: {0}")]
    Guardian(io::Error),
    /// The private folder of a process could not be made.
    #[error("cannot make the private folder {}: {source}; is the disk full?", path.display())]
    Scratch {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A pipe to a process failed.
    #[error("a pipe to a process failed: {0}")]
    Pipe(io::Error),
    /// A persistent process ended, or was ended by a limit, before it read what it was sent.
    #[error("the process ended before it read what it was sent")]
    Ended,
}

impl Error {
    pub(crate) fn stopped_guardian() -> Self {
        Error::Guardian(io::Error::other(
            "it was stopped, again and again; a solver may have done it",
        ))
    }
}

impl From<rustix::io::Errno> for Error {
    fn from(errno: rustix::io::Errno) -> Self {
        Error::Pipe(errno.into())
    }
}
