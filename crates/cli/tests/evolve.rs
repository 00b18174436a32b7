//! `gadfly evolve` with planted bugs: the tables say exactly what was planted, whatever was
//! interrupted, sharded or merged; and what can go wrong says so and overwrites nothing.

mod planted;

use planted::Desk;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

trait Study {
    fn command(&self, out: &str, more: &[&str]) -> Command;
    fn run(&self, out: &str, more: &[&str]) -> Output;
    fn table(&self, out: &str, name: &str) -> String;
    fn tables(&self, out: &str) -> String;
}

impl Study for Desk {
    fn command(&self, out: &str, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
        command
            .args(["evolve", "--grammar"])
            .arg(self.path("toy.g4"))
            .args([
                "--count",
                "400",
                "--part",
                "50",
                "--timeout",
                "1s",
                "--jobs",
                "2",
            ])
            .args(["--solver", &self.fake("old"), "--solver", &self.fake("new")])
            .args(["--reference", &self.fake("judge"), "--out"])
            .arg(self.path(out))
            .args(more)
            .env("GADFLY_HOME", self.path("home"));
        command
    }

    fn run(&self, out: &str, more: &[&str]) -> Output {
        self.command(out, more).output().unwrap()
    }

    fn table(&self, out: &str, name: &str) -> String {
        std::fs::read_to_string(self.path(out).join(name)).unwrap()
    }

    /// The counts that do not depend on time.
    fn tables(&self, out: &str) -> String {
        let largest = |line: &&str| line.contains(",1,") || line.starts_with("solver");
        let outcomes = self.table(out, "outcomes_by_timeout.csv");
        let outcomes: Vec<&str> = outcomes.lines().filter(largest).collect();
        [
            self.table(out, "correctness.csv"),
            self.table(out, "correctness_totals.csv"),
            self.table(out, "counts_by_size.csv"),
            outcomes.join("\n"),
        ]
        .concat()
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A study that succeeds, and what it says on standard error.
fn evolved(desk: &Desk, out: &str, words: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
    command.arg("evolve").args(words).arg("--out");
    let command = command.arg(desk.path(out));
    let done = command.env("GADFLY_HOME", desk.path("home")).output();
    let done = done.unwrap();
    assert!(done.status.success(), "{}", stderr(&done));
    stderr(&done)
}

/// How many of the first 400 formulas hold a text.
fn holding(desk: &Desk, texts: &[&str], not: &[&str]) -> usize {
    let list = Command::new(env!("CARGO_BIN_EXE_gadfly"))
        .args(["enumerate", "--count", "400", "--grammar"])
        .arg(desk.path("toy.g4"))
        .output()
        .unwrap();
    let list = String::from_utf8(list.stdout).unwrap();
    let fits = |line: &&str| {
        texts.iter().any(|text| line.contains(text)) && !not.iter().any(|text| line.contains(text))
    };
    list.lines().filter(fits).count()
}

#[test]
fn the_tables_count_what_was_planted() {
    let desk = Desk::new();
    let done = desk.run("whole", &[]);
    assert!(done.status.success(), "{}", stderr(&done));
    // The first rule that fits is taken, so each text counts without those before it.
    let invalid = holding(&desk, &["( and a b )"], &[]);
    let crash = holding(
        &desk,
        &["( or a b )", "( not ( not a ) )"],
        &["( and a b )"],
    );
    let before = ["( and a b )", "( or a b )", "( not ( not a ) )"];
    let unsound = holding(&desk, &["( and b a )"], &before);
    assert!(invalid > 1 && crash > 1 && unsound > 1);
    let expect = format!(
        "solver,theory,unsound,invalid_model,crash\n\
         z3-4.13.0,Toy,0.0,0.0,0.0\n\
         z3-4.8.7,Toy,{unsound}.0,{invalid}.0,{crash}.0\n"
    );
    assert_eq!(desk.table("whole", "correctness.csv"), expect);
    let page = desk.table("whole", "index.html");
    for words in [
        "invalid models went away",
        "The bounded guarantee",
        "<svg",
        "examples/Toy-",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("NaN"));
    let page = desk.path("whole").join("index.html");
    let faults = gadfly_testkit::page_faults(&page).unwrap_or_default();
    assert!(faults.is_empty(), "{faults:#?}");
    for plot in [
        "triggers",
        "solved-least",
        "solved-most",
        "cumulative-time",
        "throughput",
    ] {
        let picture = desk.table("whole", &format!("plots/{plot}.svg"));
        assert!(picture.starts_with("<svg xmlns=") && picture.contains("font-family="));
    }
}

#[test]
fn sharded_interrupted_and_merged_is_the_same_as_one_run() {
    let desk = Desk::new();
    assert!(desk.run("whole", &[]).status.success());
    let shards = ["1/4", "2/4", "3/4", "4/4"];
    for (at, shard) in shards.iter().enumerate() {
        let done = desk.run(&format!("part{at}"), &["--shard", shard]);
        assert!(done.status.success(), "{}", stderr(&done));
    }
    let folders: Vec<String> = (0..4)
        .map(|at| desk.path(&format!("part{at}")).display().to_string())
        .collect();
    let mut merge = vec!["--tables", "--merge"];
    merge.extend(folders.iter().map(String::as_str));
    let done = desk.run("merged", &merge);
    assert!(done.status.success(), "{}", stderr(&done));
    assert_eq!(desk.tables("merged"), desk.tables("whole"));
    // Killed at some moments, and gone on with.
    for millis in [20, 60, 150] {
        let mut child = desk
            .command("killed", &[])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(millis));
        let _ = child.kill();
        child.wait().unwrap();
    }
    let done = desk.run("killed", &[]);
    assert!(done.status.success(), "{}", stderr(&done));
    assert_eq!(desk.tables("killed"), desk.tables("whole"));
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_overwritten() {
    let desk = Desk::new();
    assert!(desk.run("whole", &[]).status.success());
    let refused = |more: &[&str], out: &str, words: &str| {
        let done = desk.run(out, more);
        assert_eq!(done.status.code(), Some(1), "{}", stderr(&done));
        assert!(stderr(&done).contains(words), "{words}: {}", stderr(&done));
    };
    refused(&["--solver", "z3@9.9.9"], "other", "not installed");
    refused(&["--repeat", "2"], "whole", "another study");
    std::fs::create_dir(desk.path("mine")).unwrap();
    std::fs::write(desk.path("mine/thesis.txt"), "x").unwrap();
    refused(&[], "mine", "neither empty nor a study's");
    refused(&[], "mine/thesis.txt", "no folder");
    refused(&["--merge", "nowhere"], "merged", "no study's folder");
    assert!(!desk.path("merged").exists());
    std::fs::write(desk.path("bad.g4"), "grammar B; start : trem ;").unwrap();
    let bad = desk.path("bad.g4").display().to_string();
    refused(&["--grammar", &bad], "bad", "trem");
    assert!(!desk.path("bad").exists());
    let part = first_part(&desk.path("whole"));
    let bytes = std::fs::read(&part).unwrap();
    std::fs::write(&part, &bytes[..bytes.len() / 2]).unwrap();
    refused(&[], "whole", "delete the file");
    assert_eq!(std::fs::read(&part).unwrap().len(), bytes.len() / 2);
}

fn first_part(folder: &Path) -> PathBuf {
    let entries = std::fs::read_dir(folder.join("runs/Toy")).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.remove(0)
}

#[test]
fn files_are_judged_by_their_labels() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("seeds")).unwrap();
    for (name, status, body) in [("a", "sat", "( and b a )"), ("b", "unsat", "( or a a )")] {
        let text = format!("(set-info :status {status})\n(assert {body})\n(check-sat)\n");
        std::fs::write(desk.path("seeds").join(format!("{name}.smt2")), text).unwrap();
    }
    let seeds = desk.path("seeds").display().to_string();
    let solver = desk.fake("old");
    let words = [seeds.as_str(), "--reference", "none", "--solver", &solver];
    evolved(&desk, "files", &words);
    let table = desk.table("files", "correctness.csv");
    assert!(table.contains("z3-4.8.7,seeds,1.0,0.0,0.0"), "{table}");
    let files = desk.table("files", "files.csv");
    let seed = desk.path("seeds").join("b.smt2");
    assert!(
        files.ends_with(&format!("seeds,1,{}\n", seed.display())),
        "{files}"
    );
}

/// A study whose reference is silent looks like one without bugs, so it is said.
#[test]
fn a_reference_that_answers_nothing_is_warned_about() {
    let desk = Desk::new();
    desk.plant(
        "mute",
        "cvc5",
        "version This is cvc5 version 1.4.2\nalways: error \"no logic\"\n",
    );
    let judged_by = |name: &str, out: &str| {
        let path = |path: PathBuf| path.display().to_string();
        let grammar = ["--count", "20", "--grammar", &path(desk.path("toy.g4"))];
        let (solver, judge) = (desk.fake("old"), path(desk.path(name).join("cvc5")));
        let solvers = ["--solver", &solver, "--reference", &judge];
        evolved(&desk, out, &[grammar, solvers].concat())
    };
    let warning = "answered none of 20 formulas, so no wrong answer can show";
    assert!(judged_by("mute", "unjudged").contains(warning));
    assert!(!judged_by("judge", "judged").contains("warning"));
}

/// A release that takes three times as long does so again when the two take turns.
#[test]
fn a_change_of_pace_is_measured_again() {
    let desk = Desk::new();
    desk.plant("quick", "z3", "version Z3 version 4.13.1\nalways: burn 1\n");
    desk.plant("lazy", "z3", "version Z3 version 4.13.2\nalways: burn 3\n");
    let toy = desk.path("toy.g4").display().to_string();
    let grammar = ["--count", "60", "--grammar", &toy, "--reference", "none"];
    let (quick, lazy) = (desk.fake("quick"), desk.fake("lazy"));
    let solvers = ["--solver", quick.as_str(), "--solver", &lazy];
    evolved(&desk, "pace", &[&grammar[..], &solvers].concat());
    let remarks = desk.table("pace", "remarks.json");
    let remarks: Vec<serde_json::Value> = serde_json::from_str(&remarks).unwrap();
    let slow = remarks.iter().find(|remark| remark["kind"] == "slow");
    let slow = slow.unwrap_or_else(|| panic!("no remark about time: {remarks:?}"));
    assert_eq!(slow["measured_again"], true, "{slow}");
    assert!(
        slow["text"]
            .as_str()
            .unwrap()
            .contains("; again, in turns: ")
    );
    // What was measured again stays so when only the tables are made.
    let timings = desk.table("pace", "timings.json");
    let ratios: Vec<serde_json::Value> = serde_json::from_str(&timings).unwrap();
    assert_eq!(ratios[0]["ratios"].as_array().unwrap().len(), 3);
}
