//! The one place that starts processes, limits them and takes them down.
//!
//! [`run`] is for one formula in a fresh process, [`Child`] for a process that lives over many
//! formulas. Both give a [`RawRun`]: what happened, before anyone interprets it.

mod cancel;
mod capture;
mod child;
mod command;
mod end;
mod error;
mod family;
mod gauge;
mod guardian;
mod isolation;
mod keeper;
mod leftovers;
mod peak;
mod process;
mod raw;
mod run;
mod scratch;
mod stat;
mod watch;
mod watchdog;
mod wire;

pub use cancel::Cancel;
pub use child::{Call, Child};
pub use command::Command;
pub use error::Error;
pub use guardian::guardian_entry;
pub use isolation::{Allowed, Isolation, allow, isolation};
pub use raw::{Exit, LimitHit, Limits, MemoryKind, RawRun};
pub use run::{run, run_cancellable};

/// The environment variable that marks every process that we start, and all of its children:
/// our process number, a dash, and the number of the run.
pub(crate) const MARK: &str = "GADFLY_RUN";
