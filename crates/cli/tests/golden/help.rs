//! The help of every command and subcommand, found by asking for it: a new command needs no line here,
//! but a golden file, a normal use and a refusal.

use crate::shell::Shell;
use crate::{compare, root};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Terminals are this wide.
const COLUMNS: usize = 80;

/// The words of every command (`[]` is gadfly itself), and its help.
fn commands() -> &'static [(Vec<String>, String)] {
    static ALL: OnceLock<Vec<(Vec<String>, String)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let shell = Shell::new();
        let mut all: Vec<(Vec<String>, String)> = Vec::new();
        let mut open = vec![Vec::<String>::new()];
        while let Some(words) = open.pop() {
            let done = shell.run(&format!("gadfly {} --help", words.join(" ")));
            assert_eq!(done.code, 0, "{words:?}: {}", done.stderr);
            for name in subcommands(&done.stdout) {
                let mut words = words.clone();
                words.push(name);
                open.push(words);
            }
            all.push((words, done.stdout));
        }
        all.sort();
        all
    })
}

/// The names under `Commands:`.
fn subcommands(help: &str) -> Vec<String> {
    let below = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = below.take_while(|line| line.starts_with(' '));
    // A name stands two blanks in; what a description goes on with stands further in.
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names
        .map(str::to_string)
        .filter(|name| name != "help")
        .collect()
}

#[test]
fn help_is_as_written() {
    let mut wrong = Vec::new();
    for (words, help) in commands() {
        let name = if words.is_empty() {
            "gadfly"
        } else {
            &words.join("-")
        };
        let file = root().join(format!("tests/cli/help/{name}.txt"));
        let wide = help.lines().filter(|line| line.chars().count() > COLUMNS);
        wrong.extend(wide.map(|line| format!("{name}: wider than {COLUMNS}: {line}")));
        wrong.extend(compare(&file, help));
    }
    assert!(
        wrong.is_empty(),
        "BLESS=1 rewrites golden files:\n{}",
        wrong.join("\n")
    );
}

/// Commands without a normal use or without a refusal in a golden file.
pub(crate) fn missing(ends: &BTreeMap<String, Vec<i32>>) -> Vec<String> {
    let all: Vec<&[String]> = commands().iter().map(|(words, _)| &words[..]).collect();
    let is_group = |words: &[String]| {
        let below = |other: &&&[String]| other.len() > words.len() && other.starts_with(words);
        all.iter().any(|other| below(&other)) && words != ["findings"]
    };
    let mut missing = Vec::new();
    for words in all.iter().filter(|words| !is_group(words)) {
        let of = |line: &str| line.split("gadfly ").skip(1).any(|line| calls(line, words));
        let codes = ends.iter().filter(|(line, _)| of(line));
        let codes: Vec<i32> = codes.flat_map(|(_, codes)| codes).copied().collect();
        let name = words.join(" ");
        if !codes.iter().any(|code| matches!(code, 0 | 10)) {
            missing.push(format!("no golden file shows a normal use of `{name}`"));
        }
        if !codes.iter().any(|code| matches!(code, 1 | 2)) {
            missing.push(format!("no golden file shows a refusal of `{name}`"));
        }
    }
    missing
}

/// Whether a line, behind `gadfly`, is of a command. `findings` has its folder before the subcommand.
fn calls(line: &str, command: &[String]) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let first = words
        .first()
        .is_some_and(|word| command.first().is_some_and(|c| c == word));
    first && command.iter().all(|word| words.contains(&word.as_str()))
}

/// What is wrong with the options of a line `gadfly COMMAND …`, by the command's help.
pub(crate) fn unknown_options(line: &str) -> impl Iterator<Item = String> {
    let line = line.trim().trim_start_matches("$ ");
    let line = line.split(" # ").next().unwrap_or_default();
    // What stands in quotes is for a solver or another command.
    let quoted = regex_lite::Regex::new(r#"'[^']*'|"[^"]*""#).unwrap();
    let line = quoted.replace_all(line, "QUOTED");
    let words: Vec<&str> = match line.strip_prefix("gadfly ") {
        Some(rest) => rest.split_whitespace().collect(),
        None => Vec::new(),
    };
    // Options of every command may stand before its name.
    let is_command = |word: &&&str| {
        commands()
            .iter()
            .any(|(of, _)| of.len() == 1 && of[0] == **word)
    };
    let name = words.iter().find(is_command).copied();
    let longest = commands().iter().filter(|(command, _)| {
        command.iter().all(|word| words.contains(&word.as_str()))
            && command.first().map(String::as_str) == name
    });
    let help = longest.max_by_key(|(command, _)| command.len());
    let unknown = words.iter().filter_map(|word| {
        let option = word.split('=').next().unwrap_or_default();
        let is_option = option.strip_prefix("--").is_some_and(|name| name.len() > 1);
        let known = help.is_some_and(|(_, help)| {
            help.split([' ', ',', '\n', '[', '='])
                .any(|known| known == option)
        });
        (is_option && !known).then(|| format!("there is no option {option}"))
    });
    let none =
        (!words.is_empty() && help.is_none()).then(|| format!("there is no command {}", words[0]));
    unknown.chain(none).collect::<Vec<_>>().into_iter()
}
