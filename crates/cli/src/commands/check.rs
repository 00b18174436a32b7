//! `gadfly check`: several solvers on several files, side by side, and what their answers mean.

mod proofs;
pub(crate) mod verdicts;

use super::bisect::given;
use crate::exit::{Exit, Failure};
use crate::isolation::Allow;
use crate::options::{Jobs, RunLimits};
use crate::paths;
use crate::ui::Ui;
use clap::Args;
use gadfly_campaign::ends_of;
use gadfly_examine::{Settings, SolverRunner};
use gadfly_exec::Limits;
use gadfly_formula::Formula;
use gadfly_oracle::{ProofFact, labelled};
use gadfly_profile::Home;
use gadfly_solver::{Options, Resolver, Run, SelfChecks, Solver};
use gadfly_store::{Cause, Shortfall};
use gadfly_syntax::visible;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Run solvers on files and say what the answers mean
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Check {
    /// Files, folders that are searched for *.smt2, findings as DIR/ID, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A solver: `z3`, `z3@4.8.7`, `z3@4.8.5..4.8.12`, or a whole command (repeatable)
    #[arg(long = "solver", value_name = "SPEC")]
    solvers: Vec<String>,
    /// A solver that only confirms and arbitrates; by default the newest installed of every family
    /// (repeatable)
    #[arg(long = "reference", value_name = "SPEC")]
    references: Vec<String>,
    /// The profile of whole commands, instead of a guess from their names
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    #[command(flatten)]
    limits: RunLimits,
    #[command(flatten)]
    jobs: Jobs,
    /// Let the solvers check their own models, cores and proofs
    #[arg(long)]
    self_check: bool,
    /// Ask for a proof of each `unsat` and check it step by step
    #[arg(long)]
    proofs: bool,
    /// The right answer to every `check-sat`: `sat`, `unsat`, or `file` for each file's own label
    #[arg(long, value_name = "LABEL", default_value = "file")]
    expect: String,
    /// Say how the verdicts come about
    #[arg(long)]
    explain: bool,
    /// How many fresh runs must show a bug before it is believed
    #[arg(long, value_name = "N", default_value_t = 2)]
    tries: usize,
    /// A file of known issues, beside those that gadfly knows (repeatable)
    #[arg(long, value_name = "FILE")]
    known: Vec<PathBuf>,
    #[command(flatten)]
    allow: Allow,
}

const EXAMPLES: &str = "\
Examples:
  gadfly check a.smt2 --solver z3 --solver cvc5
  gadfly check a.smt2 --solver z3@4.8.5 --expect unsat --explain
  gadfly check a.smt2 --solver cvc5 --proofs
  gadfly check hunt/z3-crash-1a2b3c4d --solver z3      a finding's case
  gadfly check folder --solver 'z3@4.8.5..4.8.12' --timeout 2s --json";

/// One file with what every solver said to it.
pub(crate) struct Checked {
    /// The file's name.
    pub(crate) file: String,
    /// One run a solver, in the order in which they were asked for.
    pub(crate) runs: Vec<Run>,
}

impl Check {
    /// Runs everything and prints the table.
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        self.allow.apply()?;
        let sources = paths::expand(&self.files)?;
        let label = given(&self.expect)?;
        let mut scripts: Vec<(String, Formula)> = Vec::new();
        for source in &sources {
            let text = String::from_utf8_lossy(&source.read()?).into_owned();
            scripts.push((source.name(), labelled(&text, label)));
        }
        let solvers = self.solvers()?;
        let checked = self.run_all(ui, &scripts, &solvers);
        let judge = self.judge(solvers)?;
        let mut out = ui.out();
        let mut found = false;
        for ((one, (_, formula)), source) in checked.iter().zip(&scripts).zip(&sources) {
            let proofs = match self.proofs {
                true => proofs::ask(&judge, formula, &one.runs),
                false => Vec::new(),
            };
            let facts: Vec<ProofFact> = proofs.iter().filter_map(|p| p.fact.clone()).collect();
            let result = judge.judge(formula, &one.runs, &facts, source.kind());
            print(ui, &mut out, one, &proofs)?;
            let explain = self.explain.then_some((&judge, facts));
            verdicts::print(ui, &mut out, one, formula, &result, explain)?;
            found |= result.confirmed.iter().any(verdicts::counts);
        }
        out.flush()?;
        let shortfalls = shortfalls(&checked);
        let untested = |of: &Shortfall| of.untested;
        let took = |one: &Checked| one.runs.iter().any(|run| ends_of([run]).took_any());
        if !found && !shortfalls.iter().any(untested) && !checked.iter().any(took) {
            return Err(Failure::new(
                "no solver took any of the files, so nothing was tested; what each said is above",
            ));
        }
        Ok(Exit::after_tests(found, &shortfalls))
    }

    /// Beside the solvers that were asked for, others may be asked to bear a verdict out.
    fn judge(&self, mut solvers: Vec<Solver>) -> Result<verdicts::Judge, Failure> {
        let resolver = Resolver::new(Home::from_env());
        let more = match self.references.is_empty() {
            true => resolver.witnesses(&solvers),
            false => resolver.all(&self.references).map_err(Failure::new)?,
        };
        let asked: Vec<String> = solvers.iter().map(|solver| solver.spec.clone()).collect();
        solvers.extend(more.into_iter().filter(|one| !asked.contains(&one.spec)));
        let options = self.options();
        let settings = Settings::new(self.tries, options.limits);
        verdicts::Judge::new(SolverRunner::new(solvers, options), settings, &self.known)
    }

    fn solvers(&self) -> Result<Vec<Solver>, Failure> {
        let home = Home::from_env();
        let specs = if self.solvers.is_empty() {
            default_specs(&home)
        } else {
            self.solvers.clone()
        };
        if specs.is_empty() {
            let hint =
                "no solver is installed; run `gadfly solvers install z3 cvc5`, or give --solver";
            return Err(Failure::new(hint));
        }
        let resolver = Resolver::new(home).with_profile(self.profile.clone());
        resolver.all(&specs).map_err(Failure::new)
    }

    fn options(&self) -> Options {
        let limits = Limits {
            output: Some(16 << 20),
            ..self.limits.limits()
        };
        let checks = if self.self_check {
            SelfChecks::ALL
        } else {
            SelfChecks::NONE
        };
        Options {
            limits,
            checks,
            ..Options::default()
        }
    }

    fn run_all(&self, ui: &Ui, scripts: &[(String, Formula)], solvers: &[Solver]) -> Vec<Checked> {
        let options = self.options();
        let total = scripts.len() * solvers.len();
        let progress = ui.progress(total as u64, "checking");
        let runs: Mutex<Vec<Option<Run>>> = Mutex::new((0..total).map(|_| None).collect());
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= total {
                    break;
                }
                let script = &scripts[at / solvers.len()].1.text;
                let run = solvers[at % solvers.len()].run(script, &options);
                progress.inc(1);
                if let Ok(mut runs) = runs.lock() {
                    runs[at] = Some(run);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.count().clamp(1, total.max(1)) {
                scope.spawn(work);
            }
        });
        progress.finish();
        let runs = runs
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut runs = runs.into_iter().flatten();
        scripts
            .iter()
            .map(|(file, _)| Checked {
                file: file.clone(),
                runs: runs.by_ref().take(solvers.len()).collect(),
            })
            .collect()
    }
}

/// Solvers that were barely tested, or not at all. A solver that only lacks the logic of the files is
/// none, as long as others took them.
fn shortfalls(checked: &[Checked]) -> Vec<Shortfall> {
    let solvers = checked.first().map_or(0, |one| one.runs.len());
    let of = |at: usize| {
        let ends = ends_of(checked.iter().map(|one| &one.runs[at]));
        ends.shortfall(&checked[0].runs[at].spec)
    };
    let mut shortfalls: Vec<Shortfall> = (0..solvers).filter_map(of).collect();
    if shortfalls.len() < solvers {
        shortfalls.retain(|of| of.cause != Cause::Refused);
    }
    shortfalls
}

/// The newest installed release of each family.
fn default_specs(home: &Home) -> Vec<String> {
    let families = gadfly_profile::Profiles::builtin()
        .iter()
        .map(|p| p.name.clone());
    families.filter(|f| !home.installed(f).is_empty()).collect()
}

fn print(
    ui: &Ui,
    out: &mut impl Write,
    checked: &Checked,
    proofs: &[proofs::Proof],
) -> Result<(), Failure> {
    for run in &checked.runs {
        let proof = proofs::of(proofs, run);
        if ui.json {
            let mut told = as_json(&checked.file, run);
            if let Some(proof) = proof {
                told["proof"] = proof.as_json();
            }
            ui.json_line(out, "check-run/1", &told)?;
        } else {
            let seconds = run.raw.wall.as_secs_f64();
            let megabytes = run.raw.peak_memory as f64 / f64::from(1 << 20);
            let (file, said) = (visible(checked.file.clone()), said(run));
            let spec = &run.spec;
            writeln!(
                out,
                "{file}  {spec:20}  {said:12}  {seconds:.3}s  {megabytes:.1}MB"
            )?;
            if let Some(proof) = proof {
                writeln!(out, "  {}", visible(proof.line()))?;
            }
        }
    }
    Ok(())
}

/// What a run came to, in a word or a line.
pub(crate) fn said(run: &Run) -> String {
    let mut words: Vec<String> = run.answers.iter().map(ToString::to_string).collect();
    words.extend(run.complaints.iter().map(ToString::to_string));
    if run.outcome != gadfly_solver::Outcome::Done {
        words.push(run.outcome.to_string());
    }
    capped(&words.join(" "))
}

/// What a line shows of a solver's own words.
const LINE: usize = 400;

/// A solver's words, cut where they are longer than anyone reads, with a word on how long they were.
pub(crate) fn capped(text: &str) -> String {
    match text.char_indices().nth(LINE) {
        None => text.to_string(),
        Some((end, _)) => format!("{}… (cut: {} bytes in all)", &text[..end], text.len()),
    }
}

/// A run as JSON: the fields of `runs.json`.
pub(crate) fn as_json(file: &str, run: &Run) -> Value {
    let raw = &run.raw;
    let (exit, signal) = match raw.exit {
        gadfly_exec::Exit::Code(code) => (Some(code), None),
        gadfly_exec::Exit::Signal(signal) => (None, Some(signal)),
        gadfly_exec::Exit::Alive => (None, None),
    };
    json!({
        "file": file,
        "solver": run.spec,
        "family": run.family,
        "version": run.version,
        "answers": run.answers.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "outcome": capped(&run.outcome.to_string()),
        "complaints": run.complaints.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "errors": run.errors.iter().map(|(n, e)| json!({"after": n, "message": capped(e)})).collect::<Vec<_>>(),
        "command": raw.command,
        "exit": exit,
        "signal": signal,
        "limit": raw.limit.map(|l| format!("{l:?}").to_lowercase()),
        "wall": raw.wall.as_secs_f64(),
        "cpu": raw.cpu.as_secs_f64(),
        "memory": raw.peak_memory,
    })
}
