//! Random formulas of a logic.

use crate::errors::failed;
use crate::formula::Formula;
use gadfly_catalog::Catalog;
use gadfly_generate::{Division, Generator, Known, Logic, NAMED, Options, Preset, Span};
use gadfly_vocabulary::did_you_mean;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::{AtomicU64, Ordering};

/// Random formulas, one after another.
#[pyclass(frozen, module = "gadfly")]
pub(crate) struct Generated {
    generator: Generator,
    seed: u64,
    next: AtomicU64,
    end: u64,
}

/// Random formulas of a logic; `sizes` are the options of `gadfly generate`, with `_` for `-`. A
/// range is a number or a pair.
#[pyfunction]
#[pyo3(signature = (logic, *, count = 1, seed = 0, start = 0, preset = "normal", expect = None, **sizes))]
pub(crate) fn generate(
    logic: &str,
    count: u64,
    seed: u64,
    start: u64,
    preset: &str,
    expect: Option<&str>,
    sizes: Option<&Bound<'_, PyDict>>,
) -> PyResult<Generated> {
    let logic = Logic::parse(logic).map_err(|error| {
        let meant = did_you_mean(logic, NAMED.iter().copied());
        PyValueError::new_err(format!("{error}{meant}"))
    })?;
    let mut options = Options::preset(logic, preset_of(preset)?);
    options.known = match expect {
        None => Known::Nothing,
        Some("sat") => Known::Sat,
        Some("unsat") => Known::Unsat,
        Some(other) => return Err(unknown("expect", other, "sat or unsat")),
    };
    for (name, value) in sizes.into_iter().flatten() {
        set(&mut options, &name.extract::<String>()?, &value)?;
    }
    let generator = Generator::new(&Catalog::shared(), options).map_err(failed)?;
    Ok(Generated {
        generator,
        seed,
        next: AtomicU64::new(start),
        end: start.saturating_add(count),
    })
}

fn preset_of(name: &str) -> PyResult<Preset> {
    Ok(match name {
        "small" => Preset::Small,
        "normal" => Preset::Normal,
        "deep" => Preset::Deep,
        "wide" => Preset::Wide,
        "stress" => Preset::Stress,
        other => {
            return Err(unknown(
                "preset",
                other,
                "small, normal, deep, wide or stress",
            ));
        }
    })
}

fn unknown(what: &str, word: &str, known: &str) -> PyErr {
    PyValueError::new_err(format!("there is no {what} `{word}`: use {known}"))
}

/// A number, or a pair of the least and the most.
struct Range(Span);

impl<'py> FromPyObject<'_, 'py> for Range {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (from, to) = match value.extract::<u32>() {
            Ok(number) => (number, number),
            Err(_) => value.extract::<(u32, u32)>().map_err(|_| {
                PyTypeError::new_err("a range is a number, or a pair of the least and the most")
            })?,
        };
        Ok(Range(Span::new(from, to)))
    }
}

/// Sets an option by the name that the command has for it.
fn set(options: &mut Options, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    macro_rules! by_name {
        ($($span:ident)* ; $($number:ident)*) => {
            match name {
                $(stringify!($span) => options.$span = value.extract::<Range>()?.0,)*
                $(stringify!($number) => options.$number = value.extract()?,)*
                "division" => options.division = division(&value.extract::<String>()?)?,
                "small_floats" => options.small_floats = value.extract()?,
                "theories" => options.theories = value.extract()?,
                other => {
                    let known = [$(stringify!($span),)* $(stringify!($number),)* "division", "small_floats", "theories"];
                    let meant = did_you_mean(other, known);
                    return Err(PyTypeError::new_err(format!("generate() has no size `{other}`{meant}")));
                }
            }
        };
    }
    by_name!(
        variables terms predicates assertions functions sorts bits quantifiers bound definitions checks;
        magnitude string_length let_from literal function_share array_share bool_as_data n_ary
        negation pattern nesting recursive
    );
    Ok(())
}

fn division(name: &str) -> PyResult<Division> {
    Ok(match name {
        "none" => Division::None,
        "guarded" => Division::Guarded,
        "free" => Division::Free,
        other => return Err(unknown("division", other, "none, guarded or free")),
    })
}

#[pymethods]
impl Generated {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Formula>> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        if index >= self.end {
            self.next.store(self.end, Ordering::Relaxed);
            return Ok(None);
        }
        let formula = py.detach(|| self.generator.formula(self.seed, index));
        formula
            .map(|formula| Some(Formula(formula)))
            .map_err(failed)
    }
}
