//! The question that a reduction asks again and again: does this still fail?

use thiserror::Error;

/// Whether a script still shows the failure. Asked from several threads at once.
pub trait Predicate: Sync {
    /// True if the script still fails in the way to be kept.
    fn fails(&self, script: &str) -> Result<bool, PredicateError>;

    /// Asked for the input and after every pass that has changed something, where there is a
    /// dearer and surer way: a fresh process instead of a persistent one.
    fn surely_fails(&self, script: &str) -> Result<bool, PredicateError> {
        self.fails(script)
    }

    /// Whether `fails` is a quick way that `surely_fails` has to confirm.
    fn is_quick(&self) -> bool {
        false
    }
}

/// Why the question could not be asked. Ends the reduction; the best so far stays.
#[derive(Clone, Debug, Error)]
#[error("{0}")]
pub struct PredicateError(pub String);

impl<F: Fn(&str) -> bool + Sync> Predicate for F {
    fn fails(&self, script: &str) -> Result<bool, PredicateError> {
        Ok(self(script))
    }
}
