//! Calls without a marker: a JSON object or array that is a call by its own members, in prose, in a fence, or alone.
//!
//! A valid value in prose is read as it stands. A broken one is repaired where the message begins with it, and
//! elsewhere only as the last resort, when nothing else was found.

use std::ops::Range;

use crate::core::calls::envelope::{plain, shapes, walk};
use crate::core::calls::families::json_block;
use crate::core::calls::formats::Format;
use crate::core::calls::formats::members::NAMES;
use crate::core::calls::formats::names::{self, Keys};
use crate::core::calls::judge::call::Trust;
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::is_told;
use crate::core::calls::readers::json::{Reading, repair_part, sequence, tolerant};
use crate::core::calls::types::tools::Tools;
use crate::core::json::boundary;
use crate::core::json::skip_space;

/// Bytes that the last resort looks at.
const LONGEST_GUESS: usize = 64 << 10;

/// Bytes from the beginning of a call to the key of its arguments.
const LONGEST_HEAD: usize = 200;

/// First members of objects that may be calls or hold some.
const FIRST: Keys = Keys::of(&NAMES).and(Keys::of(&[
    names::ARGUMENTS,
    names::PARAMETERS,
    names::ARGS,
    names::INPUT,
    names::ID,
    names::CALL_ID,
    names::TOOL_CALL_ID,
    names::TYPE,
    names::TOOL_CALL,
    names::TOOL_CALLS,
    names::TOOL_USES,
    names::FUNCTION_CALL,
    names::ROLE,
    names::THOUGHT,
    names::THOUGHTS,
    names::REASONING,
    names::INDEX,
    names::CONTENT,
]));

/// Bytes of the longest of these keys and of the character after it.
const LONGEST_FIRST: usize = 32;

/// Where objects or arrays begin whose first member may belong to a call.
#[derive(Default)]
pub(in crate::core::calls) struct Starts {
    next: Option<usize>,
    started: bool,
}

impl Starts {
    /// The first one at or after `pos`.
    pub(in crate::core::calls) fn next(
        &mut self,
        text: &str,
        pos: usize,
        tools: Option<&Tools>,
    ) -> Option<usize> {
        if self.started && self.next.is_none_or(|at| at >= pos) {
            return self.next;
        }
        self.started = true;
        let mut at = pos;
        self.next = loop {
            let Some(found) = memchr::memchr2(b'{', b'[', &text.as_bytes()[at.min(text.len())..]) else {
                break None;
            };
            at += found;
            if begins_call(text, at, false, tools) {
                break Some(at);
            }
            at += 1;
        };
        self.next
    }
}

/// Returns whether an object whose first member is one of a call begins here, or an array of such objects.
fn begins_call(text: &str, at: usize, lenient: bool, tools: Option<&Tools>) -> bool {
    let bytes = text.as_bytes();
    let mut pos = at;
    if bytes.get(pos) == Some(&b'[') {
        pos = skip_space(bytes, pos + 1);
    }
    if bytes.get(pos) != Some(&b'{') {
        return false;
    }
    pos = skip_space(bytes, pos + 1);
    let quote = bytes.get(pos).copied().filter(|b| *b == b'"' || lenient && matches!(b, b'\'' | b'\\'));
    if quote.is_none() && !lenient {
        return false;
    }
    let rest = text[pos..].trim_start_matches(['"', '\'', '\\']);
    // The name of a tool may be the key of its arguments.
    let is_tool = |tools: &Tools| {
        tools.get(rest.split(['"', '\'', '\\', ':', '\n']).next().unwrap_or_default()).is_some()
    };
    let is_known = || {
        let window = &rest.as_bytes()[..rest.len().min(LONGEST_FIRST)];
        let end = window.iter().position(|byte| b"\"'\\: ".contains(byte));
        end.is_some_and(|end| FIRST.has_number(names::number(&window[..end])))
    };
    (is_known() || tools.is_some_and(is_tool)) && !is_in_event(&text[..at])
}

/// Returns whether an event of a stream opens a call here. Its arguments come with the next events.
fn is_in_event(before: &str) -> bool {
    let key = before.trim_end().strip_suffix(':').map_or("", str::trim_end);
    let key = key.strip_suffix(['"', '\'']).unwrap_or_default();
    shapes::OPENERS.iter().any(|shape| key.ends_with(shape.key.name()))
}

/// Reads the value at `at`, and says where it ends. A valid value that is no call is passed over whole: what its
/// strings hold is content. A broken value is repaired only where `lenient`.
pub(in crate::core::calls) fn read(cx: &mut Context<'_>, at: usize, lenient: bool) -> Option<usize> {
    if !begins_call(cx.text, at, lenient, cx.options.tools) {
        return None;
    }
    if !cx.has_budget() {
        return None;
    }
    match cx.value(at) {
        Ok(reading) if !lenient => {
            walk(cx, &reading);
            Some(reading.documents[0].end)
        }
        Ok(_) => {
            let (readings, end) = sequence(cx, at, &[])?;
            for reading in &readings {
                walk(cx, reading);
            }
            Some(end)
        }
        Err(error) => {
            if !cx.spend_scan(error.offset.saturating_sub(at)) || !lenient {
                return None;
            }
            let before = cx.len();
            cx.tried = Some(at);
            let (reading, end) = tolerant(cx, at, at, &[])?;
            walk(cx, &reading);
            (cx.len() > before).then_some(end)
        }
    }
}

/// The last resort: repairs what is neither reasoning nor prose. Says whether it found a call. In data, what strings hold
/// is content.
pub(in crate::core::calls) fn repair_rest(
    cx: &mut Context<'_>,
    from: usize,
    regions: &[Range<usize>],
    is_data: bool,
) -> bool {
    if cx.options.format.is_some_and(|format| !is_bare(format)) {
        return false;
    }
    let from = regions.iter().map(|region| region.end).filter(|end| *end > from).max().unwrap_or(from);
    let before = cx.len();
    for start in places(cx.text, from, is_data, cx.options.tools) {
        if start < cx.text.len() && cx.len() == before {
            let end = cx.text[start..].find("```").map_or(cx.text.len(), |at| start + at);
            // What the message begins with was tried when the scan came to it.
            if cx.tried == Some(start) && end == cx.text.len() {
                continue;
            }
            // A broken call that nothing announces is looked for in messages, not in archives.
            if end - start > LONGEST_GUESS || !cx.spend(end - start) {
                break;
            }
            if let Some(reading) = repair_part(cx, start..end) {
                walk(cx, &reading);
            }
            let mut found = cx.take_from(before);
            if let Some(last) = found.last_mut().filter(|_| is_left_open(cx.text, start, end)) {
                last.cut_if_open(cx.text);
            }
            for draft in found.into_iter().filter(|draft| draft.problem.is_none() || is_told(draft)) {
                cx.push(draft);
            }
        }
    }
    cx.len() > before
}

/// Returns whether a call begins here that is no JSON: an object with a name, and with arguments soon after it, but no
/// description.
pub(in crate::core::calls) fn is_broken_call(cx: &Context<'_>, at: usize) -> bool {
    let end = boundary::ceil(cx.text, cx.text.len().min(at + LONGEST_HEAD));
    let head = &cx.text[at..end];
    head.strip_prefix('{').is_some_and(|inside| inside.trim_start().starts_with("\"name\""))
        && ["\"arguments\"", "\"parameters\""].iter().any(|key| head.contains(key))
        && !head.contains("\"description\"")
        && cx.value(at).is_err()
}

/// Returns whether the text ends within what stands around a value: the object that it is a member of, or a fence.
fn is_left_open(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].trim_end();
    end == text.len() && (before.ends_with(':') || before.matches("```").count() % 2 == 1)
}

fn is_bare(format: &Format) -> bool {
    matches!(format.id, "bare-json" | "llama3-json") || format.family == Some("bare-json")
}

/// Places in prose where a broken call may begin: the start of a line or fence. Calls are few; so are these.
fn places(text: &str, from: usize, is_data: bool, tools: Option<&Tools>) -> Vec<usize> {
    let starts = memchr::memchr2_iter(b'{', b'[', &text.as_bytes()[from..]).map(|at| from + at);
    starts
        .filter(|at| {
            let before = text[..*at].trim_end_matches([' ', '\t']);
            let alone = before.len() <= from
                || before.ends_with(['\n', '>', ':', '`'])
                // An object may be an event of a stream.
                || before.ends_with('=') && text[*at..].starts_with('[')
                || before.ends_with("```json");
            alone && before.len() + 8 > *at && begins_call(text, *at, !is_data, tools)
        })
        .take(2)
        .collect()
}

/// Hands over the calls in every document of a reading.
fn walk(cx: &mut Context<'_>, reading: &Reading<'_>) {
    for document in &reading.documents {
        let is_list = reading.text.as_bytes()[document.start] == b'[';
        let format = if is_list { const { Format::known("json-array") } } else { plain::FORMAT };
        if !cx.options.format.is_none_or(is_bare) {
            continue;
        }
        if json_block::is_keyed(cx, reading, document) {
            json_block::keyed(cx, reading, document, format);
        } else {
            walk::walk(cx, reading, document, Trust::Bare, format);
        }
    }
}
