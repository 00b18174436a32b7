//! The little language that tells the fake solver what to do.

use std::fmt;

/// What the fake solver does, and when.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    rules: Vec<(Condition, Vec<Action>)>,
    /// What `--version` prints.
    pub version: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Condition {
    On(u64),
    Every(u64),
    When(Vec<u8>),
    Reset(Vec<u8>),
    Always,
}

/// One thing to do at a `check-sat`; the module's documentation has the words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Action {
    Answer(String),
    Lie,
    Twice,
    Silent,
    Say(Vec<u8>),
    Grumble(Vec<u8>),
    Error(Vec<u8>),
    Model(Vec<u8>),
    Core(Vec<u8>),
    Reason(Vec<u8>),
    Reply(String, Vec<u8>),
    Assertion,
    Crash(i32),
    Exit(i32),
    Hang,
    Spin,
    Slow(u64),
    Slower(u64),
    Burn(u64),
    IgnoreTerm,
    Fork,
    ForkSetsid,
    ForkQuiet,
    Flood(Option<u64>),
    FloodStderr(Option<u64>),
    CloseStdout,
    Eat(u64),
    Leak(Option<String>),
}

/// A rule that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRule(pub String);

impl fmt::Display for BadRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read the rule: {}", self.0)
    }
}

impl std::error::Error for BadRule {}

impl Rules {
    /// Reads rules, one a line.
    pub fn parse(text: &str) -> Result<Self, BadRule> {
        let mut rules = Rules::default();
        for line in text.lines().map(str::trim) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(version) = line.strip_prefix("version ") {
                rules.version = Some(version.to_owned());
                continue;
            }
            rules
                .rules
                .push(rule(line).ok_or_else(|| BadRule(line.to_owned()))?);
        }
        Ok(rules)
    }

    /// Adds the rules of another text behind these.
    pub fn extend(&mut self, other: Rules) {
        self.rules.extend(other.rules);
        self.version = other.version.or(self.version.take());
    }

    /// What to do at the n-th `check-sat` with this formula.
    pub fn actions(&self, number: u64, formula: &[u8]) -> &[Action] {
        self.first(|condition| match condition {
            Condition::On(n) => *n == number,
            Condition::Every(n) => number.is_multiple_of(*n),
            Condition::When(text) => memchr::memmem::find(formula, text).is_some(),
            Condition::Always => true,
            Condition::Reset(_) => false,
        })
    }

    /// What to do at a `(reset)` after this formula.
    pub fn reset_actions(&self, formula: &[u8]) -> &[Action] {
        self.first(|condition| {
            matches!(condition, Condition::Reset(text) if memchr::memmem::find(formula, text).is_some())
        })
    }

    fn first(&self, fits: impl Fn(&Condition) -> bool) -> &[Action] {
        let found = self.rules.iter().find(|(condition, _)| fits(condition));
        found.map_or(&[], |(_, actions)| actions)
    }
}

fn rule(line: &str) -> Option<(Condition, Vec<Action>)> {
    let (word, rest) = line.split_once([' ', ':'])?;
    let (condition, rest) = match word {
        "always" => (Condition::Always, rest.trim_start().trim_start_matches(':')),
        "when" | "reset" => {
            let (text, rest) = quoted(rest.trim_start())?;
            let when = if word == "when" {
                Condition::When
            } else {
                Condition::Reset
            };
            (when(text), rest.trim_start().strip_prefix(':')?)
        }
        "on" | "every" => {
            let (number, rest) = rest.split_once(':')?;
            let number = number.trim().parse().ok().filter(|n| *n > 0)?;
            let on = if word == "on" {
                Condition::On
            } else {
                Condition::Every
            };
            (on(number), rest)
        }
        _ => return None,
    };
    let mut actions = Vec::new();
    let mut rest = rest.trim();
    while !rest.is_empty() {
        let (action, after) = action(rest)?;
        actions.push(action);
        rest = after.trim_start();
        rest = if rest.is_empty() {
            rest
        } else {
            rest.strip_prefix(';')?.trim_start()
        };
    }
    Some((condition, actions))
}

/// One action, and what follows it.
fn action(text: &str) -> Option<(Action, &str)> {
    let end = text.find([' ', ';']).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    if word == "reply" {
        let (command, rest) = rest.trim_start().split_once(' ')?;
        let (text, rest) = quoted(rest.trim_start())?;
        return Some((Action::Reply(command.to_owned(), text), rest));
    }
    let with_text: Option<fn(Vec<u8>) -> Action> = match word {
        "say" => Some(Action::Say),
        "grumble" => Some(Action::Grumble),
        "error" => Some(Action::Error),
        "model" => Some(Action::Model),
        "core" => Some(Action::Core),
        "reason" => Some(Action::Reason),
        _ => None,
    };
    if let Some(make) = with_text {
        let (text, rest) = quoted(rest.trim_start())?;
        return Some((make(text), rest));
    }
    let (argument, rest) = rest.split_at(rest.find(';').unwrap_or(rest.len()));
    Some((plain_action(word, argument.trim())?, rest))
}

fn plain_action(word: &str, argument: &str) -> Option<Action> {
    let number = || argument.parse::<u64>().ok();
    let amount = || {
        if argument.is_empty() {
            Some(None)
        } else {
            number().map(Some)
        }
    };
    Some(match word {
        "answer" => Action::Answer(argument.to_owned()),
        "crash" => Action::Crash(signal(argument)?),
        "exit" => Action::Exit(argument.parse().ok()?),
        "slow" => Action::Slow(number()?),
        "slower" => Action::Slower(number()?),
        "burn" => Action::Burn(number()?),
        "eat" => Action::Eat(number()?),
        "flood" => Action::Flood(amount()?),
        "flood-stderr" => Action::FloodStderr(amount()?),
        "leak" => Action::Leak((!argument.is_empty()).then(|| argument.to_owned())),
        _ if !argument.is_empty() => return None,
        "lie" => Action::Lie,
        "twice" => Action::Twice,
        "silent" => Action::Silent,
        "assertion" => Action::Assertion,
        "hang" => Action::Hang,
        "spin" => Action::Spin,
        "ignore-term" => Action::IgnoreTerm,
        "fork" => Action::Fork,
        "fork-setsid" => Action::ForkSetsid,
        "fork-quiet" => Action::ForkQuiet,
        "close-stdout" => Action::CloseStdout,
        _ => return None,
    })
}

fn signal(name: &str) -> Option<i32> {
    const NAMES: [(&str, i32); 10] = [
        ("HUP", 1),
        ("INT", 2),
        ("ILL", 4),
        ("TRAP", 5),
        ("ABRT", 6),
        ("BUS", 7),
        ("FPE", 8),
        ("KILL", 9),
        ("SEGV", 11),
        ("TERM", 15),
    ];
    let named = NAMES
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, number)| *number);
    named.or_else(|| name.parse().ok())
}

/// A text in quotes with its escapes undone, and what follows it.
fn quoted(text: &str) -> Option<(Vec<u8>, &str)> {
    let text = text.strip_prefix('"')?;
    let mut bytes = Vec::new();
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some((bytes, &text[at + 1..])),
            '\\' => match characters.next()?.1 {
                'n' => bytes.push(b'\n'),
                '0' => bytes.push(0),
                'x' => {
                    let digits = text.get(at + 2..at + 4)?;
                    bytes.push(u8::from_str_radix(digits, 16).ok()?);
                    characters.nth(1);
                }
                other => bytes.extend_from_slice(other.to_string().as_bytes()),
            },
            other => bytes.extend_from_slice(other.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_and_the_first_that_fits_is_taken() {
        let rules = Rules::parse(
            "# a comment\nversion Fake 1\non 2: crash SEGV\nwhen \"mul\": slow 5; answer unsat\n\
             always: say \"a;\\\"\\n\\0\\xff\"; flood; exit 3",
        )
        .unwrap();
        assert_eq!(rules.version.as_deref(), Some("Fake 1"));
        assert_eq!(rules.actions(2, b"mul"), [Action::Crash(11)]);
        assert_eq!(
            rules.actions(1, b"(bvmul"),
            [Action::Slow(5), Action::Answer("unsat".into())]
        );
        let reply = Rules::parse("always: reply get-value \"((x 1))\"; lie").unwrap();
        let said = Action::Reply("get-value".into(), b"((x 1))".to_vec());
        assert_eq!(reply.actions(1, b""), [said, Action::Lie]);
        let say = Action::Say(b"a;\"\n\0\xff".to_vec());
        assert_eq!(
            rules.actions(1, b""),
            [say, Action::Flood(None), Action::Exit(3)]
        );
    }

    #[test]
    fn what_is_not_a_rule_is_refused() {
        for text in [
            "on x: hang",
            "always: dance",
            "when mul: hang",
            "always: reply get-value",
            "always: hang 3",
            "hang",
        ] {
            assert!(Rules::parse(text).is_err(), "{text}");
        }
    }
}
