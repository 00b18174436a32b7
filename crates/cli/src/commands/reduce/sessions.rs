//! Runs solvers in persistent processes, one a thread and solver: for questions that are asked
//! hundreds of times and confirmed in fresh ones.

use gadfly_exec::Limits;
use gadfly_oracle::{Candidate, Runner, RunnerError, SolverRunner, made};
use gadfly_solver::{Options, Run, Session, Solver};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::thread::ThreadId;

/// Solvers that stay alive between questions.
pub(super) struct Sessions {
    solvers: Vec<Solver>,
    options: Options,
    fresh: SolverRunner,
    /// Sessions at rest; one that is at work is taken out.
    resting: Mutex<HashMap<(ThreadId, String), Session>>,
}

impl Sessions {
    pub(super) fn new(solvers: Vec<Solver>, options: Options) -> Self {
        let fresh = SolverRunner::new(solvers.clone(), options.clone());
        Sessions {
            solvers,
            options,
            fresh,
            resting: Mutex::default(),
        }
    }

    fn take(&self, key: &(ThreadId, String)) -> Option<Session> {
        let resting = self
            .resting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(key);
        resting.or_else(|| {
            let solver = self.solvers.iter().find(|solver| solver.spec == key.1)?;
            Some(Session::new(solver, &self.options))
        })
    }
}

impl Runner for Sessions {
    fn solvers(&self) -> Vec<Candidate> {
        self.fresh.solvers()
    }

    fn fresh(&self, spec: &str, script: &str, limits: &Limits) -> Result<Run, RunnerError> {
        let key = (std::thread::current().id(), spec.to_string());
        let Some(mut session) = self.take(&key) else {
            return self.fresh.fresh(spec, script, limits);
        };
        let run = session.run_limited(script, limits);
        self.resting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(key, session);
        made(run)
    }

    fn session(
        &self,
        spec: &str,
        scripts: &[&str],
        limits: &Limits,
    ) -> Result<Option<Run>, RunnerError> {
        self.fresh.session(spec, scripts, limits)
    }
}
