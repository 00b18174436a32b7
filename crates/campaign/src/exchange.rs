//! What parts of one hunt tell each other, so that a bug costs time once and not in every part: a small file
//! a part, to which it alone appends, and which the others read.
//!
//! Only adaptive hunts do this: what a part of a uniform one does hangs on nothing but its positions.

use gadfly_store::Choice;
use gadfly_vocabulary::Kind;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const FILE: &str = "shared.jsonl";
/// The time between two readings.
const EVERY: Duration = Duration::from_secs(30);
/// Parts that are read each time: with thousands of them one file server has to answer all.
const AT_ONCE: usize = 64;
/// What is read of a part at once; the rest comes next time.
const MOST: u64 = 1 << 20;

/// Something that is worth knowing in other parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Fact {
    /// Enough verdicts of a group were confirmed: further ones are only counted.
    Enough {
        /// The group.
        group: String,
        /// The finding that they are counted for.
        finding: String,
    },
    /// A finding's case is small: it explains others, and need not be made small again.
    Small {
        /// The finding.
        finding: String,
        /// What is wrong.
        kind: Kind,
        /// The blamed solver's family.
        family: String,
        /// The case.
        case: String,
    },
    /// A choice of the schedule led to a new finding.
    Paid(Choice),
}

/// A part's file, and those of the others.
#[derive(Debug)]
pub struct Exchange {
    own: PathBuf,
    others: Vec<Other>,
    next: usize,
    due: Instant,
}

#[derive(Debug)]
struct Other {
    file: PathBuf,
    /// How much of it was read.
    read: u64,
}

impl Exchange {
    /// For the hunt in one of these folders.
    pub fn among(parts: impl IntoIterator<Item = PathBuf>, own: &Path) -> Exchange {
        let others = parts.into_iter().filter(|part| part != own);
        let other = |part: PathBuf| Other {
            file: part.join(FILE),
            read: 0,
        };
        Exchange {
            own: own.join(FILE),
            others: others.map(other).collect(),
            next: 0,
            due: Instant::now(),
        }
    }

    /// Tells the others. A part goes on without: a disk that cannot be written is the store's to say.
    pub(crate) fn tell(&self, fact: &Fact) {
        let write = || -> std::io::Result<()> {
            // One write, with a line of its own behind whatever a kill cut off.
            let line = format!("\n{}\n", serde_json::to_string(fact)?);
            let file = File::options().create(true).append(true).open(&self.own);
            file?.write_all(line.as_bytes())
        };
        let _ = write();
    }

    /// What others told since the last time, where it is time to ask again.
    pub(crate) fn hear(&mut self) -> Vec<Fact> {
        let now = Instant::now();
        if now < self.due {
            return Vec::new();
        }
        self.due = now + EVERY;
        let mut facts = Vec::new();
        for _ in 0..self.others.len().min(AT_ONCE) {
            let other = &mut self.others[self.next];
            let lines = other.more().unwrap_or_default();
            let read = lines
                .lines()
                .filter_map(|line| serde_json::from_str(line).ok());
            facts.extend(read);
            self.next = (self.next + 1) % self.others.len();
        }
        facts
    }
}

impl Other {
    /// Whole lines that were not read yet.
    fn more(&mut self) -> std::io::Result<String> {
        let mut file = File::open(&self.file)?;
        file.seek(SeekFrom::Start(self.read))?;
        let mut bytes = Vec::new();
        file.take(MOST).read_to_end(&mut bytes)?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n');
        bytes.truncate(whole.map_or(0, |at| at + 1));
        self.read += bytes.len() as u64;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn enough(group: &str) -> Fact {
        Fact::Enough {
            group: group.into(),
            finding: "f".into(),
        }
    }

    #[test]
    fn each_hears_what_others_told_once() {
        let top = tempfile::tempdir().unwrap();
        let parts: Vec<PathBuf> = (0..3).map(|n| top.path().join(n.to_string())).collect();
        for part in &parts {
            std::fs::create_dir(part).unwrap();
        }
        let of = |n: usize| Exchange::among(parts.clone(), &parts[n]);
        let heard = |exchange: &mut Exchange| {
            exchange.due = Instant::now();
            exchange.hear()
        };
        let (mut first, second) = (of(0), of(1));
        assert!(heard(&mut first).is_empty());
        second.tell(&enough("a"));
        first.tell(&enough("own"));
        // What a kill cut off is passed over, and what is half written is waited for.
        let path = parts[1].join(FILE);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{text}{{\"enough\":{{\"gro")).unwrap();
        assert_eq!(heard(&mut first), [enough("a")]);
        second.tell(&Fact::Paid(Choice::default()));
        of(2).tell(&enough("b"));
        assert_eq!(
            heard(&mut first),
            [Fact::Paid(Choice::default()), enough("b")]
        );
        assert!(heard(&mut first).is_empty());
        first.due = Instant::now() + EVERY;
        second.tell(&enough("c"));
        assert!(first.hear().is_empty(), "not before it is time");
    }
}
