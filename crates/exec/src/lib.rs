//! The one place that starts processes, limits them and takes them down.

mod raw;

pub use raw::{Exit, LimitHit, Limits, MemoryKind, RawRun};
