//! One file per family of formats. Each reader gets the marker that the scan met, reads its block with the shared
//! payload readers, hands over drafts, and says where the block ends, or that it is not of its kind.

pub(super) mod deepseek;
pub(super) mod elements;
pub(super) mod function_tags;
pub(super) mod gemma;
pub(super) mod glm;
pub(super) mod harmony;
pub(super) mod invoke;
pub(super) mod json_block;
pub(super) mod kimi;
pub(super) mod known;
pub(super) mod lisp;
pub(super) mod mistral;
pub(super) mod named;
pub(super) mod pythonic;
pub(super) mod react;
pub mod template;

use std::ops::Range;

use super::accept::Draft;
use super::call::named as named_call;
use super::change::Change;
use super::context::Context;
use super::formats::{Format, closes};
use super::readers::Builder;
use super::readers::json::{Reading, sequence};
use crate::core::json::boundary;
use crate::core::repair::engine::CutPlace;

/// The offset after white space and an opening fence.
fn behind_fence(text: &str, pos: usize) -> usize {
    let at = space_end(text, pos);
    let Some(rest) = text[at..].strip_prefix("```") else { return at };
    let word = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
    space_end(text, at + 3 + word)
}

/// The offset of the character at or after `pos - back`.
fn before(text: &str, pos: usize, back: usize) -> usize {
    boundary::ceil(text, pos.saturating_sub(back))
}

/// The offset after white space.
fn space_end(text: &str, pos: usize) -> usize {
    text.len() - text[pos..].trim_start().len()
}

/// Hands over a call whose name the markup gives and whose arguments are the JSON object at `pos`; returns where it
/// ends. Without any JSON the call is refused, or taken to be cut off where the text ends.
fn json_arguments(
    cx: &mut Context<'_>,
    name: &str,
    id: Option<String>,
    pos: usize,
    start: usize,
    format: &'static Format,
) -> Option<usize> {
    let at = behind_fence(cx.text, pos);
    if at >= cx.text.len() {
        let mut draft = bare_name(name, format, start..cx.text.len());
        draft.cut = Some(CutPlace::AfterColon);
        cx.push(Draft { id, ..draft });
        return Some(cx.text.len());
    }
    if cx.text.as_bytes()[at] != b'{' {
        let mut ends = format.ends.iter().filter(|mark| cx.text[at..].starts_with(**mark));
        if !ends.any(|mark| closes(mark)) {
            return None;
        }
        cx.push(Draft { id, ..bare_name(name, format, start..at) });
        return Some(at);
    }
    let (readings, end) = first(cx, at, format.ends)?;
    let reading = readings;
    let document = reading.documents.first()?.clone();
    let span = start..end;
    let mut draft = named_call(cx, Some(name.to_owned()), &reading, Some(&document), format, &span);
    draft.id = id;
    draft.changes.extend(reading.fixes_in(&span).iter().map(|fix| Change::at(fix, fix.start..fix.end)));
    cx.push(draft);
    Some(end)
}

/// The one value at `pos`.
fn first<'t>(
    cx: &mut Context<'t>,
    pos: usize,
    ends: &'static [&'static str],
) -> Option<(Reading<'t>, usize)> {
    if let Ok(reading) = cx.value(pos) {
        let end = reading.documents[0].end;
        return Some((reading, end));
    }
    let (mut readings, end) = sequence(cx, pos, ends)?;
    (!readings.is_empty()).then(|| (readings.swap_remove(0), end))
}

/// A call without arguments.
fn bare_name(name: &str, format: &'static Format, span: Range<usize>) -> Draft {
    let mut draft = Draft::built(name, Builder::empty(), false, format, span.clone());
    draft.changes.push(Change::empty(span.end..span.end));
    draft
}
