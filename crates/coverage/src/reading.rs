//! What counters said: which places there are, which were reached, and what functions are called.

use crate::reach::{Part, Reach};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// Folders whose headers are the system's.
const SYSTEM: [&str; 2] = ["/usr/", "/opt/"];

/// What counters said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Reading {
    /// All places.
    pub(crate) there: Reach,
    /// Those that were reached.
    pub(crate) reached: Reach,
    /// What functions are called, by file and first line.
    pub(crate) names: BTreeMap<String, BTreeMap<u32, String>>,
}

impl Reading {
    /// Notes a line.
    pub(crate) fn line(&mut self, file: &str, line: u32, count: u64) {
        self.put(file, count, |part| {
            part.lines.insert(line);
        });
    }

    /// Notes a function. Of the instances of a template the shortest name stands for all.
    pub(crate) fn function(&mut self, file: &str, line: u32, name: &str, count: u64) {
        self.put(file, count, |part| {
            part.functions.insert(line);
        });
        if !self.names.contains_key(file) {
            self.names.insert(file.to_string(), BTreeMap::new());
        }
        let Some(names) = self.names.get_mut(file) else {
            return;
        };
        let known = names.entry(line).or_insert_with(|| name.to_string());
        if (name.len(), name) < (known.len(), known) {
            *known = name.to_string();
        }
    }

    /// Notes a branch: the n-th on its line.
    pub(crate) fn branch(&mut self, file: &str, line: u32, n: u32, count: u64) {
        self.put(file, count, |part| {
            part.branches.insert((line, n));
        });
    }

    fn put(&mut self, file: &str, count: u64, add: impl Fn(&mut Part)) {
        add(self.there.part(file));
        if count > 0 {
            add(self.reached.part(file));
        }
    }

    /// Takes in what other counters said.
    pub(crate) fn join(&mut self, other: &Reading) {
        self.there.join(&other.there);
        self.reached.join(&other.reached);
        for (file, names) in &other.names {
            let own = self.names.entry(file.clone()).or_default();
            for (line, name) in names {
                own.entry(*line).or_insert_with(|| name.clone());
            }
        }
    }

    /// The same with paths below this folder only, told from there.
    pub(crate) fn below(self, root: &Path) -> Reading {
        let name = |file: &str| {
            let below = plain(Path::new(file));
            let below = below.strip_prefix(root).ok()?;
            Some(below.to_str()?.to_string())
        };
        let parts = |reach: Reach| {
            let mut kept = Reach::default();
            for (file, part) in reach.files {
                if let Some(file) = name(&file) {
                    // Two spellings of one path are one file.
                    let mut one = Reach::default();
                    one.files.insert(file, part);
                    kept.join(&one);
                }
            }
            kept
        };
        let names = self.names.into_iter();
        Reading {
            there: parts(self.there),
            reached: parts(self.reached),
            names: names
                .filter_map(|(file, names)| Some((name(&file)?, names)))
                .collect(),
        }
    }

    /// The deepest folder that has all files but the system's.
    pub(crate) fn root(&self) -> PathBuf {
        let own = |file: &&String| !SYSTEM.iter().any(|system| file.starts_with(system));
        let folders = self.there.files.keys().filter(own).filter_map(|file| {
            let folder = plain(Path::new(file)).parent()?.to_path_buf();
            Some(folder)
        });
        let common = |a: PathBuf, b: PathBuf| {
            let pairs = a.components().zip(b.components());
            pairs.take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
        };
        folders.reduce(common).unwrap_or_default()
    }
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reach::Measure;

    #[test]
    fn paths_are_told_from_the_sources_and_others_left_out() {
        let mut reading = Reading::default();
        for file in [
            "/s/src/a.c",
            "/s/build/../src/a.c",
            "/s/src/b/c.h",
            "/usr/include/x.h",
        ] {
            reading.line(file, 1, 0);
        }
        reading.line("/s/src/a.c", 2, 5);
        reading.function("/s/src/a.c", 1, "f<long long>", 0);
        reading.function("/s/src/a.c", 1, "f<int>", 3);
        assert_eq!(reading.root(), Path::new("/s/src"));
        let below = reading.below(Path::new("/s/src"));
        let files: Vec<_> = below.there.files.keys().collect();
        assert_eq!(files, ["a.c", "b/c.h"]);
        assert_eq!(below.there.count(Measure::Lines, &|_| true), 3);
        assert_eq!(below.reached.count(Measure::Lines, &|_| true), 1);
        assert_eq!(below.reached.count(Measure::Functions, &|_| true), 1);
        assert_eq!(below.names["a.c"][&1], "f<int>");
    }
}
