//! The known answers of seeds: found once with solvers, checked, kept, and checked again when they
//! are read back. A model counts where our evaluator finds it true; a core, where two families of
//! solvers refute it alone.

mod find;
mod store;

pub use find::{Finder, LIMIT};
pub use store::Store;
