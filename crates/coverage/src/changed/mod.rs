//! What a change of a solver's sources reaches: from a diff to what a hunt is aimed at.

mod aim;
mod diff;
mod function;
mod git;
mod names;
mod sources;
mod study;
mod tally;

pub use aim::{Aim, Reach, Target};
pub use diff::{ChangedFile, DiffError, changed_files};
pub use git::{GitError, between};
pub use sources::{Sources, SourcesError};
pub use study::Study;
pub use tally::Tally;
