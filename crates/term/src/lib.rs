//! Sorted terms: parsing, checking, occurrences, splicing and printing.
//!
//! ```
//! use gadfly_catalog::Catalog;
//! use gadfly_term::{Edits, Head, Mode, Script, SortId};
//!
//! let catalog = Catalog::builtin();
//! let text = "(declare-const x Int)\n(assert (and (> x 0) (< (+ x 1) 5)))";
//! let script = Script::parse(text, &catalog, Mode::Default).unwrap();
//!
//! // Every occurrence of an integer term, with its text.
//! let ints: Vec<&str> = script.occurrences(SortId::INT).iter().map(|&t| script.text(t)).collect();
//! assert_eq!(ints, ["x", "0", "x", "1", "(+ x 1)", "5"]);
//!
//! // Replace one of them, leaving every other byte as it was.
//! let sum = script.nodes().find(|&n| script.text(n) == "(+ x 1)").unwrap();
//! assert!(matches!(script.head(sum), Head::Op(op) if script.op_name(op) == "+"));
//! let mut edits = Edits::new(&script);
//! edits.replace(sum, "x");
//! assert_eq!(edits.apply(), "(declare-const x Int)\n(assert (and (> x 0) (< x 5)))");
//! ```

pub mod command;
mod dag;
mod declared;
mod edits;
mod head;
mod ids;
mod logic;
mod occurrences;
mod operators;
mod parse;
mod rename;
mod resolve;
mod script;
mod sort;
mod substitute;
mod summary;

pub use command::{Command, CommandKind};
pub use dag::{Dag, DagId};
pub use declared::{DeclaredSort, Fun, FunKind, Scope, ScopeKind, Var, VarKind};
pub use edits::Edits;
pub use gadfly_catalog::{Catalog, OpId};
pub use gadfly_syntax::{Diagnostic, Span, Symbol};
pub use head::{Head, Literal};
pub use ids::{DeclaredSortId, FunId, NodeId, ScopeId, SortId, VarId};
pub use logic::{Features, Logic, Logics, infer_logic};
pub use operators::Applicable;
pub use parse::{Mode, Parser};
pub use rename::{Renaming, rename_apart};
pub use resolve::Reading;
pub use script::Script;
pub use sort::SortKind;
