//! Replaces terms by declared constants of their sort. What is a constant itself is left to
//! `exchange_variable`, which wins little.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;
use crate::tree::NodeId;

pub(crate) struct ReplaceByVariable;

impl Pass for ReplaceByVariable {
    fn name(&self) -> &'static str {
        "replace_by_variable"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let mut moves = Vec::new();
        for (choice, node) in subject.choices_by_size(2) {
            let Some(sort) = subject.sort_of(node).filter(|_| is_compound(subject, node)) else {
                continue;
            };
            let Some(name) = subject.variables(sort).get(choice) else {
                continue;
            };
            moves.push(Move::replace(subject.tree.span(node), name.as_str()));
        }
        moves
    }
}

fn is_compound(subject: &Subject<'_>, node: NodeId) -> bool {
    let is_variable = |sort| {
        let text = subject.text_of(node);
        subject.variables(sort).iter().any(|name| name == text)
    };
    !subject.sort_of(node).is_some_and(is_variable)
}
