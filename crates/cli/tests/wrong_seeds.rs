//! Hunts on seeds that say of themselves what they are not: no solver is blamed by them.

use gadfly_profile::Home;
use gadfly_solver::Resolver;
use gadfly_store::Store;
use std::path::Path;
use std::process::Command;

/// Three seeds, two of them with a wrong status.
fn seeds(folder: &Path) -> String {
    let folder = folder.join("seeds");
    std::fs::create_dir_all(&folder).unwrap();
    for (name, status, first) in [
        ("no-unsat", "unsat", "(> (+ x y) 3)"),
        ("no-sat", "sat", "(and (> x 9) (< y 1))"),
        ("right", "sat", "(> (+ x y) 5)"),
    ] {
        let text = format!(
            "(set-logic QF_LIA)\n(set-info :status {status})\n(declare-fun x () Int)\n\
             (declare-fun y () Int)\n(assert {first})\n(assert (< x 7))\n(check-sat)\n"
        );
        std::fs::write(folder.join(format!("{name}.smt2")), text).unwrap();
    }
    folder.display().to_string()
}

/// What a hunt with these solvers says; `None` where one is not installed.
fn hunt(solvers: &[&str]) -> Option<String> {
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env());
    for spec in solvers {
        gadfly_testkit::installed(resolver.one(spec))?;
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
    command
        .args(["hunt", &seeds(folder.path())])
        .args(["--strategy", "op,type,swap,fusion,concat,weaken"])
        .args(["--tests", "160", "--jobs", "1", "--no-options", "--out"])
        .arg(&out)
        .env("GADFLY_HOME", Home::from_env().root());
    for solver in &solvers[..1] {
        command.args(["--solver", solver]);
    }
    for solver in &solvers[1..] {
        command.args(["--reference", solver]);
    }
    let done = command.output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(0), "{said}");
    assert!(Store::read(&out).unwrap().findings().unwrap().is_empty());
    Some(said)
}

#[test]
fn two_families_set_a_wrong_status_right() {
    let Some(said) = hunt(&["z3@5.4.0", "cvc5@1.4.2"]) else {
        return;
    };
    for words in [
        "no-unsat.smt2: its status says unsat, but it is sat, by a model",
        "no-sat.smt2: its status says sat, but it is unsat, by two families",
    ] {
        assert!(said.contains(words), "{said}");
    }
    assert!(!said.contains("/right.smt2: its status"), "{said}");
}

#[test]
fn one_family_that_contradicts_a_status_is_not_blamed() {
    let Some(said) = hunt(&["z3@5.4.0", "z3@4.8.12"]) else {
        return;
    };
    assert!(said.contains("no-sat.smt2 is not used any more"), "{said}");
}
