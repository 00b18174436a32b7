//! What solvers know about a seed, found out once and kept: its answer, a witness, a core.

use super::Library;
use gadfly_exec::Limits;
use gadfly_formula::{ContentHash, Expect};
use gadfly_mutate::{Profile, Seed};
use gadfly_oracle::{Evaluator, ModelTruth, probe};
use gadfly_solver::{Answer, Options, Run, Session, Solver};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What profiling works with.
pub struct Profiler<'a> {
    /// One solver of each family, the first is asked for cores.
    pub solvers: &'a [Solver],
    /// Evaluates models.
    pub evaluator: &'a (dyn Evaluator + Sync),
    /// Where profiles are kept.
    pub cache: PathBuf,
    /// How many seeds at once.
    pub jobs: usize,
    /// No seed is begun after this moment; what is left stays without a profile this time.
    pub deadline: Option<Instant>,
    /// Is told how many seeds are done, of how many.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// What profiling came to.
#[derive(Debug, Default)]
pub struct Profiled {
    /// How many seeds have an answer.
    pub known: usize,
    /// Seeds whose own claim is wrong. It is not used: the answer that was found takes its place.
    pub wrong: Vec<WrongClaim>,
}

/// A seed that says of itself what it is not.
#[derive(Debug, PartialEq, Eq)]
pub struct WrongClaim {
    /// The seed's path.
    pub seed: String,
    /// What it claims.
    pub claimed: Expect,
    /// What it is.
    pub found: Expect,
    /// Whether a model shows it; else two families of solvers agree.
    pub witnessed: bool,
}

impl std::fmt::Display for WrongClaim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            seed,
            claimed,
            found,
            ..
        } = self;
        let by = if self.witnessed {
            "a model that our evaluator found true"
        } else {
            "two families of solvers"
        };
        write!(
            f,
            "{seed}: its status says {claimed}, but it is {found}, by {by}; the status is not used"
        )
    }
}

/// The limit of one run: a seed that needs longer is not worth a label. Short where time is short.
const LIMIT: Duration = Duration::from_secs(2);
const SHORT_LIMIT: Duration = Duration::from_millis(300);
const MEMORY: u64 = 1 << 30;

impl Profiler<'_> {
    /// Gives every seed of a library its profile.
    pub fn run(&self, library: &mut Library) -> Profiled {
        let mut seeds: Vec<&mut Seed> = library.seeds_mut().collect();
        // Small ones first: they cost little, and time may be up before all are done.
        seeds.sort_by_key(|seed| seed.script.source().len());
        let total = seeds.len();
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let profiles: Mutex<Vec<Option<Profile>>> = Mutex::new(vec![None; total]);
        let shared: Vec<&Seed> = seeds.iter().map(|seed| &**seed).collect();
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(|| {
                    let mut sessions = self.sessions();
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(seed) = shared.get(at) else { return };
                        let profile = self.profile(seed, &mut sessions);
                        if let Ok(mut profiles) = profiles.lock() {
                            profiles[at] = profile;
                        }
                        (self.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, total);
                    }
                });
            }
        });
        let profiles = profiles
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut profiled = Profiled::default();
        for (seed, profile) in seeds.iter_mut().zip(profiles) {
            if let Some(profile) = profile {
                profiled.known += usize::from(profile.answer.is_some());
                profiled.wrong.extend(wrong_claim(seed, &profile));
                seed.set_profile(profile);
            }
        }
        profiled.wrong.sort_by(|a, b| a.seed.cmp(&b.seed));
        profiled
    }

    /// A process a solver that serves all seeds of a thread.
    fn sessions(&self) -> Vec<Session> {
        let options = self.options();
        let start = |solver: &Solver| Session::new(solver, &options);
        self.solvers.iter().map(start).collect()
    }

    fn options(&self) -> Options {
        let limit = if self.deadline.is_some() {
            SHORT_LIMIT
        } else {
            LIMIT
        };
        let limits = Limits {
            memory: Some(MEMORY),
            output: Some(1 << 20),
            ..Limits::default()
        };
        Options {
            limits: crate::setup::timed(limits, limit),
            ..Options::default()
        }
    }

    /// A seed's profile: kept, or made now and kept; `None` where time is up.
    fn profile(&self, seed: &Seed, sessions: &mut [Session]) -> Option<Profile> {
        let path = self.path(seed);
        if let Some(kept) = gadfly_profile::kept(&path) {
            return Some(kept);
        }
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            return None;
        }
        let made = if seed.is_flat() {
            self.make(seed.script.source(), sessions)
        } else {
            Profile::default()
        };
        // What nobody decided in a short time is asked again by a hunt that has more of it. One
        // that cannot be kept is made again next time.
        if made.answer.is_some() || self.deadline.is_none() {
            let _ = keep(&path, &made.to_text());
        }
        Some(made)
    }

    fn path(&self, seed: &Seed) -> PathBuf {
        let versions: Vec<String> = self
            .solvers
            .iter()
            .map(|s| format!("{} {}", s.family, s.version))
            .collect();
        let text = format!("{}\n{}", versions.join("\n"), seed.script.source());
        self.cache.join(format!(
            "{}.profile",
            ContentHash::of(text.as_bytes()).short()
        ))
    }

    fn make(&self, text: &str, sessions: &mut [Session]) -> Profile {
        let asked = probe::with_models(text, &[0]);
        let mut profile = Profile::default();
        let mut runs: Vec<Run> = Vec::new();
        for session in sessions {
            let run = session.run(&asked);
            let model = run.models.first().cloned();
            let sat = run.answer(0) == Some(&Answer::Sat);
            runs.push(run);
            let Some(model) = model.filter(|_| sat) else {
                continue;
            };
            // A model that holds settles it: nobody else need be asked.
            if self.evaluator.evaluate(text, 0, &model) == ModelTruth::True {
                profile.answer = Some(Expect::Sat);
                profile.model = Some(model);
                return profile;
            }
        }
        let all = |word: &Answer| {
            runs.iter()
                .filter(|run| run.answer(0) == Some(word))
                .count()
        };
        match (all(&Answer::Sat), all(&Answer::Unsat)) {
            (2.., 0) => profile.answer = Some(Expect::Sat),
            (0, 2..) => {
                profile.answer = Some(Expect::Unsat);
                profile.core = self.core(text);
            }
            _ => {}
        }
        profile
    }

    /// Assertions that two families refute without the others.
    fn core(&self, text: &str) -> Option<Vec<usize>> {
        let named = probe::with_core(text)?;
        let options = self.options();
        let run = self.solvers.first()?.run_fresh(&named, &options);
        let core = run.cores.first()?;
        let alone = probe::core_alone(text, core)?;
        let refuted =
            |solver: &Solver| solver.run_fresh(&alone, &options).answer(0) == Some(&Answer::Unsat);
        if self.solvers.iter().filter(|solver| refuted(solver)).count() < 2 {
            return None;
        }
        let number = |word: &str| word.strip_prefix("gadfly!core!")?.parse().ok();
        let words = core.split(|c: char| c.is_whitespace() || "()|".contains(c));
        let mut numbers: Vec<usize> = words.filter_map(number).collect();
        numbers.sort_unstable();
        Some(numbers)
    }
}

fn wrong_claim(seed: &Seed, profile: &Profile) -> Option<WrongClaim> {
    let (claimed, found) = (seed.single()?, profile.answer?);
    (claimed != found && claimed != Expect::Unknown).then(|| WrongClaim {
        seed: seed.parent.path.clone(),
        claimed,
        found,
        witnessed: profile.model.is_some(),
    })
}

/// Whole or not at all: another hunt may read it at this moment.
fn keep(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let part = path.with_extension(format!("part{}", std::process::id()));
    std::fs::write(&part, text)?;
    std::fs::rename(&part, path)
}
