//! Puts the terms of a `let` in the place of its variables.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::{Subject, substitute};
use crate::tree::NodeId;

pub(crate) struct InlineLet;

impl Pass for InlineLet {
    fn name(&self) -> &'static str {
        "inline_let"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        (0..subject.tree.nodes.len())
            .filter_map(|node| inlined(subject, node))
            .collect()
    }
}

/// The `let` without its bindings. A name that the terms share with an inner binder may be
/// captured: that only makes another candidate.
fn inlined(subject: &Subject<'_>, node: NodeId) -> Option<Move> {
    let &[head, bindings, body] = subject.tree.children(node) else {
        return None;
    };
    if subject.text_of(head) != "let" {
        return None;
    }
    let pairs = subject
        .tree
        .children(bindings)
        .iter()
        .filter_map(|&binding| {
            let &[name, term] = subject.tree.children(binding) else {
                return None;
            };
            Some((subject.text_of(name), subject.text_of(term)))
        });
    let text = substitute(subject, body, &pairs.collect());
    Some(Move::replace(subject.tree.span(node), text))
}
