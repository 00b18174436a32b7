//! What goes wrong, as exceptions.

use gadfly_term::Diagnostic;
use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(gadfly, Error, PyException, "Something could not be done.");
create_exception!(
    gadfly,
    ParseError,
    Error,
    "A text is not well-formed; `line` and `column` say where."
);
create_exception!(gadfly, ModelError, Error, "A text is no model.");

/// A failure in its own words.
pub(crate) fn failed(error: impl std::fmt::Display) -> PyErr {
    Error::new_err(error.to_string())
}

/// A text that is not well-formed: its first fault with the line that it stands in.
pub(crate) fn malformed(py: Python<'_>, name: &str, text: &str, faults: &[Diagnostic]) -> PyErr {
    let Some(first) = faults.first() else {
        return ParseError::new_err(format!("{name}: not a script"));
    };
    let shown = first.render(name, text.as_bytes());
    let shown = shown.strip_prefix("error: ").unwrap_or(&shown).to_owned();
    let at = gadfly_syntax::Position::of(text.as_bytes(), first.span.start as usize);
    let error = ParseError::new_err(shown);
    let value = error.value(py);
    let set = value.setattr("line", at.line);
    match set.and_then(|()| value.setattr("column", at.column)) {
        Ok(()) => error,
        Err(other) => other,
    }
}
