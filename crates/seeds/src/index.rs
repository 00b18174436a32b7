//! `seeds.json`: where each seed came from, what was changed, and what cannot be used.

use crate::error::SeedsError;
use gadfly_formula::{Expect, LabelSource};
use gadfly_vocabulary::words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// The name of the index in its folder.
pub(crate) const FILE: &str = "seeds.json";
const SCHEMA: &str = "seeds/1";

/// What decides how files become seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Each `check-sat` becomes a seed of its own.
    pub split: bool,
    /// The most bytes of a seed.
    pub most: u64,
    /// Only seeds whose answer is known.
    pub decided: bool,
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |set: bool, word| if set { word } else { "" };
        let (split, decided) = (
            word(self.split, "--split "),
            word(self.decided, "--decided "),
        );
        write!(f, "{split}{decided}--most {}", self.most)
    }
}

/// Why something is no seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// It cannot be opened.
    Unreadable,
    /// It is not well-formed, or not well-sorted.
    Malformed,
    /// It has a command without which it means something else.
    Foreign,
    /// It asserts nothing.
    Nothing,
    /// It is too large.
    TooLarge,
    /// It asks too often.
    TooManyChecks,
    /// Nobody decided it, and only what is decided was wanted.
    Undecided,
}

words!(Reason, "a reason why something is no seed": Unreadable = "unreadable",
    Malformed = "malformed", Foreign = "foreign-command", Nothing = "nothing-asserted",
    TooLarge = "too-large", TooManyChecks = "too-many-checks", Undecided = "undecided");

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Read {
    /// Its name relative to the folder.
    pub(crate) from: String,
    /// The hash of its bytes.
    pub(crate) digest: String,
}

/// A seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Its file, relative to the index.
    pub file: String,
    /// The file that it came from.
    pub from: String,
    /// Which part of that file; empty where it is the file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub part: String,
    /// The hash of that file's bytes.
    pub digest: String,
    /// What was changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<String>,
    /// Its answers, one a `check-sat`.
    pub answers: Vec<Expect>,
    /// How they are known.
    pub label: LabelSource,
    /// What the file claimed, where that is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong_claim: Option<Expect>,
    /// Whether solvers were asked.
    pub asked: bool,
    /// Tells it from others up to renaming.
    pub hash: String,
}

/// What is a seed already.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duplicate {
    /// The file that it came from.
    pub from: String,
    /// Which part of that file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub part: String,
    /// The seed's name.
    pub of: String,
}

/// What is no seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The file.
    pub from: String,
    /// Which part of that file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub part: String,
    /// The line, from 1, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// Why.
    pub reason: Reason,
    /// In words.
    pub message: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.from)?;
        if let (Some(line), Some(column)) = (self.line, self.column) {
            write!(f, ":{line}:{column}")?;
        }
        if !self.part.is_empty() {
            write!(f, " ({})", self.part)?;
        }
        write!(f, ": {}", self.message)
    }
}

/// What is known of a folder of seeds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Index {
    schema: String,
    /// gadfly's version.
    pub gadfly: String,
    /// How files became seeds.
    pub options: Options,
    /// The solvers that were asked last, with their versions.
    pub solvers: Vec<String>,
    pub(crate) read: Vec<Read>,
    /// The seeds.
    pub seeds: Vec<Entry>,
    /// What is a seed already.
    pub duplicates: Vec<Duplicate>,
    /// What is no seed.
    pub refused: Vec<Refusal>,
}

impl Index {
    /// One without seeds.
    pub(crate) fn new(options: Options) -> Index {
        Index {
            schema: SCHEMA.into(),
            gadfly: env!("CARGO_PKG_VERSION").into(),
            options,
            solvers: Vec::new(),
            read: Vec::new(),
            seeds: Vec::new(),
            duplicates: Vec::new(),
            refused: Vec::new(),
        }
    }

    /// The index of a folder, if it has one.
    pub fn load(folder: &Path) -> Result<Option<Index>, SeedsError> {
        let path = folder.join(FILE);
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(SeedsError::file("read", &path))?,
        };
        let bad = |reason: String| SeedsError::Index {
            path: path.clone(),
            reason,
        };
        let index: Index = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
        if index.schema != SCHEMA {
            return Err(bad(format!(
                "it is written as {}, not as {SCHEMA}",
                index.schema
            )));
        }
        Ok(Some(index))
    }

    /// Writes it, whole or not at all.
    pub(crate) fn save(&self, folder: &Path) -> Result<(), SeedsError> {
        let path = folder.join(FILE);
        let text = serde_json::to_vec_pretty(self).map_err(|error| SeedsError::Index {
            path: path.clone(),
            reason: error.to_string(),
        })?;
        crate::write::whole(&path, &text)
    }

    /// The files that were read, with their digests.
    pub(crate) fn digests(&self) -> BTreeMap<&str, &str> {
        let read = self.read.iter();
        read.map(|read| (&*read.from, &*read.digest)).collect()
    }

    /// How often each reason was given.
    pub fn reasons(&self) -> BTreeMap<Reason, usize> {
        let mut counts = BTreeMap::new();
        for refusal in &self.refused {
            *counts.entry(refusal.reason).or_default() += 1;
        }
        counts
    }
}
