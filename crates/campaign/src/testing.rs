//! Solvers for tests.

use gadfly_profile::Home;
use gadfly_solver::{Resolver, Solver};

/// The fake solver, posing as a family and following rules.
pub(crate) fn posing(family: &str, rules: &str) -> Solver {
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env()).with_profile(Some(family.into()));
    let command = gadfly_testkit::fake_solver_command(rules);
    resolver.one(&command).unwrap().remove(0)
}
