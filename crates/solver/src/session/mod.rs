//! One process for many formulas, each answer attributed to its formula beyond doubt.
//!
//! Formula n is sent as
//!
//! ```text
//! (echo "gadfly-<nonce>-n-begin")
//! …the formula…
//! (echo "gadfly-<nonce>-n-end")
//! (reset)
//! ```
//!
//! in one write. What is printed between the two markers belongs to formula n, and nothing else
//! does. The reset comes last, so that the solver cleans up while we look at its answer. A process
//! that dies before a formula's first marker died of what came before: the formula is sent again,
//! to a new process.
//!
//! The process is replaced after a crash, a time-out, an error that it does not survive, output
//! that came late, and after a number of calls or an amount of memory.

mod markers;
mod raw_session;
mod script;

pub use raw_session::{RawSession, Restarts, SessionError, SessionPlan, SessionRun, SessionStats};
pub use script::{Unsuitable, prepare};
