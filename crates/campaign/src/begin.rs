//! From solvers and seeds that are at hand to a hunt that can start, or go on.

use crate::engine::Parts;
use crate::error::HuntError;
use crate::make::Library;
use crate::meta;
use crate::plan::{Plan, ScheduleKind};
use crate::setup::{Setup, SetupError};
use gadfly_catalog::Catalog;
use gadfly_exec::Cancel;
use gadfly_known::{LIMIT, SeedAnswers, Store as KnownStore};
use gadfly_mutate::generated_seeds;
use gadfly_profile::Home;
use gadfly_report::TESTED;
use gadfly_solver::{Resolver, Solver};
use gadfly_store::Store;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use thiserror::Error;

/// The most seconds that a hunt with a time budget gives to its seeds' answers.
const MOST_ASKING: f64 = 20.0;
/// The share of its budget that it gives to them.
const ASKING: f64 = 0.05;

/// The limit of one run where time is short.
const SHORT_LIMIT: Duration = Duration::from_millis(300);

/// Why a hunt cannot begin.
#[derive(Debug, Error)]
pub enum BeginError {
    /// Its folder, or its plan.
    #[error(transparent)]
    Hunt(#[from] HuntError),
    /// The catalogue.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// What may be asked anew when a hunt goes on.
#[derive(Clone, Debug, Default)]
pub struct More {
    /// Workers.
    pub jobs: Option<usize>,
    /// Time from now on.
    pub time: Option<Duration>,
    /// Tests in all.
    pub tests: Option<u64>,
    /// Findings in all.
    pub findings: Option<u64>,
    /// A command for each new finding.
    pub on_finding: Option<String>,
}

/// Everything that a hunt needs, before its folder is touched.
pub struct Beginning {
    /// What was asked now, or when the hunt began.
    pub plan: Plan,
    /// Whether the hunt goes on.
    pub resumed: bool,
    /// Seeds and strategies.
    pub library: Arc<Library>,
    /// Solvers under test.
    pub tested: Vec<Solver>,
    /// Solvers that confirm and arbitrate.
    pub references: Vec<Solver>,
    /// Resolves variations and releases.
    pub resolver: Resolver,
}

impl Beginning {
    /// Begins in a new folder, or goes on in the hunt's own. `command` is what the user said.
    pub fn open(self, folder: &Path, more: &More, command: &str) -> Result<Parts, BeginError> {
        let mut plan = self.plan.clone();
        plan.complete(&self.tested, &self.references, &self.library);
        let store = if self.resumed {
            self.plan.must_match(&plan)?;
            Store::resume(folder)
        } else {
            Store::create(folder)
        };
        let store = store.map_err(HuntError::from)?;
        let elapsed = meta::seconds(&store).map_err(HuntError::from)?;
        plan.adjust(more, self.resumed.then_some(elapsed));
        plan.save(folder)?;
        note(&store, &plan, &self.library, command)?;
        let setup = Setup {
            plan,
            folder: folder.to_path_buf(),
            store,
            library: self.library,
            tested: self.tested,
            references: self.references,
            resolver: self.resolver,
            cancel: Cancel::new(),
        };
        Ok(setup.parts()?)
    }
}

impl Plan {
    /// Fills in what the run itself knows: versions of everything, hashes.
    fn complete(&mut self, tested: &[Solver], references: &[Solver], library: &Library) {
        let specs = |solvers: &[Solver]| solvers.iter().map(|s| s.spec.clone()).collect();
        self.gadfly = env!("CARGO_PKG_VERSION").into();
        self.catalog = library.catalog().hash();
        self.rng = gadfly_rng::NAME.into();
        self.seeds_hash = library.hash().into();
        self.strategies = library.strategy_names().to_vec();
        self.solvers = specs(tested);
        self.references = specs(references);
        let all = tested.iter().chain(references);
        self.versions = all
            .map(|solver| format!("{} {}", solver.family, solver.version))
            .collect();
    }

    /// Takes what is asked anew of a hunt, which goes on after so many seconds or is new.
    fn adjust(&mut self, more: &More, elapsed: Option<f64>) {
        self.jobs = more.jobs.unwrap_or(self.jobs);
        let Some(elapsed) = elapsed else {
            return;
        };
        self.on_finding = more.on_finding.clone().or(self.on_finding.take());
        let budget = &mut self.budget;
        let seconds = more.time.map(|time| elapsed + time.as_secs_f64());
        budget.seconds = seconds.or(budget.seconds);
        budget.tests = more.tests.or(budget.tests);
        budget.findings = more.findings.or(budget.findings);
    }

    /// How long a hunt asks for its seeds' answers: a twentieth of its time, at most. What is left
    /// over is found out by the next one.
    fn asking(&self) -> Option<Duration> {
        // What is known must not hang on the machine's speed where the same is wanted twice.
        let uniform = self.schedule == ScheduleKind::Uniform;
        let seconds = self.budget.seconds.filter(|_| !uniform)?;
        Some(Duration::from_secs_f64((seconds * ASKING).min(MOST_ASKING)))
    }
}

/// How a hunt asks these solvers for the answers of its seeds, beginning now.
pub fn seed_answers<'a>(
    plan: &Plan,
    solvers: &'a [Solver],
    jobs: usize,
    progress: &'a (dyn Fn(usize, usize) + Sync),
) -> SeedAnswers<'a> {
    let time = plan.asking();
    SeedAnswers {
        solvers,
        store: KnownStore::at(Home::from_env().root(), solvers),
        jobs,
        limit: if time.is_some() { SHORT_LIMIT } else { LIMIT },
        cancel: time.map(|time| Cancel::at(Instant::now() + time)),
        progress,
    }
}

/// The seeds of a hunt that is given none: path and text.
pub fn builtin_seeds() -> Vec<(String, String)> {
    let catalog = Catalog::shared();
    let own = catalog.files("seeds/");
    let mut files: Vec<_> = own.map(|(path, text)| (path.into(), text.into())).collect();
    files.extend(generated_seeds(&catalog));
    files
}

/// How many workers a hunt has where nothing is said: one a core.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What reports say about how the hunt was run.
fn note(store: &Store, plan: &Plan, library: &Library, command: &str) -> Result<(), HuntError> {
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
        ("command", command.to_string()),
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
        ("limits", limits(plan)),
        ("host", host),
    ];
    for (key, value) in notes.iter().filter(|(_, value)| !value.is_empty()) {
        store.set_meta(key, value)?;
    }
    Ok(())
}

/// The most that a run may take.
fn limits(plan: &Plan) -> String {
    let seconds = plan.timeout_ms as f64 / 1000.0;
    match plan.memory {
        0 => format!("{seconds} s of CPU time a run"),
        bytes => format!("{seconds} s of CPU time and {} MiB a run", bytes >> 20),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    fn plan(seconds: Option<f64>) -> Plan {
        Plan {
            jobs: 2,
            budget: Budget {
                seconds,
                tests: Some(10),
                findings: None,
            },
            ..Plan::default()
        }
    }

    #[test]
    fn a_hunt_that_goes_on_has_its_time_from_now_on() {
        let more = More {
            jobs: Some(5),
            time: Some(Duration::from_secs(60)),
            tests: None,
            findings: Some(3),
            on_finding: Some("mail".into()),
        };
        let mut resumed = plan(Some(30.0));
        resumed.adjust(&more, Some(100.0));
        assert_eq!(
            (resumed.jobs, resumed.on_finding.as_deref()),
            (5, Some("mail"))
        );
        let budget = Budget {
            seconds: Some(160.0),
            tests: Some(10),
            findings: Some(3),
        };
        assert_eq!(resumed.budget, budget);
        let mut same = plan(Some(30.0));
        same.adjust(&More::default(), Some(100.0));
        assert_eq!(same, plan(Some(30.0)));
        // What is asked of a new hunt stands in its plan already.
        let mut new = plan(Some(60.0));
        new.adjust(&more, None);
        assert_eq!((new.jobs, new.budget), (5, plan(Some(60.0)).budget));
    }

    #[test]
    fn seeds_get_a_twentieth_of_the_time_and_all_of_it_where_the_same_is_wanted_twice() {
        assert_eq!(plan(Some(60.0)).asking(), Some(Duration::from_secs(3)));
        assert_eq!(plan(Some(1e6)).asking(), Some(Duration::from_secs(20)));
        assert_eq!(plan(None).asking(), None);
        let uniform = Plan {
            schedule: ScheduleKind::Uniform,
            ..plan(Some(60.0))
        };
        assert_eq!(uniform.asking(), None);
    }
}
