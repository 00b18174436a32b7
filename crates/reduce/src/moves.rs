//! Moves that several passes make.

use crate::edit::{Edit, Move};
use crate::subject::{Subject, substitute};
use crate::tree::NodeId;

/// What a pass makes of each command that it has an idea for.
pub(crate) fn of_commands(
    subject: &Subject<'_>,
    make: impl Fn(&Subject<'_>, NodeId) -> Option<Move>,
) -> Vec<Move> {
    let commands = subject.commands();
    commands.filter_map(|c| make(subject, c)).collect()
}

/// Each of the commands gone.
pub(crate) fn drop_each(
    subject: &Subject<'_>,
    commands: impl Iterator<Item = NodeId>,
) -> Vec<Move> {
    let gone = |command| Move::delete(subject.tree.span(command));
    commands.map(gone).collect()
}

/// A definition's body in the place of every use of its name, and the definition gone. `None` where
/// two uses touch the same bytes: the inner one goes when the outer one is gone.
pub(crate) fn inline(
    subject: &Subject<'_>,
    definition: NodeId,
    name: NodeId,
    parameters: &[&str],
    body: NodeId,
) -> Option<Move> {
    let mut edits = vec![Edit {
        span: subject.tree.span(definition),
        text: String::new(),
    }];
    for &place in subject.uses(subject.text_of(name)) {
        if subject.tree.within(definition).contains(&place) {
            continue;
        }
        let used = if parameters.is_empty() {
            place
        } else {
            subject.tree.nodes[place].parent?
        };
        let arguments = subject.tree.children(used).iter().skip(1);
        let arguments = arguments.map(|&argument| subject.text_of(argument));
        let pairs = parameters.iter().copied().zip(arguments).collect();
        edits.push(Edit {
            span: subject.tree.span(used),
            text: substitute(subject, body, &pairs),
        });
    }
    Move::all(edits)
}
