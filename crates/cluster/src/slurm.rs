//! Slurm's own programs: arrays submitted, looked at and cancelled.

use crate::error::ClusterError;
use crate::plan::Plan;
use gadfly_exec::{Command, Exit, Limits, run};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

const ARRAYS: &str = "arrays.jsonl";
const SCRIPT: &str = "part.sh";
/// Where Slurm does not say how large an array may be: its own default.
const USUAL_ARRAY: u64 = 1001;
/// Arrays that one call is asked about.
const ASKED_AT_ONCE: usize = 100;
/// A controller that is busy for so long is not there.
const PATIENCE: Duration = Duration::from_secs(120);

/// An array of parts that was submitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Array {
    /// Slurm's number for it.
    pub id: String,
    /// What is added to a task's number to get its part's.
    pub offset: u64,
    /// The tasks, as `--array` has them.
    pub tasks: String,
}

/// A job's dealings with Slurm.
pub struct Slurm<'a> {
    /// The job's plan.
    pub plan: &'a Plan,
    /// Its folder.
    pub job: &'a Path,
}

impl Slurm<'_> {
    /// Submits parts, in as few arrays as Slurm allows.
    pub fn submit(&self, parts: &[u64]) -> Result<Vec<Array>, ClusterError> {
        let script = self.job.join(SCRIPT);
        std::fs::write(&script, crate::script(self.plan, self.job)).map_err(unwritable(&script))?;
        let mut arrays = Vec::new();
        for (offset, tasks) in batches(parts, largest_array()) {
            let words = words(&tasks, &script, offset);
            let said = call("sbatch", &words)?;
            // `--parsable` prints the number, and the cluster's name behind a semicolon.
            let id = said
                .trim()
                .split(';')
                .next()
                .unwrap_or_default()
                .to_string();
            let array = Array { id, offset, tasks };
            self.note(&array)?;
            arrays.push(array);
        }
        Ok(arrays)
    }

    /// The commands that would submit parts.
    pub fn commands(&self, parts: &[u64]) -> Vec<String> {
        let script = self.job.join(SCRIPT);
        let of = |(offset, tasks): (u64, String)| {
            let words = words(&tasks, &script, offset).join(" ");
            format!("sbatch {words}")
        };
        let batches = batches(parts, USUAL_ARRAY).into_iter();
        batches.map(of).collect()
    }

    /// The arrays that were submitted, oldest first.
    pub fn arrays(&self) -> Vec<Array> {
        let text = std::fs::read_to_string(self.job.join(ARRAYS)).unwrap_or_default();
        let read = |line: &str| serde_json::from_str(line).ok();
        text.lines().filter_map(read).collect()
    }

    /// The parts whose tasks Slurm still has, with their states.
    pub fn queued(&self) -> BTreeMap<u64, String> {
        let arrays = self.arrays();
        let mut queued = BTreeMap::new();
        for some in arrays.chunks(ASKED_AT_ONCE) {
            let ids: Vec<&str> = some.iter().map(|array| array.id.as_str()).collect();
            let jobs = format!("--jobs={}", ids.join(","));
            let words = ["--noheader", "--array", &jobs, "--format=%F %K %T"].map(String::from);
            // Arrays that ended long ago are an error to it, and nothing to us.
            let said = call("squeue", &words).unwrap_or_default();
            queued.extend(said.lines().filter_map(|line| task(line, some)));
        }
        queued
    }

    /// Takes all tasks back that have not ended.
    pub fn cancel(&self) -> Result<(), ClusterError> {
        let ids: Vec<String> = self.arrays().into_iter().map(|array| array.id).collect();
        for ids in ids.chunks(ASKED_AT_ONCE) {
            // What runs stops by itself, and saves; so only what waits is cancelled.
            let words: Vec<String> = [&["--state=PENDING".to_string()], ids].concat();
            call("scancel", &words)?;
        }
        Ok(())
    }

    fn note(&self, array: &Array) -> Result<(), ClusterError> {
        let path = self.job.join(ARRAYS);
        let write = || -> std::io::Result<()> {
            let line = format!("{}\n", serde_json::to_string(array)?);
            let file = File::options().create(true).append(true).open(&path);
            file?.write_all(line.as_bytes())
        };
        write().map_err(unwritable(&path))
    }
}

/// The part of a line `ARRAY TASK STATE`, and its state.
fn task(line: &str, arrays: &[Array]) -> Option<(u64, String)> {
    let mut words = line.split_whitespace();
    let (id, task, state) = (words.next()?, words.next()?, words.next()?);
    let array = arrays.iter().find(|array| array.id == id)?;
    Some((
        array.offset + task.parse::<u64>().ok()?,
        state.to_lowercase(),
    ))
}

fn unwritable(path: &Path) -> impl FnOnce(std::io::Error) -> ClusterError + use<> {
    let path: PathBuf = path.to_path_buf();
    |source| ClusterError::Write { path, source }
}

fn words(tasks: &str, script: &Path, offset: u64) -> Vec<String> {
    vec![
        "--parsable".into(),
        format!("--array={tasks}"),
        script.display().to_string(),
        offset.to_string(),
    ]
}

/// The parts as arrays: for each its offset and its tasks, whose numbers stay below the largest.
fn batches(parts: &[u64], largest: u64) -> Vec<(u64, String)> {
    let room = largest.saturating_sub(1).max(1);
    let mut batches: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for part in parts {
        let offset = (part - 1) / room * room;
        batches.entry(offset).or_default().push(part - offset);
    }
    let of = |(offset, tasks): (u64, Vec<u64>)| (offset, ranges(&tasks));
    batches.into_iter().map(of).collect()
}

/// Increasing numbers as `1-4,7,9-10`.
fn ranges(numbers: &[u64]) -> String {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => ranges.push((*number, *number)),
        }
    }
    let text = |(first, last): &(u64, u64)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    ranges.iter().map(text).collect::<Vec<_>>().join(",")
}

/// One more than the largest number of a task.
fn largest_array() -> u64 {
    let said = call("scontrol", &["show".into(), "config".into()]).unwrap_or_default();
    let size = said.lines().find_map(|line| {
        let value = line.strip_prefix("MaxArraySize")?;
        value.trim_start_matches([' ', '=']).trim().parse().ok()
    });
    size.unwrap_or(USUAL_ARRAY)
}

fn call(program: &'static str, words: &[String]) -> Result<String, ClusterError> {
    let command = Command::new(program).args(words).unconfined();
    // It finds its settings, and a job its user's, in the environment.
    let command =
        std::env::vars_os().fold(command, |command, (name, value)| command.env(name, value));
    let limits = Limits {
        wall: Some(PATIENCE),
        ..Limits::default()
    };
    let ended = run(&command, b"", &limits).map_err(|error| ClusterError::NoSlurm {
        program,
        reason: error.to_string(),
    })?;
    match ended.exit {
        Exit::Code(0) => Ok(String::from_utf8_lossy(&ended.stdout).into_owned()),
        Exit::Code(127) => Err(ClusterError::NoSlurm {
            program,
            reason: "there is no such program".into(),
        }),
        _ => Err(ClusterError::Refused {
            program,
            said: String::from_utf8_lossy(&ended.stderr).trim().to_string(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_become_arrays_that_slurm_takes() {
        let all: Vec<u64> = (1..=2500).collect();
        let arrays = batches(&all, 1001);
        let expected = [(0, "1-1000"), (1000, "1-1000"), (2000, "1-500")];
        assert_eq!(arrays, expected.map(|(at, tasks)| (at, tasks.to_string())));
        let left = batches(&[3, 5, 6, 7, 1000, 1001], 1001);
        let expected = [(0, "3,5-7,1000"), (1000, "1")];
        assert_eq!(left, expected.map(|(at, tasks)| (at, tasks.to_string())));
        assert!(batches(&[], 1001).is_empty());
    }

    #[test]
    fn a_task_is_a_part() {
        let array = |id: &str, offset| Array {
            id: id.into(),
            offset,
            tasks: String::new(),
        };
        let arrays = [array("7", 0), array("8", 1000)];
        let running = Some((1003, "running".to_string()));
        assert_eq!(task("8 3 RUNNING", &arrays), running);
        for other in ["9 3 RUNNING", "8 N/A PENDING", "slurm_load_jobs error", ""] {
            assert_eq!(task(other, &arrays), None, "{other}");
        }
    }
}
