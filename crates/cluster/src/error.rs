//! What can go wrong with a job in parts, each with what to do about it.

use std::path::PathBuf;
use thiserror::Error;

/// Why a job in parts could not go on.
#[derive(Debug, Error)]
pub enum ClusterError {
    /// A file of its folder.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The plan does not read.
    #[error("{}: {reason}; name a folder that `gadfly cluster submit` made", path.display())]
    Plan {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// There is a job already.
    #[error("{} holds a job already: go on with `gadfly cluster submit --resume {}`, or choose another folder with --out", path.display(), path.display())]
    Exists {
        /// The folder.
        path: PathBuf,
    },
    /// There is no such part.
    #[error("there is no part {number}: the job has parts 1 to {of}")]
    NoPart {
        /// What was asked for.
        number: u64,
        /// How many there are.
        of: u64,
    },
    /// A program of Slurm's is not there.
    #[error(
        "cannot run {program}: {reason}; is Slurm installed here? Without it, `--local N` runs the parts as processes of this machine"
    )]
    NoSlurm {
        /// The program.
        program: &'static str,
        /// What happened.
        reason: String,
    },
    /// Slurm refused.
    #[error("{program} refused: {said}")]
    Refused {
        /// The program.
        program: &'static str,
        /// What it said.
        said: String,
    },
}
