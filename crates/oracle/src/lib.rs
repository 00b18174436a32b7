//! What a set of answers means: pure functions from runs to verdicts.
//!
//! [`judge`] applies every oracle to the runs of one formula and keeps, of what they say, the
//! verdict with the strongest evidence for each solver and `check-sat`. Nothing in it does I/O.

mod bisect;
mod chronicle;
mod evaluator;
mod evidence;
mod examine;
mod given;
mod identity;
mod judged;
mod known;
pub mod oracles;
pub mod probe;
mod runner;
mod second;
mod seed;
mod settle;
mod sexpr;
mod shape;
mod showing;
mod slowness;
mod solver_runner;
mod state;
mod state_predicate;
mod truth;
mod verdict;
mod version;
mod witness;

pub use bisect::{Course, History, Mark, Row, search};
pub use chronicle::Chronicle;
pub use evaluator::CatalogEvaluator;
pub use examine::{Case, Confirmed, Examination, Examiner, Settings, Status};
pub use given::{Given, NoLabel, labelled};
pub use identity::{Identity, normalise_message};
pub use judged::{
    CoreFact, Facts, Judged, ModelFact, ModelTruth, ParentFact, ParentRelation, Policy, SlowPolicy,
    Undetermined,
};
pub use known::{Issue, Known, KnownError};
pub use runner::{Candidate, Evaluator, Runner, RunnerError, made};
pub use second::{Route, Witness, closed_question, put_in, said_to};
pub use seed::SeedCheck;
pub use settle::{LabelDoubt, judge, label_doubt};
pub use shape::{operators, shape_hash};
pub use showing::Showing;
pub use solver_runner::{Registry, SolverRunner};
pub use state_predicate::{Compared, StatePredicate};
pub use truth::{Truth, said};
pub use verdict::{Evidence, Kind, Signature, Verdict, Wrong};
pub use version::compare_versions;
pub use witness::Doubt;
