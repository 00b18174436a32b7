//! Hunts of fake solvers over a few seeds.

#![allow(dead_code)] // each test file uses its part

use std::path::{Path, PathBuf};
use std::process::Command;

/// `gadfly` with a data folder of the test's own.
pub(crate) fn command(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
    command.args(words).env("GADFLY_HOME", folder.join("home"));
    command
}

/// Its exit code, standard output and standard error.
pub(crate) fn gadfly(folder: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    gadfly_testkit::told(&command(folder, words).output().unwrap())
}

/// A folder of seeds, named a, b …: a term is asserted in each, after what all begin with.
pub(crate) fn seeds(folder: &Path, head: &str, terms: &[&str]) -> PathBuf {
    let seeds = folder.join("seeds");
    std::fs::create_dir_all(&seeds).unwrap();
    for (name, term) in ('a'..).zip(terms) {
        let text = format!("{head}(assert {term})\n(check-sat)\n");
        std::fs::write(seeds.join(format!("{name}.smt2")), text).unwrap();
    }
    seeds
}

/// The command of a program that follows rules, which lie in a file of this name.
pub(crate) fn following(program: &Path, folder: &Path, name: &str, rules: &str) -> String {
    let script = folder.join(name);
    std::fs::write(&script, rules).unwrap();
    format!("{} -in --script {}", program.display(), script.display())
}

/// The command of a fake solver with these rules.
pub(crate) fn solver(folder: &Path, name: &str, rules: &str) -> String {
    following(gadfly_testkit::fake_solver_path(), folder, name, rules)
}

/// What all hunts here have in common: nothing in them depends on time.
pub(crate) const STEADY: [&str; 5] = ["--profile", "z3", "--schedule", "uniform", "--no-options"];

/// Hunts with fusion alone over satisfiable seeds of one integer.
pub(crate) fn fusion_hunt(
    folder: &Path,
    terms: &[&str],
    solver: &str,
    more: &[&str],
) -> (Option<i32>, String, String) {
    let head = "(set-logic QF_LIA)\n(set-info :status sat)\n(declare-fun x () Int)\n";
    let seeds = seeds(folder, head, terms).display().to_string();
    let words = ["hunt", &seeds, "--solver", solver, "--jobs", "1"];
    let words = [&words, &STEADY[..], &["--strategy", "fusion"], more].concat();
    gadfly(folder, &words)
}
