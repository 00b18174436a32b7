//! Solver profiles, releases and sessions: from a formula to a typed answer.

mod run;
mod session;

pub use run::{Answer, Complaint, Crash, CrashKind, Outcome, Run};
pub use session::{
    RawSession, Restarts, SessionError, SessionPlan, SessionRun, SessionStats, Unsuitable, prepare,
};
