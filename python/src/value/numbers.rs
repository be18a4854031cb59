//! Numbers: integers stay exact at any size, and other numbers become the nearest float, or what `parse_float` makes of them.

use std::ffi::CString;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::{IntoPyObjectExt, ffi};

use super::{Read, Reader, Why, raised};

/// Most digits that a `u64` holds as an integer of any sign that has so many.
const SHORT: usize = 18;
/// Most digits of an integer below 2^53, which a float has exactly.
const EXACT: usize = 15;
/// The powers of ten by which an exact integer is divided. A float has each of them exactly, so the quotient is the nearest float.
const POWERS: [f64; EXACT + 1] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

impl<'py> Reader<'_, 'py> {
    pub(super) fn number(&mut self) -> Read<Bound<'py, PyAny>> {
        let start = self.pos;
        let is_negative = self.peek() == b'-';
        self.pos += usize::from(is_negative);
        let first = self.peek();
        let mut digits = 0;
        let whole = self.digits(&mut digits);
        if whole == 0 || (first == b'0' && whole > 1) {
            return Err(self.invalid());
        }
        let mut fraction = 0;
        if self.peek() == b'.' {
            self.pos += 1;
            fraction = self.digits(&mut digits);
            if fraction == 0 {
                return Err(self.invalid());
            }
        }
        let has_exponent = matches!(self.peek(), b'e' | b'E');
        if has_exponent {
            self.pos += 1;
            self.pos += usize::from(matches!(self.peek(), b'+' | b'-'));
            if self.digits(&mut 0) == 0 {
                return Err(self.invalid());
            }
        }
        if fraction == 0 && !has_exponent {
            if whole > SHORT {
                return self.long_integer(start);
            }
            let number = digits.cast_signed();
            return self.integer(if is_negative { -number } else { number });
        }
        if let Some(parse_float) = self.parse_float {
            return Ok(parse_float.call1((self.since(start),))?);
        }
        if has_exponent || whole + fraction > EXACT {
            return self.long_float(start);
        }
        #[allow(clippy::cast_precision_loss, reason = "it is below 2^53")]
        let number = digits as f64 / POWERS[fraction];
        self.float(if is_negative { -number } else { number })
    }

    /// Passes digits, and counts them. `number` is what they and those before them make, if it is short.
    #[inline]
    fn digits(&mut self, number: &mut u64) -> usize {
        let start = self.pos;
        loop {
            let digit = self.peek().wrapping_sub(b'0');
            if digit > 9 {
                return self.pos - start;
            }
            *number = number.wrapping_mul(10).wrapping_add(u64::from(digit));
            self.pos += 1;
        }
    }

    /// The text from `start` to the cursor, which is ASCII.
    fn since(&self, start: usize) -> &str {
        std::str::from_utf8(&self.bytes[start..self.pos]).unwrap_or_default()
    }

    fn integer(&self, number: i64) -> Read<Bound<'py, PyAny>> {
        // SAFETY: the result is a new reference, or null with an exception set.
        let object = unsafe { Bound::from_owned_ptr_or_opt(self.py, ffi::PyLong_FromLongLong(number)) };
        object.ok_or_else(|| raised(self.py))
    }

    fn float(&self, number: f64) -> Read<Bound<'py, PyAny>> {
        // SAFETY: the result is a new reference, or null with an exception set.
        let object = unsafe { Bound::from_owned_ptr_or_opt(self.py, ffi::PyFloat_FromDouble(number)) };
        object.ok_or_else(|| raised(self.py))
    }

    #[cold]
    fn long_float(&self, start: usize) -> Read<Bound<'py, PyAny>> {
        let text = self.since(start);
        let number: f64 = text.parse().map_err(|_| self.invalid())?;
        if number.is_finite() {
            return self.float(number);
        }
        let shown = shortened(text);
        let message = format!("the number {shown} is beyond a float; parse_float=decimal.Decimal keeps it");
        Err(Why::Number { offset: start, message }.into())
    }

    #[cold]
    fn long_integer(&self, start: usize) -> Read<Bound<'py, PyAny>> {
        let text = self.since(start);
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
                return error.into();
            }
            let message = format!(
                "an integer of {} digits is beyond the limit of Python; sys.set_int_max_str_digits raises it",
                text.len()
            );
            Why::Number { offset: start, message }.into()
        })
    }
}

/// A number, short enough for a message.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 30;
    if text.len() <= LONGEST { text.to_owned() } else { format!("{}…", &text[..LONGEST]) }
}
