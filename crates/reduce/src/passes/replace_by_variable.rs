//! Replaces terms by declared constants of their sort.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;

pub(crate) struct ReplaceByVariable;

impl Pass for ReplaceByVariable {
    fn name(&self) -> &'static str {
        "replace_by_variable"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let mut moves = Vec::new();
        for (choice, node) in subject.choices_by_size(2) {
            let Some(sort) = subject.sort_of(node) else {
                continue;
            };
            let Some(name) = subject.variables(sort).get(choice) else {
                continue;
            };
            if name.as_str() != subject.text_of(node) {
                moves.push(Move::replace(subject.tree.span(node), name.as_str()));
            }
        }
        moves
    }
}
