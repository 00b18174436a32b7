//! The same solvers in persistent processes: for a question that is asked hundreds of times and
//! whose last answer is confirmed in a fresh one.

use super::BookRunner;
use super::session::Sessions;
use gadfly_exec::Limits;
use gadfly_oracle::{Candidate, Runner, RunnerError};
use gadfly_solver::Run;
use gadfly_term::{Mode, Script};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Runs solvers of a book in sessions that live as long as this does.
pub(crate) struct QuickRunner<'a> {
    inner: &'a BookRunner,
    /// By the options that scripts set: a process serves one set of them, and questions with and
    /// without models take turns.
    sessions: Mutex<BTreeMap<String, Sessions>>,
}

/// Sets of options that processes are kept for.
const MOST_SETS: usize = 4;

/// The lines of options that a script begins with.
fn leading_options(script: &str) -> &str {
    let lines = script.split_inclusive('\n');
    let options = lines.take_while(|line| line.starts_with("(set-option "));
    &script[..options.map(str::len).sum()]
}

impl<'a> QuickRunner<'a> {
    /// Its processes start when they are needed.
    pub(crate) fn new(inner: &'a BookRunner) -> QuickRunner<'a> {
        QuickRunner {
            inner,
            sessions: Mutex::default(),
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
        let options = leading_options(&text);
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        if !sessions.contains_key(options) && sessions.len() >= MOST_SETS {
            sessions.clear();
        }
        let sessions = sessions
            .entry(options.to_string())
            .or_insert_with(|| Sessions::new(self.inner.cancel.clone()));
        let run = sessions.run(&solver, &text, limits, &self.inner.book, false);
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
