//! From the command line to a hunt that can start.

use super::ask::{Ask, How};
use crate::exit::Failure;
use crate::paths;
use crate::ui::Ui;
use gadfly_campaign::{
    Beginning, Budget, Fetch, Library, More, Parts, Plan, ScheduleKind, askers, builtin_seeds,
    calibrated, confirming, cores, keep_what_names_something, keep_with, must_name_something,
    seed_answers, under_test, without_witness,
};
use gadfly_exec::Cancel;
use gadfly_profile::Home;
use gadfly_solver::{Resolver, Solver};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a hunt lasts when nothing else is said.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Everything that the hunt drives, and its folder.
pub(super) fn parts(ask: &Ask, ui: &Ui) -> Result<(Parts, PathBuf), Failure> {
    let beginning = beginning(ask, ui)?;
    let folder = ask.resume.clone().or_else(|| ask.out.clone());
    let folder = folder.unwrap_or_else(free_folder);
    let command: Vec<String> = std::env::args().collect();
    let parts = beginning.open(&folder, &more(ask), &command.join(" "));
    Ok((parts.map_err(Failure::new)?, folder))
}

/// Solvers, seeds and what is known of them: all that there is before the hunt's folder.
pub(super) fn beginning(ask: &Ask, ui: &Ui) -> Result<Beginning, Failure> {
    let resumed = ask.resume.is_some();
    let mut plan = match &ask.resume {
        Some(folder) => Plan::load(folder).map_err(Failure::new)?,
        None => new_plan(ask),
    };
    let resolver = Resolver::new(Home::from_env()).with_profile(plan.profile.clone());
    // A solver that never answers must not hold a hunt longer than its time.
    let cancel = time_of(&plan, ask).map(|time| Cancel::at(Instant::now() + time));
    let probing = resolver.clone().asking_within(plan.memory, cancel.clone());
    let tested = under_test(&plan.solvers, &probing, &|fetch| tell(ui, fetch));
    let tested = tested.map_err(Failure::new)?;
    let references = confirming(&plan.references, &tested, &probing, resumed);
    let references = references.map_err(Failure::new)?;
    let notes = calibrated(&tested, &references, &plan, cancel.as_ref());
    for note in notes.map_err(Failure::all)? {
        ui.say(note);
    }
    let mut library = library(&plan)?;
    // A hunt from before goes on as it was asked for.
    if ask.aim.is_some() {
        keep_what_names_something(&mut plan, &library, &tested);
    } else if !resumed {
        must_name_something(&plan, &library, &tested).map_err(Failure::usage)?;
    }
    library.leave_out_unknown(&tested);
    find_answers(&mut library, &tested, &references, &plan, ask, ui);
    say_refused(&library, ui);
    if let Some(blind) = without_witness(&tested, &references) {
        eprintln!("warning: {blind}");
    }
    Ok(Beginning {
        plan,
        resumed,
        library: Arc::new(library),
        tested,
        references,
        resolver,
    })
}

/// How long a hunt may last from now on.
fn time_of(plan: &Plan, ask: &Ask) -> Option<Duration> {
    let planned = plan.budget.seconds.filter(|_| ask.resume.is_none());
    ask.time
        .or_else(|| Duration::try_from_secs_f64(planned?).ok())
}

fn new_plan(ask: &Ask) -> Plan {
    let seconds = match (ask.time, ask.tests, ask.findings) {
        (Some(time), _, _) => Some(time.as_secs_f64()),
        (None, None, None) => Some(DEFAULT_TIME.as_secs_f64()),
        _ => None,
    };
    let aim = ask.aim.as_ref();
    Plan {
        seed: ask.seed.number,
        seeds: {
            let seeds = ask.seeds.iter().chain(&ask.more_seeds);
            seeds.map(|path| absolute(path)).collect()
        },
        solvers: ask.solver.clone(),
        references: ask.reference.clone(),
        profile: ask.profile.clone(),
        strategies: aim.map_or(&ask.strategy, |aim| &aim.strategies).clone(),
        guided: !ask.unguided,
        schedule: match ask.schedule {
            How::Adaptive => ScheduleKind::Adaptive,
            How::Uniform => ScheduleKind::Uniform,
        },
        timeout_ms: ask.limits.cpu().as_millis() as u64,
        memory: ask.limits.memory(),
        shard: ask.shard.unwrap_or_default(),
        focus: aim.map_or(&ask.focus, |aim| &aim.focus).clone(),
        seeds_with: aim.map(|aim| aim.seeds_with.clone()).unwrap_or_default(),
        logics: ask.logic.clone(),
        vary_options: !ask.no_options,
        experimental: ask.experimental,
        proofs: ask.proofs,
        reduce: !ask.no_reduce,
        on_finding: ask.on_finding.clone(),
        jobs: cores(),
        budget: Budget {
            tests: ask.tests,
            seconds,
            findings: ask.findings,
        },
        ..Plan::default()
    }
}

fn more(ask: &Ask) -> More {
    More {
        jobs: ask.jobs.asked(),
        time: ask.time,
        tests: ask.tests,
        findings: ask.findings,
        on_finding: ask.on_finding.clone(),
    }
}

fn absolute(path: &Path) -> String {
    std::path::absolute(path)
        .unwrap_or_else(|_| path.to_path_buf())
        .display()
        .to_string()
}

fn free_folder() -> PathBuf {
    let names = std::iter::once("hunt".to_string()).chain((2..).map(|n| format!("hunt-{n}")));
    names
        .map(PathBuf::from)
        .find(|path| !path.exists())
        .unwrap_or_else(|| "hunt".into())
}

/// The seeds and strategies of a hunt.
pub(crate) fn library(plan: &Plan) -> Result<Library, Failure> {
    let paths: Vec<PathBuf> = plan.seeds.iter().map(PathBuf::from).collect();
    let mut files = if paths.is_empty() {
        builtin_seeds()
    } else {
        Vec::new()
    };
    for source in paths::expand(&paths)? {
        let text = String::from_utf8_lossy(&source.read()?).into_owned();
        files.push((source.name(), text));
    }
    let chosen = keep_with(&plan.seeds_with, &mut files);
    let mut library = Library::read(&files, &plan.strategies, &plan.focus).map_err(Failure::new)?;
    if chosen {
        library.keep_chosen_seeds();
    }
    library.keep_logics(&plan.logics).map_err(Failure::usage)?;
    Ok(library)
}

/// Finds out what solvers know about the seeds, and says so.
pub(super) fn find_answers(
    library: &mut Library,
    tested: &[Solver],
    references: &[Solver],
    plan: &Plan,
    ask: &Ask,
    ui: &Ui,
) {
    let Some(solvers) = askers(library, tested, references) else {
        return;
    };
    if plan.schedule == ScheduleKind::Uniform && plan.budget.seconds.is_some() {
        ui.say(
            "with --schedule uniform the answers of all seeds are found out first, and kept for \
             other hunts; --time counts from then on",
        );
    }
    let bar = ui.progress(library.seeds() as u64, "answers of seeds");
    let jobs = ask.jobs.count();
    let answered = library.find_answers(&seed_answers(plan, &solvers, jobs, &|_, _| bar.inc(1)));
    bar.finish();
    for wrong in &answered.wrong {
        eprintln!("warning: {wrong}");
    }
    ui.say(format!(
        "{} seeds, the answers of {} are known",
        library.seeds(),
        answered.known
    ));
}

fn say_refused(library: &Library, ui: &Ui) {
    for refused in library.refused.iter().take(5) {
        ui.say(format!("not a seed: {refused}"));
    }
    if library.refused.len() > 5 {
        ui.say(format!(
            "… and {} more that are not seeds",
            library.refused.len() - 5
        ));
    }
}

fn tell(ui: &Ui, fetch: Fetch) {
    match fetch {
        Fetch::Missing(spec) => ui.say(format!(
            "{spec} is not installed: taking it from PyPI (to test a build of your own, say for \
             example --solver \"./build/{} …\")",
            spec.split('@').next().unwrap_or("z3")
        )),
        Fetch::Started(name) => ui.say(format!("  downloading {name}")),
        Fetch::Finished(name) => ui.say(format!("  {name} is done")),
    }
}
