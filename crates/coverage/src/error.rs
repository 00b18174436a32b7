//! Why coverage cannot be measured.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why coverage cannot be measured. Each message says what to do.
#[derive(Debug, Error)]
pub enum CoverageError {
    /// The solver left no counters.
    #[error(
        "{0} left no counters of coverage: build it with `gadfly solvers build SPEC --flavour coverage`, or \
         by hand with gcc's --coverage, or with clang's -fprofile-instr-generate -fcoverage-mapping -mllvm \
         -runtime-counter-relocation"
    )]
    NoCounters(String),
    /// The notes that the compiler wrote are gone.
    #[error(
        "{}: not there, and gcov needs it: it lies in the folder of the build, which must be kept", .0.display()
    )]
    NoNotes(PathBuf),
    /// No tool reads the counters.
    #[error("no program here reads the counters of {compiler}: {tried}; install {package}")]
    NoReader {
        /// Who wrote them.
        compiler: &'static str,
        /// What was tried, and what it said.
        tried: String,
        /// The distribution's package.
        package: &'static str,
    },
    /// A tool printed something else.
    #[error("{0}")]
    Odd(String),
    /// No source file of the program is below the folder.
    #[error("none of the program's source files lies below {}; name the right folder with --source", .0.display())]
    NoSources(PathBuf),
    /// What is to be run makes no sense.
    #[error("{0}")]
    Plan(String),
    /// The folder holds another study.
    #[error("{} holds coverage of other configurations or budgets; name another folder with --out", .0.display())]
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
    /// A process.
    #[error(transparent)]
    Exec(#[from] gadfly_exec::Error),
}

impl CoverageError {
    pub(crate) fn file(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> CoverageError {
        let path = path.to_path_buf();
        move |source| CoverageError::File { what, path, source }
    }
}
