//! The words that everybody shares, from the oracles to the store to the page: one enum a concept,
//! each with the word that is written and read back.

mod class;
mod evidence;
mod kind;
mod label;
mod nearest;
mod obligation;
mod signature;
mod status;
mod words;

pub use class::Class;
pub use evidence::{Evidence, Wrong};
pub use kind::{Kind, Priority};
pub use label::LabelSource;
pub use nearest::{did_you_mean, nearest};
pub use obligation::{Law, Topic};
pub use signature::{Checked, Gap, Pace, Signature};
pub use status::Status;
pub use words::UnknownWord;
