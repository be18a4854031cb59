//! JSON after a marker: objects with a name and arguments, one after the other or in an array. About twenty models
//! write this and differ in the marker alone.

use std::borrow::Cow;
use std::ops::Range;

use super::{behind_fence, space_end};
use crate::core::calls::envelope::walk::walk;
use crate::core::calls::formats::{COMMON_TAGS, Format, Hit, closes};
use crate::core::calls::judge::call::{Trust, inside, with_arguments};
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::Draft;
use crate::core::calls::readers::is_name;
use crate::core::calls::readers::json::{Reading, sequence};
use crate::core::calls::readers::object::Object;
use crate::core::calls::types::call::Reason;
use crate::core::calls::types::change::Change;

/// Calls after a marker.
pub(in crate::core::calls) fn read(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    block(cx, hit, hit.end)
}

/// `functools[…]`: the bracket belongs to the marker, and what stands before it to no longer word.
pub(in crate::core::calls) fn functools(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let glued = cx.text[..hit.start].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.'));
    if glued { None } else { block(cx, hit, hit.end - 1) }
}

fn block(cx: &mut Context<'_>, hit: &Hit, pos: usize) -> Option<usize> {
    let at = behind_fence(cx.text, pos);
    let (readings, mut end) = sequence(cx, at, hit.format.ends)?;
    let before = cx.len();
    let mut documents = 0;
    let mut strangers = Vec::new();
    for reading in &readings {
        for document in &reading.documents {
            documents += 1;
            let known = cx.len();
            walk(cx, reading, document, Trust::Marked, hit.format);
            if cx.len() == known && !is_blank(reading.slice(document)) {
                strangers.push(reading.source(document));
            }
        }
    }
    // A tag that also means other things (`<json>`) and holds something else is no block of calls.
    let is_plain = COMMON_TAGS.contains(&&cx.text[hit.start..hit.end]);
    let drafts = cx.take_from(before);
    if drafts.is_empty() && (documents == 0 || is_plain || readings.iter().all(is_empty)) {
        return None;
    }
    if is_plain && drafts.iter().all(|draft| draft.problem.is_some()) {
        return None;
    }
    // What is no call is told, beside calls each by itself.
    if drafts.is_empty() {
        cx.push(Draft::problem(Reason::NoName, hit.format, hit.start..end));
        return Some(end);
    }
    for draft in drafts {
        cx.push(draft);
    }
    for span in strangers {
        cx.push(Draft::problem(Reason::NoName, hit.format, span));
    }
    while let Some(next) = more(cx, hit, end) {
        end = next;
    }
    Some(end)
}

/// A call whose own marker is missing: it follows the marker that closes a block, or one that begins the next turn.
fn more(cx: &mut Context<'_>, hit: &Hit, pos: usize) -> Option<usize> {
    let after = |at: usize| {
        let at = space_end(cx.text, at);
        let mut marks = hit.format.ends.iter().chain(&["<|im_start|>"]);
        marks.find(|mark| cx.text[at..].starts_with(**mark)).map(|mark| (at + mark.len(), mark))
    };
    let (end, last) = std::iter::successors(after(pos), |(at, _)| after(*at)).last()?;
    let at = space_end(cx.text, end);
    if !cx.text[at..].starts_with(['{', '[']) || !closes(last) {
        return None;
    }
    let before = cx.len();
    let (readings, end) = sequence(cx, at, hit.format.ends)?;
    for reading in &readings {
        for document in &reading.documents {
            walk(cx, reading, document, Trust::Bare, hit.format);
        }
    }
    (cx.len() > before).then_some(end)
}

/// Returns whether a reading holds nothing but empty brackets.
fn is_empty(reading: &Reading<'_>) -> bool {
    reading.documents.iter().all(|range| is_blank(reading.slice(range)))
}

fn is_blank(value: &str) -> bool {
    value.bytes().all(|b| matches!(b, b'[' | b']' | b'{' | b'}' | b' ' | b'\n'))
}

/// `[{"f": {…}}]`: the name is the key.
pub(in crate::core::calls) fn by_key(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let at = behind_fence(cx.text, hit.end);
    let (readings, end) = sequence(cx, at, hit.format.ends)?;
    for reading in &readings {
        for document in &reading.documents {
            keyed(cx, reading, document, hit.format);
        }
    }
    Some(end)
}

/// The objects of a document, each of which may be a call.
fn objects(reading: &Reading<'_>, document: &Range<usize>) -> Vec<Range<usize>> {
    match reading.text.as_bytes()[document.start] {
        b'[' => reading.items(document),
        _ => Vec::from([document.clone()]),
    }
}

/// Returns whether each object of a document is one tool of the list, with its arguments.
pub(in crate::core::calls) fn is_keyed(
    cx: &Context<'_>,
    reading: &Reading<'_>,
    document: &Range<usize>,
) -> bool {
    let Some(tools) = cx.options.tools else { return false };
    let is_call = |range: &Range<usize>| {
        let only = Object::at(reading, range).and_then(|object| object.only());
        only.is_some_and(|(key, value)| {
            tools.get(reading.slice(&key)).is_some() && reading.text.as_bytes()[value.start] == b'{'
        })
    };
    let objects = objects(reading, document);
    !objects.is_empty() && objects.iter().all(is_call)
}

/// Hands over the calls of a document whose keys are the names.
pub(in crate::core::calls) fn keyed(
    cx: &mut Context<'_>,
    reading: &Reading<'_>,
    document: &Range<usize>,
    format: &'static Format,
) {
    for range in objects(reading, document) {
        let only = Object::at(reading, &range).and_then(|object| object.only());
        let span = reading.source(&range);
        let Some((key, value)) = only else {
            cx.push(Draft::problem(Reason::NoName, format, span));
            continue;
        };
        let name = inside(&reading.text, &(key.start - 1..key.end + 1)).filter(|name| is_name(name));
        let nameless = name.is_none().then_some(Reason::NoName);
        let draft = Draft::named(name.map(Cow::into_owned), format, span.clone());
        let mut draft = with_arguments(cx, draft, reading, Some(&value));
        draft.problem = draft.problem.or(nameless);
        draft.changes.extend(reading.fixes_in(&span).iter().map(|fix| Change::at(fix, fix.start..fix.end)));
        cx.push(draft);
    }
}
