//! One closing bracket that is missing in an object, or in a list of objects, which is JSON with it: the bracket before another
//! container's own, of an object before the next item of its list, or of a list before the next key. It has one place if the container
//! that it closes holds none of its own kind, because that one could lack it just as well.

use super::open::{Container, Open};
use super::{json5, lines};
use crate::core::json::tape::Tape;
use crate::core::json::{ScanError, ScanErrorKind, skip_space};
use crate::core::repair::edit::duplicates::{self, Merged};
use crate::core::repair::edit::{self, Code, Fixes};
use crate::core::repair::parser::evidence::content::lone_surrogates;
use crate::core::repair::parser::text::keys::is_plain_key;

/// Reads `text`; `error` says where it stops being JSON, and the tape what its scan has shown before that.
pub(super) fn read(
    text: &str,
    (error, tape): (ScanError, Option<&Tape>),
    max_depth: usize,
) -> Option<Merged> {
    let bytes = text.as_bytes();
    if !may_lack_closer(bytes, error) {
        return None;
    }
    let no_names = &mut ();
    let open = Open::at_error(text, tape, max_depth, no_names)?;
    let (at, closer) = missing(bytes, error, &open.containers)?;
    let mut fixes = Fixes::default();
    fixes.push(Code::MissingCloser, at, at, closer);
    let output = edit::apply(text, &fixes);
    let (fixes, output) = lines::fitted(text, &(0..text.len()), fixes, output);
    let known = json5::known(bytes, error, tape);
    let merged =
        duplicates::merged_but(0, fixes, output, max_depth, &known).filter(|merged| !merged.repeats)?;
    lone_surrogates(bytes, 0, bytes.len()).is_empty().then_some(merged)
}

/// Returns whether an error is one that a missing bracket leads to.
fn may_lack_closer(bytes: &[u8], error: ScanError) -> bool {
    let Some(byte) = bytes.get(error.offset) else { return false };
    match error.kind {
        ScanErrorKind::ExpectedName => true,
        ScanErrorKind::ExpectedCommaOrEnd => matches!(byte, b'}' | b']' | b':'),
        ScanErrorKind::ExpectedColon => matches!(byte, b',' | b']'),
        ScanErrorKind::UnexpectedByte(byte) => byte == b',',
        _ => false,
    }
}

/// Returns where a bracket is missing, and which one.
fn missing(bytes: &[u8], error: ScanError, open: &[Container]) -> Option<(usize, &'static str)> {
    let (before, byte) = (bytes[..error.offset].trim_ascii_end(), *bytes.get(error.offset)?);
    // An empty list: `"a": [, "b": 1`.
    if byte == b',' && before.ends_with(b"[") {
        let next = skip_space(bytes, error.offset + 1);
        return is_plain_key(bytes, next).then_some((before.len(), "]"));
    }
    let [.., outer, inner] = open else { return None };
    if inner.is_object == outer.is_object || inner.holds_its_kind {
        return None;
    }
    // The string before the error is a key of the outer container, or an item of it.
    let before_string = || {
        let open = memchr::memrchr(b'"', before.strip_suffix(b"\"")?)?;
        Some((open, before_comma(bytes[..open].trim_ascii_end())?))
    };
    match (byte, error.kind, inner.is_object) {
        (b'}', ScanErrorKind::ExpectedCommaOrEnd, false) => Some((before.len(), "]")),
        (b']', ScanErrorKind::ExpectedCommaOrEnd, true) => Some((before.len(), "}")),
        (byte, ScanErrorKind::ExpectedName, true) if byte != b'}' => Some((before_comma(before)?, "}")),
        (b',' | b']', ScanErrorKind::ExpectedColon, true) => Some((before_string()?.1, "}")),
        (b':', ScanErrorKind::ExpectedCommaOrEnd, false) => {
            let (open, end) = before_string()?;
            is_plain_key(bytes, open).then_some((end, "]"))
        }
        _ => None,
    }
}

/// Returns where the value ends before the comma at the end of `text`.
fn before_comma(text: &[u8]) -> Option<usize> {
    Some(text.strip_suffix(b",")?.trim_ascii_end().len())
}
