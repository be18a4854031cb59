//! The cache of results: a directory that the program and other processes share.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use jmend::{Cache, Error};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error;
use crate::options::json_of;
use crate::text::Text;
use crate::value_of;

/// Full results of tool calls in a directory, under their cache keys: equal calls have one result, however they are spelled.
///
/// The directory is that of `jmend cache`; other processes may use it at the same time. `namespace` separates tenants or versions of a
/// tool. `max_size` is in bytes and `max_age` in seconds: with each result that comes, the oldest ones make room.
///
/// Arguments are JSON text, or a value that `json.dumps` takes. Raises `JmendError` for arguments that have no key, and `OSError` for
/// what cannot be read or stored.
#[pyclass(name = "Cache", module = "jmend", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct PyCache {
    pub(crate) cache: Cache,
    given: (PathBuf, Option<String>, Option<u64>, Option<f64>),
}

#[pymethods]
impl PyCache {
    #[new]
    #[pyo3(signature = (directory, *, namespace = None, max_size = None, max_age = None))]
    fn new(
        directory: PathBuf,
        namespace: Option<String>,
        max_size: Option<u64>,
        max_age: Option<f64>,
    ) -> PyResult<Self> {
        let given = (directory.clone(), namespace.clone(), max_size, max_age);
        let mut cache = Cache::new(directory).max_size(max_size.unwrap_or_default());
        if let Some(namespace) = namespace {
            cache = cache.namespace(namespace);
        }
        if let Some(seconds) = max_age {
            let age = Duration::try_from_secs_f64(seconds);
            cache = cache.max_age(age.map_err(|error| PyValueError::new_err(format!("max_age: {error}")))?);
        }
        Ok(Self { cache, given })
    }

    /// The result of a call as text, or None if there is none. Raises `OSError` for one that is damaged.
    fn get(&self, py: Python<'_>, tool: &str, arguments: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let arguments = json_of(arguments)?;
        let found = py.detach(|| self.cache.get(tool, &arguments));
        found.map_err(|error| raised(py, error, &arguments))
    }

    /// Says whether there is a result of a call.
    fn has(&self, py: Python<'_>, tool: &str, arguments: &Bound<'_, PyAny>) -> PyResult<bool> {
        let arguments = json_of(arguments)?;
        let found = py.detach(|| self.cache.has(tool, &arguments));
        found.map_err(|error| raised(py, error, &arguments))
    }

    /// Stores the result of a call: JSON text as it is, or a value that `json.dumps` takes; with text=True, a text that is not JSON.
    ///
    /// Says whether it was kept: a result that is larger than `max_size` is not. Raises `JmendError` for text that is no JSON.
    #[pyo3(signature = (tool, arguments, result, *, text = false))]
    fn put(
        &self,
        py: Python<'_>,
        tool: &str,
        arguments: &Bound<'_, PyAny>,
        result: &Bound<'_, PyAny>,
        text: bool,
    ) -> PyResult<bool> {
        let (arguments, result) = (json_of(arguments)?, json_of(result)?);
        let put = || {
            if text {
                self.cache.put_text(tool, &arguments, &result)
            } else {
                self.cache.put(tool, &arguments, &result)
            }
        };
        py.detach(put).map_err(|error| {
            let about = if error.kind() == io::ErrorKind::InvalidData { &result } else { &arguments };
            raised(py, error, about)
        })
    }

    /// Removes the result of a call, and says whether there was one.
    fn remove(&self, py: Python<'_>, tool: &str, arguments: &Bound<'_, PyAny>) -> PyResult<bool> {
        let arguments = json_of(arguments)?;
        let removed = py.detach(|| self.cache.remove(tool, &arguments));
        removed.map_err(|error| raised(py, error, &arguments))
    }

    /// A list of dictionaries, one for each result in the directory, the oldest first: what `jmend cache ls` prints.
    fn entries<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let entries = py.detach(|| self.cache.entries())?;
        entries.iter().map(|entry| value_of(py, &entry.to_json())).collect()
    }

    /// Removes what the limits do not allow, damaged results, and temporary files that their writers left; says how many.
    fn collect<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let removed = py.detach(|| self.cache.collect())?;
        let counts = PyDict::new(py);
        counts.set_item("entries", removed.entries)?;
        counts.set_item("bytes", removed.bytes)?;
        counts.set_item("abandoned", removed.abandoned)?;
        counts.set_item("corrupt", removed.corrupt)?;
        Ok(counts)
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((&PathBuf,), Bound<'py, PyDict>)> {
        let (directory, namespace, max_size, max_age) = &self.given;
        let options = PyDict::new(py);
        options.set_item("namespace", namespace)?;
        options.set_item("max_size", max_size)?;
        options.set_item("max_age", max_age)?;
        Ok(((directory,), options))
    }

    fn __repr__(&self) -> String {
        format!("Cache({:?})", self.given.0.display().to_string())
    }
}

/// The exception of an error, which is about a text where it holds one of the engine.
fn raised(py: Python<'_>, failed: io::Error, text: &str) -> PyErr {
    match failed.get_ref().and_then(|inner| inner.downcast_ref::<Error>()) {
        Some(inner) => error::of(py, inner, &Text::Str(text)),
        None => failed.into(),
    }
}
