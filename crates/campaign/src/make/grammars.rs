//! Formulas of the catalogue's grammars, small ones first.

use gadfly_catalog::Catalog;
use gadfly_enumerate::{Enumerator, Grammar, UBig};
use gadfly_formula::{Expect, Formula, LabelSource, Provenance};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The enumerators of one worker; a grammar is read when it is first asked for.
pub(super) struct Grammars {
    catalog: Arc<Catalog>,
    ready: FxHashMap<String, Option<Enumerator>>,
}

impl Grammars {
    pub(super) fn new(catalog: Arc<Catalog>) -> Grammars {
        Grammars {
            catalog,
            ready: FxHashMap::default(),
        }
    }

    /// The names of all grammars.
    pub(super) fn names(catalog: &Catalog) -> Vec<String> {
        let stem = |path: &str| {
            Some(
                path.strip_prefix("grammars/")?
                    .strip_suffix(".g4")?
                    .to_string(),
            )
        };
        catalog
            .files("grammars/")
            .filter_map(|(path, _)| stem(path))
            .collect()
    }

    /// The formula of a grammar whose number is the position.
    pub(super) fn make(&mut self, name: &str, seed: u64, position: u64) -> Option<Formula> {
        let catalog = &self.catalog;
        let read = || {
            let path = format!("grammars/{name}.g4");
            let grammar = Grammar::parse(catalog.file(&path)?, &path).ok()?;
            Some(Enumerator::new(&grammar))
        };
        let enumerator = self
            .ready
            .entry(name.to_string())
            .or_insert_with(read)
            .as_mut()?;
        let mut text = String::new();
        enumerator.formula(&UBig::from(position), &mut text).ok()?;
        text.push('\n');
        let checks = gadfly_solver::count_checks(&text);
        (checks > 0).then(|| Formula {
            expect: vec![Expect::Unknown; checks],
            text,
            label: LabelSource::None,
            provenance: Provenance {
                version: env!("CARGO_PKG_VERSION").into(),
                catalog: self.catalog.hash(),
                strategy: "enumerate".into(),
                seed,
                index: position,
                parents: Vec::new(),
                trace: vec![format!("grammar {name}, formula {position}")],
            },
        })
    }
}
