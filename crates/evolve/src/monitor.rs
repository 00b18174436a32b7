//! The watch for CI: a candidate build beside a reference and a stored baseline.

mod baseline;
mod code;
mod event;
mod watch;

pub use baseline::{Baseline, BaselineError, Known};
pub use code::Code;
pub use event::{Event, Group, group};
pub use watch::{Seen, Watch, order};
