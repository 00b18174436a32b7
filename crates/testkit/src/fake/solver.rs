//! The fake solver's conversation.

use super::act;
use super::commands::Commands;
use super::rules::{Action, Rules};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::process::exit;
use std::time::Duration;

struct Solver {
    rules: Rules,
    commands: Commands,
    out: Vec<u8>,
    /// Text since the last reset.
    formula: Vec<u8>,
    checks: u64,
    leaked: Option<String>,
    model: Vec<u8>,
    core: Vec<u8>,
    reason: Vec<u8>,
    /// What is said to other commands, by their names.
    replies: BTreeMap<String, Vec<u8>>,
    eaten: Vec<Vec<u8>>,
}

/// The `main` of the fake solver.
pub fn fake_solver_main() -> ! {
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
    if let [first, kind] = arguments.as_slice()
        && first == act::CHILD
    {
        act::child_main(kind);
    }
    match serve(&arguments) {
        Ok(()) => exit(0),
        Err(message) => {
            eprintln!("fake-solver: {message}");
            exit(64)
        }
    }
}

fn serve(arguments: &[String]) -> Result<(), String> {
    let (rules, file) = read_arguments(arguments)?;
    if arguments.iter().any(|argument| argument == "--version") {
        println!(
            "{}",
            rules
                .version
                .as_deref()
                .unwrap_or("fake-solver version 1.0.0")
        );
        return Ok(());
    }
    let mut solver = Solver::new(rules);
    match file {
        Some(path) => {
            let text = std::fs::read(&path).map_err(|error| format!("{path}: {error}"))?;
            solver.hear(&text);
        }
        None => solver.converse(),
    }
    solver.flush();
    Ok(())
}

fn read_arguments(arguments: &[String]) -> Result<(Rules, Option<String>), String> {
    let mut rules = Rules::default();
    let mut add = |text: &str| {
        Rules::parse(text)
            .map(|more| rules.extend(more))
            .map_err(|error| error.to_string())
    };
    let mut file = None;
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-e" => add(words.next().ok_or("-e wants rules")?)?,
            "--script" => {
                let path = words.next().ok_or("--script wants a file")?;
                add(&std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?)?;
            }
            option if option.starts_with('-') || option.contains('=') => {}
            path => file = Some(path.to_owned()),
        }
    }
    if let Ok(text) = std::env::var("FAKE_SOLVER") {
        add(&text)?;
    }
    Ok((rules, file))
}

impl Solver {
    fn new(rules: Rules) -> Self {
        Solver {
            rules,
            commands: Commands::default(),
            out: Vec::new(),
            formula: Vec::new(),
            checks: 0,
            leaked: None,
            model: b"(\n)".to_vec(),
            core: b"()".to_vec(),
            reason: b"incomplete".to_vec(),
            replies: BTreeMap::new(),
            eaten: Vec::new(),
        }
    }

    fn converse(&mut self) {
        let mut stdin = std::io::stdin().lock();
        let mut chunk = vec![0; 64 << 10];
        loop {
            self.flush();
            match stdin.read(&mut chunk) {
                Ok(0) | Err(_) => return,
                Ok(count) => self.hear(&chunk[..count]),
            }
        }
    }

    fn hear(&mut self, text: &[u8]) {
        self.commands.push(text);
        while let Some(command) = self.commands.next() {
            self.obey(&command);
        }
    }

    fn flush(&mut self) {
        let mut stdout = std::io::stdout().lock();
        if stdout
            .write_all(&self.out)
            .and_then(|()| stdout.flush())
            .is_err()
        {
            exit(1);
        }
        self.out.clear();
    }

    fn print(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
        self.out.push(b'\n');
    }

    fn obey(&mut self, command: &[u8]) {
        let text = String::from_utf8_lossy(command).into_owned();
        let inner = text[1..text.len() - 1].trim();
        let ends = |c: char| c.is_whitespace() || c == '(';
        let (head, rest) = inner.split_at(inner.find(ends).unwrap_or(inner.len()));
        match head {
            "reset" => self.reset(),
            _ if self.replies.contains_key(head) => self.print(&self.replies[head].clone()),
            "exit" => {
                self.flush();
                exit(0);
            }
            "echo" => self.print(rest.trim().trim_matches('"').as_bytes()),
            "check-sat" | "check-sat-assuming" | "check-sat-using" => self.check(),
            "check-synth" => self.check_synth(),
            "get-model" => self.print(&self.model.clone()),
            "get-unsat-core" => self.print(&self.core.clone()),
            "get-info" => self.info(rest.trim()),
            "get-value" | "get-option" | "get-proof" | "get-assertions" => self.print(b"()"),
            "" => self.print(b"(error \"a command is expected\")"),
            known if KNOWN.contains(&known) => {
                self.formula.extend_from_slice(command);
                self.formula.push(b'\n');
            }
            other => {
                let line = self.commands.line;
                let message = format!("(error \"line {line} column 1: unknown command {other}\")");
                self.print(message.as_bytes());
            }
        }
    }

    fn reset(&mut self) {
        for action in self.rules.reset_actions(&self.formula).to_vec() {
            self.act(&action);
        }
        self.formula.clear();
    }

    fn info(&mut self, keyword: &str) {
        let answer = match keyword {
            ":reason-unknown" => String::from_utf8_lossy(&self.reason).into_owned(),
            ":name" => "\"fake\"".to_owned(),
            ":version" => "\"1.0.0\"".to_owned(),
            _ => return self.print(b"unsupported"),
        };
        self.print(format!("({keyword} {answer})").as_bytes());
    }

    fn right_answer(&self) -> String {
        if let Some(leaked) = &self.leaked {
            return leaked.clone();
        }
        let status = memchr::memmem::rfind(&self.formula, b":status ");
        let word = status.and_then(|at| {
            self.formula[at + 8..]
                .split(|b| !b.is_ascii_alphabetic())
                .next()
        });
        match word {
            Some(word) if !word.is_empty() => String::from_utf8_lossy(word).into_owned(),
            _ => "sat".to_owned(),
        }
    }

    fn check(&mut self) {
        self.checks += 1;
        let actions = self.rules.actions(self.checks, &self.formula).to_vec();
        let mut answered = false;
        for action in &actions {
            answered |= self.act(action);
        }
        if !answered {
            self.print(self.right_answer().as_bytes());
        }
    }

    /// Finds what a rule says, and nothing otherwise.
    fn check_synth(&mut self) {
        self.checks += 1;
        for action in self.rules.actions(self.checks, &self.formula).to_vec() {
            self.act(&action);
        }
        let reply = self.replies.get("check-synth").cloned();
        self.print(&reply.unwrap_or_else(|| b"fail".to_vec()));
    }

    /// Does one thing; true if it stands for the answer.
    fn act(&mut self, action: &Action) -> bool {
        // What was said before a fault is seen before it.
        self.flush();
        let right = self.right_answer();
        match action {
            Action::Answer(word) => self.print(word.as_bytes()),
            Action::Lie => self.print(if right == "sat" { b"unsat" } else { b"sat" }),
            Action::Twice => self.print(format!("{right}\n{right}").as_bytes()),
            Action::Silent => {}
            quiet => {
                self.misbehave(quiet);
                return false;
            }
        }
        true
    }

    fn misbehave(&mut self, action: &Action) {
        match action {
            Action::Say(text) => self.out.extend_from_slice(text),
            Action::Grumble(text) => drop(std::io::stderr().write_all(text)),
            Action::Error(text) => {
                let message = [b"(error \"", text.as_slice(), b"\")"].concat();
                self.print(&message);
            }
            Action::Model(text) => self.model.clone_from(text),
            Action::Core(text) => self.core.clone_from(text),
            Action::Reason(text) => self.reason.clone_from(text),
            Action::Reply(command, text) => {
                self.replies.insert(command.clone(), text.clone());
            }
            Action::Assertion => act::assertion(),
            Action::Crash(signal) => act::crash(*signal),
            Action::Exit(code) => exit(*code),
            Action::Hang => act::hang(),
            Action::Spin => act::spin(),
            Action::Slow(millis) => std::thread::sleep(Duration::from_millis(*millis)),
            Action::Slower(millis) => {
                std::thread::sleep(Duration::from_millis(millis * self.checks));
            }
            Action::Burn(millis) => act::burn(*millis),
            Action::IgnoreTerm => act::ignore_term(),
            Action::Fork => act::fork("group"),
            Action::ForkSetsid => act::fork("setsid"),
            Action::ForkQuiet => act::fork("quiet"),
            Action::Flood(bytes) => act::flood(&mut std::io::stdout().lock(), *bytes),
            Action::FloodStderr(bytes) => act::flood(&mut std::io::stderr().lock(), *bytes),
            Action::CloseStdout => {
                act::close(1);
                act::hang()
            }
            Action::Eat(megabytes) => act::eat(*megabytes, &mut self.eaten),
            Action::Leak(word) => {
                self.leaked = word.clone().or_else(|| Some(self.right_answer()));
            }
            Action::Answer(_) | Action::Lie | Action::Twice | Action::Silent => {}
        }
    }
}

const KNOWN: [&str; 27] = [
    "assert",
    "assert-soft",
    "assume",
    "constraint",
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-sort",
    "declare-var",
    "define-const",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "define-sort",
    "inv-constraint",
    "maximize",
    "minimize",
    "pop",
    "push",
    "reset-assertions",
    "set-info",
    "set-logic",
    "set-option",
    "simplify",
    "synth-fun",
    "synth-inv",
];
