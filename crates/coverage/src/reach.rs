//! Sets of places in a program's sources: what there is, and what was reached.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Measure {
    /// Lines with code.
    Lines,
    /// Functions, by where they begin: all instances of a template are one.
    Functions,
    /// Ways that a condition can go.
    Branches,
}

impl Measure {
    /// All of them.
    pub(crate) const ALL: [Measure; 3] = [Measure::Lines, Measure::Functions, Measure::Branches];

    /// As people and tables say it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Measure::Lines => "lines",
            Measure::Functions => "functions",
            Measure::Branches => "branches",
        }
    }
}

/// Places of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Part {
    /// Lines with code.
    pub(crate) lines: BTreeSet<u32>,
    /// First lines of functions.
    pub(crate) functions: BTreeSet<u32>,
    /// Line, and which of the branches on it.
    pub(crate) branches: BTreeSet<(u32, u32)>,
}

impl Part {
    /// How many of a measure.
    pub(crate) fn count(&self, measure: Measure) -> u64 {
        let count = match measure {
            Measure::Lines => self.lines.len(),
            Measure::Functions => self.functions.len(),
            Measure::Branches => self.branches.len(),
        };
        count as u64
    }

    fn join(&mut self, other: &Part) {
        self.lines.extend(&other.lines);
        self.functions.extend(&other.functions);
        self.branches.extend(&other.branches);
    }

    fn without(&self, other: &Part) -> Part {
        Part {
            lines: &self.lines - &other.lines,
            functions: &self.functions - &other.functions,
            branches: &self.branches - &other.branches,
        }
    }
}

/// Places of a program, by file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Reach {
    pub(crate) files: BTreeMap<String, Part>,
}

impl Reach {
    /// The places of a file, which may be none yet.
    pub(crate) fn part(&mut self, file: &str) -> &mut Part {
        if !self.files.contains_key(file) {
            self.files.insert(file.to_string(), Part::default());
        }
        self.files.entry(file.to_string()).or_default()
    }

    /// How many of a measure in the files that are meant.
    pub(crate) fn count(&self, measure: Measure, meant: &dyn Fn(&str) -> bool) -> u64 {
        let files = self.files.iter().filter(|(file, _)| meant(file));
        files.map(|(_, part)| part.count(measure)).sum()
    }

    /// Takes in what another has.
    pub(crate) fn join(&mut self, other: &Reach) {
        for (file, part) in &other.files {
            self.part(file).join(part);
        }
    }

    /// What another does not have.
    pub(crate) fn without(&self, other: &Reach) -> Reach {
        let left = |(file, part): (&String, &Part)| {
            let left = other
                .files
                .get(file)
                .map_or_else(|| part.clone(), |o| part.without(o));
            (left != Part::default()).then(|| (file.clone(), left))
        };
        Reach {
            files: self.files.iter().filter_map(left).collect(),
        }
    }

    /// What several have together.
    pub(crate) fn union<'a>(all: impl IntoIterator<Item = &'a Reach>) -> Reach {
        let mut union = Reach::default();
        all.into_iter().for_each(|one| union.join(one));
        union
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(lines: &[(&str, u32)]) -> Reach {
        let mut reach = Reach::default();
        for (file, line) in lines {
            reach.part(file).lines.insert(*line);
        }
        reach
    }

    #[test]
    fn sets_join_and_are_taken_away_file_by_file() {
        let (a, b) = (
            reach(&[("x.c", 1), ("x.c", 2), ("y.c", 7)]),
            reach(&[("x.c", 2), ("z.c", 1)]),
        );
        let lines = |reach: &Reach| reach.count(Measure::Lines, &|_| true);
        assert_eq!(lines(&Reach::union([&a, &b])), 4);
        assert_eq!(a.without(&b), reach(&[("x.c", 1), ("y.c", 7)]));
        assert_eq!(lines(&b.without(&a)), 1);
        assert_eq!(a.without(&a), Reach::default());
        assert_eq!(a.count(Measure::Lines, &|file| file == "y.c"), 1);
        assert_eq!(a.count(Measure::Branches, &|_| true), 0);
    }
}
