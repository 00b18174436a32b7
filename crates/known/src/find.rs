//! Asking solvers what a seed's answer is.

use crate::store::{Store, satisfies};
use gadfly_exec::Limits;
use gadfly_formula::Expect;
use gadfly_mutate::{Known, Seed};
use gadfly_oracle::{MOST_PROOF, ProofFact, probe};
use gadfly_profile::one_code;
use gadfly_solver::{Answer, Options, Session, Solver};
use std::time::Duration;

/// The CPU time of one run: a seed that needs longer is not worth a label.
pub const LIMIT: Duration = Duration::from_secs(2);
const MEMORY: u64 = 1 << 30;

/// Finds what is known of seeds: kept, or asked now and kept. One a thread: its processes serve many
/// seeds.
pub struct Finder<'a> {
    solvers: &'a [Solver],
    sessions: Vec<Session>,
    options: Options,
    store: Store,
    /// Whether what nobody decides is kept too.
    keeps_open: bool,
}

impl<'a> Finder<'a> {
    /// Asks these solvers, each run limited to `limit`. What nobody decides in less than [`LIMIT`] is
    /// not kept: it is asked again where there is more time.
    pub fn new(solvers: &'a [Solver], limit: Duration, store: Store) -> Finder<'a> {
        let options = Options {
            limits: Limits {
                memory: Some(MEMORY),
                output: Some(1 << 20),
                ..Limits::default().timed(limit)
            },
            ..Options::default()
        };
        Finder {
            solvers,
            sessions: solvers.iter().map(|s| Session::new(s, &options)).collect(),
            options,
            store,
            keeps_open: limit >= LIMIT,
        }
    }

    /// What was found out about a seed before.
    pub fn kept(&self, seed: &Seed) -> Option<Known> {
        self.store.load(seed)
    }

    /// What is known of a seed. A seed with several checks, or that nobody decides, has no answer.
    pub fn find(&mut self, seed: &Seed) -> Known {
        if let Some(kept) = self.kept(seed) {
            return kept;
        }
        let found = if seed.is_flat() {
            self.ask(seed)
        } else {
            Known::default()
        };
        if found.answer.is_some() || self.keeps_open {
            // What cannot be kept is found again next time.
            let _ = self.store.save(seed, &found);
        }
        found
    }

    fn ask(&mut self, seed: &Seed) -> Known {
        let mut said: Vec<(&Solver, Expect)> = Vec::new();
        for (solver, session) in self.solvers.iter().zip(&mut self.sessions) {
            // What a release cannot say is not asked of it.
            let Ok(text) = solver.express(&seed.script) else {
                continue;
            };
            let run = session.run(&probe::with_models(&text, &[0]));
            let answer = match run.answer(0) {
                Some(Answer::Sat) => Expect::Sat,
                Some(Answer::Unsat) => Expect::Unsat,
                _ => continue,
            };
            said.push((solver, answer));
            let model = run.models.first().filter(|_| answer == Expect::Sat);
            // A model that holds settles it: nobody else need be asked.
            if let Some(model) = model.filter(|model| satisfies(seed, model)) {
                return Known {
                    answer: Some(answer),
                    model: Some(model.clone()),
                    core: None,
                    proved: false,
                };
            }
        }
        let agreed = agreed(&said);
        let refuting = said.iter().filter(|(_, answer)| *answer == Expect::Unsat);
        let proved = agreed.is_none() && refuting.into_iter().any(|(it, _)| self.proves(seed, it));
        let answer = if proved { Some(Expect::Unsat) } else { agreed };
        let core = match (agreed, said.first()) {
            (Some(Expect::Unsat), Some((first, _))) => self.core(seed, first),
            _ => None,
        };
        Known {
            answer,
            model: None,
            core,
            proved,
        }
    }

    /// Whether a solver gives a proof that our checker follows with nothing on trust.
    fn proves(&self, seed: &Seed, solver: &Solver) -> bool {
        let Some(asking) = solver.proof_options() else {
            return false;
        };
        let text = seed.script.source();
        let mut options = self.options.clone();
        options.limits.output = Some(MOST_PROOF);
        let run = solver.run(&probe::with_proof(text, 0, &asking), &options);
        ProofFact::of(text, 0, run).is_valid()
    }

    /// Assertions that two families refute without the others.
    fn core(&self, seed: &Seed, solver: &Solver) -> Option<Vec<usize>> {
        let text = seed.script.source();
        let run = solver.run(&probe::with_core(text)?, &self.options);
        let core = run.cores.first()?;
        let alone = probe::core_alone(text, core)?;
        let refutes =
            |solver: &&Solver| solver.run(&alone, &self.options).answer(0) == Some(&Answer::Unsat);
        let said = self.solvers.iter().filter(refutes);
        let said: Vec<(&Solver, Expect)> = said.map(|solver| (solver, Expect::Unsat)).collect();
        agreed(&said)?;
        probe::core_numbers(text, core)
    }
}

/// The answer that two families gave and none contradicted.
fn agreed(said: &[(&Solver, Expect)]) -> Option<Expect> {
    let (first, answer) = *said.first()?;
    let all = said.iter().all(|(_, other)| *other == answer);
    let two = said
        .iter()
        .any(|(other, _)| !one_code(&other.family, &first.family));
    (all && two).then_some(answer)
}
