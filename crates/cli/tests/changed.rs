//! `gadfly monitor --changed` with planted bugs: the check looks where the change is.

mod hunting;

use hunting::{gadfly, solver};
use serde_json::Value;
use std::path::Path;

/// Seeds of strings and of bit-vectors, none of which has the operator of the change.
fn all_seeds(folder: &Path) -> String {
    let strings = "(declare-fun s () String)\n(declare-fun t () String)\n";
    let bits = "(declare-fun v () (_ BitVec 8))\n";
    let seeds = folder.join("seeds");
    std::fs::create_dir(&seeds).unwrap();
    for (name, head, term) in [
        ("a", strings, "(= (str.replace s t \"x\") (str.++ t \"y\"))"),
        ("b", strings, "(< (str.len s) (str.len t))"),
        ("c", bits, "(= (bvadd v #x01) (bvmul v v))"),
        ("d", bits, "(bvult (bvand v #x0f) (bvor v #x01))"),
    ] {
        let text = format!("{head}(assert {term})\n(check-sat)\n");
        std::fs::write(seeds.join(format!("{name}.smt2")), text).unwrap();
    }
    seeds.display().to_string()
}

/// A change of one function.
fn diff(folder: &Path, file: &str, function: &str) -> String {
    let path = folder.join("change.diff");
    let text = format!(
        "diff --git a/{file} b/{file}\n--- a/{file}\n+++ b/{file}\n@@ -9 +9 @@ br_status {function}(expr* a) {{\n\
         -    one();\n+    two();\n"
    );
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// Checks a build with these bugs; its exit code, what it said of the file, its end, and its errors.
fn check(
    rules: &str,
    file: &str,
    function: &str,
    tests: &str,
) -> (Option<i32>, Vec<Value>, String) {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let candidate = solver(folder, "rules", rules);
    let (seeds, diff) = (all_seeds(folder), diff(folder, file, function));
    let out = folder.join("out").display().to_string();
    let words = [
        "monitor",
        &seeds,
        "--candidate",
        &candidate,
        "--profile",
        "z3",
        "--changed",
        &diff,
        "--out",
        &out,
        "--tests",
        tests,
        "--schedule",
        "uniform",
        "--jobs",
        "1",
        "--quiet",
        "--json",
    ];
    let (code, out, error) = gadfly(folder, &words);
    let read = |line: &str| serde_json::from_str(line).unwrap();
    (code, out.lines().map(read).collect(), error)
}

const STRINGS: &str = "src/ast/rewriter/seq_rewriter.cpp";
const CRASH: &str = "when \"(str.replace_all \": assertion\n";

#[test]
fn a_bug_in_the_operator_of_the_change_is_found() {
    let (code, lines, error) = check(CRASH, STRINGS, "seq_rewriter::mk_seq_replace_all", "320");
    assert_eq!(code, Some(10), "{error}");
    let [file, end] = &lines[..] else {
        panic!("{lines:?}");
    };
    assert_eq!(
        (&file["reach"], &file["part"]),
        (&"aimed".into(), &"strings".into())
    );
    let operators = file["operators"].as_array().unwrap();
    assert!(
        operators.contains(&"str.replace_all".into()),
        "{operators:?}"
    );
    assert!(!operators.contains(&"str.at".into()), "{operators:?}");
    let (formulas, tests) = (file["formulas"].as_u64(), end["tests"].as_u64());
    let (formulas, tests) = (formulas.unwrap(), tests.unwrap());
    // None of the seeds has it.
    assert!(formulas * 10 > tests, "{formulas} of {tests}");
    let cases = crashes(&lines);
    assert_eq!(cases.len(), 1, "{end}");
    assert!(cases[0].contains("str.replace_all"), "{cases:?}");
}

/// The cases of the crashes that a check found. The planted solvers say `sat` to all else, which is found, too.
fn crashes(lines: &[Value]) -> Vec<&str> {
    let findings = lines.last().unwrap()["findings"].as_array().unwrap();
    let crashes = findings.iter().filter(|f| f["kind"] == "crash");
    crashes.map(|f| f["case"].as_str().unwrap()).collect()
}

/// Half of the seeds are about bit-vectors: a check of a change of strings leaves them alone.
#[test]
fn a_change_elsewhere_does_not_look_there() {
    let bits = "when \"(bv\": assertion\n";
    let (_, strings, _) = check(bits, STRINGS, "seq_rewriter::mk_seq_at", "320");
    assert!(crashes(&strings).is_empty(), "{strings:?}");
    let (code, bits, error) = check(bits, "src/smt/theory_bv.cpp", "theory_bv::propagate", "320");
    assert_eq!(code, Some(10), "{error}");
    assert!(!crashes(&bits).is_empty(), "{bits:?}");
}

#[test]
fn a_check_that_met_nothing_of_the_change_fails() {
    // So few that the planted solver's `sat` is not wrong yet: a finding would be told.
    let plugin = "src/ast/recfun_decl_plugin.cpp";
    let (code, lines, error) = check("", plugin, "def::compute_cases", "16");
    assert_eq!((code, lines.len()), (Some(1), 0), "{error}");
    assert!(error.contains("had what the change is about"), "{error}");
}
