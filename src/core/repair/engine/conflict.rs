//! The traces of a merge in a text: both sides of a conflict, between lines of markers. The first side is kept.

use crate::core::json::ScanError;
use crate::core::repair::edit::{Code, Fixes};

const OURS: &[u8] = b"<<<<<<<";
const BASE: &[u8] = b"|||||||";
const MIDDLE: &[u8] = b"=======";
const THEIRS: &[u8] = b">>>>>>>";

/// The fixes that leave the first side of each conflict; `None` where the text is not JSON for another reason first. In a string,
/// markers are content: those of an edit that a model wrote.
pub(super) fn first_sides(text: &str, error: ScanError) -> Option<Fixes> {
    if !is_marker(text.as_bytes().get(error.offset..)?, OURS) {
        return None;
    }
    let (mut fixes, mut at) = (Fixes::default(), 0);
    // Where the side begins that goes.
    let (mut dropped, mut is_open) = (None, false);
    for line in text.split_inclusive('\n') {
        let (start, bytes) = (at, line.as_bytes());
        at += line.len();
        if !is_open && is_marker(bytes, OURS) {
            fixes.push(Code::ConflictMarker, start, at, "");
            is_open = true;
        } else if is_open && dropped.is_none() && (is_marker(bytes, BASE) || is_marker(bytes, MIDDLE)) {
            dropped = Some(start);
        } else if is_marker(bytes, THEIRS)
            && let Some(from) = dropped.take()
        {
            fixes.push(Code::ConflictMarker, from, at, "");
            is_open = false;
        }
    }
    (!is_open).then_some(fixes)
}

/// Returns whether the line begins with this marker, with a blank or its end after it.
fn is_marker(line: &[u8], marker: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(marker) else { return false };
    matches!(rest.first(), None | Some(b' ' | b'\n' | b'\r'))
}
