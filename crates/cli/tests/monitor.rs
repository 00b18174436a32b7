//! `gadfly monitor` with planted bugs: it says exactly what changed, and is silent where nothing did.

mod planted;

use planted::Desk;
use std::process::{Command, Output};

fn monitor(desk: &Desk, candidate: &str, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gadfly"))
        .args(["monitor", "--grammar"])
        .arg(desk.path("toy.g4"))
        .args(["--count", "200", "--timeout", "1s", "--quiet", "--json"])
        .args([
            "--candidate",
            &desk.fake(candidate),
            "--reference",
            &desk.fake("judge"),
            "--out",
        ])
        .arg(desk.path("cases"))
        .args(more)
        .env("GADFLY_HOME", desk.path("home"))
        .output()
        .unwrap()
}

/// The command ended with this code.
fn ended(output: &Output, code: i32) {
    let (ended, out, error) = gadfly_testkit::told(output);
    assert_eq!(ended, Some(code), "{out}{error}");
}

fn lines(output: &Output) -> Vec<serde_json::Value> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn there_and_back_it_says_what_changed() {
    let desk = Desk::new();
    let path = |name: &str| desk.path(name).display().to_string();
    let (old, new) = (path("old.json"), path("new.json"));
    let first = monitor(&desk, "old", &["--save-baseline", &old]);
    ended(&first, 10);
    assert!(std::fs::metadata(&old).unwrap().len() < 4000);
    let better = monitor(&desk, "new", &["--baseline", &old, "--save-baseline", &new]);
    ended(&better, 0);
    let (junit, sarif, markdown) = (path("j.xml"), path("s.json"), path("m.md"));
    let forms = [
        "--junit",
        &junit,
        "--sarif",
        &sarif,
        "--markdown",
        &markdown,
    ];
    let worse = monitor(
        &desk,
        "old",
        &[&["--baseline", new.as_str()][..], &forms[..]].concat(),
    );
    assert_eq!(worse.status.code(), Some(10));
    let (better, worse) = (lines(&better), lines(&worse));
    let kinds = |lines: &[serde_json::Value]| -> Vec<String> {
        lines
            .iter()
            .filter_map(|line| line["kind"].as_str().map(str::to_string))
            .collect()
    };
    for kind in [
        "soundness",
        "invalid-model",
        "crash",
        "incomplete",
        "rejected",
    ] {
        assert!(kinds(&better).contains(&kind.to_string()), "{better:?}");
        assert!(kinds(&worse).contains(&kind.to_string()), "{worse:?}");
    }
    // What goes away in one direction comes back in the other.
    let count = |lines: &[serde_json::Value], key: &str| lines[lines.len() - 1][key].clone();
    assert_eq!(count(&better, "better"), count(&worse, "worse"));
    assert_eq!(count(&better, "worse"), 0);
    let model = worse
        .iter()
        .find(|line| line["kind"] == "invalid-model")
        .unwrap();
    assert!(
        model["case"].as_str().unwrap().contains("( and a b )"),
        "{model}"
    );
    for (file, words) in [
        (junit, "<failure type=\"crash\""),
        (sarif, "\"invalid-model\""),
        (markdown, "**worse**"),
    ] {
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains(words), "{file}: {text}");
    }
}

#[test]
fn equal_builds_are_silent() {
    let desk = Desk::new();
    let base = desk.path("base.json").display().to_string();
    monitor(&desk, "old", &["--save-baseline", &base]);
    for _ in 0..3 {
        let same = monitor(&desk, "old", &["--baseline", &base]);
        ended(&same, 0);
        assert_eq!(lines(&same).len(), 1);
    }
}

#[test]
fn a_baseline_that_does_not_fit_is_refused() {
    let desk = Desk::new();
    let base = desk.path("base.json");
    let name = base.display().to_string();
    monitor(&desk, "new", &["--save-baseline", &name]);
    let text = std::fs::read_to_string(&base).unwrap();
    let grammar = std::fs::read_to_string(desk.path("toy.g4")).unwrap();
    for (broken, words) in [
        (
            text.replace("\"gadfly_baseline\": 1", "\"gadfly_baseline\": 9"),
            "of version 9",
        ),
        ("{}".to_string(), "not a baseline"),
        (text[..text.len() / 2].to_string(), "not a baseline"),
        (
            text.replace("\"timeout_ms\": 1000", "\"timeout_ms\": 7"),
            "time limit of 7 ms",
        ),
    ] {
        std::fs::write(&base, &broken).unwrap();
        let done = monitor(&desk, "new", &["--baseline", &name]);
        let stderr = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{stderr}");
        assert!(
            stderr.contains(words) && stderr.contains("--save-baseline"),
            "{stderr}"
        );
        assert_eq!(std::fs::read_to_string(&base).unwrap(), broken);
    }
    std::fs::write(&base, &text).unwrap();
    std::fs::write(desk.path("toy.g4"), grammar.replace("'or'", "'xor'")).unwrap();
    let done = monitor(&desk, "new", &["--baseline", &name]);
    assert!(String::from_utf8_lossy(&done.stderr).contains("another version of Toy"));
}

/// A build that is broken, or no solver at all, must not pass.
#[test]
fn a_candidate_that_decides_nothing_fails() {
    let desk = Desk::new();
    let base = desk.path("base.json").display().to_string();
    monitor(&desk, "new", &["--save-baseline", &base]);
    let before = std::fs::read_to_string(&base).unwrap();
    desk.plant("mute", "z3", "version Z3 version 4.13.0\nalways: silent\n");
    let first = monitor(&desk, "mute", &["--save-baseline", &base]);
    let stderr = String::from_utf8_lossy(&first.stderr);
    assert_eq!(first.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("decided none of 200 formulas"), "{stderr}");
    assert_eq!(std::fs::read_to_string(&base).unwrap(), before);
    let beside = monitor(&desk, "mute", &["--baseline", &base]);
    assert_eq!(beside.status.code(), Some(10));
    let lines = lines(&beside);
    let last = lines.last().unwrap();
    assert_eq!((&last["worse"], &last["decided"]), (&200.into(), &0.into()));
}

#[test]
fn a_reference_that_decides_nothing_is_told_of() {
    let desk = Desk::new();
    desk.plant(
        "mute",
        "cvc5",
        "version This is cvc5 version 1.4.2\nalways: error \"no logic\"\n",
    );
    let summary = |reference: &str| {
        let path = desk.path(&format!("{reference}.md"));
        let markdown = path.display().to_string();
        let reference = desk.path(reference).join("cvc5").display().to_string();
        let done = Command::new(env!("CARGO_BIN_EXE_gadfly"))
            .args(["monitor", "--count", "50", "--quiet", "--grammar"])
            .arg(desk.path("toy.g4"))
            .args(["--candidate", &desk.fake("new"), "--reference", &reference])
            .args(["--markdown", &markdown, "--out"])
            .arg(desk.path("cases"))
            .env("GADFLY_HOME", desk.path("home"))
            .output()
            .unwrap();
        assert_eq!(done.status.code(), Some(0));
        std::fs::read_to_string(path).unwrap()
    };
    assert!(summary("mute").contains("decided none of the 50 formulas"));
    assert!(summary("judge").ends_with("Nothing wrong on 50 formulas.\n\n"));
}
