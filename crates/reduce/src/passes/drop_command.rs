//! Drops commands that are neither assertions nor declarations: options, infos, questions, objectives;
//! and all that stands behind an `(exit)` at once.

use crate::edit::Move;
use crate::moves::drop_each;
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
        let mut moves = behind_the_end(subject);
        moves.extend(drop_each(subject, others));
        moves
    }
}

/// What no solver reads, with the `(exit)` and without.
fn behind_the_end(subject: &Subject<'_>) -> Vec<Move> {
    let mut commands = subject.commands();
    let Some(exit) = commands.find(|&command| subject.command_name(command) == "exit") else {
        return Vec::new();
    };
    // A command ends its line.
    let (span, end) = (subject.tree.span(exit), subject.text.len());
    if span.end + 1 >= end {
        return Vec::new();
    }
    [span.start, span.end + 1]
        .map(|start| Move::delete(start..end))
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{leaves, makes};

    #[test]
    fn objectives_and_questions_are_dropped() {
        let pass = &DropCommand;
        let script = "(minimize 1)(assert true)(check-sat)(get-objectives)";
        makes(pass, script, "(assert true)(check-sat)(get-objectives)");
        makes(pass, script, "(minimize 1)(assert true)(check-sat)");
        leaves(pass, "(declare-fun a()Int)(assert true)");
    }

    #[test]
    fn what_stands_behind_the_end_goes_at_once() {
        let script = "(check-sat)(exit)(assert false) word ) (check-sat)";
        makes(&DropCommand, script, "(check-sat)(exit)");
        makes(&DropCommand, script, "(check-sat)");
    }
}
