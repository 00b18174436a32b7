//! What solvers establish once and we keep: the known answers of seeds, and proofs of rules.
//!
//! Answers are found once with solvers, checked, kept, and checked again when they are read back. A
//! model counts where our evaluator finds it true; a core, where two families of solvers refute it
//! alone. A rule is proved where solvers refute its negation in all instances; the evaluator tries
//! it out all the same.

mod answers;
mod find;
mod prove;
mod store;

pub use answers::{Answered, SeedAnswers, WrongClaim, wrong_claim};
pub use find::{Finder, LIMIT};
pub use prove::{Proof, Prover, record};
pub use store::Store;
