//! GLM: `<tool_call>f<arg_key>k</arg_key><arg_value>v</arg_value></tool_call>`, and its kin with other words in the tags,
//! which the marker shows. Values that are JSON are JSON, as the models' own template has it, unless the tool wants text.

use super::{before, json_block, space_end};
use crate::core::calls::formats::Hit;
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::Draft;
use crate::core::calls::readers::is_quoted;
use crate::core::calls::readers::pairs::{Spelling, ends_call, pairs};
use crate::core::calls::readers::{Builder, Raw, is_word, string};
use crate::core::calls::types::change::{CallCode, Change};
use crate::core::json::unquote;
use crate::core::repair::engine::Code;

/// Bytes of a name, or of what a model puts at the end of its tags.
const LONGEST_NAME: usize = 300;

/// The name ends its line.
pub(in crate::core::calls) fn lines(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let name = cx.text[hit.end..].trim_start();
    let len = name.find(['\n', '<'])?;
    if name[len..].starts_with('\n') { read(cx, hit) } else { None }
}

/// Pairs, or JSON.
pub(in crate::core::calls) fn or_json(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    json_block::read(cx, hit).or_else(|| read(cx, hit))
}

/// `<tool_call>f a=1 b="x"</tool_call>`: the arguments as attributes, and nothing else. Quoted values may hold tags.
pub(in crate::core::calls) fn attributes(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let text = cx.text;
    let close = Spelling::default().call_end();
    let head = text[hit.end..].trim_start();
    let (name, mut rest) = head.split_at(head.bytes().take(LONGEST_NAME).position(|b| b == b' ')?);
    let mut builder = Builder::empty();
    let end = loop {
        rest = rest.trim_start();
        if let Some(rest) = rest.strip_prefix(&close) {
            break text.len() - rest.len();
        }
        let (key, value) = rest.split_at(rest.bytes().take(LONGEST_NAME).position(|b| b == b'=')?);
        let value = &value[1..];
        let len = value_len(value)?;
        if !is_word(key) || len == 0 {
            return None;
        }
        let (value, after) = value.split_at(len);
        let at = text.len() - after.len();
        let raw = match value.strip_prefix(['"', '\'']) {
            Some(_) if unquote(value.as_bytes()).is_some() => Raw::Json(value.to_owned()),
            Some(inside) => Raw::Json(string(&inside[..inside.len() - 1])),
            None => Raw::Text(value.to_owned()),
        };
        builder.push(key, raw, at - len..at);
        rest = after;
    };
    if !is_word(name) || builder.members().is_empty() {
        return None;
    }
    cx.push(Draft::built(name, builder, true, hit.format, hit.start..end));
    Some(end)
}

/// Returns the length of the value of an attribute, quotes included.
fn value_len(value: &str) -> Option<usize> {
    let bytes = value.as_bytes();
    let quote = bytes.first().filter(|byte| matches!(byte, b'"' | b'\''));
    let Some(quote) = quote else {
        return bytes.iter().take(LONGEST_NAME).position(|b| b.is_ascii_whitespace() || *b == b'<');
    };
    let mut at = 1;
    while bytes.get(at)? != quote {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    Some(at + 1)
}

/// Bytes of a word before `tool_call`.
const LONGEST_PREFIX: usize = 40;

/// `<WORD_tool_call>` with any word, and pairs or a call as JSON inside. The marker is the end of the tag.
pub(in crate::core::calls) fn any(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let head = &cx.text[before(cx.text, hit.start, LONGEST_PREFIX)..hit.start];
    let word = &head[head.rfind('<')? + 1..];
    if word.is_empty() || !word.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b':'))
    {
        return None;
    }
    let hit = Hit { start: hit.start - word.len() - 1, end: hit.end, format: hit.format };
    let known = cx.len();
    let end = or_json(cx, &hit)?;
    // The table does not have this tag: only a call makes it that of a call.
    let drafts = cx.take_from(known);
    if drafts.iter().all(|draft| draft.problem.is_some()) {
        return None;
    }
    for draft in drafts {
        cx.push(draft);
    }
    Some(end)
}

pub(in crate::core::calls) fn read(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let (spelling, start) = spelling(cx.text, hit)?;
    call(cx, hit, &spelling, start)
}

/// How the marker spells the words of the tags, and the offset after its tag.
fn spelling(text: &str, hit: &Hit) -> Option<(Spelling, usize)> {
    let Some((before, suffix)) = text[hit.start..hit.end].split_once("tool_call") else {
        return Some((Spelling::default(), hit.end));
    };
    let call = before.trim_start_matches('<').to_owned();
    let window = &text.as_bytes()[hit.end..text.len().min(hit.end + LONGEST_NAME)];
    let is_own =
        |prefix: &str| memchr::memmem::find(window, format!("<{prefix}arg_key").as_bytes()).is_some();
    let pair = if !call.is_empty() && is_own(&call) { call.clone() } else { String::new() };
    if suffix == ">" {
        return Some((Spelling { call, pair, suffix: String::new() }, hit.end));
    }
    let word = &text[hit.end..];
    let len = word
        .bytes()
        .take(LONGEST_NAME)
        .position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')))?;
    let suffix = format!("{suffix}{}", &word[..len]);
    word[len..].starts_with('>').then_some((Spelling { call, pair, suffix }, hit.end + len + 1))
}

fn call(cx: &mut Context<'_>, hit: &Hit, spelling: &Spelling, start: usize) -> Option<usize> {
    let text = cx.text;
    let at = space_end(text, start);
    let len = text[at..].bytes().take(LONGEST_NAME).position(|b| matches!(b, b'<' | b'\n'))?;
    let name = text[at..at + len].trim();
    let mut pos = space_end(text, at + len);
    if let Some(rest) = text[pos..].strip_prefix(&format!("<tool_sep{}>", spelling.suffix)) {
        pos = space_end(text, text.len() - rest.len());
    }
    let key_end = spelling.key_end();
    if text[pos..].starts_with(&key_end) {
        return glued(cx, hit, name, pos + key_end.len(), spelling);
    }
    if !is_word(name) {
        return None;
    }
    // `f</arg_value>`: servers leave it after the name of a call without arguments.
    let stray = text[pos..].strip_prefix(&spelling.value_end()).map(|rest| pos..text.len() - rest.len());
    pos = stray.as_ref().map_or(pos, |stray| space_end(text, stray.end));
    let rest = &text[pos..];
    if spelling.opens_key(rest).is_none() {
        // A name alone is a call right after the marker or on a line of its own, and not in a sentence.
        let is_alone = !text[start..].starts_with(' ') && !is_quoted(&text[..hit.start]);
        if !(is_alone && rest.starts_with("</") && ends_call(rest, spelling)) {
            return None;
        }
    }
    let found = pairs(cx, pos, spelling);
    let end = close(text, found.end, spelling);
    let mut builder = found.builder;
    builder.is_closed = end > found.end || ends_call(text[end..].trim_start(), spelling);
    builder.changes.extend(stray.map(|stray| Change::text(Code::StrayText, stray)));
    cx.push(Draft::built(name, builder, true, hit.format, hit.start..end));
    Some(end)
}

/// The offset after the closing tag, if it follows.
fn close(text: &str, pos: usize, spelling: &Spelling) -> usize {
    let at = space_end(text, pos);
    let tag = spelling.call_end();
    if text[at..].starts_with(&tag) { at + tag.len() } else { pos }
}

/// `fkey</arg_key>`, `f key</arg_key>`: the opening tag of the first key is lost. Where no space does, only the list of tools tells
/// the two apart.
fn glued(cx: &mut Context<'_>, hit: &Hit, head: &str, pos: usize, spelling: &Spelling) -> Option<usize> {
    let apart = head.split_once(' ').filter(|(name, key)| is_word(name) && is_word(key));
    let (name, key) = apart.or_else(|| cx.options.tools?.split(head))?;
    let (name, key) = (name.to_owned(), key.to_owned());
    let code = if apart.is_some() { CallCode::BrokenTag } else { CallCode::NameFromTools };
    // The rest is read as if the key had its tags.
    let text = cx.text;
    let at = space_end(text, pos);
    let value = text[at..].strip_prefix("<arg_value>")?;
    let start = text.len() - value.len();
    let len = value.find("</arg_value>")?;
    let found = pairs(cx, start + len + "</arg_value>".len(), spelling);
    let mut builder = Builder::default();
    builder.push(&key, Raw::Text(value[..len].to_owned()), start..start + len);
    let mut rest = found.builder;
    let end = close(text, found.end, spelling);
    let is_closed = end > found.end || ends_call(text[end..].trim_start(), spelling);
    (builder.cut, builder.is_closed) = (rest.cut, is_closed);
    for member in rest.take_members() {
        builder.push(&member.name, member.value, start..found.end);
    }
    let mut draft = Draft::built(&name, builder, true, hit.format, hit.start..end);
    draft.changes.push(Change::of(code, hit.start..pos));
    cx.push(draft);
    Some(end)
}
