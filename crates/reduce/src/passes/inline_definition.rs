//! Puts the body of a defined function in the place of its calls, and drops the definition.

use crate::edit::Move;
use crate::moves::{inline, of_commands};
use crate::pass::Pass;
use crate::subject::Subject;
use crate::tree::NodeId;

pub(crate) struct InlineDefinition;

impl Pass for InlineDefinition {
    fn name(&self) -> &'static str {
        "inline_definition"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        of_commands(subject, inlined)
    }
}

fn inlined(subject: &Subject<'_>, command: NodeId) -> Option<Move> {
    let &[head, name, parameters, _, body] = subject.tree.children(command) else {
        return None;
    };
    if subject.text_of(head) != "define-fun" {
        return None;
    }
    let names: Vec<&str> = subject
        .tree
        .children(parameters)
        .iter()
        .filter_map(|&p| Some(subject.text_of(*subject.tree.children(p).first()?)))
        .collect();
    inline(subject, command, name, &names, body)
}
