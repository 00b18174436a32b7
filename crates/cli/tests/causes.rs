//! Findings that probably have one cause: one is shown, the others are folded under it, none is lost.

mod hunting;

use gadfly_store::{Finding, Reduction, Store};
use gadfly_vocabulary::{Kind, Signature};
use hunting::{STEADY, seeds, solver};
use std::path::Path;
use std::process::Command;

fn finding(n: u64, wrapper: &str) -> Finding {
    let words = |text: &str| text.split_whitespace().map(String::from).collect();
    Finding {
        id: format!("z3-crash-0000000{n}"),
        kind: Kind::Crash,
        solver: "z3@5.4.0".into(),
        family: "z3".into(),
        version: "5.4.0".into(),
        title: format!("z3 5.4.0: crash number {n}"),
        signature: Signature::Signal(11),
        identity: format!("5.4.0 crash/z3/signal:11/{wrapper} str.in_re str.to_re"),
        index: n,
        operators: words(&format!("{wrapper} str.in_re str.to_re")),
        reduction: Some(Reduction {
            after: 90 + n,
            ..Reduction::default()
        }),
        ..Finding::default()
    }
}

/// A hunt's folder with so many crashes that look alike, and one that does not.
fn hunt(folder: &Path, alike: usize) {
    let wrappers = ["re.*", "re.+", "re.opt", "re.comp", "re.diff", "re.union"];
    let mut store = Store::create(folder).unwrap();
    for (n, wrapper) in wrappers.into_iter().take(alike).enumerate() {
        let finding = finding(n as u64, wrapper);
        store.add_finding(0, &finding, "(check-sat)\n", 1).unwrap();
    }
    let mut other = finding(9, "bvudiv bvurem concat select");
    other.operators = vec!["bvudiv".into()];
    store.add_finding(0, &other, "(check-sat)\n", 1).unwrap();
}

fn gadfly(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_gadfly"))
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn six_alike_are_one_cause() {
    let folder = tempfile::tempdir().unwrap();
    hunt(folder.path(), 6);
    let path = folder.path().to_str().unwrap();
    let list = gadfly(&["findings", path]);
    let lines: Vec<&str> = list.lines().collect();
    assert_eq!(lines.len(), 8, "{list}");
    assert!(lines[0].starts_with("z3-crash-00000000 "), "{list}");
    assert_eq!(lines[1], "  probably one cause, 5 more:");
    assert!(lines[2..7].iter().all(|line| line.starts_with("    z3-")));
    assert!(lines[7].starts_with("z3-crash-00000009 "), "{list}");
    // Every one is still there by its name, and says where it is folded.
    let causes: Vec<Option<String>> = gadfly(&["findings", path, "--json"])
        .lines()
        .map(|line| {
            let finding: Finding = serde_json::from_str(line).unwrap();
            finding.cause
        })
        .collect();
    let first = Some("z3-crash-00000000".to_string());
    assert_eq!(causes[0], None);
    assert!(causes[1..6].iter().all(|cause| *cause == first));
    assert_eq!(causes[6], None);
    let page = folder.path().join("page.html");
    gadfly(&["report", path, "--out", page.to_str().unwrap()]);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("7 findings, probably 2 causes"));
    assert!(page.contains("probably one cause: 5 more findings"));
    for n in [0, 1, 2, 3, 4, 5, 9] {
        assert!(page.contains(&format!("id=\"z3-crash-0000000{n}\"")), "{n}");
    }
}

#[test]
fn five_alike_are_not() {
    let folder = tempfile::tempdir().unwrap();
    hunt(folder.path(), 5);
    let list = gadfly(&["findings", folder.path().to_str().unwrap()]);
    assert_eq!(list.lines().count(), 6, "{list}");
    assert!(!list.contains("probably"), "{list}");
}

const NUMBERS: &str = "(declare-fun x () Real)\n(declare-fun i () Int)\n";

/// Seeds over a real and an integer, the second standing for a real.
fn mixed(rules: &str) -> Vec<Finding> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let terms = ["(< x i)", "(= (+ x i) 2.5)", "(not (>= (* 2.0 x) (- x i)))"];
    let seeds = seeds(path, NUMBERS, &terms).display().to_string();
    let spec = solver(path, "rules", rules);
    let out = path.join("out").display().to_string();
    let words = [
        "hunt",
        &seeds,
        "--solver",
        &spec,
        "--out",
        &out,
        "--no-reduce",
    ];
    let more = ["--strategy", "op", "--jobs", "1", "--tests", "24"];
    let (code, _, said) = hunting::gadfly(path, &[&words[..], &STEADY[..], &more].concat());
    assert_eq!(code, Some(10), "{said}");
    Store::read(Path::new(&out)).unwrap().findings().unwrap()
}

/// Dies of integers that stand for reals, whatever the formula is: one bug, and it says on what it hangs.
#[test]
fn what_shows_without_written_conversions_alone_is_one_finding() {
    let found =
        mixed("when \"to_real\": answer sat\nwhen \"x i)\": crash SEGV\nalways: answer sat");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].triggers > 2, "{found:?}");
    assert!(found[0].notes[0].contains("conversions"), "{found:?}");
}

#[test]
fn what_shows_with_written_conversions_too_is_named_after_the_formula() {
    let found =
        mixed("when \"x i)\": crash SEGV\nwhen \"to_real i\": crash SEGV\nalways: answer sat");
    assert!(found.len() > 1, "{found:?}");
    assert!(found.iter().all(|f| f.notes.is_empty()), "{found:?}");
}
