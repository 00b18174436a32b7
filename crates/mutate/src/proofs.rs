//! How each rule and fusion is known to hold, as `gadfly rules prove --record` wrote it down.

use gadfly_catalog::Catalog;
use gadfly_formula::ContentHash;
use std::collections::BTreeMap;
use std::fmt;

/// How well something is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Proved in all instances, by these solvers.
    Proved(Vec<String>),
    /// No counterexample among those tried.
    Tested(String),
    /// A counterexample was found, by whom.
    Refuted(String),
    /// Neither proved nor tested, or changed since.
    Open,
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Standing::Proved(by) => write!(f, "proved by {}", by.join(" and ")),
            Standing::Tested(how) => write!(f, "tested, not proved ({how})"),
            Standing::Refuted(by) => write!(f, "REFUTED by {by}"),
            Standing::Open => f.write_str("not yet proved: run gadfly rules prove"),
        }
    }
}

/// The file that the catalogue keeps proofs in.
pub(crate) const PROOFS: &str = "rules/proofs.tsv";

/// The proofs on record, each with the hash of the text that was proved.
#[derive(Debug, Default)]
pub struct Proofs {
    known: BTreeMap<String, (String, Standing)>,
}

impl Proofs {
    /// Reads the catalogue's record.
    pub fn read(catalog: &Catalog) -> Proofs {
        let mut proofs = Proofs::default();
        for line in catalog.file(PROOFS).unwrap_or_default().lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let [id, hash, word, detail] = fields[..] else {
                continue;
            };
            let standing = match word {
                "proved" => Standing::Proved(detail.split(' ').map(str::to_string).collect()),
                "tested" => Standing::Tested(detail.into()),
                _ => continue,
            };
            proofs.known.insert(id.into(), (hash.into(), standing));
        }
        proofs
    }

    /// How an entry is known, if its text is the one on record.
    pub fn of(&self, id: &str, text: &str) -> Standing {
        match self.known.get(id) {
            Some((hash, standing)) if *hash == fingerprint(text) => standing.clone(),
            _ => Standing::Open,
        }
    }

    /// A line for the record.
    pub fn line(id: &str, text: &str, standing: &Standing) -> String {
        let (word, detail) = match standing {
            Standing::Proved(by) => ("proved", by.join(" ")),
            Standing::Tested(how) => ("tested", how.clone()),
            Standing::Refuted(by) => ("refuted", by.clone()),
            Standing::Open => ("open", String::new()),
        };
        format!("{id}\t{}\t{word}\t{detail}\n", fingerprint(text))
    }

    /// A record with new lines: each takes the place of the line on the same rule, or comes last.
    pub fn merged(before: &str, new: &str) -> String {
        let id = |line: &str| line.split('\t').next().unwrap_or_default().to_string();
        let mut lines: Vec<&str> = before.lines().collect();
        for line in new.lines() {
            match lines.iter_mut().find(|old| id(old) == id(line)) {
                Some(old) => *old = line,
                None => lines.push(line),
            }
        }
        lines.into_iter().map(|line| format!("{line}\n")).collect()
    }
}

/// What was proved is the entry without its layout.
fn fingerprint(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    ContentHash::of(words.join(" ").as_bytes()).short()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_keeps_what_it_has_on_other_rules() {
        let before = "a\t1\tproved\tz3\nb\t2\ttested\t9 values\n";
        let new = "b\t3\tproved\tz3\nc\t4\tproved\tcvc5\n";
        let after = "a\t1\tproved\tz3\nb\t3\tproved\tz3\nc\t4\tproved\tcvc5\n";
        assert_eq!(Proofs::merged(before, new), after);
        assert_eq!(Proofs::merged("", new), new);
    }
}
