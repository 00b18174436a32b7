//! `gadfly evolve`: the same formulas over many solvers and releases.

mod merge;
pub(crate) mod sources;

use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::isolation::Allow;
use crate::options::{Jobs, RunLimits};
use crate::quantity::{self, spoken};
use crate::ui::Ui;
use clap::Args;
use gadfly_evolve::{Entry, Estimate, EvolveError, Judged, Settings, Study, Tally, Timing, Work};
use gadfly_exec::Cancel;
use gadfly_profile::Home;
use gadfly_solver::{Resolver, Solver, Unfit, calibrate};
use gadfly_store::{Cause, Ends, Shortfall};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Where figures of time come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Performance {
    /// Fresh processes for a sample of the formulas
    Sample,
    /// Fresh processes for all runs
    All,
    /// Sessions, without start-up
    Sessions,
}

impl Performance {
    fn timing(self) -> Timing {
        match self {
            Performance::Sample => Timing::Sample,
            Performance::All => Timing::Fresh,
            Performance::Sessions => Timing::Sessions,
        }
    }
}

const TIMEOUT: &str = "The most CPU time of a solver run; on the wall's clock it may take several \
                       times as long. The tables have all smaller powers of two";

/// Where results are put where nothing else is said.
const FOLDER: &str = "evolution";

/// Run the same formulas over many solvers and releases: tables, plots and a page
#[derive(Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("timeout", |arg| arg.default_value("8s").help(TIMEOUT)))]
pub(crate) struct Evolve {
    /// Files or folders of formulas: seeds, a hunt's findings, a benchmark set
    paths: Vec<PathBuf>,
    /// Grammars of the catalogue or files: Core,Ints,my.g4
    #[arg(long, value_name = "G,…", value_delimiter = ',')]
    grammar: Vec<String>,
    /// The first formula of each grammar
    #[arg(long, value_name = "I", default_value_t = 0)]
    from: u64,
    /// How many formulas of each grammar
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    count: u64,
    /// Solvers: releases such as `z3@*` or `z3@4.8.5..4.8.12`, or whole commands (repeatable)
    #[arg(long, value_name = "SPEC")]
    solver: Vec<String>,
    /// The profile of whole commands, where it cannot be guessed
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Who judges: each solver by the first of these of another family, or `none`
    /// [default: the newest cvc5 for z3, the newest z3 for all others]
    #[arg(long, value_name = "SPEC")]
    reference: Vec<String>,
    #[command(flatten)]
    limits: RunLimits,
    /// What solvers check of their own results
    #[arg(long, value_name = "WHAT", default_value = "models,cores")]
    checks: Checks,
    /// Where the figures of time come from: fresh processes, in which a sample of the formulas or
    /// all of them are run, or the sessions, without start-up
    #[arg(long, value_name = "HOW", value_enum, default_value = "sample", default_missing_value = "all", num_args = 0..=1, require_equals = true)]
    performance: Performance,
    /// Run everything so often and average the times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// Ask z3 in fresh processes for its resource count too, a measure without noise
    #[arg(long)]
    resources: bool,
    /// How many formulas make a part: the most that a kill costs
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    part: u64,
    #[command(flatten)]
    jobs: Jobs,
    /// Only the parts of machine I of N, counted from 1
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(u64, u64)>,
    /// The results' folder; a study that was begun there goes on
    #[arg(long, value_name = "DIR", default_value = FOLDER)]
    out: PathBuf,
    /// Where answers of references are kept, for other studies too [default: in the results]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Take the parts of these folders of the same study into --out first
    #[arg(long, value_name = "DIR", num_args = 1..)]
    merge: Vec<PathBuf>,
    /// Run nothing: tables and page of what there is
    #[arg(long)]
    tables: bool,
    /// Run a sample for this long, say what the study will take (CPU hours, disk, its end), and write
    /// nothing
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, default_missing_value = "1m", num_args = 0..=1, require_equals = true, conflicts_with_all = ["merge", "tables"])]
    estimate: Option<Duration>,
    #[command(flatten)]
    allow: Allow,
}

const EXAMPLES: &str = "\
Examples:
  gadfly evolve --grammar Core,Ints --solver 'z3@4.8.5..4.8.12' --out study
  gadfly evolve --grammar Strings --solver 'z3@*' --performance --repeat 3
  gadfly evolve --grammar my.g4 --solver './build/z3 -in' --reference cvc5
  gadfly evolve hunt/findings --solver 'cvc5@*'
  gadfly evolve --grammar Reals --count 1000000 --solver 'z3@*' --estimate
  gadfly evolve … --shard 1/4 --out part1     on each of four machines, then
  gadfly evolve … --merge part1 part2 part3 part4 --out whole

Scripts are sent as they are: no logic is added. The same command again goes on
where it stopped. The folder has runs/*/*.parquet (a row a run), correctness.csv
and the other tables of the published study, index.html, and every plot as SVG.";

/// What solvers check of their own results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Checks {
    models: bool,
    cores: bool,
}

impl std::str::FromStr for Checks {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let mut checks = Checks {
            models: false,
            cores: false,
        };
        for word in text.split(',') {
            match word {
                "models" => checks.models = true,
                "cores" => checks.cores = true,
                "none" => {}
                _ => return Err("give models, cores, models,cores or none".into()),
            }
        }
        Ok(checks)
    }
}

fn shard(text: &str) -> Result<(u64, u64), String> {
    let number = |text: &str| text.parse::<u64>().ok();
    let numbers = text
        .split_once('/')
        .and_then(|(at, of)| Some((number(at)?, number(of)?)));
    match numbers {
        Some((at, of)) if 1 <= at && at <= of => Ok((at - 1, of)),
        _ => Err("a shard is I/N with I from 1 to N, as in 2/4".into()),
    }
}

impl Evolve {
    /// Does what was asked.
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        self.allow.apply()?;
        let study = self.study(ui)?;
        if let Some(time) = self.estimate {
            return self.say_estimate(&study, time, ui);
        }
        merge::check(&study, &self.merge)?;
        study.claim(&self.out).map_err(Failure::new)?;
        let merged = merge::merge(&study, &self.merge, &self.out)?;
        if merged > 0 {
            ui.say(format!("took {merged} parts from other folders"));
        }
        let stop = interrupt::flag()?;
        let interrupted = if self.tables {
            false
        } else {
            self.work(&study, &stop, ui)?
        };
        let tally = Tally::read(&study, &self.out).map_err(Failure::new)?;
        let whole = !self.tables && !interrupted && tally.missing == 0;
        let interrupted =
            interrupted || (whole && self.measure_again(&study, &tally, &stop, ui)?);
        finish(&study, &tally, &self.out, ui)?;
        let exit = Exit::after_tests(false, &shortfalls(&study, &tally));
        Ok(if interrupted { Exit::Interrupted } else { exit })
    }

    /// Sees that the study can be made.
    pub(crate) fn prepare(&self, ui: &Ui) -> Result<(), Failure> {
        self.allow.apply()?;
        self.study(ui).map(drop)
    }

    /// What says which part of a study this is, where it is given.
    pub(crate) fn of_a_part(&self) -> Option<&'static str> {
        let given = [
            ("--shard", self.shard.is_some()),
            ("--merge", !self.merge.is_empty()),
            ("--tables", self.tables),
            ("--estimate", self.estimate.is_some()),
            ("--out", self.out != Path::new(FOLDER)),
        ];
        given
            .iter()
            .find(|(_, given)| *given)
            .map(|(name, _)| *name)
    }

    fn study(&self, ui: &Ui) -> Result<Study, Failure> {
        let sources = sources::sources(
            &self.grammar,
            self.from..self.from.saturating_add(self.count),
            &self.paths,
            ui,
        )?;
        let resolver = Resolver::new(Home::from_env()).with_profile(self.profile.clone());
        let specs = if self.solver.is_empty() {
            vec!["z3".to_string(), "cvc5".to_string()]
        } else {
            self.solver.clone()
        };
        let solvers = resolver.all(&specs).map_err(Failure::new)?;
        let settings = Settings {
            timeout: self.limits.cpu(),
            memory: self.limits.memory(),
            models: self.checks.models,
            cores: self.checks.cores,
            timing: self.performance.timing(),
            repeat: self.repeat,
            resources: self.resources,
            part: self.part,
        };
        if !self.tables {
            let limits = settings.options().limits;
            let unfit = |solver: &Solver| calibrate(solver, &limits, None).err();
            let unfit: Vec<Unfit> = solvers.iter().filter_map(unfit).collect();
            if !unfit.is_empty() {
                return Err(Failure::all(unfit));
            }
        }
        let judges = sources::judges(&self.reference, &solvers, &resolver)?;
        Ok(Study::new(sources, solvers, judges, settings))
    }

    /// Says what the study will take.
    fn say_estimate(&self, study: &Study, time: Duration, ui: &Ui) -> Result<Exit, Failure> {
        let cancel = Cancel::sharing(&interrupt::flag()?);
        let work = Work {
            study,
            folder: &self.out,
            cache: &self.out.join("reference"),
            jobs: self.jobs.count(),
            shard: self.shard,
            cancel: &cancel,
            tick: &|| (),
        };
        let estimate = match work.estimate(time) {
            Err(EvolveError::Interrupted) => return Ok(Exit::Interrupted),
            estimate => estimate.map_err(Failure::new)?,
        };
        let mut out = ui.out();
        if ui.json {
            ui.json_line(&mut out, "evolve-estimate/1", &estimate)?;
        } else {
            let Estimate {
                formulas,
                sampled,
                runs,
                cpu,
                spread,
                wall,
                bytes,
            } = estimate;
            let (jobs, percent) = (work.jobs, spread * 100.0);
            writeln!(
                out,
                "{runs} runs on {formulas} formulas, by a sample of {sampled}:"
            )?;
            let hours = cpu / 3600.0;
            writeln!(
                out,
                "CPU time   {} ({hours:.1} hours), ± {percent:.0} %",
                spoken(cpu)
            )?;
            writeln!(out, "disk       {} KB at most", bytes.div_ceil(1000))?;
            writeln!(
                out,
                "end        {} after its start, with {jobs} at once",
                spoken(wall)
            )?;
        }
        out.flush()?;
        Ok(Exit::Done)
    }

    /// Measures what changed in time again; true if it was stopped.
    fn measure_again(
        &self,
        study: &Study,
        tally: &Tally,
        stop: &Arc<AtomicBool>,
        ui: &Ui,
    ) -> Result<bool, Failure> {
        let cancel = Cancel::sharing(stop);
        let runs = gadfly_evolve::runs_again(study, tally, &self.out);
        let progress = ui.progress(runs, "measuring again");
        let tick = || progress.inc(1);
        let end = gadfly_evolve::measure_again(study, tally, &self.out, &cancel, &tick);
        progress.finish();
        end.map_err(Failure::new)?;
        Ok(cancel.is_set())
    }

    /// Does what is open; true if it was stopped.
    fn work(&self, study: &Study, stop: &Arc<AtomicBool>, ui: &Ui) -> Result<bool, Failure> {
        let cache = self
            .cache
            .clone()
            .unwrap_or_else(|| self.out.join("reference"));
        let cancel = Cancel::sharing(stop);
        let silent = Work {
            study,
            folder: &self.out,
            cache: &cache,
            jobs: self.jobs.count(),
            shard: self.shard,
            cancel: &cancel,
            tick: &|| (),
        };
        let plan = silent.plan();
        let done = plan.parts - plan.open;
        if done > 0 {
            ui.say(format!("{done} of {} parts are done already", plan.parts));
        }
        let progress = ui.progress(plan.runs, "evolve");
        let tick = || progress.inc(1);
        let work = Work {
            tick: &tick,
            ..silent
        };
        let end = work.run();
        progress.finish();
        for judged in work.judged() {
            let Judged {
                judge,
                answered,
                asked,
            } = judged;
            if answered == 0 && asked > 0 {
                eprintln!(
                    "warning: {judge} answered none of {asked} formulas, so no wrong answer can show; \
                     choose another one with --reference"
                );
            } else if asked > 0 {
                ui.say(format!(
                    "{judge}, the reference, answered {answered} of {asked} formulas"
                ));
            }
        }
        match end {
            Ok(()) => Ok(false),
            Err(EvolveError::Interrupted) => Ok(true),
            Err(error) => Err(Failure::new(error)),
        }
    }
}

/// Solvers that were barely tested, or not at all. An old release that lacks a theory is part of what a
/// study shows, as long as others have it.
fn shortfalls(study: &Study, tally: &Tally) -> Vec<Shortfall> {
    let of = |(at, entry): (usize, &Entry)| {
        let mut ends = Ends::default();
        tally.cells.iter().for_each(|row| row[at].add_to(&mut ends));
        ends.shortfall(&entry.name)
    };
    let all = study.solvers.iter().enumerate();
    let mut shortfalls: Vec<Shortfall> = all.filter_map(of).collect();
    if shortfalls.len() < study.solvers.len() {
        for shortfall in &mut shortfalls {
            shortfall.untested &= shortfall.cause != Cause::Refused;
        }
    }
    shortfalls
}

/// Tables, page, and a few words.
fn finish(study: &Study, tally: &Tally, out: &Path, ui: &Ui) -> Result<(), Failure> {
    gadfly_evolve::write_tables(study, tally, out).map_err(Failure::new)?;
    gadfly_evolve::write_page(study, tally, out).map_err(Failure::new)?;
    if tally.missing > 0 {
        ui.say(format!(
            "{} parts are missing: the same command does them",
            tally.missing
        ));
    }
    let mut text = ui.out();
    for (at, entry) in study.solvers.iter().enumerate() {
        let cells = || tally.cells.iter().map(|row| &row[at]);
        let sum = |verdict| cells().map(|cell| cell.of(verdict)).sum::<u64>();
        use gadfly_evolve::Verdict;
        let (unsound, invalid, crash) = (
            sum(Verdict::Unsound),
            sum(Verdict::InvalidModel),
            sum(Verdict::Crash),
        );
        let solved: u64 = cells().map(|cell| cell.solved(usize::MAX)).sum();
        let runs: u64 = cells().map(|cell| cell.runs).sum();
        if ui.json {
            let value = json!({"solver": entry.name, "runs": runs, "solved": solved,
                "unsound": unsound, "invalid_model": invalid, "crash": crash,
                "missing_parts": tally.missing, "folder": out.display().to_string()});
            ui.json_line(&mut text, "evolve-solver/1", &value)?;
        } else if runs > 0 {
            writeln!(
                text,
                "{}: {solved} of {runs} solved, {unsound} unsound, {invalid} invalid models, {crash} crashes",
                entry.name
            )?;
        }
    }
    text.flush()?;
    ui.say(format!("tables and page: {}", out.display()));
    Ok(())
}
