//! The order of the enumeration against `order.py`, an implementation in another language that
//! knows only the description of the dialect.
//!
//! A million of each grammar: `GADFLY_FORMULAS=1000000 cargo test --release -p gadfly-enumerate
//! --test order -- --nocapture`; grammars of a folder of yours too: `GADFLY_GRAMMARS=FOLDER`.

use dashu_int::UBig;
use gadfly_enumerate::{Enumerator, Grammar};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn files() -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../catalog/grammars");
    let folders = [
        Some(own),
        std::env::var_os("GADFLY_GRAMMARS").map(PathBuf::from),
    ];
    let entries = folders
        .iter()
        .flatten()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Compares the first texts of a grammar; returns how many there were.
fn compare(file: &Path, count: usize) -> Option<usize> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/order.py");
    let mut python = Command::new("python3");
    python.arg(script).arg(file).arg(count.to_string());
    let mut child = python.stdout(Stdio::piped()).spawn().ok()?;
    let expected = BufReader::new(child.stdout.take().unwrap());
    let text = std::fs::read_to_string(file).unwrap();
    let grammar = Grammar::parse(&text, &file.to_string_lossy()).unwrap();
    let mut enumerator = Enumerator::new(&grammar);
    let mut formulas = enumerator.iter_from(UBig::ZERO).unwrap();
    let mut compared = 0;
    for line in expected.lines() {
        let line = line.unwrap();
        let name = file.display();
        assert_eq!(formulas.next(), Some(line.as_str()), "{name} at {compared}");
        compared += 1;
    }
    assert!(child.wait().unwrap().success());
    Some(compared)
}

#[test]
fn the_order_is_that_of_the_description() {
    let count = std::env::var("GADFLY_FORMULAS").map_or(5_000, |n| n.parse().unwrap());
    for file in files() {
        let Some(compared) = compare(&file, count) else {
            eprintln!("skipped: there is no python3");
            return;
        };
        assert_eq!(compared, count, "{}", file.display());
        println!("{}: {compared} formulas agree", file.display());
    }
}
