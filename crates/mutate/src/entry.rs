//! Rules and fusion functions alike: what has a name, a text and something to prove.

use crate::RuleBook;
use crate::rules::{Fusion, Obligation, Rule, of_fusion, of_rule};
use gadfly_vocabulary::did_you_mean;
use thiserror::Error;

/// The theory under which fusion functions stand.
const FUSIONS: &str = "fusions";

/// A rule or a fusion function.
#[derive(Clone, Copy, Debug)]
pub enum Entry<'a> {
    /// A rule.
    Rule(&'a Rule),
    /// A fusion function.
    Fusion(&'a Fusion),
}

impl<'a> Entry<'a> {
    /// Its name.
    pub fn id(&self) -> &'a str {
        match self {
            Entry::Rule(rule) => &rule.id,
            Entry::Fusion(fusion) => &fusion.id,
        }
    }

    /// Its theory; `fusions` for fusion functions.
    pub fn theory(&self) -> &'a str {
        match self {
            Entry::Rule(rule) => &rule.theory,
            Entry::Fusion(_) => FUSIONS,
        }
    }

    /// What it claims, in a word.
    pub fn claim(&self) -> &'static str {
        match self {
            Entry::Rule(rule) => rule.relation.name(),
            Entry::Fusion(fusion) if fusion.bare => "bare",
            Entry::Fusion(_) => "inverts",
        }
    }

    /// Its text.
    pub fn text(&self) -> &'a str {
        match self {
            Entry::Rule(rule) => &rule.text,
            Entry::Fusion(fusion) => &fusion.text,
        }
    }

    /// What its author says of it.
    pub fn note(&self) -> &'a str {
        match self {
            Entry::Rule(rule) => &rule.note,
            Entry::Fusion(_) => "",
        }
    }

    /// A term that the rule applies to.
    pub fn example(&self) -> Option<&'a str> {
        match self {
            Entry::Rule(rule) => Some(&rule.applies),
            Entry::Fusion(_) => None,
        }
    }

    /// What is to be proved.
    pub fn obligations(&self) -> Vec<Obligation> {
        match self {
            Entry::Rule(rule) => of_rule(rule),
            Entry::Fusion(fusion) => of_fusion(fusion),
        }
    }

    /// A bare fusion function claims nothing for all values.
    pub fn claims_nothing(&self) -> bool {
        matches!(self, Entry::Fusion(fusion) if fusion.bare)
    }
}

/// There is no such entry.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum NoEntry {
    /// No rule is of this theory.
    #[error(
        "there are no rules for `{theory}`{}; use one of {known}",
        did_you_mean(theory, known.split(", "))
    )]
    Theory {
        /// What was asked for.
        theory: String,
        /// What there is.
        known: String,
    },
    /// None has this name; what was probably meant.
    #[error("no rule or fusion is called `{0}`{1}: see gadfly rules list")]
    Name(String, String),
}

impl RuleBook {
    /// The entries of a theory, or the one of a name.
    pub fn entries(
        &self,
        theory: Option<&str>,
        id: Option<&str>,
    ) -> Result<Vec<Entry<'_>>, NoEntry> {
        let rules = self.rules.iter().map(Entry::Rule);
        let fusions = self.fusions.iter().map(|fusion| Entry::Fusion(fusion));
        let all: Vec<Entry<'_>> = rules.chain(fusions).collect();
        if let Some(theory) = theory
            && !all.iter().any(|entry| entry.theory() == theory)
        {
            let mut known: Vec<&str> = all.iter().map(Entry::theory).collect();
            known.sort_unstable();
            known.dedup();
            return Err(NoEntry::Theory {
                theory: theory.to_string(),
                known: known.join(", "),
            });
        }
        let wanted = |entry: &Entry<'_>| {
            theory.is_none_or(|t| t == entry.theory()) && id.is_none_or(|i| i == entry.id())
        };
        if let Some(id) = id.filter(|_| !all.iter().any(wanted)) {
            let meant = did_you_mean(id, all.iter().map(Entry::id));
            return Err(NoEntry::Name(id.to_string(), meant));
        }
        Ok(all.into_iter().filter(wanted).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_by_theory_and_name() {
        let book = RuleBook::read(&gadfly_testkit::catalog()).unwrap();
        let all = book.entries(None, None).unwrap();
        assert_eq!(all.len(), book.rules.len() + book.fusions.len());
        let ints = book.entries(Some("ints"), None).unwrap();
        assert!(!ints.is_empty() && ints.iter().all(|entry| entry.theory() == "ints"));
        let fusions = book.entries(Some(FUSIONS), None).unwrap();
        assert_eq!(fusions.len(), book.fusions.len());
        let one = book.entries(None, Some("int-lt-weaken-le")).unwrap();
        assert_eq!((one.len(), one[0].id()), (1, "int-lt-weaken-le"));
    }

    #[test]
    fn what_is_not_there_is_said() {
        let book = RuleBook::read(&gadfly_testkit::catalog()).unwrap();
        let problem = |theory, id| book.entries(theory, id).unwrap_err().to_string();
        assert!(problem(Some("nothing"), None).contains("use one of "));
        assert!(problem(None, Some("nothing")).contains("called `nothing`"));
        let elsewhere = problem(Some("strings"), Some("int-lt-weaken-le"));
        assert!(elsewhere.contains("called"), "{elsewhere}");
    }
}
