//! The answers of many seeds, found out on several threads.

use crate::find::Finder;
use crate::store::Store;
use gadfly_exec::Cancel;
use gadfly_formula::Expect;
use gadfly_mutate::{Known, Seed};
use gadfly_oracle::Evidence;
use gadfly_solver::Solver;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Finds out what the answers of seeds are.
pub struct SeedAnswers<'a> {
    /// One solver of each family.
    pub solvers: &'a [Solver],
    /// Where known answers are kept.
    pub store: Store,
    /// How many seeds at once.
    pub jobs: usize,
    /// The limit of one run.
    pub limit: Duration,
    /// No seed is begun once this is set; what is left stays unknown this time.
    pub cancel: Option<Cancel>,
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
    /// What shows it: a model, a proof, or two families of solvers that agree.
    pub evidence: Evidence,
}

impl std::fmt::Display for WrongClaim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            seed,
            claimed,
            found,
            ..
        } = self;
        let by = match self.evidence {
            Evidence::CheckedModel => "a model that our evaluator found true",
            Evidence::CheckedProof => "a proof that was checked step by step",
            _ => "two families of solvers",
        };
        write!(
            f,
            "{seed}: its status says {claimed}, but it is {found}, by {by}; the status is not used"
        )
    }
}

impl SeedAnswers<'_> {
    /// Gives every seed its known answer.
    pub fn run(&self, mut seeds: Vec<&mut Seed>) -> Answered {
        // Small ones first: they cost little, and time may be up before all are done.
        seeds.sort_by_key(|seed| seed.script.source().len());
        let shared: Vec<&Seed> = seeds.iter().map(|seed| &**seed).collect();
        let all = self.find_all(&shared);
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

    /// What is known of each seed, or is found out now; nothing where it was to end before.
    pub fn find_all(&self, seeds: &[&Seed]) -> Vec<Option<Known>> {
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let all: Mutex<Vec<Option<Known>>> = Mutex::new(vec![None; seeds.len()]);
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, seeds.len().max(1)) {
                scope.spawn(|| {
                    let mut finder = Finder::new(self.solvers, self.limit, self.store.clone());
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(seed) = seeds.get(at) else { return };
                        let known = self.known(seed, &mut finder);
                        if let Ok(mut all) = all.lock() {
                            all[at] = known;
                        }
                        (self.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, seeds.len());
                    }
                });
            }
        });
        all.into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn known(&self, seed: &Seed, finder: &mut Finder<'_>) -> Option<Known> {
        if self.cancel.as_ref().is_some_and(Cancel::is_set) {
            return finder.kept(seed);
        }
        Some(finder.find(seed))
    }
}

/// What a seed says of itself, where that is not what was found.
pub fn wrong_claim(seed: &Seed, known: &Known) -> Option<WrongClaim> {
    let (claimed, found) = (seed.single()?, known.answer?);
    (claimed != found && claimed != Expect::Unknown).then(|| WrongClaim {
        seed: seed.parent.path.clone(),
        claimed,
        found,
        evidence: match (&known.model, known.proved) {
            (Some(_), _) => Evidence::CheckedModel,
            (None, true) => Evidence::CheckedProof,
            (None, false) => Evidence::Majority,
        },
    })
}
