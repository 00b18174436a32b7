//! Takes a declared constant out of the whole script at once: by what it is said to equal, by
//! another declared constant, or by a value.

use crate::edit::{Edit, Move};
use crate::pass::Pass;
use crate::subject::Subject;
use crate::tree::NodeId;

pub(crate) struct EliminateVariable;

impl Pass for EliminateVariable {
    fn name(&self) -> &'static str {
        "eliminate_variable"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let variables: Vec<(NodeId, NodeId)> = subject
            .commands()
            .filter_map(|command| Some((command, declared(subject, command)?)))
            .collect();
        let mut moves = Vec::new();
        for &(command, name) in variables.iter().rev() {
            let stand_ins = equals(subject, name)
                .into_iter()
                .chain(others(subject, name));
            moves.extend(stand_ins.filter_map(|text| replaced(subject, command, name, &text)));
        }
        moves
    }
}

/// The name of the constant that the command declares.
fn declared(subject: &Subject<'_>, command: NodeId) -> Option<NodeId> {
    let children = subject.tree.children(command);
    match (subject.command_name(command), children) {
        ("declare-const", &[_, name, _]) => Some(name),
        ("declare-fun", &[_, name, parameters, _])
            if subject.tree.children(parameters).is_empty() =>
        {
            Some(name)
        }
        _ => None,
    }
}

/// Terms that stand in an equation with the name.
fn equals(subject: &Subject<'_>, name: NodeId) -> Vec<String> {
    let name = subject.text_of(name);
    let terms = subject.uses(name).iter().filter_map(|&place| {
        let &[head, left, right] = subject.tree.children(subject.tree.nodes[place].parent?) else {
            return None;
        };
        let other = if left == place { right } else { left };
        let circular = subject
            .tree
            .within(other)
            .any(|word| subject.text_of(word) == name);
        (subject.text_of(head) == "=" && head != place && !circular)
            .then(|| subject.text_of(other).to_string())
    });
    let mut terms: Vec<String> = terms.collect();
    terms.sort_by_key(String::len);
    terms.truncate(2);
    terms
}

/// Another constant of the sort, and the simplest values.
fn others(subject: &Subject<'_>, name: NodeId) -> Vec<String> {
    let text = subject.text_of(name);
    let sort = subject
        .uses(text)
        .iter()
        .find_map(|&place| subject.sort_of(place));
    let Some(sort) = sort else {
        return Vec::new();
    };
    let other = subject.variables(sort).iter().find(|other| *other != text);
    other
        .cloned()
        .into_iter()
        .chain(subject.constants(sort).into_iter().take(2))
        .collect()
}

fn replaced(subject: &Subject<'_>, command: NodeId, name: NodeId, text: &str) -> Option<Move> {
    let mut edits = vec![Edit {
        span: subject.tree.span(command),
        text: String::new(),
    }];
    let places = subject
        .uses(subject.text_of(name))
        .iter()
        .filter(|&&place| place != name);
    edits.extend(places.map(|&place| Edit {
        span: subject.tree.span(place),
        text: text.to_string(),
    }));
    (edits.len() > 1).then(|| Move::all(edits)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{leaves, makes};

    #[test]
    fn variables_are_eliminated() {
        let pass = &EliminateVariable;
        let script =
            "(declare-const a Int)(declare-const b Int)(assert(= a(+ b 1)))(assert(> a 2))";
        makes(
            pass,
            script,
            "(declare-const b Int)(assert(=(+ b 1)(+ b 1)))(assert(>(+ b 1)2))",
        );
        makes(
            pass,
            script,
            "(declare-const b Int)(assert(= b(+ b 1)))(assert(> b 2))",
        );
        makes(
            pass,
            script,
            "(declare-const a Int)(assert(= a(+ 0 1)))(assert(> a 2))",
        );
        leaves(pass, "(declare-fun f(Int)Int)(assert(=(f 0)1))");
    }
}
