//! One closing bracket that is missing in an object, or in a list of objects, which is JSON with it: the bracket before another
//! container's own, of an object before the next item of its list, or of a list before the next key. It has one place if the container
//! that it closes holds none of its own kind, because that one could lack it just as well.

use std::mem::replace;
use std::ops::Range;

use super::{Repaired, cut, json5, lines};
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
    if !may_lack_closer(bytes, error) || !cut::begins_with_object(bytes, start) {
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

/// Returns whether a bracket that was added may stand elsewhere: it closes a container right after one of its own kind with several
/// items, as in `[[1, [2, 3]]` for `[[1], [2, 3]]`. The bracket of the inner one could be missing as well, before some of its items.
pub(super) fn may_be_elsewhere(repaired: &Repaired<'_>) -> bool {
    if repaired.fixes.kinds().all(|fix| fix.code != Code::MissingCloser) {
        return false;
    }
    let (mut grown, mut shrunk) = (0, 0);
    let mut ends = Vec::new();
    for fix in &repaired.fixes {
        let Some(with) = &fix.replacement else { continue };
        if fix.code == Code::MissingCloser {
            let brackets = with.bytes().enumerate().filter(|(_, byte)| matches!(byte, b'}' | b']'));
            ends.extend(brackets.map(|(at, _)| fix.start + grown - shrunk + at + 1));
        }
        grown += with.len();
        shrunk += fix.end - fix.start;
    }
    repaired.documents.iter().any(|document| {
        let text = &repaired.text[document.clone()];
        let mut last = Last { base: document.start, text: text.as_bytes(), ends: &ends, ..Last::default() };
        scan_text_with(text, usize::MAX, &mut last).is_ok() && last.may_be_elsewhere
    })
}

/// Looks at the last item of each container.
#[derive(Default)]
struct Last<'t> {
    /// Where the document begins in the text of all of them.
    base: usize,
    text: &'t [u8],
    /// Holds where the containers end whose brackets were added, in ascending order.
    ends: &'t [usize],
    /// Holds where each open container begins, and how many items it has.
    open: Vec<(usize, usize)>,
    /// Holds the container that ended last: its place, whether it is an object, and how many items it has.
    ended: (Range<usize>, bool, usize),
    may_be_elsewhere: bool,
}

impl Last<'_> {
    fn count(&mut self) {
        if let Some((_, count)) = self.open.last_mut() {
            *count += 1;
        }
    }
}

impl Names for Last<'_> {
    fn begin(&mut self, at: usize, _: bool) {
        self.count();
        self.open.push((at, 0));
    }

    fn key(&mut self, _: &[u8], _: Range<usize>) {}

    fn leaf(&mut self, _: u8, _: usize, _: usize) {
        self.count();
    }

    fn end(&mut self, end: usize, is_object: bool) {
        let (start, count) = self.open.pop().unwrap_or_default();
        let (inner, kind, items) = replace(&mut self.ended, (start..end, is_object, count));
        let is_last = kind == is_object && skip_space(self.text, inner.end) == end - 1;
        // Lines say more than the order of the brackets.
        let is_on_line = || memchr::memchr(b'\n', &self.text[inner.clone()]).is_none();
        self.may_be_elsewhere |=
            is_last && items > 1 && self.ends.binary_search(&(self.base + end)).is_ok() && is_on_line();
    }
}
