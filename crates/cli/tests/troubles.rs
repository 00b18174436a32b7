//! Hunts with solvers that misbehave as a whole: one that only fails in a process that lives on, one
//! that always crashes, one that is replaced in mid-hunt; a disk that is full, a reader that goes away.

mod hunting;

use gadfly_store::{Finding, Store};
use hunting::{STEADY, command, following, seeds};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const HEAD: &str =
    "(set-logic QF_LIA)\n(declare-fun x () Int)\n(declare-fun y () Int)\n(assert (< x 7))\n";

/// A hunt of a fake solver with these rules.
fn hunt(folder: &Path, solver: &Path, rules: &str, more: &[&str]) -> Command {
    let spec = following(solver, folder, "rules", rules);
    let seeds = seeds(folder, HEAD, &["(> (+ x y) (* 2 x))", "(< (- x) (+ y 1))"]);
    let mut command = command(folder, &["hunt", "--solver", &spec]);
    command
        .args(STEADY)
        .args(["--strategy", "op,swap", "--jobs", "1", "--out"])
        .args([folder.join("out"), seeds])
        .args(more);
    command
}

fn findings(folder: &Path) -> Vec<Finding> {
    Store::read(&folder.join("out"))
        .unwrap()
        .findings()
        .unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn what_only_a_process_that_lives_on_shows_is_state() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let fake = gadfly_testkit::fake_solver_path();
    let mut command = hunt(
        path,
        fake,
        "on 6: assertion\nalways: answer unknown",
        &["--tests", "32"],
    );
    let done = command.output().unwrap();
    assert_eq!(done.status.code(), Some(10), "{}", said(&done));
    let findings = findings(path);
    let kinds: Vec<&str> = findings.iter().map(|f| f.kind.name()).collect();
    assert_eq!(kinds, ["state"], "one bug");
    let first = &findings[0];
    assert!(
        first.sentence.contains("after 5 other formulas"),
        "{}",
        first.sentence
    );
    let sent = path
        .join("out/findings")
        .join(&first.id)
        .join("case-as-sent.smt2");
    let sent = std::fs::read_to_string(sent).unwrap();
    assert_eq!(sent.matches("(reset)").count(), 5, "{sent}");
}

#[test]
fn a_solver_that_always_crashes_is_one_finding() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let fake = gadfly_testkit::fake_solver_path();
    let mut command = hunt(path, fake, "always: assertion", &["--tests", "64"]);
    let done = command.output().unwrap();
    assert_eq!(done.status.code(), Some(10), "{}", said(&done));
    let findings = findings(path);
    assert_eq!(findings.len(), 1, "one bug, however often it is met");
    assert_eq!(findings[0].kind.name(), "crash");
    let store = Store::read(&path.join("out")).unwrap();
    let runs = store.verdicts().unwrap().len();
    assert_eq!(
        findings[0].triggers as usize, runs,
        "and each time is counted"
    );
}

#[test]
fn a_solver_that_is_replaced_ends_the_hunt_with_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let solver = path.join("solver");
    std::fs::copy(gadfly_testkit::fake_solver_path(), &solver).unwrap();
    let changer = std::thread::spawn({
        let (solver, store) = (solver.clone(), path.join("out/store.sqlite"));
        move || {
            while !store.exists() {
                std::thread::sleep(Duration::from_millis(20));
            }
            std::thread::sleep(Duration::from_millis(300));
            let other = solver.with_extension("new");
            std::fs::write(&other, "#!/bin/sh\nexec cat\n").unwrap();
            std::fs::rename(other, solver).unwrap();
        }
    });
    // A process starts now and then, because this one dies now and then.
    let rules = "every 20: crash SEGV\nalways: answer unknown";
    let mut command = hunt(path, &solver, rules, &["--tests", "200000"]);
    let done = command.output().unwrap();
    changer.join().unwrap();
    assert_eq!(done.status.code(), Some(1), "{}", said(&done));
    assert!(said(&done).contains("replaced"), "{}", said(&done));
    let crashes = findings(path)
        .iter()
        .all(|f| ["state", "crash"].contains(&f.kind.name()));
    assert!(crashes, "only what the solver did before it was replaced");
}

#[test]
fn a_full_disk_ends_the_hunt_with_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let fake = gadfly_testkit::fake_solver_path();
    let hunt = hunt(path, fake, "always: answer unknown", &["--tests", "200000"]);
    // No file may grow beyond this: to a writer it looks like a full disk.
    let mut limited = Command::new("sh");
    limited
        .args(["-c", "trap '' XFSZ; ulimit -f 1024; exec \"$0\" \"$@\""])
        .arg(hunt.get_program())
        .args(hunt.get_args())
        .env("GADFLY_HOME", path.join("home"));
    let done = limited.output().unwrap();
    assert_eq!(done.status.code(), Some(1), "{}", said(&done));
    let words = said(&done);
    assert!(
        words.contains("error: ") && !words.contains("panicked"),
        "{words}"
    );
    assert!(findings(path).is_empty(), "never a finding");
}

#[test]
fn a_reader_that_goes_away_ends_the_hunt_with_all_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let fake = gadfly_testkit::fake_solver_path();
    let rules = "always: answer unknown";
    let mut command = hunt(path, fake, rules, &["--tests", "200000", "--json"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut first = String::new();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut first).unwrap();
    assert!(first.contains("started"), "{first}");
    drop(reader);
    let done = child.wait_with_output().unwrap();
    assert!(!said(&done).contains("panicked"), "{}", said(&done));
    assert_eq!(done.status.code(), Some(0), "{}", said(&done));
    assert!(path.join("out/report.html").exists());
}
