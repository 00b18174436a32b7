//! What people read of a hunt: the page, the issue text of a finding, and forms for machines.
//!
//! Pages, plots and XML are templates: everything that a solver printed, and every name from a seed,
//! is escaped by construction. [`html`] and [`plot`] serve the pages of studies too.

mod address;
mod asked;
mod case_folder;
mod cause;
mod doubt_folder;
mod formats;
mod history;
pub mod html;
mod issue;
mod next;
mod page;
mod plainly;
pub mod plot;
mod proof;
mod regression;
mod repro;
mod runs;
mod summary;
mod telling_term;
mod title;
mod tone;
mod words;

pub use address::{address_of, seen_from};
pub use case_folder::{CaseFiles, RunFile, RunLimits, write_case_folder};
pub use cause::{PROBABLY, fold_causes, folded_under, share_place};
pub use doubt_folder::{DoubtFiles, write_doubt_folder};
pub use formats::{Content, FORMATS, Format, WriteFindings, WriteRuns, junit, sarif};
pub use history::{Fate, Night, Past, history};
pub use next::{Advice, Next, next};
pub use page::{cards, ends, page};
pub use regression::{Suite, regression_files, regression_script, right_answers};
pub use runs::RunsError;
pub use summary::{Shown, Summary, TESTED};
pub use title::title;
pub use words::{duration, short_number};
