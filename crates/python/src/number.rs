//! Python's integers and ours: indices may have thousands of digits, more than Python prints.

use gadfly_enumerate::UBig;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};

/// Ours from Python's.
pub(crate) fn natural(number: &Bound<'_, PyInt>) -> PyResult<UBig> {
    if number.lt(0)? {
        return Err(PyValueError::new_err("an index is not negative"));
    }
    let bits: usize = number.call_method0("bit_length")?.extract()?;
    let bytes = number.call_method1("to_bytes", (bits.div_ceil(8), "little"))?;
    Ok(UBig::from_le_bytes(bytes.cast::<PyBytes>()?.as_bytes()))
}

/// Python's from ours.
pub(crate) fn int<'py>(py: Python<'py>, number: &UBig) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new(py, &number.to_le_bytes());
    py.get_type::<PyInt>()
        .call_method1("from_bytes", (bytes, "little"))
}
