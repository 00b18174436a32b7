//! The shares of answers to generated formulas, for every logic.

use crate::exit::{Exit, Failure};
use crate::quantity;
use crate::ui::Ui;
use clap::Args;
use gadfly_exec::Limits;
use gadfly_generate::Generator;
use gadfly_solver::{Answer, Home, Outcome, Resolver, SelfChecks, Solver};
use serde_json::json;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Which solver answers, and for how long.
#[derive(Args)]
pub(crate) struct Options {
    /// With --stats: the solver that answers
    #[arg(long, value_name = "SPEC", default_value = "z3")]
    solver: String,
    /// With --stats: wall time for each run
    #[arg(long, value_parser = quantity::duration, default_value = "2s")]
    timeout: Duration,
    /// With --stats: how many runs at once; as many as there are cores by default
    #[arg(long, short)]
    jobs: Option<usize>,
}

/// How many formulas of each kind.
#[derive(Default)]
struct Tally {
    sat: AtomicU64,
    unsat: AtomicU64,
    unknown: AtomicU64,
    out_of_time: AtomicU64,
    rejected: AtomicU64,
    trivial: AtomicU64,
    bytes: AtomicU64,
    contradicted: AtomicU64,
}

/// Runs the solver on formulas of each logic and prints a line of shares for it.
pub(crate) fn print(
    ui: &Ui,
    options: &Options,
    generators: &[(&str, Generator)],
    seed: u64,
    from: u64,
    count: u64,
) -> Result<Exit, Failure> {
    let solvers = Resolver::new(Home::from_env())
        .one(&options.solver)
        .map_err(Failure::new)?;
    let [solver] = solvers.as_slice() else {
        return Err(Failure::new(
            "--stats takes one solver, not a range of them",
        ));
    };
    let mut out = ui.out();
    if !ui.json {
        writeln!(
            out,
            "logic,formulas,bytes,sat,unsat,unknown,timeout,rejected,trivial,contradicted"
        )?;
    }
    let progress = ui.progress(count * generators.len() as u64, "solving");
    for (name, generator) in generators {
        let tally = Tally::default();
        let next = AtomicU64::new(from);
        let failed = AtomicU64::new(0);
        let work = || loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= from + count {
                break;
            }
            if let Ok(formula) = generator.formula(seed, index) {
                one(solver, options.timeout, &formula, &tally);
            } else {
                failed.fetch_add(1, Ordering::Relaxed);
            }
            progress.inc(1);
        };
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = options.jobs.unwrap_or_else(cores).max(1);
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(work);
            }
        });
        let made = count - failed.into_inner();
        print_line(ui, &mut out, name, made, &tally)?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn one(solver: &Solver, timeout: Duration, formula: &gadfly_formula::Formula, tally: &Tally) {
    let add = |counter: &AtomicU64| counter.fetch_add(1, Ordering::Relaxed);
    tally
        .bytes
        .fetch_add(formula.text.len() as u64, Ordering::Relaxed);
    let options = gadfly_solver::Options {
        limits: Limits {
            wall: Some(timeout),
            memory: Some(2 << 30),
            ..Limits::default()
        },
        checks: SelfChecks::NONE,
        ..gadfly_solver::Options::default()
    };
    let run = solver.run_fresh(&formula.text, &options);
    let answer = run.answer(0);
    add(match answer {
        Some(Answer::Sat) => &tally.sat,
        Some(Answer::Unsat) => &tally.unsat,
        Some(Answer::Unknown(_)) => &tally.unknown,
        _ if matches!(run.outcome, Outcome::Timeout | Outcome::MemoryOut) => &tally.out_of_time,
        _ => &tally.rejected,
    });
    let expected = formula.expect.first().map(ToString::to_string);
    let answered = match answer {
        Some(Answer::Sat) => "sat",
        Some(Answer::Unsat) => "unsat",
        _ => "unknown",
    };
    if answered != "unknown" && expected.is_some_and(|e| e != "unknown" && e != answered) {
        add(&tally.contradicted);
    }
    if is_trivial(solver, &formula.text, &options) {
        add(&tally.trivial);
    }
}

/// Whether simplification alone decides the formula.
fn is_trivial(solver: &Solver, text: &str, options: &gadfly_solver::Options) -> bool {
    if solver.profile.name != "z3" {
        return false;
    }
    let simplified = text.replace("(check-sat)", "(apply simplify)");
    let run = solver.run_fresh(&simplified, options);
    let output = String::from_utf8_lossy(&run.raw.stdout);
    let goal = output.split_once("(goal\n").map_or("", |(_, goal)| goal);
    let first = goal.split_whitespace().next().unwrap_or("");
    first == "false" || first.starts_with(':') || first.starts_with("false")
}

fn print_line(
    ui: &Ui,
    out: &mut impl Write,
    name: &str,
    made: u64,
    tally: &Tally,
) -> Result<(), Failure> {
    let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let share = |counter: &AtomicU64| get(counter) as f64 * 100.0 / made.max(1) as f64;
    let bytes = get(&tally.bytes) / made.max(1);
    if ui.json {
        let line = json!({
            "logic": name, "formulas": made, "bytes": bytes,
            "sat": share(&tally.sat), "unsat": share(&tally.unsat),
            "unknown": share(&tally.unknown), "timeout": share(&tally.out_of_time),
            "rejected": share(&tally.rejected), "trivial": share(&tally.trivial),
            "contradicted": get(&tally.contradicted),
        });
        return Ok(ui.json_line(out, &line)?);
    }
    write!(out, "{name},{made},{bytes}")?;
    let shares = [
        &tally.sat,
        &tally.unsat,
        &tally.unknown,
        &tally.out_of_time,
        &tally.rejected,
        &tally.trivial,
    ];
    for counter in shares {
        write!(out, ",{:.1}", share(counter))?;
    }
    writeln!(out, ",{}", get(&tally.contradicted))?;
    Ok(out.flush()?)
}
