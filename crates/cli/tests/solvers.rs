//! `gadfly solvers` and `check` as a person meets them, with a package index of our own making.

use gadfly_testkit::Market;
use std::process::Command;

/// The exit code, standard output and standard error of `gadfly` in a market.
fn gadfly(market: &Market, words: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_gadfly"))
        .args(words)
        .env("GADFLY_HOME", market.home())
        .env("GADFLY_PYTHON", market.python_path())
        .output();
    gadfly_testkit::told(&output.unwrap())
}

/// What a failing command says, in one line.
fn failure(market: &Market, words: &[&str]) -> String {
    let (code, out, error) = gadfly(market, words);
    assert_eq!((code, out.as_str()), (Some(1), ""), "{words:?}: {error}");
    let lines: Vec<&str> = error.lines().filter(|l| l.starts_with("error: ")).collect();
    assert_eq!(lines.len(), 1, "{error}");
    lines[0].to_owned()
}

#[test]
fn releases_are_listed_installed_used_and_removed() {
    let market = Market::new(&["4.80.7.0", "4.80.12.0", "50.4.0.0"]);
    for version in ["4.80.7.0", "4.80.12.0", "50.4.0.0"] {
        market.good_wheel(version);
    }
    let (code, out, error) = gadfly(&market, &["solvers", "list"]);
    assert_eq!((code, out.as_str()), (Some(0), ""));
    assert!(error.contains("gadfly solvers install z3 cvc5"), "{error}");

    let (_, out, _) = gadfly(&market, &["solvers", "available", "z3"]);
    assert_eq!(out, "z3 (3 releases, * installed): 4.80.7 4.80.12 50.4.0\n");
    let install = ["solvers", "install", "-q", "z3@4.80.7..4.80.12"];
    let (code, out, error) = gadfly(&market, &install);
    assert_eq!(code, Some(0), "{error}");
    assert!(out.contains("z3@4.80.7        installed"), "{out}");
    let (_, out, _) = gadfly(&market, &install);
    assert!(out.contains("z3@4.80.12       present"), "{out}");
    let (_, out, _) = gadfly(&market, &["solvers", "available", "z3"]);
    assert_eq!(
        out,
        "z3 (3 releases, * installed): 4.80.7* 4.80.12* 50.4.0\n"
    );
    let (_, out, _) = gadfly(&market, &["solvers", "list", "--json"]);
    let lines: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["solver"], "z3@4.80.7");
    assert_eq!(lines[0]["wheel"], "z3_solver-4.80.7.0-py3-none-any.whl");

    let script = market.home().join("a.smt2");
    std::fs::write(&script, "(check-sat)\n").unwrap();
    let script = script.display().to_string();
    let (code, out, error) = gadfly(
        &market,
        &["check", &script, "--solver", "z3@*", "-q", "--json"],
    );
    assert_eq!(code, Some(0), "{error}");
    assert_eq!(out.matches("\"answers\":[\"sat\"]").count(), 2, "{out}");

    let (_, out, _) = gadfly(&market, &["solvers", "remove", "z3@4.80.7"]);
    assert_eq!(out, "z3@4.80.7        removed\n");
    let (_, out, _) = gadfly(&market, &["solvers", "list"]);
    assert!(
        out.starts_with("z3@4.80.12 ") && out.lines().count() == 1,
        "{out}"
    );
}

#[test]
fn what_cannot_be_installed_is_said_with_a_way_out() {
    let market = Market::new(&["4.80.7.0"]);
    let install = |spec: &str| failure(&market, &["solvers", "install", "-q", spec]);
    assert_eq!(
        install("z3@4.80.6"),
        "error: z3@4.80.6: no such release; there are 4.80.7"
    );
    assert!(install("opensmt").contains("cannot be installed from packages; there are"));
    assert!(install("z3@4.80.7").contains("pip has no wheel of it for this machine"));
    market.wheel("4.80.7.0", "z3/lib/libz3.so", "x", "x");
    assert!(install("z3@4.80.7").contains("holds no solver (looked for"));
    assert_eq!(
        failure(&market, &["solvers", "remove", "z3@4.80.7"]),
        "error: z3@4.80.7: not installed; see `gadfly solvers list`"
    );
    assert!(
        failure(&market, &["check", "/dev/null", "--solver", "z3@4.80.7"]).contains("z3@4.80.7")
    );

    let says = |text: &str| format!("#!/bin/sh\necho \"{text}\" >&2\nexit 1\n");
    market.python(&says(
        "WARNING: Retrying after connection broken by 'NewConnectionError'",
    ));
    assert!(install("z3").contains("pip cannot reach its package index"));
    assert!(failure(&market, &["solvers", "available"]).contains("check the network"));
    market.python(&says("python3: No module named pip"));
    assert!(install("z3").contains("this Python has no pip; run `python3 -m ensurepip`"));
    std::fs::remove_file(market.python_path()).unwrap();
    assert!(install("z3").contains("install Python 3 (with pip), or name it in GADFLY_PYTHON"));
}

#[test]
fn the_doctor_says_what_works_and_what_does_not() {
    let market = Market::new(&["4.80.7.0"]);
    assert!(failure(&market, &["solvers", "doctor"]).contains("no solver is installed"));
    // It says `sat` to everything.
    market.good_wheel("4.80.7.0");
    let (code, _, error) = gadfly(&market, &["solvers", "install", "-q", "z3@*"]);
    assert_eq!(code, Some(0), "{error}");
    let (code, out, error) = gadfly(&market, &["solvers", "doctor"]);
    assert_eq!(code, Some(1), "{out}{error}");
    assert!(out.starts_with("z3@4.80.7 (BROKEN)\n  runs "), "{out}");
    assert!(out.contains("\n+ version      z3 4.80.7\n"), "{out}");
    assert!(
        out.contains("\n+ sat ") && out.contains("\n! unsat "),
        "{out}"
    );
    assert!(error.contains("the lines with ! say what"), "{error}");
    let (_, out, _) = gadfly(&market, &["solvers", "doctor", "z3@4.80.7", "--json"]);
    let line: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(line["solver"], "z3@4.80.7");
    assert_eq!(line["healthy"], false);
}

#[test]
fn no_name_of_a_wheel_goes_round_a_pin() {
    // A release that the catalogue knows, in a file that is none of its files.
    let market = Market::new(&["4.8.7.0"]);
    market.rebuilt_wheel("4.8.7.0", "1rebuilt-");
    let said = failure(&market, &["solvers", "install", "-q", "z3@4.8.7"]);
    assert!(said.contains("its hash is not the recorded one"), "{said}");
    let (_, listed, _) = gadfly(&market, &["solvers", "list"]);
    assert_eq!(listed, "", "nothing is left of it");
}

#[test]
fn a_program_that_was_changed_since_it_was_installed_is_not_run() {
    let market = Market::new(&["4.80.7.0"]);
    market.good_wheel("4.80.7.0");
    let (code, _, error) = gadfly(&market, &["solvers", "install", "-q", "z3@4.80.7"]);
    assert_eq!(code, Some(0), "{error}");
    let inside = "solvers/z3/4.80.7/z3_solver-4.80.7.0.data/data/bin/z3";
    let other = gadfly_testkit::SHELF_SOLVER.replace("echo sat", "echo unsat");
    std::fs::write(market.home().join(inside), other).unwrap();
    let script = market.home().join("a.smt2");
    std::fs::write(&script, "(check-sat)\n").unwrap();
    let script = script.display().to_string();
    let said = failure(&market, &["check", &script, "--solver", "z3@4.80.7"]);
    assert!(said.contains("changed since it was installed"), "{said}");
}

/// The folder that a script of an older gadfly took for its own was anybody's.
#[test]
fn a_finding_is_reproduced_in_a_folder_that_nobody_prepared() {
    let market = Market::new(&["4.80.7.0"]);
    let rules = market.home().with_file_name("rules");
    std::fs::write(
        &rules,
        "when \"(declare-const x\": crash SEGV\nalways: answer sat",
    )
    .unwrap();
    let fake = gadfly_testkit::fake_solver_path().display();
    let solver = &format!(
        "#!/bin/sh\nexec {fake} --script {} \"$@\"\n",
        rules.display()
    );
    let member = "z3_solver-4.80.7.0.data/data/bin/z3";
    market.wheel("4.80.7.0", member, solver, solver);
    let (code, _, error) = gadfly(&market, &["solvers", "install", "-q", "z3@4.80.7"]);
    assert_eq!(code, Some(0), "{error}");
    let (seed, out) = (market.home().join("seed.smt2"), market.home().join("hunt"));
    std::fs::write(
        &seed,
        "(declare-const x Int)\n(assert (< x 3))\n(check-sat)\n",
    )
    .unwrap();
    let (seed, hunt) = (seed.display().to_string(), out.display().to_string());
    let words = [
        "hunt",
        &seed,
        "--solver",
        "z3@4.80.7",
        "--strategy",
        "op",
        "--jobs",
        "1",
    ];
    let more = ["--tests", "4", "--no-reduce", "--out", &hunt];
    let (code, said, error) = gadfly(&market, &[&words[..], &more].concat());
    assert_eq!(code, Some(10), "{said}{error}");
    let temporary = tempfile::tempdir().unwrap();
    let planted = temporary.path().join("repro-z3-solver-4.80.7/bin/z3");
    std::fs::create_dir_all(planted.parent().unwrap()).unwrap();
    let ran = temporary.path().join("ran");
    std::fs::write(&planted, format!("#!/bin/sh\n: > {}\n", ran.display())).unwrap();
    let found = Command::new("chmod").arg("+x").arg(&planted).status();
    assert!(found.unwrap().success());
    for finding in std::fs::read_dir(out.join("findings")).unwrap() {
        let script = finding.unwrap().path().join("repro.sh");
        // The market's Python makes no environment; without one, nothing may be run at all.
        let tools = market.python_path().parent().unwrap().display().to_string();
        let path = format!("{tools}:{}", std::env::var("PATH").unwrap());
        let mut repro = Command::new("sh");
        repro.arg(script).env("TMPDIR", temporary.path());
        let done = repro.env("PATH", path).env_remove("SOLVER").output();
        assert_eq!(done.unwrap().status.code(), Some(125), "it cannot be told");
        assert!(!ran.exists(), "a planted program was run");
    }
}
