//! A broken obligation of a real release: its script is kept, and `recheck`, `bisect` and `reduce` work on
//! it. Without the solvers there is nothing to do.

use gadfly_profile::Home;
use gadfly_solver::Resolver;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A release whose optima are wrong now and then, and one where these are right.
const WRONG: &str = "z3@4.8.12";
const RIGHT: &str = "z3@5.4.0";

fn gadfly(words: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
    let (code, out, error) = gadfly_testkit::told(&command.args(words).output().unwrap());
    (code, out + &error)
}

/// The folders of a hunt's findings.
fn findings(hunt: &Path) -> Vec<PathBuf> {
    let folders = std::fs::read_dir(hunt.join("findings")).unwrap();
    let mut folders: Vec<PathBuf> = folders.map(|it| it.unwrap().path()).collect();
    folders.sort();
    folders
}

#[test]
fn wrong_optima_are_kept_rechecked_bisected_and_reduced() {
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env());
    let found = |spec: &&str| gadfly_testkit::installed(resolver.one(spec)).is_some();
    if ![WRONG, RIGHT, "cvc5", "yices"].iter().all(found) {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let hunt = home.path().join("hunt");
    let out = hunt.display().to_string();
    let words = [
        "hunt",
        "--solver",
        WRONG,
        "--strategy",
        "optima",
        "--out",
        &out,
    ];
    let steady = [
        "--schedule",
        "uniform",
        "--no-options",
        "--jobs",
        "1",
        "--no-reduce",
    ];
    let few = ["--tests", "20", "--seed", "3"];
    let (code, said) = gadfly(&[&words[..], &steady, &few].concat());
    assert_eq!(code, Some(10), "{said}");

    // What other solvers were asked is there for anyone to ask.
    let folders = findings(&hunt);
    for folder in &folders {
        let question = std::fs::read_to_string(folder.join("obligation.smt2")).unwrap();
        assert!(
            question.contains("; What the solver said obliges to: "),
            "{question}"
        );
        assert!(question.contains("(check-sat)"), "{question}");
        let report = std::fs::read_to_string(folder.join("report.md")).unwrap();
        assert!(report.contains("`obligation.smt2`"), "{report}");
    }

    let (code, said) = gadfly(&["recheck", &out, "--solver", WRONG]);
    assert_eq!(code, Some(10), "{said}");
    let there = said.lines().filter(|line| line.starts_with("still there"));
    assert_eq!(there.count(), folders.len(), "{said}");
    // An optimum that is only bounded now cannot be judged.
    let (_, said) = gadfly(&["recheck", &out, "--solver", RIGHT]);
    let fixed = |line: &&str| line.starts_with("fixed");
    let known = |line: &&str| fixed(line) || line.starts_with("unclear");
    let told = said.lines().filter(known).count();
    assert_eq!(told, folders.len(), "{said}");
    let line = said.lines().find(fixed).unwrap_or_else(|| panic!("{said}"));
    let id = line.split_whitespace().nth(1).unwrap();
    let folder = hunt.join("findings").join(id);

    let one = folder.display().to_string();
    let (code, said) = gadfly(&["bisect", &one, "--solver", WRONG, "--solver", RIGHT]);
    assert_eq!(code, Some(10), "{said}");
    let row = |spec: &str| said.lines().find(|line| line.starts_with(spec));
    assert!(
        row(WRONG).is_some_and(|row| row.ends_with("BAD: obligation")),
        "{said}"
    );
    assert!(
        row(RIGHT).is_some_and(|row| row.ends_with("good")),
        "{said}"
    );

    let (code, said) = gadfly(&["reduce", &format!("{out}/{id}"), "--checks", "200"]);
    assert_eq!(code, Some(0), "{said}");
    let length = |name: &str| std::fs::read(folder.join(name)).unwrap().len();
    assert!(said.contains("has this case now"), "{said}");
    assert!(length("case.smt2") < length("original.smt2"), "{said}");
    assert!(!folder.join("reduced.smt2").exists(), "{said}");
}
