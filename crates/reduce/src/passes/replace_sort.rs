//! Replaces a declared sort by another declared one, or by one that needs no declaration.

use crate::edit::{Edit, Move};
use crate::pass::Pass;
use crate::subject::Subject;
use crate::tree::NodeId;

pub(crate) struct ReplaceSort;

/// What needs no declaration, the one with most elements first.
const GIVEN: [&str; 2] = ["Int", "Bool"];

impl Pass for ReplaceSort {
    fn name(&self) -> &'static str {
        "replace_sort"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let declared: Vec<(NodeId, &str)> = subject
            .commands()
            .filter_map(|command| Some((command, declared(subject, command)?)))
            .collect();
        let mut moves = Vec::new();
        for (n, &(command, name)) in declared.iter().enumerate() {
            // An earlier one is declared wherever this one is used.
            let earlier = declared[..n].first().map(|&(_, other)| other);
            for other in GIVEN.into_iter().chain(earlier) {
                moves.extend(replaced(subject, command, name, other));
            }
        }
        moves
    }
}

/// The name of the sort without parameters that the command declares.
fn declared<'a>(subject: &Subject<'a>, command: NodeId) -> Option<&'a str> {
    match *subject.tree.children(command) {
        [_, name, arity]
            if subject.command_name(command) == "declare-sort" && subject.text_of(arity) == "0" =>
        {
            Some(subject.text_of(name))
        }
        _ => None,
    }
}

fn replaced(subject: &Subject<'_>, command: NodeId, name: &str, other: &str) -> Option<Move> {
    let inside = subject.tree.within(command);
    let places = subject
        .uses(name)
        .iter()
        .filter(|&place| !inside.contains(place));
    let mut edits: Vec<Edit> = places
        .map(|&place| Edit {
            span: subject.tree.span(place),
            text: other.to_string(),
        })
        .collect();
    edits.push(Edit {
        span: subject.tree.span(command),
        text: String::new(),
    });
    Move::all(edits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{leaves, makes};

    #[test]
    fn sorts_are_replaced() {
        let script = "(declare-sort Index 0)(declare-sort Element 0)(declare-fun c()(Array Index Element))(assert(= c c))";
        makes(
            &ReplaceSort,
            script,
            "(declare-sort Element 0)(declare-fun c()(Array Int Element))(assert(= c c))",
        );
        makes(
            &ReplaceSort,
            script,
            "(declare-sort Index 0)(declare-fun c()(Array Index Index))(assert(= c c))",
        );
        leaves(&ReplaceSort, "(declare-sort Pair 2)(assert true)");
    }
}
