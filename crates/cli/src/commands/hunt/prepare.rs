//! From the command line to a hunt that can start.

use super::ask::{Ask, How};
use crate::exit::{Exit, Failure};
use crate::paths;
use crate::ui::Ui;
use gadfly_campaign::{
    Budget, Library, Menu, Parts, Plan, ScheduleKind, SeedAnswers, Setup, calibrated, choice_of,
    generated_seeds, option_menu, remake, understood,
};
use gadfly_exec::Cancel;
use gadfly_known::Store as KnownStore;
use gadfly_report::TESTED;
use gadfly_solver::{Home, Installed, Installer, Options, ResolveError, Resolver, Solver, Step};
use gadfly_store::Store;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a hunt lasts when nothing else is said.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// The most seconds that a hunt with a time budget gives to its seeds' answers.
const MOST_ASKING: f64 = 20.0;

/// Everything that the hunt drives, and its folder.
pub(super) fn parts(ask: &Ask, ui: &Ui) -> Result<(Parts, PathBuf), Failure> {
    let before = match &ask.resume {
        Some(folder) => Some(Plan::load(folder).map_err(Failure::new)?),
        None => None,
    };
    let mut plan = before.clone().unwrap_or_else(|| new_plan(ask));
    let resolver = Resolver::new(Home::from_env()).with_profile(plan.profile.clone());
    let tested = solvers(&plan.solvers, &resolver, ui)?;
    let references = references(&plan.references, &tested, &resolver, before.is_some())?;
    for note in calibrated(&tested, &references, &plan).map_err(Failure::all)? {
        ui.say(note);
    }
    let mut library = library(&plan)?;
    library.leave_out_unknown(&tested);
    find_answers(&mut library, &tested, &references, &plan, ask, ui);
    let library = Arc::new(library);
    for refused in library.refused.iter().take(5) {
        ui.say(format!("not a seed: {refused}"));
    }
    if library.refused.len() > 5 {
        ui.say(format!(
            "… and {} more that are not seeds",
            library.refused.len() - 5
        ));
    }
    complete(&mut plan, &tested, &references, &library);
    if let Some(before) = &before {
        before.must_match(&plan).map_err(Failure::new)?;
    }
    let (store, folder) = open(ask)?;
    adjust(&mut plan, ask, &store, before.is_some())?;
    plan.save(&folder).map_err(Failure::new)?;
    note(&store, &plan, &library)?;
    let setup = Setup {
        plan,
        folder: folder.clone(),
        store,
        library,
        tested,
        references,
        resolver,
        cancel: Cancel::new(),
    };
    Ok((setup.parts().map_err(Failure::new)?, folder))
}

fn new_plan(ask: &Ask) -> Plan {
    let seconds = match (ask.time, ask.tests, ask.findings) {
        (Some(time), _, _) => Some(time.as_secs_f64()),
        (None, None, None) => Some(DEFAULT_TIME.as_secs_f64()),
        _ => None,
    };
    Plan {
        seed: ask.seed,
        seeds: ask.seeds.iter().map(|path| absolute(path)).collect(),
        solvers: ask.solver.clone(),
        references: ask.reference.clone(),
        profile: ask.profile.clone(),
        strategies: ask.strategy.clone(),
        schedule: match ask.schedule {
            How::Adaptive => ScheduleKind::Adaptive,
            How::Uniform => ScheduleKind::Uniform,
        },
        timeout_ms: ask.timeout.as_millis() as u64,
        memory: ask.memory,
        shard: ask.shard.unwrap_or_default(),
        focus: ask.focus.clone(),
        vary_options: !ask.no_options,
        experimental: ask.experimental,
        reduce: !ask.no_reduce,
        jobs: cores(),
        budget: Budget {
            tests: ask.tests,
            seconds,
            findings: ask.findings,
        },
        ..Plan::default()
    }
}

fn absolute(path: &Path) -> String {
    std::path::absolute(path)
        .unwrap_or_else(|_| path.to_path_buf())
        .display()
        .to_string()
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Fills in what the run itself knows: versions of everything, hashes.
fn complete(plan: &mut Plan, tested: &[Solver], references: &[Solver], library: &Library) {
    let specs = |solvers: &[Solver]| solvers.iter().map(|s| s.spec.clone()).collect();
    plan.gadfly = env!("CARGO_PKG_VERSION").into();
    plan.catalog = library.catalog().hash();
    plan.rng = gadfly_rng::NAME.into();
    plan.seeds_hash = library.hash().into();
    plan.strategies = library.strategy_names().to_vec();
    plan.solvers = specs(tested);
    plan.references = specs(references);
    plan.versions = tested
        .iter()
        .chain(references)
        .map(|solver| format!("{} {}", solver.family, solver.version))
        .collect();
}

/// What may be asked anew when a hunt goes on.
fn adjust(plan: &mut Plan, ask: &Ask, store: &Store, resumed: bool) -> Result<(), Failure> {
    if let Some(jobs) = ask.jobs {
        plan.jobs = usize::from(jobs);
    }
    if !resumed {
        return Ok(());
    }
    let elapsed = store.meta("elapsed_ms").map_err(Failure::new)?;
    let elapsed: f64 = elapsed.and_then(|text| text.parse().ok()).unwrap_or(0.0);
    if let Some(time) = ask.time {
        plan.budget.seconds = Some(elapsed / 1000.0 + time.as_secs_f64());
    }
    if let Some(tests) = ask.tests {
        plan.budget.tests = Some(tests);
    }
    if let Some(findings) = ask.findings {
        plan.budget.findings = Some(findings);
    }
    Ok(())
}

fn open(ask: &Ask) -> Result<(Store, PathBuf), Failure> {
    if let Some(folder) = &ask.resume {
        let store = Store::resume(folder).map_err(Failure::new)?;
        return Ok((store, folder.clone()));
    }
    let folder = ask.out.clone().unwrap_or_else(free_folder);
    let store = Store::create(&folder).map_err(Failure::new)?;
    Ok((store, folder))
}

fn free_folder() -> PathBuf {
    let names = std::iter::once("hunt".to_string()).chain((2..).map(|n| format!("hunt-{n}")));
    names
        .map(PathBuf::from)
        .find(|path| !path.exists())
        .unwrap_or_else(|| "hunt".into())
}

/// What reports say about how the hunt was run.
fn note(store: &Store, plan: &Plan, library: &Library) -> Result<(), Failure> {
    let command: Vec<String> = std::env::args().collect();
    let host = format!(
        "{} {}, {} cores",
        std::env::consts::OS,
        std::env::consts::ARCH,
        cores()
    );
    let seeds = match plan.seeds.as_slice() {
        [] => "built in".to_string(),
        some => some.join(", "),
    };
    let notes = [
        ("command", command.join(" ")),
        (
            "gadfly",
            format!("{}, catalogue {}", plan.gadfly, plan.catalog),
        ),
        ("solvers", plan.versions.join(", ")),
        (TESTED, serde_json::json!(plan.solvers).to_string()),
        ("strategies", plan.strategies.join(", ")),
        ("seeds", format!("{} seeds: {seeds}", library.seeds())),
        ("seed", plan.seed.to_string()),
        ("schedule", format!("{:?}", plan.schedule).to_lowercase()),
        ("host", host),
    ];
    for (key, value) in notes.iter().filter(|(_, value)| !value.is_empty()) {
        store.set_meta(key, value).map_err(Failure::new)?;
    }
    Ok(())
}

/// The seeds and strategies of a hunt.
pub(crate) fn library(plan: &Plan) -> Result<Library, Failure> {
    let paths: Vec<PathBuf> = plan.seeds.iter().map(PathBuf::from).collect();
    let mut files = Vec::new();
    for source in paths::expand(&paths)? {
        let text = String::from_utf8_lossy(&source.read()?).into_owned();
        files.push((source.name(), text));
    }
    if paths.is_empty() {
        let catalog = gadfly_catalog::Catalog::shared();
        let own = catalog.files("seeds/");
        files.extend(own.map(|(path, text)| (path.to_string(), text.to_string())));
        files.extend(generated_seeds(&catalog));
    }
    Library::read(&files, &plan.strategies, &plan.focus).map_err(Failure::new)
}

/// Finds out what solvers know about the seeds, where two families are at hand and some strategy
/// works on seeds. A hunt with a time budget gives it a twentieth; what is left over is found out
/// by the next one.
fn find_answers(
    library: &mut Library,
    tested: &[Solver],
    references: &[Solver],
    plan: &Plan,
    ask: &Ask,
    ui: &Ui,
) {
    let mut solvers: Vec<Solver> = Vec::new();
    // The newest of each family: references first.
    for solver in references.iter().chain(tested.iter().rev()) {
        if !solvers.iter().any(|known| known.family == solver.family) {
            solvers.push(solver.clone());
        }
    }
    if solvers.len() < 2 || !library.uses_seeds() {
        return;
    }
    let uniform = plan.schedule == ScheduleKind::Uniform;
    let share = plan
        .budget
        .seconds
        .filter(|_| !uniform)
        .map(|seconds| (seconds * 0.05).min(MOST_ASKING));
    let bar = ui.progress(library.seeds() as u64, "answers of seeds");
    let answered = SeedAnswers {
        solvers: &solvers,
        store: KnownStore::at(Home::from_env().root(), &solvers),
        jobs: ask.jobs.map_or_else(cores, usize::from),
        deadline: share.map(|share| Instant::now() + Duration::from_secs_f64(share)),
        progress: &|_, _| bar.inc(1),
    }
    .run(library);
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

/// The solvers under test: those that were named, else z3 and cvc5, installed on the spot where
/// there are none.
fn solvers(specs: &[String], resolver: &Resolver, ui: &Ui) -> Result<Vec<Solver>, Failure> {
    if !specs.is_empty() {
        return all_or_install(specs, resolver, ui);
    }
    all_or_install(&["z3".to_string(), "cvc5".to_string()], resolver, ui)
}

fn all_or_install(specs: &[String], resolver: &Resolver, ui: &Ui) -> Result<Vec<Solver>, Failure> {
    let mut found = Vec::new();
    for spec in specs {
        match resolver.one(spec) {
            Ok(solvers) => found.extend(solvers),
            Err(ResolveError::NotInstalled { .. }) => {
                install(spec, ui)?;
                found.extend(resolver.one(spec).map_err(Failure::new)?);
            }
            Err(error) => return Err(Failure::new(error)),
        }
    }
    Ok(found)
}

fn install(spec: &str, ui: &Ui) -> Result<(), Failure> {
    let plain = spec.split(' ').next().unwrap_or(spec).to_string();
    ui.say(format!(
        "{plain} is not installed: taking it from PyPI (to test a build of your own, say for \
         example --solver \"./build/{} …\")",
        plain.split('@').next().unwrap_or("z3")
    ));
    let progress = |step: Step| match step {
        Step::Started(name) => ui.say(format!("  downloading {name}")),
        Step::Finished(name) => ui.say(format!("  {name} is done")),
        Step::Chosen(_) => {}
    };
    let installed = Installer::new(Home::from_env())
        .install(&[plain], 2, &progress)
        .map_err(Failure::new)?;
    for (name, result) in installed {
        if let Installed::Failed(error) = result {
            return Err(Failure::new(format!("{name}: {error}")));
        }
    }
    Ok(())
}

/// The solvers that confirm: those that were named, else the newest installed z3 and cvc5 that
/// are not under test.
fn references(
    specs: &[String],
    tested: &[Solver],
    resolver: &Resolver,
    resumed: bool,
) -> Result<Vec<Solver>, Failure> {
    if !specs.is_empty() || resumed {
        return resolver.all(specs).map_err(Failure::new);
    }
    let mut found: Vec<Solver> = Vec::new();
    for family in ["z3", "cvc5"] {
        // Without any, crashes and wrong models are still found.
        found.extend(resolver.one(family).unwrap_or_default());
    }
    found.retain(|solver| {
        !tested
            .iter()
            .any(|t| t.family == solver.family && t.version == solver.version)
    });
    Ok(found)
}

/// Makes the formula of a finding or a position again and runs the solvers on it.
pub(super) fn replay(which: &Path, ask: &Ask, ui: &Ui) -> Result<Exit, Failure> {
    let (Some(folder), Some(id)) = (which.parent(), which.file_name()) else {
        return Err(Failure::new(
            "say which: --replay DIR/ID, with a finding's id or a test index",
        ));
    };
    let folder = match folder.file_name() {
        Some(name) if name == "findings" => folder.parent().unwrap_or(folder),
        _ => folder,
    };
    let id = id.to_string_lossy();
    let plan = Plan::load(folder).map_err(Failure::new)?;
    let store = Store::read(folder).map_err(Failure::new)?;
    let position: u64 = match id.parse() {
        Ok(position) => position,
        Err(_) => {
            let finding = store.finding(&id).map_err(Failure::new)?;
            let finding = finding.ok_or_else(|| {
                Failure::new(format!(
                    "{0}: no finding {id}; `gadfly findings {0}` lists them",
                    folder.display()
                ))
            })?;
            finding.index
        }
    };
    let mut library = library(&plan)?;
    let resolver = Resolver::new(Home::from_env()).with_profile(plan.profile.clone());
    let tested = resolver.all(&plan.solvers).map_err(Failure::new)?;
    let references = resolver.all(&plan.references).unwrap_or_default();
    find_answers(&mut library, &tested, &references, &plan, ask, ui);
    let library = Arc::new(library);
    if library.hash() != plan.seeds_hash {
        ui.say("the seeds have changed since the hunt: the formula may be another one");
    }
    let shared: Vec<Arc<Solver>> = tested.iter().cloned().map(Arc::new).collect();
    let menu = Menu {
        strategies: library.menu(),
        options: understood(option_menu(&shared, &plan), &shared),
        limit_ms: plan.timeout_ms,
        ..Menu::default()
    };
    let choice = choice_of(&store, &plan, menu, position).map_err(Failure::new)?;
    let Some(formula) = remake(library, &plan, &choice, position) else {
        return Err(Failure::new(format!(
            "no formula is made at test index {position}: it is a duplicate, or its strategy does not apply"
        )));
    };
    let mut out = ui.out();
    let text = formula.with_header();
    let mut answers = Vec::new();
    for solver in tested {
        let more = choice.options.iter().find(|(spec, _)| *spec == solver.spec);
        let options = Options {
            limits: gadfly_exec::Limits {
                wall: Some(Duration::from_millis(plan.timeout_ms)),
                memory: Some(plan.memory),
                ..Default::default()
            },
            extra: more.map(|(_, options)| options.clone()).unwrap_or_default(),
            ..Options::default()
        };
        let run = solver.run(&formula.text, &options);
        let words: Vec<String> = run.answers.iter().map(ToString::to_string).collect();
        answers.push((solver.spec, words, run.outcome.to_string()));
    }
    if ui.json {
        let object = serde_json::json!({"position": position, "formula": text, "answers": answers});
        ui.json_line(&mut out, "hunt-replay/1", &object)?;
    } else {
        writeln!(out, "{text}")?;
        for (spec, words, outcome) in &answers {
            writeln!(out, "; {spec}: {} ({outcome})", words.join(" "))?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}
