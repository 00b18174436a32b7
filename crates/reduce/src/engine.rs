//! The reduction: passes over the script until none of them finds anything more to simplify.

use crate::budget::{Budget, Stop};
use crate::check::{Checker, Counts};
use crate::course::{Course, Ground};
use crate::observer::{Event, Observer};
use crate::predicate::{Predicate, PredicateError};
use crate::squeeze::squeeze;
use crate::subject::Reader;
use crate::tried::Tried;
use crate::workers::Workers;
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;

/// What a reduction works with, besides the script and the predicate.
pub struct Setting<'a> {
    /// How many candidates are checked at once.
    pub jobs: usize,
    /// What it may spend.
    pub budget: Budget<'a>,
    /// What is known of candidates from before.
    pub tried: &'a Tried,
    /// Is told what happens.
    pub observer: &'a dyn Observer,
}

/// What came of a reduction.
#[derive(Debug)]
pub struct Reduction {
    /// The smallest script that fails.
    pub text: String,
    /// Questions put to the predicate.
    pub checks: u64,
    /// Candidates that were known already and cost nothing.
    pub repeated: u64,
    /// Candidates that our own checker refused, which cost nothing either.
    pub ill_formed: u64,
    /// What each pass did, in the order of the passes.
    pub passes: Vec<PassRecord>,
    /// Why it ended before the fixpoint, if it did.
    pub stop: Option<Stop>,
}

/// What one pass did in all.
#[derive(Clone, Debug)]
pub struct PassRecord {
    /// Its name.
    pub name: &'static str,
    /// Checks that it used.
    pub checks: u64,
    /// Those that the predicate answered with yes.
    pub successes: u64,
    /// Bytes that it won.
    pub bytes: usize,
}

/// Why a reduction could not begin.
#[derive(Debug, Error)]
pub enum ReduceError {
    /// The script does not parse, not even leniently.
    #[error("the input is not well-formed: {0}")]
    IllFormed(String),
    /// The input does not fail.
    #[error("the input does not fail: the check must hold for the file as it is")]
    InputPasses,
    /// The input fails only with its comments and white space.
    #[error(
        "the input fails, but not without its comments and white space: the failure hangs on the layout of the file"
    )]
    LayoutMatters,
    /// The empty script fails.
    #[error(
        "the empty script fails too: the check accepts everything, and the result would be empty"
    )]
    EmptyFails,
    /// The predicate could not be asked.
    #[error("{0}")]
    Predicate(#[from] PredicateError),
}

/// Makes a script that fails small.
pub fn reduce(
    input: &str,
    predicate: &dyn Predicate,
    setting: Setting<'_>,
) -> Result<Reduction, ReduceError> {
    let reader = Reader::for_input(input).map_err(ReduceError::IllFormed)?;
    let squeezed = squeeze(input);
    check_input(input, &squeezed, predicate)?;
    let checker = Checker {
        predicate,
        reader: &reader,
        tried: setting.tried,
        budget: &setting.budget,
        observer: setting.observer,
        counts: Counts::default(),
    };
    setting.observer.event(&Event::Best { text: &squeezed });
    let ground = Ground::new(&checker);
    let course = Course::new(&ground, squeezed.into());
    let (course, stop) = Workers::new(&ground, course).run(setting.jobs);
    let count = |count: &AtomicU64| count.load(Ordering::Relaxed);
    Ok(Reduction {
        text: ending(&course, predicate, setting.observer),
        checks: count(&checker.counts.checks),
        repeated: count(&checker.counts.repeated),
        ill_formed: count(&checker.counts.ill_formed),
        passes: course.records(),
        stop,
    })
}

/// What a reduction ends with. One that was stopped inside a pass has quick answers that nobody has
/// confirmed yet.
fn ending(course: &Course, predicate: &dyn Predicate, observer: &dyn Observer) -> String {
    let (best, surest) = (course.best(), course.surest(predicate.is_quick()));
    if best == surest || predicate.surely_fails(best).unwrap_or(false) {
        return best.to_string();
    }
    observer.event(&Event::Best { text: surest });
    surest.to_string()
}

fn check_input(input: &str, squeezed: &str, predicate: &dyn Predicate) -> Result<(), ReduceError> {
    if !predicate.surely_fails(squeezed)? {
        return Err(if predicate.surely_fails(input)? {
            ReduceError::LayoutMatters
        } else {
            ReduceError::InputPasses
        });
    }
    if predicate.fails("")? {
        return Err(ReduceError::EmptyFails);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::Silent;

    /// A quick way that takes anything with a check, and a sure one that wants the failure.
    struct Hasty;

    impl Predicate for Hasty {
        fn fails(&self, script: &str) -> Result<bool, PredicateError> {
            Ok(script.contains("assert"))
        }

        fn surely_fails(&self, script: &str) -> Result<bool, PredicateError> {
            Ok(script.contains("mod"))
        }

        fn is_quick(&self) -> bool {
            true
        }
    }

    #[test]
    fn wherever_it_is_stopped_the_result_surely_fails() {
        let script = "(declare-const x Int)(assert (> x 1))(assert (= (mod x 0) 2))(assert (< x 9))(check-sat)";
        for checks in 0..40 {
            let budget = Budget {
                checks: Some(checks),
                ..Budget::default()
            };
            let setting = Setting {
                jobs: 1,
                budget,
                tried: &Tried::default(),
                observer: &Silent,
            };
            let reduction = reduce(script, &Hasty, setting).expect("a reduction");
            assert!(
                reduction.text.contains("mod"),
                "{checks}: {}",
                reduction.text
            );
        }
    }
}
