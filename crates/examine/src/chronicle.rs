//! A formula over many releases: every release's row, and each family's history.

use crate::{Examiner, RunnerError};
use gadfly_formula::Formula;
use gadfly_oracle::{Facts, History, Judged, Row, Truth, compare_versions, search};
use gadfly_solver::Run;

/// A formula over many releases.
#[derive(Clone, Debug)]
pub struct Chronicle {
    /// What the right answer is held to be.
    pub truth: Truth,
    /// Each family with its history, releases oldest first.
    pub histories: Vec<(String, History)>,
    /// All runs that were made.
    pub runs: Vec<Run>,
}

impl Examiner<'_> {
    /// Runs a formula on these solvers, and on references that only help to tell what is right.
    /// Every model is evaluated.
    pub fn chronicle(
        &self,
        formula: &Formula,
        specs: &[String],
        references: &[String],
    ) -> Chronicle {
        let others = references.iter().filter(|spec| !specs.contains(spec));
        let (runs, not_run) = self.run_all(formula, specs.iter().chain(others));
        let facts = self.chronicle_facts(formula, &runs);
        let policy = &self.settings.policy;
        let judged = Judged {
            formula,
            runs: &runs,
            facts: &facts,
            policy,
        };
        let truth = Truth::of(&judged);
        let shown = runs.iter().filter(|run| specs.contains(&run.spec));
        let mut rows: Vec<(String, Row)> = shown
            .map(|run| (run.family.clone(), truth.row(&judged, run)))
            .collect();
        let not_run = not_run.iter().filter(|error| specs.contains(&error.spec));
        rows.extend(not_run.map(|error| (family_of(&error.spec), absent(error))));
        Chronicle {
            histories: by_family(rows),
            truth,
            runs,
        }
    }

    /// Looks for the step in one family's releases, oldest first, with as few runs as it takes.
    pub fn search_step(
        &self,
        formula: &Formula,
        specs: &[String],
        references: &[String],
    ) -> Chronicle {
        let newest: Vec<String> = specs.last().cloned().into_iter().collect();
        let others = references.iter().filter(|spec| !newest.contains(spec));
        let (mut base, _) = self.run_all(formula, newest.iter().chain(others));
        let facts = self.chronicle_facts(formula, &base);
        let policy = &self.settings.policy;
        let truth = Truth::of(&Judged {
            formula,
            runs: &base,
            facts: &facts,
            policy,
        });
        let mut family = String::new();
        let seen = search(specs.len(), |at| {
            let (runs, not_run) = self.run_all(formula, specs[at..=at].iter());
            let facts = self.chronicle_facts(formula, &runs);
            let judged = Judged {
                formula,
                runs: &runs,
                facts: &facts,
                policy,
            };
            let row = runs.first().map(|run| truth.row(&judged, run));
            if let Some(run) = runs.first() {
                family.clone_from(&run.family);
            }
            base.extend(runs);
            let row = row.or_else(|| not_run.first().map(absent));
            row.unwrap_or_else(|| absent(&no_such(&specs[at])))
        });
        let rows = seen.into_iter().map(|(_, row)| row).collect();
        Chronicle {
            histories: vec![(family, History::of(rows))],
            truth,
            runs: base,
        }
    }

    /// The runs, and those that could not be made: a release that is left out without a word would
    /// look like one that was never asked for.
    fn run_all<'s>(
        &self,
        formula: &Formula,
        specs: impl Iterator<Item = &'s String>,
    ) -> (Vec<Run>, Vec<RunnerError>) {
        let limits = &self.settings.limits;
        let (mut runs, mut not_run) = (Vec::new(), Vec::new());
        for spec in specs {
            match self.runner.fresh(spec, &formula.text, limits) {
                Ok(run) => runs.push(run),
                Err(error) => not_run.push(error),
            }
        }
        (runs, not_run)
    }

    fn chronicle_facts(&self, formula: &Formula, runs: &[Run]) -> Facts {
        let gathered = self.evidence_of_all(formula, runs);
        let gated = runs.iter().filter_map(|run| {
            let why = self.legacy(run, &formula.text)?;
            Some((run.spec.clone(), why.to_string()))
        });
        let mut obligations = gathered.cores;
        for run in runs {
            let mut extra = Vec::new();
            obligations.extend(self.obligations(&formula.text, run, &|_| true, &mut extra));
        }
        Facts {
            gated: gated.collect(),
            models: gathered.models,
            proofs: gathered.proofs,
            obligations,
            ..Facts::default()
        }
    }
}

fn absent(error: &RunnerError) -> Row {
    let version = error.spec.split_once('@').map_or("", |(_, rest)| rest);
    let mark = gadfly_oracle::Mark::Unclear(format!("it could not be run: {}", error.why));
    Row {
        spec: error.spec.clone(),
        version: version.to_string(),
        said: "not run".into(),
        mark,
    }
}

fn no_such(spec: &str) -> RunnerError {
    RunnerError {
        spec: spec.to_string(),
        why: "no such solver".to_string(),
    }
}

/// The family of a release that could not be asked.
fn family_of(spec: &str) -> String {
    let name = spec.split(['@', ' ']).next();
    name.unwrap_or(spec).to_string()
}

fn by_family(rows: Vec<(String, Row)>) -> Vec<(String, History)> {
    let mut families: Vec<(String, Vec<Row>)> = Vec::new();
    for (family, row) in rows {
        match families.iter_mut().find(|(name, _)| *name == family) {
            Some((_, rows)) => rows.push(row),
            None => families.push((family, vec![row])),
        }
    }
    let sorted = families.into_iter().map(|(family, mut rows)| {
        rows.sort_by(|a, b| compare_versions(&a.version, &b.version));
        (family, History::of(rows))
    });
    sorted.collect()
}
