//! Metrics: what became of texts and calls, counted as `--stats` of the program counts.

use jmend::{Change, Stats};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::calls::PyCalls;
use crate::error::kind;
use crate::repaired::PyRepaired;
use crate::value_of;

/// Counts what became of texts and calls: `stats.add(jmend.repair(text))`.
///
/// The counts add up, and `to_json()` is what `--stats` of the program writes and `jmend stats` reads. `provider` is who made the
/// model's answers.
#[pyclass(name = "Stats", module = "jmend")]
pub(crate) struct PyStats {
    stats: Stats,
}

#[pymethods]
impl PyStats {
    #[new]
    #[pyo3(signature = (provider = None))]
    fn new(provider: Option<&str>) -> Self {
        Self { stats: Stats::new(provider) }
    }

    /// Counts a result: a `Repaired`, of this tool if it is known, all `Calls` of a message, or the `JmendError` that a text led to.
    #[pyo3(signature = (result, tool = None))]
    fn add(&mut self, result: &Bound<'_, PyAny>, tool: Option<&str>) -> PyResult<()> {
        let py = result.py();
        if let Ok(repaired) = result.cast::<PyRepaired>() {
            let (strategy, is_cut, codes) = repaired.get().counted();
            self.stats.handled(tool, strategy, is_cut, codes.into_iter());
        } else if let Ok(calls) = result.cast::<PyCalls>() {
            let calls = calls.get();
            for call in calls.calls(py) {
                let codes = call.changes.iter().map(Change::name);
                self.stats.handled(Some(&call.name), call.strategy(), !call.complete, codes);
            }
            for (name, code) in calls.refusals(py)? {
                self.stats.failed(name.as_deref(), code);
            }
        } else if result.is_instance(kind(py)?)? {
            let code: String = result.getattr("code")?.extract()?;
            self.stats.failed(tool, &code);
        } else {
            let message =
                format!("a result is Repaired, Calls or JmendError, not {}", result.get_type().name()?);
            return Err(PyTypeError::new_err(message));
        }
        Ok(())
    }

    /// Adds what was counted elsewhere.
    fn merge(&mut self, other: PyRef<'_, Self>) {
        self.stats.merge(&other.stats);
    }

    /// The counts as JSON text, as `--stats` of the program writes them.
    fn to_json(&self) -> String {
        self.stats.to_json()
    }

    /// The same as a dictionary.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value_of(py, &self.stats.to_json())
    }

    /// Reads counts that were written as JSON. Raises `ValueError` for what is none.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        let stats = Stats::parse(text).map_err(|error| PyValueError::new_err(error.message().to_owned()))?;
        Ok(Self { stats })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("from_json")?, (self.to_json(),)))
    }

    fn __eq__(&self, other: PyRef<'_, Self>) -> bool {
        self.stats.to_json() == other.stats.to_json()
    }

    fn __repr__(&self) -> String {
        format!("Stats({})", self.to_json())
    }
}
