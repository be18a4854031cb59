//! An object on one line that is strict JSON up to its end, which comes too soon: after a value, or in the words of a string. It has no
//! other reading, so the search is not asked. Only a string that is cut may have lost its closing quote, where more than words is in it.

use super::open::Open;
use super::slips;
use crate::core::json::scan::string_end;
use crate::core::json::tape::Tape;
use crate::core::json::{ScanError, ScanErrorKind, skip_space};
use crate::core::repair::edit::duplicates::{self, Merged};
use crate::core::repair::edit::{Code, Fixes};
use crate::core::repair::parser::evidence::content::lone_surrogates;
use crate::core::repair::parser::model::op::CutPlace;
use crate::core::repair::parser::text::keys::is_word;
use crate::core::repair::parser::text::lexer::ends_in_word;

/// Reads `text`; `error` says where it stops being JSON, and the tape what its scan has shown before that.
pub(super) fn read(
    text: &str,
    (error, tape): (ScanError, Option<&Tape>),
    max_depth: usize,
) -> Option<(Merged, CutPlace)> {
    let bytes = text.trim_ascii_end().as_bytes();
    let is_cut = error.kind == ScanErrorKind::UnexpectedEnd && error.offset == text.len();
    if !is_cut || memchr::memchr(b'\n', bytes).is_some() {
        return None;
    }
    let (merged, place) = duplicates::fixed_by(text, max_depth, |names| {
        let open = Open::at_error(text, tape, max_depth, names)?;
        let is_closed = open.container_end == bytes.len();
        let place = if is_closed { CutPlace::BetweenMembers } else { place(text, open.key_end)? };
        let mut fixes = Fixes::default();
        if place == CutPlace::String {
            fixes.push(Code::CutOff, bytes.len(), bytes.len(), "\"");
        }
        for container in open.containers.iter().rev() {
            fixes.push(Code::CutOff, bytes.len(), bytes.len(), if container.is_object { "}" } else { "]" });
        }
        Some((fixes, place))
    })?;
    (!merged.repeats && lone_surrogates(bytes, 0, bytes.len()).is_empty()).then_some((merged, place))
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
