//! An object on one line that is strict JSON up to its end, which comes too soon: after a value, or in the words of a string. It has no
//! other reading, so the search is not asked. Only a string that is cut may have lost its closing quote, where more than words is in it.

use std::ops::Range;

use super::slips;
use crate::core::json::scan::{Names, scan_text_with, string_end};
use crate::core::json::tape::Tape;
use crate::core::json::{ScanError, ScanErrorKind, skip_space};
use crate::core::repair::edit::duplicates::{self, Merged};
use crate::core::repair::edit::repeats::Repeats;
use crate::core::repair::edit::{Code, Fixes};
use crate::core::repair::parser::evidence::content::lone_surrogates;
use crate::core::repair::parser::model::op::CutPlace;
use crate::core::repair::parser::text::keys::is_word;
use crate::core::repair::parser::text::lexer::ends_in_word;

/// What is open where a text ends.
struct Open<'n> {
    names: &'n mut Repeats,
    /// Says of each open container, the outermost first, whether it is an object.
    containers: Vec<bool>,
    /// Holds where the last key ends, and the last container that was closed.
    key_end: usize,
    container_end: usize,
}

impl Names for Open<'_> {
    fn begin(&mut self, _: usize, is_object: bool) {
        self.containers.push(is_object);
        if is_object {
            self.names.open();
        }
    }

    fn key(&mut self, bytes: &[u8], key: Range<usize>) {
        self.key_end = key.end;
        self.names.key(bytes, key);
    }

    fn end(&mut self, end: usize, is_object: bool) {
        self.container_end = end;
        self.containers.pop();
        if is_object {
            self.names.close();
        }
    }
}

/// Reads `text`; `error` says where it stops being JSON, and the tape what its scan has shown before that.
pub(super) fn read(
    text: &str,
    (error, tape): (ScanError, Option<&Tape>),
    max_depth: usize,
) -> Option<(Merged, CutPlace)> {
    let bytes = text.trim_ascii_end().as_bytes();
    let start = skip_space(bytes, 0);
    let is_cut = error.kind == ScanErrorKind::UnexpectedEnd && error.offset == text.len();
    if !is_cut || !begins_with_object(bytes, start) || memchr::memchr(b'\n', bytes).is_some() {
        return None;
    }
    let (merged, place) = duplicates::fixed_by(text, max_depth, |names| {
        let mut open = Open { names, containers: Vec::new(), key_end: 0, container_end: 0 };
        if tape.and_then(|tape| tape.show(text.as_bytes(), start, &mut open)).is_none() {
            scan_text_with(text, max_depth, &mut open).err()?;
        }
        let is_closed = open.container_end == bytes.len();
        let place = if is_closed { CutPlace::BetweenMembers } else { place(text, open.key_end)? };
        let mut fixes = Fixes::default();
        if place == CutPlace::String {
            fixes.push(Code::CutOff, bytes.len(), bytes.len(), "\"");
        }
        for is_object in open.containers.iter().rev() {
            fixes.push(Code::CutOff, bytes.len(), bytes.len(), if *is_object { "}" } else { "]" });
        }
        Some((fixes, place))
    })?;
    (!merged.repeats && lone_surrogates(bytes, 0, bytes.len()).is_empty()).then_some((merged, place))
}

/// Returns whether an object begins at `start`, or a list of objects: a list of other values may be a piece of a sentence.
pub(super) fn begins_with_object(bytes: &[u8], start: usize) -> bool {
    match bytes.get(start) {
        Some(b'[') => bytes.get(skip_space(bytes, start + 1)) == Some(&b'{'),
        first => first == Some(&b'{'),
    }
}

/// Returns in what the cut falls, after the last key, which ends at `key_end`, if that is certain.
fn place(text: &str, key_end: usize) -> Option<CutPlace> {
    let bytes = text.as_bytes();
    let colon = skip_space(bytes, key_end + 1);
    if bytes.get(colon) != Some(&b':') {
        return None;
    }
    let value = skip_space(bytes, colon + 1);
    let words = bytes.get(value..)?.strip_prefix(b"\"")?;
    if let Ok(end) = string_end(bytes, value) {
        return (skip_space(bytes, end) == bytes.len()).then_some(CutPlace::BetweenMembers);
    }
    let is_plain = words.iter().all(|byte| is_word(*byte) || slips::PLAIN.contains(byte));
    (is_plain && ends_in_word(words)).then_some(CutPlace::String)
}
