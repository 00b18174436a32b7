//! Calls a second and core on each grammar, in persistent and in fresh processes, with the solver's
//! checks of its models and cores and without; gadfly's own share of the CPU, and two workers beside
//! one.
//!
//! `cargo bench -p gadfly-evolve --bench evolve [-- GRAMMAR…]`; `FORMULAS=n` changes how many
//! formulas of each grammar are run. Rates are by CPU time, so a busy machine changes little.
//! Releases of cvc5 need `GADFLY_HOST`, the path of the gadfly executable.

use gadfly_enumerate::Grammar;
use gadfly_evolve::{Formulas, Settings, Source, Study, Timing, Watcher, Work};
use gadfly_exec::Cancel;
use gadfly_profile::Home;
use gadfly_solver::{Resolver, Solver};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Turns of each measurement of two beside one.
const TURNS: usize = 5;

fn source(name: &str, count: u64) -> Source {
    let catalog = gadfly_testkit::catalog();
    let text = catalog
        .file(&format!("grammars/{name}.g4"))
        .expect("a grammar")
        .to_string();
    let grammar = Box::new(Grammar::parse(&text, name).expect("it parses"));
    Source {
        name: name.to_string(),
        formulas: Formulas::Grammar {
            text,
            grammar,
            range: 0..count,
        },
    }
}

/// The CPU time of this process.
fn own() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Calls a second of CPU time, and gadfly's share of it in per cent.
fn rate(solver: &Solver, texts: &[String], fresh: bool, checks: bool) -> (f64, f64) {
    let settings = Settings {
        timing: if fresh {
            Timing::Fresh
        } else {
            Timing::Sessions
        },
        models: checks,
        cores: checks,
        timeout: Duration::from_secs(1),
        ..Settings::default()
    };
    let cancel = Cancel::new();
    let before = own();
    let seen = Watcher::new(solver, &settings, &cancel)
        .all(texts, &|| ())
        .expect("it runs");
    let own = (own() - before).as_secs_f64();
    let theirs: f64 = seen.iter().map(|one| one.cpu.as_secs_f64()).sum();
    (
        texts.len() as f64 / (own + theirs),
        own * 100.0 / (own + theirs),
    )
}

/// Seconds that a study of these formulas takes with so many workers.
fn study_seconds(study: &Study, jobs: usize) -> f64 {
    let folder = tempfile::tempdir().expect("a folder");
    let (cancel, started) = (Cancel::new(), Instant::now());
    let work = Work {
        study,
        folder: folder.path(),
        cache: folder.path(),
        jobs,
        shard: None,
        cancel: &cancel,
        tick: &|| (),
    };
    work.run().expect("it runs");
    started.elapsed().as_secs_f64()
}

/// Seconds that so many processes of the solver alone take for them, each with its share.
fn bare_seconds(solver: &Solver, texts: &[String], processes: usize) -> f64 {
    let folder = tempfile::tempdir().expect("a folder");
    let started = Instant::now();
    let running: Vec<Child> = (0..processes)
        .map(|n| {
            // Not one half and the other: later formulas are harder.
            let share: Vec<&str> = texts
                .iter()
                .skip(n)
                .step_by(processes)
                .map(String::as_str)
                .collect();
            let file = folder.path().join(format!("{n}.smt2"));
            std::fs::write(&file, share.join("\n(reset)\n")).expect("a file");
            Command::new(&solver.launch.program)
                .args(&solver.launch.args)
                .arg(file)
                .stdout(Stdio::null())
                .spawn()
                .expect("it starts")
        })
        .collect();
    for mut process in running {
        process.wait().expect("it ends");
    }
    started.elapsed().as_secs_f64()
}

/// How many times as fast two are as one: workers, and processes of the solver without gadfly,
/// which is what the machine gives. The middle one of several turns of each.
fn two_beside_one(solver: &Solver, count: u64) -> (f64, f64) {
    let settings = Settings {
        part: count / 40,
        timeout: Duration::from_secs(1),
        ..Settings::default()
    };
    let texts = source("Ints", count).texts(0..count).expect("formulas");
    let sources = vec![source("Ints", count)];
    let study = Study::new(sources, vec![solver.clone()], vec![], settings);
    let (mut workers, mut bare) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        workers.push(study_seconds(&study, 1) / study_seconds(&study, 2));
        bare.push(bare_seconds(solver, &texts, 1) / bare_seconds(solver, &texts, 2));
    }
    let middle = |list: &mut Vec<f64>| {
        list.sort_by(f64::total_cmp);
        list[TURNS / 2]
    };
    (middle(&mut workers), middle(&mut bare))
}

fn main() {
    gadfly_exec::guardian_entry();
    let count: u64 = std::env::var("FORMULAS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(1000);
    let asked: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let all = [
        "Core",
        "Ints",
        "Reals",
        "RealInts",
        "Bitvectors",
        "Arrays",
        "Strings",
        "FP",
    ];
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env());
    println!("                        all formulas                        one in some");
    println!(
        "grammar     solver      persistent/s own share  no checks/s     fresh/s persistent/s"
    );
    for name in all
        .iter()
        .filter(|name| asked.is_empty() || asked.iter().any(|a| a == *name))
    {
        for spec in ["z3@5.4.0", "cvc5@1.4.2"] {
            let Ok(mut solvers) = resolver.one(spec) else {
                println!("{name:11} {spec:11} not installed");
                continue;
            };
            let solver = solvers.remove(0);
            let texts = source(name, count).texts(0..count).expect("formulas");
            let (persistent, share) = rate(&solver, &texts, false, true);
            let (unchecked, _) = rate(&solver, &texts, false, false);
            // Spread over all of them, since later formulas are harder; a hard one among them weighs
            // much, so the same are run in a session too.
            let every = texts.len().div_ceil(100);
            let few: Vec<String> = texts.iter().step_by(every).cloned().collect();
            let (fresh, _) = rate(&solver, &few, true, true);
            let (same, _) = rate(&solver, &few, false, true);
            println!(
                "{name:11} {spec:11} {persistent:12.0} {share:8.1} % {unchecked:12.0} {fresh:12.0} {same:8.0}"
            );
        }
    }
    if let Ok(mut solvers) = resolver.one("z3@5.4.0") {
        let (workers, bare) = two_beside_one(&solvers.remove(0), count.max(800) * 4);
        println!("z3@5.4.0 on Ints: two workers are {workers:.2} times as fast as one;");
        println!("two processes of z3 without gadfly, {bare:.2} times");
    }
}
