//! A checker of proofs of unsatisfiability that trusts no solver.
//!
//! It reads proofs in the Cooperating Proof Calculus (CPC) as cvc5 prints them with conclusions
//! (`--proof-print-conclusion`), and checks every step against the script: what a proof assumes
//! must be asserted there, and every conclusion must follow. What it cannot follow is a hole,
//! counted by rule; what does not follow is an error.
//!
//! ```
//! use gadfly_catalog::Catalog;
//! use gadfly_proof::{Limits, Status, check};
//! use gadfly_term::{Mode, Script};
//!
//! let text = "(declare-const p Bool)(assert p)(assert (not p))(check-sat)";
//! let script = Script::parse(text, &Catalog::builtin(), Mode::Default).unwrap();
//! let proof = "((declare-const p Bool)
//!     (assume @p1 p)
//!     (assume @p2 (not p))
//!     (step @p3 false :rule contra :premises (@p1 @p2)))";
//! let report = check(&script, 0, proof, &Limits::default()).unwrap();
//! assert_eq!(report.status(), Status::Valid);
//! ```

mod arithmetic;
mod bits;
mod checker;
mod closed;
mod decide;
mod division;
mod equality;
mod gates;
mod ground;
mod import;
mod kernel;
mod lexer;
mod normal;
mod op;
mod opinion;
mod poly;
mod quantifier;
mod quantifier_rewrite;
mod question;
mod read;
mod report;
mod resolution;
mod rewrite;
mod rule;
mod sort;
mod substitution;
mod sum;
mod term;
mod typing;
mod typing_bits;
mod word;
mod words;
mod write;

pub use checker::{Limits, check, questions};
pub use opinion::{bare, opinion};
pub use report::{Fault, ProofError, Question, Report, Status};
