//! All formulas of a grammar in order of size, with random access.
//!
//! ```
//! use gadfly_enumerate::{Enumerator, Grammar};
//!
//! let text = "grammar T; t : 'a' | '(not' t ')' ; start : '(assert' t ')' ;";
//! let grammar = Grammar::parse(text, "t.g4").unwrap();
//! let mut enumerator = Enumerator::new(&grammar);
//! let mut formulas = enumerator.iter_from(0u8.into()).unwrap();
//! assert_eq!(formulas.next(), Some("(assert a )"));
//! assert_eq!(formulas.next(), Some("(assert (not a ) )"));
//! ```

mod ambiguity;
mod blocks;
mod check;
mod compile;
mod cost;
mod counts;
mod cursor;
mod declared;
mod diagnostic;
mod enumerator;
mod grammar;
mod length;
mod lexeme;
mod permutations;
mod rank;
mod seek;
mod shape;
mod splits;
mod syntax;
mod tables;
mod token;
mod unique;
mod vary;

pub use dashu_int::UBig;
pub use diagnostic::{Diagnostic, Severity};
pub use enumerator::{EnumerateError, Enumerator, Formulas};
pub use grammar::Grammar;
pub use unique::{Equivalence, UniqueFormulas};
pub use vary::VaryError;
