//! The truth of a script under a model.

use crate::errors::ModelError;
use crate::script::Script;
use crate::term::Term;
use gadfly_eval::{Model, Prepared, Truth, active_assertions};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

/// What a model makes of a script.
#[pyclass(frozen, get_all, module = "gadfly")]
pub(crate) struct Evaluation {
    /// `True`, `False`, or `None` where it is undetermined.
    holds: Option<bool>,
    /// Why it is undetermined.
    reason: Option<String>,
    /// Whether values were filled in that the model leaves out.
    completed: bool,
    /// The same for each assertion.
    assertions: Vec<Py<Assertion>>,
}

/// An assertion under a model.
#[pyclass(frozen, get_all, module = "gadfly")]
pub(crate) struct Assertion {
    /// The asserted term.
    term: Py<Term>,
    /// `True`, `False`, or `None` where it is undetermined.
    holds: Option<bool>,
    /// Why it is undetermined.
    reason: Option<String>,
}

fn told(truth: &Truth) -> (Option<bool>, Option<String>) {
    match truth {
        Truth::True => (Some(true), None),
        Truth::False => (Some(false), None),
        Truth::Undetermined(reason) => (None, Some(reason.to_string())),
    }
}

/// Evaluates what a script asserts at a `check-sat`, counted from 1, under a model as a solver
/// prints it.
#[pyfunction]
#[pyo3(signature = (script, model, *, check = 1))]
pub(crate) fn evaluate(
    py: Python<'_>,
    script: &Script,
    model: &str,
    check: usize,
) -> PyResult<Evaluation> {
    let tree = &script.0;
    let at = check.checked_sub(1);
    let at = at.ok_or_else(|| PyIndexError::new_err("checks are counted from 1"))?;
    let evaluated = py.detach(|| {
        let model = Model::parse(model, tree)?;
        Ok(Prepared::new(tree, active_assertions(tree, at)).evaluate(&model))
    });
    let evaluated = evaluated
        .map_err(|error: gadfly_eval::ModelError| ModelError::new_err(error.to_string()))?;
    let assertion = |(node, truth): &(_, Truth)| {
        let (holds, reason) = told(truth);
        let term = Py::new(py, Term::new(tree, *node))?;
        let assertion = Assertion {
            term,
            holds,
            reason,
        };
        Py::new(py, assertion)
    };
    let assertions = evaluated.assertions.iter().map(assertion);
    let assertions = assertions.collect::<PyResult<_>>()?;
    let (holds, reason) = told(&evaluated.overall);
    Ok(Evaluation {
        holds,
        reason,
        completed: evaluated.completed,
        assertions,
    })
}

#[pymethods]
impl Evaluation {
    fn __repr__(&self) -> String {
        match (self.holds, &self.reason) {
            (Some(holds), _) => format!("<Evaluation: {holds}>"),
            (None, reason) => {
                let reason = reason.as_deref().unwrap_or_default();
                format!("<Evaluation: undetermined, {reason}>")
            }
        }
    }
}
