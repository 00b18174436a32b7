//! All rules and fusions of a catalogue.

use crate::rules::{Fusion, Rule, RuleError, read_fusions, read_rules};
use gadfly_catalog::Catalog;
use std::sync::Arc;

/// The rules and fusions of a catalogue.
#[derive(Debug, Default)]
pub struct RuleBook {
    /// Rules, by file and place.
    pub rules: Vec<Rule>,
    /// Fusions, by file and place.
    pub fusions: Vec<Arc<Fusion>>,
}

impl RuleBook {
    /// Reads all rule and fusion files.
    pub fn read(catalog: &Catalog) -> Result<RuleBook, RuleError> {
        let mut book = RuleBook::default();
        for (path, text) in catalog
            .files("rules/")
            .filter(|(path, _)| path.ends_with(".rule"))
        {
            book.rules.extend(read_rules(path, text)?);
        }
        for (path, text) in catalog
            .files("fusions/")
            .filter(|(path, _)| path.ends_with(".fusion"))
        {
            book.fusions
                .extend(read_fusions(path, text)?.into_iter().map(Arc::new));
        }
        Ok(book)
    }

    /// Adds the rules or fusions of one more file, told apart by its ending.
    pub fn add(&mut self, path: &str, text: &str) -> Result<(), RuleError> {
        if path.ends_with(".fusion") {
            self.fusions
                .extend(read_fusions(path, text)?.into_iter().map(Arc::new));
        } else {
            self.rules.extend(read_rules(path, text)?);
        }
        Ok(())
    }

    /// Takes rules or fusions out of use, by their names.
    pub fn quarantine(&mut self, id: &str) {
        self.rules.retain(|rule| rule.id != id);
        self.fusions.retain(|fusion| fusion.id != id);
    }
}
