//! What a pass is.

use crate::edit::Move;
use crate::subject::Subject;

/// One idea of how a script can be simplified.
pub(crate) trait Pass: Sync {
    /// Its name, a verb.
    fn name(&self) -> &'static str;

    /// All simplifications of this kind, those that promise most first. Neighbours in the list
    /// are tried together. A move need not be right: what is not well-formed or not smaller is
    /// thrown away before it costs a check.
    fn moves(&self, subject: &Subject<'_>) -> Vec<Move>;

    /// Whether all its moves together, and any of them, leave a script that is well-formed if this
    /// one is: then no time is spent on finding out.
    fn keeps_form(&self, _script: &str) -> bool {
        false
    }
}
