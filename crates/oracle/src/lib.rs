//! What a set of answers means: pure functions from runs to verdicts.
//!
//! [`judge`] applies every oracle to the runs of one formula and keeps, of what they say, the
//! verdict with the strongest evidence for each solver and `check-sat`. Nothing in this crate does I/O:
//! who runs solvers again is `gadfly-examine`.

mod bisect;
mod evaluator;
mod given;
mod identity;
mod judged;
mod known;
mod obligation;
mod oracles;
pub mod probe;
mod proved;
mod reported;
mod second;
mod settle;
mod sexpr;
mod shape;
mod truth;
mod verdict;
mod version;

pub use bisect::{Course, History, Mark, Row, search};
pub use evaluator::{CatalogEvaluator, Evaluator};
pub use gadfly_vocabulary::{Law, Topic};
pub use given::{Given, NoLabel, labelled};
use identity::normalise_message;
pub use identity::{Identity, converted};
pub use judged::{
    Facts, Judged, ModelFact, ModelTruth, ParentFact, ParentRelation, Policy, SlowPolicy,
    Undetermined,
};
pub use known::{Issue, Known, KnownError};
pub use obligation::{
    Fate, Must, Obligation, ObligationFact, Outline, evaluate, obligations, opposite, outlines,
    with_models_beside_values,
};
pub use proved::{MOST_PROOF, ProofFact, Proved};
pub use reported::Reported;
pub use second::{ModelQuestion, Route, Witness, closed_question, put_in, said_to};
pub use settle::{LabelDoubt, judge, label_doubt};
pub use shape::{operators, shape_hash};
pub use truth::{Truth, said};
pub use verdict::{Evidence, Kind, Signature, Verdict, Wrong};
pub use version::compare_versions;
