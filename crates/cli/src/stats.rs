//! The shares of answers to generated formulas, for every logic.

use crate::exit::{Exit, Failure};
use crate::options::{Jobs, Timeout};
use crate::ui::Ui;
use clap::Args;
use gadfly_exec::Limits;
use gadfly_formula::Expect;
use gadfly_generate::Generator;
use gadfly_profile::Home;
use gadfly_solver::{Answer, Outcome, Resolver, SelfChecks, Session, Solver};
use serde_json::json;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Which solvers answer, and for how long.
#[derive(Args)]
#[command(next_help_heading = "Statistics (with --stats)")]
#[command(mut_arg("timeout", |arg| arg.default_value("2s")))]
pub(crate) struct Options {
    /// A solver that answers (repeatable, a line each)
    #[arg(long, value_name = "SPEC", default_value = "z3")]
    solver: Vec<String>,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    jobs: Jobs,
}

/// The formulas to ask: of each generator, `count` from number `from` on.
pub(crate) struct Formulas<'a> {
    pub(crate) generators: &'a [(&'a str, Generator)],
    pub(crate) seed: u64,
    pub(crate) from: u64,
    pub(crate) count: u64,
}

/// How many formulas of each kind.
#[derive(Default)]
struct Tally {
    made: AtomicU64,
    sat: AtomicU64,
    unsat: AtomicU64,
    unknown: AtomicU64,
    out_of_time: AtomicU64,
    rejected: AtomicU64,
    trivial: AtomicU64,
    bytes: AtomicU64,
    contradicted: AtomicU64,
}

/// Runs the solvers on formulas of each logic and prints a line of shares for each.
pub(crate) fn print(ui: &Ui, options: &Options, formulas: &Formulas) -> Result<Exit, Failure> {
    let resolver = Resolver::new(Home::from_env());
    let mut solvers = Vec::new();
    for spec in &options.solver {
        solvers.extend(resolver.one(spec).map_err(Failure::new)?);
    }
    let mut out = ui.out();
    if !ui.json {
        writeln!(
            out,
            "logic,solver,formulas,bytes,sat,unsat,unknown,timeout,rejected,trivial,contradicted"
        )?;
    }
    let lines = (formulas.generators.len() * solvers.len()) as u64;
    let progress = ui.progress(formulas.count * lines, "solving");
    for (name, generator) in formulas.generators {
        for solver in &solvers {
            let tally = ask(solver, options, generator, formulas, &|| progress.inc(1));
            print_line(ui, &mut out, name, solver, &tally)?;
        }
    }
    Ok(Exit::Done)
}

/// Asks one solver about the formulas of one generator, on several cores.
fn ask(
    solver: &Solver,
    options: &Options,
    generator: &Generator,
    formulas: &Formulas,
    asked: &(dyn Fn() + Sync),
) -> Tally {
    let tally = Tally::default();
    let next = AtomicU64::new(formulas.from);
    let work = || {
        let mut session = session(solver, options.timeout.cpu());
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= formulas.from.saturating_add(formulas.count) {
                break;
            }
            if let Ok(formula) = generator.formula(formulas.seed, index) {
                count(&mut session, &formula, &tally);
            }
            asked();
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.count() {
            scope.spawn(work);
        }
    });
    tally
}

/// CPU time is the limit, so that a busy machine does not change the shares; wall time only ends
/// what hangs.
fn session(solver: &Solver, cpu: Duration) -> Session {
    let limits = Limits {
        cpu: Some(cpu),
        wall: Some(cpu * 20),
        memory: Some(2 << 30),
        ..Limits::default()
    };
    let options = gadfly_solver::Options {
        limits,
        checks: SelfChecks::NONE,
        ..gadfly_solver::Options::default()
    };
    Session::new(solver, &options)
}

fn count(session: &mut Session, formula: &gadfly_formula::Formula, tally: &Tally) {
    let add = |counter: &AtomicU64| counter.fetch_add(1, Ordering::Relaxed);
    let bytes = formula.text.len() as u64;
    tally.bytes.fetch_add(bytes, Ordering::Relaxed);
    add(&tally.made);
    let run = session.run(&formula.text);
    let mut answer = run.answer(0).cloned();
    if contradicts(&formula.expect, answer.as_ref()) {
        // What counts against a solver or against us is what a fresh process says.
        let limits = run.raw.limits;
        answer = session.run_fresh(&formula.text, &limits).answer(0).cloned();
        if contradicts(&formula.expect, answer.as_ref()) {
            add(&tally.contradicted);
        }
    }
    add(match answer {
        Some(Answer::Sat) => &tally.sat,
        Some(Answer::Unsat) => &tally.unsat,
        Some(Answer::Unknown(_)) => &tally.unknown,
        _ if matches!(run.outcome, Outcome::Timeout | Outcome::MemoryOut) => &tally.out_of_time,
        _ => &tally.rejected,
    });
    if is_trivial(session, &formula.text) {
        add(&tally.trivial);
    }
}

/// Whether the first answer is the opposite of what the formula was built to have.
fn contradicts(expect: &[Expect], answer: Option<&Answer>) -> bool {
    matches!(
        (expect.first(), answer),
        (Some(Expect::Sat), Some(Answer::Unsat)) | (Some(Expect::Unsat), Some(Answer::Sat))
    )
}

/// Whether simplification alone decides the formula.
fn is_trivial(session: &mut Session, text: &str) -> bool {
    if session.solver().profile.name != "z3" {
        return false;
    }
    let simplified = text.replace("(check-sat)", "(apply simplify)");
    let run = session.run(&simplified);
    let output = String::from_utf8_lossy(&run.raw.stdout);
    let goal = output.split_once("(goal\n").map_or("", |(_, goal)| goal);
    let first = goal.split_whitespace().next().unwrap_or("");
    first == "false" || first.starts_with(':') || first.starts_with("false")
}

fn print_line(
    ui: &Ui,
    out: &mut impl Write,
    logic: &str,
    solver: &Solver,
    tally: &Tally,
) -> Result<(), Failure> {
    let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let made = get(&tally.made);
    let share = |counter: &AtomicU64| get(counter) as f64 * 100.0 / made.max(1) as f64;
    let bytes = get(&tally.bytes) / made.max(1);
    let spec = &solver.spec;
    if ui.json {
        let line = json!({
            "logic": logic, "solver": spec, "formulas": made, "bytes": bytes,
            "sat": share(&tally.sat), "unsat": share(&tally.unsat),
            "unknown": share(&tally.unknown), "timeout": share(&tally.out_of_time),
            "rejected": share(&tally.rejected), "trivial": share(&tally.trivial),
            "contradicted": get(&tally.contradicted),
        });
        return Ok(ui.json_line(out, "generate-stats/1", &line)?);
    }
    write!(out, "{logic},{spec},{made},{bytes}")?;
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
