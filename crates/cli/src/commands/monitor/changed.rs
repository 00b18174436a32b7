//! `gadfly monitor --changed`: a hunt that is aimed at what a change of the solver's sources reaches.

mod report;

use super::Monitor;
use crate::commands::hunt::{Ask, How, Hunt};
use crate::exit::{Context, Exit, Failure};
use crate::options::Seed;
use crate::paths::Source;
use crate::ui::Ui;
use clap::Args;
use gadfly_campaign::{Ended, Why};
use gadfly_catalog::Catalog;
use gadfly_coverage::changed::{Aim, Reach, Sources, Study, Tally, between, changed_files};
use gadfly_report::Summary;
use gadfly_solver::Solver;
use report::Report;
use std::path::{Path, PathBuf};

/// What is of grammars and baselines, and of no change.
const OF_GRAMMARS: [&str; 6] = [
    "grammar",
    "from",
    "count",
    "baseline",
    "save_baseline",
    "slow_factor",
];

/// Options of a check of a change.
#[derive(Args)]
#[command(next_help_heading = "A change of the solver's sources")]
#[command(mut_arg("seed", |arg| arg.default_value("1").requires("changed")))]
pub(super) struct Change {
    /// Hunt with what reaches a change: a unified diff, `-` for standard input, or two commits of the
    /// checkout as BASE..HEAD
    #[arg(long, value_name = "DIFF", conflicts_with_all = OF_GRAMMARS)]
    pub(super) changed: Option<String>,
    /// The git checkout that the commits are of
    #[arg(long, value_name = "DIR", requires = "changed")]
    checkout: Option<PathBuf>,
    /// What `gadfly coverage` measured of the build before the change: only strategies that reach the changed
    /// functions are used
    #[arg(long, value_name = "DIR", requires = "changed")]
    coverage: Option<PathBuf>,
    /// End after this many tests; a duplicate counts as one
    #[arg(long, value_name = "N", requires = "changed")]
    tests: Option<u64>,
    #[command(flatten)]
    seed: Seed,
    /// How the next formula is chosen: by what paid off so far, or the same ones each time
    #[arg(
        long,
        value_name = "HOW",
        default_value = "adaptive",
        requires = "changed"
    )]
    schedule: How,
}

/// Hunts with what reaches the change, and says what came of it.
pub(super) fn check(monitor: &Monitor, diff: &str, ui: &Ui) -> Result<Exit, Failure> {
    if monitor.reference.as_deref() == Some("none") {
        return Err(Failure::usage(
            "--reference none: with --changed wrong answers are confirmed by a reference; leave the option out, \
             and the newest installed ones are taken",
        ));
    }
    let text = text_of(diff, monitor.change.checkout.as_deref())?;
    let files = changed_files(&text).context("--changed")?;
    let (candidate, _) = monitor.candidate()?;
    let sources = Sources::of(&candidate.family, &Catalog::shared()).context("--changed")?;
    let study = monitor.change.coverage.as_deref().map(study).transpose()?;
    let aim = Aim::at(files, &sources, study.as_ref());
    if !aim.is_reachable() {
        return Err(nothing_to_test(&aim));
    }
    if !ui.json {
        ui.say(report::aimed_at(&aim));
    }
    let tally = Tally::of(&aim.targets);
    let ask = ask(monitor, &candidate, &aim);
    let (folder, ended) = Hunt::for_another(ask, &mut |parts| tally.watch(parts), &ui.in_words())?;
    let summary = Summary::load(&[&folder]).map_err(Failure::new)?;
    if summary.findings.is_empty() && ended.why != Why::Interrupted {
        must_have_tested(&aim, &tally, &ended)?;
    }
    let report = Report {
        aim: &aim,
        table: &sources.path,
        tally: &tally,
        ended: &ended,
        summary: &summary,
        folder: &folder,
        candidate: &candidate.spec,
    };
    files_for_others(monitor, &report)?;
    report.print(ui)?;
    let exit = Exit::after_tests(!summary.findings.is_empty(), &ended.snapshot.shortfalls);
    Ok(match ended.why {
        Why::Interrupted => Exit::Interrupted,
        _ => exit,
    })
}

/// The diff itself.
fn text_of(diff: &str, checkout: Option<&Path>) -> Result<String, Failure> {
    if let Some(checkout) = checkout {
        return between(checkout, diff).context("--changed");
    }
    let source = match diff {
        "-" => Source::Stdin,
        path => Source::File(path.into()),
    };
    if diff.contains("..") && !Path::new(diff).exists() {
        return Err(Failure::usage(format!(
            "--changed {diff}: there is no such file; for two commits name the checkout with --checkout"
        )));
    }
    let bytes = source
        .read()
        .map_err(|failure| Failure::new(format!("--changed: {}", failure.problems().join("; "))))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A study of the build before the change.
fn study(folder: &Path) -> Result<Study, Failure> {
    Study::read(folder).ok_or_else(|| {
        Failure::new(format!(
            "--coverage {0}: no run of a study is over there; `gadfly coverage --solver BUILD --out {0}` makes one",
            folder.display()
        ))
    })
}

/// The hunt that is asked for.
fn ask(monitor: &Monitor, candidate: &Solver, aim: &Aim) -> Ask {
    let change = &monitor.change;
    Ask {
        seeds: monitor.paths.clone(),
        solver: vec![candidate.spec.clone()],
        reference: monitor.reference.iter().cloned().collect(),
        profile: monitor.profile.clone(),
        no_options: false,
        experimental: false,
        proofs: false,
        more_seeds: Vec::new(),
        strategy: Vec::new(),
        logic: Vec::new(),
        focus: Vec::new(),
        unguided: false,
        seed: change.seed,
        schedule: change.schedule,
        shard: None,
        time: monitor.time,
        tests: change.tests,
        findings: None,
        jobs: monitor.jobs.clone(),
        limits: monitor.limits,
        no_reduce: false,
        on_finding: None,
        out: Some(free_folder(&monitor.out)),
        resume: None,
        replay: None,
        allow: monitor.allow.clone(),
        aim: Some(aim.clone()),
    }
}

/// Where the hunt goes: a job that runs again must not trip over the last one.
fn free_folder(out: &Path) -> PathBuf {
    let first = out.join("changed");
    let others = (2..).map(|n| out.join(format!("changed-{n}")));
    let free = std::iter::once(first.clone()).chain(others);
    free.into_iter()
        .find(|path| !path.exists())
        .unwrap_or(first)
}

/// What no formula reaches cannot be tested with formulas.
fn nothing_to_test(aim: &Aim) -> Failure {
    let paths = aim.targets.iter().map(|target| target.file.path.as_str());
    Failure::new(format!(
        "--changed: no formula reaches what changed ({}), so there is nothing to test",
        report::some(paths)
    ))
}

/// A check in which nothing met the change must not look like one that found nothing.
fn must_have_tested(aim: &Aim, tally: &Tally, ended: &Ended) -> Result<(), Failure> {
    let tests = ended.snapshot.tests;
    if tests == 0 {
        return Err(Failure::new("no formula was run: give more --time"));
    }
    let met = |(number, reach): (usize, Reach)| match reach {
        Reach::Aimed => tally.formulas(number).is_none_or(|formulas| formulas > 0),
        Reach::All | Reach::Unknown => true,
        Reach::None => false,
    };
    let mut reaches = aim.targets.iter().map(|target| target.reach).enumerate();
    match reaches.any(met) {
        true => Ok(()),
        false => Err(Failure::new(format!(
            "none of {tests} formulas had what the change is about, so nothing can be said of it: give more \
             --time, or seeds that have it"
        ))),
    }
}

/// The forms that were asked for.
fn files_for_others(monitor: &Monitor, report: &Report<'_>) -> Result<(), Failure> {
    let forms: [(&Option<PathBuf>, &dyn Fn() -> String); 3] = [
        (&monitor.junit, &|| gadfly_report::junit(report.summary)),
        (&monitor.sarif, &|| {
            format!("{:#}\n", gadfly_report::sarif(report.summary))
        }),
        (&monitor.markdown, &|| report.markdown()),
    ];
    for (path, text) in forms {
        if let Some(path) = path {
            super::say::write(path, &text())?;
        }
    }
    Ok(())
}
