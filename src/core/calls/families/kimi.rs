//! Kimi: `<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{…}`, whose ids servers damage, and the tagged
//! form of K3.

use super::{Head, before, json_arguments};
use crate::core::calls::formats::Hit;
use crate::core::calls::judge::call::inside;
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::{Arguments, Draft};
use crate::core::calls::readers::attributes::{attribute, entities};
use crate::core::calls::readers::decode::decode;
use crate::core::calls::readers::{Builder, Raw, is_name, is_word, string, without_cut};
use crate::core::calls::types::call::Reason;
use crate::core::calls::types::change::{CallCode, Change};
use crate::core::json::cursor::children;
use crate::core::repair::engine::{CutPlace, FailureCode};

/// The special tokens of K3: they open a tag, end it, and begin a closing one.
const OPEN: &str = "<|open|>";
const SEP: &str = "<|sep|>";
const CLOSE: &str = "<|close|>";

/// Bytes of a tag of K3 up to the token that ends it.
const LONGEST_HEAD: usize = 600;

/// Bytes before a call of K3 in which the tag that opens all calls is looked for.
const LONGEST_SECTION: usize = 4096;

const ARGUMENTS: &str = "<|tool_call_argument_begin|>";

pub(in crate::core::calls) fn read(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    // Without the marker before it, the id is the word before the arguments.
    let is_opened = &cx.text[hit.start..hit.end] != ARGUMENTS;
    let (from, len) = if is_opened {
        (hit.end, cx.text[hit.end..].bytes().take(300).position(|b| matches!(b, b'<' | b'{'))?)
    } else {
        let head = cx.text[..hit.start].trim_end_matches(' ');
        let word = head.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | ':'));
        if !head[word.len()..].starts_with("functions.") {
            return None;
        }
        (word.len(), hit.start - word.len())
    };
    let id = cx.text[from..from + len].trim().to_owned();
    let rest = &cx.text[from + len..];
    // The marker before the arguments may be lost.
    let rest = rest.strip_prefix(ARGUMENTS).or_else(|| Some(rest).filter(|rest| rest.starts_with('{')))?;
    let arguments = cx.text.len() - rest.len();
    let is_listed = |name: &&str| cx.options.tools.is_some_and(|tools| tools.get(name).is_some());
    let whole = id.rsplit_once(':').map_or(id.as_str(), |(name, _)| name);
    let name = Some(whole).filter(is_listed).unwrap_or_else(|| name_of(&id));
    // A counter alone names no tool; the list may.
    let is_counter = cx.options.tools.is_some() && !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit());
    let counted = format!("call_{id}");
    let name = if is_counter { counted.as_str() } else { name };
    if !is_word(name) {
        return None;
    }
    let known = cx.len();
    let start = if is_opened { hit.start } else { from };
    let end = json_arguments(cx, Head { start, ..hit.head(name, arguments) }, Some(string(&id)))?;
    let drafts = cx.take_from(known);
    for mut draft in drafts {
        if is_counter {
            let keys = draft.keys();
            if cx.options.tools.is_none_or(|tools| tools.settle(name, &keys, true).is_none()) {
                draft.problem = draft.problem.or(Some(Reason::NoName));
            }
            cx.push(draft);
            continue;
        }
        if name != id && !id.starts_with("functions.") && !id.contains(':') {
            draft.changes.push(Change::of(CallCode::NameFromId, from..from + len));
        }
        name_from_arguments(&mut draft, &id);
        cx.push(draft);
    }
    Some(end)
}

/// Returns whether a text is the counter of an id.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// The tool's name in an id: `functions.f:0`, `f:0`, `functions_f_0`.
fn name_of(id: &str) -> &str {
    if let Some(inner) = id.strip_prefix("functions_")
        && let Some((name, index)) = inner.rsplit_once('_')
        && is_number(index)
        && !name.is_empty()
    {
        return name;
    }
    // The same without its characters: `functionsf0`.
    let letters =
        id.strip_prefix("functions").map(|rest| rest.trim_end_matches(|c: char| c.is_ascii_digit()));
    if let Some(name) = letters.filter(|name| name.starts_with(|c: char| c.is_alphabetic()))
        && id.ends_with(|c: char| c.is_ascii_digit())
    {
        return name;
    }
    let name = id.strip_prefix("functions.").unwrap_or(id);
    match name.rsplit_once(':') {
        Some((name, index)) if is_number(index) && !name.is_empty() => name,
        _ => name,
    }
}

/// An id like `call_ab12` names no tool; then the name may stand among the arguments.
fn name_from_arguments(draft: &mut Draft, id: &str) {
    let Arguments::Json(text) = &draft.arguments else { return };
    if !id.starts_with("call_") {
        return;
    }
    let all: Vec<_> = children(text.as_bytes(), 0).filter(|_| text.starts_with('{')).collect();
    let Some(at) = all.iter().position(|(name, _)| &text[name.clone()] == "name") else { return };
    let Some(name) = inside(text, &all[at].1).filter(|name| is_name(name)) else {
        return;
    };
    let name = name.into_owned();
    let rest: Vec<_> =
        all.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, member)| member).collect();
    draft.arguments = Arguments::Json(match rest[..] {
        // Beside the name they stand as they do in other formats.
        [(name, value)] if &text[name.clone()] == "arguments" && text.as_bytes()[value.start] == b'{' => {
            text[value.clone()].to_owned()
        }
        _ => {
            let rest: Vec<_> = rest.iter().map(|(name, value)| &text[name.start - 1..value.end]).collect();
            format!("{{{}}}", rest.join(", "))
        }
    });
    draft.changes.push(Change::of(CallCode::NameFromArguments, draft.span.clone()));
    draft.name = Some(name);
}

/// `<|open|>call tool="f"…<|sep|>`, then arguments in the same manner, or all of them as JSON. Blanks may stand between the
/// special tokens and the words.
pub(in crate::core::calls) fn read_k3(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let text = cx.text;
    let head = text[..hit.start].trim_end_matches(' ');
    // What ends the tag of all calls, and opens that of this one, may be lost: `<|open|>toolscall tool=`.
    let start = head.strip_suffix("tools").unwrap_or(head).strip_suffix(OPEN)?.len();
    let (head, mut pos) = open(text, start, "call")?;
    let Some(head) = head else {
        let cut = Reason::Repair(FailureCode::Truncated(CutPlace::Key));
        cx.push(Draft::problem(cut, hit.format, start..pos));
        return Some(pos);
    };
    let name = entities(attribute(head, "tool")?);
    let mut builder = Builder::default();
    loop {
        let words = ["argument", "json"];
        let Some((word, (head, start))) =
            words.iter().find_map(|word| open(text, pos, word).map(|open| (*word, open)))
        else {
            break;
        };
        let Some(head) = head else {
            builder.cut = Some(CutPlace::Key);
            pos = text.len();
            break;
        };
        // All of them in one object stand for the arguments, as they do in other formats.
        let key = if word == "json" { "arguments".to_owned() } else { entities(attribute(head, "key")?) };
        let Some((end, after)) = close(text, start, word) else {
            let ends = ["<|close|>argument<|sep|>", "<|close|> argument <|sep|>"];
            let value = ends.iter().fold(&text[start..], |value, end| without_cut(value, end));
            let is_text = attribute(head, "type").map(|kind| kind == "string").filter(|_| word != "json");
            builder.push_cut(&key, value, is_text, start..text.len());
            pos = text.len();
            break;
        };
        let value = &text[start..end];
        let raw = match attribute(head, "type") {
            Some("string") => Raw::Json(string(value)),
            _ => decode(value, &mut builder.changes, &(start..end)),
        };
        builder.push(&key, raw, start..end);
        pos = after;
    }
    if !is_name(&name.replace('"', "")) {
        return None;
    }
    // The end of the call, that of all calls, or the next one.
    builder.is_closed =
        ["call", "tools"].iter().any(|word| closing(text[pos..].trim_start(), word).is_some())
            || open(text, pos, "call").is_some_and(|(head, _)| head.is_some());
    // With blanks around them these are no tokens any more, but text that something wrote anew: there the end of all calls,
    // where they were opened, says that everything arrived.
    let is_spaced = text[start + OPEN.len()..].starts_with(' ');
    let is_inside = || text[before(text, start, LONGEST_SECTION)..start].contains("<|open|> tools");
    if is_spaced && closing(text[pos..].trim_start(), "call").is_some_and(is_before_end) && is_inside() {
        builder.is_closed = false;
    }
    cx.push(Draft::built(&name, builder, true, hit.format, start..pos));
    Some(pos)
}

/// Returns whether the text ends here, or in the tag that closes all calls.
fn is_before_end(rest: &str) -> bool {
    const END: &str = "<|close|>tools<|sep|>";
    let squeezed: String = rest.chars().filter(|c| !c.is_whitespace()).take(END.len()).collect();
    squeezed.len() < END.len() && END.starts_with(&squeezed)
}

/// The tag with this word that `text` goes on with at `pos`: its head, unless the end of the text cuts it off, and the
/// offset after it.
fn open<'t>(text: &'t str, pos: usize, word: &str) -> Option<(Option<&'t str>, usize)> {
    let tag = text[pos..].trim_start().strip_prefix(OPEN)?.trim_start();
    // The tag of all calls may run into that of the first one.
    let head = tag
        .strip_prefix(word)
        .or_else(|| tag.strip_prefix("tools")?.strip_prefix("call").filter(|_| word == "call"))?;
    let start = text.len() - head.len();
    if !head.starts_with([' ', '<']) && !head.is_empty() {
        return None;
    }
    let window = &head.as_bytes()[..head.len().min(LONGEST_HEAD)];
    match memchr::memmem::find(window, SEP.as_bytes()) {
        Some(len) => Some((Some(&head[..len]), start + len + SEP.len())),
        None => (window.len() == head.len()).then_some((None, text.len())),
    }
}

/// Where the next closing tag with this word begins, and the offset after it.
fn close(text: &str, pos: usize, word: &str) -> Option<(usize, usize)> {
    let mut starts = memchr::memmem::find_iter(&text.as_bytes()[pos..], CLOSE).map(|at| pos + at);
    starts.find_map(|start| Some((start, text.len() - closing(&text[start..], word)?.len())))
}

/// What follows the closing tag with this word that `text` begins with.
fn closing<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(CLOSE)?.trim_start().strip_prefix(word)?;
    rest.trim_start().strip_prefix(SEP)
}
