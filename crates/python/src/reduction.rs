//! Reduction under a predicate of Python's.

use crate::errors::failed;
use gadfly_reduce::{
    Budget, Predicate, PredicateError, ReduceError, Setting, Silent, Tried, beautify,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What came of a reduction.
#[pyclass(frozen, get_all, module = "gadfly")]
pub(crate) struct Reduction {
    /// The smallest script that fails.
    text: String,
    /// The same, laid out for people.
    pretty: String,
    /// How often the predicate was asked.
    checks: u64,
    /// Whether nothing more can be simplified.
    fixpoint: bool,
}

#[pymethods]
impl Reduction {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        let (bytes, checks) = (self.text.len(), self.checks);
        format!("<Reduction: {bytes} bytes after {checks} checks>")
    }
}

/// A callable that gets a script and says whether it still fails.
struct Callable {
    function: Py<PyAny>,
    /// The exception that ended it.
    raised: Mutex<Option<PyErr>>,
}

impl Predicate for Callable {
    fn fails(&self, script: &str) -> Result<bool, PredicateError> {
        let told = Python::attach(|py| self.function.bind(py).call1((script,))?.is_truthy());
        told.map_err(|error| {
            let words = error.to_string();
            let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
            raised.get_or_insert(error);
            PredicateError(words)
        })
    }
}

/// Makes a script small as long as `fails(script)` is true; with several `jobs` it is called from
/// several threads. `time` is in seconds.
#[pyfunction]
#[pyo3(signature = (text, fails, *, jobs = 1, time = None, checks = None))]
pub(crate) fn reduce(
    py: Python<'_>,
    text: &str,
    fails: Py<PyAny>,
    jobs: usize,
    time: Option<f64>,
    checks: Option<u64>,
) -> PyResult<Reduction> {
    let callable = Callable {
        function: fails,
        raised: Mutex::default(),
    };
    let time = time.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|error| PyValueError::new_err(format!("time: {error}")))?;
    let halt = AtomicBool::new(false);
    let halted = || halt.load(Ordering::Relaxed);
    let budget = Budget {
        // None that a clock could show is none at all.
        deadline: time.and_then(|time| Instant::now().checked_add(time)),
        checks,
        interrupted: Some(&halted),
    };
    let work = || {
        let setting = Setting {
            jobs: jobs.max(1),
            budget,
            tried: &Tried::default(),
            observer: &Silent,
        };
        gadfly_reduce::reduce(text, &callable, setting)
    };
    let (reduced, interrupted) = py.detach(|| attended(work, &halt));
    interrupted?;
    let raised = callable.raised.into_inner();
    if let Some(error) = raised.unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let reduced = reduced.map_err(|error: ReduceError| failed(error))?;
    Ok(Reduction {
        pretty: beautify(&reduced.text),
        checks: reduced.checks,
        fixpoint: reduced.stop.is_none(),
        text: reduced.text,
    })
}

/// How often Python is asked whether Ctrl-C was pressed.
const ATTENTION: Duration = Duration::from_millis(50);

/// Does the work beside this thread, which alone hears of Ctrl-C.
fn attended<T: Send>(work: impl FnOnce() -> T + Send, halt: &AtomicBool) -> (T, PyResult<()>) {
    let (done, finished) = channel();
    std::thread::scope(|scope| {
        scope.spawn(move || done.send(work()));
        let mut heard = Ok(());
        loop {
            match finished.recv_timeout(ATTENTION) {
                Ok(result) => return (result, heard),
                Err(RecvTimeoutError::Timeout) if heard.is_ok() => {
                    heard = Python::attach(|py| py.check_signals());
                    halt.store(heard.is_err(), Ordering::Relaxed);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => panic!("the reduction ended without a word"),
            }
        }
    })
}
