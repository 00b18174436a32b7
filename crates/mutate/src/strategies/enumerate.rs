//! Formulas of the catalogue's grammars, small ones first.

use crate::kit::Kit;
use crate::strategy::{About, Made, Position, Promise, Source, Strategy, Takes};
use gadfly_catalog::Catalog;
use gadfly_enumerate::{Enumerator, Grammar, UBig};
use gadfly_formula::{Expect, Formula, LabelSource, Provenance};
use gadfly_syntax::Sexprs;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// `enumerate`: a grammar is read when it is first asked for.
#[derive(Default)]
pub(crate) struct Enumerate {
    ready: FxHashMap<String, Option<Enumerator>>,
}

const ABOUT: About = About::new(
    "enumerate",
    "the formulas of a grammar in order of size",
    Takes::Grammar,
    Promise::Nothing,
);

impl Strategy for Enumerate {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn groups(&self, _: &BTreeMap<String, u32>, catalog: &Catalog) -> Vec<(String, u32)> {
        let stem = |path: &str| {
            let name = path.strip_prefix("grammars/")?.strip_suffix(".g4")?;
            Some((name.to_string(), 1))
        };
        let files = catalog.files("grammars/");
        files.filter_map(|(path, _)| stem(path)).collect()
    }

    /// The formula of the grammar whose number is the position.
    fn make(&mut self, from: Source<'_>, at: Position, kit: &mut Kit) -> Made {
        let name = from.group;
        let Some(text) = self.text(name, at.index, kit.catalog()) else {
            return Ok(None);
        };
        let checks = checks(&text);
        Ok((checks > 0).then(|| Formula {
            expect: vec![Expect::Unknown; checks],
            text,
            label: LabelSource::None,
            provenance: Provenance {
                version: env!("CARGO_PKG_VERSION").into(),
                catalog: kit.catalog_hash().into(),
                strategy: ABOUT.name.into(),
                seed: at.seed,
                index: at.index,
                parents: Vec::new(),
                trace: vec![format!("grammar {name}, formula {}", at.index)],
            },
        }))
    }
}

impl Enumerate {
    fn text(&mut self, name: &str, number: u64, catalog: &Catalog) -> Option<String> {
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
        enumerator.formula(&UBig::from(number), &mut text).ok()?;
        text.push('\n');
        Some(text)
    }
}

/// How many answers a script asks for. Grammars may give what does not sort-check, so that only its
/// lists are read.
fn checks(text: &str) -> usize {
    let Ok(commands) = Sexprs::parse(text) else {
        return 0;
    };
    let asks = |word: &str| ["check-sat", "check-sat-assuming", "check-sat-using"].contains(&word);
    commands
        .iter()
        .filter(|command| command.get(0).is_some_and(|head| asks(head.text())))
        .count()
}
