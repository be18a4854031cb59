//! Strings: where they end, their escapes, and the objects of Python.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;
use wide::u8x16;

use super::{END, Read, Reader, raised};

/// Bytes for which memory is taken when the first string has an escape.
const USUAL_LENGTH: usize = 256;
/// The first byte of UTF-8 of the first character that needs two bytes in a string of Python, and of the first that needs four.
const TWO_BYTES: u8 = 0xC4;
const FOUR_BYTES: u8 = 0xF0;

/// A part of a string without escapes.
#[derive(Clone, Copy)]
struct Run {
    /// Its end, and the byte there: a quote, a backslash, a control character, or the end of the text.
    end: usize,
    stop: u8,
    is_ascii: bool,
}

impl<'py> Reader<'_, 'py> {
    /// A key and its colon.
    pub(super) fn key(&mut self) -> Read<Bound<'py, PyAny>> {
        if self.peek() != b'"' {
            return Err(self.invalid());
        }
        let start = self.pos + 1;
        let run = self.run(start);
        let key = if run.stop == b'"' {
            self.pos = run.end + 1;
            self.keys.get(self.py, &self.bytes[start..run.end], run.is_ascii)?
        } else {
            self.escaped(start, run)?
        };
        if self.next() != b':' {
            return Err(self.invalid());
        }
        self.pos += 1;
        Ok(key)
    }

    /// A string, at whose opening quote the cursor stands.
    #[inline]
    pub(super) fn string(&mut self) -> Read<Bound<'py, PyAny>> {
        let start = self.pos + 1;
        let run = self.run(start);
        if run.stop == b'"' {
            self.pos = run.end + 1;
            return object(self.py, &self.bytes[start..run.end], run.is_ascii);
        }
        self.escaped(start, run)
    }

    /// The run that begins at `start`.
    #[inline]
    fn run(&self, start: usize) -> Run {
        let mut at = start;
        let mut is_ascii = true;
        while let Some(block) = self.bytes.get(at..).and_then(<[u8]>::first_chunk) {
            let block = u8x16::new(*block);
            let quotes = block.simd_eq(u8x16::splat(b'"')) | block.simd_eq(u8x16::splat(b'\\'));
            let controls = block.min(u8x16::splat(0x1F)).simd_eq(block);
            let stops = (quotes | controls).to_bitmask();
            let high = block.to_bitmask();
            if stops != 0 {
                let before = (stops & stops.wrapping_neg()) - 1;
                let end = at + stops.trailing_zeros() as usize;
                return Run { end, stop: self.bytes[end], is_ascii: is_ascii && high & before == 0 };
            }
            is_ascii &= high == 0;
            at += 16;
        }
        self.last_run(at, is_ascii)
    }

    /// The rest of a run that ends in the last bytes of the text.
    #[inline(never)]
    fn last_run(&self, from: usize, was_ascii: bool) -> Run {
        let rest = self.bytes.get(from..).unwrap_or_default();
        let is_stop = |byte: &u8| *byte < b' ' || matches!(byte, b'"' | b'\\');
        let length = rest.iter().position(is_stop).unwrap_or(rest.len());
        let stop = rest.get(length).copied().unwrap_or(END);
        Run { end: from + length, stop, is_ascii: was_ascii && rest[..length].is_ascii() }
    }

    /// A string whose first run does not end at a quote.
    #[inline(never)]
    fn escaped(&mut self, mut start: usize, mut run: Run) -> Read<Bound<'py, PyAny>> {
        let mut is_ascii = true;
        self.decoded.clear();
        self.decoded.reserve(USUAL_LENGTH);
        loop {
            is_ascii &= run.is_ascii;
            self.decoded.extend_from_slice(&self.bytes[start..run.end]);
            self.pos = run.end;
            if run.stop == b'"' {
                self.pos += 1;
                return object(self.py, &self.decoded, is_ascii);
            }
            if run.stop != b'\\' {
                return Err(self.invalid());
            }
            self.pos += 1;
            is_ascii &= self.escape()?;
            start = self.pos;
            run = self.run(start);
        }
    }

    /// Decodes the escape after the backslash. Returns whether it is ASCII.
    fn escape(&mut self) -> Read<bool> {
        let byte = match self.peek() {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'b' => 8,
            b'f' => 12,
            byte @ (b'"' | b'\\' | b'/') => byte,
            b'u' => return self.unicode(),
            _ => return Err(self.invalid()),
        };
        self.decoded.push(byte);
        self.pos += 1;
        Ok(true)
    }

    /// Decodes `uXXXX`, and a pair of them that stands for one character. Half a pair stays half a pair, as in `json`.
    fn unicode(&mut self) -> Read<bool> {
        let mut code = self.unit(self.pos)?;
        self.pos += 5;
        if (0xD800..0xDC00).contains(&code)
            && self.peek() == b'\\'
            && let Ok(low @ 0xDC00..0xE000) = self.unit(self.pos + 1)
        {
            code = 0x1_0000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            self.pos += 6;
        }
        if let Some(character) = char::from_u32(code) {
            self.decoded.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        } else {
            let part = |shift: u32| u8::try_from((code >> shift) & 0x3F).unwrap_or_default();
            self.decoded.extend_from_slice(&[0xE0 | part(12), 0x80 | part(6), 0x80 | part(0)]);
        }
        Ok(code < 0x80)
    }

    /// The unit of UTF-16 that is `uXXXX` at `at`.
    #[inline]
    fn unit(&self, at: usize) -> Read<u32> {
        let Some([b'u', digits @ ..]) = self.bytes.get(at..).and_then(<[u8]>::first_chunk::<5>) else {
            return Err(self.invalid());
        };
        let mut unit = 0;
        for digit in digits {
            let value = char::from(*digit).to_digit(16).ok_or_else(|| self.invalid())?;
            unit = unit << 4 | value;
        }
        Ok(unit)
    }
}

/// The string of these bytes: UTF-8, in which half pairs of UTF-16 may stand as three bytes each.
#[inline]
pub(super) fn object<'py>(py: Python<'py>, bytes: &[u8], is_ascii: bool) -> Read<Bound<'py, PyAny>> {
    if !is_ascii {
        return wide_object(py, bytes);
    }
    // SAFETY: the string is new, nothing else knows it yet, and it has a place of one byte for each of `bytes`, which are ASCII.
    unsafe {
        let string = Bound::from_owned_ptr_or_opt(py, ffi::PyUnicode_New(bytes.len().cast_signed(), 0x7F));
        let string = string.ok_or_else(|| raised(py))?;
        let places = ffi::PyUnicode_DATA(string.as_ptr()).cast::<u8>();
        places.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
        Ok(string)
    }
}

/// A string with characters beyond ASCII.
#[inline(never)]
fn wide_object<'py>(py: Python<'py>, bytes: &[u8]) -> Read<Bound<'py, PyAny>> {
    let length = bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count();
    let mut characters = Characters { bytes };
    // Each character fits, because no first byte is larger.
    #[allow(clippy::cast_possible_truncation, reason = "the largest character fits")]
    match bytes.iter().max().copied().unwrap_or_default() {
        ..TWO_BYTES => {
            filled(py, length, 0xFF, std::iter::from_fn(|| characters.next().map(|code| code as u8)))
        }
        TWO_BYTES..FOUR_BYTES => {
            filled(py, length, 0xFFFF, std::iter::from_fn(|| characters.next().map(|code| code as u16)))
        }
        _ => filled(py, length, 0x0010_FFFF, characters),
    }
}

/// A new string of so many characters, of which none is beyond `largest`; `T` is what Python keeps them in.
fn filled<T: Default>(
    py: Python<'_>,
    length: usize,
    largest: u32,
    characters: impl Iterator<Item = T>,
) -> Read<Bound<'_, PyAny>> {
    // SAFETY: the string is new, and nothing else knows it yet. It has `length` places of the size of `T`, by `largest`, and each is
    // written once.
    unsafe {
        let string = Bound::from_owned_ptr_or_opt(py, ffi::PyUnicode_New(length.cast_signed(), largest));
        let string = string.ok_or_else(|| raised(py))?;
        let places = ffi::PyUnicode_DATA(string.as_ptr()).cast::<T>();
        let characters = characters.chain(std::iter::repeat_with(T::default));
        for (index, character) in characters.take(length).enumerate() {
            places.add(index).write(character);
        }
        Ok(string)
    }
}

/// The characters of UTF-8, and half pairs.
struct Characters<'b> {
    bytes: &'b [u8],
}

impl Iterator for Characters<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let (length, first) = match *self.bytes.first()? {
            byte @ ..0x80 => (1, byte),
            byte @ ..0xE0 => (2, byte & 0x1F),
            byte @ ..0xF0 => (3, byte & 0x0F),
            byte => (4, byte & 0x07),
        };
        let (character, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        Some(character[1..].iter().fold(u32::from(first), |code, byte| code << 6 | u32::from(byte & 0x3F)))
    }
}

/// `text` as a string of Python.
pub(crate) fn string<'py>(py: Python<'py>, text: &str) -> Bound<'py, PyAny> {
    PyString::new(py, text).into_any()
}
