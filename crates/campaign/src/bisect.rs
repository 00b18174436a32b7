//! A bug over releases and over commits: which show it, which was the first, which fixed it.

mod commits;
mod releases;

pub use commits::{CommitError, CommitSearch, FirstBad};

use crate::bench::ends_of;
use gadfly_catalog::Catalog;
use gadfly_examine::{Chronicle, Examiner, Settings, SolverRunner};
use gadfly_exec::Limits;
use gadfly_formula::Formula;
use gadfly_install::InstallError;
use gadfly_oracle::{CatalogEvaluator, Known, KnownError, Mark, Row};
use gadfly_profile::{BadSpec, Home};
use gadfly_solver::{Options, ResolveError, Resolver, SelfChecks, Solver};
use releases::Releases;
use thiserror::Error;

/// Why a history could not be told. Each message says what to do.
#[derive(Debug, Error)]
pub enum BisectError {
    /// The known issues of the catalogue do not read.
    #[error(transparent)]
    Known(#[from] KnownError),
    /// No solver's name.
    #[error(transparent)]
    Spec(#[from] BadSpec),
    /// A release is not at hand.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// What releases there are could not be found out.
    #[error(transparent)]
    Install(#[from] InstallError),
    /// None of a family's releases is meant.
    #[error("{spec}: no such release; run `gadfly solvers available {family}`")]
    NoRelease {
        /// What was asked for.
        spec: String,
        /// The family.
        family: String,
    },
    /// A release could not be made ready.
    #[error("{0}")]
    NotReady(String),
}

/// What is asked of the releases.
pub struct Bisection {
    /// The releases to look at, such as `z3@*`.
    pub solvers: Vec<String>,
    /// Solvers that only help to tell what is right. Where there are none, the newest installed release of
    /// each family.
    pub references: Vec<String>,
    /// The limits of a run.
    pub limits: Limits,
    /// What solvers check of their own answers.
    pub checks: SelfChecks,
    /// Whether one step is looked for, instead of running every release.
    pub search: bool,
    /// Whether releases that are not there are installed.
    pub install: bool,
}

impl Bisection {
    /// The history of a formula. `say` is told what is installed.
    pub fn run(
        &self,
        formula: &Formula,
        say: &(dyn Fn(&str) + Sync),
    ) -> Result<Bisected, BisectError> {
        let catalog = Catalog::shared();
        let known = Known::of(&catalog)?;
        let evaluator = CatalogEvaluator::new(catalog);
        let meant = |spec: &String| releases::meant(spec, self.install);
        let releases: Vec<Vec<String>> =
            self.solvers.iter().map(meant).collect::<Result<_, _>>()?;
        let references = match self.references.is_empty() {
            true => Resolver::new(Home::from_env()).witnesses(&[]),
            false => resolved(&self.references)?,
        };
        let references: Vec<String> = references.into_iter().map(|s| s.spec).collect();
        let options = Options {
            checks: self.checks,
            ..Options::default()
        };
        let runner = SolverRunner::over(Releases::new(self.install, say), options);
        let examiner = Examiner {
            runner: &runner,
            evaluator: &evaluator,
            known: &known,
            settings: &Settings::new(1, self.limits),
        };
        let chronicles = if self.search {
            let search = |specs: &Vec<String>| examiner.search_step(formula, specs, &references);
            releases.iter().map(search).collect()
        } else {
            vec![examiner.chronicle(formula, &releases.concat(), &references)]
        };
        if let Some(problem) = runner.registry().problem() {
            return Err(BisectError::NotReady(problem));
        }
        Ok(Bisected {
            chronicles,
            asked: self.solvers.join(", "),
            releases: releases.concat(),
        })
    }
}

fn resolved(specs: &[String]) -> Result<Vec<Solver>, ResolveError> {
    Resolver::new(Home::from_env()).all(specs)
}

/// What a bisection came to.
pub struct Bisected {
    /// The histories: one for all releases, or one for each search.
    pub chronicles: Vec<Chronicle>,
    /// The specs as they were given.
    asked: String,
    /// The specs of the releases that were meant.
    releases: Vec<String>,
}

impl Bisected {
    /// Whether some release shows the bug.
    pub fn is_shown(&self) -> bool {
        let mut histories = self.chronicles.iter().flat_map(|c| &c.histories);
        histories.any(|(_, history)| history.first_bad.is_some())
    }

    /// Why no release says anything of use, where that is so: it must not look as if no release
    /// showed the bug.
    pub fn says_nothing(&self) -> Option<String> {
        let unclear = |row: &Row| matches!(row.mark, Mark::Unclear(_));
        if self.is_shown() || !self.rows().all(unclear) {
            return None;
        }
        let runs = self.chronicles.iter().flat_map(|c| &c.runs);
        let ends = ends_of(runs.filter(|run| self.releases.contains(&run.spec)));
        let sentence = ends.shortfall(&self.asked).map(|of| of.sentence);
        Some(sentence.unwrap_or_else(|| {
            "no release gave an answer that says anything, so there is nothing to search; the \
             table says why (a longer --timeout or more --memory may help)"
                .to_string()
        }))
    }

    /// The answer for one build, where one was asked.
    pub fn step(&self) -> Step {
        let shown = |row: &Row| matches!(row.mark, Mark::Bad(_) | Mark::Undecided(_));
        let good = |row: &Row| row.mark == Mark::Good;
        match (self.rows().any(shown), self.rows().any(good)) {
            (true, _) => Step::Bad,
            (false, true) => Step::Good,
            (false, false) => Step::Skip,
        }
    }

    fn rows(&self) -> impl Iterator<Item = &Row> {
        let histories = self.chronicles.iter().flat_map(|c| &c.histories);
        histories.flat_map(|(_, history)| &history.rows)
    }
}

/// What one build says in a search over commits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It is right.
    Good,
    /// It shows the bug.
    Bad,
    /// It says nothing of use.
    Skip,
}

impl Step {
    /// The exit code by which `git bisect run` knows it.
    pub fn code(self) -> i32 {
        match self {
            Step::Good => 0,
            Step::Bad => 1,
            Step::Skip => 125,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_oracle::{History, Truth};
    use gadfly_vocabulary::Kind;

    fn bisected(marks: &[Mark]) -> Bisected {
        let row = |(at, mark): (usize, &Mark)| Row {
            spec: format!("z3@4.{at}"),
            version: format!("4.{at}"),
            said: "sat".into(),
            mark: mark.clone(),
        };
        let rows = marks.iter().enumerate().map(row).collect();
        Bisected {
            chronicles: vec![Chronicle {
                truth: Truth {
                    answers: Vec::new(),
                    how: String::new(),
                },
                histories: vec![("z3".into(), History::of(rows))],
                runs: Vec::new(),
            }],
            asked: "z3@*".into(),
            releases: Vec::new(),
        }
    }

    #[test]
    fn one_build_is_bad_before_it_is_good_and_skipped_where_it_says_nothing() {
        let unclear = || Mark::Unclear("rejected".into());
        for (marks, step, code) in [
            (vec![Mark::Good, unclear()], Step::Good, 0),
            (vec![Mark::Good, Mark::Bad(Kind::Soundness)], Step::Bad, 1),
            (vec![Mark::Undecided(Kind::Incomplete)], Step::Bad, 1),
            (vec![unclear()], Step::Skip, 125),
            (vec![], Step::Skip, 125),
        ] {
            let answer = bisected(&marks).step();
            assert_eq!((answer, answer.code()), (step, code), "{marks:?}");
        }
    }

    #[test]
    fn nothing_of_use_is_no_clean_history() {
        let unclear = || Mark::Unclear("rejected".into());
        let why = bisected(&[unclear(), unclear()]).says_nothing();
        assert!(why.is_some_and(|why| why.contains("no release gave an answer")));
        for told in [Mark::Good, Mark::Bad(Kind::Crash)] {
            let told = bisected(&[unclear(), told]);
            assert_eq!(told.says_nothing(), None);
        }
        assert!(bisected(&[unclear(), Mark::Bad(Kind::Crash)]).is_shown());
        assert!(!bisected(&[unclear(), Mark::Good]).is_shown());
    }
}
