//! A document that is still being written.

use jmend::{Fixes, Options, Partial};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::options::{Asked, asked};
use crate::repaired::{PyRepaired, values};
use crate::text::Text;
use crate::value::string;
use crate::{detached, error};

/// A document that is still being written: after each piece, what it says so far.
///
/// Numbers and words are held back until they are whole. After a sentence, a fence or reasoning, the document is shown once it has begun
/// for certain. While the text is the beginning of valid JSON, nothing that was shown is taken back. Takes the options of `loads` but `schema`.
#[pyclass(name = "Partial", module = "jmend")]
pub(crate) struct PyPartial {
    partial: Partial,
    parse_float: Option<Py<PyAny>>,
    /// What was pushed: places of errors refer to it.
    text: Vec<u8>,
}

#[pymethods]
impl PyPartial {
    #[new]
    #[pyo3(signature = (**options))]
    fn new(options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let Asked { options, parse_float, .. } = asked(Options::default(), options, &["parse_float"])?;
        let partial = Partial::with_options(&options);
        Ok(Self { partial, parse_float: parse_float.map(Bound::unbind), text: Vec::new() })
    }

    /// Takes the next piece. Returns whether `value` says more now.
    fn push(&mut self, py: Python<'_>, piece: &Bound<'_, PyAny>) -> PyResult<bool> {
        let piece = Text::of(piece)?;
        self.text.extend_from_slice(piece.bytes());
        let (partial, len) = (&mut self.partial, self.text.len());
        Ok(detached(py, len, || partial.push(piece.bytes())))
    }

    /// The value so far; None before there is anything to show.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(text) = self.partial.value() else { return Ok(None) };
        let parse_float = self.parse_float.as_ref().map(|parse| parse.bind(py));
        let whole = 0..text.len();
        let given = Text::Str(text);
        values(py, text, &[whole], &Fixes::default(), parse_float, &given).map(Some)
    }

    /// The value so far as JSON text; None before there is anything to show.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.partial.value().map(|text| string(py, text))
    }

    /// The text has ended: repairs all of it.
    fn finish(&self, py: Python<'_>) -> PyResult<PyRepaired> {
        let partial = &self.partial;
        let repaired = detached(py, self.text.len(), || partial.finish())
            .map_err(|error| error::of(py, &error, &Text::Bytes(&self.text)))?;
        let source = match std::str::from_utf8(&self.text) {
            Ok(text) => string(py, text),
            Err(_) => PyBytes::new(py, &self.text).into_any(),
        };
        let parse_float = self.parse_float.as_ref().map(|parse| parse.bind(py).clone());
        Ok(PyRepaired::new(&source, repaired, parse_float))
    }
}
