//! The one examiner and the one driver of reduction: what is suspected is run again in fresh
//! processes, and a script that shows a bug is reduced as long as it shows the same bug.
//!
//! The hunt, `check`, `recheck`, `reduce` and `monitor` only choose parameters: who is asked, under
//! which limits, how long.

mod chronicle;
mod drive;
mod equipment;
mod evidence;
mod examine;
mod limits;
mod obligations;
mod opinions;
mod proof;
mod rerun;
mod runner;
mod same_bug;
mod seed;
mod session;
mod showing;
mod slowness;
mod solver_runner;
mod state;
mod state_predicate;
mod steady;
mod witness;

pub use chronicle::Chronicle;
pub use drive::{Driven, Order, Ways, drive};
pub use equipment::Equipment;
pub use examine::{Case, Confirmed, Examination, Examiner, Settings, Status};
pub use limits::brisk;
pub use rerun::{Rerun, Suspected, Wanted};
pub use runner::{Candidate, Runner, RunnerError, made};
pub use same_bug::{Means, SameBug};
pub use seed::SeedCheck;
pub use session::{ReducedSession, SessionScripts};
pub use showing::Showing;
pub use solver_runner::{Registry, SolverRunner};
pub use state_predicate::{Compared, StatePredicate};
pub use steady::steadiness;
pub use witness::Doubt;
