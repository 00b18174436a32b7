//! What a campaign keeps: one SQLite file a hunt, one writer, safe against `kill -9`.
//!
//! A test costs a row of some forty bytes: its formula can be made again from its position, so
//! that texts and raw outputs are kept only where a verdict points at them. Statistics are
//! tallies that grow in the same transaction as the tests they count, hence instant and exact.

mod error;
mod folders;
mod gather;
mod lock;
mod older;
mod open;
mod pack;
mod read;
mod record;
mod schema;
mod standing;
mod stats;
mod status;
mod write;

pub use error::StoreError;
pub use folders::{folders_below, is_hunt};
pub use gather::{Outline, copy_of};
pub use lock::FolderLock;
pub use open::Store;
pub use read::GroupRow;
pub use record::{
    Choice, ChoiceRow, Class, Doubt, Finding, FindingRun, Output, Reduction, Release, RunRow,
    Status, TestRow, TestState, VerdictRow, VerdictState,
};
pub use standing::{Cause, Ends, Shortfall, grouped};
pub use stats::{Cost, Moment, Tally, cost_seconds};
pub use status::HuntStatus;
pub use write::Batch;
