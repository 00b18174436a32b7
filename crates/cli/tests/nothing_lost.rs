//! Nothing is lost: a hunt that is killed at random moments and resumed each time ends where an
//! undisturbed one does, with any number of workers; and what can go wrong says so.

mod hunting;
#[path = "../../campaign/tests/outcome/mod.rs"]
mod outcome;

use gadfly_rng::Rng;
use gadfly_store::Store;
use hunting::{STEADY, command, solver};
use outcome::{tests_of, verdicts_of};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

const TESTS: &str = "1200";

/// Three planted bugs: two crashes with words of their own, and a wrong answer.
const RULES: &str = "when \"(* \": assertion\nwhen \"(mod \": crash SEGV\nalways: burn 1";

fn seeds(folder: &Path) -> String {
    let head =
        "(set-logic QF_NIA)\n(declare-fun x () Int)\n(declare-fun y () Int)\n(assert (< x 7))\n";
    let terms = [
        "(> (+ x y) (* 2 x y))",
        "(= (mod x 3) (div y 4))",
        "(< (- x) (+ y 1))",
    ];
    hunting::seeds(folder, head, &terms).display().to_string()
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    command(folder, arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn first(folder: &Path, out: &Path, jobs: &str) -> Vec<String> {
    let (seeds, out) = (seeds(folder), out.display().to_string());
    let solver = solver(folder, "rules", RULES);
    let words = ["hunt", &seeds, "--solver", &solver, "--seed", "7"];
    let amount = ["--strategy", "op,swap", "--tests", TESTS, "--jobs", jobs];
    let words = [&words, &STEADY[..], &amount, &["--out", &out]].concat();
    words.into_iter().map(str::to_string).collect()
}

/// Formulas, verdicts and findings, without what the clock decides.
fn outcome(out: &Path) -> (Vec<String>, Vec<String>, Vec<String>) {
    let store = Store::read(out).unwrap();
    let findings = store.findings().unwrap();
    let findings = findings.iter().map(|f| format!("{} {}", f.id, f.identity));
    let findings = findings.collect();
    (tests_of(&store), verdicts_of(&store), findings)
}

fn whole(folder: &Path, name: &str, jobs: &str) -> (Vec<String>, Vec<String>, Vec<String>) {
    let out = folder.join(name);
    let arguments = first(folder, &out, jobs);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let status = start(folder, &arguments).wait().unwrap();
    assert_eq!(status.code(), Some(10), "there are findings");
    outcome(&out)
}

/// Kills a hunt again and again; gives how often it was killed.
fn killed(folder: &Path, out: &Path, jobs: &str, kills: usize) -> usize {
    let mut rng = Rng::new(11, 0, kills as u64);
    let arguments = first(folder, out, jobs);
    let mut arguments: Vec<String> = arguments;
    let mut count = 0;
    loop {
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let mut child = start(folder, &words);
        if count < kills {
            std::thread::sleep(Duration::from_millis(rng.below(400) as u64));
            if child.try_wait().unwrap().is_none() {
                child.kill().unwrap();
                child.wait().unwrap();
                count += 1;
                if out.join("hunt.toml").exists() {
                    arguments = ["hunt", "--resume", &out.display().to_string()]
                        .map(str::to_string)
                        .to_vec();
                } else {
                    let _ = std::fs::remove_dir_all(out);
                }
                continue;
            }
        }
        let status = child.wait().unwrap();
        assert_eq!(status.code(), Some(10), "after {count} kills");
        return count;
    }
}

fn same(name: &str, a: &[String], b: &[String]) {
    let odd = a.iter().zip(b).find(|(x, y)| x != y);
    assert!(
        a == b,
        "the {name} differ: {} and {}, first {odd:?}",
        a.len(),
        b.len()
    );
}

#[test]
fn a_killed_hunt_ends_where_a_whole_one_does() {
    let kills: usize = std::env::var("GADFLY_KILLS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(6);
    let folder = tempfile::tempdir().unwrap();
    let undisturbed = whole(folder.path(), "whole", "1");
    assert!(undisturbed.2.len() >= 2, "{:?}", undisturbed.2);
    for jobs in ["1", "2"] {
        let out = folder.path().join(format!("killed-{jobs}"));
        let count = killed(folder.path(), &out, jobs, kills);
        let resumed = outcome(&out);
        println!("killed {count} times with {jobs} workers");
        same("tests", &undisturbed.0, &resumed.0);
        same("verdicts", &undisturbed.1, &resumed.1);
        same("findings", &undisturbed.2, &resumed.2);
    }
}

/// What a failing command says on standard error.
fn complaint(folder: &Path, arguments: &[&str]) -> String {
    let (code, _, error) = hunting::gadfly(folder, arguments);
    assert_eq!(code, Some(1), "{arguments:?}");
    error
}

#[test]
fn what_goes_wrong_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let fake = gadfly_testkit::fake_solver_path();
    let solver = path.join("solver");
    std::fs::copy(fake, &solver).unwrap();
    let spec = format!("{} -in", solver.display());
    let seeds = seeds(path);
    let out = path.join("vanishing");
    let hunt = [
        "hunt",
        &seeds,
        "--solver",
        &spec,
        "--profile",
        "z3",
        "--strategy",
        "op",
        "--jobs",
        "1",
        "--time",
        "30s",
        "--no-options",
    ];
    let mut vanishing = hunt.to_vec();
    let name = out.display().to_string();
    vanishing.extend(["--out", &name]);
    // A solver that goes away in mid-hunt ends it with a message, and is never a finding.
    let gone = std::thread::spawn({
        let solver = solver.clone();
        let store = out.join("store.sqlite");
        move || {
            while !store.exists() {
                std::thread::sleep(Duration::from_millis(20));
            }
            std::thread::sleep(Duration::from_millis(500));
            std::fs::remove_file(solver).unwrap();
        }
    });
    let killer = [vanishing.clone(), vec!["--tests", "200000"]].concat();
    let said = complaint(path, &killer);
    gone.join().unwrap();
    assert!(
        said.contains("no longer works") && said.contains("--resume"),
        "{said}"
    );
    assert!(Store::read(&out).unwrap().findings().unwrap().is_empty());

    let file = path.join("file");
    std::fs::write(&file, "").unwrap();
    let beneath = file.join("hunt").display().to_string();
    std::fs::copy(fake, &solver).unwrap();
    let mut nowhere = hunt.to_vec();
    nowhere.extend(["--out", &beneath]);
    assert!(complaint(path, &nowhere).contains("cannot write to"));

    std::fs::write(out.join("store.sqlite"), vec![b'?'; 4096]).unwrap();
    let _ = std::fs::remove_file(out.join("store.sqlite-wal"));
    assert!(complaint(path, &["findings", &name]).contains("damaged"));
    assert!(complaint(path, &["hunt", "--resume", &beneath]).contains("hunt.toml"));
}
