//! The attempts of a part, noted beside its folder by the part itself: a line when one begins, a line when
//! it ends. What was killed has no end.

use crate::error::ClusterError;
use gadfly_vocabulary::words;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// So long after its last sign an attempt without an end counts as killed. The clocks of nodes differ.
const ALIVE: Duration = Duration::from_secs(90);

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// The part is done.
    Done,
    /// It was asked to stop, or its time was over: it goes on later.
    Stopped,
    /// It cannot go on; somebody has to do something about it.
    Failed,
}

words!(How, "an attempt's end": Done = "done", Stopped = "stopped", Failed = "failed");

/// The end of an attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// Milliseconds since 1970.
    pub ended_ms: u64,
    /// How.
    pub how: How,
    /// And why, for people.
    pub why: String,
}

/// One start of a part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// Milliseconds since 1970.
    pub began_ms: u64,
    /// The node.
    pub host: String,
    /// The process.
    pub process: u32,
    /// The scheduler's name for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub job: Option<String>,
    /// How it ended; not while it goes on, nor where it was killed.
    #[serde(skip)]
    pub end: Option<End>,
}

/// The attempts of a part, on disk.
#[derive(Clone, Debug)]
pub struct Journal {
    path: PathBuf,
}

impl Journal {
    /// That of a part's folder.
    pub fn of(part: &Path) -> Journal {
        Journal {
            path: part.with_extension("jsonl"),
        }
    }

    /// An attempt begins.
    pub fn begin(&self, job: Option<String>) -> Result<(), ClusterError> {
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname");
        self.append(&Attempt {
            began_ms: now(),
            host: host.unwrap_or_default().trim().to_string(),
            process: std::process::id(),
            job,
            end: None,
        })
    }

    /// It ends.
    pub fn end(&self, how: How, why: &str) -> Result<(), ClusterError> {
        self.append(&End {
            ended_ms: now(),
            how,
            why: why.to_string(),
        })
    }

    /// A sign of life.
    pub fn beat(&self) {
        let file = File::options().append(true).open(&self.path);
        let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
    }

    /// Whether there was a sign of life of late.
    pub fn is_alive(&self) -> bool {
        let age = std::fs::metadata(&self.path)
            .and_then(|about| about.modified())
            // A clock that is ahead of ours says that it was just now.
            .map(|at| at.elapsed().unwrap_or_default());
        age.is_ok_and(|age| age < ALIVE)
    }

    /// All attempts, oldest first. A line that a kill cut off is passed over.
    pub fn attempts(&self) -> Vec<Attempt> {
        let text = std::fs::read_to_string(&self.path).unwrap_or_default();
        let mut attempts: Vec<Attempt> = Vec::new();
        for line in text.lines() {
            if let Ok(attempt) = serde_json::from_str(line) {
                attempts.push(attempt);
            } else if let (Ok(end), Some(last)) = (serde_json::from_str(line), attempts.last_mut())
            {
                last.end = Some(end);
            }
        }
        attempts
    }

    fn append(&self, record: &impl Serialize) -> Result<(), ClusterError> {
        let write = || -> std::io::Result<()> {
            // A line of its own, even behind one that was cut off.
            let mut line = b"\n".to_vec();
            serde_json::to_writer(&mut line, record)?;
            line.push(b'\n');
            let file = File::options().create(true).append(true).open(&self.path);
            file?.write_all(&line)
        };
        write().map_err(|source| ClusterError::Write {
            path: self.path.clone(),
            source,
        })
    }
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_read_back_and_a_kill_leaves_no_end() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::of(&folder.path().join("00001"));
        assert!(journal.attempts().is_empty() && !journal.is_alive());
        journal.begin(Some("7_1".into())).unwrap();
        journal.append(&"cut off").unwrap();
        std::fs::write(&journal.path, {
            let text = std::fs::read_to_string(&journal.path).unwrap();
            text + "{\"ended_ms\":"
        })
        .unwrap();
        journal.begin(None).unwrap();
        journal.end(How::Stopped, "its time is over").unwrap();
        journal.begin(None).unwrap();
        let attempts = journal.attempts();
        assert_eq!(attempts.len(), 3);
        assert_eq!(attempts[0].job.as_deref(), Some("7_1"));
        let hows: Vec<_> = attempts
            .iter()
            .map(|a| a.end.as_ref().map(|e| e.how))
            .collect();
        assert_eq!(hows, [None, Some(How::Stopped), None]);
        assert!(journal.is_alive());
    }
}
