//! Real solvers, and all that judges them.

use gadfly_examine::{Equipment, Settings, SolverRunner};
use gadfly_exec::Limits;
use gadfly_oracle::{CatalogEvaluator, Known};
use gadfly_solver::{Options, Solver};
use std::sync::Arc;

/// Solvers with our evaluator and the known issues, and their specs.
pub(crate) fn equipped(
    solvers: Vec<Solver>,
    tries: usize,
    limits: Limits,
) -> (Vec<String>, Equipment<Vec<Arc<Solver>>>) {
    let specs = solvers.iter().map(|solver| solver.spec.clone()).collect();
    let catalog = gadfly_testkit::catalog();
    let equipment = Equipment {
        runner: SolverRunner::new(solvers, Options::default()),
        known: Arc::new(Known::of(&catalog).expect("the known issues")),
        evaluator: Arc::new(CatalogEvaluator::new(catalog)),
        settings: Settings::new(tries, limits),
    };
    (specs, equipment)
}
