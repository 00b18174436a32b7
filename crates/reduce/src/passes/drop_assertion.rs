//! Drops assertions.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;

pub(crate) struct DropAssertion;

impl Pass for DropAssertion {
    fn name(&self) -> &'static str {
        "drop_assertion"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        subject
            .assertions()
            .map(|command| Move::delete(subject.tree.span(command)))
            .collect()
    }

    /// Nothing refers to an assertion but by the name of a term in it.
    fn keeps_form(&self, script: &str) -> bool {
        !script.contains(":named")
    }
}
