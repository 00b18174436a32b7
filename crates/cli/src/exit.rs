//! How a command ends: the contract's exit codes, and failures as lines for people.

use gadfly_store::Shortfall;
use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// A command's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done, something was really tested, and nothing found.
    Done,
    /// Done, and there are findings.
    Found,
    /// Could not do it, or the input is not well-formed; already said on stderr.
    Failed,
    /// Asked for what there is not; already said on stderr.
    Misused,
    /// Interrupted, state saved.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(match exit {
            Exit::Done => 0,
            Exit::Found => 10,
            Exit::Failed => 1,
            Exit::Misused => 2,
            Exit::Interrupted => 130,
        })
    }
}

impl Exit {
    /// The end of a command that tested solvers. Without findings a solver that was not tested is an
    /// error: it must not look like one in which nothing is wrong.
    pub(crate) fn after_tests(found: bool, shortfalls: &[Shortfall]) -> Exit {
        for shortfall in shortfalls {
            let word = if shortfall.untested && !found {
                "error"
            } else {
                "warning"
            };
            eprintln!("{word}: {}", shortfall.sentence);
        }
        match found {
            true => Exit::Found,
            false if shortfalls.iter().any(|shortfall| shortfall.untested) => Exit::Failed,
            false => Exit::Done,
        }
    }
}

/// Why a command could not do its work: each problem becomes a line `error: …`.
#[derive(Debug)]
pub(crate) struct Failure {
    problems: Vec<String>,
    cause: Cause,
}

/// Whose fault a failure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// The work could not be done.
    Work,
    /// The command line is wrong, in a way that only the work shows.
    Usage,
    /// The reader of our output went away.
    BrokenPipe,
}

impl Failure {
    /// A failure with one problem.
    pub(crate) fn new(problem: impl Display) -> Self {
        Failure {
            problems: vec![problem.to_string()],
            cause: Cause::Work,
        }
    }

    /// A word of the command line that names nothing: refused as clap refuses others.
    pub(crate) fn usage(problem: impl Display) -> Self {
        Failure {
            cause: Cause::Usage,
            ..Failure::new(problem)
        }
    }

    /// A failure with several problems.
    pub(crate) fn all<P: Display>(problems: impl IntoIterator<Item = P>) -> Self {
        Failure {
            problems: problems.into_iter().map(|p| p.to_string()).collect(),
            cause: Cause::Work,
        }
    }

    /// The problems, one line each.
    pub(crate) fn problems(&self) -> &[String] {
        &self.problems
    }

    /// How the command ends.
    pub(crate) fn exit(&self) -> Exit {
        match self.cause {
            Cause::Work => Exit::Failed,
            Cause::Usage => Exit::Misused,
            Cause::BrokenPipe => Exit::Done,
        }
    }

    /// Whether the reader of our output went away (`gadfly … | head`), which is no failure.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        self.cause == Cause::BrokenPipe
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure {
            problems: vec![error.to_string()],
            cause: match error.kind() {
                io::ErrorKind::BrokenPipe => Cause::BrokenPipe,
                _ => Cause::Work,
            },
        }
    }
}

/// Says what was being done when an error came.
pub(crate) trait Context<T> {
    /// `context: error`.
    fn context(self, context: impl Display) -> Result<T, Failure>;
}

impl<T, E: Display> Context<T> for Result<T, E> {
    fn context(self, context: impl Display) -> Result<T, Failure> {
        self.map_err(|error| Failure::new(format!("{context}: {error}")))
    }
}
