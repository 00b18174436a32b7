//! `cluster.toml`: the one description of a job that everybody reads.

use crate::error::ClusterError;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;

const FILE: &str = "cluster.toml";
/// While this file is there parts stop and none begins.
const STOP: &str = "stop";
/// Ten years: more than any part, and less than clocks can hold.
const MOST_SECONDS: f64 = 315_360_000.0;
/// More parts than a folder can list.
const MOST_PARTS: u64 = 10_000_000;

/// What a job's parts do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Job {
    /// A hunt.
    #[default]
    Hunt,
    /// A study of releases.
    Evolve,
}

/// What a job is, and how it is run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Plan {
    /// The program.
    pub gadfly: PathBuf,
    /// The folder in which it is started: relative paths of the command begin there.
    pub folder: PathBuf,
    /// Where solvers and what is known of seeds lie.
    pub home: PathBuf,
    /// A folder with files of the user's own beside the built-in catalogue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub catalog: Option<PathBuf>,
    /// What the parts do.
    pub job: Job,
    /// The command, without the options that make a part of it.
    pub words: Vec<String>,
    /// How many parts.
    pub parts: u64,
    /// Cores of a part.
    pub cpus: u64,
    /// How long a part may run in one go, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<f64>,
    /// How long before that limit it stops, in seconds.
    pub margin: f64,
    /// How often a part is started, at most.
    pub attempts: u64,
    /// What Slurm is told.
    pub slurm: SlurmOptions,
}

/// What Slurm is told of a part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SlurmOptions {
    /// The partition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partition: Option<String>,
    /// Whose account pays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// Memory of a part, as sbatch reads it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
    /// Further options of sbatch, a line each.
    pub more: Vec<String>,
    /// Whether each node copies the solvers to a disk of its own.
    pub copy_solvers: bool,
}

impl Plan {
    /// Writes it into a job's new folder.
    pub fn create(&self, job: &Path) -> Result<(), ClusterError> {
        let path = job.join(FILE);
        if path.exists() {
            return Err(ClusterError::Exists {
                path: job.to_path_buf(),
            });
        }
        self.wrong().map_or(Ok(()), |reason| {
            let path = path.clone();
            Err(ClusterError::Plan { path, reason })
        })?;
        let text = toml::to_string(self).map_err(|error| ClusterError::Plan {
            path: path.clone(),
            reason: error.to_string(),
        })?;
        let part = job.join("cluster.toml.part");
        std::fs::create_dir_all(job.join("parts"))
            .and_then(|()| std::fs::write(&part, text))
            .and_then(|()| std::fs::rename(&part, &path))
            .map_err(|source| ClusterError::Write { path, source })
    }

    /// Reads a job's.
    pub fn load(job: &Path) -> Result<Plan, ClusterError> {
        let path = job.join(FILE);
        let bad = |reason: String| ClusterError::Plan {
            path: path.clone(),
            reason,
        };
        let text = std::fs::read_to_string(&path).map_err(|error| bad(error.to_string()))?;
        let plan: Plan = toml::from_str(&text).map_err(|error| bad(error.to_string()))?;
        plan.wrong().map_or(Ok(plan), |reason| Err(bad(reason)))
    }

    /// What no job can have been asked for: somebody changed the file by hand.
    fn wrong(&self) -> Option<String> {
        let times = [self.limit.unwrap_or(1.0), self.margin];
        if self.parts == 0 || self.parts > MOST_PARTS {
            Some(format!("parts = {}: from 1 to {MOST_PARTS}", self.parts))
        } else if !times.iter().all(|time| (0.0..=MOST_SECONDS).contains(time)) {
            Some(format!(
                "limit and margin are seconds, from 0 to {MOST_SECONDS}"
            ))
        } else if self.limit.is_some_and(|limit| limit <= self.margin) {
            Some("a part must stop after its start: margin is less than limit".into())
        } else {
            None
        }
    }

    /// The folder of a part, counted from 1.
    pub fn part(&self, job: &Path, number: u64) -> PathBuf {
        job.join("parts").join(format!("{number:05}"))
    }

    /// Whether there is such a part.
    pub fn must_have(&self, number: u64) -> Result<(), ClusterError> {
        let of = self.parts;
        match (1..=of).contains(&number) {
            true => Ok(()),
            false => Err(ClusterError::NoPart { number, of }),
        }
    }

    /// How long after its start a part stops, so that it has saved everything when its limit comes.
    pub fn stretch(&self) -> Option<Duration> {
        let limit = self.limit?;
        Duration::try_from_secs_f64(limit - self.margin).ok()
    }

    /// The command of a part: from its beginning, or from where it was stopped.
    pub fn command(&self, job: &Path, number: u64) -> Vec<String> {
        let folder = self.part(job, number);
        let out = folder.display().to_string();
        let words = |words: &[&str]| words.iter().map(|word| word.to_string()).collect();
        if self.job == Job::Hunt && has_begun(&folder) {
            return words(&["hunt", "--resume", &out]);
        }
        let shard = format!("{number}/{}", self.parts);
        let mut command = self.words.clone();
        let part: Vec<String> = words(&["--shard", &shard, "--out", &out]);
        command.extend(part);
        if !self.words.iter().any(|word| names_jobs(word)) {
            command.extend(["--jobs".into(), self.cpus.to_string()]);
        }
        command
    }

    /// Asks all parts, wherever they run, to stop and save.
    pub fn stop(job: &Path) -> Result<(), ClusterError> {
        let path = job.join(STOP);
        std::fs::write(&path, "").map_err(|source| ClusterError::Write { path, source })
    }

    /// Whether parts are to stop.
    pub fn is_stopped(job: &Path) -> bool {
        job.join(STOP).exists()
    }

    /// Parts may begin again.
    pub fn unstop(job: &Path) -> Result<(), ClusterError> {
        let path = job.join(STOP);
        match std::fs::remove_file(&path) {
            Err(source) if path.exists() => Err(ClusterError::Write { path, source }),
            _ => Ok(()),
        }
    }
}

/// Whether a hunt has begun in a folder: its plan is written last.
fn has_begun(folder: &Path) -> bool {
    folder.join("hunt.toml").is_file() && gadfly_store::is_hunt(folder)
}

/// `--jobs 2`, `--jobs=2`, `-j2`.
fn names_jobs(word: &str) -> bool {
    word == "--jobs"
        || word.starts_with("--jobs=")
        || (word.starts_with("-j") && !word.starts_with("--"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        Plan {
            words: ["hunt", "a b", "--seed", "3"].map(String::from).to_vec(),
            parts: 12,
            cpus: 2,
            limit: Some(60.0),
            margin: 6.0,
            attempts: 5,
            ..Plan::default()
        }
    }

    #[test]
    fn a_plan_reads_back_and_is_not_written_over() {
        let job = tempfile::tempdir().unwrap();
        plan().create(job.path()).unwrap();
        assert_eq!(Plan::load(job.path()).unwrap(), plan());
        let again = plan().create(job.path()).unwrap_err().to_string();
        assert!(again.contains("--resume"), "{again}");
    }

    #[test]
    fn nonsense_is_refused_with_words() {
        let job = tempfile::tempdir().unwrap();
        for (text, word) in [
            ("parts = 0\n", "parts"),
            ("parts = 4\nlimit = 5.0\nmargin = 6.0\n", "margin"),
            ("parts = 4\nlimit = nan\n", "limit"),
            ("parts = 4\nlimits = 4\n", "limits"),
        ] {
            std::fs::write(job.path().join(FILE), text).unwrap();
            let error = Plan::load(job.path()).unwrap_err().to_string();
            assert!(error.contains(word), "{text}: {error}");
        }
    }

    #[test]
    fn a_part_begins_or_goes_on() {
        let job = tempfile::tempdir().unwrap();
        let folder = plan().part(job.path(), 3);
        let out = folder.display().to_string();
        let first = plan().command(job.path(), 3);
        let rest = ["--shard", "3/12", "--out", &out, "--jobs", "2"];
        assert_eq!(first[..4], ["hunt", "a b", "--seed", "3"]);
        assert_eq!(first[4..], rest);
        // A kill between the store and the plan leaves a folder in which nothing was done.
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("store.sqlite"), "").unwrap();
        assert_eq!(plan().command(job.path(), 3), first);
        std::fs::write(folder.join("hunt.toml"), "").unwrap();
        assert_eq!(plan().command(job.path(), 3), ["hunt", "--resume", &out]);
        let own = Plan {
            words: ["hunt", "-j4"].map(String::from).to_vec(),
            ..plan()
        };
        assert!(!own.command(job.path(), 1).contains(&"--jobs".to_string()));
        assert!(plan().must_have(12).is_ok() && plan().must_have(13).is_err());
        assert_eq!(plan().stretch(), Some(Duration::from_secs(54)));
    }
}
