//! Writes commands in a simpler form: constants by the shorter of two commands, questions as `check-sat`,
//! soft constraints as hard ones.

use crate::edit::Move;
use crate::moves::of_commands;
use crate::pass::Pass;
use crate::subject::{Subject, declaration};
use crate::tree::NodeId;

pub(crate) struct SimplifyCommand;

impl Pass for SimplifyCommand {
    fn name(&self) -> &'static str {
        "simplify_command"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        of_commands(subject, simpler)
    }
}

fn simpler(subject: &Subject<'_>, command: NodeId) -> Option<Move> {
    let children = subject.tree.children(command);
    let text = match (subject.command_name(command), children) {
        ("declare-fun", &[_, name, parameters, sort])
            if subject.tree.children(parameters).is_empty() =>
        {
            declaration(subject.text_of(name), subject.text_of(sort))
        }
        ("declare-const", &[_, name, sort]) => {
            declaration(subject.text_of(name), subject.text_of(sort))
        }
        ("check-sat-assuming" | "check-sat-using", _) => "(check-sat)".to_string(),
        ("set-logic", &[_, logic]) if subject.text_of(logic).len() > 3 => {
            "(set-logic ALL)".to_string()
        }
        ("assert-soft", &[_, formula, ..]) => format!("(assert {})", subject.text_of(formula)),
        ("define-fun-rec", _) => {
            subject
                .text_of(command)
                .replacen("define-fun-rec", "define-fun", 1)
        }
        ("push" | "pop", &[_, _]) => format!("({} 1)", subject.command_name(command)),
        _ => return None,
    };
    (text != subject.text_of(command)).then(|| Move::replace(subject.tree.span(command), text))
}
