//! Solvers at work: persistent sessions for the hunt, fresh processes for confirmation.

mod book;
mod open_models;
mod probe;
mod quick;
mod runner;
mod session;
mod tester;

pub use book::{Book, class_of};
pub use runner::BookRunner;
pub use tester::{BenchPlan, SolverTester};

pub(crate) use book::join;
pub(crate) use probe::with_reason;
pub(crate) use quick::QuickRunner;
