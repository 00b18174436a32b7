//! How long a run may take: by CPU time, because a busy machine is not the solver's fault.

use crate::Settings;
use gadfly_solver::{Outcome, Run};
use std::time::Duration;

/// A candidate may take this many times what the original took.
const SLACK: u32 = 4;

/// Settings for many runs: a candidate that takes far longer than the original did is no good. No
/// run is given less than `least`, or more than the settings allow.
pub fn brisk(settings: &Settings, runs: &[Run], least: Duration) -> Settings {
    let decided = runs.iter().filter(|run| run.outcome != Outcome::Timeout);
    let longest = decided.map(|run| run.raw.cpu).max().unwrap_or_default();
    let limit = (longest * SLACK).max(least);
    let limit = settings.limits.cpu.map_or(limit, |most| most.min(limit));
    Settings {
        limits: settings.limits.timed(limit),
        ..settings.clone()
    }
}
