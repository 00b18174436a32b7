//! Replaces an application that has an `ite` among its arguments by an `ite` of constants on the same
//! condition: what stands between the two does not matter then.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;

pub(crate) struct LiftCondition;

impl Pass for LiftCondition {
    fn name(&self) -> &'static str {
        "lift_condition"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let mut moves = Vec::new();
        for &head in subject.uses("ite") {
            let nodes = &subject.tree.nodes;
            let Some((inner, outer)) = nodes[head]
                .parent
                .and_then(|inner| Some((inner, nodes[inner].parent?)))
            else {
                continue;
            };
            let Some(sort) = subject.sort_of(outer) else {
                continue;
            };
            let constants = subject.constants(sort);
            // A Boolean one is its condition, which `hoist_subterm` tries.
            let ([one, other, ..], true) = (&constants[..], subject.sort_text(sort) != "Bool")
            else {
                continue;
            };
            let Some(&condition) = subject.tree.children(inner).get(1) else {
                continue;
            };
            let condition = subject.text_of(condition);
            let span = subject.tree.span(outer);
            for (then, otherwise) in [(one, other), (other, one)] {
                let text = format!("(ite {condition} {then} {otherwise})");
                moves.push(Move::replace(span.clone(), text));
            }
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{leaves, makes};

    #[test]
    fn conditions_are_lifted() {
        let pass = &LiftCondition;
        makes(
            pass,
            "(declare-fun a()Bool)(declare-fun s()String)(assert(= s(str.substr s 0(ite a 1 2))))",
            "(declare-fun a()Bool)(declare-fun s()String)(assert(= s(ite a \"\" \"a\")))",
        );
        leaves(pass, "(declare-fun a()Bool)(assert(= 1(ite a 1 2)))");
    }
}
