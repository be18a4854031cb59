//! `<invoke name="f"><parameter name="k">v</parameter></invoke>` in any namespace: one rule for `DeepSeek`'s DSML,
//! `MiniMax`, Claude's own grammar where it leaks, Muse and Step. Wrappers around it are not needed.

use std::ops::Range;

use super::elements::tag_name;
use super::{Head, before, json_arguments, space_end};
use crate::core::calls::formats::Hit;
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::{Arguments, Decodes, Draft};
use crate::core::calls::readers::attributes::{OfCall, attribute, call_head_end, of_call, without_slash};
use crate::core::calls::readers::elements::{Spelling, elements};
use crate::core::calls::readers::tagged::{BARS, Tags, parameters};
use crate::core::calls::readers::{Builder, is_name};
use crate::core::calls::types::change::Change;
use crate::core::repair::engine::Code;

/// Namespaces are short.
const LONGEST_PREFIX: usize = 40;

/// Bytes of a name between tags.
const LONGEST_NAME: usize = 300;

pub(in crate::core::calls) fn dsml(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    prefix(cx.text, hit).filter(|prefix| is_barred(prefix)).and_then(|prefix| read(cx, hit, prefix))
}

pub(in crate::core::calls) fn minimax(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let prefix = prefix(cx.text, hit).filter(|prefix| prefix.is_empty())?;
    let from = before(cx.text, hit.start, 4096);
    let wrapped =
        cx.text[from..hit.start].contains("<minimax:tool_call>") || from > 0 && cx.options.format.is_some();
    if wrapped { read(cx, hit, prefix) } else { None }
}

pub(in crate::core::calls) fn muse(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let prefix = prefix(cx.text, hit).filter(|prefix| *prefix == "atem:")?;
    let before = cx.len();
    let end = read(cx, hit, prefix);
    for mut draft in cx.take_from(before) {
        // A tool without a namespace of its own stands in one of its own name.
        if let Some((space, name)) = draft.name.as_deref().and_then(|name| name.split_once('.'))
            && space == name
            && cx.options.tools.is_none_or(|tools| tools.get(&format!("{space}.{name}")).is_none())
        {
            draft.name = Some(name.to_owned());
        }
        cx.push(draft);
    }
    end
}

pub(in crate::core::calls) fn step(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    prefix(cx.text, hit).filter(|prefix| *prefix == "steptml:").and_then(|prefix| read(cx, hit, prefix))
}

pub(in crate::core::calls) fn any(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    prefix(cx.text, hit).and_then(|prefix| read(cx, hit, prefix))
}

/// `<tool_call name="f">`, `<x:function_call name="f">`, with any body that `invoke` has.
pub(in crate::core::calls) fn named(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let marker = &cx.text[hit.start..hit.end];
    let tag = marker.trim_start_matches('<');
    let hit = Hit { start: hit.end - tag.len(), end: hit.end, format: hit.format };
    let (word, _) = tag.split_once(char::is_whitespace)?;
    let prefix = prefix(cx.text, &hit)?;
    element(cx, &hit, prefix, word)
}

/// What stands between `<` and `invoke`: a namespace, bars and a name, or nothing.
fn prefix<'t>(text: &'t str, hit: &Hit) -> Option<&'t str> {
    let head = &text[before(text, hit.start, LONGEST_PREFIX)..hit.start];
    let prefix = &head[head.rfind('<')? + 1..];
    let is_namespace = prefix.is_empty() || prefix.ends_with(':') || is_barred(prefix);
    (is_namespace && !prefix.contains(['>', '\n', '"'])).then_some(prefix)
}

/// A word between bars: `｜DSML｜`.
fn is_barred(prefix: &str) -> bool {
    let word = prefix.trim_matches(|c| c == ' ' || BARS.contains(&c));
    word.len() < prefix.len() && !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphabetic())
}

/// Returns whether the element of a parameter begins here, whose tag is its name.
fn is_element(text: &str) -> bool {
    let name = text.strip_prefix('<').and_then(tag_name).unwrap_or_default();
    !name.is_empty() && name != "invoke" && !PARAMETERS.contains(&name)
}

/// `<invoke><tool_name>f</tool_name><parameters><k>v</k></parameters></invoke>`, the grammar of Claude 2, also in other tags.
pub(in crate::core::calls) fn old(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let close = format!("</{}", &cx.text[hit.start + 1..hit.end]);
    let inside = cx.text[hit.end..].trim_start().strip_prefix("<tool_name>")?;
    let (name, rest) = inside.split_at(inside.bytes().take(LONGEST_NAME).position(|b| b == b'<')?);
    let rest = rest.strip_prefix("</tool_name>")?.trim_start().strip_prefix("<parameters>")?;
    let name = name.trim().to_owned();
    let closes = ["</parameters>".to_owned(), close.clone()];
    let from = cx.text.len() - rest.len();
    let found = elements(cx, from, Spelling { mark: "", closes: &closes })?;
    if !is_name(&name) {
        return None;
    }
    let after = space_end(cx.text, found.end);
    let end = if cx.text[after..].starts_with(&close) { after + close.len() } else { found.end };
    cx.push(Draft::built(&name, found.builder, Decodes::NotNull, hit.format, hit.start..end));
    Some(end)
}

fn read(cx: &mut Context<'_>, hit: &Hit, prefix: &str) -> Option<usize> {
    element(cx, hit, prefix, "invoke")
}

/// The attribute that a list of tools has.
const DESCRIPTION: &str = "description";

/// The words that a parameter's tag may have.
const PARAMETERS: [&str; 4] = ["parameter", "param", "argument", "arg"];

/// Returns the word of the parameter's tag that `body` begins with, and whether it stands in the namespace.
fn parameter_word(body: &str, prefix: &str) -> Option<(&'static str, bool)> {
    let inside = body.strip_prefix('<')?;
    let own = inside.strip_prefix(prefix).filter(|_| !prefix.is_empty());
    let begins = |rest: &str| {
        let is_whole = |word: &&&str| {
            rest.strip_prefix(**word).is_some_and(|rest| rest.starts_with([' ', '=', '\n', '>']))
        };
        PARAMETERS.iter().find(is_whole).copied()
    };
    own.and_then(begins).map(|word| (word, true)).or_else(|| begins(inside).map(|word| (word, false)))
}

/// Reads the element whose tag has this word, and its name as an attribute.
fn element(cx: &mut Context<'_>, hit: &Hit, prefix: &str, call: &str) -> Option<usize> {
    let len = call_head_end(cx, hit.start)?;
    let (inside, is_empty) = without_slash(&cx.text[hit.start..hit.start + len]);
    let name = attribute(inside, "name").filter(|name| is_name(name))?.to_owned();
    let attributes = of_call(cx.text, hit.start..hit.start + inside.len());
    // A list of tools looks alike, and says what each does.
    if attributes.arguments.is_only(DESCRIPTION) {
        return None;
    }
    let (start, pos) = (hit.start - prefix.len() - 1, hit.start + len + 1);
    let head = Head { start, ..hit.head(&name, pos) };
    let end = if is_empty {
        cx.push(Draft::built(&name, Builder::empty(), false, hit.format, start..pos));
        pos
    } else {
        body(cx, head, prefix, call)?
    };
    give(cx, attributes);
    Some(end)
}

/// Gives the last call the id and the arguments in its tag. Where it has other arguments, those are dropped, which is told.
pub(super) fn give(cx: &mut Context<'_>, attributes: OfCall) {
    let Some(draft) = cx.last_mut() else { return };
    let OfCall { id, mut arguments } = attributes;
    draft.id = id.or(draft.id.take());
    let is_other = !draft.keys().is_empty();
    if is_other {
        let dropped = |span: &Range<usize>| Change::text(Code::StrayText, span.clone());
        draft.changes.extend(arguments.spans().map(dropped));
    } else if !arguments.members().is_empty() {
        draft.changes.append(&mut arguments.changes);
        draft.arguments = Arguments::Tagged { members: arguments.take_members(), decodes: Decodes::Never };
    }
}

/// Reads what stands in an element after its tag: JSON, elements, or parameters.
fn body(cx: &mut Context<'_>, head: Head<'_>, prefix: &str, call: &str) -> Option<usize> {
    let Head { start, end: pos, name, format } = head;
    let body = space_end(cx.text, pos);
    let close = format!("</{prefix}{call}>");
    if cx.text[body..].starts_with('{') {
        let end = json_arguments(cx, Head { end: body, ..head }, None)?;
        let after = space_end(cx.text, end);
        return Some(if cx.text[after..].starts_with(&close) { after + close.len() } else { end });
    }
    let (word, is_own) = parameter_word(&cx.text[body..], prefix).unwrap_or(("parameter", true));
    let prefix = if is_own { prefix } else { "" };
    if prefix.is_empty() && is_element(&cx.text[body..]) {
        let found = elements(cx, pos, Spelling { mark: "", closes: &[close] })?;
        cx.push(Draft::built(name, found.builder, Decodes::NotNull, format, start..found.end));
        return Some(found.end);
    }
    let tags = Tags { prefix: prefix.to_owned(), word, call: call.to_owned(), trims: false };
    let found = parameters(cx, pos, &tags)?;
    // A header with nothing of a call after it: cut off, or a mention.
    if found.is_mention() && !cx.text[found.end..].trim().is_empty() {
        return None;
    }
    cx.push(Draft::built(name, found.builder, false, format, start..found.end));
    Some(found.end)
}
