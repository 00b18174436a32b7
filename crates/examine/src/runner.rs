//! How confirmation runs solvers again, without knowing how solvers are run.

use gadfly_exec::Limits;
use gadfly_solver::{Outcome, Run};
use thiserror::Error;

/// A solver at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// As the user would ask for it.
    pub spec: String,
    /// Its code base.
    pub family: String,
    /// Its release.
    pub version: String,
}

/// A run that could not be made. It says nothing about the solver.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("cannot run {spec}: {why}")]
pub struct RunnerError {
    /// Which solver.
    pub spec: String,
    /// What went wrong, and what to do.
    pub why: String,
}

/// A run as it was made, or why it could not be: a fault of ours is never an answer.
pub fn made(run: Run) -> Result<Run, RunnerError> {
    match run.outcome {
        Outcome::Broken(why) => Err(RunnerError {
            spec: run.spec,
            why,
        }),
        _ => Ok(run),
    }
}

/// A way to run solvers again, from several threads.
pub trait Runner: Sync {
    /// The solvers at hand, in the user's order.
    fn solvers(&self) -> Vec<Candidate>;

    /// Whether each release is sent scripts in its own spelling, so that a script that we can
    /// read means the same to all of them.
    fn speaks_dialects(&self) -> bool {
        false
    }

    /// The commands by which a solver prints proofs that our checker reads; `None` where it prints none.
    fn proof_options(&self, _spec: &str) -> Option<String> {
        None
    }

    /// One solver on one script, in a fresh process.
    fn fresh(&self, spec: &str, script: &str, limits: &Limits) -> Result<Run, RunnerError>;

    /// One persistent process that is given these scripts in order: the run of the last one.
    /// `None` where the solver has no persistent mode.
    fn session(
        &self,
        spec: &str,
        scripts: &[&str],
        limits: &Limits,
    ) -> Result<Option<Run>, RunnerError>;
}
