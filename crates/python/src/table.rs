//! Tables of studies and hunts: columns as lists, which every data frame is made from.

use gadfly_columns::{Cells, Reader};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::path::PathBuf;

use crate::errors::failed;

/// The columns of a Parquet file that gadfly wrote, as lists by name.
#[pyfunction]
pub(crate) fn read_parquet(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyDict>> {
    let damaged = |error| failed(format!("{}: {error}", path.display()));
    let reader = Reader::new(std::fs::read(&path)?).map_err(damaged)?;
    let columns = reader.columns().map_err(damaged)?;
    let table = PyDict::new(py);
    for (name, _) in &columns {
        table.set_item(name, PyList::empty(py))?;
    }
    for number in 0..reader.groups() {
        for (at, (name, kind)) in columns.iter().enumerate() {
            let cells = reader.cells(number, at, name, *kind).map_err(damaged)?;
            let list = table.get_item(name)?;
            if let Some(list) = list {
                list.call_method1("extend", (listed(py, cells)?,))?;
            }
        }
    }
    Ok(table)
}

fn listed<'py>(py: Python<'py>, cells: Cells<'static>) -> PyResult<Bound<'py, PyList>> {
    match cells {
        Cells::Int32(cells) => PyList::new(py, cells),
        Cells::Int64(cells) => PyList::new(py, cells),
        Cells::Optional(cells) => PyList::new(py, cells),
        Cells::Text(cells) => PyList::new(py, cells.iter().map(|cell| &**cell)),
        Cells::Bool(cells) => PyList::new(py, cells),
    }
}
