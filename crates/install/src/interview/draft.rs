//! The profile as it is written, piece by piece.

use crate::interview::Interviewee;
use crate::interview::question::{Lesson, filled};
use gadfly_profile::{BadProfile, Profile, Profiles};
use std::path::Path;
use std::sync::Arc;
use toml::{Table, Value};

/// A profile that grows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Draft {
    table: Table,
}

impl Draft {
    /// Nothing is known but the name.
    pub(super) fn new(who: &Interviewee) -> Draft {
        let about = format!("{}, as it answered `gadfly solvers add`", who.name);
        let mut table = Table::new();
        table.insert("about".into(), about.into());
        let names = program_name(&who.words).map(Value::from);
        table.insert(
            "recognise".into(),
            Table::from_iter([("names".into(), Value::Array(names.into_iter().collect()))]).into(),
        );
        Draft { table }
    }

    /// The same with a piece more.
    pub(super) fn with(&self, piece: &Table, word: Option<&str>) -> Draft {
        let mut table = self.table.clone();
        add(&mut table, piece, word);
        Draft { table }
    }

    /// The same with a pattern more.
    pub(super) fn learning(&self, lesson: Lesson, pattern: String) -> Draft {
        let list = match lesson {
            Lesson::Harmless => "harmless",
            Lesson::Unsupported => "unsupported",
        };
        let lists = Table::from_iter([(list.to_owned(), Value::from(vec![pattern]))]);
        let piece = Table::from_iter([("patterns".to_owned(), lists.into())]);
        self.with(&piece, None)
    }

    /// This draft with the patterns of another one, if that has more.
    pub(super) fn learnt_from(&self, other: &Draft) -> Option<Draft> {
        let theirs = other.table.get("patterns")?;
        (self.table.get("patterns") != Some(theirs)).then(|| {
            let mut table = self.table.clone();
            table.insert("patterns".into(), theirs.clone());
            Draft { table }
        })
    }

    /// As a profile.
    pub(super) fn profile(&self, name: &str) -> Result<Arc<Profile>, BadProfile> {
        let generic = Profiles::builtin().generic();
        let text = self.table.to_string();
        Profile::parse(name, &text, Some(generic)).map(Arc::new)
    }

    /// What it has beyond another one, as lines of TOML: `call.stdin = ["-in"]`.
    pub(super) fn beyond(&self, before: &Draft) -> String {
        let mut lines = Vec::new();
        differences(&self.table, &before.table, "", &mut lines);
        lines.join("; ")
    }

    /// The file.
    pub(super) fn text(&self, who: &Interviewee) -> String {
        let name = program_name(&who.words).unwrap_or(&who.name);
        let table = toml::to_string_pretty(&self.table).unwrap_or_default();
        format!(
            "# What `{name}` answered when it was asked. How it looks when it fails (crashes, assertions, memory),\n\
             # only you can know: see docs/guide/adding-a-solver.md.\n\n{table}"
        )
    }
}

/// The file name by which the program is known again; none for an interpreter of something else.
fn program_name(words: &[String]) -> Option<&str> {
    let (program, arguments) = words.split_first()?;
    let interprets = arguments.iter().any(|word| Path::new(word).is_file());
    let name = Path::new(program).file_name()?.to_str()?;
    (!interprets).then_some(name)
}

/// Adds a piece: tables grow, lists get longer, anything else is replaced.
fn add(table: &mut Table, piece: &Table, word: Option<&str>) {
    for (key, value) in piece {
        match (table.get_mut(key), value) {
            (Some(Value::Table(inner)), Value::Table(more)) => add(inner, more, word),
            (Some(Value::Array(list)), Value::Array(more)) => {
                for value in more {
                    let value = fill(value, word);
                    if !list.contains(&value) {
                        list.push(value);
                    }
                }
            }
            _ => drop(table.insert(key.clone(), fill(value, word))),
        }
    }
}

fn fill(value: &Value, word: Option<&str>) -> Value {
    match value {
        Value::String(text) => filled(text, word).into(),
        Value::Array(list) => Value::Array(list.iter().map(|value| fill(value, word)).collect()),
        Value::Table(table) => {
            let pairs = table
                .iter()
                .map(|(key, value)| (key.clone(), fill(value, word)));
            Value::Table(pairs.collect())
        }
        other => other.clone(),
    }
}

fn differences(table: &Table, before: &Table, path: &str, lines: &mut Vec<String>) {
    for (key, value) in table {
        let path = match path {
            "" => key.clone(),
            path => format!("{path}.{key}"),
        };
        match (value, before.get(key)) {
            (value, Some(old)) if value == old => {}
            (Value::Table(table), Some(Value::Table(old))) => {
                differences(table, old, &path, lines);
            }
            (Value::Table(table), None) => differences(table, &Table::new(), &path, lines),
            (Value::Array(list), Some(Value::Array(old))) => {
                let new = list.iter().filter(|value| !old.contains(value));
                let new: Vec<Value> = new.cloned().collect();
                lines.push(format!("{path} += {}", Value::Array(new)));
            }
            _ => lines.push(format!("{path} = {value}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Table {
        text.parse().unwrap()
    }

    #[test]
    fn pieces_are_added_and_told() {
        let before = Draft {
            table: table("language.lacks = ['a']\ncall.stdin = ['-in']"),
        };
        let after = before.with(
            &table("language.lacks = ['{each}', 'a']\nsession.reset = true"),
            Some("b"),
        );
        assert_eq!(
            after.beyond(&before),
            "language.lacks += [\"b\"]; session.reset = true"
        );
        assert_eq!(before.beyond(&before), "");
        assert_eq!(after.with(&Table::new(), None), after);
    }

    #[test]
    fn an_interpreter_is_no_name() {
        let words = |words: &[&str]| words.iter().map(|w| w.to_string()).collect::<Vec<_>>();
        assert_eq!(
            program_name(&words(&["/opt/solve", "--fast"])),
            Some("solve")
        );
        let script = tempfile::NamedTempFile::new().unwrap();
        let path = script.path().to_str().unwrap();
        assert_eq!(program_name(&words(&["python3", path])), None);
    }
}
