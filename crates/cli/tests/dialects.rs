//! `bisect` speaks to each release in its own language, and says so to the oracles.

use gadfly_profile::Home;
use gadfly_solver::Resolver;
use std::process::Command;

/// z3 4.8.7 reads `\u{…}` as text, so the script is sent in another spelling, and the answer counts.
#[test]
fn a_script_in_a_releases_own_spelling_is_judged() {
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env());
    let found = |spec| gadfly_testkit::installed(resolver.one(spec)).is_some();
    if !found("z3@4.8.7") || !found("z3@5.4.0") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.smt2");
    let text = "(set-logic QF_SLIA)\n(declare-const s String)\n(assert (= s \"\\u{41}\\u{7e}\"))\n\
                (assert (= (str.len s) 2))\n(check-sat)\n";
    std::fs::write(&file, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_gadfly"))
        .args(["bisect", "--solver", "z3@4.8.7", "--solver", "z3@5.4.0"])
        .args(["--expect", "sat"])
        .arg(&file)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let good = said.lines().filter(|line| line.ends_with("good")).count();
    assert_eq!(good, 2, "{said}");
}
