//! `<invoke name="f"><parameter name="k">v</parameter></invoke>` in any namespace: one rule for `DeepSeek`'s DSML,
//! `MiniMax`, Claude's own grammar where it leaks, Muse and Step. Wrappers around it are not needed.

use super::super::accept::Draft;
use super::super::detect::Context;
use super::super::formats::Hit;
use super::super::readers::tagged::{Tags, attribute, parameters};
use super::super::readers::{Builder, is_name};
use super::before;

/// Namespaces are short.
const LONGEST_PREFIX: usize = 40;

pub(in crate::core::calls) fn dsml(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    prefix(cx.text, hit).filter(|prefix| prefix.contains("DSML")).and_then(|prefix| read(cx, hit, prefix))
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

/// What stands between `<` and `invoke`: a namespace, bars and a name, or nothing.
fn prefix<'t>(text: &'t str, hit: &Hit) -> Option<&'t str> {
    let head = &text[before(text, hit.start, LONGEST_PREFIX)..hit.start];
    let prefix = &head[head.rfind('<')? + 1..];
    let is_namespace = prefix.is_empty() || prefix.ends_with(':') || prefix.contains("DSML");
    (is_namespace && !prefix.contains(['>', '\n', '"'])).then_some(prefix)
}

fn read(cx: &mut Context<'_>, hit: &Hit, prefix: &str) -> Option<usize> {
    let start = hit.start - prefix.len() - 1;
    let head = &cx.text[hit.start..];
    let len = head.bytes().take(400).position(|b| b == b'>')?;
    let name = attribute(&head[..len], "name").filter(|name| is_name(name))?.to_owned();
    let pos = hit.start + len + 1;
    if head[..len].ends_with('/') {
        cx.push(Draft::built(&name, Builder::empty(), false, hit.format, start..pos));
        return Some(pos);
    }
    let tags = Tags { prefix: prefix.to_owned(), word: "parameter", call: "invoke", trims: false };
    let found = parameters(cx, pos, &tags)?;
    // A header with nothing of a call after it: cut off, or a mention.
    if found.is_mention() && !cx.text[found.end..].trim().is_empty() {
        return None;
    }
    cx.push(Draft::built(&name, found.builder, false, hit.format, start..found.end));
    Some(found.end)
}
