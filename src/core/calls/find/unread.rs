//! Blocks that a marker announced and no reader could read: they are told, not passed over.
//!
//! Texts also speak of markers: in quotes, in a sentence, in the documentation of a format. Such a mention is no call. What
//! stands right after the marker tells the two apart.

use std::ops::Range;

use crate::core::calls::families::{harmony, react};
use crate::core::calls::formats::{Format, Hit, Reader, closes, is_loose};
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::Draft;
use crate::core::calls::readers::{is_quoted, is_word};
use crate::core::calls::types::call::Reason;
use crate::core::repair::engine::{CutPlace, FailureCode};

/// Bytes of the beginning of a call that the end of the text may have cut off.
const LONGEST_HEADER: usize = 300;

/// Bytes between `<` and the word of a tag: a namespace, or bars.
const LONGEST_PREFIX: usize = 40;

/// The draft that reports the block after `marker`, which no reader took; nothing where it is only a mention.
pub(in crate::core::calls) fn block(cx: &mut Context<'_>, marker: Range<usize>) -> Option<Draft> {
    let text = cx.text;
    let word = &text[marker.clone()];
    if let Some(format) = format_of(cx, word, word).filter(|format| matches!(format.read, Reader::React)) {
        return react::unread(cx, &Hit { start: marker.start, end: marker.end, format });
    }
    let is_harmony = || word == "<|message|>" && harmony::announces(text, marker.start);
    if is_loose(word) && !is_harmony() {
        return None;
    }
    if word.ends_with(':') {
        return cut_name(cx, marker);
    }
    let start =
        if word.starts_with(char::is_alphabetic) { tag_start(text, marker.start)? } else { marker.start };
    if is_quoted(&text[..start]) {
        return None;
    }
    let format = format_of(cx, word, &text[start..marker.end])?;
    let stop = cx.next_stop(marker.end, format.ends);
    let mark = format.ends.iter().find(|mark| text[stop..].starts_with(**mark));
    // The bar and the bracket of a tag belong to the marker, where that is a word alone.
    let body = text[marker.end..stop].trim_start_matches(['｜', '|']);
    let is_tag = word.ends_with('=');
    let body = if body.len() < stop - marker.end { body.strip_prefix('>').unwrap_or(body) } else { body };
    let (is_short, body) = (body.len() <= LONGEST_HEADER, window(body));
    if mark.is_none() && is_short && !(is_tag && body.contains('>')) {
        // A marker that ends the text is one where no sentence runs into it.
        let is_cut = if body.trim().is_empty() { !text[..start].ends_with(' ') } else { is_meant(body) };
        let cut = Reason::Repair(FailureCode::Truncated(CutPlace::Key));
        return is_cut.then(|| Draft::problem(cut, format, start..text.len()));
    }
    // Other documents have elements of this name.
    if is_tag && word.starts_with("<function") && word.ends_with("name=") {
        return None;
    }
    let inside = if is_tag { body.split_once('>')?.1 } else { body };
    let end = stop + mark.filter(|mark| closes(mark)).map_or(0, |mark| mark.len());
    is_meant(inside).then(|| Draft::problem(Reason::Unread, format, start..end))
}

/// Returns the draft that reports a call which the end of the text cuts off in its name: `call:default_api:wri`. With more after the
/// name, the reader of the format decides.
fn cut_name(cx: &Context<'_>, marker: Range<usize>) -> Option<Draft> {
    let text = cx.text;
    let is_cut = is_word(&text[marker.end..]) && !is_quoted(&text[..marker.start]);
    let word = &text[marker.clone()];
    let format = format_of(cx, word, word).filter(|_| is_cut)?;
    let cut = Reason::Repair(FailureCode::Truncated(CutPlace::Key));
    Some(Draft::problem(cut, format, marker.start..text.len()))
}

/// The beginning of a text: no byte of a long one is looked at for each marker in it.
fn window(text: &str) -> &str {
    let end = text.char_indices().map(|(at, _)| at).take_while(|at| *at <= LONGEST_HEADER).last();
    if text.len() > LONGEST_HEADER { &text[..end.unwrap_or(0)] } else { text }
}

/// The format that is named for this marker: of several that share it, the one that spells the whole tag so.
fn format_of(cx: &Context<'_>, marker: &str, tag: &str) -> Option<&'static Format> {
    let formats = || cx.formats().filter(|format| format.markers.contains(&marker) && cx.wants(format));
    formats().find(|format| format.example.starts_with(tag)).or_else(|| formats().next())
}

/// Where the tag begins whose word stands at `at`; nothing where the word stands in a sentence.
fn tag_start(text: &str, at: usize) -> Option<usize> {
    let from = at.saturating_sub(LONGEST_PREFIX);
    let open = from + memchr::memrchr(b'<', &text.as_bytes()[from..at])?;
    (!text[open..at].contains(['>', '"', '\n'])).then_some(open)
}

/// Returns whether this follows a marker that is meant: on the next line, or at once, or with the characters of a call
/// in it.
fn is_meant(body: &str) -> bool {
    let Some(first) = body.chars().next() else { return false };
    match first {
        _ if body.chars().all(|c| c.is_whitespace() || "[]{}".contains(c)) => false,
        ' ' => body.contains(['{', '(', '[', '=']),
        '`' | ',' | '.' | ';' | ':' | ')' | ']' | '/' | '|' | '…' => false,
        _ => true,
    }
}

/// Records one more such block; of two that overlap, the inner one.
pub(in crate::core::calls) fn note(told: &mut Vec<Draft>, draft: Draft) {
    if let Some(last) = told.last().filter(|last| draft.span.start < last.span.end) {
        if last.span.start >= draft.span.start {
            return;
        }
        told.pop();
    }
    told.push(draft);
}

/// The drafts together with those of `told` that nothing overlaps, in the order of the text.
pub(in crate::core::calls) fn add(drafts: Vec<Draft>, told: Vec<Draft>) -> Vec<Draft> {
    if told.is_empty() {
        return drafts;
    }
    let mut all: Vec<(Draft, bool)> = drafts.into_iter().map(|draft| (draft, true)).collect();
    all.extend(told.into_iter().map(|draft| (draft, false)));
    all.sort_by_key(|(draft, _)| draft.span.start);
    // Where the next draft that stays begins, and where those before it end.
    let mut next = usize::MAX;
    let mut nexts: Vec<usize> = Vec::with_capacity(all.len());
    for (draft, stays) in all.iter().rev() {
        nexts.push(next);
        next = if *stays { draft.span.start } else { next };
    }
    let mut end = 0;
    let keep = |((draft, stays), next): ((Draft, bool), usize)| {
        let free = draft.span.start >= end && draft.span.end <= next;
        if stays || free {
            end = end.max(draft.span.end);
            return Some(draft);
        }
        None
    };
    all.into_iter().zip(nexts.into_iter().rev()).filter_map(keep).collect()
}
