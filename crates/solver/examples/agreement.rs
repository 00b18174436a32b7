//! Fresh and persistent answers over all seeds of a corpus: do they ever conflict?
//!
//! `GADFLY_CORPUS=… cargo run --release -p gadfly-solver --example agreement -- SPEC…`; the time
//! limit in milliseconds comes from `GADFLY_LIMIT` (1000). Exit 10 on a conflict.

use gadfly_exec::Limits;
use gadfly_solver::{Answer, Options, Outcome, Run, Session, Solver, resolve};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    gadfly_exec::guardian_entry();
    let specs: Vec<String> = std::env::args().skip(1).collect();
    let Some(corpus) = std::env::var_os("GADFLY_CORPUS") else {
        eprintln!("error: set GADFLY_CORPUS to a folder of *.smt2 files");
        return ExitCode::from(1);
    };
    let files = gadfly_testkit::scripts_below(Path::new(&corpus));
    gadfly_testkit::catalog();
    let solvers = match resolve(&specs) {
        Ok(solvers) => solvers,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(1);
        }
    };
    println!("solver | files | same | one of them limited | other differences | conflicts");
    println!("---|---|---|---|---|---");
    let conflicts: usize = solvers
        .iter()
        .map(|solver| compare_all(solver, &files))
        .sum();
    ExitCode::from(if conflicts == 0 { 0 } else { 10 })
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Comparison {
    Same,
    Limited,
    Differs,
    Conflict,
}

fn compare_all(solver: &Solver, files: &[PathBuf]) -> usize {
    let limit = std::env::var("GADFLY_LIMIT")
        .ok()
        .and_then(|text| text.parse().ok());
    let wall = Some(Duration::from_millis(limit.unwrap_or(1000)));
    let limits = Limits {
        wall,
        memory: Some(2 << 30),
        ..Limits::default()
    };
    let options = Options {
        limits,
        ..Options::default()
    };
    let mut session = Session::new(solver, &options);
    let mut counts = [0; 4];
    for path in files {
        let Ok(script) = std::fs::read_to_string(path) else {
            continue;
        };
        let (persistent, fresh) = (session.run(&script), solver.run_fresh(&script, &options));
        let comparison = compare(&persistent, &fresh);
        counts[comparison as usize] += 1;
        if comparison >= Comparison::Differs {
            let show = |run: &Run| format!("{:?} {:?} {:?}", run.answers, run.outcome, run.errors);
            eprintln!("{}: {}", solver.spec, path.display());
            eprintln!(
                "  persistent {}\n  fresh      {}",
                show(&persistent),
                show(&fresh)
            );
        }
    }
    let [same, limited, differs, conflicts] = counts;
    let stats = session.stats();
    println!(
        "{} | {} | {same} | {limited} | {differs} | {conflicts}",
        solver.spec,
        files.len()
    );
    eprintln!("{}: {stats:?}", solver.spec);
    conflicts
}

fn compare(persistent: &Run, fresh: &Run) -> Comparison {
    let opposite = |pair: (&Answer, &Answer)| {
        matches!(
            pair,
            (Answer::Sat, Answer::Unsat) | (Answer::Unsat, Answer::Sat)
        )
    };
    if persistent.answers.iter().zip(&fresh.answers).any(opposite) {
        return Comparison::Conflict;
    }
    let limited = |run: &Run| matches!(run.outcome, Outcome::Timeout | Outcome::MemoryOut);
    let kind = |run: &Run| std::mem::discriminant(&run.outcome);
    let words = |run: &Run| {
        run.answers
            .iter()
            .map(Answer::to_string)
            .collect::<Vec<_>>()
    };
    if words(persistent) == words(fresh) && kind(persistent) == kind(fresh) {
        Comparison::Same
    } else if limited(persistent) || limited(fresh) {
        Comparison::Limited
    } else {
        Comparison::Differs
    }
}
