//! Drops a parameter of a declared function, with the argument in every call.

use crate::edit::{Edit, Move};
use crate::pass::Pass;
use crate::subject::Subject;
use crate::tree::NodeId;

pub(crate) struct DropParameter;

impl Pass for DropParameter {
    fn name(&self) -> &'static str {
        "drop_parameter"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let functions = subject.commands().filter_map(|command| {
            let &[head, name, parameters, _] = subject.tree.children(command) else {
                return None;
            };
            (subject.text_of(head) == "declare-fun").then_some((name, parameters))
        });
        let moves = functions.flat_map(|(name, parameters)| {
            let count = subject.tree.children(parameters).len();
            (0..count).filter_map(move |n| without(subject, name, parameters, n))
        });
        moves.collect()
    }
}

fn without(subject: &Subject<'_>, name: NodeId, parameters: NodeId, n: usize) -> Option<Move> {
    let tree = &subject.tree;
    let delete = |node: NodeId| Edit {
        span: tree.span(node),
        text: String::new(),
    };
    let last = tree.children(parameters).len() == 1;
    let mut edits = vec![delete(tree.children(parameters)[n])];
    for &place in subject
        .uses(subject.text_of(name))
        .iter()
        .filter(|&&place| place != name)
    {
        let call = tree.nodes[place].parent?;
        if last {
            edits.push(Edit {
                span: tree.span(call),
                text: subject.text_of(place).to_string(),
            });
        } else {
            edits.push(delete(*tree.children(call).get(n + 1)?));
        }
    }
    Move::all(edits)
}
