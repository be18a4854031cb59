//! GLM: `<tool_call>f<arg_key>k</arg_key><arg_value>v</arg_value></tool_call>`. Values that are JSON are JSON, as the
//! models' own template has it, unless the tool wants text.

use super::super::accept::Draft;
use super::super::change::{CallCode, Change};
use super::super::detect::Context;
use super::super::formats::Hit;
use super::super::readers::pairs::{ends_call, pairs};
use super::super::readers::{Raw, is_word};
use super::super::unread::is_quoted;
use super::{json_block, space_end};

/// The name ends its line.
pub(in crate::core::calls) fn lines(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let name = cx.text[hit.end..].trim_start();
    let len = name.find(['\n', '<'])?;
    if name[len..].starts_with('\n') { call(cx, hit, "") } else { None }
}

pub(in crate::core::calls) fn read(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    call(cx, hit, "")
}

/// The same in a namespace, or JSON.
pub(in crate::core::calls) fn horizon(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    json_block::read(cx, hit).or_else(|| call(cx, hit, "ifm|"))
}

fn call(cx: &mut Context<'_>, hit: &Hit, prefix: &'static str) -> Option<usize> {
    let text = cx.text;
    let at = space_end(text, hit.end);
    let len = text[at..].bytes().take(300).position(|b| matches!(b, b'<' | b'\n'))?;
    let name = text[at..at + len].trim();
    let mut pos = space_end(text, at + len);
    if let Some(rest) = text[pos..].strip_prefix("<tool_sep>") {
        pos = space_end(text, text.len() - rest.len());
    }
    if !is_word(name) {
        return None;
    }
    let rest = &text[pos..];
    let key_end = format!("</{prefix}arg_key>");
    if rest.starts_with(&key_end) {
        return glued(cx, hit, name, pos + key_end.len());
    }
    let key = format!("<{prefix}arg_key>");
    if !rest.starts_with(&key) {
        // A name alone is a call right after the marker or on a line of its own, and not in a sentence.
        let is_alone = !text[hit.end..].starts_with(' ') && !is_quoted(&text[..hit.start]);
        if !(is_alone && rest.starts_with("</") && ends_call(rest, prefix)) {
            return None;
        }
    }
    let found = pairs(cx, pos, prefix);
    let end = close(text, found.end, prefix);
    let mut builder = found.builder;
    builder.is_closed = end > found.end || ends_call(text[end..].trim_start(), prefix);
    cx.push(Draft::built(name, builder, true, hit.format, hit.start..end));
    Some(end)
}

/// The offset after the closing tag, if it follows.
fn close(text: &str, pos: usize, prefix: &str) -> usize {
    let at = space_end(text, pos);
    let tag = format!("</{prefix}tool_call>");
    if text[at..].starts_with(&tag) { at + tag.len() } else { pos }
}

/// `fkey</arg_key>`: the opening tag of the first key is lost. Only the list of tools tells the two apart.
fn glued(cx: &mut Context<'_>, hit: &Hit, name: &str, pos: usize) -> Option<usize> {
    let (name, key) = cx.options.tools?.split(name)?;
    let (name, key) = (name.to_owned(), key.to_owned());
    // The rest is read as if the key had its tags.
    let text = cx.text;
    let at = space_end(text, pos);
    let value = text[at..].strip_prefix("<arg_value>")?;
    let start = text.len() - value.len();
    let len = value.find("</arg_value>")?;
    let found = pairs(cx, start + len + "</arg_value>".len(), "");
    let mut builder = super::super::readers::Builder::default();
    builder.push(&key, Raw::Text(value[..len].to_owned()), start..start + len);
    let mut rest = found.builder;
    let end = close(text, found.end, "");
    (builder.cut, builder.is_closed) = (rest.cut, end > found.end || ends_call(text[end..].trim_start(), ""));
    for member in rest.take_members() {
        builder.push(&member.name, member.value, start..found.end);
    }
    let mut draft = Draft::built(&name, builder, true, hit.format, hit.start..end);
    draft.changes.push(Change::of(CallCode::NameFromTools, hit.start..pos));
    cx.push(draft);
    Some(end)
}
