//! Puts the body of a defined function in the place of its calls, and drops the definition.

use crate::edit::{Edit, Move};
use crate::pass::Pass;
use crate::subject::{Subject, substitute};
use crate::tree::NodeId;

pub(crate) struct InlineDefinition;

impl Pass for InlineDefinition {
    fn name(&self) -> &'static str {
        "inline_definition"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        subject
            .commands()
            .filter_map(|command| inlined(subject, command))
            .collect()
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
    let mut edits = vec![Edit {
        span: subject.tree.span(command),
        text: String::new(),
    }];
    for &place in subject.uses(subject.text_of(name)) {
        if subject.tree.within(command).contains(&place) {
            continue;
        }
        let call = if names.is_empty() {
            place
        } else {
            subject.tree.nodes[place].parent?
        };
        let arguments = subject.tree.children(call).iter().skip(1);
        let pairs = names
            .iter()
            .copied()
            .zip(arguments.map(|&a| subject.text_of(a)))
            .collect();
        edits.push(Edit {
            span: subject.tree.span(call),
            text: substitute(subject, body, &pairs),
        });
    }
    Move::all(edits)
}
