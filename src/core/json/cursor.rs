//! `Cursor`: the grammar of arrays and objects, written once for all that walk over JSON text.
//!
//! ```text
//! advance ─→ Value: enter a container, read a scalar, or skip either; then advance again
//!         ─→ Close: the innermost container has ended
//!         ─→ End: the whole value has ended
//! ```
//! Faults are those of the scanner, at the same offsets. A level of nesting takes one bit, and nothing recurses.

use std::ops::Range;

use super::scan::{self, Open, ScanError, ScanErrorKind, scan_value, skip_space};

/// What kind of value it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    /// The kind of the valid value that this byte begins.
    #[inline]
    pub fn of(first: u8) -> Self {
        match first {
            b'"' => Self::String,
            b'{' => Self::Object,
            b'[' => Self::Array,
            b't' | b'f' => Self::Bool,
            b'n' => Self::Null,
            _ => Self::Number,
        }
    }

    /// `null`, `boolean`, `number`, `string`, `array` or `object`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "boolean",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }

    /// Names the kind: array or object.
    pub fn is_container(self) -> bool {
        matches!(self, Self::Array | Self::Object)
    }
}

/// Where `advance` has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A value is due. It must be entered, read or skipped before `advance` is called again.
    Value,
    /// The innermost container has ended.
    Close,
    /// The value that the walk began with has ended.
    End,
}

/// A walk over the JSON value that begins at an offset.
pub struct Cursor<'t> {
    bytes: &'t [u8],
    pos: usize,
    max_depth: usize,
    open: Open,
    /// No separator is due: a container was just entered, or the walk begins.
    is_first: bool,
    key: Range<usize>,
}

impl<'t> Cursor<'t> {
    /// Starts before the value at `pos` (no white space before it). `bytes` must be UTF-8.
    #[inline]
    pub fn new(bytes: &'t [u8], pos: usize, max_depth: usize) -> Self {
        Self { bytes, pos, max_depth, open: Open::default(), is_first: true, key: 0..0 }
    }

    /// How far the text was read. Where a value is due, it begins here.
    #[inline]
    pub fn pos(&self) -> usize {
        self.pos
    }

    /// The place of the key of the value that is due, without its quotes; empty for an item of an array, and for the
    /// whole value.
    #[inline]
    pub fn key(&self) -> Range<usize> {
        self.key.clone()
    }

    /// Moves to the next value of the innermost container, or past its end.
    #[inline]
    pub fn advance(&mut self) -> Result<Next, ScanError> {
        let is_first = std::mem::replace(&mut self.is_first, false);
        let Some(is_object) = self.open.last() else {
            return Ok(if is_first { Next::Value } else { Next::End });
        };
        if !is_first {
            self.pos = skip_space(self.bytes, self.pos);
        }
        let byte = self.bytes.get(self.pos);
        if byte == Some(&if is_object { b'}' } else { b']' }) {
            self.pos += 1;
            self.open.pop();
            return Ok(Next::Close);
        }
        if !is_first {
            match byte {
                Some(b',') => self.pos = skip_space(self.bytes, self.pos + 1),
                None => return Err(self.error(ScanErrorKind::UnexpectedEnd)),
                Some(_) => return Err(self.error(ScanErrorKind::ExpectedCommaOrEnd)),
            }
        }
        self.key = 0..0;
        if is_object {
            (self.key, self.pos) = scan::member(self.bytes, self.pos)?;
        }
        Ok(Next::Value)
    }

    /// Enters the value that is due and says whether it is an object; `None` where it is not a container.
    #[inline]
    pub fn enter(&mut self) -> Result<Option<bool>, ScanError> {
        let is_object = match self.bytes.get(self.pos) {
            Some(b'{') => true,
            Some(b'[') => false,
            _ => return Ok(None),
        };
        if self.open.depth() >= self.max_depth {
            return Err(self.error(ScanErrorKind::Depth(self.max_depth)));
        }
        self.open.push(is_object);
        self.pos = skip_space(self.bytes, self.pos + 1);
        self.is_first = true;
        Ok(Some(is_object))
    }

    /// Reads the scalar that is due.
    #[inline]
    pub fn scalar(&mut self) -> Result<Range<usize>, ScanError> {
        let end = scan::scalar_end(self.bytes, self.pos)?;
        Ok(self.past(end))
    }

    /// Reads the value that is due, whatever it is.
    #[inline]
    pub fn skip(&mut self) -> Result<Range<usize>, ScanError> {
        if !matches!(self.bytes.get(self.pos), Some(b'{' | b'[')) {
            return self.scalar();
        }
        let room = self.max_depth - self.open.depth();
        let end = scan_value(self.bytes, self.pos, room).map_err(|error| match error.kind {
            ScanErrorKind::Depth(_) => ScanError { kind: ScanErrorKind::Depth(self.max_depth), ..error },
            _ => error,
        })?;
        Ok(self.past(end))
    }

    /// Goes to the end of the value that is due.
    #[inline]
    fn past(&mut self, end: usize) -> Range<usize> {
        let start = std::mem::replace(&mut self.pos, end);
        start..end
    }

    #[cold]
    fn error(&self, kind: ScanErrorKind) -> ScanError {
        ScanError { kind, offset: self.pos }
    }
}

/// The members or items of the container at `pos`, as the places of their keys (see [`Cursor::key`]) and values. For
/// any other value, and after a fault, the iterator is empty.
pub fn children(bytes: &[u8], pos: usize) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
    let mut cursor = Cursor::new(bytes, pos, usize::MAX);
    let is_open = cursor.advance().is_ok() && matches!(cursor.enter(), Ok(Some(_)));
    std::iter::from_fn(move || match cursor.advance() {
        Ok(Next::Value) if is_open => Some((cursor.key(), cursor.skip().ok()?)),
        _ => None,
    })
}
