//! Harmony: a message whose header names a recipient. The scan stops where the body begins (`<|message|>`); what
//! stands before it since the last message is the header, however its parts are ordered or garbled.

use super::{Head, before, json_arguments, space_end};
use crate::core::calls::formats::Hit;
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::Draft;
use crate::core::calls::readers::is_word;
use crate::core::calls::readers::tagged::{Tags, parameters};

/// Headers are short.
const LONGEST_HEADER: usize = 600;

/// A message for a tool, by its header.
struct Recipient<'t> {
    name: &'t str,
    /// Where the header begins.
    start: usize,
    /// States whether the header says that the body is a call, and not code for an interpreter.
    is_call: bool,
}

/// Lists what ends a message.
pub(in crate::core::calls) const ENDS: &[&str] = &["<|end|>", "<|return|>", "<|call|>", "<|start|>"];

/// Returns whether the body after the token at `at` is for no tool: its header has a channel and names no recipient.
pub(in crate::core::calls) fn is_aside(text: &str, at: usize) -> bool {
    header(text, at).1.contains("<|channel|>") && recipient(text, at).is_none()
}

/// The header before the body at `at`, and where it begins.
fn header(text: &str, at: usize) -> (usize, &str) {
    let from = before(text, at, LONGEST_HEADER);
    let before = &text[from..at];
    let ends = ["<|end|>", "<|call|>", "<|start|>", "<|return|>", "<|eom|>", "<|eot|>", "<|message|>"];
    let start = ends.iter().filter_map(|end| before.rfind(end).map(|at| at + end.len())).max().unwrap_or(0);
    (from + start, &before[start..])
}

/// Returns whether the header of the body at `at` calls it a call, whatever stands there.
pub(in crate::core::calls) fn announces(text: &str, at: usize) -> bool {
    recipient(text, at).is_some_and(|recipient| recipient.is_call)
}

/// Who gets the message whose body begins with the token at `at`.
fn recipient(text: &str, at: usize) -> Option<Recipient<'_>> {
    let (start, header) = header(text, at);
    let to = header.rfind("to=")?;
    let recipient = header[to + 3..].split(|c: char| c.is_whitespace() || c == '<').next()?;
    let name = recipient.strip_prefix("functions.").unwrap_or(recipient);
    if !is_word(name) || matches!(name, "user" | "assistant" | "system" | "final") {
        return None;
    }
    // Words before a header do not belong to it.
    let first = header.rfind("<|channel|>").map_or(to, |channel| channel.min(to));
    let is_role = matches!(header[..first].trim(), "" | "assistant");
    let start = if is_role { start } else { start + first };
    let is_call = name.len() < recipient.len() || header.contains("<|constrain|>");
    Some(Recipient { name, start, is_call })
}

pub(in crate::core::calls) fn read(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let text = cx.text;
    let Recipient { name, start, .. } = recipient(text, hit.start)?;
    let at = space_end(text, hit.end);
    // A body of another kind belongs to another reader, or is code.
    let is_empty = text[at..].starts_with("<|call|>");
    if !is_empty && !matches!(text.as_bytes().get(at), None | Some(b'{' | b'`')) {
        return None;
    }
    json_arguments(cx, Head { start, ..hit.head(name, hit.end) }, None)
}

/// Holds what the name of a tool follows in a header.
const TO: &str = "to=functions.";

/// Channels whose messages call tools.
const CHANNELS: [&str; 2] = ["commentary", "analysis"];

/// `commentary to=functions.f json{…}`: a header that lost its special tokens, some or all. A channel before or after it,
/// `json` after it, or a line that holds nothing else, and the object show that no sentence speaks of it.
pub(in crate::core::calls) fn plain(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let text = cx.text;
    let rest = text[hit.start..].strip_prefix(TO)?;
    let len = rest.find(|c: char| c.is_whitespace() || matches!(c, '<' | '{'))?;
    let name = &rest[..len];
    let mut body = rest[len..].trim_start();
    let mut is_marked = false;
    for part in CHANNELS.iter().chain(&["<|constrain|>", "json", "code"]) {
        if let Some(rest) = body.strip_prefix(part) {
            body = rest.trim_start();
            is_marked = true;
        }
    }
    let head = text[..hit.start].trim_end();
    let channel = CHANNELS.iter().find_map(|channel| head.strip_suffix(channel));
    let role = channel.unwrap_or(head).strip_suffix("assistant");
    let start = role.or(channel).map_or(hit.start, str::len);
    let begins_line = channel.is_some() || start == 0 || text[..start].ends_with('\n');
    if !is_word(name) || !body.starts_with('{') || !begins_line {
        return None;
    }
    let known = cx.len();
    let end = json_arguments(cx, Head { start, ..hit.head(name, text.len() - body.len()) }, None)?;
    let rest = text[end..].trim_start_matches([' ', '\t']);
    let ends_line = rest.is_empty() || rest.starts_with(['\n', '\r', '<']);
    if !is_marked && channel.is_none() && !ends_line {
        cx.take_from(known);
        return None;
    }
    Some(end)
}

/// The same header before tagged parameters: `<rfl:parameter name="k">v</rfl:parameter>`.
pub(in crate::core::calls) fn tagged(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let text = cx.text;
    let Recipient { name, start, .. } = recipient(text, hit.start)?;
    let at = space_end(text, hit.end);
    let prefix =
        text[at..].strip_prefix('<')?.split("parameter").next().filter(|prefix| prefix.ends_with(':'))?;
    if !is_word(&prefix[..prefix.len() - 1]) {
        return None;
    }
    let tags = Tags { prefix: prefix.to_owned(), word: "parameter", call: "call".to_owned(), trims: true };
    let mut found = parameters(cx, at, &tags)?;
    if found.is_mention() {
        return None;
    }
    let rest = text[found.end..].trim_start();
    let close = hit.format.ends.iter().find(|end| rest.starts_with(**end));
    found.builder.is_closed = found.builder.cut.is_none() && close.is_some();
    cx.push(Draft::built(name, found.builder, false, hit.format, start..found.end));
    Some(found.end)
}
