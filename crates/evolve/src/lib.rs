//! The same formulas over many solvers and releases: tables, plots and a page of how they evolve.
//!
//! A [`Study`] is cut into parts; [`Work`] does them, [`Tally`] reads them back, and everything
//! that people read is made from the tally.

mod again;
mod bounds;
mod engine;
mod error;
mod estimate;
mod evidence;
mod figures;
mod judge;
mod machine;
pub mod monitor;
mod observe;
mod outcome;
mod page;
mod part;
mod quantise;
mod remarks;
mod source;
mod steps;
mod study;
mod tables;
mod tally;

pub use again::{Clock, measure_again, runs_again};
pub use engine::{Judged, Plan, Work};
pub use error::EvolveError;
pub use estimate::Estimate;
pub use figures::{Figure, figures};
pub use machine::machine;
pub use observe::Watcher;
pub use outcome::{Observed, Said, Verdict};
pub use page::write_page;
pub use part::{Names, Row, read_part};
pub use remarks::Weight;
pub use source::{Formulas, Source};
pub use steps::{Change, End, Pace, Step, Steps};
pub use study::{Entry, Part, Settings, Study, Timing, name_of};
pub use tables::write_tables;
pub use tally::{Cell, Tally};
