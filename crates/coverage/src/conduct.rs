//! All runs of a study, each kept in a folder of its own; what is over is not run again.

use crate::areas::Areas;
use crate::counters::Counters;
use crate::error::CoverageError;
use crate::plan::Plan;
use crate::reach::{Measure, Reach};
use crate::reading::Reading;
use crate::results::Results;
use crate::run::{Bench, Counts, Finished, counting};
use gadfly_compare::{Stage, StudyError, keep, load, save, turns};
use gadfly_exec::{Allowed, Cancel};
use gadfly_solver::{Options, Solver};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What is measured, as it is kept in the folder.
const PLAN: &str = "plan.json";
/// All places of the program that were seen.
const THERE: &str = "there.json";
const FINISHED: &str = "finished.json";
const REACHED: &str = "reached.json";
/// What a solver is asked first, to see whether it counts.
const TRIVIAL: &str = "(set-logic QF_UF)\n(check-sat)\n";

/// Carries a study out.
pub struct Conduct<'a> {
    /// What is measured.
    pub plan: &'a Plan,
    /// The solver.
    pub solver: &'a Solver,
    /// Where the parts of the solver lie.
    pub areas: &'a Areas,
    /// The folder of its sources; the deepest that has them all, where none is named.
    pub source: Option<PathBuf>,
    /// The folder.
    pub out: &'a Path,
    /// Runs at once.
    pub jobs: usize,
    /// Ends it; what is over is kept.
    pub cancel: Cancel,
    /// Is told what goes on.
    pub tell: &'a (dyn Fn(Stage<'_>) + Sync),
}

/// A run that is over.
pub(crate) struct Over {
    /// The number of its configuration.
    pub(crate) configuration: usize,
    /// Which of its runs, from 1.
    pub(crate) repetition: u32,
    pub(crate) finished: Finished,
    pub(crate) reached: Reach,
}

impl Conduct<'_> {
    /// Runs what is not over yet, and says what was reached. Nothing where it was interrupted.
    pub fn run(&self) -> Result<Option<Results>, CoverageError> {
        self.plan.check()?;
        self.must_be_the_same()?;
        gadfly_exec::allow(Allowed {
            writes: vec![self.out.to_path_buf()],
            network: false,
        });
        let (probed, base) = self.probe()?;
        let there = Mutex::new(load(&self.out.join(THERE)).unwrap_or_default());
        let read = |counters: &Counters| -> Result<Reading, CoverageError> {
            let reading = self.read(counters, Some(&probed.root))?.0;
            Ok(reading)
        };
        let count = |reading: &Reading| self.count(&reading.reached);
        let bench = Bench {
            plan: self.plan,
            solver: self.solver,
            kind: probed.kind,
            cancel: &self.cancel,
            read: &read,
            count: &count,
        };
        self.learn(&there, &base)?;
        let todo: Vec<_> = turns(self.plan.configurations.len(), self.plan.repeat).collect();
        let todo = Mutex::new(todo.into_iter());
        let over = Mutex::new(Vec::new());
        let work = || -> Result<(), CoverageError> {
            loop {
                let next = lock(&todo).next();
                let Some((configuration, repetition)) = next.filter(|_| !self.cancel.is_set())
                else {
                    return Ok(());
                };
                if let Some(one) = self.one(&bench, &there, configuration, repetition)? {
                    lock(&over).push(one);
                    (self.tell)(Stage::Over);
                }
            }
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs.max(1)).map(|_| scope.spawn(work)).collect();
            let ended = workers.into_iter().map(|worker| match worker.join() {
                Ok(ended) => ended,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            ended.collect::<Result<Vec<()>, _>>()
        })?;
        if self.cancel.is_set() {
            return Ok(None);
        }
        let mut over = over.into_inner().unwrap_or_else(PoisonError::into_inner);
        over.sort_by_key(|one| (one.configuration, one.repetition));
        let there = there.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Some(Results::of(
            self.plan,
            self.areas,
            there,
            &base.reached,
            &over,
        )))
    }

    /// A folder goes on with the study that it was made for; more repetitions are welcome.
    fn must_be_the_same(&self) -> Result<(), StudyError> {
        let plan = Plan {
            repeat: 0,
            ..self.plan.clone()
        };
        keep(self.out, ("coverage", PLAN), &plan)
    }

    /// Asks the solver a trivial question: who counts, where the sources lie, and what is reached by
    /// nothing at all.
    fn probe(&self) -> Result<(Probed, Reading), CoverageError> {
        let options = Options {
            limits: self.plan.limits(),
            cancel: Some(self.cancel.clone()),
            ..Options::default()
        };
        // What a solver is asked before its first formula, to see what it can bear, is not counted.
        let unasked = Counters::at(&self.emptied("start/unasked")?);
        counting(self.solver, &unasked).run(TRIVIAL, &options);
        let counters = Counters::at(&self.emptied("start/asked")?);
        counting(self.solver, &counters).run(TRIVIAL, &options);
        let Some(kind) = counters.kind() else {
            return Err(CoverageError::NoCounters(self.plan.solver.clone()));
        };
        let (reading, root) = self.read(&counters, self.source.as_deref())?;
        if reading.there == Reach::default() {
            return Err(CoverageError::NoSources(root));
        }
        Ok((Probed { kind, root }, reading))
    }

    /// A folder of ours, with nothing in it.
    fn emptied(&self, name: &str) -> Result<PathBuf, StudyError> {
        let folder = self.out.join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).map_err(StudyError::file("make", &folder))?;
        Ok(folder)
    }

    /// Reads counters as places below the root, or below the deepest folder that has all.
    fn read(
        &self,
        counters: &Counters,
        root: Option<&Path>,
    ) -> Result<(Reading, PathBuf), CoverageError> {
        let reading = counters.read(&self.solver.launch.program)?;
        let root = root.map_or_else(|| reading.root(), Path::to_path_buf);
        Ok((reading.below(&root), root))
    }

    fn count(&self, reached: &Reach) -> (Counts, Counts) {
        let all = Measure::ALL.map(|measure| reached.count(measure, &|_| true));
        let core = |file: &str| self.areas.area(file).core;
        (
            all,
            Measure::ALL.map(|measure| reached.count(measure, &core)),
        )
    }

    /// One run, now or before; nothing where it was interrupted.
    fn one(
        &self,
        bench: &Bench<'_>,
        there: &Mutex<Reading>,
        number: usize,
        repetition: u32,
    ) -> Result<Option<Over>, CoverageError> {
        let configuration = &self.plan.configurations[number];
        let name = &configuration.name;
        let folder = Plan::folder(self.out, name, repetition);
        let over = |finished, reached| Over {
            configuration: number,
            repetition,
            finished,
            reached,
        };
        let before = (load(&folder.join(FINISHED)), load(&folder.join(REACHED)));
        if let (Some(finished), Some(reached)) = before {
            return Ok(Some(over(finished, reached)));
        }
        (self.tell)(Stage::Begins { name, repetition });
        let run = bench.run(&configuration.source, repetition, &folder);
        let run = run.map_err(|error| StudyError::Run {
            name: name.clone(),
            repetition,
            reason: error.to_string(),
        })?;
        let Some((finished, reading)) = run else {
            return Ok(None);
        };
        self.learn(there, &reading)?;
        save(&folder.join(REACHED), &reading.reached)?;
        save(&folder.join(FINISHED), &finished)?;
        Ok(Some(over(finished, reading.reached)))
    }

    /// Keeps which places there are.
    fn learn(&self, there: &Mutex<Reading>, reading: &Reading) -> Result<(), StudyError> {
        let mut there = lock(there);
        let before = there.there.clone();
        there.join(&Reading {
            reached: Reach::default(),
            ..reading.clone()
        });
        if there.there == before {
            return Ok(());
        }
        save(&self.out.join(THERE), &*there)
    }
}

/// What the first question showed.
struct Probed {
    kind: crate::counters::Kind,
    root: PathBuf,
}

fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
