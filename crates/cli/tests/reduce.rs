//! `gadfly reduce` as a person meets it: what goes wrong is said, and nothing that was won is lost.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

const SCRIPT: &str = "(declare-const x Int)\n(declare-const y Int)\n(assert (> x 1))\n\
                      (assert (= (mod x y) (+ y 2)))\n(assert (< y 100))\n(check-sat)\n";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Folder(tempfile::tempdir().unwrap());
        folder.write("in.smt2", SCRIPT);
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    fn script(&self, name: &str, body: &str) -> PathBuf {
        let path = self.write(name, &format!("#!/bin/sh\n{body}\n"));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
        command
            .current_dir(self.0.path())
            .args(["reduce", "in.smt2", "-o", "out.smt2", "-q"]);
        command.args(arguments);
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs, expects exit code 1, and gives the error.
    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.starts_with("error: "), "{error}");
        error
    }
}

fn quoted(path: &Path) -> String {
    path.display().to_string()
}

#[test]
fn a_check_command_keeps_its_failure() {
    let folder = Folder::new();
    let output = folder.run(&["--check", "grep -q mod", "--jobs", "2"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(folder.read("out.smt2"), "(assert(=(mod 0 0)0))\n");
    assert!(!folder.path("out.smt2.journal").exists());
}

#[test]
fn what_a_command_prints_can_tell() {
    let folder = Folder::new();
    folder.run(&["--check", "cat", "--match-stdout", "mod.*\\+"]);
    assert_eq!(folder.read("out.smt2"), "(assert(=(mod 0 0)(+ 0 0)))\n");
    folder.run(&[
        "--check",
        "grep -c assert",
        "--golden",
        "--cross-check",
        "grep -c check-sat",
    ]);
    assert_eq!(folder.read("out.smt2").matches("assert").count(), 3);
}

#[test]
fn what_cannot_be_reduced_is_said() {
    let folder = Folder::new();
    assert!(
        folder
            .refused(&["--check", "grep -q absent"])
            .contains("the input does not fail")
    );
    assert!(
        folder
            .refused(&["--check", "true"])
            .contains("the empty script fails too")
    );
    assert!(
        folder
            .refused(&["--check", "./missing.sh"])
            .contains("missing.sh")
    );
    let plain = folder.write("plain.sh", "exit 0");
    assert!(
        folder
            .refused(&["--check", &quoted(&plain)])
            .contains("plain.sh")
    );
    assert!(folder.refused(&["--check", "'open"]).contains("not closed"));
    assert!(
        folder
            .refused(&["--check", "grep -q mod", "--resume"])
            .contains("journal")
    );
    folder.write("in.smt2", "(assert (mod");
    assert!(
        folder
            .refused(&["--check", "grep -q mod"])
            .contains("not well-formed")
    );
    fs::remove_file(folder.path("in.smt2")).unwrap();
    assert!(
        folder
            .refused(&["--check", "grep -q mod"])
            .contains("in.smt2")
    );
}

#[test]
fn a_check_that_hangs_does_not_fail() {
    let folder = Folder::new();
    let check = folder.script("hang.sh", "grep -q mod \"$1\" || exec sleep 1000");
    let output = folder.run(&[
        "--check",
        &quoted(&check),
        "--timeout",
        "1s",
        "--checks",
        "12",
    ]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(folder.read("out.smt2").contains("mod"));
}

#[test]
fn a_failure_that_comes_and_goes_is_said_and_kept() {
    let folder = Folder::new();
    // Every second run fails, whatever it is asked about.
    let body = "grep -q mod \"$1\" || exit 1\nif [ -e odd ]; then rm odd; exit 1; fi\n: > odd";
    let check = folder.script("flaky.sh", body);
    let mut command = folder.command(&["--check", &quoted(&check)]);
    let arguments: Vec<_> = command
        .get_args()
        .map(ToOwned::to_owned)
        .filter(|a| a != "-q")
        .collect();
    command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
    let output = command
        .current_dir(folder.0.path())
        .args(arguments)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains(" runs: each candidate is asked up to"),
        "{said}"
    );
    assert_eq!(folder.read("out.smt2"), "(assert(=(mod 0 0)0))\n");
}

#[test]
fn a_kill_loses_nothing_and_resume_goes_on() {
    let folder = Folder::new();
    let check = folder.script("slow.sh", "sleep 0.05; grep -q mod \"$1\"");
    let mut child = folder
        .command(&["--check", &quoted(&check)])
        .spawn()
        .unwrap();
    let journal = folder.path("out.smt2.journal");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    while lines() < 5 {
        std::thread::sleep(Duration::from_millis(20));
        assert!(
            child.try_wait().unwrap().is_none(),
            "it ended before it was killed"
        );
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let best = folder.read("out.smt2");
    assert!(best.contains("mod") && best.len() < SCRIPT.len(), "{best}");
    let output = folder.run(&["--check", &quoted(&check), "--resume"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(folder.read("out.smt2"), "(assert(=(mod 0 0)0))\n");
    assert!(!journal.exists());
}

#[test]
fn a_budget_ends_it_with_the_best_so_far() {
    let folder = Folder::new();
    let output = folder.run(&["--check", "grep -q mod", "--checks", "2", "--json"]);
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["fixpoint"], false);
    assert_eq!(summary["ended"], "the checks are used up");
    assert!(folder.read("out.smt2").contains("mod"));
    assert!(folder.path("out.smt2.journal").exists());
}

/// A solver that follows rules, as a spec for `--solver`.
fn fake(folder: &Folder, rules: &str) -> String {
    let rules = folder.write("rules", rules);
    let path = gadfly_testkit::fake_solver_path();
    format!("{} -in --script {}", path.display(), quoted(&rules))
}

#[test]
fn a_pair_is_made_small_together() {
    let folder = Folder::new();
    folder.write("parent.smt2", &SCRIPT.replace("(mod x y)", "(div x y)"));
    let solver = fake(
        &folder,
        "when \"(mod \": answer unknown\nalways: answer sat",
    );
    let output = folder.run(&[
        "--solver",
        &solver,
        "--parent",
        "parent.smt2",
        "--verdict",
        "incomplete",
    ]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(
        folder.read("out.smt2"),
        "(assert(=(mod 0 0)0))\n(check-sat)\n"
    );
    assert_eq!(
        folder.read("out.parent.smt2"),
        "(assert(=(div 0 0)0))\n(check-sat)\n"
    );
    assert!(!folder.path("out.pair.smt2").exists());
}

/// Runs any command in the folder.
fn gadfly(folder: &Folder, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
    command.current_dir(folder.0.path()).args(arguments);
    command.output().unwrap()
}

/// The first finding of a hunt in a solver that a fake one plays, reduced by nobody.
fn found(folder: &Folder, solver: &str) -> String {
    let words = "hunt in.smt2 --out hunt --profile z3 --strategy op --tests 32 --jobs 1 --no-options \
                 --no-reduce --quiet --solver";
    let words: Vec<&str> = words.split_whitespace().chain([solver]).collect();
    let hunted = gadfly(folder, &words);
    assert_eq!(hunted.status.code(), Some(10), "{hunted:?}");
    let found = gadfly(folder, &["findings", "hunt", "--json"]);
    let found = String::from_utf8(found.stdout).unwrap();
    let line: serde_json::Value = serde_json::from_str(found.lines().next().unwrap()).unwrap();
    let id = line["id"].as_str().unwrap_or_else(|| panic!("{found}"));
    id.to_string()
}

/// A case need not ask for the model that is wrong.
#[test]
fn a_false_model_is_found_again_wherever_its_finding_is_named() {
    // It is borne out by another family, which has to be installed.
    if std::env::var_os("GADFLY_REQUIRE_SOLVERS").is_none() {
        return;
    }
    let folder = Folder::new();
    let script = "(declare-const x Int)\n(declare-const y Int)\n(assert (> x 5))\n\
                  (assert (< y x))\n(check-sat)\n";
    folder.write("in.smt2", script);
    let model = "((define-fun x () Int 0)(define-fun y () Int 0))";
    let solver = fake(&folder, &format!("always: model {model:?}; answer sat"));
    let id = found(&folder, &solver);
    let case = folder.read(&format!("hunt/findings/{id}/case.smt2"));
    assert!(!case.contains("get-model"), "{case}");
    let finding = format!("hunt/{id}");
    let check = ["check", &finding, "--solver", &solver, "--profile", "z3"];
    for words in [&check[..], &["hunt", "--replay", &finding]] {
        let output = gadfly(&folder, words);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(10), "{said}{output:?}");
        assert!(said.contains("invalid-model: "), "{said}");
    }
    let output = gadfly(&folder, &["reduce", &finding, "-q"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn a_finding_is_reduced_by_its_id() {
    let folder = Folder::new();
    let solver = fake(&folder, "when \"(mod \": assertion\nalways: answer sat");
    let id = found(&folder, &solver);
    let output = gadfly(&folder, &["reduce", &format!("hunt/{id}"), "-q"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let case = folder.read(&format!("hunt/findings/{id}/case.smt2"));
    assert!(case.contains("(mod ") && case.len() < 60, "{case}");
    // What people read is about this case.
    let report = folder.read(&format!("hunt/findings/{id}/report.md"));
    assert!(report.contains("(mod 0 0)"), "{report}");
    let missing = gadfly(&folder, &["reduce", "hunt/nothing", "-q"]);
    let said = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert!(said.contains("no finding `nothing`"), "{said}");
}

#[test]
fn what_is_left_is_told_and_written_for_people() {
    let folder = Folder::new();
    let output = folder.run(&["--check", "grep -q mod", "--json", "--pretty"]);
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["assertions"], 1);
    assert_eq!(told["operators"]["mod"], 1);
    assert_eq!(told["sorts"], serde_json::json!(["Bool", "Int"]));
    assert_eq!(told["case"], "(assert (= (mod 0 0) 0))\n");
    assert_eq!(folder.read("out.smt2"), "(assert (= (mod 0 0) 0))\n");
}
