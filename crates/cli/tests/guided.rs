//! A hunt that is steered by the edges of a solver's control flow: a program that tells them, with a crash behind
//! ten nested conditions.

mod hunting;

use hunting::gadfly;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Tests in which a guided hunt finds it. Sixteen hunts of other seeds took 541 to 1,780.
const ENOUGH: u64 = 4_000;

/// The program, as `solvers build --flavour edges` would link it.
fn program(folder: &Path) -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let teller = own.join("../install/src/build/edges.c");
    let source = own.join("tests/counted/nested.c");
    let (object, nested, program) = (
        folder.join("edges.o"),
        folder.join("nested.o"),
        folder.join("nested"),
    );
    let gcc = |words: &[&std::ffi::OsStr]| {
        let done = Command::new("gcc")
            .arg("-O1")
            .args(words)
            .output()
            .expect("gcc");
        assert!(done.status.success(), "{done:?}");
    };
    gcc(&[
        "-c".as_ref(),
        teller.as_ref(),
        "-o".as_ref(),
        object.as_ref(),
    ]);
    let counting = "-fsanitize-coverage=trace-pc".as_ref();
    gcc(&[
        counting,
        "-O0".as_ref(),
        "-c".as_ref(),
        source.as_ref(),
        "-o".as_ref(),
        nested.as_ref(),
    ]);
    gcc(&[
        nested.as_ref(),
        object.as_ref(),
        "-o".as_ref(),
        program.as_ref(),
    ]);
    program
}

/// A long sum, in which `op` can make products.
fn seeds(folder: &Path) -> String {
    let head =
        "(set-logic QF_BV)\n(declare-fun a () (_ BitVec 8))\n(declare-fun b () (_ BitVec 8))\n";
    let sum = (0..20).fold("a".to_string(), |sum, n| {
        format!("(bvadd {sum} {})", ["a", "b"][n % 2])
    });
    let seeds = hunting::seeds(folder, head, &[&format!("(distinct a {sum})")]);
    seeds.display().to_string()
}

/// A hunt's last words.
struct Hunt {
    folder: PathBuf,
    said: Value,
}

impl Hunt {
    fn findings(&self) -> usize {
        self.said["findings"].as_array().unwrap().len()
    }

    fn edges(&self) -> u64 {
        self.said["reached"]["edges"].as_u64().unwrap_or(0)
    }

    /// The formulas that became seeds, by their tests.
    fn seeds(&self) -> Vec<u64> {
        let files = std::fs::read_dir(self.folder.join("edges/seeds"))
            .into_iter()
            .flatten();
        let index = |file: std::io::Result<std::fs::DirEntry>| {
            file.unwrap().path().file_stem()?.to_str()?.parse().ok()
        };
        files.filter_map(index).collect()
    }
}

fn run(folder: &Path, words: &[&str]) -> Hunt {
    let own = ["hunt", "--jobs", "1", "--json", "-q"];
    let (code, stdout, stderr) = gadfly(folder, &[&own, words].concat());
    assert!(matches!(code, Some(0 | 10)), "{stdout}{stderr}");
    let last = stdout.lines().last().unwrap();
    let said: Value = serde_json::from_str(last).unwrap();
    let below = said["folder"].as_str().unwrap();
    Hunt {
        folder: PathBuf::from(below),
        said,
    }
}

fn hunt(folder: &Path, name: &str, tests: u64, more: &[&str]) -> Hunt {
    let solver = format!("{} -in", program(folder).display());
    let (seeds, out) = (seeds(folder), folder.join(name).display().to_string());
    let tests = tests.to_string();
    let words = [
        &*seeds,
        "--solver",
        &solver,
        "--profile",
        "z3",
        "--strategy",
        "op",
        "--no-options",
        "--no-reduce",
        "--findings",
        "1",
        "--tests",
        &tests,
        "--out",
        &out,
    ];
    run(folder, &[&words, more].concat())
}

#[test]
fn what_lies_behind_ten_conditions_is_found_guided_and_not_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let guided = hunt(folder, "guided", ENOUGH, &[]);
    assert!(guided.findings() > 0, "{}", guided.said);
    assert!(guided.seeds().len() >= 5, "{:?}", guided.seeds());
    assert!(guided.edges() > 20, "{}", guided.said);
    // What was made from formulas of the hunt is made again.
    let id = guided.said["findings"][0]["id"].as_str().unwrap();
    let which = guided.folder.join(id).display().to_string();
    let (code, stdout, stderr) = gadfly(folder, &["hunt", "--replay", &which, "-q"]);
    assert_eq!(code, Some(10), "{stdout}{stderr}");
    assert!(stdout.contains("edges/seeds/"), "{stdout}");
    let blind = hunt(folder, "blind", 10 * ENOUGH, &["--unguided"]);
    assert_eq!(blind.findings(), 0, "{}", blind.said);
    assert_eq!(blind.said["reached"], Value::Null);
    assert!(!blind.folder.join("edges").exists());
}

#[test]
fn a_hunt_that_goes_on_knows_what_was_reached() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let first = hunt(folder, "hunt", 400, &["--seed", "3"]);
    let before = first.seeds();
    assert!(!before.is_empty());
    let words = [
        "--resume",
        &first.folder.display().to_string(),
        "--tests",
        "800",
    ];
    let second = run(folder, &words);
    assert!(second.edges() >= first.edges());
    let after = second.seeds();
    assert!(before.iter().all(|index| after.contains(index)));
    // What was reached before is not new: else the first formulas would become seeds once more.
    let more = after.len() - before.len();
    assert!(
        (more as u64) <= second.edges() - first.edges(),
        "{before:?} {after:?}"
    );
}
