//! A script with several questions as several scripts, each with what is on the stack at its question.

use gadfly_term::{Command, CommandKind, Script};

/// The stack of a script, as numbers of commands.
#[derive(Default)]
struct Stack {
    levels: Vec<Vec<usize>>,
    /// Declarations that outlive their scope.
    global: Vec<usize>,
    declares_globally: bool,
    logic: Option<usize>,
}

impl Stack {
    fn new() -> Stack {
        Stack {
            levels: vec![Vec::new()],
            ..Stack::default()
        }
    }

    fn take(&mut self, script: &Script, at: usize, command: &Command) {
        match command.kind {
            CommandKind::SetLogic => self.logic = Some(at),
            CommandKind::SetOption => {
                self.declares_globally = script.command_text(command).contains("true");
            }
            CommandKind::Push => {
                let more = (0..command.levels).map(|_| Vec::new());
                self.levels.extend(more);
            }
            CommandKind::Pop => {
                let left = self.levels.len().saturating_sub(command.levels as usize);
                self.levels.truncate(left.max(1));
            }
            CommandKind::Reset => *self = Stack::new(),
            CommandKind::ResetAssertions => self.levels = vec![Vec::new()],
            CommandKind::SetInfo => {}
            CommandKind::Assert => self.push(at),
            _ if self.declares_globally => self.global.push(at),
            _ => self.push(at),
        }
    }

    fn push(&mut self, at: usize) {
        if let Some(level) = self.levels.last_mut() {
            level.push(at);
        }
    }

    /// The commands that count now, in their order.
    fn all(&self) -> Vec<usize> {
        let mut all: Vec<usize> = self.levels.iter().flatten().copied().collect();
        all.extend(&self.global);
        all.sort_unstable();
        all
    }
}

/// The scripts of all questions: the commands of each.
pub(crate) fn split(script: &Script) -> Vec<Vec<String>> {
    let mut stack = Stack::new();
    let mut scripts = Vec::new();
    for (at, command) in script.commands().iter().enumerate() {
        let assumed = match command.kind {
            CommandKind::Exit => break,
            CommandKind::CheckSat => &[][..],
            CommandKind::CheckSatAssuming => script.command_terms(command),
            _ => {
                stack.take(script, at, command);
                continue;
            }
        };
        let text = |at: usize| script.command_text(&script.commands()[at]).to_string();
        let logic = stack
            .logic
            .map_or_else(|| "(set-logic ALL)".to_string(), text);
        let mut commands = vec![logic];
        commands.extend(stack.all().into_iter().map(text));
        let assume = |term: &gadfly_term::NodeId| format!("(assert {})", script.text(*term));
        commands.extend(assumed.iter().map(assume));
        commands.push("(check-sat)".into());
        scripts.push(commands);
    }
    scripts
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_term::{Mode, Parser};

    fn parts(text: &str) -> Vec<String> {
        let catalog = gadfly_catalog::Catalog::builtin();
        let script = Parser::new(&catalog, Mode::Default).parse(text).unwrap();
        let all = split(&script).into_iter();
        let parts: Vec<String> = all.map(|commands| commands.concat()).collect();
        for part in &parts {
            Parser::new(&catalog, Mode::Default)
                .parse(part.as_str())
                .unwrap();
        }
        parts
    }

    #[test]
    fn each_question_has_its_stack() {
        let text = "(set-logic QF_UF)(declare-const p Bool)(assert p)(check-sat)\
            (push 1)(declare-const q Bool)(assert q)(check-sat-assuming (p (not q)))(pop 1)(check-sat)";
        let logic = "(set-logic QF_UF)(declare-const p Bool)(assert p)";
        let middle = "(declare-const q Bool)(assert q)(assert p)(assert (not q))";
        let expected = [
            format!("{logic}(check-sat)"),
            format!("{logic}{middle}(check-sat)"),
            format!("{logic}(check-sat)"),
        ];
        assert_eq!(parts(text), expected);
    }

    #[test]
    fn declarations_may_be_global_and_resets_forget() {
        let text = "(set-option :global-declarations true)(push 1)(declare-const p Bool)(assert p)\
            (pop 1)(assert (not p))(check-sat)(reset-assertions)(assert p)(check-sat)";
        let expected = [
            "(set-logic ALL)(declare-const p Bool)(assert (not p))(check-sat)",
            "(set-logic ALL)(declare-const p Bool)(assert p)(check-sat)",
        ];
        assert_eq!(parts(text), expected);
        let text = "(set-logic QF_LIA)(declare-const p Int)(assert (> p 1))(check-sat)(reset-assertions)\
            (declare-const p Bool)(assert p)(check-sat)(reset)(declare-const p Real)(assert (> p 1.5))\
            (check-sat)";
        let expected = [
            "(set-logic QF_LIA)(declare-const p Int)(assert (> p 1))(check-sat)",
            "(set-logic QF_LIA)(declare-const p Bool)(assert p)(check-sat)",
            "(set-logic ALL)(declare-const p Real)(assert (> p 1.5))(check-sat)",
        ];
        assert_eq!(parts(text), expected);
    }
}
