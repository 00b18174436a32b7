//! `repro.sh` with builds of one's own: played by small scripts.

use gadfly_report::{CaseFiles, write_case_folder};
use gadfly_store::Finding;
use gadfly_vocabulary::Kind;
use std::process::Command;

/// What `repro.sh` of a finding exits with and says last, where this script plays the build.
fn told(finding: &Finding, case: &str, build: &str) -> (Option<i32>, String) {
    gadfly_testkit::catalog();
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("build");
    std::fs::write(&program, build).unwrap();
    let files = CaseFiles {
        finding,
        case,
        original: case,
        runs: &[],
        command: &[&["z3"], &*words(&finding.options)]
            .concat()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        sent: None,
        proof: None,
    };
    write_case_folder(folder.path(), &files).unwrap();
    let script = folder.path().join("findings").join(&finding.id);
    let ran = Command::new("sh")
        .arg(script.join("repro.sh"))
        .env("SOLVER", format!("sh {}", program.display()))
        // Who is asked what must hold has nothing to say.
        .env("JUDGE", "true")
        .output()
        .unwrap();
    let said = String::from_utf8(ran.stdout).unwrap();
    let last = said.lines().last().unwrap_or_default();
    (ran.status.code(), last.to_string())
}

fn words(options: &[String]) -> Vec<&str> {
    options.iter().map(String::as_str).collect()
}

fn finding(kind: Kind, signature: &str, options: &[&str]) -> Finding {
    Finding {
        id: "z3-finding".into(),
        kind,
        signature: signature.parse().unwrap(),
        family: "z3".into(),
        version: "own".into(),
        options: options.iter().map(ToString::to_string).collect(),
        ..Finding::default()
    }
}

/// A build that knows no `hoist_cmul`, and dies of it as z3 does.
const NEWER: &str = "case \"$*\" in *hoist_cmul*)\n\
                     echo \"ERROR: unknown parameter 'hoist_cmul' at module 'rewriter'\" >&2\n\
                     exit 110 ;; esac\n";

#[test]
fn a_build_is_asked_without_the_options_that_it_does_not_know() {
    let case = "(assert true)(check-sat)";
    let options = [
        "tactic.default_tactic=(then 'a' smt)",
        "rewriter.hoist_cmul=true",
    ];
    let without = "(asked without rewriter.hoist_cmul=true, which it does not know)";
    let wrong = finding(Kind::Soundness, "refutation", &options);
    let crash = finding(Kind::Crash, "signal:11", &options);
    // The option that it knows is still there.
    let right = format!("{NEWER}case \"$*\" in *\"(then 'a' smt)\"*) echo sat ;; esac");
    for (finding, build, code, said) in [
        (&wrong, right.clone(), 0, "it answers sat, which is right"),
        (&wrong, format!("{NEWER}echo unsat"), 1, "and sat is right"),
        (&crash, right.clone(), 0, "it answers"),
        (&crash, format!("{NEWER}kill -SEGV $$"), 1, "it dies"),
    ] {
        let (exit, last) = told(finding, case, &build);
        assert_eq!(exit, Some(code), "{last}");
        assert!(
            last.contains(said) && last.ends_with(without),
            "{build}: {last}"
        );
    }
}

/// An option of the user's own that the build does not know is no death.
#[test]
fn what_a_build_does_not_know_is_no_crash() {
    let crash = finding(Kind::Crash, "signal:11", &[]);
    let build = "echo \"ERROR: unknown parameter 'mine' at module 'x'\"; exit 110";
    let (exit, last) = told(&crash, "(check-sat)", build);
    assert_eq!(exit, Some(125), "{last}");
    let (exit, _) = told(
        &crash,
        "(check-sat)",
        "echo 'ASSERTION VIOLATION'; exit 110",
    );
    assert_eq!(exit, Some(1));
}

/// A warning between the answers is no response.
#[test]
fn warnings_stand_apart_from_answers() {
    let evaluates = finding(Kind::Obligation, "obligation:optimum:evaluates", &[]);
    let case = "(declare-const x Int)(minimize x)(check-sat)(get-objectives)(get-model)";
    let build =
        "echo 'WARNING: unhandled theory' >&2; echo sat; echo '(objectives (x oo))'; echo '()'";
    let (exit, last) = told(&evaluates, case, build);
    assert_eq!(
        (exit, last.contains("no optimum")),
        (Some(0), true),
        "{last}"
    );
}
