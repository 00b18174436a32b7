//! Runs as `runs.json` keeps them.

use gadfly_exec::Exit;
use gadfly_report::{RunFile, RunLimits};
use gadfly_solver::{Outcome, Run};

/// What is kept of stdout and of stderr.
const CAP: usize = 64 * 1024;

/// A run for `runs.json`. `file` says which of the two files was run.
pub(crate) fn run_file(run: &Run, file: &str) -> RunFile {
    let raw = &run.raw;
    let (stdout, cut_out) = capped(&raw.stdout);
    let (stderr, cut_err) = capped(&raw.stderr);
    RunFile {
        spec: run.spec.clone(),
        version: run.version.clone(),
        command: raw.command.clone(),
        exit: match raw.exit {
            Exit::Code(code) => Some(code),
            _ => None,
        },
        signal: match raw.exit {
            Exit::Signal(signal) => Some(signal),
            _ => None,
        },
        outcome: outcome(run),
        answers: run.answers.iter().map(ToString::to_string).collect(),
        stdout,
        stderr,
        truncated: raw.truncated || cut_out || cut_err,
        wall_seconds: raw.wall.as_secs_f64(),
        cpu_seconds: raw.cpu.as_secs_f64(),
        peak_memory: raw.peak_memory,
        limits: RunLimits {
            wall_seconds: raw.limits.wall.map(|wall| wall.as_secs_f64()),
            memory: raw.limits.memory,
        },
        file: file.to_string(),
    }
}

fn capped(bytes: &[u8]) -> (String, bool) {
    let kept = &bytes[..bytes.len().min(CAP)];
    (
        String::from_utf8_lossy(kept).into_owned(),
        bytes.len() > CAP,
    )
}

/// How a run ended, in words.
pub(crate) fn outcome(run: &Run) -> String {
    match &run.outcome {
        Outcome::Done => "done".into(),
        Outcome::Crash(crash) => match &crash.place {
            Some(place) => format!("crash at {place}"),
            None if crash.message.is_empty() => "crash".into(),
            None => format!("crash: {}", crash.message),
        },
        Outcome::Timeout => "time-out".into(),
        Outcome::MemoryOut => "out of memory".into(),
        Outcome::Rejected(why) => format!("rejected: {why}"),
        Outcome::Unsupported(why) => format!("unsupported: {why}"),
        Outcome::Garbled(why) => format!("garbled output: {why}"),
        Outcome::Cancelled => "cancelled".into(),
        Outcome::Broken(why) => format!("could not be run: {why}"),
    }
}

/// What a run said, in a word or two: its answers, and its end where that is not a plain one.
pub(crate) fn result(run: &Run) -> String {
    let answers: Vec<String> = run.answers.iter().map(ToString::to_string).collect();
    let mut words = answers.join(" ");
    if run.outcome != Outcome::Done || words.is_empty() {
        let end = outcome(run);
        words = if words.is_empty() {
            end
        } else {
            format!("{words}, then {end}")
        };
    }
    if !run.complaints.is_empty() {
        words.push_str(" (objects to its own result)");
    }
    words
}

/// The command line of the blamed solver.
pub(crate) fn command_of(runs: &[Run], spec: &str) -> Vec<String> {
    let run = runs.iter().find(|run| run.spec == spec).or(runs.first());
    run.map(|run| run.raw.command.clone()).unwrap_or_default()
}
