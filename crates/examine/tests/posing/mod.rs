//! A solver whose faults are known.

use gadfly_profile::{Home, join_words};
use gadfly_solver::{Resolver, Solver};

/// A solver that poses as another and follows rules.
pub(crate) fn fake(poses: &str, rules: &str) -> Solver {
    let path = gadfly_testkit::fake_solver_path()
        .to_string_lossy()
        .into_owned();
    let command = join_words(&[path, "-e".to_string(), rules.to_string()]);
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env()).with_profile(Some(poses.to_string()));
    let mut solver = resolver.one(&command).expect("a command").remove(0);
    solver.spec = "fake".to_string();
    solver
}
