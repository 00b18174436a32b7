//! Mutants per second on one core: seeds parsed once, 300 mutants a seed, each printed and what is
//! new in it parsed and sort-checked again. Beside it, how many of the same texts a second can be
//! parsed as a whole.
//!
//! `GADFLY_CORPUS=… cargo bench -p gadfly-mutate --bench mutants [strategy…]`

use gadfly_catalog::Catalog;
use gadfly_mutate::{Kit, Options, Position, RuleBook, SeedPool, make, strategy};
use gadfly_term::{Mode, Parser};
use std::sync::Arc;
use std::time::{Duration, Instant};

const LOGICS: [&str; 5] = ["QF_LRA", "QF_NRA", "QF_SLIA", "QF_BV", "LIA"];
const PER_SEED: u64 = 300;

fn main() {
    let Some(corpus) = std::env::var_os("GADFLY_CORPUS") else {
        println!("set GADFLY_CORPUS to a folder of LOGIC/{{sat,unsat}}/*.smt2");
        return;
    };
    let asked: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    let catalog = gadfly_testkit::catalog();
    let book = match RuleBook::read(&catalog) {
        Ok(book) => Arc::new(book),
        Err(error) => return println!("{error}"),
    };
    println!(
        "{:8} {:8} {:>8} {:>12} {:>14} {:>10}",
        "strategy", "logic", "seeds", "mutants/s", "whole/s", "bytes"
    );
    for name in gadfly_mutate::mutators().map(|about| about.name) {
        if !asked.is_empty() && !asked.iter().any(|a| a == name) {
            continue;
        }
        for logic in LOGICS {
            let files = files(&std::path::Path::new(&corpus).join(logic));
            let (pool, _) = SeedPool::read(
                files.iter().map(|(p, t)| (p.as_str(), t.as_str())),
                &catalog,
            );
            measure(name, logic, &pool, &catalog, &book);
        }
    }
}

fn measure(name: &str, logic: &str, pool: &SeedPool, catalog: &Arc<Catalog>, book: &Arc<RuleBook>) {
    let Some(mut strategy) = strategy(name) else {
        return;
    };
    let mut kit = Kit::new(catalog, book.clone(), Options::default());
    let wanted = PER_SEED * pool.len() as u64;
    let mut sample = Vec::new();
    let start = Clock::start();
    let (mut made, mut bytes) = (0u64, 0usize);
    for index in 0..wanted {
        if let Ok(Some(formula)) = make(&mut *strategy, pool, Position { seed: 1, index }, &mut kit)
        {
            made += 1;
            bytes += formula.text.len();
            if sample.len() < 2000 {
                sample.push(formula.text);
            }
        }
    }
    let rate = made as f64 / start.seconds();
    let mut parser = Parser::new(catalog, Mode::Default);
    let start = Clock::start();
    for text in &sample {
        match parser.parse(text.clone()) {
            Ok(script) => {
                parser.recycle(script);
            }
            Err(faults) => println!("  not well-formed: {:?}\n{text}", faults.first()),
        }
    }
    let checks = sample.len() as f64 / start.seconds();
    let mean = bytes as u64 / made.max(1);
    println!(
        "{name:8} {logic:8} {:>8} {rate:>12.0} {checks:>14.0} {mean:>10}",
        pool.len()
    );
    if let Some(fault) = kit.refused.first() {
        println!(
            "  refused {}: {} ({})",
            kit.refused.len(),
            fault.message,
            fault.trace
        );
    }
}

/// The time that this thread had a core, where the system tells it: on a busy machine the wall
/// clock measures the others. Elsewhere, wall time.
struct Clock {
    wall: Instant,
    core: Option<Duration>,
}

impl Clock {
    fn start() -> Clock {
        Clock {
            wall: Instant::now(),
            core: core_time(),
        }
    }

    fn seconds(&self) -> f64 {
        match (self.core, core_time()) {
            (Some(before), Some(now)) if now > before => (now - before).as_secs_f64(),
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

fn core_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ')
        .next()?
        .parse()
        .ok()
        .map(Duration::from_nanos)
}

fn files(folder: &std::path::Path) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(folder) else {
            continue;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                out.push((path.display().to_string(), text));
            }
        }
    }
    out.sort();
    out
}
