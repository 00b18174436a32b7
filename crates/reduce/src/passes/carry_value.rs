//! Carries a value from one command into another one and drops the first. Neither step helps alone
//! where the failure needs the value somewhere: an objective that is there for its digits only.

use super::keep_few;
use crate::edit::{Edit, Move};
use crate::pass::Pass;
use crate::subject::Subject;
use crate::tree::NodeId;

pub(crate) struct CarryValue;

/// Longer terms are hardly values.
const LONGEST: usize = 12;

impl Pass for CarryValue {
    fn name(&self) -> &'static str {
        "carry_value"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let commands = keep_few::asked(subject);
        if commands.len() > keep_few::MOST {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for &from in &commands {
            for value in values(subject, from) {
                let others = commands.iter().filter(|&&to| to != from);
                for place in others.flat_map(|&to| subject.tree.within(to)) {
                    moves.extend(carried(subject, from, value, &[place]));
                    moves.extend(everywhere(subject, from, value, place));
                }
            }
        }
        moves
    }
}

/// The values in a command, each once.
fn values(subject: &Subject<'_>, command: NodeId) -> Vec<NodeId> {
    let mut found: Vec<NodeId> = Vec::new();
    for node in subject.tree.within(command) {
        let again = |&other: &NodeId| subject.text_of(other) == subject.text_of(node);
        if is_value(subject, node) && !found.iter().any(again) {
            found.push(node);
        }
    }
    found
}

fn is_value(subject: &Subject<'_>, node: NodeId) -> bool {
    let is_variable = |word: NodeId| {
        let sort = subject.sort_of(word);
        sort.is_some_and(|sort| {
            let names = subject.variables(sort);
            names.iter().any(|name| name == subject.text_of(word))
        })
    };
    subject.sort_of(node).is_some()
        && subject.text_of(node).len() <= LONGEST
        && !subject.tree.within(node).any(is_variable)
}

/// The value in the place of words of its sort, and its command gone.
fn carried(subject: &Subject<'_>, from: NodeId, value: NodeId, places: &[NodeId]) -> Option<Move> {
    let text = subject.text_of(value);
    let fits = |&place: &NodeId| {
        !subject.tree.nodes[place].is_list
            && subject.sort_of(place) == subject.sort_of(value)
            && subject.text_of(place) != text
    };
    if !places.iter().all(fits) {
        return None;
    }
    let put = |&place: &NodeId| Edit {
        span: subject.tree.span(place),
        text: text.to_string(),
    };
    let mut edits: Vec<Edit> = places.iter().map(put).collect();
    edits.push(Edit {
        span: subject.tree.span(from),
        text: String::new(),
    });
    Move::all(edits)
}

/// The value in the place of a word and wherever else the other commands have this word, where that
/// is not said already.
fn everywhere(subject: &Subject<'_>, from: NodeId, value: NodeId, place: NodeId) -> Option<Move> {
    let (own, gone) = (subject.sort_of(place), subject.tree.within(from));
    let places = subject.uses(subject.text_of(place)).iter().copied();
    let stays = |node: &NodeId| !gone.contains(node) && subject.sort_of(*node) == own;
    let places: Vec<NodeId> = places.filter(stays).collect();
    let is_first = places.first() == Some(&place);
    (is_first && places.len() > 1).then(|| carried(subject, from, value, &places))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{leaves, makes};

    #[test]
    fn values_are_carried_over() {
        let pass = &CarryValue;
        let script = "(declare-fun a()Real)(assert(< 0.0 a))(minimize a)(maximize 7.5)";
        makes(
            pass,
            script,
            "(declare-fun a()Real)(assert(< 7.5 a))(minimize a)",
        );
        makes(
            pass,
            "(declare-fun a()Int)(minimize a)(maximize(- 12))",
            "(declare-fun a()Int)(minimize(- 12))",
        );
        makes(
            pass,
            "(declare-fun a()Int)(assert(<(- 6)a))(minimize(+ a(+ a 0)))",
            "(declare-fun a()Int)(minimize(+(- 6)(+(- 6)0)))",
        );
        leaves(pass, "(declare-fun a()Int)(minimize a)(maximize a)");
        leaves(pass, "(declare-fun a()Int)(minimize a)(maximize 1.0)");
    }
}
