//! How confirmation runs the hunt's solvers again.

use super::book::Book;
use gadfly_exec::Limits;
use gadfly_oracle::{Candidate, Runner, RunnerError};
use gadfly_solver::{Options, Run, Solver};
use std::sync::Arc;

/// Runs solvers of a book in fresh processes, or in a session of their own.
#[derive(Clone, Debug)]
pub struct BookRunner {
    /// The book.
    pub book: Arc<Book>,
    /// The solvers that may be asked without being named, in the user's order.
    pub at_hand: Vec<Arc<Solver>>,
    /// Stops everything.
    pub cancel: gadfly_exec::Cancel,
}

impl BookRunner {
    fn options(&self, limits: &Limits) -> Options {
        Options {
            limits: *limits,
            cancel: Some(self.cancel.clone()),
            ..Options::default()
        }
    }

    pub(super) fn solver(&self, spec: &str) -> Result<Arc<Solver>, RunnerError> {
        let fault = |why: String| RunnerError {
            spec: spec.to_string(),
            why,
        };
        if self.cancel.is_set() {
            return Err(fault("the hunt was stopped".into()));
        }
        let solver = self.book.get(spec).map_err(fault)?;
        match self.book.changed(&solver) {
            Some(reason) => Err(fault(reason)),
            None => Ok(solver),
        }
    }

    /// Why a persistent process does not take all of these scripts; `None` where it does.
    pub(crate) fn disturbed(
        &self,
        spec: &str,
        scripts: &[&str],
        limits: &Limits,
    ) -> Result<Option<String>, RunnerError> {
        let solver = self.solver(spec)?;
        let served = gadfly_oracle::serve(&solver, scripts, &self.options(limits))?;
        Ok(match served {
            Some(served) => served.disturbed,
            None => Some("it has no persistent mode".into()),
        })
    }
}

impl Runner for BookRunner {
    fn solvers(&self) -> Vec<Candidate> {
        self.at_hand
            .iter()
            .map(|solver| Candidate {
                spec: solver.spec.clone(),
                family: solver.family.clone(),
                version: solver.version.clone(),
            })
            .collect()
    }

    fn speaks_dialects(&self) -> bool {
        true
    }

    fn fresh(&self, spec: &str, script: &str, limits: &Limits) -> Result<Run, RunnerError> {
        let solver = self.solver(spec)?;
        let run = gadfly_oracle::run_in_dialect(&solver, script, &self.options(limits));
        gadfly_oracle::made(run)
    }

    fn session(
        &self,
        spec: &str,
        scripts: &[&str],
        limits: &Limits,
    ) -> Result<Option<Run>, RunnerError> {
        let solver = self.solver(spec)?;
        gadfly_oracle::run_in_session(&solver, scripts, &self.options(limits))
    }
}
