//! The same solvers in persistent processes: for a question that is asked hundreds of times and
//! whose last answer is confirmed in a fresh one.

use super::BookRunner;
use super::session::Sessions;
use gadfly_exec::Limits;
use gadfly_oracle::{Candidate, Runner, RunnerError};
use gadfly_solver::Run;
use gadfly_term::{Mode, Script};
use std::sync::{Mutex, PoisonError};

/// Runs solvers of a book in sessions that live as long as this does.
pub(crate) struct QuickRunner<'a> {
    inner: &'a BookRunner,
    sessions: Mutex<Sessions>,
}

impl<'a> QuickRunner<'a> {
    /// Its processes start when they are needed.
    pub(crate) fn new(inner: &'a BookRunner) -> QuickRunner<'a> {
        QuickRunner {
            inner,
            sessions: Mutex::new(Sessions::new(inner.cancel.clone())),
        }
    }
}

impl Runner for QuickRunner<'_> {
    fn solvers(&self) -> Vec<Candidate> {
        self.inner.solvers()
    }

    fn speaks_dialects(&self) -> bool {
        true
    }

    /// Not in a fresh process, which is the point.
    fn fresh(&self, spec: &str, script: &str, limits: &Limits) -> Result<Run, RunnerError> {
        let solver = self.inner.solver(spec)?;
        let catalog = gadfly_catalog::Catalog::shared();
        let Ok(parsed) = Script::parse(script, &catalog, Mode::Lenient) else {
            return self.inner.fresh(spec, script, limits);
        };
        let Ok(text) = solver.dialect().print(&parsed) else {
            return self.inner.fresh(spec, script, limits);
        };
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        let run = sessions.run(&solver, &text, limits, &self.inner.book);
        gadfly_oracle::made(run)
    }

    fn session(
        &self,
        spec: &str,
        scripts: &[&str],
        limits: &Limits,
    ) -> Result<Option<Run>, RunnerError> {
        self.inner.session(spec, scripts, limits)
    }
}
