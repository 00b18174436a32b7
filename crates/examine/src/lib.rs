//! The one examiner and the one driver of reduction: what is suspected is run again in fresh
//! processes, and a script that shows a bug is reduced as long as it shows the same bug.
//!
//! The hunt, `check`, `recheck`, `reduce` and `monitor` only choose parameters: who is asked, under
//! which limits, how long.

mod drive;
mod equipment;
mod limits;
mod rerun;
mod same_bug;
mod session;
mod steady;

pub use drive::{Driven, Order, Ways, drive};
pub use equipment::Equipment;
pub use limits::{WALL_TO_CPU, brisk, timed};
pub use rerun::{Rerun, Suspected, Wanted};
pub use same_bug::{Means, SameBug};
pub use session::{ReducedSession, SessionScripts};
pub use steady::steadiness;
