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
        let lets = (0..subject.tree.nodes.len()).filter_map(|node| Let::at(subject, node));
        let lets: Vec<Let> = lets.collect();
        let whole = lets.iter().map(|one| one.without_all(subject));
        let single = lets
            .iter()
            .filter(|one| one.bindings.len() > 1)
            .flat_map(|one| (0..one.bindings.len()).map(|n| one.without(subject, n)));
        whole.chain(single).collect()
    }
}

/// A `let` with its bindings: names and terms.
struct Let {
    node: NodeId,
    bindings: Vec<(NodeId, NodeId)>,
    body: NodeId,
}

impl Let {
    fn at(subject: &Subject<'_>, node: NodeId) -> Option<Let> {
        let &[head, bindings, body] = subject.tree.children(node) else {
            return None;
        };
        if subject.text_of(head) != "let" {
            return None;
        }
        let pair = |&binding: &NodeId| match *subject.tree.children(binding) {
            [name, term] => Some((name, term)),
            _ => None,
        };
        let bindings = subject
            .tree
            .children(bindings)
            .iter()
            .filter_map(pair)
            .collect();
        Some(Let {
            node,
            bindings,
            body,
        })
    }

    /// Without its bindings. A name that the terms share with an inner binder may be captured:
    /// that only makes another candidate.
    fn without_all(&self, subject: &Subject<'_>) -> Move {
        let pairs = self
            .bindings
            .iter()
            .map(|&(name, term)| (subject.text_of(name), subject.text_of(term)));
        let text = substitute(subject, self.body, &pairs.collect());
        Move::replace(subject.tree.span(self.node), text)
    }

    /// Without one of several bindings.
    fn without(&self, subject: &Subject<'_>, n: usize) -> Move {
        let (name, term) = self.bindings[n];
        let others = self.bindings.iter().filter(|binding| binding.0 != name);
        let kept: String = others
            .map(|&(name, term)| format!("({} {})", subject.text_of(name), subject.text_of(term)))
            .collect();
        let pairs = [(subject.text_of(name), subject.text_of(term))]
            .into_iter()
            .collect();
        let body = substitute(subject, self.body, &pairs);
        Move::replace(
            subject.tree.span(self.node),
            format!("(let ({kept}) {body})"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{leaves, makes};

    #[test]
    fn lets_lose_bindings() {
        let pass = &InlineLet;
        let script = "(assert(let((a 1)(b 2))(= a b)))";
        makes(pass, script, "(assert(= 1 2))");
        makes(pass, script, "(assert(let((b 2))(= 1 b)))");
        leaves(pass, "(assert true)");
    }
}
