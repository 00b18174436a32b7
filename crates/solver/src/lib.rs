//! Solver profiles, releases and sessions: from a formula to a typed answer.

mod run;

pub use run::{Answer, Complaint, Crash, CrashKind, Outcome, Run};
