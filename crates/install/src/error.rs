//! Why a release could not be installed, in words that say what to do.

use gadfly_profile::BadSpec;
use std::io;
use std::path::PathBuf;

/// Why a release could not be installed or removed.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    /// The spec cannot be read.
    #[error(transparent)]
    Spec(#[from] BadSpec),
    /// pip does not have the family.
    #[error(
        "`{family}` cannot be installed from packages; there are {known}; for another solver give its whole command to \
         --solver"
    )]
    NoPackage {
        /// The family.
        family: String,
        /// What can be installed.
        known: String,
    },
    /// There is no such release.
    #[error("{wanted}: no such release; there are {known}")]
    NoSuchVersion {
        /// What was asked for.
        wanted: String,
        /// The releases there are.
        known: String,
    },
    /// No Python.
    #[error("python3 is not on PATH; install Python 3 (with pip), or name it in GADFLY_PYTHON")]
    NoPython,
    /// No pip.
    #[error(
        "this Python has no pip; run `python3 -m ensurepip`, or install your system's python3-pip"
    )]
    NoPip,
    /// No network, or no package index.
    #[error(
        "pip cannot reach its package index ({0}); check the network, the proxy, and `python3 -m pip config list`"
    )]
    Offline(String),
    /// The package has nothing for this machine.
    #[error("{package}: pip has no wheel of it for this machine and this Python ({detail})")]
    NoWheel {
        /// The package.
        package: String,
        /// What pip said.
        detail: String,
    },
    /// pip failed otherwise.
    #[error("pip failed: {0}")]
    Pip(String),
    /// The wheel holds no solver.
    #[error(
        "{wheel} holds no solver (looked for {looked_for}); choose another release, see `gadfly solvers available`"
    )]
    NoBinary {
        /// The wheel.
        wheel: String,
        /// Where a solver should be.
        looked_for: String,
    },
    /// A file is not what it should be.
    #[error(
        "{0}: its hash is not the recorded one, so it is damaged or was changed; nothing was installed, try again"
    )]
    WrongHash(String),
    /// An archive that should not be unpacked.
    #[error("{wheel}: {why}; nothing was installed")]
    BadArchive {
        /// The wheel.
        wheel: String,
        /// What is wrong with it.
        why: String,
    },
    /// A program of the system that fetches packages is missing.
    #[error(
        "{0} is not on PATH; install it, or install the solver in your own way and give its command to --solver"
    )]
    NoTool(&'static str),
    /// It could not do it.
    #[error("`{line}` failed: {said}")]
    Tool {
        /// Its command line.
        line: String,
        /// What it said.
        said: String,
    },
    /// It does not run here.
    #[error("{name} does not run on this machine: {why}")]
    DoesNotRun {
        /// The release.
        name: String,
        /// What happened.
        why: String,
    },
    /// Not there.
    #[error("{0}: not installed; see `gadfly solvers list`")]
    NotInstalled(String),
    /// The disk.
    #[error("{0}: {1}")]
    Io(PathBuf, #[source] io::Error),
}
