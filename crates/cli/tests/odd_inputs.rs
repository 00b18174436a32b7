//! Inputs that no careful user gives: what never ends, what is no hunt, what somebody else's folder
//! would have us run.

use gadfly_store::{Finding, Store};
use std::path::Path;
use std::process::Command;

/// The exit code, standard output and standard error of a command in a folder. It must end by
/// itself: without the fix it waits for ever, and is killed.
fn gadfly(folder: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new("timeout")
        .args(["60", env!("CARGO_BIN_EXE_gadfly")])
        .args(words)
        .current_dir(folder)
        .env("GADFLY_HOME", folder.join("home"))
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = output.status.code();
    (code, text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_pipe_and_an_endless_file_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let made = Command::new("mkfifo")
        .arg(folder.path().join("pipe.smt2"))
        .status();
    assert!(made.unwrap().success());
    for words in [["fmt", "pipe.smt2"], ["fmt", "/dev/zero"], ["fmt", "."]] {
        let (code, _, error) = gadfly(folder.path(), &words);
        assert_eq!(code, Some(1), "{words:?}: {error}");
        assert!(error.contains("not a regular file"), "{words:?}: {error}");
    }
    // What a shell hands over is a pipe too, and open already.
    let piped = format!("{} fmt <(echo '(check-sat)')", env!("CARGO_BIN_EXE_gadfly"));
    let output = Command::new("bash").args(["-c", &piped]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn a_folder_does_not_choose_what_is_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::write(path.join("a.smt2"), "(check-sat)\n").unwrap();
    let evil = "#!/bin/sh\ntouch \"$(dirname \"$0\")/was-run\"\necho sat\n";
    std::fs::write(path.join("solver"), evil).unwrap();
    let solver = path.join("solver");
    let chmod = Command::new("chmod").arg("+x").arg(solver).status();
    assert!(chmod.unwrap().success());
    std::fs::write(path.join("gadfly.toml"), "[check]\nsolver = \"./solver\"\n").unwrap();
    // Fenced in, it could not leave a trace.
    let words = ["check", "a.smt2", "--allow-write", "."];
    let (code, _, error) = gadfly(path, &words);
    assert_eq!(code, Some(1), "{error}");
    assert!(error.contains("`--config gadfly.toml`"), "{error}");
    assert!(!path.join("was-run").exists());
    let trusted = [&words[..], &["--config", "gadfly.toml"]].concat();
    let (_, out, error) = gadfly(path, &trusted);
    assert!(out.contains("sat"), "{out}{error}");
    assert!(path.join("was-run").exists());
}

#[test]
fn an_empty_store_is_no_hunt() {
    let folder = tempfile::tempdir().unwrap();
    let hunt = folder.path().join("hunt");
    std::fs::create_dir(&hunt).unwrap();
    std::fs::write(hunt.join("store.sqlite"), "").unwrap();
    for words in [["findings", "hunt"], ["report", "hunt"]] {
        let (code, _, error) = gadfly(folder.path(), &words);
        assert_eq!(code, Some(1), "{words:?}: {error}");
        assert!(error.contains("no hunt's store"), "{words:?}: {error}");
    }
    std::fs::remove_file(hunt.join("store.sqlite")).unwrap();
    drop(Store::create(&hunt).unwrap());
    let (code, out, error) = gadfly(folder.path(), &["findings", "hunt"]);
    assert_eq!((code, out.as_str()), (Some(0), ""));
    assert!(error.contains("nothing was tested"), "{error}");
}

#[test]
fn an_edited_plan_is_an_error_with_words() {
    let folder = tempfile::tempdir().unwrap();
    let hunt = folder.path().join("hunt");
    drop(Store::create(&hunt).unwrap());
    for text in [
        "[shard]\nnumber = 0\nof = 0\n",
        "[budget]\nseconds = -1.0\n",
    ] {
        std::fs::write(hunt.join("hunt.toml"), text).unwrap();
        let (code, _, error) = gadfly(folder.path(), &["hunt", "--resume", "hunt"]);
        assert_eq!(code, Some(1), "{error}");
        assert!(error.contains("hunt.toml"), "{error}");
    }
}

#[test]
fn an_id_that_is_no_folders_name_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for id in ["../../outside", "", "a/b", ".", "a\u{1b}[2J"] {
        let hunt = folder.path().join("hunt");
        let mut store = Store::create(&hunt).unwrap();
        let finding = Finding {
            id: id.into(),
            kind: gadfly_vocabulary::Kind::Crash,
            identity: id.into(),
            ..Finding::default()
        };
        store.add_finding(0, &finding, "(check-sat)", 0).unwrap();
        drop(store);
        std::fs::write(hunt.join("hunt.toml"), "").unwrap();
        for words in [&["findings", "hunt"][..], &["report", "hunt"]] {
            let (code, _, error) = gadfly(folder.path(), words);
            assert_eq!(code, Some(1), "{id:?}: {error}");
            assert!(error.contains("name of a folder"), "{id:?}: {error}");
        }
        std::fs::remove_dir_all(&hunt).unwrap();
    }
}

#[test]
fn a_solvers_long_words_are_cut() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::write(path.join("a.smt2"), "(check-sat)\n").unwrap();
    let rules = format!("always: error \"{}\"\n", "x".repeat(1 << 20));
    std::fs::write(path.join("rules"), rules).unwrap();
    let fake = gadfly_testkit::fake_solver_path();
    let rules = path.join("rules");
    let solver = format!("{} -in --script {}", fake.display(), rules.display());
    for more in [&[][..], &["--json"]] {
        let words = [&["check", "a.smt2", "--solver", &solver][..], more].concat();
        let (_, out, error) = gadfly(path, &words);
        let longest = out.lines().chain(error.lines()).map(str::len).max();
        assert!(longest.unwrap() < 8192, "{longest:?}");
        assert!(out.contains("cut: "), "{out}");
    }
}
