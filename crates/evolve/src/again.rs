//! Times measured again: a machine may have been slow for just as long as one release was at work,
//! so a remark about time must show once more, the two releases taking turns.

use crate::error::EvolveError;
use crate::observe::Watcher;
use crate::outcome::Observed;
use crate::remarks::{Remark, remarks};
use crate::study::Study;
use crate::tally::Tally;
use gadfly_exec::Cancel;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// How often the two releases take turns.
const TURNS: usize = 3;
/// Remarks that are looked at again; a page does not show more.
const MOST: usize = 60;
const FILE: &str = "timings.json";

/// Which times a remark is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Clock {
    /// Those of sessions.
    Sessions,
    /// Those of fresh processes.
    Fresh,
}

/// Two releases measured again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Again {
    /// The source.
    pub source: String,
    /// The older release.
    pub older: String,
    /// The newer one.
    pub newer: String,
    /// Which times.
    pub clock: Clock,
    /// CPU time of the newer release over that of the older one, a turn each.
    pub ratios: Vec<f64>,
}

impl Again {
    /// Whether every turn says what a first measurement said, and the middle one with some weight.
    pub(crate) fn confirms(&self, first: f64, least: f64) -> bool {
        let mut ratios = self.ratios.clone();
        ratios.sort_by(f64::total_cmp);
        let middle = ratios.get(ratios.len() / 2).copied().unwrap_or(1.0);
        let same = |ratio: &f64| (*ratio > 1.0) == (first > 1.0);
        ratios.iter().all(same) && (middle - 1.0).abs() >= least
    }
}

/// What was measured again before; nothing where there is no file, or none that can be read.
pub(crate) fn read_again(folder: &Path) -> Vec<Again> {
    let text = std::fs::read_to_string(folder.join(FILE)).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// How many runs [`measure_again`] will make.
pub fn runs_again(study: &Study, tally: &Tally, folder: &Path) -> u64 {
    let open = open(study, tally, &read_again(folder));
    let formulas: usize = open.iter().map(|remark| remark.sample.len()).sum();
    (formulas * 2 * TURNS) as u64
}

/// The remarks about time that nobody has measured again.
fn open(study: &Study, tally: &Tally, known: &[Again]) -> Vec<Remark> {
    let open = |remark: &Remark| !remark.sample.is_empty() && !remark.measured_again;
    let remarks = remarks(study, tally, known).into_iter();
    remarks.take(MOST).filter(open).collect()
}

/// Measures the releases of all remarks about time again that were not, and keeps that in the
/// results folder. `tick` is called after every run.
pub fn measure_again(
    study: &Study,
    tally: &Tally,
    folder: &Path,
    cancel: &Cancel,
    tick: &dyn Fn(),
) -> Result<(), EvolveError> {
    let mut known = read_again(folder);
    for remark in open(study, tally, &known) {
        match turns(study, &remark, cancel, tick) {
            Ok(again) => known.extend(again),
            Err(EvolveError::Interrupted) => break,
            Err(error) => return Err(error),
        }
    }
    let path = folder.join(FILE);
    let text = serde_json::to_string_pretty(&known).unwrap_or_default();
    std::fs::write(&path, text + "\n").map_err(EvolveError::file(&path))
}

fn turns(
    study: &Study,
    remark: &Remark,
    cancel: &Cancel,
    tick: &dyn Fn(),
) -> Result<Option<Again>, EvolveError> {
    let Some(clock) = remark.clock else {
        return Ok(None);
    };
    let source = &study.sources[remark.source];
    let texts: Result<Vec<String>, _> = remark.sample.iter().map(|at| source.text(*at)).collect();
    let texts = texts?;
    let (older, newer) = remark.releases;
    let measure = |at: usize| {
        let watcher = Watcher::new(&study.solvers[at].solver, &study.settings, cancel);
        match clock {
            Clock::Sessions => watcher.in_session(&texts, tick),
            Clock::Fresh => watcher.all_fresh(&texts, tick),
        }
    };
    let mut ratios = Vec::new();
    for turn in 0..TURNS {
        // Neither is always the first.
        let (before, after) = if turn % 2 == 0 {
            let before = measure(older)?;
            (before, measure(newer)?)
        } else {
            let after = measure(newer)?;
            (measure(older)?, after)
        };
        ratios.extend(ratio(&before, &after));
    }
    Ok((ratios.len() == TURNS).then(|| Again {
        source: source.name.clone(),
        older: study.solvers[older].name.clone(),
        newer: study.solvers[newer].name.clone(),
        clock,
        ratios,
    }))
}

/// CPU time of the newer release over the older one's, on what both solved.
fn ratio(before: &[Observed], after: &[Observed]) -> Option<f64> {
    let both = before.iter().zip(after);
    let both = both.filter(|(before, after)| before.is_solved() && after.is_solved());
    let (before, after) = both.fold((0.0, 0.0), |sum, (before, after)| {
        (
            sum.0 + before.cpu.as_secs_f64(),
            sum.1 + after.cpu.as_secs_f64(),
        )
    });
    (before > 0.0 && after > 0.0).then_some(after / before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_must_say_the_same() {
        let again = |ratios: &[f64]| Again {
            source: "Core".into(),
            older: "z3-1".into(),
            newer: "z3-2".into(),
            clock: Clock::Sessions,
            ratios: ratios.to_vec(),
        };
        assert!(again(&[1.2, 1.1, 1.3]).confirms(1.15, 0.05));
        assert!(!again(&[1.2, 0.9, 1.3]).confirms(1.15, 0.05));
        assert!(!again(&[1.02, 1.01, 1.3]).confirms(1.15, 0.05));
        assert!(!again(&[1.2, 1.1, 1.3]).confirms(0.85, 0.05));
        assert!(again(&[0.8, 0.9, 0.7]).confirms(0.85, 0.05));
        assert!(!again(&[]).confirms(1.15, 0.05));
    }
}
