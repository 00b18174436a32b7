//! Drops commands that are neither assertions nor declarations: options, infos, questions.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;

pub(crate) struct DropCommand;

impl Pass for DropCommand {
    fn name(&self) -> &'static str {
        "drop_command"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let others = subject.commands().filter(|&command| {
            let name = subject.command_name(command);
            name != "assert" && !name.starts_with("declare-") && !name.starts_with("define-")
        });
        others
            .map(|command| Move::delete(subject.tree.span(command)))
            .collect()
    }
}
