//! `gadfly monitor`: a candidate build beside a reference and what an earlier build said.

mod changed;
mod say;

use crate::commands::evolve::sources;
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::isolation::Allow;
use crate::options::{Jobs, RunLimits};
use crate::quantity;
use crate::ui::Ui;
use clap::Args;
use gadfly_evolve::monitor::{Baseline, Event, Group, Seen, Watch, group};
use gadfly_evolve::{Settings, Source, name_of};
use gadfly_examine::{Order, Ways, drive};
use gadfly_exec::Cancel;
use gadfly_profile::Home;
use gadfly_solver::{Resolver, Solver};
use gadfly_store::Shortfall;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Regression check for CI: what is worse in a candidate build, confirmed and reduced
#[derive(Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("timeout", |arg| arg.default_value("2s")))]
pub(crate) struct Monitor {
    /// Files or folders of formulas, beside or instead of grammars; the seeds, with --changed
    paths: Vec<PathBuf>,
    /// The build to check: a release or a whole command
    #[arg(long, value_name = "SPEC")]
    candidate: String,
    /// Whose answers count as right [default: the newest cvc5 for z3, the newest z3 for others]
    #[arg(long, value_name = "SPEC")]
    reference: Option<String>,
    /// The profile of whole commands, where it cannot be guessed
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Grammars of the catalogue or files
    #[arg(long, value_name = "G,…", value_delimiter = ',')]
    grammar: Vec<String>,
    /// The first formula of each grammar
    #[arg(long, value_name = "I", default_value_t = 0)]
    from: u64,
    /// How many formulas of each grammar
    #[arg(long, value_name = "N", default_value_t = 2000)]
    count: u64,
    /// What an earlier build said: only what differs is reported
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write what this build says, as the next baseline
    #[arg(long, value_name = "FILE")]
    save_baseline: Option<PathBuf>,
    /// Begin no more formulas after this time; with --changed, how long to hunt [default: 1m]
    #[arg(long, value_parser = quantity::duration)]
    time: Option<Duration>,
    #[command(flatten)]
    limits: RunLimits,
    /// A run that takes this many times what it took before is a slow-down
    #[arg(long, value_name = "X", default_value_t = 8.0)]
    slow_factor: f64,
    #[command(flatten)]
    jobs: Jobs,
    /// Where cases and kept answers go
    #[arg(long, value_name = "DIR", default_value = "gadfly-monitor")]
    out: PathBuf,
    /// Write a JUnit report
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write a SARIF report
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// Write a summary in Markdown, for a pull request; `-` is standard output
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    #[command(flatten)]
    change: changed::Change,
    #[command(flatten)]
    allow: Allow,
}

const EXAMPLES: &str = "\
Examples:
  on main:
  gadfly monitor --candidate './build/z3 -in' --grammar Core,Ints,Strings \\
      --save-baseline gadfly.baseline
  on a pull request:
  gadfly monitor --candidate './build/z3 -in' --grammar Core,Ints,Strings \\
      --baseline gadfly.baseline --junit gadfly.xml --markdown summary.md
  what a change reaches, by its diff:
  gadfly monitor --candidate './build/z3 -in' --changed main..HEAD \\
      --checkout . --time 10m --markdown summary.md
  git diff main | gadfly monitor --candidate './build/z3 -in' --changed -

Exits 10 where the candidate does something worse than the baseline: a wrong
answer, a crash, an invalid model or core, an unknown, an error, a time-out or a
slow-down. Without a baseline wrong answers, crashes and invalid models count.
Formulas that once failed come first.

With --changed the check is a hunt that is aimed at the operators, theories,
strategies and options that reach the changed files; any bug that it finds
counts.";

/// A reduction takes at most so long.
const REDUCTION: Duration = Duration::from_secs(30);
/// So many groups are reduced; the others keep their first formula.
const REDUCED: usize = 12;

impl Monitor {
    /// Does what was asked.
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        self.allow.apply()?;
        if let Some(diff) = &self.change.changed {
            return changed::check(&self, diff, ui);
        }
        let started = Instant::now();
        let settings = Settings {
            timeout: self.limits.cpu(),
            memory: self.limits.memory(),
            ..Settings::default()
        };
        let range = self.from..self.from.saturating_add(self.count);
        let sources = sources::sources(&self.grammar, range, &self.paths, ui)?;
        let (candidate, reference) = self.solvers()?;
        let baseline = match &self.baseline {
            Some(path) => Some(read_baseline(path, &settings, &sources)?),
            None => None,
        };
        let stop = interrupt::flag()?;
        let cancel = Cancel::sharing(&stop);
        let total = sources
            .iter()
            .map(|s| s.range().end - s.range().start)
            .sum();
        let progress = ui.progress(total, "monitor");
        let tick = || progress.inc(1);
        let cache = self.out.join("reference");
        let watch = Watch {
            candidate: &candidate,
            reference: reference.as_ref(),
            sources: &sources,
            settings: &settings,
            baseline: baseline.as_ref(),
            slow_factor: self.slow_factor,
            deadline: self.time.map(|time| started + time),
            cache: &cache,
            jobs: self.jobs.count(),
            cancel: &cancel,
            tick: &tick,
        };
        let end = watch.run();
        progress.finish();
        let seen = end.map_err(Failure::new)?;
        let interrupted = cancel.is_set();
        let shortfall = seen.ends.shortfall(&candidate.spec);
        let untested = shortfall.as_ref().is_some_and(|of| of.untested);
        if (untested || seen.decided == 0) && seen.events.is_empty() && !interrupted {
            return Err(blind(&candidate, &seen, shortfall));
        }
        let groups = groups(&watch, &seen, &sources, &stop)?;
        let name = name_of(&candidate);
        if !interrupted {
            self.save(&seen, &sources, &name, &settings)?;
        }
        let report = say::Report {
            groups: &groups,
            seen: &seen,
            sources: &sources,
            candidate: &name,
            spec: &candidate.spec,
            before: baseline
                .as_ref()
                .map(|baseline| baseline.candidate.as_str()),
            reference: reference.as_ref().map(|solver| solver.spec.as_str()),
            folder: &self.out,
            planned: total,
            seconds: started.elapsed().as_secs_f64(),
        };
        report.cases()?;
        self.files(&report)?;
        report.print(ui)?;
        let shortfalls: Vec<Shortfall> = shortfall.into_iter().collect();
        let exit = Exit::after_tests(report.worse() > 0, &shortfalls);
        Ok(match interrupted {
            true => Exit::Interrupted,
            false => exit,
        })
    }

    /// The build to check.
    fn candidate(&self) -> Result<(Solver, Resolver), Failure> {
        let resolver = Resolver::new(Home::from_env()).with_profile(self.profile.clone());
        let mut candidates = resolver.one(&self.candidate).map_err(Failure::new)?;
        let [_] = candidates[..] else {
            return Err(Failure::new(format!(
                "--candidate {}: name one solver",
                self.candidate
            )));
        };
        Ok((candidates.remove(0), resolver))
    }

    fn solvers(&self) -> Result<(Solver, Option<Solver>), Failure> {
        let (candidate, resolver) = self.candidate()?;
        let asked: Vec<String> = self.reference.iter().cloned().collect();
        let mut judges = sources::judges(&asked, std::slice::from_ref(&candidate), &resolver)?;
        judges.retain(|judge| judge.family != candidate.family || self.reference.is_some());
        Ok((candidate, judges.into_iter().next()))
    }

    fn save(
        &self,
        seen: &Seen,
        sources: &[Source],
        name: &str,
        settings: &Settings,
    ) -> Result<(), Failure> {
        let Some(path) = &self.save_baseline else {
            return Ok(());
        };
        let known = seen.known.iter();
        let known = known.map(|(at, known)| (sources[*at].name.clone(), known.clone()));
        let baseline = Baseline {
            candidate: name.to_string(),
            sources: known.collect(),
        };
        baseline.write(path, settings).map_err(Failure::new)
    }

    fn files(&self, report: &say::Report<'_>) -> Result<(), Failure> {
        let summary = report.summary();
        let write = |path: &Option<PathBuf>, text: &dyn Fn() -> String| match path {
            Some(path) => say::write(path, &text()),
            None => Ok(()),
        };
        write(&self.junit, &|| gadfly_report::junit(&summary))?;
        write(&self.sarif, &|| {
            format!("{:#}\n", gadfly_report::sarif(&summary))
        })?;
        write(&self.markdown, &|| report.markdown())
    }
}

/// What an earlier build said. A baseline of other formulas would make everything look unchanged.
fn read_baseline(
    path: &Path,
    settings: &Settings,
    sources: &[Source],
) -> Result<Baseline, Failure> {
    let baseline = Baseline::read(path, settings, sources).map_err(|error| {
        Failure::new(format!(
            "--baseline: {error}; --save-baseline writes a new one"
        ))
    })?;
    let known = |source: &Source| baseline.sources.contains_key(&source.name);
    if sources.iter().any(known) {
        return Ok(baseline);
    }
    let names: Vec<&str> = baseline.sources.keys().map(String::as_str).collect();
    Err(Failure::new(format!(
        "--baseline: {} is of {} and says nothing of these formulas; --save-baseline writes a new one",
        path.display(),
        names.join(", ")
    )))
}

/// A check that sees nothing must not look like one that found nothing.
fn blind(candidate: &Solver, seen: &Seen, shortfall: Option<Shortfall>) -> Failure {
    let (spec, runs) = (&candidate.spec, seen.runs);
    Failure::new(match (runs, shortfall) {
        (0, _) => "no formula was run: give more --time".to_string(),
        (_, Some(shortfall)) => shortfall.sentence,
        (_, None) => format!(
            "{spec} decided none of {runs} formulas, so nothing can be said of it; \
             `gadfly check --solver '{spec}' FILE` shows what it answers"
        ),
    })
}

/// Changes that belong together, the first of each reduced.
fn groups(
    watch: &Watch<'_>,
    seen: &Seen,
    sources: &[Source],
    stop: &AtomicBool,
) -> Result<Vec<Group>, Failure> {
    let mut groups = Vec::new();
    for (number, events) in group(seen.events.clone()).into_iter().enumerate() {
        let first = &events[0];
        let original = sources[first.source]
            .text(first.index)
            .map_err(Failure::new)?
            + "\n";
        let case = if first.better || number >= REDUCED {
            original.clone()
        } else {
            smaller(watch, first, &original, stop)
        };
        groups.push(Group {
            events,
            case,
            original,
        });
    }
    Ok(groups)
}

fn smaller(watch: &Watch<'_>, event: &Event, original: &str, stop: &AtomicBool) -> String {
    let shows = |script: &str| watch.shows(event, script);
    let ways = Ways {
        candidates: &shows,
        result: Some(&shows),
    };
    let order = Order {
        time: Some(REDUCTION),
        halt: &|| stop.load(Ordering::Relaxed),
        ..Order::default()
    };
    match drive(original, original, &ways, order) {
        Ok(driven) => driven.reduction.text,
        Err(_) => original.to_string(),
    }
}

/// The folder of a group's case.
fn folder(out: &Path, id: &str) -> PathBuf {
    out.join("findings").join(id)
}
