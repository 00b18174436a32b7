//! Solvers at work: persistent sessions for the hunt, fresh processes for confirmation.

mod at_hand;
mod obligations;
mod open_models;
mod probe;
mod proofs;
mod registry;
mod session;
mod tester;

pub use obligations::Spent;
pub(crate) use registry::class_of;
pub use registry::{SolverRegistry, ends_of};
pub use tester::{BenchPlan, SolverTester};

pub(crate) use at_hand::AtHand;
pub(crate) use probe::with_reason;
pub(crate) use registry::join;
