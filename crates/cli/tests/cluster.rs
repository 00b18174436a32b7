//! Parts of a uniform hunt as processes: stopped at their limits, killed, started again, merged while they
//! run and at the end; the whole equals the hunt that nobody disturbed.

mod hunting;
#[path = "../../campaign/tests/outcome/mod.rs"]
mod outcome;

use gadfly_store::Store;
use hunting::{STEADY, command, gadfly, solver};
use outcome::{tests_of, verdicts_of};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

const PARTS: usize = 3;
const TESTS: &str = "450";

/// A crash with words of its own, a refusal, and time enough that a part needs more than one turn.
const RULES: &str =
    "when \"(* \": assertion\nwhen \"(div \": error \"no division\"\nalways: burn 4";

/// The hunt, in one piece or many.
fn hunt(folder: &Path) -> Vec<String> {
    let head =
        "(set-logic QF_NIA)\n(declare-fun x () Int)\n(declare-fun y () Int)\n(assert (< x 7))\n";
    let terms = ["(> (+ x y) (- 2 x))", "(< (- x) (+ y 1))"];
    let seeds = hunting::seeds(folder, head, &terms).display().to_string();
    let solver = solver(folder, "rules", RULES);
    let words = ["hunt", &seeds, "--solver", &solver, "--strategy", "op,swap"];
    let words = [&words, &STEADY[..], &["--tests", TESTS, "--jobs", "1"]].concat();
    words.into_iter().map(str::to_string).collect()
}

fn run(folder: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let (code, out, err) = gadfly(folder, words);
    assert!(!err.contains("panicked"), "{err}");
    (code, out, err)
}

/// Everything that must not depend on who ran it.
fn whole(out: &Path) -> Vec<String> {
    let store = Store::read(out).unwrap();
    let findings = store.findings().unwrap().into_iter();
    let findings = findings.map(|f| format!("{} {} {}", f.id, f.identity, f.triggers));
    let tallies = store.tallies().unwrap().into_iter();
    let runs = tallies.map(|t| format!("{} {} {}", t.strategy, t.class, t.runs));
    let states = store.verdict_counts().unwrap().into_iter();
    let states = states.map(|(kind, _, state, count)| format!("{kind} {state:?} {count}"));
    let mut all = [tests_of(&store), verdicts_of(&store)].concat();
    let mut doubts = store.doubts().unwrap();
    doubts.sort_by_key(|doubt| doubt.index);
    let doubts = doubts.into_iter();
    let doubts = doubts.map(|doubt| format!("doubt {} {}", doubt.index, doubt.id));
    all.extend(findings.chain(runs).chain(states).chain(doubts));
    all
}

/// The process of a part's last attempt, and how many there were.
fn attempts(job: &Path, part: usize) -> (usize, Option<u64>) {
    let journal = job.join(format!("parts/{part:05}.jsonl"));
    let text = std::fs::read_to_string(journal).unwrap_or_default();
    let lines = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    let lines: Vec<serde_json::Value> = lines.collect();
    let process = lines.last().and_then(|last| last["process"].as_u64());
    (
        lines.iter().filter(|line| line["process"].is_u64()).count(),
        process,
    )
}

#[test]
fn parts_that_are_stopped_and_killed_make_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let (job, single) = (path.join("job"), path.join("single"));
    let (dir, out) = (job.display().to_string(), single.display().to_string());
    let hunt = hunt(path);
    let hunt: Vec<&str> = hunt.iter().map(String::as_str).collect();
    let (count, at_once) = (PARTS.to_string(), PARTS.to_string());
    let limits = [
        "--limit", "1500ms", "--margin", "500ms", "--local", &at_once,
    ];
    let submit = ["cluster", "submit", "--parts", &count, "--out", &dir];
    let submit = [&submit[..], &limits, &["--"], &hunt].concat();
    let mut parts = command(path, &submit)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();

    // One part is killed in its first turn, with no chance to save.
    let begun = Instant::now();
    let process = loop {
        assert!(
            begun.elapsed() < Duration::from_secs(30),
            "no part is at work"
        );
        std::thread::sleep(Duration::from_millis(20));
        let at_work = job.join("parts/00002/status.json").exists();
        if let ((1, Some(process)), true) = (attempts(&job, 2), at_work) {
            break process;
        }
    };
    let mut kill = std::process::Command::new("kill");
    let killed = kill.args(["-9", &process.to_string()]).status();
    assert!(killed.unwrap().success());

    // Merged while it runs, which is not the end.
    let early = loop {
        let (code, said, _) = run(path, &["cluster", "collect", &dir, "--no-reduce", "--json"]);
        if code == Some(1) {
            std::thread::sleep(Duration::from_millis(50));
            continue;
        }
        break serde_json::from_str::<serde_json::Value>(&said).unwrap();
    };
    assert!(early["positions"].as_u64() < TESTS.parse().ok(), "{early}");

    let ended = parts.wait().unwrap();
    let mut said = String::new();
    std::io::Read::read_to_string(&mut parts.stderr.take().unwrap(), &mut said).unwrap();
    assert_eq!(ended.code(), Some(0), "{said}");
    for part in 1..=PARTS {
        assert!(attempts(&job, part).0 >= 2, "part {part} was never stopped");
    }
    let (code, said, err) = run(path, &["cluster", "collect", &dir, "--json"]);
    assert_eq!(code, Some(10), "{said}{err}");
    let merged = said.lines().next().unwrap();
    let merged: serde_json::Value = serde_json::from_str(merged).unwrap();
    assert!(merged["repeated"].as_u64() > Some(0), "{merged}");

    let undisturbed = [&hunt[..], &["--out", &out]].concat();
    assert_eq!(run(path, &undisturbed).0, Some(10));
    let (merged, single) = (whole(&job.join("merged")), whole(&single));
    let odd = merged.iter().zip(&single).find(|(a, b)| a != b);
    assert!(
        merged == single,
        "{} and {}: {odd:?}",
        merged.len(),
        single.len()
    );

    // What is reduced stays so, and a second call has nothing left to do.
    let (code, again, _) = run(path, &["cluster", "collect", &dir, "--json"]);
    let again: serde_json::Value = serde_json::from_str(again.trim()).unwrap();
    assert_eq!((code, again["unreduced"].as_u64()), (Some(10), Some(0)));
    assert!(whole(&job.join("merged")) == single);
}
