//! Mutants of seeds.

use crate::errors::failed;
use crate::formula::Formula;
use gadfly_catalog::Catalog;
use gadfly_mutate::{
    Kit, Options, Position, RuleBook, SeedPool, Strategy, Unique, make, mutators, strategy,
};
use gadfly_vocabulary::did_you_mean;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// Mutants, one after another. A duplicate keeps its index and is left out.
#[pyclass(frozen, module = "gadfly")]
pub(crate) struct Mutants(Mutex<Making>);

struct Making {
    strategy: Box<dyn Strategy>,
    pool: SeedPool,
    kit: Kit,
    unique: Unique,
    seed: u64,
    indices: std::ops::Range<u64>,
}

impl Making {
    fn next(&mut self) -> Result<Option<gadfly_formula::Formula>, String> {
        for index in self.indices.by_ref() {
            let at = Position {
                seed: self.seed,
                index,
            };
            let made = make(&mut *self.strategy, &self.pool, at, &mut self.kit)
                .map_err(|wrong| wrong.to_string())?;
            let new = made.filter(|formula| self.unique.is_new(formula, &self.kit));
            if new.is_some() {
                return Ok(new);
            }
        }
        match self.kit.refused.first() {
            None => Ok(None),
            Some(fault) => Err(format!(
                "our own checker refuses a mutant ({}; {}): please report this",
                fault.message, fault.trace
            )),
        }
    }
}

/// Mutants of seeds, each a pair of name and text. `start` is the first test index.
#[pyfunction]
#[pyo3(signature = (seeds, strategy, *, count, seed, start, steps, ops))]
#[expect(
    clippy::too_many_arguments,
    reason = "keywords, with defaults in Python"
)]
pub(crate) fn mutate(
    py: Python<'_>,
    seeds: Vec<(String, String)>,
    strategy: &str,
    count: u64,
    seed: u64,
    start: u64,
    steps: u64,
    ops: Vec<String>,
) -> PyResult<Mutants> {
    let strategy = mutator(strategy)?;
    let catalog = Catalog::shared();
    known_operators(&catalog, &ops)?;
    if steps == 0 {
        return Err(PyValueError::new_err("steps must not be 0"));
    }
    let making = py.detach(|| {
        let files = seeds
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()));
        let (pool, refused) = SeedPool::read(files, &catalog);
        if pool.is_empty() {
            let why = refused.first().map(|error| format!(": {error}"));
            return Err(format!("nothing can be a seed{}", why.unwrap_or_default()));
        }
        let book = RuleBook::read(&catalog).map_err(|error| error.to_string())?;
        let mut options = Options {
            steps,
            ..Options::default()
        };
        options.allowed.only = ops;
        Ok(Making {
            strategy,
            pool,
            kit: Kit::new(&catalog, Arc::new(book), options),
            unique: Unique::default(),
            seed,
            indices: start..start.saturating_add(count),
        })
    });
    Ok(Mutants(Mutex::new(making.map_err(failed)?)))
}

/// The strategy of this name, if it takes seeds.
fn mutator(name: &str) -> PyResult<Box<dyn Strategy>> {
    let named = strategy(name).filter(|one| one.about().takes.seeds());
    named.ok_or_else(|| {
        let known: Vec<&str> = mutators().map(|about| about.name).collect();
        let meant = did_you_mean(name, known.iter().copied());
        let known = known.join(", ");
        PyValueError::new_err(format!(
            "there is no strategy `{name}`{meant}; use one of {known}"
        ))
    })
}

/// Operators that are not there would silently leave nothing to do.
fn known_operators(catalog: &Catalog, ops: &[String]) -> PyResult<()> {
    let all = || catalog.ops().iter().map(|op| op.name.as_str());
    match ops.iter().find(|name| all().all(|known| known != *name)) {
        None => Ok(()),
        Some(name) => {
            let meant = did_you_mean(name, all());
            Err(PyValueError::new_err(format!(
                "there is no operator `{name}`{meant}"
            )))
        }
    }
}

#[pymethods]
impl Mutants {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Formula>> {
        let next = py.detach(|| {
            let mut making = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            making.next()
        });
        Ok(next.map_err(failed)?.map(Formula))
    }
}
