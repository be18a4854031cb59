//! `<function=f><parameter=k>v</parameter></function>`, with and without the wrapper that models forget, and the form
//! with attributes.

use super::invoke::give;
use super::{Head, json_arguments, space_end};
use crate::core::calls::formats::Hit;
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::Draft;
use crate::core::calls::readers::attributes::{attribute, call_head_end, of_call, without_slash};
use crate::core::calls::readers::tagged::{Parameters, Tags, WRAPPER_END, parameters};
use crate::core::calls::readers::{Builder, is_name};
use crate::core::calls::types::change::Change;
use crate::core::repair::engine::Code;

/// The word of the tags of a call.
pub(super) const FUNCTION: &str = "function";

/// One newline on each side of a value is markup.
pub(in crate::core::calls) fn read(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let tags = Tags { prefix: String::new(), word: "parameter", call: FUNCTION.to_owned(), trims: true };
    functions(cx, hit, &tags)
}

/// Every newline belongs to the value.
pub(in crate::core::calls) fn seed(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let tags = Tags { prefix: String::new(), word: "parameter", call: FUNCTION.to_owned(), trims: false };
    functions(cx, hit, &tags)
}

/// One function, or several in one wrapper.
fn functions(cx: &mut Context<'_>, hit: &Hit, tags: &Tags) -> Option<usize> {
    let is_wrapper = !cx.text[hit.start..].starts_with("<function");
    let mut end = None;
    let mut pos = if is_wrapper { hit.end } else { hit.start };
    loop {
        let at = space_end(cx.text, pos);
        let Some((name, after)) = header(&cx.text[at..]) else { break };
        let name = name.to_owned();
        let start = if end.is_none() { hit.start } else { at };
        let head = Head { start, ..hit.head(&name, at + after) };
        let Some(stop) = function(cx, head, tags) else { break };
        end = Some(stop);
        pos = stop;
        if !is_wrapper {
            break;
        }
    }
    tell_rest(cx, end?);
    end
}

/// Parameters after the end of the last call may belong to it: their loss is told.
fn tell_rest(cx: &mut Context<'_>, end: usize) {
    const ENDS: &[&str] = &["</tool_call>", "<tool_call>", "<function=", "<function>"];
    let stop = cx.next_stop(end, ENDS);
    let rest = &cx.text[end..stop];
    if ["<parameter=", "</parameter>"].iter().any(|tag| rest.contains(tag))
        && let Some(draft) = cx.last_mut()
    {
        draft.changes.push(Change::text(Code::StrayText, end..stop));
    }
}

/// `<function=f>` or `<function>f</function>`: the name, and the offset after the tag.
fn header(rest: &str) -> Option<(&str, usize)> {
    let inside = rest.strip_prefix("<function")?;
    if let Some(tag) = inside.strip_prefix('=') {
        return name_of_tag(tag).map(|(name, len)| (name, rest.len() - tag.len() + len));
    }
    let tag = inside.strip_prefix('>')?;
    let len = tag.bytes().take(300).position(|b| matches!(b, b'<' | b'\n'))?;
    let after = tag[len..].strip_prefix("</function>")?;
    is_name(&tag[..len]).then(|| (&tag[..len], rest.len() - after.len()))
}

/// The name after `<function=`, and what it takes with the end of the tag.
fn name_of_tag(tag: &str) -> Option<(&str, usize)> {
    let len = tag.bytes().take(300).position(|b| matches!(b, b'>' | b'\n'))?;
    let name = tag[..len].trim().trim_matches(['"', '\'']);
    is_name(name).then_some((name, len + usize::from(tag.as_bytes()[len] == b'>')))
}

/// `<function>f</function>`, then the arguments as one object.
pub(in crate::core::calls) fn then_json(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let is_wrapper = !cx.text[hit.start..].starts_with("<function");
    let at = if is_wrapper { space_end(cx.text, hit.end) } else { hit.start };
    let (name, after) = header(&cx.text[at..]).filter(|_| cx.text[at..].starts_with("<function>"))?;
    let (name, pos) = (name.to_owned(), space_end(cx.text, at + after));
    if !cx.text[pos..].starts_with(['{', '`']) {
        return None;
    }
    let end = json_arguments(cx, hit.head(&name, pos), None)?;
    let next = space_end(cx.text, end);
    Some(if is_wrapper && cx.text[next..].starts_with(WRAPPER_END) { next + WRAPPER_END.len() } else { end })
}

fn function(cx: &mut Context<'_>, head: Head<'_>, tags: &Tags) -> Option<usize> {
    let Head { start, end, name, format } = head;
    let found = parameters(cx, end, tags)?;
    // A name with neither parameters nor an end: cut off, or a mention.
    if found.is_mention() && !cx.text[found.end..].trim().is_empty() {
        return None;
    }
    cx.push(Draft::built(name, found.builder, false, format, start..found.end));
    Some(found.end)
}

/// `<function name="f"><param name="k">v</param></function>`.
pub(in crate::core::calls) fn named(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let len = call_head_end(cx, hit.start)?;
    // The blank after the word of the tag may be missing.
    let first = hit.start + 1 + FUNCTION.len();
    let (inside, is_empty) = without_slash(&cx.text[first..hit.start + len]);
    let name = attribute(inside, "name").filter(|name| is_name(name))?.to_owned();
    let attributes = of_call(cx.text, first..first + inside.len());
    let pos = hit.start + len + 1;
    let mut found = Parameters { builder: Builder::empty(), end: pos };
    if !is_empty {
        let body = cx.text[pos..].trim_start();
        let word = if body.starts_with("<parameter") { "parameter" } else { "param" };
        // A model that mixes this spelling with `<parameter=k>` keeps the line ends of that.
        let trims = body.starts_with("<parameter=");
        found = parameters(cx, pos, &Tags { prefix: String::new(), word, call: FUNCTION.to_owned(), trims })?;
        // An element of this name exists in other languages; a call has parameters, or nothing at all.
        if found.is_mention() && !cx.text[found.end..].trim().is_empty() {
            return None;
        }
    }
    cx.push(Draft::built(&name, found.builder, false, hit.format, hit.start..found.end));
    give(cx, attributes);
    Some(found.end)
}
