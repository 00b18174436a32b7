//! Drops a `push` with its `pop`, what stands between them kept or dropped too.

use crate::edit::{Edit, Move};
use crate::pass::Pass;
use crate::subject::Subject;
use crate::tree::NodeId;

pub(crate) struct DropLevel;

impl Pass for DropLevel {
    fn name(&self) -> &'static str {
        "drop_level"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let levels = levels(subject);
        let whole = levels.iter().map(|&(push, pop)| {
            Move::delete(subject.tree.span(push).start..subject.tree.span(pop).end)
        });
        let frame = levels.iter().filter_map(|&(push, pop)| {
            let delete = |node| Edit {
                span: subject.tree.span(node),
                text: String::new(),
            };
            Move::all(vec![delete(push), delete(pop)])
        });
        whole.chain(frame).collect()
    }
}

/// Pairs of `push` and `pop`, the larger blocks first. Only steps of one level are paired.
fn levels(subject: &Subject<'_>) -> Vec<(NodeId, NodeId)> {
    let mut open = Vec::new();
    let mut pairs = Vec::new();
    for command in subject.commands() {
        match subject.command_name(command) {
            "push" => open.push(command),
            "pop" => pairs.extend(open.pop().map(|push| (push, command))),
            _ => {}
        }
    }
    pairs.sort_by_key(|&(push, pop)| std::cmp::Reverse(pop - push));
    pairs
}
