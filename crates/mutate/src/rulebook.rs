//! All rules and fusions of a catalogue.

use crate::rules::{Fusion, Rule, RuleError, read_fusions, read_rules};
use crate::saturate::Equivalences;
use gadfly_catalog::Catalog;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// The rules and fusions of a catalogue.
#[derive(Clone, Debug, Default)]
pub struct RuleBook {
    /// Rules, by file and place.
    pub rules: Vec<Rule>,
    /// Fusions, by file and place.
    pub fusions: Vec<Arc<Fusion>>,
    quarantined: BTreeSet<String>,
    /// Its equivalences, found when they are first asked for.
    equivalences: OnceLock<Equivalences>,
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

    /// The equivalences among the rules, by what they look for.
    pub(crate) fn equivalences(&self) -> &Equivalences {
        self.equivalences.get_or_init(|| Equivalences::of(self))
    }

    /// Adds the rules or fusions of one more file, told apart by its ending.
    pub fn add(&mut self, path: &str, text: &str) -> Result<(), RuleError> {
        self.equivalences = OnceLock::new();
        if path.ends_with(".fusion") {
            self.fusions
                .extend(read_fusions(path, text)?.into_iter().map(Arc::new));
        } else {
            self.rules.extend(read_rules(path, text)?);
        }
        Ok(())
    }

    /// Takes a rule or fusion out of use, by its name; whether there is one. The others keep their
    /// numbers, by which seeds remember what applies where.
    pub fn quarantine(&mut self, id: &str) -> bool {
        let rules = self.rules.iter().any(|rule| *rule.id == *id);
        let known = rules || self.fusions.iter().any(|fusion| *fusion.id == *id);
        if known {
            self.quarantined.insert(id.to_string());
        }
        known
    }

    /// Whether a rule or fusion is out of use.
    pub fn is_quarantined(&self, id: &str) -> bool {
        !self.quarantined.is_empty() && self.quarantined.contains(id)
    }

    /// What is out of use, by name.
    pub fn quarantined(&self) -> impl Iterator<Item = &str> {
        self.quarantined.iter().map(String::as_str)
    }
}
