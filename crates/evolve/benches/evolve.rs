//! Calls a second and core on each grammar, in persistent and in fresh processes, with the solver's
//! checks of its models and cores and without; gadfly's own share of the CPU, and two workers beside
//! one.
//!
//! `cargo bench -p gadfly-evolve --bench evolve [-- GRAMMAR…]`; `FORMULAS=n` changes how many
//! formulas of each grammar are run. Rates are by CPU time, so a busy machine changes little.
//! Releases of cvc5 need `GADFLY_HOST`, the path of the gadfly executable.

use gadfly_catalog::Catalog;
use gadfly_enumerate::Grammar;
use gadfly_evolve::{Formulas, Settings, Source, Study, Watcher, Work};
use gadfly_exec::Cancel;
use gadfly_solver::{Home, Resolver, Solver};
use std::time::{Duration, Instant};

fn source(name: &str, count: u64) -> Source {
    let catalog = Catalog::builtin();
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
        fresh,
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

/// How much faster two workers are than one.
fn two_workers(solver: &Solver, count: u64) -> f64 {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = Settings {
        part: count / 8,
        timeout: Duration::from_secs(1),
        ..Settings::default()
    };
    let study = Study::new(
        vec![source("Ints", count)],
        vec![solver.clone()],
        vec![],
        settings,
    );
    let time = |jobs: usize| {
        let place = folder.path().join(jobs.to_string());
        let (cancel, started) = (Cancel::new(), Instant::now());
        let work = Work {
            study: &study,
            folder: &place,
            cache: &place,
            jobs,
            shard: None,
            cancel: &cancel,
            tick: &|| (),
        };
        work.run().expect("it runs");
        started.elapsed().as_secs_f64()
    };
    time(1) / time(2)
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
    let resolver = Resolver::new(Home::from_env());
    println!("grammar     solver      persistent/s own share  no checks/s  fresh/s");
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
            let few = &texts[..texts.len().min(100)];
            let (fresh, _) = rate(&solver, few, true, true);
            println!(
                "{name:11} {spec:11} {persistent:12.0} {share:8.1} % {unchecked:12.0} {fresh:8.0}"
            );
        }
    }
    if let Ok(mut solvers) = resolver.one("z3@5.4.0") {
        let ratio = two_workers(&solvers.remove(0), count.max(800) * 2);
        println!("two workers take {ratio:.2} times fewer seconds than one (z3@5.4.0 on Ints)");
    }
}
