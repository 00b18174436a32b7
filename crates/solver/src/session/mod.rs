//! One process for many formulas, each answer attributed to its formula beyond doubt.
//!
//! Formula n is sent, in one write, as
//!
//! ```text
//! …the formula…
//! (echo "gadfly-<nonce>-n-end")
//! (reset)
//! (echo "gadfly-<nonce>-(n+1)-begin")
//! ```
//!
//! and a new process is greeted with its first begin marker. What is printed between the two
//! markers of n belongs to formula n, and nothing else does. The reset comes last, so that the
//! solver cleans up while we look at its answer. A process that dies before a formula's begin
//! marker died of what came before: the formula is sent again, to a new process.
//!
//! The process is replaced after a crash, a time-out, an error that it does not survive, output
//! that came late, before a script with other `set-option` commands than the last (z3 keeps them
//! across a reset), and after a number of calls or an amount of memory.

mod markers;
mod raw_session;
mod script;
mod solver_session;

pub use raw_session::{RawSession, Restarts, SessionError, SessionPlan, SessionRun, SessionStats};
pub use script::{Prepared, Unsuitable};
pub use solver_session::Session;
