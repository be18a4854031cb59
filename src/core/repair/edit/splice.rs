//! What fixes do to a text: they are put in order, applied, and composed where one pass follows another.

use std::cmp::Ordering;
use std::ops::Range;

use super::fix::Fix;
use super::fixes::Fixes;
use super::map::{EditMap, Span};
use super::spare::text_of;

/// Sorts fixes and lets larger ones absorb those inside them; of two for the same bytes the later one wins, because it
/// knew more.
pub fn in_order(mut fixes: Vec<Fix<'static>>) -> Vec<Fix<'static>> {
    let is_change = |fix: &Fix<'_>| {
        fix.start < fix.end || fix.replacement.as_deref().is_some_and(|text| !text.is_empty())
    };
    let mut end = 0;
    let mut is_behind = |fix: &Fix<'_>| fix.start >= std::mem::replace(&mut end, fix.end);
    if fixes.iter().all(|fix| is_change(fix) && is_behind(fix)) {
        return fixes;
    }
    fixes.retain(is_change);
    let mut keyed: Vec<(usize, Fix<'static>)> = fixes.into_iter().enumerate().collect();
    // Of insertions at one place the first stays first, of other fixes the last.
    keyed.sort_by(|(a_at, a), (b_at, b)| {
        order(a, b).then_with(|| if a.start < a.end { b_at.cmp(a_at) } else { a_at.cmp(b_at) })
    });
    let mut out: Vec<Fix<'static>> = Vec::with_capacity(keyed.len());
    let mut end = 0;
    for (_, fix) in keyed {
        if fix.start < end {
            continue;
        }
        end = fix.end;
        out.push(fix);
    }
    out
}

/// In which order fixes stand: insertions before what replaces the bytes after them, larger ones before those inside.
pub(super) fn order(a: &Fix<'_>, b: &Fix<'_>) -> Ordering {
    let replaces = |fix: &Fix<'_>| fix.start < fix.end;
    a.start.cmp(&b.start).then(replaces(a).cmp(&replaces(b))).then(b.end.cmp(&a.end))
}

/// `in_order` as a list of its own.
pub(crate) fn settle(fixes: Vec<Fix<'static>>) -> Fixes {
    in_order(fixes).into()
}

/// `source` with `fixes` applied.
pub fn apply(source: &str, fixes: &Fixes) -> String {
    apply_within(source, 0..source.len(), fixes)
}

/// Bytes of the source that are copied at once where a change leaves the length as it is: more such changes may follow, and
/// each is one store then.
const BLOCK: usize = 512;
/// Bytes for each fix of a text in which fixes stand close together.
const CLOSE: usize = 64;

/// A part of `source` with the fixes applied that lie in it; there are no others.
pub(crate) fn apply_within(source: &str, part: Range<usize>, fixes: &Fixes) -> String {
    if fixes.len() * CLOSE > part.len() {
        return apply_many(source, part, fixes);
    }
    let mut out = text_of(part.len() + 16);
    let mut done = part.start;
    for (start, end, replacement) in fixes.changes() {
        out.push_str(&source[done..start]);
        out.push_str(replacement);
        done = end;
    }
    out.push_str(&source[done..part.end]);
    out
}

/// Returns the same, where fixes stand close together. Bytes are patched, so all of the output is checked to be UTF-8 once more: with
/// few fixes that costs more than it saves.
fn apply_many(source: &str, part: Range<usize>, fixes: &Fixes) -> String {
    let bytes = source.as_bytes();
    let mut out = text_of(part.len() + 16).into_bytes();
    // The source is copied up to here.
    let mut copied = part.start;
    for (start, end, replacement) in fixes.changes() {
        let replacement = replacement.as_bytes();
        let keeps_length = replacement.len() == end - start;
        if keeps_length && copied < end {
            let to = part.end.min(end.max(start + BLOCK));
            out.extend_from_slice(&bytes[copied..to]);
            copied = to;
        }
        let at = (out.len() + start).wrapping_sub(copied);
        match replacement {
            // No call for one character.
            [sign] if keeps_length => out[at] = *sign,
            _ if keeps_length => out[at..at + replacement.len()].copy_from_slice(replacement),
            _ => {
                if start < copied {
                    out.truncate(at);
                } else {
                    out.extend_from_slice(&bytes[copied..start]);
                }
                match replacement {
                    [sign] => out.push(*sign),
                    _ => out.extend_from_slice(replacement),
                }
                copied = end;
            }
        }
    }
    out.extend_from_slice(&bytes[copied..part.end]);
    debug_assert!(std::str::from_utf8(&out).is_ok(), "fixes begin and end between characters");
    String::from_utf8(out).unwrap_or_else(|broken| String::from_utf8_lossy(broken.as_bytes()).into_owned())
}

/// Where two lists of fixes make something different of the text up to where each reading had come. White space does
/// not count.
pub(crate) fn difference(
    source: &[u8],
    ours: (&Fixes, usize),
    theirs: (&Fixes, usize),
) -> Option<Range<usize>> {
    let start = ours.0.iter().chain(theirs.0).map(|fix| fix.start).min()?;
    let made = |(fixes, to): (&Fixes, usize)| {
        let mut out = Vec::new();
        let mut done = start;
        for Fix { start, end, replacement, .. } in fixes {
            out.extend_from_slice(&source[done..start]);
            out.extend_from_slice(replacement.unwrap_or_default().as_bytes());
            done = end;
        }
        out.extend_from_slice(&source[done..to.max(done)]);
        out.retain(|byte| !crate::core::json::is_space(*byte));
        out
    };
    (made(ours) != made(theirs)).then_some(start..ours.1)
}

/// The fixes that lead from the first text to the last, when `first` leads to `middle` and `second` on from there.
///
/// Where fixes of both passes touch the same bytes they become one, with the code of the graver; the others stay as
/// notes without a replacement.
pub fn compose(first: Fixes, middle: &str, second: Fixes) -> Fixes {
    compose_from(0, first, middle, second)
}

/// `compose`, where `middle` is what became of the first text from offset `base` on.
pub(crate) fn compose_from(base: usize, first: Fixes, middle: &str, second: Fixes) -> Fixes {
    if second.is_empty() {
        return first;
    }
    if let Some(shift) = shift_behind(base, &first, &second) {
        let mut both = first;
        both.append(second.moved(shift));
        return both;
    }
    let map = EditMap::from(base, &first);
    let is_change = |fix: &Fix<'static>| fix.replacement.is_some();
    let (first, mut out): (Vec<_>, Vec<_>) = first.into_vec().into_iter().partition(is_change);
    let (second, notes): (Vec<_>, Vec<_>) = second.into_vec().into_iter().partition(is_change);
    for note in notes {
        let (start, end) = (map.to_input(note.start), map.input_of(note.end).0.end);
        out.push(Fix { start, end: end.max(start), ..note });
    }
    let (mut i, mut j) = (0, 0);
    // What to add to an offset of the middle text to get one of the first.
    let mut shift = base as isize;
    while i < first.len() || j < second.len() {
        let (from_i, from_j, shift_before) = (i, j, shift);
        let next = |i: usize, j: usize| {
            let ours = map.spans.get(i).map(|span| (span.after, false));
            let theirs = second.get(j).map(|fix| ((fix.start, fix.end), true));
            ours.into_iter().chain(theirs).min()
        };
        let Some(((start, mut end), _)) = next(i, j) else { break };
        // Take the first, then everything that begins inside what was taken.
        while let Some(((from, to), is_second)) = next(i, j) {
            if (i, j) != (from_i, from_j) && from >= end {
                break;
            }
            end = end.max(to);
            if is_second {
                j += 1;
            } else {
                let Span { before, after } = map.spans[i];
                shift += (before.1 - before.0) as isize - (after.1 - after.0) as isize;
                i += 1;
            }
        }
        let (ours, theirs) = (&first[from_i..i], &second[from_j..j]);
        if let ([fix], []) = (ours, theirs) {
            out.push(fix.clone());
            continue;
        }
        let span = start.wrapping_add_signed(shift_before)..end.wrapping_add_signed(shift);
        merge(&mut out, ours, theirs, span, replaced(middle, start..end, theirs));
    }
    out.sort_by_key(|fix| (fix.start, fix.start < fix.end));
    out.into()
}

/// What to add to the places of the second fixes where all of the first stand before them: a byte order mark, and a
/// document after it.
fn shift_behind(base: usize, first: &Fixes, second: &Fixes) -> Option<isize> {
    let (mut end, mut shift) = (0, -(base as isize));
    for (start, old_end, with) in first.changes() {
        end = start.wrapping_add_signed(shift) + with.len();
        shift += with.len() as isize - (old_end - start) as isize;
    }
    second.iter().next().is_some_and(|fix| fix.start >= end).then_some(-shift)
}

/// Returns what becomes of a part of a text.
#[cold]
fn replaced(text: &str, part: Range<usize>, fixes: &[Fix<'static>]) -> String {
    let mut out = String::new();
    let mut done = part.start;
    for fix in fixes {
        let Some(replacement) = &fix.replacement else { continue };
        out.push_str(&text[done..fix.start]);
        out.push_str(replacement);
        done = fix.end;
    }
    out.push_str(&text[done.min(part.end)..part.end]);
    out
}

/// One cluster of overlapping edits becomes one fix of the first text.
#[cold]
fn merge(
    out: &mut Vec<Fix<'static>>,
    first: &[Fix<'static>],
    second: &[Fix<'static>],
    span: Range<usize>,
    text: String,
) {
    let all = || first.iter().chain(second);
    let Some(lead) = all().max_by_key(|fix| (fix.risk, fix.end - fix.start)) else { return };
    out.push(Fix {
        code: lead.code,
        start: span.start,
        end: span.end,
        replacement: Some(text.into()),
        risk: lead.risk,
    });
    for fix in all().filter(|fix| !std::ptr::eq(*fix, lead)) {
        out.push(Fix { code: fix.code, start: span.start, end: span.end, replacement: None, risk: fix.risk });
    }
}
