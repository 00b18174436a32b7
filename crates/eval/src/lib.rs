//! Exact meaning: values, operators, models, and the truth of a formula under a model.
//!
//! ```text
//! let model = Model::parse(text, &script)?;      // as any solver prints it
//! match evaluate(&script, &model).overall {
//!     Truth::True => …,                          // the script is satisfiable, whoever says otherwise
//!     Truth::False => …,                         // the model is wrong
//!     Truth::Undetermined(reason) => …,          // says nothing
//! }
//! ```

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
