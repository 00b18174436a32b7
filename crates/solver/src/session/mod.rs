//! One process for many formulas, each answer attributed to its formula beyond doubt.
//!
//! Formula n is sent, in one write, as
//!
//! ```text
//! …the formula…
//! (echo "gadfly-<nonce>-n-end")
//! (reset)
//! ```
//!
//! What is printed between the markers of n-1 and n belongs to formula n, and nothing else does.
//! The reset comes last, so that the solver cleans up while we look at its answer. A process that
//! ends, or hangs until a limit, before it has read anything of a formula did so because of what
//! came before: the formula is sent again, to a new process.
//!
//! There is no marker before a formula: solvers flush at every line, and one more wake-up is the
//! largest part of what a call costs us.
//!
//! Where a reset is dear, scripts that open a scope first can be served with a `(pop 1)` in its place;
//! where CPU times count, the reset comes before the marker: see [`After`].
//!
//! The process is replaced after a crash, a time-out, an error that it does not survive,
//! before a script with other `set-option` commands than the last (z3 keeps them
//! across a reset), and after a number of calls or an amount of memory.

mod marker;
mod raw_session;
mod scopes;
mod script;
mod solver_session;

pub use raw_session::{
    After, RawSession, Restarts, SessionError, SessionPlan, SessionRun, SessionStats,
};
pub use scopes::is_scoped;
pub use script::{Prepared, Unsuitable};
pub use solver_session::Session;
