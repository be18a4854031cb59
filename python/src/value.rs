//! JSON text → Python objects, built while the text is read. The text is the engine's, so it is valid; what is not as
//! expected is an error all the same, never undefined.

use std::ffi::{CString, c_char};
use std::ops::Range;

use memchr::memchr2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};
use pyo3::{IntoPyObjectExt, ffi};

use crate::keys::Keys;

/// Levels and items for which memory is taken at once.
const USUAL_DEPTH: usize = 8;
const USUAL_ITEMS: usize = 32;

/// Why a text has no value in Python, and at which byte of it that shows.
pub(crate) enum Unread {
    /// A number that Python's type cannot hold.
    Number { offset: usize, message: String },
    /// An exception of Python.
    Python(PyErr),
}

impl From<PyErr> for Unread {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
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
    /// What turns numbers with a fraction or an exponent into values.
    parse_float: Option<&'a Bound<'py, PyAny>>,
    /// The last string that had escapes, as UTF-8; its memory is used again.
    decoded: Vec<u8>,
}

/// The value of the document at `range` of `text`.
pub(crate) fn build<'py>(
    py: Python<'py>,
    text: &str,
    range: Range<usize>,
    parse_float: Option<&Bound<'py, PyAny>>,
) -> Result<Bound<'py, PyAny>, Unread> {
    let bytes = text.as_bytes().get(..range.end).unwrap_or_default();
    let mut reader =
        Reader { py, bytes, pos: range.start, keys: Keys::take(), parse_float, decoded: Vec::new() };
    reader.value()
}

impl<'py> Reader<'_, 'py> {
    /// Reads a value with all that it holds. Nesting takes memory, never the stack.
    fn value(&mut self) -> Result<Bound<'py, PyAny>, Unread> {
        let mut open: Vec<Open<'py>> = Vec::with_capacity(USUAL_DEPTH);
        let mut items: Vec<Bound<'py, PyAny>> = Vec::with_capacity(USUAL_ITEMS);
        loop {
            let mut value = match self.next() {
                b'{' => {
                    self.pos += 1;
                    let dict = PyDict::new(self.py);
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
                    list(self.py, &mut items, usize::MAX)?
                }
                b'"' => self.string()?,
                b't' => self.word(b"true", PyBool::new(self.py, true).to_owned().into_any())?,
                b'f' => self.word(b"false", PyBool::new(self.py, false).to_owned().into_any())?,
                b'n' => self.word(b"null", self.py.None().into_bound(self.py))?,
                _ => self.number()?,
            };
            // The value is whole: its container takes it, which may be whole then, too.
            loop {
                let Some(container) = open.last_mut() else { return Ok(value) };
                let closer = match container {
                    Open::List(_) => {
                        items.push(value);
                        b']'
                    }
                    Open::Dict(dict, key) => {
                        dict.set_item(&*key, value)?;
                        b'}'
                    }
                };
                let byte = self.next();
                self.pos += 1;
                if byte == b',' {
                    if let Open::Dict(_, key) = container {
                        self.next();
                        *key = self.key()?;
                    }
                    break;
                }
                if byte != closer {
                    return Err(self.invalid());
                }
                value = match open.pop() {
                    Some(Open::Dict(dict, _)) => dict.into_any(),
                    Some(Open::List(first)) => list(self.py, &mut items, first)?,
                    None => return Err(self.invalid()),
                };
            }
        }
    }

    /// The next byte that is no white space; 0 at the end.
    fn next(&mut self) -> u8 {
        loop {
            match self.bytes.get(self.pos) {
                Some(b' ' | b'\n' | b'\t' | b'\r') => self.pos += 1,
                Some(byte) => return *byte,
                None => return 0,
            }
        }
    }

    /// What cannot be, for the text is the engine's.
    #[cold]
    fn invalid(&self) -> Unread {
        Unread::Python(PyValueError::new_err(format!("no JSON at byte {} of a repaired text", self.pos)))
    }

    fn word(&mut self, word: &[u8], value: Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>, Unread> {
        if !self.bytes[self.pos..].starts_with(word) {
            return Err(self.invalid());
        }
        self.pos += word.len();
        Ok(value)
    }

    /// A key and its colon.
    fn key(&mut self) -> Result<Bound<'py, PyAny>, Unread> {
        let raw = self.raw_string()?;
        let key = match raw {
            Raw::Plain(range) => self.keys.get(self.py, &self.bytes[range])?,
            Raw::Decoded => utf8(self.py, &self.decoded)?,
        };
        if self.next() != b':' {
            return Err(self.invalid());
        }
        self.pos += 1;
        Ok(key)
    }

    fn string(&mut self) -> Result<Bound<'py, PyAny>, Unread> {
        Ok(match self.raw_string()? {
            Raw::Plain(range) => utf8(self.py, &self.bytes[range])?,
            Raw::Decoded => utf8(self.py, &self.decoded)?,
        })
    }

    /// Reads a string to after its closing quote.
    fn raw_string(&mut self) -> Result<Raw, Unread> {
        if self.bytes.get(self.pos) != Some(&b'"') {
            return Err(self.invalid());
        }
        self.pos += 1;
        let start = self.pos;
        let mut is_plain = true;
        loop {
            let Some(stop) = stop(&self.bytes[self.pos..]) else {
                return Err(self.invalid());
            };
            let stop = self.pos + stop;
            let is_end = self.bytes[stop] == b'"';
            if is_end && is_plain {
                self.pos = stop + 1;
                return Ok(Raw::Plain(start..stop));
            }
            if is_plain {
                self.decoded.clear();
                is_plain = false;
            }
            self.decoded.extend_from_slice(&self.bytes[self.pos..stop]);
            self.pos = stop + 1;
            if is_end {
                return Ok(Raw::Decoded);
            }
            self.escape()?;
        }
    }

    /// Decodes the escape after the backslash.
    fn escape(&mut self) -> Result<(), Unread> {
        let byte = match self.bytes.get(self.pos) {
            Some(b'n') => b'\n',
            Some(b't') => b'\t',
            Some(b'r') => b'\r',
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(byte @ (b'"' | b'\\' | b'/')) => *byte,
            Some(b'u') => return self.unicode(),
            _ => return Err(self.invalid()),
        };
        self.decoded.push(byte);
        self.pos += 1;
        Ok(())
    }

    /// Decodes `uXXXX`, and a pair of them that stands for one character. Half a pair stays half a pair, as in `json`.
    fn unicode(&mut self) -> Result<(), Unread> {
        let high = self.hex(self.pos)?;
        self.pos += 5;
        let is_pair = (0xD800..0xDC00).contains(&high)
            && self.bytes[self.pos..].starts_with(b"\\u")
            && self.hex(self.pos + 1).is_ok_and(|low| (0xDC00..0xE000).contains(&low));
        let mut code = high;
        if is_pair {
            code = 0x1_0000 + ((high - 0xD800) << 10) + (self.hex(self.pos + 1)? - 0xDC00);
            self.pos += 6;
        }
        if let Some(character) = char::from_u32(code) {
            self.decoded.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        } else {
            let part = |shift: u32| u8::try_from((code >> shift) & 0x3F).unwrap_or_default();
            self.decoded.extend_from_slice(&[0xE0 | part(12), 0x80 | part(6), 0x80 | part(0)]);
        }
        Ok(())
    }

    /// The four digits after the `u` at `at`.
    fn hex(&self, at: usize) -> Result<u32, Unread> {
        let digits = self.bytes.get(at + 1..at + 5).and_then(|digits| std::str::from_utf8(digits).ok());
        digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).ok_or_else(|| self.invalid())
    }

    fn number(&mut self) -> Result<Bound<'py, PyAny>, Unread> {
        let start = self.pos;
        let mut is_whole = true;
        while let Some(byte) = self.bytes.get(self.pos) {
            match byte {
                b'0'..=b'9' | b'-' => {}
                b'+' | b'.' | b'e' | b'E' => is_whole = false,
                _ => break,
            }
            self.pos += 1;
        }
        let text = std::str::from_utf8(&self.bytes[start..self.pos]).unwrap_or_default();
        if text.is_empty() {
            return Err(self.invalid());
        }
        if is_whole {
            return self.integer(text, start);
        }
        if let Some(parse_float) = self.parse_float {
            return Ok(parse_float.call1((text,))?);
        }
        let number: f64 = text.parse().map_err(|_| self.invalid())?;
        if number.is_infinite() {
            let message = format!(
                "the number {} is beyond a float; parse_float=decimal.Decimal keeps it",
                shortened(text)
            );
            return Err(Unread::Number { offset: start, message });
        }
        Ok(number.into_bound_py_any(self.py)?)
    }

    fn integer(&self, text: &str, start: usize) -> Result<Bound<'py, PyAny>, Unread> {
        if let Ok(number) = text.parse::<i64>() {
            return Ok(number.into_bound_py_any(self.py)?);
        }
        let digits = CString::new(text).map_err(|_| self.invalid())?;
        // SAFETY: `digits` ends with NUL, and the result is a new reference or null with an exception set.
        let number = unsafe {
            let number = ffi::PyLong_FromString(digits.as_ptr(), std::ptr::null_mut(), 10);
            Bound::from_owned_ptr_or_err(self.py, number)
        };
        number.map_err(|error| {
            if !error.is_instance_of::<PyValueError>(self.py) {
                return Unread::Python(error);
            }
            let message = format!(
                "an integer of {} digits is beyond the limit of Python; sys.set_int_max_str_digits raises it",
                text.len()
            );
            Unread::Number { offset: start, message }
        })
    }
}

/// Where a quote or a backslash stands first. Nearly all strings are short, and `memchr2` is for long ones.
#[inline]
fn stop(bytes: &[u8]) -> Option<usize> {
    /// Words of eight bytes that are looked at before.
    const WORDS: usize = 4;
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = ONES << 7;
    // The lowest high bit that is set marks the first byte of `word` that is zero.
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & HIGH;
    let (words, _) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().take(WORDS).enumerate() {
        let word = u64::from_le_bytes(*word);
        let found = zeros(word ^ (ONES * u64::from(b'"'))) | zeros(word ^ (ONES * u64::from(b'\\')));
        if found != 0 {
            return Some(index * 8 + found.trailing_zeros() as usize / 8);
        }
    }
    let seen = words.len().min(WORDS) * 8;
    memchr2(b'"', b'\\', &bytes[seen..]).map(|at| seen + at)
}

/// A string without its quotes.
enum Raw {
    /// These bytes of the text.
    Plain(Range<usize>),
    /// What was decoded last.
    Decoded,
}

/// The list of the items from `first` on; an empty one where there are none so far out.
fn list<'py>(
    py: Python<'py>,
    items: &mut Vec<Bound<'py, PyAny>>,
    first: usize,
) -> Result<Bound<'py, PyAny>, Unread> {
    let count = items.len().saturating_sub(first);
    // SAFETY: the list is new and has `count` places, each of which takes over one reference before the list is seen.
    unsafe {
        let list = Bound::from_owned_ptr_or_err(py, ffi::PyList_New(count.cast_signed()))?;
        if count > 0 {
            for (index, item) in items.drain(first..).enumerate() {
                ffi::PyList_SetItem(list.as_ptr(), index.cast_signed(), item.into_ptr());
            }
        }
        Ok(list)
    }
}

/// A string of UTF-8, in which half pairs of UTF-16 may stand.
pub(crate) fn utf8<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let (start, len) = (bytes.as_ptr().cast::<c_char>(), bytes.len().cast_signed());
    // SAFETY: the pointer and the length are those of a slice, and the result is a new reference or null.
    unsafe {
        if let Some(text) = Bound::from_owned_ptr_or_opt(py, ffi::PyUnicode_FromStringAndSize(start, len)) {
            return Ok(text);
        }
        ffi::PyErr_Clear();
        let text = ffi::PyUnicode_DecodeUTF8(start, len, c"surrogatepass".as_ptr());
        Bound::from_owned_ptr_or_err(py, text)
    }
}

/// A number, short enough for a message.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 30;
    if text.len() <= LONGEST { text.to_owned() } else { format!("{}…", &text[..LONGEST]) }
}

/// `text` as a string of Python.
pub(crate) fn string<'py>(py: Python<'py>, text: &str) -> Bound<'py, PyAny> {
    PyString::new(py, text).into_any()
}
