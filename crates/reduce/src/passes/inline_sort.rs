//! Puts the sort that `define-sort` names in the place of the name, and drops the definition.

use crate::edit::Move;
use crate::moves::{inline, of_commands};
use crate::pass::Pass;
use crate::subject::Subject;
use crate::tree::NodeId;

pub(crate) struct InlineSort;

impl Pass for InlineSort {
    fn name(&self) -> &'static str {
        "inline_sort"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        of_commands(subject, inlined)
    }
}

fn inlined(subject: &Subject<'_>, command: NodeId) -> Option<Move> {
    let &[head, name, parameters, body] = subject.tree.children(command) else {
        return None;
    };
    if subject.text_of(head) != "define-sort" {
        return None;
    }
    let parameters = subject.tree.children(parameters).iter();
    let parameters: Vec<&str> = parameters.map(|&p| subject.text_of(p)).collect();
    inline(subject, command, name, &parameters, body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{leaves, makes};

    #[test]
    fn sorts_stand_for_their_names() {
        let pass = &InlineSort;
        makes(
            pass,
            "(define-sort FPN()(_ FloatingPoint 3 5))(declare-const x FPN)(assert(forall((y FPN))(= x y)))",
            "(declare-const x(_ FloatingPoint 3 5))(assert(forall((y(_ FloatingPoint 3 5)))(= x y)))",
        );
        makes(
            pass,
            "(define-sort Set(T)(Array T Bool))(declare-fun s()(Set Int))(declare-fun t()(Set Bool))(assert(= s s))",
            "(declare-fun s()(Array Int Bool))(declare-fun t()(Array Bool Bool))(assert(= s s))",
        );
        makes(
            pass,
            "(define-sort a()Int)(define-sort b()(Array a a))(declare-fun x()b)(assert(= x x))",
            "(define-sort b()(Array Int Int))(declare-fun x()b)(assert(= x x))",
        );
    }

    #[test]
    fn a_declared_sort_and_a_nested_one_stay() {
        leaves(
            &InlineSort,
            "(declare-sort a 0)(declare-fun x()a)(assert(= x x))",
        );
        leaves(
            &InlineSort,
            "(define-sort P(T)(Array T T))(declare-fun x()(P(P Int)))(assert(= x x))",
        );
    }
}
