//! One run: its formulas one after another, and what is reached by and by.

use crate::counters::{Counters, Kind};
use crate::error::CoverageError;
use crate::plan::{Budget, Plan, Source};
use crate::reading::Reading;
use gadfly_compare::StudyError;
use gadfly_exec::{Cancel, Command, Exit, LimitHit, Limits};
use gadfly_solver::{Options, Outcome, Run, Session, Solver};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// Counts of the three measures, in their order.
pub(crate) type Counts = [u64; 3];

/// A moment of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Point {
    pub(crate) formulas: u64,
    pub(crate) cpu: f64,
    /// What was reached by then, and what of it belongs to the core.
    pub(crate) all: Counts,
    pub(crate) core: Counts,
}

/// What a run came to: `finished.json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Finished {
    pub(crate) formulas: u64,
    pub(crate) cpu: f64,
    /// Runs by how they ended.
    pub(crate) outcomes: BTreeMap<String, u64>,
    /// Formulas whose counters are lost: gcc's are, where a process is killed.
    pub(crate) lost: u64,
    pub(crate) points: Vec<Point>,
}

/// What all runs of a study share.
pub(crate) struct Bench<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) solver: &'a Solver,
    pub(crate) kind: Kind,
    pub(crate) cancel: &'a Cancel,
    /// Reads counters as places of the sources.
    pub(crate) read: &'a (dyn Fn(&Counters) -> Result<Reading, CoverageError> + Sync),
    /// What was reached, and what of it belongs to the core.
    pub(crate) count: &'a (dyn Fn(&Reading) -> (Counts, Counts) + Sync),
}

/// The solver with counters.
pub(crate) fn counting(solver: &Solver, counters: &Counters) -> Solver {
    let mut solver = solver.clone();
    solver.launch.env.extend(counters.env());
    solver
}

/// A run under way.
struct Course<'a> {
    bench: &'a Bench<'a>,
    counters: &'a Counters,
    finished: Finished,
    /// Readings so far.
    read: u32,
}

impl Bench<'_> {
    /// Runs formulas of a source until the budget is used up. Nothing where it was interrupted.
    pub(crate) fn run(
        &self,
        source: &Source,
        repetition: u32,
        folder: &Path,
    ) -> Result<Option<(Finished, Reading)>, CoverageError> {
        let below = folder.join("counters");
        // What an interrupted run counted would count twice.
        let _ = std::fs::remove_dir_all(folder);
        std::fs::create_dir_all(&below).map_err(StudyError::file("make", &below))?;
        let counters = Counters::at(&below);
        let seed = self.plan.seed_of(repetition);
        let mut course = Course {
            bench: self,
            counters: &counters,
            finished: Finished::default(),
            read: 0,
        };
        let whole = match source {
            Source::Tool(command) => course.tool(command, seed, folder)?,
            source => course.formulas(source, seed)?,
        };
        if !whole {
            return Ok(None);
        }
        let reading = course.look()?;
        Ok(Some((course.finished, reading)))
    }
}

impl Course<'_> {
    /// Runs formulas; false where it was interrupted.
    fn formulas(&mut self, source: &Source, seed: u64) -> Result<bool, CoverageError> {
        let plan = self.bench.plan;
        let solver = counting(self.bench.solver, self.counters);
        let options = Options {
            limits: plan.limits(),
            cancel: Some(self.bench.cancel.clone()),
            ..Options::default()
        };
        let mut session = match self.bench.kind {
            Kind::Clang => Some(Session::new(&solver, &options)),
            Kind::Gcc => None,
        };
        for text in source.formulas(seed) {
            if self.bench.cancel.is_set() {
                return Ok(false);
            }
            let run = match &mut session {
                Some(session) => solver.run_in(session, &text, &options.limits),
                None => solver.run(&text, &options),
            };
            match &run.outcome {
                Outcome::Cancelled => return Ok(false),
                Outcome::Broken(why) => return Err(CoverageError::Odd(why.clone())),
                _ => self.note(&run),
            }
            let used = plan.budget.used(self.finished.cpu, self.finished.formulas);
            if used >= 1.0 {
                break;
            }
            if used * f64::from(plan.points) >= f64::from(self.read + 1) {
                self.look()?;
            }
        }
        Ok(true)
    }

    fn note(&mut self, run: &Run) {
        let finished = &mut self.finished;
        // What the release has no words for was not run.
        if run.raw.command.is_empty() {
            *finished.outcomes.entry("not sent".into()).or_default() += 1;
            return;
        }
        finished.formulas += 1;
        finished.cpu += run.raw.cpu.as_secs_f64();
        let outcome = run.outcome.to_string();
        let outcome = outcome.split([':', ' ']).next().unwrap_or_default();
        *finished.outcomes.entry(outcome.to_string()).or_default() += 1;
        let killed = run.raw.limit.is_some() || matches!(run.raw.exit, Exit::Signal(_));
        finished.lost += u64::from(killed && self.bench.kind == Kind::Gcc);
    }

    /// Runs another tool; false where it was interrupted.
    fn tool(
        &mut self,
        command: &[String],
        seed: u64,
        folder: &Path,
    ) -> Result<bool, CoverageError> {
        let budget = self.bench.plan.budget;
        let words = filled_in(command, &budget, seed, folder);
        let Some((program, arguments)) = words.split_first() else {
            return Err(CoverageError::Plan("a tool needs a command".into()));
        };
        let mut command = Command::new(program).args(arguments).unconfined();
        command.env.extend(self.counters.env());
        command.folder = std::env::current_dir().ok();
        let limits = Limits {
            cpu: budget.cpu.map(Duration::from_secs_f64),
            output: Some(4 << 20),
            ..Limits::default()
        };
        let run = gadfly_exec::run_cancellable(&command, b"", &limits, Some(self.bench.cancel))?;
        if run.limit == Some(LimitHit::Cancelled) {
            return Ok(false);
        }
        self.finished.cpu = run.cpu.as_secs_f64();
        if self.counters.kind().is_none() {
            let said = String::from_utf8_lossy(&run.stderr);
            let said = said.lines().last().unwrap_or("it said nothing").to_string();
            let program = program.clone();
            return Err(CoverageError::Odd(format!(
                "{program} ran no solver that counts; its last words: {said}"
            )));
        }
        Ok(true)
    }

    /// Reads what is reached by now.
    fn look(&mut self) -> Result<Reading, CoverageError> {
        self.read += 1;
        // Formulas that were all left out leave no counters.
        let reading = match self.counters.kind() {
            None => Reading::default(),
            Some(_) => (self.bench.read)(self.counters)?,
        };
        let (all, core) = (self.bench.count)(&reading);
        self.finished.points.push(Point {
            formulas: self.finished.formulas,
            cpu: self.finished.cpu,
            all,
            core,
        });
        Ok(reading)
    }
}

fn filled_in(command: &[String], budget: &Budget, seed: u64, folder: &Path) -> Vec<String> {
    let number = |value: Option<String>| value.unwrap_or_default();
    let values = [
        ("{seconds}", number(budget.cpu.map(|s| s.to_string()))),
        ("{formulas}", number(budget.formulas.map(|n| n.to_string()))),
        ("{seed}", seed.to_string()),
        ("{out}", folder.display().to_string()),
    ];
    let fill = |word: &String| {
        let put = |word: String, (key, value): &(&str, String)| word.replace(key, value);
        values.iter().fold(word.clone(), put)
    };
    command.iter().map(fill).collect()
}
