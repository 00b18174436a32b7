//! Making the formula of a finding, or of a test index, again.

use crate::bench::join;
use crate::error::HuntError;
use crate::guide::Corpus;
use crate::make::{Library, LibraryMaker};
use crate::plan::{Plan, ScheduleKind};
use crate::schedule::{Menu, Schedule};
use crate::setup::{option_menu, understood};
use crate::work::Maker;
use gadfly_exec::Limits;
use gadfly_formula::Formula;
use gadfly_profile::Home;
use gadfly_solver::{Options, ResolveError, Resolver, Run, Solver};
use gadfly_store::{Choice, Store, StoreError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// Why a formula cannot be made again.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// Nothing was named.
    #[error("say which: --replay DIR/ID, with a finding's id or a test index")]
    Which,
    /// The hunt has no such finding.
    #[error("{0}: no finding {id}; `gadfly findings {0}` lists them", folder.display())]
    NoFinding {
        /// The hunt.
        folder: PathBuf,
        /// What was asked for.
        id: String,
    },
    /// There never was one.
    #[error(
        "no formula is made at test index {0}: it is a duplicate, or its strategy does not apply"
    )]
    NoFormula(u64),
    /// The hunt's folder.
    #[error(transparent)]
    Hunt(#[from] HuntError),
    /// A solver of the hunt is gone.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
}

impl From<StoreError> for ReplayError {
    fn from(error: StoreError) -> Self {
        ReplayError::Hunt(error.into())
    }
}

/// A test of a hunt that was.
pub struct Replay {
    /// What was asked of the hunt.
    pub plan: Plan,
    /// The test's index.
    pub position: u64,
    folder: PathBuf,
    store: Store,
}

/// A formula that was made again, with what each solver under test says to it.
pub struct Replayed {
    /// The formula.
    pub formula: Formula,
    /// The solvers under test, with the options that the test had.
    pub solvers: Vec<Solver>,
    /// A run a solver.
    pub runs: Vec<Run>,
}

impl Replay {
    /// Opens a hunt: `DIR/ID`, `DIR/findings/ID` or `DIR/INDEX`.
    pub fn of(which: &Path) -> Result<Replay, ReplayError> {
        let (folder, id) = folder_and_id(which).ok_or(ReplayError::Which)?;
        let plan = Plan::load(folder)?;
        let store = Store::read(folder)?;
        let position = match id.parse() {
            Ok(position) => position,
            Err(_) => {
                let missing = || ReplayError::NoFinding {
                    folder: folder.to_path_buf(),
                    id: id.clone(),
                };
                store.finding(&id)?.ok_or_else(missing)?.index
            }
        };
        Ok(Replay {
            plan,
            position,
            folder: folder.to_path_buf(),
            store,
        })
    }

    /// The solvers under test, and those that confirmed as far as they are still there.
    pub fn solvers(&self) -> Result<(Vec<Solver>, Vec<Solver>), ReplayError> {
        let resolver = Resolver::new(Home::from_env()).with_profile(self.plan.profile.clone());
        let tested = resolver.all(&self.plan.solvers)?;
        let references = resolver.all(&self.plan.references).unwrap_or_default();
        Ok((tested, references))
    }

    /// Whether the seeds are those of the hunt; with others the formula may be another one.
    pub fn has_its_seeds(&self, library: &Library) -> bool {
        library.hash() == self.plan.seeds_hash
    }

    /// Makes the formula and runs the solvers on it.
    pub fn run(&self, library: Library, tested: Vec<Solver>) -> Result<Replayed, ReplayError> {
        let tested: Vec<Arc<Solver>> = tested.into_iter().map(Arc::new).collect();
        let menu = Menu {
            strategies: library.menu(),
            options: understood(option_menu(&tested, &self.plan), &tested, &self.plan),
            limit_ms: self.plan.timeout_ms,
            ..Menu::default()
        };
        let choice = self.choice(menu)?;
        let corpus = Corpus::of(&self.folder).map(Arc::new);
        let mut maker = LibraryMaker::new(Arc::new(library)).with_corpus(corpus);
        let formula = maker.make(self.plan.seed, self.position, &choice);
        let formula = formula.ok_or(ReplayError::NoFormula(self.position))?;
        let varied = |solver: &Arc<Solver>| {
            let more = choice.options.iter().find(|(of, _)| *of == solver.spec);
            let more = more.map(|(_, options)| options.clone()).unwrap_or_default();
            let mut varied = Solver::clone(solver);
            varied.spec = join(&solver.spec, &more);
            varied.extra.extend(more);
            varied
        };
        let solvers: Vec<Solver> = tested.iter().map(varied).collect();
        let options = Options {
            limits: self.limits(),
            ..Options::default()
        };
        let run = |solver: &Solver| solver.run(&formula.text, &options);
        Ok(Replayed {
            runs: solvers.iter().map(run).collect(),
            formula,
            solvers,
        })
    }

    /// The choice that the hunt made: recorded, or a function of seed and block.
    fn choice(&self, menu: Menu) -> Result<Choice, HuntError> {
        let (plan, position) = (&self.plan, self.position);
        if plan.schedule == ScheduleKind::Uniform {
            return Ok(Schedule::uniform(menu).choose(plan.seed, position / crate::order::BLOCK));
        }
        let rows = self.store.choices(position)?;
        let row = rows.into_iter().find(|row| row.first <= position);
        row.map(|row| row.choice)
            .ok_or_else(|| HuntError::Nothing(format!("the hunt has no test index {position}")))
    }

    /// What a run may take.
    pub fn limits(&self) -> Limits {
        Limits {
            memory: Some(self.plan.memory),
            ..Limits::default().timed(Duration::from_millis(self.plan.timeout_ms))
        }
    }
}

/// A hunt's folder, and what of it is meant.
fn folder_and_id(which: &Path) -> Option<(&Path, String)> {
    let (folder, id) = (which.parent()?, which.file_name()?);
    let folder = match folder.file_name() {
        Some(name) if name == "findings" => folder.parent().unwrap_or(folder),
        _ => folder,
    };
    Some((folder, id.to_string_lossy().into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_is_named_in_its_hunt_or_by_its_folder() {
        for (which, folder, id) in [
            ("hunt/1007", "hunt", "1007"),
            ("hunt/z3-crash-1", "hunt", "z3-crash-1"),
            ("a/hunt/findings/z3-crash-1", "a/hunt", "z3-crash-1"),
            ("a/hunt/findings/z3-crash-1/", "a/hunt", "z3-crash-1"),
        ] {
            let named = folder_and_id(Path::new(which));
            assert_eq!(named, Some((Path::new(folder), id.to_string())), "{which}");
        }
        assert_eq!(folder_and_id(Path::new("/")), None);
    }

    #[test]
    fn what_is_no_hunt_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let error = Replay::of(&folder.path().join("1")).err().unwrap();
        assert!(error.to_string().contains("hunt.toml"), "{error}");
        let error = Replay::of(Path::new("/")).err().unwrap();
        assert!(error.to_string().contains("--replay DIR/ID"), "{error}");
    }
}
