//! What a test needs and may not have.

use std::fmt::Display;

/// What was found of a solver that must be installed; `None`, with a word on standard error, where it
/// is not, and the test is passed over.
///
/// # Panics
/// If nothing was found and `GADFLY_REQUIRE_SOLVERS` is set, as `./test` does.
pub fn installed<T>(found: Result<T, impl Display>) -> Option<T> {
    let missing = match found {
        Ok(found) => return Some(found),
        Err(missing) => missing,
    };
    let required = std::env::var_os("GADFLY_REQUIRE_SOLVERS").is_some();
    assert!(!required, "a solver is required here: {missing}");
    eprintln!("passed over: {missing}");
    None
}
