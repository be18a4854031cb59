//! Gemma: `call:f{…}` with the marker before it, or alone: on lines of its own, in the namespace of Gemini, or where the
//! object holds the marks that only these models write.

use super::space_end;
use crate::core::calls::formats::Hit;
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::{Arguments, Draft};
use crate::core::calls::readers::gemma::object;
use crate::core::calls::readers::is_word;
use crate::core::calls::readers::kwargs::call;
use crate::core::repair::confidence::Evidence;

/// The namespace in which Gemini writes all tools.
const GEMINI: &str = "default_api:";

/// Returns whether nothing else stands on the lines of a call.
fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].trim_end_matches([' ', '\t']);
    let after = text[end..].trim_start_matches([' ', '\t']);
    (before.is_empty() || before.ends_with('\n')) && (after.is_empty() || after.starts_with(['\n', '\r']))
}

pub(in crate::core::calls) fn read(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let text = cx.text;
    let marker = &text[hit.start..hit.end];
    let is_gemini = marker.ends_with(GEMINI);
    let alone = is_gemini || matches!(marker, "call:" | "<call>");
    if alone && !cx.has_budget() {
        return None;
    }
    let mut pos = hit.end;
    if !alone {
        let rest = text[space_end(text, pos)..].trim_start();
        // The word `call` is lost at times, like the colon.
        let rest = rest.strip_prefix("call").unwrap_or(rest);
        let rest = rest.strip_prefix(':').unwrap_or(rest);
        pos = text.len() - rest.len();
    }
    let len = text[pos..].bytes().take(300).position(|b| matches!(b, b'{' | b'('))?;
    let name = text[pos..pos + len].trim();
    if !is_word(name) {
        return None;
    }
    // Small models write a call of Python.
    if !alone
        && text[pos + len..].starts_with('(')
        && let Some(parsed) = call(cx, pos)
    {
        let end = parsed.end;
        cx.push(Draft::built(&parsed.name, parsed.builder, false, hit.format, hit.start..end));
        return Some(text[end..].strip_prefix("<tool_call|>").map_or(end, |rest| text.len() - rest.len()));
    }
    let found = object(text, pos + len, cx.options.repair.max_depth)?;
    let is_closed = text[found.end..].starts_with("<tool_call|>");
    let is_sure = || found.marked || is_closed || is_gemini || stands_alone(text, hit.start, found.end);
    if alone && (!cx.spend(found.end - hit.start) || !is_sure()) {
        return None;
    }
    let mut end = found.end;
    for close in ["<tool_call|>", "<end_function_call>"] {
        if text[end..].starts_with(close) {
            end += close.len();
        }
    }
    cx.push(Draft {
        name: Some(name.to_owned()),
        id: None,
        arguments: Arguments::Json(found.json),
        format: hit.format,
        span: hit.start..end,
        place: hit.start..end,
        choice: 0,
        is_ambiguous: false,
        may_gain_arguments: false,
        may_move: false,
        cut: found.cut,
        changes: found.changes,
        evidence: Evidence::NONE,
        problem: None,
    });
    Some(end)
}
