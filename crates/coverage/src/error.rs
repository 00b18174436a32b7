//! Why coverage cannot be measured.

use gadfly_compare::StudyError;
use std::path::PathBuf;
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
    /// The folder of the study, or a run in it.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// A process.
    #[error(transparent)]
    Exec(#[from] gadfly_exec::Error),
}
