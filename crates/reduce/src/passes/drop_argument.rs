//! Drops arguments of n-ary operators, bindings of `let`, bound variables, patterns, attributes.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;
use crate::tree::NodeId;

pub(crate) struct DropArgument;

impl Pass for DropArgument {
    fn name(&self) -> &'static str {
        "drop_argument"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let mut lists: Vec<NodeId> = (0..subject.tree.nodes.len())
            .filter(|&node| subject.tree.children(node).len() >= 2 && !is_command(subject, node))
            .collect();
        lists.sort_by_key(|&list| std::cmp::Reverse(subject.tree.children(list).len()));
        let parts = lists.iter().flat_map(|&list| {
            // The head of an application stays; a list of bindings has none.
            let skip = usize::from(!subject.tree.nodes[subject.tree.children(list)[0]].is_list);
            &subject.tree.children(list)[skip..]
        });
        parts
            .map(|&part| Move::delete(subject.tree.span(part)))
            .collect()
    }
}

fn is_command(subject: &Subject<'_>, node: NodeId) -> bool {
    subject.tree.nodes[node].parent.is_none()
}
