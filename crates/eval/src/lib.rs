//! Exact meaning: values, operators, models, and the truth of a formula under a model.
//!
//! ```
//! use gadfly_catalog::Catalog;
//! use gadfly_eval::{Model, Truth, evaluate};
//! use gadfly_term::{Mode, Script};
//!
//! let text = "(declare-const x Int)(assert (= (* x x) 4))(check-sat)";
//! let script = Script::parse(text, &Catalog::builtin(), Mode::Default).unwrap();
//! // A model as any solver prints it.
//! let truth = |model: &str| evaluate(&script, &Model::parse(model, &script).unwrap()).overall;
//! // The script is satisfiable, whoever says otherwise.
//! assert_eq!(truth("((define-fun x () Int (- 2)))"), Truth::True);
//! // The model is wrong.
//! assert_eq!(truth("((define-fun x () Int 3))"), Truth::False);
//! ```
//!
//! What standard semantics leave open comes back as [`Truth::Undetermined`], with the reason.

mod budget;
pub mod conformance;
mod evaluation;
mod explain;
pub mod float;
mod machine;
mod model;
mod program;
pub mod real;
mod reason;
mod theory;
pub mod value;

pub use budget::{Budget, Flag, cancellable, was_cut_short};
pub use evaluation::{
    Evaluation, Prepared, Truth, active_assertions, evaluate, evaluate_at, evaluate_term,
};
pub use explain::{smallest_false, trace};
pub use model::{Interpretation, Model, ModelError};
pub use program::Program;
pub use reason::Reason;
pub use theory::Outcome;
pub use value::Value;
