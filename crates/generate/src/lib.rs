//! Random formulas of a logic, layer by layer.
//!
//! The layers are FuzzSMT's: inputs, terms over them, atoms over those, and Boolean structure over
//! the atoms. Operators come from the catalogue. The n-th formula depends on the options, the seed
//! and n alone.
//!
//! ```
//! use gadfly_catalog::Catalog;
//! use gadfly_generate::{Generator, Logic, Options};
//!
//! let options = Options::new(Logic::parse("QF_BV").unwrap());
//! let generator = Generator::new(&Catalog::builtin(), options).unwrap();
//! let formula = generator.formula(42, 0).unwrap();
//! assert!(formula.text.starts_with("(set-logic QF_BV)"));
//! assert_eq!(formula.text, generator.formula(42, 0).unwrap().text);
//! ```

mod argument;
mod basis;
mod contradict;
mod decimal;
mod declare;
mod generator;
mod graph;
mod horn;
mod known;
mod layers;
mod literal;
mod logic;
mod optima;
mod options;
mod plan;
mod plant;
mod quantify;
mod rules;
mod script;
mod sorts;
mod synthesis;
mod write;

pub use generator::{GenerateError, Generator};
pub use horn::horn;
pub use logic::{Arithmetic, EXTENSIONS, Logic, NAMED, UnknownLogic};
pub use optima::optima;
pub use options::{Division, Known, Options, OptionsError, Preset, Span};
pub use synthesis::synthesis;
