//! Solvers that are asked for a moment only.

use gadfly_exec::Limits;
use gadfly_solver::{Options, Solver, resolve};
use std::time::Duration;

/// A release; `None` where it is not installed and need not be.
pub(crate) fn solver(spec: &str) -> Option<Solver> {
    gadfly_testkit::catalog();
    gadfly_testkit::installed(resolve(&[spec.to_string()]))?.pop()
}

/// It is told to give up after this time; a busy machine may take it many times that.
pub(crate) fn options(time: Duration) -> Options {
    Options {
        limits: Limits {
            wall: Some(time * 20),
            ..Limits::default()
        },
        soft_time: Some(time),
        ..Options::default()
    }
}
