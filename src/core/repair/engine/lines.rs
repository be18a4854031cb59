//! The lines of a document that was repaired, as a person would leave them: a line that loses all that stands on it goes, and a
//! bracket that was missing gets a line of its own where its partner has one.

use std::ops::Range;

use crate::core::json::scan::string_end;
use crate::core::repair::edit::{self, Code, Fix, Fixes, line};

/// Fits the fixes of the document `span`, which lead to `output`, to its lines.
pub(super) fn fitted(text: &str, span: &Range<usize>, fixes: Fixes, output: String) -> (Fixes, String) {
    let has_lines = || memchr::memchr(b'\n', text[span.clone()].as_bytes()).is_some();
    let (is_gone, is_bracket) = (fixes.kinds().any(is_gone), fixes.kinds().any(is_bracket));
    if !(is_gone || is_bracket) || !has_lines() {
        return (fixes, output);
    }
    let (mut fixes, mut output) = (fixes, output);
    let emptied = if is_gone { emptied(text.as_bytes(), span, &fixes) } else { Vec::new() };
    if !emptied.is_empty() {
        fixes = changed(fixes, emptied, |fix, place: Range<usize>| {
            (fix.start, fix.end) = (place.start, place.end);
        });
        output = edit::apply_within(text, span.clone(), &fixes);
    }
    let apart = if is_bracket { brackets(text, span.start, &fixes, &output) } else { Vec::new() };
    if !apart.is_empty() {
        fixes = changed(fixes, apart, |fix, bracket: String| fix.replacement = Some(bracket.into()));
        output = edit::apply_within(text, span.clone(), &fixes);
    }
    (fixes, output)
}

/// Changes the fixes that are named by their numbers, which ascend.
fn changed<T>(fixes: Fixes, changes: Vec<(usize, T)>, change: impl Fn(&mut Fix<'static>, T)) -> Fixes {
    let mut changes = changes.into_iter().peekable();
    let mut at = 0;
    fixes.changed(|fix| {
        if let Some((_, to)) = changes.next_if(|(number, _)| *number == at) {
            change(fix, to);
        }
        at += 1;
        true
    })
}

/// Returns whether a fix only drops a token. Comments took their lines with them already.
fn is_gone(fix: &Fix<'_>) -> bool {
    fix.replacement.as_deref() == Some("") && fix.code != Code::Comment
}

/// Returns whether a fix adds a bracket.
fn is_bracket(fix: &Fix<'_>) -> bool {
    matches!(fix.code, Code::MissingCloser | Code::CutOff | Code::MissingOpener)
}

/// Holds the place of a fix, and whether the fix only drops what stands there.
struct Place {
    start: usize,
    end: usize,
    is_gone: bool,
}

/// Returns the places of fixes that drop all that stands on a line, grown to the whole line, by the numbers of the fixes.
fn emptied(text: &[u8], span: &Range<usize>, fixes: &Fixes) -> Vec<(usize, Range<usize>)> {
    let place = |fix: Fix<'_>| {
        let is_gone = is_gone(&fix) && fix.end > fix.start;
        Place { start: fix.start, end: fix.end, is_gone }
    };
    let places: Vec<Place> = fixes.iter().map(place).collect();
    let is_blank = |range: Range<usize>| text[range].iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
    let is_gone_as_well =
        |one: &Place, next: &Place| one.is_gone && next.is_gone && is_blank(one.end..next.start.max(one.end));
    let mut found = Vec::new();
    let mut number = 0;
    for dropped in places.chunk_by(is_gone_as_well) {
        let (first, next) = (number, number + dropped.len());
        number = next;
        if !dropped[0].is_gone {
            continue;
        }
        let (start, end) = (dropped[0].start, dropped[dropped.len() - 1].end);
        let after = if first == 0 { span.start } else { places[first - 1].end };
        let before = places.get(next).map_or(span.end, |place| place.start).max(end);
        let line = memchr::memrchr(b'\n', &text[after..start]).map(|line| after + line + 1);
        let line_end = memchr::memchr(b'\n', &text[end..before]).map(|line| end + line);
        let (Some(line), Some(line_end)) = (line, line_end) else { continue };
        if is_blank(line..start) && is_blank(end..line_end) {
            // Each of them reaches to the next, so that together they are the line.
            for number in first..next {
                let from = if number == first { line } else { places[number].start };
                let to = places[first..next].get(number + 1 - first).map_or(line_end + 1, |next| next.start);
                found.push((number, from..to));
            }
        }
    }
    found
}

/// Returns where in the output of a document from `start` on brackets stand that fixes added, with the numbers of the fixes.
fn added(start: usize, fixes: &Fixes) -> Vec<(usize, usize)> {
    let mut added = Vec::new();
    // All that was dropped before a place is not in the output, and all that was put there is.
    let (mut gone, mut put) = (0, 0);
    for (number, fix) in fixes.iter().enumerate() {
        let replacement = fix.replacement.as_deref().unwrap_or_default();
        if is_bracket(&fix) && replacement.len() == 1 {
            added.push((fix.start - start + put - gone, number));
        }
        gone += fix.end - fix.start;
        put += replacement.len();
    }
    added
}

/// Returns what to write for brackets that were added and whose partners have a line of their own, by the numbers of the fixes.
fn brackets(text: &str, start: usize, fixes: &Fixes, output: &str) -> Vec<(usize, String)> {
    let added = added(start, fixes);
    let added = |at: usize| added.binary_search_by_key(&at, |(at, _)| *at).ok().map(|at| added[at].1);
    let (bytes, line_end) = (output.as_bytes(), line::line_end(output));
    let ends_line = |opener: usize| line::ends_line(bytes, opener + 1);
    let begins_line = |at: usize| line::indent(bytes, at).is_some();
    let mut found = Vec::new();
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                let Ok(end) = string_end(bytes, at) else { return Vec::new() };
                at = end;
                continue;
            }
            b'{' | b'[' => open.push(at),
            b'}' | b']' => {
                let Some(partner) = open.pop() else { return Vec::new() };
                match (added(partner), added(at)) {
                    (None, Some(number)) if ends_line(partner) && !begins_line(at) => {
                        let indentation = line::indentation(output, partner);
                        found.push((number, format!("{line_end}{indentation}{}", char::from(*byte))));
                    }
                    (Some(number), None)
                        if !ends_line(partner) && begins_line(partner) && begins_line(at) =>
                    {
                        // The document begins after the indentation of its first line.
                        let (text, at) = if partner == 0 { (text, start) } else { (output, partner) };
                        let indentation = line::indentation(text, at);
                        let opener = char::from(bytes[partner]);
                        found.push((number, format!("{opener}{line_end}{indentation}")));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        at += 1;
    }
    found.sort_unstable();
    found
}
