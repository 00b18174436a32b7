//! Opens an application inside another one of the same operator: `(and a (and b c))`.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;

pub(crate) struct FlattenOperator;

impl Pass for FlattenOperator {
    fn name(&self) -> &'static str {
        "flatten_operator"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let head = |node| {
            subject
                .tree
                .children(node)
                .first()
                .map(|&head| subject.text_of(head))
        };
        let lists = (0..subject.tree.nodes.len()).filter(|&node| {
            let outer = subject.tree.nodes[node].parent.and_then(head);
            outer.is_some() && head(node) == outer && subject.tree.children(node).len() > 1
        });
        let open = lists.map(|list| {
            let children = subject.tree.children(list);
            let start = subject.tree.span(children[1]).start;
            let inner = start..subject.tree.span(list).end - 1;
            Move::replace(
                subject.tree.span(list),
                format!(" {} ", &subject.text[inner]),
            )
        });
        open.collect()
    }
}
