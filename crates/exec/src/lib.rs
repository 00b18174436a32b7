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
mod gauge;
mod guardian;
mod keeper;
mod peak;
mod process;
mod raw;
mod run;
mod scratch;
mod watch;
mod wire;

pub use cancel::Cancel;
pub use child::{Call, Child};
pub use command::Command;
pub use error::Error;
pub use guardian::guardian_entry;
pub use raw::{Exit, LimitHit, Limits, MemoryKind, RawRun};
pub use run::{run, run_cancellable};

/// The environment variable that marks every process that we start, and all of its children:
/// our process number, a dash, and the number of the run.
pub(crate) const MARK: &str = "GADFLY_RUN";
