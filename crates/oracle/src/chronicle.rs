//! A formula over many releases: every release's row, and each family's history.

use crate::{Examiner, Facts, History, Judged, Row, Truth, compare_versions, search};
use gadfly_formula::Formula;
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
        let runs = self.run_all(formula, specs.iter().chain(references));
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
        let rows: Vec<(String, Row)> = shown
            .map(|run| (run.family.clone(), truth.row(&judged, run)))
            .collect();
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
        let mut base = self.run_all(formula, newest.iter().chain(references));
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
            let runs = self.run_all(formula, specs[at..=at].iter());
            let facts = self.chronicle_facts(formula, &runs);
            let judged = Judged {
                formula,
                runs: &runs,
                facts: &facts,
                policy,
            };
            let row = runs.first().map(|run| truth.row(&judged, run));
            family = runs.first().map_or(String::new(), |run| run.family.clone());
            base.extend(runs);
            row.unwrap_or_else(|| absent(&specs[at]))
        });
        let rows = seen.into_iter().map(|(_, row)| row).collect();
        Chronicle {
            histories: vec![(family, History::of(rows))],
            truth,
            runs: base,
        }
    }

    fn run_all<'s>(&self, formula: &Formula, specs: impl Iterator<Item = &'s String>) -> Vec<Run> {
        let limits = &self.settings.limits;
        specs
            .filter_map(|spec| self.runner.fresh(spec, &formula.text, limits).ok())
            .collect()
    }

    fn chronicle_facts(&self, formula: &Formula, runs: &[Run]) -> Facts {
        let gathered = self.evidence_of_all(formula, runs);
        let gated = runs.iter().filter_map(|run| {
            let why = self.legacy(run, &formula.text)?;
            Some((run.spec.clone(), why.to_string()))
        });
        Facts {
            gated: gated.collect(),
            models: gathered.models,
            cores: gathered.cores,
            ..Facts::default()
        }
    }
}

fn absent(spec: &str) -> Row {
    let version = spec
        .split_once('@')
        .map_or("", |(_, rest)| rest)
        .to_string();
    let mark = crate::Mark::Unclear("it could not be run".into());
    Row {
        spec: spec.to_string(),
        version,
        said: "not run".into(),
        mark,
    }
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
