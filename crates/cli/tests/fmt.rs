//! `gadfly fmt` as a person meets it: what it prints, and how it ends.

use gadfly_testkit::told;
use std::process::{Command, Output};

fn fmt(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gadfly"))
        .arg("fmt")
        .args(arguments)
        .output()
        .expect("gadfly runs")
}

fn file(folder: &tempfile::TempDir, name: &str, bytes: &[u8]) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).expect("written");
    path.display().to_string()
}

#[test]
fn prints_what_it_accepts_as_it_stands() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "; kept\n(declare-const x  Int)(assert(> x 0))\n";
    let path = file(&folder, "a.smt2", text.as_bytes());
    assert_eq!(told(&fmt(&[&path])), (Some(0), text.into(), String::new()));
    assert_eq!(
        told(&fmt(&["--check", &path])),
        (Some(0), String::new(), String::new())
    );
    let (code, out, _) = told(&fmt(&["--json", &path]));
    assert_eq!(code, Some(0));
    assert!(
        out.contains("\"ok\":true") && out.contains("\"inferred_logic\":\"QF_LIA\""),
        "{out}"
    );
    let (_, out, _) = told(&fmt(&["--pretty", &path]));
    assert_eq!(out, "; kept\n(declare-const x Int)\n(assert (> x 0))\n");
}

#[test]
fn bytes_that_are_not_utf8_are_kept_where_they_may_stand() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = b"; caf\xe9\n(check-sat)\n";
    let path = file(&folder, "latin.smt2", text);
    let output = fmt(&[&path]);
    assert_eq!(
        (output.status.code(), &output.stdout[..]),
        (Some(0), &text[..])
    );
    let path = file(&folder, "bad.smt2", b"(assert caf\xe9)\n");
    let want = format!(
        "error: {path}:1:12: a character outside ASCII may stand only in comments, strings and quoted symbols\n  |\n1 | (assert caf\u{e9})\n  |            ^\n"
    );
    let (code, out, err) = told(&fmt(&[&path]));
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(err.ends_with(&want), "{err}");
}

#[test]
fn what_is_not_there_or_not_well_formed_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().display().to_string();
    assert_eq!(
        told(&fmt(&[&root])),
        (
            Some(1),
            String::new(),
            format!("error: {root}: the folder holds no *.smt2 file\n")
        )
    );
    let missing = format!("{root}/missing.smt2");
    assert_eq!(
        told(&fmt(&[&missing])),
        (
            Some(1),
            String::new(),
            format!("error: {missing}: no such file or folder\n")
        )
    );
    let empty = file(&folder, "empty.smt2", b"");
    assert_eq!(
        told(&fmt(&[&empty])),
        (Some(0), String::new(), String::new())
    );
    let nul = file(&folder, "nul.smt2", b"(check-sat)\0");
    assert_eq!(
        told(&fmt(&["--check", &nul])),
        (
            Some(1),
            String::new(),
            format!(
                "error: {nul}:1:12: unexpected byte 0x00\n  |\n1 | (check-sat)\n  |            ^\n"
            )
        )
    );
    let (code, out, err) = told(&fmt(&["--check", &root]));
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(err.ends_with("1 of 2 files are not well-formed\n"), "{err}");
}
