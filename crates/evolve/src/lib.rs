//! The same formulas over many solvers and releases: tables, plots and a page of how they evolve.
//!
//! A [`Study`] is cut into parts; [`Work`] does them, [`Tally`] reads them back, and everything
//! that people read is made from the tally.

mod engine;
mod error;
mod judge;
mod observe;
mod outcome;
mod part;
mod quantise;
mod source;
mod steps;
mod study;
mod tables;
mod tally;

pub use engine::{Plan, Work};
pub use error::EvolveError;
pub use observe::Watcher;
pub use outcome::{Observed, Said, Verdict};
pub use part::{Names, Row, read_part, write_part};
pub use source::{Formulas, Source};
pub use steps::{Change, End, Pace, Step, Steps};
pub use study::{Entry, Part, Settings, Study, name_of};
pub use tables::write_tables;
pub use tally::{Cell, Tally};
