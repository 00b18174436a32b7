//! `gadfly recheck`: what became of findings in another build, and what fusion owes to its fusing.

use std::path::Path;
use std::process::Command;

/// A crash that needs a fused variable, and one that any two seeds in one script show.
const RULES: &str = "when \"z!f0\": crash SEGV\nwhen \"!.y\": assertion\n";

fn gadfly(folder: &Path, arguments: &[&str]) -> (String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_gadfly"))
        .args(arguments)
        .env("GADFLY_HOME", folder.join("home"))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let code = output.status.code();
    (text, code.unwrap_or_else(|| panic!("{output:?}")))
}

fn solver(folder: &Path, rules: &str) -> String {
    let script = folder.join("rules");
    std::fs::write(&script, rules).unwrap();
    let fake = gadfly_testkit::fake_solver_path();
    format!("{} -in --script {}", fake.display(), script.display())
}

fn hunted(folder: &Path, rules: &str, out: &Path) -> String {
    let seeds = folder.join("seeds");
    std::fs::create_dir_all(&seeds).unwrap();
    for (name, term) in [("a", "(< x 7)"), ("b", "(< (* 2 x) 9)")] {
        let text = format!(
            "(set-logic QF_LIA)\n(set-info :status sat)\n(declare-fun x () Int)\n(assert {term})\n(check-sat)\n"
        );
        std::fs::write(seeds.join(format!("{name}.smt2")), text).unwrap();
    }
    let solver = solver(folder, rules);
    let (seeds, out) = (seeds.display().to_string(), out.display().to_string());
    let words = [
        "hunt",
        &seeds,
        "--solver",
        &solver,
        "--profile",
        "z3",
        "--strategy",
        "fusion",
        "--tests",
        "64",
        "--jobs",
        "1",
        "--schedule",
        "uniform",
        "--no-options",
        "--no-reduce",
        "--out",
        &out,
    ];
    assert_eq!(gadfly(folder, &words).1, 10, "the planted bug is found");
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

#[test]
fn a_mended_solver_has_its_findings_fixed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("hunt");
    let bug = RULES.lines().next().unwrap();
    let solver_with = hunted(folder.path(), bug, &out);
    let out = out.display().to_string();
    let words = ["recheck", &out, "--solver", &solver_with];
    let (text, code) = gadfly(folder.path(), &words);
    assert_eq!(code, 10, "{text}");
    assert!(text.starts_with("still there"), "{text}");
    let mended = solver(folder.path(), "when \"never\": assertion");
    let words = ["recheck", &out, "--solver", &mended, "--profile", "z3"];
    let (text, code) = gadfly(folder.path(), &words);
    assert_eq!(code, 0, "{text}");
    assert!(text.starts_with("fixed"), "{text}");
}
