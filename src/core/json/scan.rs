//! The strict scanner: says whether bytes are RFC 8259 JSON, and where they stop being it.
//!
//! It validates without building anything, works off an explicit stack, and reads every byte once. All strict
//! readers share its token functions (`string_end`, `number_end`, `literal_end`), so there is one definition of
//! what a token is.

use std::fmt;
use std::ops::Range;

pub(crate) use super::stops::short_string_end;
pub use super::stops::{any_string_stop, backslash, content_end, foreign_string_stop, string_stop};
pub use super::words::{literal_end, number_end};

/// Maximum depth of nesting unless the caller says otherwise.
pub const MAX_DEPTH: usize = 1024;

/// What is wrong with a text that is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScanErrorKind {
    /// The text ends inside a value.
    UnexpectedEnd,
    /// A byte that cannot stand here.
    UnexpectedByte(u8),
    /// A key was due.
    ExpectedName,
    /// `:` was due after a key.
    ExpectedColon,
    /// `,` or a closing bracket was due.
    ExpectedCommaOrEnd,
    /// A backslash that starts no JSON escape.
    InvalidEscape,
    /// A raw control character (below U+0020) in a string.
    ControlCharacter(u8),
    /// A number with a spelling that RFC 8259 does not allow.
    InvalidNumber,
    /// Letters that are not `true`, `false` or `null`.
    InvalidLiteral,
    /// Bytes that are not UTF-8.
    InvalidUtf8,
    /// More nesting than allowed; holds the limit.
    Depth(usize),
    /// More text after the value.
    TrailingText,
    /// More text than can be indexed: 4 GiB.
    TooLarge,
}

impl ScanErrorKind {
    /// Stable name for reports.
    pub fn code(self) -> &'static str {
        match self {
            Self::UnexpectedEnd => "unexpected-end",
            Self::UnexpectedByte(_) => "unexpected-character",
            Self::ExpectedName => "expected-name",
            Self::ExpectedColon => "expected-colon",
            Self::ExpectedCommaOrEnd => "expected-comma-or-end",
            Self::InvalidEscape => "invalid-escape",
            Self::ControlCharacter(_) => "control-character",
            Self::InvalidNumber => "invalid-number",
            Self::InvalidLiteral => "invalid-literal",
            Self::InvalidUtf8 => "encoding",
            Self::Depth(_) => "depth",
            Self::TrailingText => "trailing-text",
            Self::TooLarge => "too-large",
        }
    }
}

impl ScanErrorKind {
    /// Returns the message without a character of the text, for files that are no input: the user who names one may not be the
    /// one who may read it.
    #[doc(hidden)]
    pub fn without_text(self) -> String {
        match self {
            Self::UnexpectedByte(_) => "no value can start so".to_owned(),
            kind => kind.to_string(),
        }
    }
}

impl fmt::Display for ScanErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnexpectedEnd => write!(f, "the text ends inside a value"),
            Self::UnexpectedByte(b) if b.is_ascii_graphic() => {
                write!(f, "a value cannot start with `{}`", char::from(*b))
            }
            Self::UnexpectedByte(b) => write!(f, "a value cannot start with byte 0x{b:02x}"),
            Self::ExpectedName => write!(f, "a key in double quotes was expected"),
            Self::ExpectedColon => write!(f, "`:` was expected after the key"),
            Self::ExpectedCommaOrEnd => write!(f, "`,` or a closing bracket was expected"),
            Self::InvalidEscape => write!(f, "this backslash does not start a JSON escape"),
            Self::ControlCharacter(b) => write!(f, "control character U+{b:04X} must be escaped in a string"),
            Self::InvalidNumber => write!(f, "this is not a JSON number"),
            Self::InvalidLiteral => write!(f, "only true, false and null may stand without quotes"),
            Self::InvalidUtf8 => write!(f, "the bytes are not UTF-8"),
            Self::Depth(limit) => write!(f, "nested deeper than {limit} levels"),
            Self::TrailingText => write!(f, "there is more text after the JSON value"),
            Self::TooLarge => write!(f, "longer than 4 GiB, which is more than can be indexed"),
        }
    }
}

/// Why a text is not JSON, and the byte offset where that shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScanError {
    /// What is wrong.
    pub kind: ScanErrorKind,
    /// Byte offset into the scanned text.
    pub offset: usize,
}

impl ScanError {
    pub(crate) fn new(kind: ScanErrorKind, offset: usize) -> Self {
        Self { kind, offset }
    }
}

impl fmt::Display for ScanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (byte {})", self.kind, self.offset)
    }
}

impl std::error::Error for ScanError {}

/// Returns whether this byte is one of the four white space bytes of JSON.
#[inline]
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

/// The first offset at or after `pos` that holds no white space.
#[inline]
pub fn skip_space(bytes: &[u8], mut pos: usize) -> usize {
    while pos < bytes.len() && is_space(bytes[pos]) {
        pos += 1;
    }
    pos
}

/// Checks that `bytes` are exactly one JSON value with white space around it, in UTF-8, and returns them as text.
pub fn scan_document(bytes: &[u8], max_depth: usize) -> Result<&str, ScanError> {
    let text =
        super::from_utf8(bytes).map_err(|e| ScanError::new(ScanErrorKind::InvalidUtf8, e.valid_up_to()))?;
    scan_text(text, max_depth)?;
    Ok(text)
}

/// Checks that `text` is exactly one JSON value with white space around it.
pub fn scan_text(text: &str, max_depth: usize) -> Result<(), ScanError> {
    scan_text_with(text, max_depth, &mut ())
}

/// `scan_text`, showing each object and its names to `names`.
pub fn scan_text_with(text: &str, max_depth: usize, names: &mut impl Names) -> Result<(), ScanError> {
    let bytes = text.as_bytes();
    let end = scan_value_with(bytes, skip_space(bytes, 0), max_depth, names)?;
    let end = skip_space(bytes, end);
    if end < bytes.len() {
        return Err(ScanError::new(ScanErrorKind::TrailingText, end));
    }
    Ok(())
}

/// Is told about the names of objects while a text is scanned, and about all values where it wants to know them.
pub trait Names {
    /// An object that is not empty begins.
    #[inline]
    fn open(&mut self) {}
    /// A name of the innermost object, as it is written between its quotes.
    #[inline]
    fn name(&mut self, _raw: &[u8]) {}
    /// The innermost object ends.
    #[inline]
    fn close(&mut self) {}

    /// A container that is not empty begins at `at`.
    #[inline]
    fn begin(&mut self, _at: usize, is_object: bool) {
        if is_object {
            self.open();
        }
    }
    /// Returns where the container at `at` ends, if it is known already and need not be shown.
    #[inline]
    fn known_end(&mut self, _at: usize) -> Option<usize> {
        None
    }
    /// The name of the next value stands at `key`, without its quotes.
    #[inline]
    fn key(&mut self, bytes: &[u8], key: Range<usize>) {
        self.name(&bytes[key]);
    }
    /// A scalar or an empty container lies there; its first byte says what it is.
    #[inline]
    fn leaf(&mut self, _first: u8, _start: usize, _end: usize) {}
    /// The innermost container ends before `end`.
    #[inline]
    fn end(&mut self, _end: usize, is_object: bool) {
        if is_object {
            self.close();
        }
    }
}

/// There is no question.
impl Names for () {}

/// Which of the open containers are objects: a bit for each, and no memory of its own for the first 64.
#[derive(Default)]
pub(super) struct Open {
    depth: usize,
    /// The innermost levels; the lowest bit is the innermost.
    word: u64,
    /// The levels further out, 64 at a time.
    outer: Vec<u64>,
}

impl Open {
    #[inline]
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    #[inline]
    pub(super) fn push(&mut self, is_object: bool) {
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.outer.push(self.word);
        }
        self.word = self.word << 1 | u64::from(is_object);
        self.depth += 1;
    }

    /// Returns whether the innermost container is an object, or `None` when none is open.
    #[inline]
    pub(super) fn last(&self) -> Option<bool> {
        (self.depth > 0).then_some(self.word & 1 == 1)
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.word >>= 1;
        self.depth -= 1;
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.word = self.outer.pop().unwrap_or_default();
        }
    }
}

/// Checks one JSON value that starts at `pos` (no white space before it) and returns the offset after it.
///
/// `bytes` must be UTF-8 already: only ASCII is looked at. Depth counts open arrays and objects.
pub fn scan_value(bytes: &[u8], pos: usize, max_depth: usize) -> Result<usize, ScanError> {
    scan_value_with(bytes, pos, max_depth, &mut ())
}

pub(crate) fn scan_value_with(
    bytes: &[u8],
    mut pos: usize,
    max_depth: usize,
    names: &mut impl Names,
) -> Result<usize, ScanError> {
    let mut open = Open::default();
    loop {
        // A value is due at `pos`.
        match bytes.get(pos) {
            None => return Err(ScanError::new(ScanErrorKind::UnexpectedEnd, pos)),
            Some(&bracket @ (b'{' | b'[')) => {
                if open.depth >= max_depth {
                    return Err(ScanError::new(ScanErrorKind::Depth(max_depth), pos));
                }
                let (is_object, start) = (bracket == b'{', pos);
                let known = names.known_end(start);
                pos = skip_space(bytes, pos + 1);
                if let Some(end) = known {
                    pos = end;
                } else if bytes.get(pos) == Some(&if is_object { b'}' } else { b']' }) {
                    pos += 1;
                    names.leaf(bracket, start, pos);
                } else {
                    open.push(is_object);
                    names.begin(start, is_object);
                    if is_object {
                        pos = named_member(bytes, pos, names)?;
                    }
                    continue;
                }
            }
            Some(byte) => {
                let start = pos;
                pos = if *byte == b'"' { string_end(bytes, pos)? } else { scalar_end(bytes, pos)? };
                names.leaf(*byte, start, pos);
            }
        }
        // A value is complete: close what closes, then find where the next value starts.
        loop {
            let Some(is_object) = open.last() else { return Ok(pos) };
            pos = skip_space(bytes, pos);
            match bytes.get(pos) {
                Some(b',') => {
                    pos = skip_space(bytes, pos + 1);
                    if is_object {
                        pos = named_member(bytes, pos, names)?;
                    }
                    break;
                }
                Some(b'}') if is_object => {}
                Some(b']') if !is_object => {}
                None => return Err(ScanError::new(ScanErrorKind::UnexpectedEnd, pos)),
                Some(_) => return Err(ScanError::new(ScanErrorKind::ExpectedCommaOrEnd, pos)),
            }
            pos += 1;
            names.end(pos, is_object);
            open.pop();
        }
    }
}

/// Shows the key at `pos`; returns where the value of its member starts.
#[inline]
fn named_member(bytes: &[u8], pos: usize, names: &mut impl Names) -> Result<usize, ScanError> {
    // Nearly all keys are short, and their colon follows at once.
    if bytes.get(pos) == Some(&b'"')
        && let Some(end) = short_string_end(bytes, pos + 1)
        && bytes.get(end) == Some(&b':')
    {
        names.key(bytes, pos + 1..end - 1);
        return Ok(skip_space(bytes, end + 1));
    }
    other_member(bytes, pos, names)
}

/// `named_member` of any key, and of none.
#[inline(never)]
fn other_member(bytes: &[u8], pos: usize, names: &mut impl Names) -> Result<usize, ScanError> {
    let (key, value) = member(bytes, pos)?;
    names.key(bytes, key);
    Ok(value)
}

/// The inside of the key at `pos`, and where the value of its member starts.
#[inline]
pub(super) fn member(bytes: &[u8], pos: usize) -> Result<(Range<usize>, usize), ScanError> {
    let end = match bytes.get(pos) {
        Some(b'"') => string_end(bytes, pos)?,
        None => return Err(ScanError::new(ScanErrorKind::UnexpectedEnd, pos)),
        Some(_) => return Err(ScanError::new(ScanErrorKind::ExpectedName, pos)),
    };
    let colon = skip_space(bytes, end);
    match bytes.get(colon) {
        Some(b':') => Ok((pos + 1..end - 1, skip_space(bytes, colon + 1))),
        None => Err(ScanError::new(ScanErrorKind::UnexpectedEnd, colon)),
        Some(_) => Err(ScanError::new(ScanErrorKind::ExpectedColon, colon)),
    }
}

/// The offset after the string, number or literal that starts at `pos`.
#[inline]
pub fn scalar_end(bytes: &[u8], pos: usize) -> Result<usize, ScanError> {
    match bytes.get(pos) {
        None => Err(ScanError::new(ScanErrorKind::UnexpectedEnd, pos)),
        Some(b'"') => string_end(bytes, pos),
        Some(b'-' | b'0'..=b'9') => number_end(bytes, pos),
        Some(b't') => literal_end(bytes, pos, b"true"),
        Some(b'f') => literal_end(bytes, pos, b"false"),
        Some(b'n') => literal_end(bytes, pos, b"null"),
        Some(&b) => Err(ScanError::new(ScanErrorKind::UnexpectedByte(b), pos)),
    }
}

/// Reads `"name" :` with its white space and returns where the member's value starts.
#[inline]
pub fn name_end(bytes: &[u8], pos: usize) -> Result<usize, ScanError> {
    member(bytes, pos).map(|(_, value)| value)
}

/// The offset after the string whose opening quote is at `pos`.
#[inline]
pub fn string_end(bytes: &[u8], pos: usize) -> Result<usize, ScanError> {
    // Most strings are names, and short.
    match short_string_end(bytes, pos + 1) {
        Some(end) => Ok(end),
        None => long_string_end(bytes, pos + 1),
    }
}

/// The first offset at or after `pos` of a byte that is neither plain content of a string nor part of an escape of two
/// characters; `\"` is such an escape with `QUOTES` only. Or the end of `bytes`.
#[inline]
pub fn sound_end<const QUOTES: bool>(bytes: &[u8], pos: usize) -> usize {
    content_end::<QUOTES, false>(bytes, pos, |byte| SIMPLE_ESCAPES[byte as usize] != 0)
}

#[inline(never)]
fn long_string_end(bytes: &[u8], mut pos: usize) -> Result<usize, ScanError> {
    loop {
        pos = sound_end::<true>(bytes, pos);
        match bytes.get(pos) {
            Some(b'"') => return Ok(pos + 1),
            Some(b'\\') => pos = escape_end(bytes, pos)?,
            Some(&b) => return Err(ScanError::new(ScanErrorKind::ControlCharacter(b), pos)),
            None => return Err(ScanError::new(ScanErrorKind::UnexpectedEnd, pos)),
        }
    }
}

/// What an escape of two characters stands for, by its second; 0 where there is no such escape.
pub(super) const SIMPLE_ESCAPES: [u8; 256] = {
    let mut table = [0; 256];
    (table[b'"' as usize], table[b'\\' as usize], table[b'/' as usize]) = (b'"', b'\\', b'/');
    (table[b'b' as usize], table[b'f' as usize]) = (0x08, 0x0c);
    (table[b'n' as usize], table[b'r' as usize], table[b't' as usize]) = (b'\n', b'\r', b'\t');
    table
};

/// Returns whether this byte after a backslash makes an escape of two characters.
#[inline]
fn is_simple_escape(byte: Option<&u8>) -> bool {
    byte.is_some_and(|byte| SIMPLE_ESCAPES[*byte as usize] != 0)
}

/// The offset after the escape whose backslash is at `pos`.
pub fn escape_end(bytes: &[u8], pos: usize) -> Result<usize, ScanError> {
    match bytes.get(pos + 1) {
        byte if is_simple_escape(byte) => Ok(pos + 2),
        Some(b'u') => {
            for at in pos + 2..pos + 6 {
                match bytes.get(at) {
                    Some(b) if b.is_ascii_hexdigit() => {}
                    Some(_) => return Err(ScanError::new(ScanErrorKind::InvalidEscape, pos)),
                    None => return Err(ScanError::new(ScanErrorKind::UnexpectedEnd, at)),
                }
            }
            Ok(pos + 6)
        }
        Some(_) => Err(ScanError::new(ScanErrorKind::InvalidEscape, pos)),
        None => Err(ScanError::new(ScanErrorKind::UnexpectedEnd, pos + 1)),
    }
}
