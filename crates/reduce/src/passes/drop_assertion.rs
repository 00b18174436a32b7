//! Drops assertions.

use crate::edit::Move;
use crate::moves::drop_each;
use crate::pass::Pass;
use crate::subject::Subject;

pub(crate) struct DropAssertion;

impl Pass for DropAssertion {
    fn name(&self) -> &'static str {
        "drop_assertion"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        drop_each(subject, subject.assertions())
    }

    /// Nothing refers to an assertion but by the name of a term in it.
    fn keeps_form(&self, script: &str) -> bool {
        !script.contains(":named")
    }
}
