//! The text that a caller gives: `str`, `bytes` or `bytearray`. Places count characters in the first, bytes in the others.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};

/// A text of Python's.
pub(crate) enum Text<'a> {
    /// A string.
    Str(&'a str),
    /// A string with half pairs of UTF-16, in which each of them is three bytes.
    Halves(Vec<u8>),
    /// Bytes.
    Bytes(&'a [u8]),
    /// A copy of bytes that may change.
    Copy(Vec<u8>),
}

impl<'a> Text<'a> {
    /// The text of an object.
    pub(crate) fn of(object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(string) = object.cast::<PyString>() {
            if let Ok(text) = string.to_str() {
                return Ok(Self::Str(text));
            }
            let bytes = string.call_method1("encode", ("utf-8", "surrogatepass"))?;
            return Ok(Self::Halves(bytes.cast::<PyBytes>()?.as_bytes().to_vec()));
        }
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.as_bytes()));
        }
        if let Ok(bytes) = object.cast::<PyByteArray>() {
            return Ok(Self::Copy(bytes.to_vec()));
        }
        let kind = object.get_type();
        Err(PyTypeError::new_err(format!("the text is str, bytes or bytearray, not {}", kind.name()?)))
    }

    /// Its bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Str(text) => text.as_bytes(),
            Self::Halves(bytes) | Self::Copy(bytes) => bytes,
            Self::Bytes(bytes) => bytes,
        }
    }

    /// The text, if it is Unicode: without half pairs, and without bytes that are no UTF-8.
    pub(crate) fn unicode(&self) -> Option<&str> {
        match self {
            Self::Str(text) => Some(text),
            Self::Halves(_) => None,
            Self::Bytes(bytes) => std::str::from_utf8(bytes).ok(),
            Self::Copy(bytes) => std::str::from_utf8(bytes).ok(),
        }
    }

    /// What turns places in ascending order into those of Python.
    pub(crate) fn offsets(&self) -> Offsets<'_> {
        let is_string = matches!(self, Self::Str(_) | Self::Halves(_));
        Offsets { bytes: self.bytes(), is_string, at: 0, characters: 0 }
    }
}

/// Places in a text: bytes in, what Python counts out.
pub(crate) struct Offsets<'t> {
    bytes: &'t [u8],
    is_string: bool,
    /// The byte that was asked for last, and the characters before it.
    at: usize,
    characters: usize,
}

impl Offsets<'_> {
    /// The place of a byte. To ask for ascending ones takes one pass over the text.
    pub(crate) fn at(&mut self, byte: usize) -> usize {
        if !self.is_string {
            return byte;
        }
        let byte = byte.min(self.bytes.len());
        if byte < self.at {
            (self.at, self.characters) = (0, 0);
        }
        self.characters += self.bytes[self.at..byte].iter().filter(|byte| **byte & 0xC0 != 0x80).count();
        self.at = byte;
        self.characters
    }
}
