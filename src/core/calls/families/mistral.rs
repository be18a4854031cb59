//! `[TOOL_CALLS]f[ARGS]{…}`, with `[CALL_ID]` between, and with `[ARGS]` lost.

use super::{Head, json_arguments, json_block, space_end};
use crate::core::calls::formats::Hit;
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::Draft;
use crate::core::calls::readers::{is_word, string};
use crate::core::calls::types::call::Reason;

/// JSON after the marker, with the names in it; `bash[TOOL_CALLS]{…}` has arguments alone there.
pub(in crate::core::calls) fn json(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let before = cx.len();
    let end = json_block::read(cx, hit)?;
    let drafts = cx.take_from(before);
    let is_nameless = drafts.iter().all(|draft| draft.problem == Some(Reason::NoName));
    if is_nameless && cx.text[hit.end..].trim_start().starts_with('{') && slipped_name(cx, hit).is_some() {
        return None;
    }
    for draft in drafts {
        cx.push(draft);
    }
    Some(end)
}

/// The word that stands right before the marker, and where it begins.
fn slipped_name<'t>(cx: &Context<'t>, hit: &Hit) -> Option<(&'t str, usize)> {
    let before = &cx.text[..hit.start];
    let word = before.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-'));
    Some((&before[word.len()..], word.len())).filter(|(name, _)| is_word(name))
}

/// `f[ARGS]{…}` at the start of a line, where the marker before it is lost.
fn without_marker(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let (name, start) = slipped_name(cx, hit)?;
    let before = cx.text[..start].trim_end_matches([' ', '\t']);
    // The object of the call before it may stand there.
    if !before.is_empty() && !before.ends_with(['\n', '}'])
        || !cx.text[hit.end..].trim_start().starts_with('{')
    {
        return None;
    }
    let name = cx.tool_name(name).to_owned();
    json_arguments(cx, Head { start, ..hit.head(&name, hit.end) }, None)
}

pub(in crate::core::calls) fn read(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    if cx.text[hit.start..].starts_with("[ARGS]") {
        return without_marker(cx, hit);
    }
    let rest =
        cx.text[hit.end..].get(..cx.text.len().min(hit.end + 600) - hit.end).unwrap_or(&cx.text[hit.end..]);
    let len = rest.find(['[', '{'])?;
    let mut name = rest[..len].trim();
    let mut start = hit.start;
    if name.is_empty() {
        // `bash[TOOL_CALLS]{…}`: the name slipped before the marker.
        (name, start) = slipped_name(cx, hit)?;
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
    json_arguments(cx, Head { start, ..hit.head(&name, pos) }, id)
}
