//! How long a run may take: by CPU time, because a busy machine is not the solver's fault.

use crate::Settings;
use gadfly_exec::Limits;
use gadfly_solver::{Outcome, Run};
use std::time::Duration;

/// How much longer than its CPU time a run may take on the wall's clock, and how much more for its
/// start: for other work on the machine, and for a solver that sleeps.
pub const WALL_TO_CPU: u32 = 6;
const WALL_MORE: Duration = Duration::from_millis(500);

/// A candidate may take this many times what the original took.
const SLACK: u32 = 4;

/// Limits with this much CPU time, and several times as much on the wall's clock.
pub fn timed(limits: Limits, cpu: Duration) -> Limits {
    Limits {
        cpu: Some(cpu),
        wall: Some(cpu * WALL_TO_CPU + WALL_MORE),
        ..limits
    }
}

/// Settings for many runs: a candidate that takes far longer than the original did is no good. No
/// run is given less than `least`, or more than the settings allow.
pub fn brisk(settings: &Settings, runs: &[Run], least: Duration) -> Settings {
    let decided = runs.iter().filter(|run| run.outcome != Outcome::Timeout);
    let longest = decided.map(|run| run.raw.cpu).max().unwrap_or_default();
    let limit = (longest * SLACK).max(least);
    let limit = settings.limits.cpu.map_or(limit, |most| most.min(limit));
    Settings {
        limits: timed(settings.limits, limit),
        ..settings.clone()
    }
}
