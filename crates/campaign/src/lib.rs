//! The hunt: which formula is made next, who runs it, what is kept, and what becomes of a verdict.
//!
//! A formula is a function of (seed, position, the scheduler's recorded choice). Workers take
//! blocks of positions; one thread collects what they find, puts it back into the order of the
//! positions and commits it, so that a killed hunt leaves a gapless beginning and its
//! continuation ends where an undisturbed one would.

mod ablation;
mod adopt;
mod begin;
mod bench;
pub mod bisect;
mod calibrate;
mod collect;
pub mod conform;
mod desk;
mod dispatch;
mod engine;
mod error;
mod event;
mod examine;
mod examiner;
mod exchange;
mod explained;
mod focus;
mod groups;
mod guide;
mod make;
mod merge;
mod meta;
mod order;
mod plan;
mod publish;
mod pulse;
mod quarantine;
mod recheck;
mod replay;
mod schedule;
mod seen;
mod setup;
mod slow_seeds;
mod solvers;
#[cfg(test)]
mod testing;
mod words;
mod work;
mod worker;

pub use ablation::Ablated;
pub use adopt::{AdoptError, Adopted, adopt};
pub use begin::{BeginError, Beginning, More, builtin_seeds, cores, seed_answers};
pub use bench::{BenchPlan, SolverRegistry, SolverTester, Spent, ends_of};
pub use calibrate::calibrated;
pub use engine::{Ended, Parts, Why, hunt};
pub use error::HuntError;
pub use event::{Event, Snapshot};
pub use examiner::{ExaminerPlan, SolverExaminer};
pub use exchange::Exchange;
pub use focus::{NoFocus, keep_what_names_something, must_name_something};
pub use guide::{Guide, Reached};
pub use make::{Library, LibraryError, LibraryMaker, Stream};
pub use merge::{Joined, Merged, Source, merge};
pub use order::{Order, Shard};
pub use plan::{Budget, Plan, ScheduleKind};
pub use recheck::{Fate, Rechecked};
pub use replay::{Replay, ReplayError, Replayed};
pub use schedule::{Menu, OptionSet, Schedule};
pub use setup::{SetupError, lone_examiner};
pub use solvers::{Fetch, NoSolver, askers, confirming, under_test, without_witness};
pub use words::{Words, keep_with};
pub use work::{
    Examined, Examiner, Maker, Real, Reduced, Suspicion, TestRun, Tested, Tester, Worker,
};
