//! One closing bracket that is missing in an object on one line, which is JSON with it: the bracket before another container's own, before
//! the next object of a list, or of a list before the next key. It has one place if the container that it closes holds none of its own
//! kind, because the bracket of that one could be missing, too.

use std::ops::Range;

use crate::core::json::scan::{Names, scan_text_with};
use crate::core::json::tape::Tape;
use crate::core::json::{ScanError, ScanErrorKind, skip_space};
use crate::core::repair::edit::duplicates::{self, Merged};
use crate::core::repair::edit::{self, Code, Fixes};
use crate::core::repair::parser::evidence::content::lone_surrogates;
use crate::core::repair::parser::text::keys::is_plain_key;

/// The containers that are open where a text stops being JSON, the outermost first.
#[derive(Default)]
struct Open(Vec<Container>);

struct Container {
    is_object: bool,
    /// States whether a container of its own kind stands directly in it.
    holds_its_kind: bool,
}

impl Names for Open {
    fn begin(&mut self, _: usize, is_object: bool) {
        if let Some(outer) = self.0.last_mut() {
            outer.holds_its_kind |= outer.is_object == is_object;
        }
        self.0.push(Container { is_object, holds_its_kind: false });
    }

    fn key(&mut self, _: &[u8], _: Range<usize>) {}

    fn end(&mut self, _: usize, _: bool) {
        self.0.pop();
    }
}

/// Reads `text`; `error` says where it stops being JSON, and the tape what its scan has shown before that.
pub(super) fn read(
    text: &str,
    (error, tape): (ScanError, Option<&Tape>),
    max_depth: usize,
) -> Option<Merged> {
    let bytes = text.as_bytes();
    let start = skip_space(bytes, 0);
    let byte = *bytes.get(error.offset)?;
    let is_due = matches!(byte, b'}' | b']' | b'{' | b':' | b',') && bytes.get(start) == Some(&b'{');
    if !is_due || memchr::memchr(b'\n', bytes).is_some() {
        return None;
    }
    let mut open = Open::default();
    if tape.and_then(|tape| tape.show(bytes, start, &mut open)).is_none() {
        scan_text_with(text, max_depth, &mut open).err()?;
    }
    let (at, closer) = missing(bytes, error, &open.0)?;
    let mut fixes = Fixes::default();
    fixes.push(Code::MissingCloser, at, at, closer);
    let output = edit::apply(text, &fixes);
    let merged = duplicates::merged(0, fixes, output, max_depth).filter(|merged| !merged.repeats)?;
    lone_surrogates(bytes, 0, bytes.len()).is_empty().then_some(merged)
}

/// Returns where a bracket is missing, and which one.
fn missing(bytes: &[u8], error: ScanError, open: &[Container]) -> Option<(usize, &'static str)> {
    let before = bytes[..error.offset].trim_ascii_end();
    // An empty list: `"a": [, "b": 1`.
    if bytes[error.offset] == b',' && before.ends_with(b"[") {
        let next = skip_space(bytes, error.offset + 1);
        return is_plain_key(bytes, next).then_some((before.len(), "]"));
    }
    let [.., outer, inner] = open else { return None };
    if inner.is_object == outer.is_object || inner.holds_its_kind {
        return None;
    }
    match (bytes[error.offset], error.kind, inner.is_object) {
        (b'}', ScanErrorKind::ExpectedCommaOrEnd, false) => Some((before.len(), "]")),
        (b']', ScanErrorKind::ExpectedCommaOrEnd, true) => Some((before.len(), "}")),
        (b'{', ScanErrorKind::ExpectedName, true) => Some((before_comma(before)?, "}")),
        (b':', ScanErrorKind::ExpectedCommaOrEnd, false) => {
            let open = memchr::memrchr(b'"', before.strip_suffix(b"\"")?)?;
            let is_key = is_plain_key(bytes, open);
            Some((before_comma(bytes[..open].trim_ascii_end())?, "]")).filter(|_| is_key)
        }
        _ => None,
    }
}

/// Returns where the value ends before the comma at the end of `text`.
fn before_comma(text: &[u8]) -> Option<usize> {
    Some(text.strip_suffix(b",")?.trim_ascii_end().len())
}
