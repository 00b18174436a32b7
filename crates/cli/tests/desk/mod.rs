//! A folder with a seed and programs of a test's own, and the program run in it.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output};

pub(crate) const SEED: &str = "(set-logic QF_LIA)\n(declare-fun x () Int)\n(declare-fun y () Int)\n\
    (assert (> (+ x y) (* 2 x)))\n(assert (< x 7))\n(check-sat)\n";

pub(crate) struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    pub(crate) fn new() -> Desk {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("seed.smt2"), SEED).unwrap();
        Desk { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A script as a program.
    pub(crate) fn script(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        path.display().to_string()
    }

    pub(crate) fn gadfly(&self, words: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_gadfly"))
            .args(words)
            .current_dir(self.folder.path())
            .env("GADFLY_HOME", self.path("home"))
            .output()
            .unwrap()
    }

    /// A hunt; its folder is `out` unless another is named.
    pub(crate) fn hunt(&self, solver: &str, more: &[&str]) -> Output {
        let out: &[&str] = match more.contains(&"--out") {
            true => &[],
            false => &["--out", "out"],
        };
        let words = ["hunt", "seed.smt2", "--strategy", "op", "--jobs", "1"];
        self.gadfly(&[&words[..], &["--solver", solver], out, more].concat())
    }
}

pub(crate) fn said(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    String::from_utf8_lossy(out).into_owned() + &String::from_utf8_lossy(err)
}

/// The command ended so and said all of this.
#[track_caller]
pub(crate) fn check(done: &Output, code: i32, sentences: &[&str]) -> String {
    let said = said(done);
    assert_eq!(done.status.code(), Some(code), "{said}");
    for sentence in sentences {
        assert!(said.contains(sentence), "no `{sentence}` in:\n{said}");
    }
    said
}
