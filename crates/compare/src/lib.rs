//! Configurations compared: each hunts several times on the same budget, and statistics say which is
//! better.
//!
//! A configuration is a list of arguments of `gadfly hunt`, or another tool's command line with the
//! folder in which it leaves what it found. Runs take turns, so that whatever else the machine does
//! hits all alike. What is counted is distinct causes: findings of all runs are put together by what
//! identifies them, so that the same bug is the same in every run.

mod cause;
mod conduct;
mod curve;
mod error;
mod measure;
mod page;
mod plan;
mod ranks;
mod result;
mod study;
mod tables;
mod tool;
mod tools;
mod turns;

pub use conduct::{Conduct, Stage};
pub use curve::median;
pub use error::CompareError;
pub use plan::{Budget, Comparison, Configuration, Work};
pub use ranks::{Effect, RankTest, effect};
pub use result::{Pair, Results, Totals};
pub use study::{StudyError, keep, load, save};
pub use tables::{aligned, write_all};
pub use tools::{Tool, Tools};
pub use turns::turns;
