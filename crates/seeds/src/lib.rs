//! Seeds from any heap of files: benchmarks, regression suites, collections of issues, findings.
//!
//! A file is read in the most lenient way that keeps its meaning: [`import`] unpacks it, takes scripts
//! out of Markdown, cuts apart scripts that stand one after another, drops what a seed has no use for,
//! leaves duplicates out, finds out answers with solvers and writes one file a seed. Where each came
//! from, what was changed, and why others cannot be used stands in `seeds.json` ([`Index`]).

mod clean;
mod error;
mod find;
mod import;
mod index;
mod pieces;
mod reader;
mod rewrite;
mod same;
mod split;
mod stats;
mod unpack;
mod write;

pub use error::SeedsError;
pub use find::{Found, find};
pub use import::{Answers, Import, Imported};
pub use index::{Duplicate, Entry, Index, Options, Reason, Refusal};
pub use stats::{Sizes, Stats};
