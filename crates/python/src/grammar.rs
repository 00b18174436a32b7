//! Grammars, and their formulas in order of size.

use crate::errors::{Error, failed};
use crate::number::{int, natural};
use gadfly_catalog::Catalog;
use gadfly_enumerate::{EnumerateError, Enumerator, UBig};
use gadfly_rng::Rng;
use gadfly_vocabulary::did_you_mean;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyInt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// All formulas of a grammar: a sequence that may have no end.
#[pyclass(frozen, module = "gadfly")]
pub(crate) struct Grammar {
    name: String,
    enumerator: Arc<Mutex<Enumerator>>,
}

/// So many formulas are made before Python gets them one by one.
const BATCH: u64 = 256;

/// The names of the grammars of the catalogue.
#[pyfunction]
pub(crate) fn grammars() -> Vec<String> {
    let catalog = Catalog::shared();
    let names = catalog.stems("grammars/", ".g4").map(str::to_owned);
    names.collect()
}

/// The text of a grammar of the catalogue.
#[pyfunction]
pub(crate) fn grammar_text(name: &str) -> PyResult<String> {
    let catalog = Catalog::shared();
    let names: Vec<&str> = catalog.stems("grammars/", ".g4").collect();
    let known = names.iter().find(|known| known.eq_ignore_ascii_case(name));
    let file = known.and_then(|known| catalog.file(&format!("grammars/{known}.g4")));
    file.map(str::to_owned).ok_or_else(|| {
        let meant = did_you_mean(name, names.iter().copied());
        let names = names.join(", ");
        PyValueError::new_err(format!(
            "there is no grammar `{name}`{meant}: use one of {names}"
        ))
    })
}

fn locked(enumerator: &Mutex<Enumerator>) -> MutexGuard<'_, Enumerator> {
    enumerator.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Beyond the last formula.
fn beyond(error: EnumerateError) -> PyErr {
    PyIndexError::new_err(error.to_string())
}

#[pymethods]
impl Grammar {
    /// From its text; `name` is what messages call it.
    #[new]
    #[pyo3(signature = (text, *, name = "grammar", variables = None, assertions = None))]
    fn new(
        text: &str,
        name: &str,
        variables: Option<usize>,
        assertions: Option<usize>,
    ) -> PyResult<Grammar> {
        let mut grammar = gadfly_enumerate::Grammar::parse(text, name).map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            Error::new_err(faults.join("\n"))
        })?;
        if let Some(count) = variables {
            grammar = grammar.with_variables(count).map_err(failed)?;
        }
        if let Some(count) = assertions {
            grammar = grammar.with_assertions(count).map_err(failed)?;
        }
        Ok(Grammar {
            name: grammar.name().to_owned(),
            enumerator: Arc::new(Mutex::new(Enumerator::new(&grammar))),
        })
    }

    /// The grammar's name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// How many formulas there are; `None` where there is no end of them.
    #[getter]
    fn total<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let total = py.detach(|| locked(&self.enumerator).total());
        total.map(|total| int(py, &total)).transpose()
    }

    /// How many formulas have this size.
    fn count<'py>(&self, py: Python<'py>, size: usize) -> PyResult<Bound<'py, PyAny>> {
        let count = py.detach(|| locked(&self.enumerator).count_of_size(size));
        int(py, &count)
    }

    /// How many formulas have this size or a smaller one.
    fn count_up_to<'py>(&self, py: Python<'py>, size: usize) -> PyResult<Bound<'py, PyAny>> {
        let count = py.detach(|| locked(&self.enumerator).count_up_to(size));
        int(py, &count)
    }

    /// The index of a formula; `None` where the grammar does not derive it.
    fn rank<'py>(&self, py: Python<'py>, formula: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let rank = py.detach(|| locked(&self.enumerator).rank(formula));
        rank.map(|rank| int(py, &rank)).transpose()
    }

    /// The `number`-th even choice among all formulas of these sizes: the same as
    /// `gadfly enumerate --sample` prints there.
    #[pyo3(signature = (least, most, *, seed = 0, number = 0))]
    fn sample(
        &self,
        py: Python<'_>,
        least: usize,
        most: usize,
        seed: u64,
        number: u64,
    ) -> PyResult<String> {
        let drawn = py.detach(|| {
            let mut enumerator = locked(&self.enumerator);
            let index = enumerator.sample(least..=most, &mut Rng::new(seed, 0, number))?;
            let mut text = String::new();
            enumerator.formula(&index, &mut text).map(|()| text)
        });
        drawn.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The formula at an index.
    fn __getitem__(&self, py: Python<'_>, index: &Bound<'_, PyInt>) -> PyResult<String> {
        let index = natural(index)?;
        let mut text = String::new();
        let made = py.detach(|| locked(&self.enumerator).formula(&index, &mut text));
        made.map(|()| text).map_err(beyond)
    }

    /// Formulas from an index on: so many, or as many as there are.
    #[pyo3(signature = (start = None, count = None))]
    fn formulas(
        &self,
        start: Option<&Bound<'_, PyInt>>,
        count: Option<u64>,
    ) -> PyResult<Enumerated> {
        let next = start.map_or(Ok(UBig::ZERO), natural)?;
        let state = Stretch {
            next,
            left: count,
            ready: Vec::new().into_iter(),
        };
        Ok(Enumerated {
            enumerator: Arc::clone(&self.enumerator),
            state: Mutex::new(state),
        })
    }

    fn __iter__(&self) -> PyResult<Enumerated> {
        self.formulas(None, None)
    }

    fn __repr__(&self) -> String {
        format!("<Grammar {}>", self.name)
    }
}

/// Formulas of a grammar, one after another.
#[pyclass(frozen, module = "gadfly")]
pub(crate) struct Enumerated {
    enumerator: Arc<Mutex<Enumerator>>,
    state: Mutex<Stretch>,
}

struct Stretch {
    next: UBig,
    /// `None` is no limit.
    left: Option<u64>,
    ready: std::vec::IntoIter<String>,
}

impl Stretch {
    fn formula(
        &mut self,
        enumerator: &Mutex<Enumerator>,
    ) -> Result<Option<String>, EnumerateError> {
        if let Some(formula) = self.ready.next() {
            return Ok(Some(formula));
        }
        let most = self.left.map_or(BATCH, |left| left.min(BATCH));
        let mut enumerator = locked(enumerator);
        let over = enumerator.total().is_some_and(|total| self.next >= total);
        if most == 0 || over {
            return Ok(None);
        }
        let mut formulas = enumerator.iter_from(self.next.clone())?;
        let mut batch = Vec::new();
        while (batch.len() as u64) < most
            && let Some(formula) = formulas.next()
        {
            batch.push(formula.to_owned());
        }
        let made = batch.len() as u64;
        self.next += made;
        self.left = self.left.map(|left| left - made);
        self.ready = batch.into_iter();
        Ok(self.ready.next())
    }
}

#[pymethods]
impl Enumerated {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let next = py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.formula(&self.enumerator)
        });
        next.map_err(beyond)
    }
}
