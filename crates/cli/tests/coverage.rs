//! Coverage of a small program, whose lines are known one by one.

mod hunting;

use hunting::{command, gadfly};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Places of the program, as line numbers of its source.
const PRODUCT: u32 = 4;
const PRODUCT_SAT: u32 = 6;
const PRODUCT_UNSAT: u32 = 7;
const QUOTIENT: u32 = 10;
const MAIN: u32 = 16;

/// The program with gcc's counters, in a folder of sources.
fn program(folder: &Path) -> PathBuf {
    let sources = folder.join("sources/core");
    std::fs::create_dir_all(&sources).unwrap();
    let source = sources.join("solver.c");
    std::fs::write(&source, include_str!("counted/solver.c")).unwrap();
    let program = folder.join("counted");
    let built = Command::new("gcc")
        .args(["-O0", "--coverage", "-o"])
        .args([&program, &source])
        .current_dir(folder)
        .output()
        .expect("gcc");
    assert!(built.status.success(), "{built:?}");
    program
}

/// A folder of formulas over two integers, each with its own name.
fn formulas(folder: &Path, name: &str, terms: &[&str]) -> String {
    let head = "(set-logic QF_NIA)\n(declare-fun x () Int)\n(declare-fun y () Int)\n";
    let below = folder.join(name);
    hunting::seeds(&below, head, terms).display().to_string()
}

/// What the command writes: its folder, and the exit code with what it printed.
fn coverage(folder: &Path, words: &[&str]) -> (PathBuf, Option<i32>, String) {
    let program = program(folder).display().to_string();
    let out = folder.join("out");
    let place = out.display().to_string();
    let own = [
        "coverage",
        "--solver",
        &program,
        "--profile",
        "generic",
        "--out",
        &place,
        "-j",
        "2",
        "-q",
    ];
    let (code, stdout, stderr) = gadfly(folder, &[&own, words].concat());
    (out, code, format!("{stdout}{stderr}"))
}

fn json(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap()
}

/// Places of a measure that a run reached in the program's source.
fn reached(out: &Path, run: &str, measure: &str) -> Vec<u32> {
    let reached = json(&out.join("runs").join(run).join("reached.json"));
    let part = reached["solver.c"][measure].as_array().cloned();
    let part = part.unwrap_or_default();
    part.iter().map(|n| n.as_u64().unwrap() as u32).collect()
}

fn table(out: &Path, name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(out.join(name)).unwrap();
    let row = |line: &str| line.split(',').map(str::to_string).collect();
    text.lines().map(row).collect()
}

/// A cell of `totals.csv`, for one configuration and measure.
fn total(out: &Path, configuration: &str, measure: &str, column: &str) -> u64 {
    let rows = table(out, "totals.csv");
    let at = rows[0].iter().position(|name| name == column).unwrap();
    let wanted =
        |row: &&Vec<String>| row[0] == configuration && row[1] == "all" && row[2] == measure;
    rows.iter().find(wanted).unwrap()[at].parse().unwrap()
}

#[test]
fn configurations_are_told_apart_by_what_they_reach() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let seeds = formulas(folder, "own", &["(> (+ x y) (- x y))"]);
    let square = formulas(folder, "square", &["(> (* x x) 2)"]);
    let plain = formulas(folder, "plain", &["(> (* x y) 2)", "(> x 2)"]);
    let tool =
        format!("copy=sh -c 'cat {square}/*.smt2 | {{solver}}; cat {{out}}/nothing; exit 1'");
    let words = [
        &*seeds,
        "--strategy",
        "seeds,swap,op",
        "--folder",
        &format!("square={square}"),
        "--folder",
        &format!("plain={plain}"),
        "--tool",
        &tool,
        "--cpu",
        "20s",
        "--formulas",
        "48",
        "--repeat",
        "2",
        "--points",
        "4",
    ];
    let (out, code, said) = coverage(folder, &words);
    assert_eq!(code, Some(0), "{said}");
    // The program's own places, exactly.
    for (run, functions, sat, unsat) in [
        ("seeds-1", &[MAIN][..], false, false),
        ("swap-2", &[MAIN], false, false),
        ("square-1", &[PRODUCT, MAIN], true, false),
        ("plain-2", &[PRODUCT, MAIN], false, true),
        ("op-1", &[PRODUCT, MAIN], true, true),
        ("copy-1", &[PRODUCT, MAIN], true, false),
    ] {
        assert_eq!(reached(&out, run, "functions"), functions, "{run}");
        let lines = reached(&out, run, "lines");
        assert_eq!(lines.contains(&PRODUCT_SAT), sat, "{run}: {lines:?}");
        assert_eq!(lines.contains(&PRODUCT_UNSAT), unsat, "{run}: {lines:?}");
        assert!(!lines.contains(&(QUOTIENT + 1)), "{run}: {lines:?}");
    }
    for (configuration, functions, alone) in [("seeds", 1, 0), ("square", 2, 0), ("op", 2, 0)] {
        let of = |column: &str| total(&out, configuration, "functions", column);
        let got = (of("there"), of("median"), of("alone"), of("union"));
        assert_eq!(got, (3, functions, alone, 2), "{configuration}");
    }
    // Everything that anybody reaches `op` reaches too; without it, nothing that is left out is lost
    // but what it has alone.
    let of = |column: &str| total(&out, "op", "lines", column);
    assert_eq!(of("together"), of("union"));
    assert_eq!(of("union") - of("alone"), of("union_without"));
    let adds = table(&out, "adds.csv");
    let lines = |one: &str, to: &str| -> u64 {
        let row = adds.iter().find(|row| row[0] == one && row[1] == to);
        row.unwrap()[2].parse().unwrap()
    };
    assert_eq!((lines("square", "plain"), lines("plain", "square")), (1, 1));
    assert_eq!(lines("seeds", "plain"), 0);
    // What nobody reaches: one function, with the lines of its body.
    let unreached = table(&out, "unreached.csv");
    assert_eq!(unreached.len(), 2, "{unreached:?}");
    let function = &unreached[1];
    assert_eq!(function[..3], ["solver.c", "10", "quotient"]);
    assert!(function[5].parse::<u64>().unwrap() >= 3, "{function:?}");
    // The counters over formulas never fall.
    let curves = table(&out, "curves.csv");
    let op: Vec<u64> = curves
        .iter()
        .filter(|r| r[0] == "op" && r[1] == "1")
        .map(|r| r[4].parse().unwrap())
        .collect();
    assert!(
        op.len() >= 4 && op.windows(2).all(|pair| pair[0] <= pair[1]),
        "{op:?}"
    );
    let page = std::fs::read_to_string(out.join("index.html")).unwrap();
    assert!(page.contains("quotient") && page.contains("class=\"band\""));
    let faults = gadfly_testkit::page_faults(&out.join("index.html"));
    assert_eq!(faults.unwrap_or_default(), [""; 0]);
    for name in ["all-lines-cpu.svg", "files.parquet", "coverage.json"] {
        assert!(out.join(name).is_file(), "{name}");
    }
}

#[test]
fn what_is_over_stays_and_another_study_goes_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let seeds = formulas(folder, "own", &["(> (* x y) 2)"]);
    let words = [
        &*seeds,
        "--strategy",
        "seeds",
        "--formulas",
        "5",
        "--repeat",
    ];
    let (out, code, said) = coverage(folder, &[&words[..], &["1"]].concat());
    assert_eq!(code, Some(0), "{said}");
    let finished = || {
        std::fs::metadata(out.join("runs/seeds-1/finished.json"))
            .unwrap()
            .modified()
            .unwrap()
    };
    let before = finished();
    let (_, code, said) = coverage(folder, &[&words[..], &["2"]].concat());
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(before, finished());
    assert!(out.join("runs/seeds-2/finished.json").is_file());
    let other = [&*seeds, "--strategy", "seeds", "--formulas", "6"];
    let (_, code, said) = coverage(folder, &other);
    assert_eq!(code, Some(1));
    assert!(said.contains("other configurations or budgets"), "{said}");
}

#[test]
fn counters_of_killed_processes_are_lost_and_it_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let terms = ["(> x (+ y |forever|))", "(> x y)"];
    let all = formulas(folder, "own", &terms);
    let words = [
        "--folder",
        &format!("all={all}"),
        "--formulas",
        "2",
        "--repeat",
        "1",
        "--timeout",
        "100ms",
    ];
    let (out, code, said) = coverage(folder, &words);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("The counters of 1 formulas are lost"),
        "{said}"
    );
    let finished = json(&out.join("runs/all-1/finished.json"));
    assert_eq!(finished["outcomes"]["timeout"], 1, "{finished}");
    assert_eq!(finished["formulas"], 2);
}

#[test]
fn a_solver_without_counters_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let solver = hunting::solver(folder.path(), "any.rules", "");
    let out = folder.path().join("out").display().to_string();
    let words = [
        "coverage",
        "--solver",
        &solver,
        "--formulas",
        "3",
        "--out",
        &out,
        "-q",
    ];
    let done = command(folder.path(), &words).output().unwrap();
    let (code, _, stderr) = gadfly_testkit::told(&done);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("left no counters of coverage"), "{stderr}");
}
