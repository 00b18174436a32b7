//! Findings that only a process that lives on shows: reduced with what came before, and looked at
//! again with it.

mod hunting;

use gadfly_store::{Finding, Store};
use hunting::{fusion_hunt, gadfly, solver};
use std::path::Path;

/// Whatever contains this is answered rightly, and every later formula of its process with `unsat`.
const LEAK: &str = "when \"(* 3\": answer sat; leak unsat";

/// The findings of a hunt with a solver of these rules.
fn hunted(folder: &Path, rules: &str) -> Vec<Finding> {
    let solver = solver(folder, "buggy", rules);
    let out = folder.join("hunt");
    let terms = ["(< x 7)", "(< (* 2 x) 9)", "(< (* 3 x) 8)", "(> (+ x x) 1)"];
    let more = ["--tests", "48", "--out", &out.display().to_string()];
    let (code, text, error) = fusion_hunt(folder, &terms, &solver, &more);
    assert_eq!(code, Some(10), "{text}{error}");
    Store::read(&out).unwrap().findings().unwrap()
}

/// What `recheck` says with a solver of these rules, and its exit code.
fn rechecked(folder: &Path, rules: &str) -> (String, Option<i32>) {
    let solver = solver(folder, "other", rules);
    let out = folder.join("hunt").display().to_string();
    let words = ["--profile", "z3", "--timeout", "500ms", "--quiet"];
    let words = [&["recheck", &out, "--solver", &solver][..], &words].concat();
    let (code, text, error) = gadfly(folder, &words);
    (text + &error, code)
}

#[test]
fn a_leak_is_reduced_to_what_leaks_and_what_shows_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let findings = hunted(path, LEAK);
    let state: Vec<&Finding> = findings
        .iter()
        .filter(|f| f.kind.name() == "state")
        .collect();
    assert!(!state.is_empty(), "{findings:?}");
    for finding in &state {
        let reduction = finding.reduction.as_ref().expect("it is reduced");
        assert!(reduction.after < reduction.before && reduction.tried > 0);
        let [before] = &finding.before[..] else {
            panic!("one script leaks: {:?}", finding.before);
        };
        assert!(before.contains("(* 3") && before.len() < 60, "{before}");
        let file = |name: &str| {
            let folder = path.join("hunt/findings").join(&finding.id);
            std::fs::read_to_string(folder.join(name)).unwrap()
        };
        let case = file("case.smt2");
        assert!(case.contains("(check-sat)") && case.len() < 40, "{case}");
        let sent = file("case-as-sent.smt2");
        assert_eq!(sent.matches("(reset)").count(), 1, "{sent}");
        assert!(finding.sentence.contains("after one other formula"));
        assert!(finding.sentence.contains("A fresh process answers sat."));
    }
    for (rules, word, exit) in [
        (LEAK, "still there", 10),
        ("always: answer sat", "fixed", 0),
        // The history is what matters: here it is never read to its end.
        ("when \"(* 3\": hang\nalways: answer sat", "unclear", 1),
        ("when \"(* 3\": silent\nalways: answer sat", "unclear", 1),
        ("always: hang", "unclear", 1),
        ("on 2: assertion\nalways: answer sat", "changed", 10),
    ] {
        let (text, code) = rechecked(path, rules);
        assert_eq!(code, Some(exit), "{rules}: {text}");
        let lines = text.lines().filter(|line| !line.starts_with("error: "));
        for line in lines {
            assert!(line.starts_with(word), "{rules}: {line}");
        }
    }
}

#[test]
fn a_process_that_dies_of_old_age_keeps_its_years() {
    let folder = tempfile::tempdir().unwrap();
    let findings = hunted(folder.path(), "on 4: assertion\nalways: answer sat");
    let kinds: Vec<&str> = findings.iter().map(|f| f.kind.name()).collect();
    assert_eq!(kinds, ["state"], "{findings:?}");
    let finding = &findings[0];
    assert_eq!(finding.before.len(), 3);
    // Any check will do.
    let longest = finding.before.iter().map(String::len).max();
    assert!(longest.is_some_and(|bytes| bytes < 16), "{finding:?}");
    let (text, code) = rechecked(folder.path(), "on 4: assertion\nalways: answer sat");
    assert_eq!(code, Some(10), "{text}");
    assert!(text.starts_with("still there"), "{text}");
    let (text, code) = rechecked(folder.path(), "always: answer sat");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("fixed"), "{text}");
}
