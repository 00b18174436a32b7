//! A script as a seed has it: what a seed has no use for is left out, what is missing is put in.

use gadfly_syntax::{Sexprs, Span};
use gadfly_term::{Command, CommandKind, Script};
use std::collections::BTreeSet;
use std::fmt;

/// Commands of dialects that change nothing of what is satisfiable.
const HARMLESS: [&str; 16] = [
    "add-proof-hint",
    "apply",
    "assert-soft",
    "declare-tactic",
    "display",
    "eval",
    "help",
    "help-simplifier",
    "help-tactic",
    "labels",
    "maximize",
    "minimize",
    "poly/factor",
    "reset-tracking",
    "set-simplifier",
    "simplify",
];
/// Commands of dialects that ask for satisfiability in a way of their own.
const ASKING: [&str; 2] = ["check-allsat", "check-sat-using"];
/// Declarations that belong to rules and queries.
const OF_RULES: [&str; 2] = ["declare-rel", "declare-var"];
/// What a file says about itself that is worth keeping; `:status` goes its own way.
const KEPT_INFO: [&str; 3] = [":status", ":source", ":license"];

/// What was done to a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Bytes that are no part of the language.
    Cleaned(&'static str),
    /// One of several scripts of a text.
    Cut,
    /// Declarations that were said twice.
    Repeated(usize),
    /// `(set-logic ALL)` was put in.
    Logic,
    /// `(check-sat)` was put in.
    Check,
    /// Another command that asks is `(check-sat)` now.
    Asks(String),
    /// Arguments of `check-sat` are assumptions.
    Assumptions,
    /// Commands that were left out.
    Dropped(BTreeSet<String>),
    /// One question of several, alone.
    Split,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Cleaned(what) => write!(f, "without {what}"),
            Change::Cut => write!(f, "one of several scripts"),
            Change::Repeated(1) => write!(f, "without a declaration said twice"),
            Change::Repeated(n) => write!(f, "without {n} declarations said twice"),
            Change::Logic => write!(f, "set-logic put in"),
            Change::Check => write!(f, "check-sat put in"),
            Change::Asks(name) => write!(f, "{name} read as check-sat"),
            Change::Assumptions => write!(f, "arguments of check-sat read as assumptions"),
            Change::Dropped(names) => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                write!(f, "without {}", names.join(", "))
            }
            Change::Split => write!(f, "one check of several, with what is on the stack"),
        }
    }
}

/// A command without which the script would mean something else, and which is none of SMT-LIB's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Foreign {
    /// Its name.
    pub(crate) name: String,
    /// Where it stands.
    pub(crate) at: Span,
}

/// The commands of a seed, one after another, and what was changed.
pub(crate) fn rewrite(script: &Script) -> Result<(Vec<String>, Vec<Change>), Foreign> {
    let mut commands = Vec::new();
    let mut changes = Vec::new();
    let mut dropped = BTreeSet::new();
    for command in script.commands() {
        if command.kind == CommandKind::Exit {
            break;
        }
        match kept(script, command, &mut changes)? {
            Some(text) => commands.push(text),
            None => drop(dropped.insert(what(script, command))),
        }
    }
    if script.logic().is_none() {
        commands.insert(0, "(set-logic ALL)".into());
        changes.push(Change::Logic);
    }
    if !commands.iter().any(|text| text.starts_with("(check-sat")) {
        commands.push("(check-sat)".into());
        changes.push(Change::Check);
    }
    if !dropped.is_empty() {
        changes.push(Change::Dropped(dropped));
    }
    Ok((commands, changes))
}

/// A command as the seed has it, or nothing.
fn kept(
    script: &Script,
    command: &Command,
    changes: &mut Vec<Change>,
) -> Result<Option<String>, Foreign> {
    let text = script.command_text(command);
    if OF_RULES.contains(&script.name(command.name)) {
        return other(script, command, changes);
    }
    Ok(match command.kind {
        CommandKind::SetOption => {
            let global = text.contains(":global-declarations");
            global.then(|| text.to_string())
        }
        CommandKind::SetInfo => {
            let keyword = keyword(text);
            let wanted = KEPT_INFO.contains(&keyword.as_str());
            wanted.then(|| text.to_string())
        }
        CommandKind::Echo | CommandKind::GetValue | CommandKind::Get => None,
        // A dialect's `(check-sat p)` is one with assumptions, too.
        CommandKind::CheckSat | CommandKind::CheckSatAssuming
            if script.name(command.name) == "check-sat" =>
        {
            Some(match arguments(text) {
                None => "(check-sat)".to_string(),
                Some(assumptions) => {
                    changes.push(Change::Assumptions);
                    format!("(check-sat-assuming ({assumptions}))")
                }
            })
        }
        CommandKind::Minimize
        | CommandKind::Maximize
        | CommandKind::AssertSoft
        | CommandKind::CheckSatUsing
        | CommandKind::Rule
        | CommandKind::Query
        | CommandKind::SynthFun
        | CommandKind::Constraint
        | CommandKind::Other => return other(script, command, changes),
        _ => Some(text.to_string()),
    })
}

fn other(
    script: &Script,
    command: &Command,
    changes: &mut Vec<Change>,
) -> Result<Option<String>, Foreign> {
    let name = script.name(command.name);
    if ASKING.contains(&name) {
        let change = Change::Asks(name.to_string());
        if !changes.contains(&change) {
            changes.push(change);
        }
        return Ok(Some("(check-sat)".into()));
    }
    if HARMLESS.contains(&name) || name.starts_with("get-") {
        return Ok(None);
    }
    Err(Foreign {
        name: name.to_string(),
        at: command.span,
    })
}

/// How a command that was left out is called.
fn what(script: &Script, command: &Command) -> String {
    let name = script.name(command.name);
    match command.kind {
        CommandKind::SetInfo => format!("{name} {}", keyword(script.command_text(command))),
        CommandKind::SetOption => {
            // An option may be what made a solver fail: it is worth knowing.
            let text = script.command_text(command);
            let words: Vec<&str> = text.split_whitespace().collect();
            words.join(" ").trim_matches(['(', ')']).to_string()
        }
        _ => name.to_string(),
    }
}

fn keyword(command: &str) -> String {
    let all = Sexprs::parse(command).ok();
    let word = all.as_ref().and_then(|all| all.iter().next()?.get(1));
    word.map_or_else(String::new, |word| word.text().to_string())
}

/// What stands between the name of a command and its end.
fn arguments(command: &str) -> Option<String> {
    let all = Sexprs::parse(command).ok()?;
    let list = all.iter().next()?;
    let words: Vec<&str> = list.items().skip(1).map(|item| item.text()).collect();
    (!words.is_empty()).then(|| words.join(" "))
}
