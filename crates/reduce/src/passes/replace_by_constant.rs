//! Replaces terms by the simplest constants of their sort.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;
use crate::tree::NodeId;

pub(crate) struct ReplaceByConstant;

/// With more assertions than this, none is replaced by `true`: that they cannot be dropped says
/// enough.
const MANY: usize = 8;

impl Pass for ReplaceByConstant {
    fn name(&self) -> &'static str {
        "replace_by_constant"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let many = subject.assertions().count() > MANY;
        let mut moves = Vec::new();
        for (choice, node) in subject.choices_by_size(2) {
            let Some(sort) = subject.sort_of(node) else {
                continue;
            };
            let Some(constant) = subject.constants(sort).into_iter().nth(choice) else {
                continue;
            };
            let is_dropped = many && constant == "true" && is_asserted(subject, node);
            if constant != subject.text_of(node) && !is_dropped {
                moves.push(Move::replace(subject.tree.span(node), constant));
            }
        }
        moves
    }
}

fn is_asserted(subject: &Subject<'_>, node: NodeId) -> bool {
    let command = subject.tree.nodes[node].parent;
    command.is_some_and(|command| {
        subject.tree.nodes[command].parent.is_none() && subject.command_name(command) == "assert"
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{candidates, makes};

    #[test]
    fn what_cannot_be_dropped_is_not_made_true() {
        let pass = &ReplaceByConstant;
        let few = "(declare-fun a()Bool)(assert a)";
        makes(pass, few, "(declare-fun a()Bool)(assert true)");
        let many = format!("{few}{}", "(assert a)".repeat(10));
        let all = candidates(pass, &many);
        assert!(all.iter().any(|one| one.contains("false")), "{all:#?}");
        assert!(!all.iter().any(|one| one.contains("true")), "{all:#?}");
    }
}
