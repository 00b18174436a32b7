//! What tests share: a scriptable fake solver, and checks that nothing is left behind.
//!
//! Any crate's tests can use the fake solver: add `gadfly-testkit` to the dev-dependencies and
//! run [`fake_solver_path`]. The executable is built on demand.

mod browser;
mod calm;
mod catalog;
mod clock;
pub mod fake;
mod locate;
mod market;
mod needs;
mod schema;
mod scripts;
mod table;
mod told;
mod traces;

pub use browser::{Browser, Window, page_faults};
pub use calm::{alone, eventually};
pub use catalog::catalog;
pub use clock::thread_seconds;
pub use locate::{fake_solver_command, fake_solver_path};
pub use market::{Market, SHELF_SOLVER};
pub use needs::installed;
pub use schema::schema_problems;
pub use scripts::{scripts_below, texts_below};
pub use table::rows;
pub use told::told;
pub use traces::{open_files, own_processes, processes_of, resident_bytes};
