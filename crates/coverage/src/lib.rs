//! What of a solver's sources is reached: by seeds, strategies, folders of formulas and other tools.
//!
//! A build with counters runs the formulas of each configuration on the same budget, several times. What
//! is reached is a set of lines, functions and branches; what configurations add to each other is what
//! sets say: what one has alone, what all have together, what is left without one. What nobody reaches is
//! listed, the most surprising first, the solver's core apart from the rest.
//!
//! Beside that, [`changed`] says what a change of the sources is reached by, so that a hunt can be aimed at it.
//!
//! Sets, readers of counters, areas and tables are pure; `counters`, `run` and `conduct` start processes.

mod areas;
pub mod changed;
mod conduct;
mod counters;
mod curve;
mod error;
mod gcov;
mod lcov;
mod page;
mod plan;
mod plots;
mod reach;
mod reading;
mod results;
mod run;
mod tables;
mod unreached;

pub use areas::Areas;
pub use conduct::Conduct;
pub use error::CoverageError;
pub use plan::{Budget, Configuration, Plan, Source};
pub use results::Results;
pub use tables::write_all;
