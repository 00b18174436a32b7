//! What a study takes, measured on a sample of its formulas before it begins.
//!
//! The sample is spread evenly over what is still to do and grows until its time is over. Of each stretch
//! all solvers are run as the study would run them, one formula of it in a fresh process, too. What is odd
//! is not run again, as the study does; there is little of that.

use crate::engine::Work;
use crate::error::EvolveError;
use crate::observe::{Watcher, sample};
use crate::part::{Names, Row, size_of};
use crate::study::{Part, Settings, Timing};
use gadfly_solver::Solver;
use serde::Serialize;
use std::ops::Range;
use std::time::{Duration, Instant};

/// Formulas of a stretch.
const STRETCH: u64 = 8;
/// Stretches, at least: one says nothing about how much they differ.
const LEAST: usize = 2;
/// A line of a judge's answers, in bytes.
const ANSWER: u64 = 6;

/// What a study will take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Estimate {
    /// Formulas that are still to be run.
    pub formulas: u64,
    /// Of these, how many were run for the estimate.
    pub sampled: u64,
    /// Solver runs that are still to be made.
    pub runs: u64,
    /// CPU seconds of solvers.
    pub cpu: f64,
    /// By how much that may be off, two standard errors, as a share of it.
    pub spread: f64,
    /// Seconds until the end, with the workers that there are.
    pub wall: f64,
    /// Bytes of results.
    pub bytes: u64,
}

/// Seconds of one run, on average.
#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f64,
    count: f64,
}

impl Mean {
    fn add(&mut self, time: Duration) {
        self.sum += time.as_secs_f64();
        self.count += 1.0;
    }

    fn value(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }
}

/// What a solver takes.
#[derive(Clone, Copy, Default)]
struct Pace {
    session: Mean,
    fresh: Mean,
    wall: Mean,
}

impl Work<'_> {
    /// Runs a sample of what is still to do for about so long, and writes nothing.
    pub fn estimate(&self, time: Duration) -> Result<Estimate, EvolveError> {
        let study = self.study;
        let parts = self.open();
        let formulas: u64 = parts.iter().map(length).sum();
        let judges = study
            .judges_in_use()
            .into_iter()
            .map(|at| &study.judges[at]);
        let tested = study.solvers.iter().map(|entry| &entry.solver);
        let solvers: Vec<&Solver> = tested.chain(judges).collect();
        let mut paces = vec![Pace::default(); solvers.len()];
        let (mut rows, mut totals, mut sampled) = (Vec::new(), Vec::new(), 0);
        let begun = Instant::now();
        for stretch in 0.. {
            let enough = totals.len() >= LEAST && begun.elapsed() >= time;
            if enough || sampled >= formulas {
                break;
            }
            let Some((source, range)) = pick(&parts, formulas, stretch) else {
                break;
            };
            let texts = study.sources[source].texts(range.clone())?;
            let mut total = 0.0;
            for (number, solver) in solvers.iter().enumerate() {
                let judges = number >= study.solvers.len();
                let seen = self.observe(solver, judges, &texts, &mut paces[number])?;
                total += seen.iter().map(|one| one.cpu.as_secs_f64()).sum::<f64>();
                let row = |(at, one)| Row::of(range.start + at as u64, number, one, one.verdict);
                if !judges {
                    rows.extend(seen.iter().enumerate().map(row));
                }
            }
            sampled += texts.len() as u64;
            totals.push(total / texts.len().max(1) as f64);
        }
        let cpu = self.sum(&parts, &paces, |pace| pace.session.value());
        let wall = self.sum(&parts, &paces, |pace| pace.wall.value());
        Ok(Estimate {
            formulas,
            sampled,
            runs: self.plan().runs,
            cpu,
            spread: spread(&totals),
            wall: wall / self.jobs.max(1) as f64,
            bytes: self.bytes(&parts, &rows)? + formulas * ANSWER,
        })
    }

    /// Runs a solver on a stretch.
    fn observe(
        &self,
        solver: &Solver,
        judges: bool,
        texts: &[String],
        pace: &mut Pace,
    ) -> Result<Vec<crate::outcome::Observed>, EvolveError> {
        let settings = Settings {
            resources: self.study.settings.resources && !judges,
            ..self.study.settings
        };
        let watcher = Watcher::new(solver, &settings, self.cancel);
        let fresh = settings.timing == Timing::Fresh && !judges;
        let seen = match fresh {
            true => watcher.all_fresh(texts, self.tick)?,
            false => watcher.in_session(texts, self.tick)?,
        };
        for one in &seen {
            pace.session.add(one.cpu);
            pace.wall.add(one.wall);
        }
        if let Some(text) = texts.first() {
            pace.fresh.add(watcher.fresh(text)?.cpu);
        }
        Ok(seen)
    }

    /// Sums over all runs of these parts: the study's own, and the fresh ones of its sample.
    fn sum(&self, parts: &[Part], paces: &[Pace], run: impl Fn(&Pace) -> f64) -> f64 {
        let settings = &self.study.settings;
        let mut sum = 0.0;
        for (number, pace) in paces.iter().enumerate() {
            let judges = number >= self.study.solvers.len();
            let repeat = if judges { 1 } else { settings.repeat };
            let again = judges || settings.timing != Timing::Fresh;
            let of = |part: &Part| {
                let count = length(part);
                let fresh = sample(count as usize).filter(|_| again).count() as f64;
                count as f64 * run(pace) + fresh * pace.fresh.value()
            };
            sum += f64::from(repeat) * parts.iter().map(of).sum::<f64>();
        }
        sum
    }

    /// Bytes of the part files: larger parts pack better, so it is rather less.
    fn bytes(&self, parts: &[Part], rows: &[Row]) -> Result<u64, EvolveError> {
        let (solvers, study) = (self.study.names(), self.study.fingerprint());
        let names = Names {
            grammar: self.study.sources.first().map_or("", |source| &source.name),
            solvers: &solvers,
            study: &study,
        };
        let Some(one) = rows.get(..1) else {
            return Ok(0);
        };
        let (first, all) = (size_of(&names, one)?, size_of(&names, rows)?);
        let each = all.saturating_sub(first) as f64 / (rows.len() - 1).max(1) as f64;
        let formulas: u64 = parts.iter().map(length).sum();
        let runs = formulas * self.study.solvers.len() as u64;
        Ok(parts.len() as u64 * first + (runs as f64 * each) as u64)
    }
}

fn length(part: &Part) -> u64 {
    part.range.end - part.range.start
}

/// The n-th stretch: source and indices. Halves, quarters, eighths … of all formulas, so that the stretches
/// are spread evenly whenever it ends.
fn pick(parts: &[Part], formulas: u64, n: u64) -> Option<(usize, Range<u64>)> {
    let share = n.reverse_bits() as f64 / 2f64.powi(64);
    let mut at = (share * formulas as f64) as u64;
    for part in parts {
        if at < length(part) {
            let start = part.range.start + at / STRETCH * STRETCH;
            return Some((part.source, start..(start + STRETCH).min(part.range.end)));
        }
        at -= length(part);
    }
    None
}

/// Two standard errors of the mean, as a share of it.
fn spread(totals: &[f64]) -> f64 {
    let n = totals.len() as f64;
    let mean = totals.iter().sum::<f64>() / n.max(1.0);
    if totals.len() < LEAST || mean <= 0.0 {
        return 0.0;
    }
    let squares: f64 = totals.iter().map(|total| (total - mean).powi(2)).sum();
    2.0 * (squares / (n - 1.0) / n).sqrt() / mean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_are_spread_over_all_parts_and_stay_inside() {
        let part = |number, source, range| Part {
            number,
            source,
            range,
        };
        let parts = [part(0, 0, 0..20), part(1, 0, 20..40), part(3, 1, 100..124)];
        let picked: Vec<_> = (0..4).map(|n| pick(&parts, 64, n).unwrap()).collect();
        let expected = [(0, 0..8), (0, 28..36), (0, 16..20), (1, 108..116)];
        assert_eq!(picked, expected);
        assert_eq!(pick(&[], 0, 0), None);
    }

    #[test]
    fn the_spread_is_two_standard_errors() {
        assert_eq!(spread(&[1.0]), 0.0);
        assert_eq!(spread(&[2.0, 2.0, 2.0]), 0.0);
        assert!((spread(&[1.0, 3.0]) - 1.0).abs() < 1e-9);
    }
}
