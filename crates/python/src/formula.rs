//! A formula that gadfly made.

use pyo3::prelude::*;

/// A formula with all that is needed to make it again.
#[pyclass(frozen, module = "gadfly")]
pub(crate) struct Formula(pub(crate) gadfly_formula::Formula);

#[pymethods]
impl Formula {
    /// The script without its header.
    #[getter]
    fn text(&self) -> &str {
        &self.0.text
    }

    /// Its test index.
    #[getter]
    fn index(&self) -> u64 {
        self.0.provenance.index
    }

    /// The strategy that made it.
    #[getter]
    fn strategy(&self) -> &str {
        &self.0.provenance.strategy
    }

    /// What the answer of each `check-sat` must be: "sat", "unsat" or "unknown".
    #[getter]
    fn expect(&self) -> Vec<String> {
        self.0.expect.iter().map(ToString::to_string).collect()
    }

    /// How that is known: "none", "claimed", "confirmed", "construction" or "witness".
    #[getter]
    fn label(&self) -> String {
        self.0.label.to_string()
    }

    /// The paths of the seeds that it was made from.
    #[getter]
    fn parents(&self) -> Vec<&str> {
        let parents = self.0.provenance.parents.iter();
        parents.map(|parent| parent.path.as_str()).collect()
    }

    /// What was done, step by step.
    #[getter]
    fn trace(&self) -> Vec<String> {
        self.0.provenance.trace.clone()
    }

    /// The script with its header, as the program writes it.
    fn __str__(&self) -> String {
        self.0.with_header()
    }

    fn __repr__(&self) -> String {
        let from = &self.0.provenance;
        format!("<Formula {} of {}>", from.index, from.strategy)
    }
}
