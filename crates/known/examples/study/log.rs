//! What a study writes down: a line a mutant, so that it can go on after a stop.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// A file of tab-separated lines: logic, strategy, index, what was seen, and the
/// formula's hash.
pub(crate) struct Log {
    file: File,
    /// Lines and the next index, for each logic and strategy.
    seen: HashMap<(String, String), (u64, u64)>,
    /// What formulas were run, up to renaming.
    formulas: HashSet<u128>,
    /// All lines of earlier runs.
    pub(crate) lines: Vec<String>,
}

impl Log {
    pub(crate) fn open(path: &Path) -> io::Result<Log> {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let mut seen: HashMap<(String, String), (u64, u64)> = HashMap::new();
        let mut lines = Vec::new();
        let mut formulas = HashSet::new();
        for line in text.lines() {
            let mut fields = line.split('\t');
            let (Some(logic), Some(strategy), Some(index)) =
                (fields.next(), fields.next(), fields.next())
            else {
                continue;
            };
            let entry = seen.entry((logic.into(), strategy.into())).or_default();
            let next = index.parse::<u64>().map_or(0, |n| n + 1);
            *entry = (entry.0 + 1, entry.1.max(next));
            let hash = fields
                .next_back()
                .map(|hash| u128::from_str_radix(hash, 16));
            formulas.extend(hash.into_iter().flatten());
            lines.push(line.to_string());
        }
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Log {
            file,
            seen,
            formulas,
            lines,
        })
    }

    /// How many mutants are done, and the next index.
    pub(crate) fn done(&self, logic: &str, strategy: &str) -> (u64, u64) {
        let key = (logic.to_string(), strategy.to_string());
        self.seen.get(&key).copied().unwrap_or_default()
    }

    /// Whether a formula was not run yet; it counts as run from now on.
    pub(crate) fn is_new(&mut self, hash: u128) -> bool {
        self.formulas.insert(hash)
    }

    pub(crate) fn add(&mut self, line: String) -> io::Result<()> {
        writeln!(self.file, "{line}")?;
        self.lines.push(line);
        Ok(())
    }
}
