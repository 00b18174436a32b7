//! `gadfly recheck`: what became of findings in another build, and what fusion owes to its fusing.

mod hunting;

use hunting::{fusion_hunt, solver};
use std::path::Path;

/// A crash that needs a fused variable, and one that any two seeds in one script show.
const RULES: &str = "when \"z!f0\": crash SEGV\nwhen \"!.y\": assertion\n";

/// What a command prints, and its exit code.
fn gadfly(folder: &Path, words: &[&str]) -> (String, i32) {
    let (code, out, error) = hunting::gadfly(folder, words);
    (out, code.unwrap_or_else(|| panic!("{error}")))
}

/// Hunts with a solver of these rules, and gives the solver.
fn hunted(folder: &Path, rules: &str, out: &Path) -> String {
    let solver = solver(folder, "rules", rules);
    let out = out.display().to_string();
    let more = ["--tests", "16", "--no-reduce", "--out", &out];
    let (code, ..) = fusion_hunt(folder, &["(< x 7)", "(< (* 2 x) 9)"], &solver, &more);
    assert_eq!(code, Some(10), "the planted bug is found");
    solver
}

#[test]
fn joining_tells_what_fusing_is_good_for() {
    let bugs: Vec<&str> = RULES.lines().collect();
    for (rules, word) in [(bugs[0], "fused only"), (bugs[1], "joined too")] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("hunt");
        let solver = hunted(folder.path(), rules, &out);
        let out = out.display().to_string();
        let words = ["recheck", &out, "--solver", &solver, "--concat"];
        let (text, code) = gadfly(folder.path(), &words);
        assert_eq!(code, 0, "{text}");
        assert!(text.lines().count() >= 1, "no finding was looked at");
        for line in text.lines() {
            assert!(line.starts_with(word), "{rules}: {line}");
        }
    }
}

/// What `recheck` says of every finding with a solver of these rules, and its exit code.
fn rechecked(folder: &Path, out: &Path, rules: &str, more: &[&str]) -> (String, i32) {
    let out = out.display().to_string();
    let solver = solver(folder, "rules", rules);
    let words = ["recheck", &out, "--solver", &solver, "--profile", "z3"];
    gadfly(folder, &[&words[..], more].concat())
}

#[test]
fn a_fixed_solver_has_its_findings_fixed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("hunt");
    let bug = RULES.lines().next().unwrap();
    hunted(folder.path(), bug, &out);
    let (text, code) = rechecked(folder.path(), &out, bug, &[]);
    assert_eq!(code, 10, "{text}");
    assert!(text.starts_with("still there"), "{text}");
    let fixed = "when \"never\": assertion";
    let (text, code) = rechecked(folder.path(), &out, fixed, &[]);
    assert_eq!(code, 0, "{text}");
    assert!(text.starts_with("fixed"), "{text}");
    // Not dead any more, but wrong.
    let other = "when \"z!f0\": answer unsat";
    let (text, code) = rechecked(folder.path(), &out, other, &[]);
    assert_eq!(code, 10, "{text}");
    assert!(text.starts_with("changed"), "{text}");
}

/// A build that does not answer has fixed nothing.
#[test]
fn without_an_answer_nothing_is_fixed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("hunt");
    hunted(folder.path(), "when \"z!f0\": assertion", &out);
    let short = ["--timeout", "300ms"];
    for (rules, word) in [
        ("always: spin", "time-out"),
        ("always: hang", "time-out"),
        ("always: error \"unknown sort Int\"; silent", "rejected"),
        ("always: error \"logic does not support this\"; silent", ""),
        ("always: say \"unsupported\\n\"; silent", ""),
        ("always: say \"what?\\n\"; silent", ""),
        ("always: silent", ""),
        ("always: eat 4000", ""),
        ("always: reason \"timeout\"; answer unknown", "resources"),
    ] {
        let (text, code) = rechecked(folder.path(), &out, rules, &short);
        assert_eq!(code, 1, "{rules}: {text}");
        assert!(text.lines().count() >= 1);
        for line in text.lines() {
            assert!(line.starts_with("unclear"), "{rules}: {line}");
            assert!(line.contains(word), "{rules}: {line}");
        }
    }
    let more = ["--timeout", "300ms", "--json"];
    let (text, code) = rechecked(folder.path(), &out, "always: hang", &more);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("\"fate\":\"unclear\""), "{text}");
    assert!(text.contains("\"sentence\":\"time-out\""), "{text}");
}

/// A wrong answer is gone when another one comes; not when none comes.
#[test]
fn a_wrong_answer_is_fixed_by_another_answer_alone() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("hunt");
    hunted(folder.path(), "when \"z!f0\": answer unsat", &out);
    for (rules, word, exit) in [
        ("when \"z!f0\": answer unsat", "still there", 10),
        ("always: answer unknown", "unclear", 1),
        ("always: answer sat", "fixed", 0),
        ("when \"z!f0\": crash SEGV", "changed", 10),
    ] {
        let (text, code) = rechecked(folder.path(), &out, rules, &[]);
        assert_eq!(code, exit, "{rules}: {text}");
        for line in text.lines() {
            assert!(line.starts_with(word), "{rules}: {line}");
        }
    }
}
