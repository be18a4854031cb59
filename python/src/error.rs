//! Errors of the engine as exceptions: `jmend.JmendError`, with its place in the text as Python counts it.

use jmend::{Error, Violation};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyTuple, PyType};

use crate::text::Text;

/// What an exception says.
pub(crate) struct Said<'s> {
    pub(crate) code: &'s str,
    pub(crate) message: &'s str,
    /// Byte of the text.
    pub(crate) offset: usize,
    pub(crate) line: usize,
    pub(crate) column: usize,
    /// Says what to tell the model; empty where that is not the model's fault.
    pub(crate) feedback: &'s str,
    /// The place in a program, a JSON Pointer.
    pub(crate) path: Option<&'s str>,
    /// The name that was probably meant.
    pub(crate) suggestion: Option<&'s str>,
}

impl Said<'_> {
    /// The exception.
    pub(crate) fn raise(&self, py: Python<'_>, text: &Text<'_>) -> PyErr {
        let violations = PyList::empty(py).into_any();
        self.raise_with(py, text, &violations)
    }

    fn raise_with(&self, py: Python<'_>, text: &Text<'_>, violations: &Bound<'_, PyAny>) -> PyErr {
        let offset = text.offsets().at(self.offset);
        let made = kind(py).and_then(|kind| {
            let Self { code, message, line, column, feedback, path, suggestion, .. } = *self;
            kind.call1((message, code, offset, line, column, violations, feedback, path, suggestion))
        });
        match made {
            Ok(error) => PyErr::from_value(error),
            Err(error) => error,
        }
    }
}

/// The class of the exceptions.
pub(crate) fn kind(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static TYPE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    TYPE.import(py, "jmend._error", "JmendError")
}

/// The exception of an error.
pub(crate) fn of(py: Python<'_>, error: &Error, text: &Text<'_>) -> PyErr {
    let (code, message, offset) = (error.code(), error.message(), error.offset());
    let feedback = error.feedback(text.bytes());
    let said = Said {
        code,
        message,
        offset,
        line: error.line(),
        column: error.column(),
        feedback: &feedback,
        path: error.path(),
        suggestion: error.suggestion(),
    };
    let violations = error
        .violations()
        .iter()
        .map(|violation| (&violation.path, &violation.keyword, &violation.message, &violation.schema_path));
    match PyList::new(py, violations.collect::<Vec<_>>()) {
        Ok(violations) => said.raise_with(py, text, violations.as_any()),
        Err(error) => error,
    }
}

/// The violations of a schema as `jmend.Violation`.
pub(crate) fn violations(py: Python<'_>, found: &[Violation]) -> PyResult<Py<PyTuple>> {
    static TYPE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let mut made = Vec::with_capacity(found.len());
    for Violation { path, keyword, message, schema_path, .. } in found {
        made.push(TYPE.import(py, "jmend._error", "Violation")?.call1((
            path,
            keyword,
            message,
            schema_path,
        ))?);
    }
    Ok(PyTuple::new(py, made)?.unbind())
}

/// The exception of a cause at a byte of the text.
pub(crate) fn at(py: Python<'_>, code: &str, message: &str, offset: usize, text: &Text<'_>) -> PyErr {
    let before = text.bytes().get(..offset).unwrap_or(text.bytes());
    let line = before.split(|byte| *byte == b'\n').count();
    let in_line = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    let column = in_line.iter().filter(|byte| **byte & 0xC0 != 0x80).count() + 1;
    Said { code, message, offset, line, column, feedback: "", path: None, suggestion: None }.raise(py, text)
}
