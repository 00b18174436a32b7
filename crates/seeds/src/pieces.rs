//! Scripts that stand one after another in a file, cut apart; declarations said twice, left out.
//!
//! This is for files that do not read as they are: collections put the formulas of an issue into one
//! file, and a script that somebody assembled may declare a name twice. A cut stands where a name is
//! declared anew, or a logic is set, after a question was asked.

use gadfly_syntax::loose::{self, Command};
use std::collections::BTreeMap;

/// A script of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The script.
    pub(crate) text: String,
    /// Where stretches of it stand in the text: the first byte here, and there.
    origins: Vec<(usize, usize)>,
    /// How many declarations were left out.
    pub(crate) repeated: usize,
}

impl Piece {
    /// All of a text.
    pub(crate) fn whole(text: &str) -> Piece {
        Piece {
            text: text.to_string(),
            origins: vec![(0, 0)],
            repeated: 0,
        }
    }

    /// Where a byte of the script stands in the text.
    pub(crate) fn origin(&self, at: usize) -> usize {
        let before = self.origins.partition_point(|(here, _)| *here <= at);
        let nearest = before.checked_sub(1).and_then(|n| self.origins.get(n));
        nearest.map_or(at, |(here, there)| there + (at - here))
    }
}

/// The scripts of a text.
pub(crate) fn cut(text: &str) -> Vec<Piece> {
    let commands: Vec<Command<'_>> = loose::commands(text).collect();
    let mut pieces = Vec::new();
    let mut start = 0;
    while start < commands.len() {
        let end = end_of(&commands[start..]);
        pieces.push(joined(&commands[start..start + end]));
        start += end;
    }
    pieces
}

/// How many commands belong to the script that begins here.
fn end_of(commands: &[Command<'_>]) -> usize {
    let mut levels: Vec<Vec<&str>> = vec![Vec::new()];
    // Behind the last question outside all scopes, and what belongs to it.
    let mut asked: Option<usize> = None;
    for (at, command) in commands.iter().enumerate() {
        let flat = levels.len() == 1;
        match command.name() {
            "push" => levels.extend((0..count(command)).map(|_| Vec::new())),
            "pop" => levels.truncate(levels.len().saturating_sub(count(command)).max(1)),
            "exit" => return at + 1,
            "set-logic" if flat && asked.is_some() => return asked.unwrap_or(at),
            "reset" => levels = vec![Vec::new()],
            "check-sat" | "check-sat-using" | "check-sat-assuming" if flat => asked = Some(at + 1),
            name if name.starts_with("get-") && asked == Some(at) => asked = Some(at + 1),
            _ => {}
        }
        if let Some(name) = declared(command) {
            let again = levels.iter().flatten().any(|known| *known == name);
            if let (true, Some(end)) = (again && flat, asked) {
                return end;
            }
            if let Some(level) = levels.last_mut() {
                level.push(name);
            }
        }
    }
    commands.len()
}

/// One script of some commands, without declarations that were said before in the same words.
fn joined(commands: &[Command<'_>]) -> Piece {
    let mut piece = Piece {
        text: String::new(),
        origins: Vec::new(),
        repeated: 0,
    };
    let scoped = commands.iter().any(|command| command.name() == "pop");
    let mut said: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for command in commands {
        if let Some(name) = declared(command).filter(|_| !scoped) {
            let words = command.words();
            if said.get(name) == Some(&words) {
                piece.repeated += 1;
                continue;
            }
            said.insert(name, words);
        }
        piece.origins.push((piece.text.len(), command.span.start));
        piece.text.push_str(command.text);
        piece.text.push('\n');
    }
    piece
}

/// The name that a command declares or defines, where it is one name.
fn declared<'a>(command: &Command<'a>) -> Option<&'a str> {
    let declares = matches!(
        command.name(),
        "declare-fun"
            | "declare-const"
            | "declare-sort"
            | "declare-datatype"
            | "define-fun"
            | "define-fun-rec"
            | "define-const"
            | "define-sort"
    );
    let name = declares.then(|| loose::words(command.text).nth(2))??.1;
    Some(name.trim_matches('|'))
}

fn count(command: &Command<'_>) -> usize {
    let number = loose::words(command.text).nth(2);
    number
        .and_then(|(_, word)| word.parse().ok())
        .unwrap_or(1)
        .min(1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let pieces = cut(text).into_iter();
        pieces.map(|piece| piece.text.replace('\n', "")).collect()
    }

    #[test]
    fn a_name_declared_anew_after_a_question_begins_another_script() {
        let one = "(declare-const x Int)(assert (> x 1))(check-sat)(get-model)";
        let two = "(declare-const y Int)(declare-const x Real)(assert (> x y))(check-sat)";
        assert_eq!(texts(&format!("{one}{two}")), [one, two]);
        let logic = format!("(set-logic QF_LIA){one}");
        assert_eq!(texts(&format!("{logic}{logic}")), [&*logic, &*logic]);
        assert_eq!(
            texts(&format!("{one}(exit){two}")),
            [&format!("{one}(exit)"), two]
        );
    }

    #[test]
    fn questions_in_scopes_belong_together() {
        let script = "(push 1)(declare-const x Int)(check-sat)(pop 1)(push)(declare-const x Int)(check-sat)(pop)";
        assert_eq!(texts(script), [script]);
        let more = "(declare-const x Int)(check-sat)(assert (> x 1))(check-sat)";
        assert_eq!(texts(more), [more]);
    }

    #[test]
    fn the_same_declaration_counts_once() {
        let text = "(declare-sort A 0) (declare-sort A  0)(declare-fun f (A) A)(declare-fun f (Int) A)(check-sat)";
        let pieces = cut(text);
        assert_eq!(pieces.len(), 1);
        assert_eq!(pieces[0].repeated, 1);
        assert!(pieces[0].text.contains("(f (Int) A)") || pieces[0].text.contains("f (Int) A"));
        let at = pieces[0].text.find("check-sat").unwrap();
        assert_eq!(pieces[0].origin(at), text.find("check-sat").unwrap());
    }
}
