//! What a folder of seeds holds: logics, sorts, operators, sizes, labels, sources.

use crate::error::SeedsError;
use crate::find::find;
use crate::index::Index;
use gadfly_catalog::Catalog;
use gadfly_formula::LabelSource;
use gadfly_mutate::{Seed, SeedPool};
use gadfly_term::{Head, Logics};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// The least, the middle and the greatest of a size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sizes {
    /// The least.
    pub least: u64,
    /// The lower one of the two in the middle, where there are two.
    pub median: u64,
    /// The greatest.
    pub most: u64,
}

impl Sizes {
    fn of(mut sizes: Vec<u64>) -> Sizes {
        sizes.sort_unstable();
        let middle = sizes.len().saturating_sub(1) / 2;
        Sizes {
            least: sizes.first().copied().unwrap_or(0),
            median: sizes.get(middle).copied().unwrap_or(0),
            most: sizes.last().copied().unwrap_or(0),
        }
    }
}

/// What a folder of seeds holds. Counts are of seeds.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stats {
    /// How many seeds there are.
    pub seeds: usize,
    /// Those with several questions, or with scopes.
    pub incremental: usize,
    /// By the smallest logic that holds them.
    pub logics: BTreeMap<String, usize>,
    /// By the sorts of their terms; sorts that a script declares count as one.
    pub sorts: BTreeMap<String, usize>,
    /// By operator.
    pub operators: BTreeMap<String, usize>,
    /// Bytes of a seed.
    pub bytes: Sizes,
    /// Nodes of a seed's terms.
    pub nodes: Sizes,
    /// By answer: `sat`, `unsat`, `unknown`; of one with several questions, the word `several`.
    pub answers: BTreeMap<String, usize>,
    /// By how the answer is known.
    pub labels: BTreeMap<LabelSource, usize>,
    /// By the folder that they came from, where that is known.
    pub sources: BTreeMap<String, usize>,
    /// By what was changed.
    pub changes: BTreeMap<String, usize>,
    /// Files that cannot be read as seeds.
    pub unusable: Vec<String>,
}

impl Stats {
    /// Of all seeds below a folder, imported or not.
    pub fn of(folder: &Path, catalog: &Arc<Catalog>) -> Result<Stats, SeedsError> {
        let mut files = Vec::new();
        for file in find(&[folder.to_path_buf()])? {
            if file.name.ends_with(".smt2") {
                let bytes = std::fs::read(&file.path);
                let bytes = bytes.map_err(SeedsError::file("read", &file.path))?;
                files.push((file.name, String::from_utf8_lossy(&bytes).into_owned()));
            }
        }
        let files = files.iter().map(|(name, text)| (&**name, &**text));
        let (pool, refused) = SeedPool::read(files, catalog);
        let mut stats = Stats {
            unusable: refused.iter().map(ToString::to_string).collect(),
            ..Stats::default()
        };
        let logics = Logics::of(catalog);
        let (mut bytes, mut nodes) = (Vec::new(), Vec::new());
        for seed in pool.seeds() {
            stats.add(seed, &logics);
            bytes.push(seed.script.source().len() as u64);
            nodes.push(seed.script.len() as u64);
        }
        (stats.bytes, stats.nodes) = (Sizes::of(bytes), Sizes::of(nodes));
        if let Some(index) = Index::load(folder)? {
            stats.add_index(&index);
        }
        Ok(stats)
    }

    fn add(&mut self, seed: &Seed, logics: &Logics) {
        let script = &seed.script;
        self.seeds += 1;
        self.incremental += usize::from(!seed.is_flat());
        count(&mut self.logics, logics.infer(script).name);
        let mut sorts = BTreeSet::new();
        let mut operators = BTreeSet::new();
        let declared: Vec<&str> = script
            .declared_sorts()
            .map(|sort| script.name(script.declared_sort(sort).symbol))
            .collect();
        for node in script.nodes() {
            sorts.insert(script.sort(node));
            if let Head::Op(op) = script.head(node) {
                operators.insert(script.op_name(op).to_string());
            }
        }
        let named = |sort| {
            let text = script.sort_text(sort);
            let own = |word: &str| declared.contains(&word.trim_matches(['(', ')', '|']));
            let own = text.split_whitespace().any(own);
            if own {
                "declared in the script".into()
            } else {
                text
            }
        };
        let sorts: BTreeSet<String> = sorts.into_iter().map(named).collect();
        sorts
            .into_iter()
            .for_each(|sort| count(&mut self.sorts, sort));
        operators
            .into_iter()
            .for_each(|op| count(&mut self.operators, op));
        let answer = match seed.expect[..] {
            [answer] => answer.to_string(),
            _ => "several".into(),
        };
        count(&mut self.answers, answer);
    }

    /// What only the index knows.
    fn add_index(&mut self, index: &Index) {
        for entry in &index.seeds {
            *self.labels.entry(entry.label).or_default() += 1;
            let folder = entry.from.rsplit_once('/').map_or("", |(folder, _)| folder);
            count(&mut self.sources, folder.to_string());
            for change in &entry.changes {
                count(&mut self.changes, change.clone());
            }
        }
    }

    /// Operators of the catalogue that no seed has.
    pub fn missing<'a>(&self, catalog: &'a Catalog) -> BTreeSet<&'a str> {
        let all = catalog.ops().iter().map(|op| op.name.as_str());
        all.filter(|op| !self.operators.contains_key(*op)).collect()
    }

    /// Operators, the rarest first.
    pub fn rarest(&self) -> Vec<(&str, usize)> {
        let mut all: Vec<_> = self.operators.iter().map(|(op, n)| (&**op, *n)).collect();
        all.sort_by_key(|&(op, n)| (n, op));
        all
    }
}

fn count(counts: &mut BTreeMap<String, usize>, what: String) {
    *counts.entry(what).or_default() += 1;
}
