//! What it takes to examine: solvers, an evaluator, known issues and settings.

use crate::{Examiner, Registry, Runner, Settings, SolverRunner};
use gadfly_oracle::{Evaluator, Known};
use std::sync::Arc;

/// Solvers of a registry with everything that judges them.
pub struct Equipment<R> {
    /// Runs them in fresh processes.
    pub runner: SolverRunner<R>,
    /// Evaluates models.
    pub evaluator: Arc<dyn Evaluator + Send + Sync>,
    /// Known issues and gates.
    pub known: Arc<Known>,
    /// How thorough it is.
    pub settings: Settings,
}

impl<R: Registry> Equipment<R> {
    /// The examiner.
    pub fn examiner(&self) -> Examiner<'_> {
        self.examiner_with(&self.runner, &self.settings)
    }

    /// The same with another way to run solvers, or under other limits.
    pub fn examiner_with<'a>(
        &'a self,
        runner: &'a dyn Runner,
        settings: &'a Settings,
    ) -> Examiner<'a> {
        Examiner {
            runner,
            evaluator: self.evaluator.as_ref(),
            known: &self.known,
            settings,
        }
    }
}
