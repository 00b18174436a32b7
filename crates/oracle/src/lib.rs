//! What a set of answers means: pure functions from runs to verdicts.

mod verdict;

pub use verdict::{Evidence, Kind, Verdict};
