//! What became of a finding.

use crate::words;

/// What became of a finding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// Nobody has acted on it yet.
    #[default]
    New,
    /// Reported to the solver's developers.
    Reported,
    /// They confirmed it.
    Confirmed,
    /// It is fixed.
    Fixed,
    /// It is another finding, or another report.
    Duplicate,
    /// They will not fix it.
    WontFix,
}

words!(Status, "a status": New = "new", Reported = "reported", Confirmed = "confirmed",
    Fixed = "fixed", Duplicate = "duplicate", WontFix = "wont-fix");
