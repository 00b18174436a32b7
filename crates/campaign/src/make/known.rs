//! What is known of a hunt's seeds, found out before it begins.

use super::Library;
use gadfly_formula::Expect;
use gadfly_known::{Finder, LIMIT, Store};
use gadfly_mutate::{Known, Seed};
use gadfly_solver::Solver;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Finds out what the answers of a library's seeds are.
pub struct SeedAnswers<'a> {
    /// One solver of each family.
    pub solvers: &'a [Solver],
    /// Where known answers are kept.
    pub store: Store,
    /// How many seeds at once.
    pub jobs: usize,
    /// No seed is begun after this moment; what is left stays unknown this time.
    pub deadline: Option<Instant>,
    /// Is told how many seeds are done, of how many.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Answered {
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

/// The limit of one run where time is short.
const SHORT_LIMIT: Duration = Duration::from_millis(300);

impl SeedAnswers<'_> {
    /// Gives every seed of a library its known answer.
    pub fn run(&self, library: &mut Library) -> Answered {
        let mut seeds: Vec<&mut Seed> = library.seeds_mut().collect();
        // Small ones first: they cost little, and time may be up before all are done.
        seeds.sort_by_key(|seed| seed.script.source().len());
        let total = seeds.len();
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let all: Mutex<Vec<Option<Known>>> = Mutex::new(vec![None; total]);
        let shared: Vec<&Seed> = seeds.iter().map(|seed| &**seed).collect();
        let limit = if self.deadline.is_some() {
            SHORT_LIMIT
        } else {
            LIMIT
        };
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(|| {
                    let mut finder = Finder::new(self.solvers, limit, self.store.clone());
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(seed) = shared.get(at) else { return };
                        let known = self.known(seed, &mut finder);
                        if let Ok(mut all) = all.lock() {
                            all[at] = known;
                        }
                        (self.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, total);
                    }
                });
            }
        });
        let all = all
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut answered = Answered::default();
        for (seed, known) in seeds.iter_mut().zip(all) {
            if let Some(known) = known {
                answered.known += usize::from(known.answer.is_some());
                answered.wrong.extend(wrong_claim(seed, &known));
                seed.set_known(known);
            }
        }
        answered.wrong.sort_by(|a, b| a.seed.cmp(&b.seed));
        answered
    }

    /// What is known of a seed, or is found out now; `None` where time is up.
    fn known(&self, seed: &Seed, finder: &mut Finder<'_>) -> Option<Known> {
        let late = |deadline| Instant::now() >= deadline;
        if self.deadline.is_some_and(late) {
            return finder.kept(seed);
        }
        Some(finder.find(seed))
    }
}

fn wrong_claim(seed: &Seed, known: &Known) -> Option<WrongClaim> {
    let (claimed, found) = (seed.single()?, known.answer?);
    (claimed != found && claimed != Expect::Unknown).then(|| WrongClaim {
        seed: seed.parent.path.clone(),
        claimed,
        found,
        witnessed: known.model.is_some(),
    })
}
