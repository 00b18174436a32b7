//! Recorded runs with their expected reading: the tests of a profile, as data beside it.

use gadfly_exec::{Exit, LimitHit, Limits, MemoryKind, RawRun};
use gadfly_profile::{Complaint, Profile};
use gadfly_solver::{Answer, Outcome, Run, Who, read};
use serde::{Deserialize, Serialize};

/// A run as it was recorded. Bytes that are no UTF-8 are written as `\u00XX` with `latin1`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transcript {
    /// The solver's family.
    pub family: String,
    /// Its release.
    pub version: String,
    /// What it shows, and where it comes from.
    pub about: String,
    /// The command line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub command: String,
    /// The script.
    pub script: String,
    /// Standard output.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stdout: String,
    /// Standard error.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// Each character of stdout and stderr stands for one byte.
    #[serde(default, skip_serializing_if = "is_false")]
    pub latin1: bool,
    /// The exit code; none with a signal, or in a process that lives on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<i32>,
    /// The signal that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signal: Option<i32>,
    /// The limit of ours that ended it: `wall`, `cpu`, `memory`, `output`, `cancelled`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// The memory limit in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_limit: Option<u64>,
    /// The most memory that it used, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak_memory: Option<u64>,
    /// Whether more was printed than was kept.
    #[serde(default, skip_serializing_if = "is_false")]
    pub truncated: bool,
    /// How it must be read.
    pub expect: Reading,
}

/// How a transcript is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Reading {
    /// The answers; `unknown` with its reason in parentheses.
    pub answers: Vec<String>,
    /// How it ended.
    pub outcome: String,
    /// What the solver's own checkers said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub complaints: Vec<String>,
    /// Errors, each with the number of answers before it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// Models.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<String>,
    /// Cores.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cores: Vec<String>,
    /// Values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// Frames of a sanitizer's report.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<String>,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl Transcript {
    /// Reads a transcript's file.
    pub fn parse(text: &str) -> Result<Transcript, Box<toml::de::Error>> {
        toml::from_str(text).map_err(Box::new)
    }

    /// The raw run.
    pub fn raw(&self) -> RawRun {
        let bytes = |text: &str| match self.latin1 {
            true => text
                .chars()
                .map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?'))
                .collect(),
            false => text.as_bytes().to_vec(),
        };
        let exit = match (self.signal, self.exit) {
            (Some(signal), _) => Exit::Signal(signal),
            (None, Some(code)) => Exit::Code(code),
            (None, None) => Exit::Alive,
        };
        let limits = Limits {
            memory: self.memory_limit,
            memory_kind: MemoryKind::AddressSpace,
            ..Limits::default()
        };
        RawRun {
            command: self.command.split_whitespace().map(str::to_owned).collect(),
            limit: self.limit.as_deref().and_then(limit_named),
            stdout: bytes(&self.stdout),
            stderr: bytes(&self.stderr),
            truncated: self.truncated,
            peak_memory: self.peak_memory.unwrap_or(0),
            limits,
            ..RawRun::ended(exit)
        }
    }

    /// How the profile reads it today.
    pub fn reading(&self, profile: &Profile) -> Reading {
        let who = Who {
            spec: &self.family,
            version: &self.version,
            profile,
            fresh: true,
        };
        Reading::of(&read(who, &self.script, self.raw()))
    }

    /// A transcript of a run, with the reading of today as what is expected.
    pub fn record(run: &Run, script: &str, about: &str) -> Transcript {
        let raw = &run.raw;
        let latin1 = [&raw.stdout, &raw.stderr]
            .iter()
            .any(|b| std::str::from_utf8(b).is_err());
        let text = |bytes: &[u8]| match latin1 {
            true => bytes.iter().map(|b| char::from(*b)).collect(),
            false => String::from_utf8_lossy(bytes).into_owned(),
        };
        let near = |b: &u64| raw.limits.memory.is_some() && *b > 0;
        Transcript {
            family: run.family.clone(),
            version: run.version.clone(),
            about: about.to_owned(),
            command: bare_command(&run.raw.command),
            script: script.to_owned(),
            stdout: text(&raw.stdout),
            stderr: text(&raw.stderr),
            latin1,
            exit: if let Exit::Code(code) = raw.exit {
                Some(code)
            } else {
                None
            },
            signal: if let Exit::Signal(signal) = raw.exit {
                Some(signal)
            } else {
                None
            },
            limit: raw.limit.map(|l| format!("{l:?}").to_lowercase()),
            memory_limit: raw.limits.memory,
            peak_memory: Some(raw.peak_memory).filter(near),
            truncated: raw.truncated,
            expect: Reading::of(run),
        }
    }
}

/// A command line without the paths of the machine it ran on.
fn bare_command(words: &[String]) -> String {
    let bare: Vec<&str> = words
        .iter()
        .map(|w| w.rsplit('/').next().unwrap_or(w))
        .collect();
    bare.join(" ")
}

fn limit_named(name: &str) -> Option<LimitHit> {
    [
        LimitHit::Wall,
        LimitHit::Cpu,
        LimitHit::Memory,
        LimitHit::Output,
        LimitHit::Cancelled,
    ]
    .into_iter()
    .find(|l| format!("{l:?}").to_lowercase() == name)
}

impl Reading {
    /// The reading of a run.
    pub fn of(run: &Run) -> Reading {
        let answer = |a: &Answer| match a {
            Answer::Unknown(Some(reason)) => format!("unknown ({reason})"),
            other => other.to_string(),
        };
        let complaint = |c: &Complaint| c.to_string();
        Reading {
            answers: run.answers.iter().map(answer).collect(),
            outcome: run.outcome.to_string(),
            complaints: run.complaints.iter().map(complaint).collect(),
            errors: run
                .errors
                .iter()
                .map(|(n, e)| format!("{n}: {e}"))
                .collect(),
            models: run.models.clone(),
            cores: run.cores.clone(),
            values: run.values.clone(),
            frames: if let Outcome::Crash(crash) = &run.outcome {
                crash.frames.clone()
            } else {
                Vec::new()
            },
        }
    }
}
