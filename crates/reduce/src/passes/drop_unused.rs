//! Drops declarations and definitions of what is used nowhere else.

use crate::edit::Move;
use crate::moves::drop_each;
use crate::pass::Pass;
use crate::subject::Subject;

pub(crate) struct DropUnused;

impl Pass for DropUnused {
    fn name(&self) -> &'static str {
        "drop_unused"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let unused = subject.commands().filter(|&command| {
            let name = subject.command_name(command);
            (name.starts_with("declare-") || name.starts_with("define-"))
                && !is_used_elsewhere(subject, command)
        });
        drop_each(subject, unused)
    }
}

/// Whether a name that the command may introduce stands in another command. Datatype commands
/// introduce many: all their words count.
fn is_used_elsewhere(subject: &Subject<'_>, command: usize) -> bool {
    let inside = subject.tree.within(command);
    let many = subject.command_name(command).contains("datatype")
        || subject.command_name(command).ends_with("s-rec");
    let last = if many {
        inside.end
    } else {
        inside.end.min(command + 3)
    };
    (command + 2..last)
        .filter(|&word| !subject.tree.nodes[word].is_list)
        .any(|word| {
            subject
                .uses(subject.text_of(word))
                .iter()
                .any(|place| !inside.contains(place))
        })
}
