//! `[TOOL_CALLS]f[ARGS]{…}`, with `[CALL_ID]` between, and with `[ARGS]` lost.

use super::super::Reason;
use super::super::accept::Draft;
use super::super::detect::Context;
use super::super::formats::Hit;
use super::super::readers::{is_word, string};
use super::{json_arguments, space_end};

pub(in crate::core::calls) fn read(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let rest =
        cx.text[hit.end..].get(..cx.text.len().min(hit.end + 600) - hit.end).unwrap_or(&cx.text[hit.end..]);
    let len = rest.find(['[', '{'])?;
    let mut name = rest[..len].trim();
    let mut start = hit.start;
    if name.is_empty() {
        // `bash[TOOL_CALLS]{…}`: the name slipped before the marker.
        let before = &cx.text[..hit.start];
        let from = before
            .rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '-')))
            .map_or(0, |at| at + 1);
        let from = (from..=hit.start).find(|at| before.is_char_boundary(*at))?;
        name = &before[from..];
        start = from;
    }
    if !is_word(name) {
        return None;
    }
    let mut pos = hit.end + len;
    let mut id = None;
    if let Some(rest) = cx.text[pos..].strip_prefix("[CALL_ID]") {
        let len = rest.find('[')?;
        id = Some(string(rest[..len].trim())).filter(|_| len <= 100);
        pos = cx.text.len() - rest.len() + len;
    }
    if let Some(rest) = cx.text[pos..].strip_prefix("[ARGS]") {
        pos = cx.text.len() - rest.len();
    } else if ["[ARGS]", "[CALL_ID]"].iter().any(|mark| mark.starts_with(&cx.text[pos..])) {
        // The text ends inside the mark.
        pos = cx.text.len();
    }
    let name = name.to_owned();
    let at = space_end(cx.text, pos);
    if pos > hit.end + len && matches!(cx.text.as_bytes().get(at), Some(b'[' | b'"')) {
        // Arguments were announced, and are no object.
        let stop = cx.next_stop(at, hit.format.ends);
        let problem = Draft::problem(Reason::Arguments, hit.format, start..stop);
        cx.push(Draft { name: Some(name), ..problem });
        return Some(stop);
    }
    json_arguments(cx, &name, id, pos, start, hit.format)
}
