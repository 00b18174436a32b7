//! Where a study's formulas come from: grammars with index ranges, and files.

use crate::error::EvolveError;
use gadfly_enumerate::{Enumerator, Grammar, UBig};
use sha2::{Digest, Sha256};
use std::ops::Range;
use std::path::PathBuf;

/// A named list of formulas; the name is the study's word for a theory.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name in the tables.
    pub name: String,
    /// What it holds.
    pub formulas: Formulas,
}

/// The formulas of a source.
#[derive(Clone, Debug)]
pub enum Formulas {
    /// A range of a grammar's formulas.
    Grammar {
        /// The grammar's text, which names it for ever.
        text: String,
        /// The grammar.
        grammar: Box<Grammar>,
        /// The indices.
        range: Range<u64>,
    },
    /// Scripts with their names, by index.
    Scripts(Vec<(PathBuf, String)>),
}

impl Source {
    /// The indices of its formulas.
    pub fn range(&self) -> Range<u64> {
        match &self.formulas {
            Formulas::Grammar { range, .. } => range.clone(),
            Formulas::Scripts(scripts) => 0..scripts.len() as u64,
        }
    }

    /// What its formulas are, whatever its name or range: sources with the same identity have the
    /// same formula at an index.
    pub fn identity(&self) -> String {
        let mut hash = Sha256::new();
        match &self.formulas {
            Formulas::Grammar { text, .. } => hash.update(text.as_bytes()),
            Formulas::Scripts(scripts) => {
                for (_, script) in scripts {
                    hash.update((script.len() as u64).to_le_bytes());
                    hash.update(script.as_bytes());
                }
            }
        }
        let digest = hash.finalize();
        digest[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }

    /// Whether it is the range of a grammar.
    pub fn is_grammar(&self) -> bool {
        matches!(self.formulas, Formulas::Grammar { .. })
    }

    /// What a reader calls a formula of it: a grammar's by its index, a file by its name.
    pub fn label(&self, index: u64) -> String {
        match &self.formulas {
            Formulas::Scripts(scripts) if (index as usize) < scripts.len() => {
                scripts[index as usize].0.display().to_string()
            }
            _ => format!("formula {index}"),
        }
    }

    /// The texts at some of its indices.
    pub fn texts(&self, range: Range<u64>) -> Result<Vec<String>, EvolveError> {
        match &self.formulas {
            Formulas::Grammar { grammar, .. } => self.enumerated(grammar, range),
            Formulas::Scripts(scripts) => {
                let at = |index: u64| scripts.get(index as usize).map(|(_, text)| text.clone());
                Ok(range.filter_map(at).collect())
            }
        }
    }

    /// The text at one index.
    pub fn text(&self, index: u64) -> Result<String, EvolveError> {
        let mut texts = self.texts(index..index + 1)?;
        texts.pop().ok_or_else(|| self.fault("no such formula"))
    }

    fn enumerated(&self, grammar: &Grammar, range: Range<u64>) -> Result<Vec<String>, EvolveError> {
        let mut enumerator = Enumerator::new(grammar);
        let fault = |error| self.fault(error);
        let mut formulas = enumerator
            .iter_from(UBig::from(range.start))
            .map_err(fault)?;
        let mut texts = Vec::new();
        for _ in range {
            match formulas.next() {
                Some(text) => texts.push(text.to_string()),
                None => return Err(self.fault("the grammar ends inside the range")),
            }
        }
        Ok(texts)
    }

    /// How many formulas there are of each size, from the smallest on, until `upto` is passed.
    pub fn sizes(&self, upto: u64) -> Vec<(usize, UBig, UBig)> {
        let Formulas::Grammar { grammar, .. } = &self.formulas else {
            return Vec::new();
        };
        let mut enumerator = Enumerator::new(grammar);
        let mut rows = Vec::new();
        let largest = enumerator.largest_size().unwrap_or(usize::MAX);
        for size in enumerator.least_size()..=largest.min(enumerator.least_size() + 64) {
            let (count, all) = (enumerator.count_of_size(size), enumerator.count_up_to(size));
            let enough = all >= UBig::from(upto);
            rows.push((size, count, all));
            if enough {
                break;
            }
        }
        rows
    }

    fn fault(&self, why: impl std::fmt::Display) -> EvolveError {
        EvolveError::Source {
            name: self.name.clone(),
            why: why.to_string(),
        }
    }
}
