//! Failures that do not show every time.

use crate::predicate::{Predicate, PredicateError};

/// How often the input is asked before a reduction begins.
pub const TRIALS: u32 = 5;

/// How often a script fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steadiness {
    /// Runs that failed.
    pub fails: u32,
    /// Runs in all.
    pub runs: u32,
}

impl Steadiness {
    /// Asks the predicate `runs` times about the same script.
    pub fn measure(
        predicate: &dyn Predicate,
        script: &str,
        runs: u32,
    ) -> Result<Steadiness, PredicateError> {
        let mut fails = 0;
        for _ in 0..runs {
            fails += u32::from(predicate.surely_fails(script)?);
        }
        Ok(Steadiness { fails, runs })
    }

    /// Whether it fails sometimes, but not always.
    pub fn is_flaky(&self) -> bool {
        self.fails > 0 && self.fails < self.runs
    }

    /// How many runs show a failure of this frequency with 99 % certainty, within reason.
    pub fn runs_needed(&self) -> u32 {
        if self.fails == 0 || !self.is_flaky() {
            return 1;
        }
        let misses = 1.0 - f64::from(self.fails) / f64::from(self.runs);
        (0.01f64.ln() / misses.ln()).ceil().clamp(2.0, 20.0) as u32
    }
}

impl std::ops::Add for Steadiness {
    type Output = Steadiness;

    /// Both series of runs together.
    fn add(self, more: Steadiness) -> Steadiness {
        Steadiness {
            fails: self.fails + more.fails,
            runs: self.runs + more.runs,
        }
    }
}

/// A predicate that asks another one several times: one failure is enough.
pub struct AnyOf<'a> {
    /// The predicate.
    pub inner: &'a dyn Predicate,
    /// The most times that it is asked about one script.
    pub runs: u32,
}

impl Predicate for AnyOf<'_> {
    fn fails(&self, script: &str) -> Result<bool, PredicateError> {
        for _ in 0..self.runs {
            if self.inner.fails(script)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_quick(&self) -> bool {
        self.inner.is_quick()
    }

    fn surely_fails(&self, script: &str) -> Result<bool, PredicateError> {
        for _ in 0..self.runs {
            if self.inner.surely_fails(script)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn the_rarer_the_more_runs() {
        let needed = |fails, runs| Steadiness { fails, runs }.runs_needed();
        assert_eq!(needed(5, 5), 1);
        assert_eq!(needed(4, 5), 3);
        assert_eq!(needed(1, 2), 7);
        assert_eq!(needed(1, 100), 20);
    }

    #[test]
    fn one_failure_of_several_is_enough() {
        let asked = AtomicU32::new(0);
        let every_third = |_: &str| asked.fetch_add(1, Ordering::Relaxed) % 3 == 2;
        let steadiness = Steadiness::measure(&every_third, "", 6).unwrap();
        assert_eq!(steadiness, Steadiness { fails: 2, runs: 6 });
        assert!(steadiness.is_flaky());
        assert!(
            AnyOf {
                inner: &every_third,
                runs: 3
            }
            .fails("")
            .unwrap()
        );
        assert!(
            !AnyOf {
                inner: &every_third,
                runs: 2
            }
            .fails("")
            .unwrap()
        );
    }
}
