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
pub const PROOFS: &str = "rules/proofs.tsv";

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
}

/// What was proved is the entry without its layout.
fn fingerprint(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    ContentHash::of(words.join(" ").as_bytes()).short()
}
