//! Replaces terms by the simplest constants of their sort.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;

pub(crate) struct ReplaceByConstant;

impl Pass for ReplaceByConstant {
    fn name(&self) -> &'static str {
        "replace_by_constant"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let mut moves = Vec::new();
        for (choice, node) in subject.choices_by_size(2) {
            let Some(sort) = subject.sort_of(node) else {
                continue;
            };
            let Some(constant) = subject.constants(sort).into_iter().nth(choice) else {
                continue;
            };
            if constant != subject.text_of(node) {
                moves.push(Move::replace(subject.tree.span(node), constant));
            }
        }
        moves
    }
}
