//! Tallies that grow with the tests: what reports and the live panel read at once.

use crate::record::class_of_number;
use crate::{Class, Store, StoreError, TestState};
use std::collections::BTreeMap;

/// Runs of one strategy, logic, solver and class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The strategy.
    pub strategy: String,
    /// The logic.
    pub logic: String,
    /// The solver's spec.
    pub solver: String,
    /// How the runs ended.
    pub class: Class,
    /// How many.
    pub runs: u64,
    /// Wall microseconds together.
    pub wall_us: u64,
    /// CPU microseconds together.
    pub cpu_us: u64,
}

/// A solver's answered runs by time, in buckets of a quarter of a power of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The solver's spec.
    pub solver: String,
    /// Runs a bucket.
    pub buckets: Vec<u64>,
}

/// One second of a hunt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// The second, counted over all resumptions.
    pub second: u64,
    /// Tests that ended in it.
    pub tests: u64,
    /// Verdicts.
    pub verdicts: u64,
    /// New findings.
    pub findings: u64,
}

/// How many time buckets there are: four a power of two, from a microsecond to about an hour.
pub(crate) const COST_BUCKETS: usize = 128;

/// The bucket of a time.
pub(crate) fn cost_bucket(wall_us: u64) -> usize {
    let position = (wall_us.max(1) as f64).log2() * 4.0;
    (position as usize).min(COST_BUCKETS - 1)
}

/// The upper end of a bucket, in seconds.
pub fn cost_seconds(bucket: usize) -> f64 {
    2f64.powf((bucket + 1) as f64 / 4.0) / 1e6
}

impl Store {
    /// All tallies, in the order of their names.
    pub fn tallies(&self) -> Result<Vec<Tally>, StoreError> {
        self.rows(
            "SELECT s.text, l.text, v.text, t.class, t.runs, t.wall_us, t.cpu_us FROM tally t
             JOIN name s ON s.id = t.strategy JOIN name l ON l.id = t.logic
             JOIN name v ON v.id = t.solver ORDER BY 1, 2, 3, 4",
            [],
            |row| {
                Ok(Tally {
                    strategy: row.get(0)?,
                    logic: row.get(1)?,
                    solver: row.get(2)?,
                    class: class_of_number(row.get(3)?).unwrap_or(Class::Broken),
                    runs: row.get::<_, i64>(4)? as u64,
                    wall_us: row.get::<_, i64>(5)? as u64,
                    cpu_us: row.get::<_, i64>(6)? as u64,
                })
            },
        )
    }

    /// Positions by strategy and state.
    pub fn made(&self) -> Result<Vec<(String, TestState, u64)>, StoreError> {
        self.rows(
            "SELECT s.text, m.state, m.tests FROM made m JOIN name s ON s.id = m.strategy
             ORDER BY 1, 2",
            [],
            |row| {
                let state = TestState::from_number(row.get(1)?);
                Ok((row.get(0)?, state, row.get::<_, i64>(2)? as u64))
            },
        )
    }

    /// Answered runs by time, a solver a row.
    pub fn costs(&self) -> Result<Vec<Cost>, StoreError> {
        let rows = self.rows(
            "SELECT v.text, c.bucket, c.runs FROM cost c JOIN name v ON v.id = c.solver
             ORDER BY 1, 2",
            [],
            |row| {
                let bucket: i64 = row.get(1)?;
                Ok((
                    row.get::<_, String>(0)?,
                    bucket as usize,
                    row.get::<_, i64>(2)? as u64,
                ))
            },
        )?;
        let mut by_solver: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        for (solver, bucket, runs) in rows {
            let buckets = by_solver
                .entry(solver)
                .or_insert_with(|| vec![0; COST_BUCKETS]);
            if let Some(slot) = buckets.get_mut(bucket) {
                *slot += runs;
            }
        }
        Ok(by_solver
            .into_iter()
            .map(|(solver, buckets)| Cost { solver, buckets })
            .collect())
    }

    /// The hunt second by second; seconds in which nothing ended are left out.
    pub fn moments(&self) -> Result<Vec<Moment>, StoreError> {
        self.rows(
            "SELECT second, tests, verdicts, findings FROM moment ORDER BY second",
            [],
            |row| {
                Ok(Moment {
                    second: row.get::<_, i64>(0)? as u64,
                    tests: row.get::<_, i64>(1)? as u64,
                    verdicts: row.get::<_, i64>(2)? as u64,
                    findings: row.get::<_, i64>(3)? as u64,
                })
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_hold_their_times() {
        for wall_us in [1, 2, 1650, 2_000_000, u64::MAX] {
            let bucket = cost_bucket(wall_us);
            assert!(bucket < COST_BUCKETS);
            if wall_us < 3_000_000_000 {
                assert!(
                    cost_seconds(bucket) * 1e6 >= wall_us as f64 * 0.999,
                    "{wall_us}"
                );
            }
        }
    }
}
