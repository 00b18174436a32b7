//! Making a failing script small. Knows no solver, only a predicate.
//!
//! ```
//! use gadfly_reduce::{Budget, Setting, Silent, Tried, reduce};
//!
//! let script = "(declare-const x Int)(assert (> x 1))(assert (= (mod x 0) 2))(check-sat)";
//! // The failure to be kept: any division by zero.
//! let fails = |script: &str| script.contains("mod") && script.contains("0)");
//! let setting = Setting { jobs: 1, budget: Budget::default(), tried: &Tried::default(), observer: &Silent };
//! let reduction = reduce(script, &fails, setting).unwrap();
//! assert_eq!(reduction.text, "(assert(=(mod 0 0)0))\n");
//! ```

mod beautify;
mod bits;
mod budget;
mod check;
mod content;
mod course;
mod descent;
mod edit;
mod engine;
mod fewest;
mod flaky;
mod moves;
mod observer;
mod operators;
mod pair;
mod pass;
mod passes;
mod predicate;
mod scan;
mod schedule;
mod sorts;
mod squeeze;
mod subject;
mod tree;
mod tried;
mod way;
mod workers;

pub use beautify::beautify;
pub use budget::{Budget, Stop};
pub use content::Content;
pub use engine::{PassRecord, ReduceError, Reduction, Setting, reduce};
pub use flaky::{AnyOf, Steadiness, TRIALS};
pub use observer::{Event, Observer, Silent};
pub use pair::Pair;
pub use predicate::{Predicate, PredicateError};
pub use squeeze::squeeze;
pub use tried::{CandidateHash, Tried};
