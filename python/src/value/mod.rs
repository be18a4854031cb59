//! JSON text → Python objects, built while the text is read. The text is strict JSON; what is not is an error, never undefined.
//!
//! | file | promise |
//! |---|---|
//! | this one | containers, words, and what follows what |
//! | `strings` | where a string ends, its escapes, and the object of Python |
//! | `numbers` | exact integers of any size, and floats |
//! | `keys` | the keys that were built last |

mod keys;
mod numbers;
mod strings;

use std::ops::Range;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use pyo3::{PyErr, ffi};

pub(crate) use strings::string;

use keys::Keys;

/// Levels and items for which memory is taken at once.
const USUAL_DEPTH: usize = 8;
const USUAL_ITEMS: usize = 32;

/// The default of `max_depth`.
const MAX_DEPTH: usize = 1024;

/// Why a text has no value in Python.
pub(crate) enum Why {
    /// The byte at this offset is not what strict JSON has there.
    Invalid(usize),
    /// A number that Python's type cannot hold, and where it begins.
    Number { offset: usize, message: String },
    /// An exception of Python.
    Python(PyErr),
}

/// A text that has no value, and why. That is behind a pointer, so that a result fits into two registers.
pub(crate) struct Unread(pub(crate) Box<Why>);

/// A part of the text that was read, or why there is none.
type Read<T> = Result<T, Unread>;

impl From<Why> for Unread {
    #[cold]
    fn from(why: Why) -> Self {
        Self(Box::new(why))
    }
}

impl From<PyErr> for Unread {
    #[cold]
    fn from(error: PyErr) -> Self {
        Why::Python(error).into()
    }
}

/// A container that is open.
enum Open<'py> {
    /// A list, whose items are those from here on.
    List(usize),
    /// An object, and the key whose value comes next.
    Dict(Bound<'py, PyDict>, Bound<'py, PyAny>),
}

struct Reader<'a, 'py> {
    py: Python<'py>,
    bytes: &'a [u8],
    pos: usize,
    keys: Keys,
    /// The function that turns numbers with a fraction or an exponent into values.
    parse_float: Option<&'a Bound<'py, PyAny>>,
    /// The last string that had escapes, as UTF-8; its memory is used again.
    decoded: Vec<u8>,
}

/// Builds the value of the document at `range` of `text`.
pub(crate) fn build<'py>(
    py: Python<'py>,
    text: &str,
    range: Range<usize>,
    parse_float: Option<&Bound<'py, PyAny>>,
) -> Read<Bound<'py, PyAny>> {
    let bytes = text.as_bytes().get(..range.end).unwrap_or_default();
    Reader::new(py, bytes, range.start, parse_float).value(usize::MAX)
}

/// Builds the value of a text that is one object or array of strict JSON, within the usual depth; None for any other text, which is
/// a matter of the engine.
pub(crate) fn direct<'py>(
    py: Python<'py>,
    text: &str,
    parse_float: Option<&Bound<'py, PyAny>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    // A text that is cut off would be built for nothing.
    let text = text.trim_matches([' ', '\t', '\n', '\r']);
    match (text.as_bytes().first(), text.as_bytes().last()) {
        (Some(b'{'), Some(b'}')) | (Some(b'['), Some(b']')) => {}
        _ => return Ok(None),
    }
    let mut reader = Reader::new(py, text.as_bytes(), 0, parse_float);
    match reader.value(MAX_DEPTH) {
        Ok(value) => Ok((reader.pos == text.len()).then_some(value)),
        Err(Unread(why)) => match *why {
            Why::Python(error) => Err(error),
            Why::Invalid(_) | Why::Number { .. } => Ok(None),
        },
    }
}

/// A byte for the end of the text; no JSON has it outside of a string.
const END: u8 = 0;

impl<'a, 'py> Reader<'a, 'py> {
    fn new(py: Python<'py>, bytes: &'a [u8], pos: usize, parse_float: Option<&'a Bound<'py, PyAny>>) -> Self {
        Self { py, bytes, pos, keys: Keys::take(), parse_float, decoded: Vec::new() }
    }

    /// Reads a value with all that it holds. Nesting takes memory, never the stack.
    fn value(&mut self, max_depth: usize) -> Read<Bound<'py, PyAny>> {
        let py = self.py;
        let mut open: Vec<Open<'py>> = Vec::with_capacity(USUAL_DEPTH);
        let mut items: Vec<Bound<'py, PyAny>> = Vec::with_capacity(USUAL_ITEMS);
        loop {
            let mut value = match self.next() {
                b'"' => self.string()?,
                b'{' | b'[' if open.len() >= max_depth => return Err(self.invalid()),
                b'{' => {
                    self.pos += 1;
                    let dict = PyDict::new(py);
                    if self.next() != b'}' {
                        let key = self.key()?;
                        open.push(Open::Dict(dict, key));
                        continue;
                    }
                    self.pos += 1;
                    dict.into_any()
                }
                b'[' => {
                    self.pos += 1;
                    if self.next() != b']' {
                        open.push(Open::List(items.len()));
                        continue;
                    }
                    self.pos += 1;
                    list(py, &mut items, usize::MAX)?
                }
                b't' => self.word(b"true", PyBool::new(py, true).to_owned().into_any())?,
                b'f' => self.word(b"false", PyBool::new(py, false).to_owned().into_any())?,
                b'n' => self.word(b"null", py.None().into_bound(py))?,
                _ => self.number()?,
            };
            // The value is whole: its container takes it, which may be whole then, too.
            loop {
                let Some(container) = open.last_mut() else { return Ok(value) };
                match container {
                    Open::List(first) => {
                        items.push(value);
                        match self.next() {
                            b',' => {
                                self.pos += 1;
                                break;
                            }
                            b']' => value = list(py, &mut items, *first)?,
                            _ => return Err(self.invalid()),
                        }
                    }
                    Open::Dict(dict, key) => {
                        set(dict, key, value)?;
                        match self.next() {
                            b',' => {
                                self.pos += 1;
                                self.next();
                                *key = self.key()?;
                                break;
                            }
                            b'}' => value = dict.clone().into_any(),
                            _ => return Err(self.invalid()),
                        }
                    }
                }
                self.pos += 1;
                open.pop();
            }
        }
    }

    /// The next byte that is no white space. One blank, as between a colon and a value, is the usual case.
    #[inline]
    fn next(&mut self) -> u8 {
        if self.peek() > b' ' {
            return self.peek();
        }
        match self.bytes.get(self.pos..).and_then(<[u8]>::first_chunk) {
            Some([b' ', after]) if *after > b' ' => {
                self.pos += 1;
                *after
            }
            _ => self.after_blanks(),
        }
    }

    #[inline(never)]
    fn after_blanks(&mut self) -> u8 {
        while matches!(self.peek(), b' ' | b'\n' | b'\t' | b'\r') {
            self.pos += 1;
        }
        self.peek()
    }

    /// The byte at the cursor, or the end.
    #[inline]
    fn peek(&self) -> u8 {
        self.bytes.get(self.pos).copied().unwrap_or(END)
    }

    #[cold]
    fn invalid(&self) -> Unread {
        Why::Invalid(self.pos).into()
    }

    fn word(&mut self, word: &[u8], value: Bound<'py, PyAny>) -> Read<Bound<'py, PyAny>> {
        if !self.bytes[self.pos..].starts_with(word) {
            return Err(self.invalid());
        }
        self.pos += word.len();
        Ok(value)
    }
}

/// The exception that a function of Python left.
#[cold]
fn raised(py: Python<'_>) -> Unread {
    PyErr::fetch(py).into()
}

/// The exception for a byte that is no JSON, in a text that has to be JSON.
#[cold]
pub(crate) fn not_json(offset: usize) -> PyErr {
    PyValueError::new_err(format!("no JSON at byte {offset} of a repaired text"))
}

fn set<'py>(dict: &Bound<'py, PyDict>, key: &Bound<'py, PyAny>, value: Bound<'py, PyAny>) -> Read<()> {
    // SAFETY: all three are objects that this function has references to.
    let status = unsafe { ffi::PyDict_SetItem(dict.as_ptr(), key.as_ptr(), value.as_ptr()) };
    if status == 0 { Ok(()) } else { Err(raised(dict.py())) }
}

/// The list of the items from `first` on; an empty one where there are none so far out.
fn list<'py>(py: Python<'py>, items: &mut Vec<Bound<'py, PyAny>>, first: usize) -> Read<Bound<'py, PyAny>> {
    let count = items.len().saturating_sub(first);
    // SAFETY: the list is new and has `count` places, each of which takes over one reference before the list is seen.
    unsafe {
        let list = Bound::from_owned_ptr_or_opt(py, ffi::PyList_New(count.cast_signed()));
        let list = list.ok_or_else(|| raised(py))?;
        if count > 0 {
            for (index, item) in items.drain(first..).enumerate() {
                ffi::PyList_SET_ITEM(list.as_ptr(), index.cast_signed(), item.into_ptr());
            }
        }
        Ok(list)
    }
}
