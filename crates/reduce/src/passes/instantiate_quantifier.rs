//! Takes a quantifier away: its variables become constants of their sorts, or declared ones.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::{Subject, substitute};
use crate::tree::NodeId;

pub(crate) struct InstantiateQuantifier;

impl Pass for InstantiateQuantifier {
    fn name(&self) -> &'static str {
        "instantiate_quantifier"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let nodes = 0..subject.tree.nodes.len();
        nodes
            .flat_map(|node| [true, false].map(|declared| instance(subject, node, declared)))
            .flatten()
            .collect()
    }
}

fn instance(subject: &Subject<'_>, node: NodeId, declared: bool) -> Option<Move> {
    let &[head, variables, body] = subject.tree.children(node) else {
        return None;
    };
    if !matches!(subject.text_of(head), "forall" | "exists") {
        return None;
    }
    let mut values = Vec::new();
    for &variable in subject.tree.children(variables) {
        let &[name, sort] = subject.tree.children(variable) else {
            return None;
        };
        let sort = subject.sort_named(subject.text_of(sort))?;
        let value = if declared {
            subject.variables(sort).first().cloned()?
        } else {
            subject.constants(sort).into_iter().next()?
        };
        values.push((subject.text_of(name), value));
    }
    let pairs = values
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    Some(Move::replace(
        subject.tree.span(node),
        substitute(subject, body, &pairs),
    ))
}
