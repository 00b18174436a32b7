//! Scripts: parsed, sort-checked, and what stands in them.

use crate::errors::malformed;
use crate::term::Term;
use gadfly_term::{Catalog, FunKind, Mode, NodeId};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

/// A script that is well-formed.
#[pyclass(frozen, module = "gadfly")]
pub(crate) struct Script(pub(crate) Arc<gadfly_term::Script>);

/// A function or constant that a script declares or defines.
#[pyclass(frozen, get_all, module = "gadfly")]
pub(crate) struct Function {
    /// Its name.
    name: String,
    /// The sorts of its parameters.
    parameters: Vec<String>,
    /// The sort of its result.
    sort: String,
    /// Whether it is defined by a term.
    defined: bool,
}

#[pymethods]
impl Function {
    fn __repr__(&self) -> String {
        let parameters = self.parameters.join(" ");
        format!("({} ({parameters}) {})", self.name, self.sort)
    }
}

/// Parses and sort-checks a script. `mode` is "default" (SMT-LIB and the solvers' dialects),
/// "standard" or "lenient"; `name` is what messages call the text.
#[pyfunction]
#[pyo3(signature = (text, *, mode = "default", name = "script"))]
pub(crate) fn parse(py: Python<'_>, text: &str, mode: &str, name: &str) -> PyResult<Script> {
    let mode = match mode {
        "default" => Mode::Default,
        "standard" => Mode::Standard,
        "lenient" => Mode::Lenient,
        other => {
            let known = "use default, standard or lenient";
            return Err(PyValueError::new_err(format!(
                "there is no mode `{other}`: {known}"
            )));
        }
    };
    let parsed = py.detach(|| gadfly_term::Script::parse(text, &Catalog::shared(), mode));
    match parsed {
        Ok(script) => Ok(Script(Arc::new(script))),
        Err(faults) => Err(malformed(py, name, text, &faults)),
    }
}

impl Script {
    fn these(&self, nodes: impl Iterator<Item = NodeId>) -> Vec<Term> {
        nodes.map(|node| Term::new(&self.0, node)).collect()
    }
}

#[pymethods]
impl Script {
    /// The text as it was given.
    #[getter]
    fn text(&self) -> &str {
        self.0.source()
    }

    /// The logic that the script sets, if it does.
    #[getter]
    fn logic(&self) -> Option<&str> {
        self.0.logic()
    }

    /// The asserted terms, in order.
    #[getter]
    fn assertions(&self) -> Vec<Term> {
        self.these(self.0.assertions())
    }

    /// All terms, subterms before the terms that they stand in.
    #[getter]
    fn terms(&self) -> Vec<Term> {
        self.these(self.0.nodes())
    }

    /// How many `check-sat` there are.
    #[getter]
    fn checks(&self) -> usize {
        self.0.checks().count()
    }

    /// The functions and constants that the script declares or defines, in order.
    #[getter]
    fn functions(&self) -> Vec<Function> {
        let script = &self.0;
        let all = script.funs().map(|id| (id, script.fun(id)));
        let own = all.filter_map(|(id, fun)| match fun.kind {
            FunKind::Declared => Some((id, fun, false)),
            FunKind::Defined { .. } => Some((id, fun, true)),
            _ => None,
        });
        let sorts = |sorts: &[gadfly_term::SortId]| {
            let sorts = sorts.iter().map(|sort| script.sort_text(*sort));
            sorts.collect()
        };
        let function = |(id, fun, defined): (_, &gadfly_term::Fun, bool)| Function {
            name: script.name(fun.symbol).to_owned(),
            parameters: sorts(script.params(id)),
            sort: script.sort_text(fun.result),
            defined,
        };
        own.map(function).collect()
    }

    /// The smallest logic of SMT-LIB that has all that the script uses.
    fn infer_logic(&self) -> String {
        gadfly_term::infer_logic(&self.0).name
    }

    fn __str__(&self) -> &str {
        self.text()
    }

    fn __repr__(&self) -> String {
        let logic = self.0.logic().unwrap_or("no logic");
        format!("<Script: {logic}, {} bytes>", self.0.source().len())
    }
}
