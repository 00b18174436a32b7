//! Golden files: each `tests/cli/*.smt2` carries its own `; RUN:` lines, and what they print lies
//! beside it, in the file with the ending `.out`: the line, standard output, standard error, and the
//! exit code.
//!
//! In a `RUN:` line `%s` is the file, `%d` its folder, `%t` the folder in which lines run, which is
//! empty at first, and `%fake` the fake solver (crates/testkit). Lines of one file see each other's
//! folders; see `shell.rs` for what else there is.

use crate::shell::{Done, Shell};
use crate::{compare, files_below, filters, help, in_parallel, root, schemas};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A line of a golden file, and how it ended.
struct Ran {
    line: String,
    done: Done,
}

fn run(file: &Path) -> Vec<Ran> {
    let text = std::fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("; RUN: "))
        .collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let shell = Shell::new();
    let [s, d, t, fake] = places(file, &shell).map(|(path, _)| path.display().to_string());
    let ran = lines.into_iter().map(|line| {
        let full = line
            .replace("%s", &s)
            .replace("%t", &t)
            .replace("%fake", &fake)
            .replace("%d", &d);
        let Done {
            stdout,
            stderr,
            code,
        } = shell.run(&full);
        let names = places(file, &shell);
        let names: Vec<(&Path, &str)> = names.iter().map(|(p, n)| (p.as_path(), *n)).collect();
        let done = Done {
            stdout: filters::paths(&stdout, &names),
            stderr: filters::paths(&stderr, &names),
            code,
        };
        let line = line.to_string();
        Ran { line, done }
    });
    ran.collect()
}

/// Paths and their names in golden files.
fn places(file: &Path, shell: &Shell) -> [(PathBuf, &'static str); 4] {
    [
        (file.to_path_buf(), "%s"),
        (root().join("tests/cli"), "%d"),
        (shell.folder().to_path_buf(), "%t"),
        (gadfly_testkit::fake_solver_path().to_path_buf(), "%fake"),
    ]
}

fn golden(ran: &[Ran]) -> String {
    let mut out = String::new();
    for Ran { line, done } in ran {
        let shown = filters::apply(&format!("{}{}", done.stdout, done.stderr));
        out += &format!("$ {line}\n{shown}exit {}\n\n", done.code);
    }
    out
}

#[test]
fn outputs_are_as_written() {
    let files = files_below(&root().join("tests/cli"), "smt2");
    let all = in_parallel(&files, |file| run(file));
    let mut wrong: Vec<String> = Vec::new();
    for (file, ran) in files.iter().zip(&all).filter(|(_, ran)| !ran.is_empty()) {
        wrong.extend(compare(&file.with_extension("out"), &golden(ran)));
    }
    let ran: Vec<&Ran> = all.iter().flatten().collect();
    wrong.extend(help::missing(&ends(&ran)));
    let is_json = |line: &str| line.contains("--json") && !line.contains(['|', '>']);
    let json = ran.iter().filter(|ran| is_json(&ran.line));
    wrong.extend(schemas::problems(
        json.map(|ran| (ran.line.as_str(), ran.done.stdout.as_str())),
    ));
    let panics = ran.iter().filter(|ran| ran.done.code == 101);
    wrong.extend(panics.map(|ran| format!("a panic: {}\n{}", ran.line, ran.done.stderr)));
    assert!(
        wrong.is_empty(),
        "BLESS=1 rewrites golden files:\n{}",
        wrong.join("\n")
    );
}

/// The exit codes that each command line had.
fn ends(ran: &[&Ran]) -> BTreeMap<String, Vec<i32>> {
    let mut ends: BTreeMap<String, Vec<i32>> = BTreeMap::new();
    for Ran { line, done } in ran {
        ends.entry(line.clone()).or_default().push(done.code);
    }
    ends
}
