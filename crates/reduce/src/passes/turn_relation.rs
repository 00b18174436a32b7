//! Writes a negated relation as its opposite, and `forall` as `exists`.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;
use crate::tree::NodeId;

pub(crate) struct TurnRelation;

/// Relations and what is true where they are not.
const OPPOSITES: &[(&str, &str)] = &[
    ("<", ">="),
    ("<=", ">"),
    (">", "<="),
    (">=", "<"),
    ("bvult", "bvuge"),
    ("bvule", "bvugt"),
    ("bvugt", "bvule"),
    ("bvuge", "bvult"),
    ("bvslt", "bvsge"),
    ("bvsle", "bvsgt"),
    ("bvsgt", "bvsle"),
    ("bvsge", "bvslt"),
    ("distinct", "="),
];

impl Pass for TurnRelation {
    fn name(&self) -> &'static str {
        "turn_relation"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let negated = subject
            .uses("not")
            .iter()
            .filter_map(|&head| turned(subject, head));
        let quantified = subject.uses("forall").iter();
        let exists = quantified.map(|&head| Move::replace(subject.tree.span(head), "exists"));
        negated.chain(exists).collect()
    }
}

fn turned(subject: &Subject<'_>, head: NodeId) -> Option<Move> {
    let list = subject.tree.nodes[head].parent?;
    let &inner = subject.tree.children(list).get(1)?;
    let relation = subject.tree.children(inner).first()?;
    let name = subject.text_of(*relation);
    let (_, opposite) = OPPOSITES.iter().find(|(known, _)| *known == name)?;
    let rest = subject.tree.span(*relation).end..subject.tree.span(inner).end;
    let text = format!("({opposite}{}", &subject.text[rest]);
    Some(Move::replace(subject.tree.span(list), text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{leaves, makes};

    #[test]
    fn relations_are_turned() {
        let pass = &TurnRelation;
        makes(pass, "(assert(not(< 0 1)))", "(assert(>= 0 1))");
        makes(
            pass,
            "(assert(forall((a Int))(= a 0)))",
            "(assert(exists((a Int))(= a 0)))",
        );
        leaves(pass, "(assert(not(= 0 1)))");
    }
}
