//! Runs solvers for confirmation: in fresh processes, or, for questions that are asked hundreds of times
//! and confirmed in fresh ones, in processes that live on.

use crate::{Candidate, Runner, RunnerError, made};
use gadfly_exec::Limits;
use gadfly_solver::{Options, Run, Served, Session, Solver};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::ThreadId;
use std::time::Duration;

/// Where a runner's solvers come from.
pub trait Registry: Sync {
    /// The solvers that may be asked without being named, in the user's order.
    fn at_hand(&self) -> Vec<Arc<Solver>>;

    /// The solver of a spec, ready to run; why there is none.
    fn get(&self, spec: &str) -> Result<Arc<Solver>, String>;
}

/// Solvers that were resolved before.
impl Registry for Vec<Arc<Solver>> {
    fn at_hand(&self) -> Vec<Arc<Solver>> {
        self.clone()
    }

    fn get(&self, spec: &str) -> Result<Arc<Solver>, String> {
        let found = self.iter().find(|solver| solver.spec == spec);
        found
            .cloned()
            .ok_or_else(|| "it is not among the solvers at hand".to_string())
    }
}

impl<R: Registry + Sync + ?Sized> Registry for &R {
    fn at_hand(&self) -> Vec<Arc<Solver>> {
        (**self).at_hand()
    }

    fn get(&self, spec: &str) -> Result<Arc<Solver>, String> {
        (**self).get(spec)
    }
}

/// Solvers of a registry, each run as its profile says and in the language of its release.
pub struct SolverRunner<R = Vec<Arc<Solver>>> {
    registry: R,
    options: Options,
    /// Processes that live on, where questions go to them.
    pool: Option<Pool>,
}

impl SolverRunner {
    /// A runner over these solvers.
    pub fn new(solvers: Vec<Solver>, options: Options) -> Self {
        SolverRunner::over(solvers.into_iter().map(Arc::new).collect(), options)
    }
}

impl<R: Registry> SolverRunner<R> {
    /// A runner over a registry. Limits come with each call; the rest of the options is kept.
    pub fn over(registry: R, options: Options) -> Self {
        SolverRunner {
            registry,
            options,
            pool: None,
        }
    }

    /// A runner that asks the same solvers in processes that live on, one a thread, solver and set of
    /// options, instead of fresh ones.
    pub fn sessions(&self) -> Self
    where
        R: Clone,
    {
        SolverRunner {
            registry: self.registry.clone(),
            options: self.options.clone(),
            pool: Some(Pool::default()),
        }
    }

    /// The registry.
    pub fn registry(&self) -> &R {
        &self.registry
    }

    /// What one persistent process makes of these scripts; `None` where the solver has no such mode.
    pub fn serve(
        &self,
        spec: &str,
        scripts: &[&str],
        limits: &Limits,
    ) -> Result<Option<Served>, RunnerError> {
        let served = self.solver(spec)?.serve(scripts, &self.options(limits));
        served.map_err(|why| fault(spec, why))
    }

    fn solver(&self, spec: &str) -> Result<Arc<Solver>, RunnerError> {
        self.registry.get(spec).map_err(|why| fault(spec, why))
    }

    fn options(&self, limits: &Limits) -> Options {
        Options {
            limits: *limits,
            ..self.options.clone()
        }
    }
}

fn fault(spec: &str, why: String) -> RunnerError {
    RunnerError {
        spec: spec.to_string(),
        why,
    }
}

impl<R: Registry> Runner for SolverRunner<R> {
    fn solvers(&self) -> Vec<Candidate> {
        let name = |solver: &Arc<Solver>| Candidate {
            spec: solver.spec.clone(),
            family: solver.family.clone(),
            version: solver.version.clone(),
        };
        self.registry.at_hand().iter().map(name).collect()
    }

    fn speaks_dialects(&self) -> bool {
        true
    }

    fn proof_options(&self, spec: &str) -> Option<String> {
        self.solver(spec).ok()?.proof_options()
    }

    fn fresh(&self, spec: &str, script: &str, limits: &Limits) -> Result<Run, RunnerError> {
        let solver = self.solver(spec)?;
        made(match &self.pool {
            Some(pool) => pool.run(&solver, script, limits, &self.options),
            None => solver.run(script, &self.options(limits)),
        })
    }

    fn session(
        &self,
        spec: &str,
        scripts: &[&str],
        limits: &Limits,
    ) -> Result<Option<Run>, RunnerError> {
        let served = self.serve(spec, scripts, limits)?;
        served.map(|served| made(served.run)).transpose()
    }
}

/// Whose process it is, of which solver, and the options that its scripts set: a process serves one set
/// of them, and questions with and without models take turns.
type Key = (ThreadId, String, String);

/// Processes that live on.
#[derive(Default)]
struct Pool {
    /// Those at rest; one that is at work is taken out.
    resting: Mutex<HashMap<Key, Session>>,
}

/// Processes that are kept at rest.
const MOST: usize = 16;
/// What a process may take to start: its start is not the first question's fault.
const START: Duration = Duration::from_secs(10);

impl Pool {
    fn run(&self, solver: &Arc<Solver>, script: &str, limits: &Limits, options: &Options) -> Run {
        let set = leading_options(script).to_string();
        let key = (std::thread::current().id(), solver.spec.clone(), set);
        let mut session = self
            .resting()
            .remove(&key)
            .unwrap_or_else(|| Session::new(solver, &starting(options)));
        session.warm_up();
        let run = solver.run_in(&mut session, script, limits);
        let mut resting = self.resting();
        if resting.len() >= MOST {
            resting.clear();
        }
        resting.insert(key, session);
        run
    }

    fn resting(&self) -> std::sync::MutexGuard<'_, HashMap<Key, Session>> {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn starting(options: &Options) -> Options {
    let limits = Limits {
        wall: Some(START),
        ..options.limits
    };
    Options {
        limits,
        ..options.clone()
    }
}

/// The lines of options that a script begins with.
fn leading_options(script: &str) -> &str {
    let lines = script.split_inclusive('\n');
    let options = lines.take_while(|line| line.starts_with("(set-option "));
    &script[..options.map(str::len).sum()]
}
