//! Calls in Python's syntax: a list of them, alone or after a marker, one a line, or in a block of code.

use super::space_end;
use crate::core::calls::envelope::walk::walk;
use crate::core::calls::formats::{Format, Hit, turns};
use crate::core::calls::judge::call::Trust;
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::Draft;
use crate::core::calls::readers::json::sequence;
use crate::core::calls::readers::kwargs::{Parsed, call, unreadable};
use crate::core::calls::types::call::Reason;

/// Bytes of the longest token or tag that ends a message.
const LONGEST_END: usize = 40;

/// `[f(a=1), g()]` after a marker; some models put JSON there.
pub(in crate::core::calls) fn list(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let at = space_end(cx.text, hit.end);
    if &cx.text[hit.start..hit.end] == "<|python_tag|>" && !is_call_of_built_in(&cx.text[at..]) {
        // Python code stands there, too.
        return None;
    }
    if cx.text[at..].trim_start_matches('[').trim_start().starts_with('{') {
        let (readings, end) = sequence(cx, at, hit.format.ends)?;
        for reading in &readings {
            for document in &reading.documents {
                walk(cx, reading, document, Trust::Marked, hit.format);
            }
        }
        return Some(end);
    }
    let (end, cut) = calls(cx, at, hit.start, hit.format)?;
    // What stands there before the closing marker is no call.
    let stop = cx.next_stop(end, hit.format.ends);
    if !cut && stop < cx.text.len() && !cx.text[end..stop].trim_start_matches(']').trim().is_empty() {
        cx.push(Draft::problem(Reason::NoName, hit.format, end..stop));
        return Some(stop);
    }
    // A second copy before the closing marker is the same answer once more.
    let close = hit.format.ends.first()?;
    let rest = &cx.text[end..];
    Some(rest.strip_prefix(close).map_or(end, |rest| repeated(cx.text, rest, &cx.text[at..end], close)))
}

/// `brave_search.call(query="x")`: how Llama calls the tools it knows by itself.
fn is_call_of_built_in(rest: &str) -> bool {
    let len = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.')).count();
    rest[..len].rsplit_once('.').is_some_and(|(_, last)| last == "call") && rest[len..].starts_with('(')
}

/// After copies of `block` that each have a closing marker and none that opens.
fn repeated(text: &str, mut rest: &str, block: &str, close: &str) -> usize {
    while let Some(next) =
        rest.trim_start().strip_prefix(block).and_then(|rest| rest.trim_start().strip_prefix(close))
    {
        rest = next;
    }
    text.len() - rest.len()
}

/// Lists that are the whole message: nothing else tells a call from code.
pub(in crate::core::calls) fn bare(cx: &mut Context<'_>, at: usize) -> Option<usize> {
    let format = cx.wanted(const { Format::known("pythonic") })?;
    let before = cx.len();
    let mut pos = at;
    while cx.text[pos..].starts_with('[')
        && let Some((end, cut)) = calls(cx, pos, pos, format)
    {
        pos = space_end(cx.text, end);
        // What is said about a list that the message begins with stands in a paragraph of its own.
        let is_apart = cx.text[end..pos].matches('\n').count() > 1 && !begins_list(&cx.text[pos..]);
        if cut || is_apart || ends_message(&cx.text[pos..]) {
            return Some(if is_apart { pos } else { cx.text.len() });
        }
    }
    cx.take_from(before);
    None
}

/// Lists on lines of their own, of which the last is the end of the message.
pub(in crate::core::calls) fn at_end(cx: &mut Context<'_>, from: usize) {
    let Some(format) = cx.wanted(const { Format::known("pythonic") }) else { return };
    let before = cx.len();
    let text = cx.text;
    let lines = memchr::memchr_iter(b'\n', &text.as_bytes()[from..]).map(|at| from + at + 1);
    let mut pos = from;
    for line in std::iter::once(from).chain(lines) {
        let line = text.len() - text[line..].trim_start_matches([' ', '\t']).len();
        let line = if line == from { space_end(text, from) } else { line };
        if line < pos || !begins_list(&text[line..]) || !cx.has_budget() {
            continue;
        }
        let known = cx.len();
        let Some((end, cut)) = calls(cx, line, line, format) else { continue };
        if cut || ends_message(text[end..].trim_start()) {
            return;
        }
        if text[end..].trim_start_matches([' ', '\t', '\r']).starts_with('\n') {
            pos = end;
        } else {
            // Words follow on the line: it may speak of the call.
            cx.take_from(known);
            cx.spend(end - line);
        }
    }
    cx.take_from(before);
}

/// The list at `at`, whatever stands around it: it begins with a tool of the list.
pub(in crate::core::calls) fn list_at(
    cx: &mut Context<'_>,
    at: usize,
    format: &'static Format,
) -> Option<usize> {
    calls(cx, at, at, format).map(|(end, _)| end)
}

/// Returns whether a list of calls begins here.
fn begins_list(text: &str) -> bool {
    let name = text.strip_prefix('[').map_or("", str::trim_start);
    let rest = name.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '\\'));
    rest.len() < name.len() && rest.starts_with('(')
}

/// Returns whether the rest is nothing but the end of a fence or an element, or a token that ends the message.
fn ends_message(rest: &str) -> bool {
    let rest = rest.trim_start_matches("```").trim();
    turns::is_blank(rest)
        || rest.len() < LONGEST_END
            && (rest.starts_with("<|") && rest.ends_with("|>")
                || rest.starts_with("</") && rest.ends_with('>'))
}

/// One call a line, or with commas between, up to the closing tag.
pub(in crate::core::calls) fn lines(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let at = space_end(cx.text, hit.end);
    let (mut end, mut cut) = calls(cx, at, hit.start, hit.format)?;
    // A line that is not a call is reported, and the lines after it are read.
    loop {
        let bad = space_end(cx.text, end);
        let stop = cx.next_stop(bad, hit.format.ends);
        if cut || bad >= stop || stop == cx.text.len() {
            return Some(end);
        }
        let line = memchr::memchr(b'\n', &cx.text.as_bytes()[bad..stop]).map_or(stop, |len| bad + len);
        cx.push(Draft::problem(Reason::NoName, hit.format, bad..line));
        end = line;
        let next = space_end(cx.text, line);
        if let Some((after, is_cut)) = calls(cx, next, next, hit.format) {
            (end, cut) = (after, is_cut);
        }
    }
}

/// One call of Python between the tags of Hermes, and nothing else. Its own tag may be missing.
pub(in crate::core::calls) fn element(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    const CLOSES: [&str; 2] = ["</tool_call>", "</function_call>"];
    let at = space_end(cx.text, hit.end);
    let parsed = call(cx, at)?;
    let rest = cx.text[parsed.end..].trim_start();
    let after = CLOSES.iter().find_map(|close| rest.strip_prefix(close));
    let is_over = rest.is_empty() || rest.starts_with(['<', ']']);
    let rest = after.or(Some(rest).filter(|_| is_over))?;
    let end = cx.text.len() - rest.len();
    cx.push(Draft::built(&parsed.name, parsed.builder, false, hit.format, hit.start..end));
    Some(end)
}

/// `print(default_api.f(a=1))` in a fence.
pub(in crate::core::calls) fn tool_code(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let mut pos = hit.end;
    let mut found = None;
    while let Some(end) = statement(cx, pos, if found.is_none() { hit.start } else { pos }, hit.format) {
        found = Some(end);
        pos = end;
    }
    found
}

/// Calls, one a line or in a list, in a fence that is called `tool_call`, `tool_calls`, `function_call`, or `function_calls`.
pub(in crate::core::calls) fn fence(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let rest = &cx.text[hit.end..];
    let line = memchr::memchr(b'\n', rest.as_bytes())?;
    if !matches!(rest[..line].trim(), "" | "s") {
        return None;
    }
    let mut pos = hit.end + line;
    let mut end = None;
    loop {
        let start = if end.is_none() { hit.start } else { pos };
        let at = space_end(cx.text, pos);
        let next = if cx.text[at..].starts_with('[') {
            calls(cx, at, start, hit.format).map(|(end, _)| end)
        } else {
            statement(cx, at, start, hit.format).or_else(|| unread_call(cx, at, start, hit.format))
        };
        let Some(next) = next.filter(|next| *next > at) else { break };
        (pos, end) = (next, Some(next));
    }
    // What stands there before the fence ends is no call.
    let (from, known) = (end?, cx.next_stop_of(pos, "```"));
    if !cx.text[from..known].trim_matches([' ', '\n', '\r', '\t', ',', ';']).is_empty() {
        cx.push(Draft::problem(Reason::NoName, hit.format, from..known));
    }
    Some(known)
}

/// `print(default_api.f(a=1))`, where the namespace itself is the marker: printed, or in a fence of Python.
pub(in crate::core::calls) fn default_api(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let line = memchr::memrchr(b'\n', &cx.text.as_bytes()[..hit.start]).map_or(0, |at| at + 1);
    let before = cx.text[line..hit.start].trim();
    let is_fenced =
        || cx.text[..line].trim_end().rsplit('\n').next().is_some_and(|line| line.starts_with("```"));
    let begins = cx.text[..hit.start].trim().is_empty() && !cx.text[hit.start..].starts_with("default_api");
    let is_meant = begins || PRINTERS.contains(&before) || before.is_empty() && is_fenced();
    if is_meant { statement(cx, line, line, hit.format) } else { None }
}

/// What a model puts around a call in a block of code.
const PRINTERS: [&str; 3] = ["print(", "python(", "tool_code ="];

/// One call of a block of code, printed or not.
fn statement(cx: &mut Context<'_>, pos: usize, start: usize, format: &'static Format) -> Option<usize> {
    let rest = cx.text[pos..].trim_start();
    let inner = PRINTERS.iter().find_map(|word| rest.strip_prefix(word));
    let at = cx.text.len() - inner.unwrap_or(rest).trim_start().len();
    let parsed = call(cx, at)?;
    let end = parsed.end;
    push(cx, parsed, start, format);
    Some(end + usize::from(inner.is_some() && cx.text[end..].starts_with(')')))
}

/// Calls one after the other, in brackets or not. Returns where they end, and whether the text was cut off there. A call
/// that cannot be read is told, and its neighbors are read.
fn calls(cx: &mut Context<'_>, at: usize, start: usize, format: &'static Format) -> Option<(usize, bool)> {
    let listed = cx.text[at..].starts_with('[');
    let mut pos = at + usize::from(listed);
    let mut start = start;
    let before = cx.len();
    loop {
        pos = space_end(cx.text, pos);
        let rest = &cx.text[pos..];
        if rest.starts_with(']') && listed {
            pos += 1;
            break;
        }
        if rest.starts_with([',', ';']) && cx.len() > before {
            pos += 1;
            continue;
        }
        let quote = rest.chars().next().filter(|first| listed && matches!(first, '\'' | '"'));
        let quoted = quote.filter(|quote| is_quoted_call(cx, pos, *quote));
        pos += usize::from(quoted.is_some());
        let end = if let Some(parsed) = call(cx, pos) {
            let cut = parsed.builder.cut.is_some();
            let end = parsed.end + usize::from(quoted.is_some());
            push(cx, parsed, start, format);
            if cut {
                return Some((end, true));
            }
            end
        } else {
            let Some(end) = listed.then(|| unread_call(cx, pos, start, format)).flatten() else { break };
            end
        };
        (pos, start) = (end, end);
    }
    (cx.len() > before).then_some((pos, false))
}

/// Returns whether the string at `pos` is a call of a tool of the list, and nothing else: `'f(a=1)'`.
fn is_quoted_call(cx: &mut Context<'_>, pos: usize, quote: char) -> bool {
    let Some(tools) = cx.options.tools else { return false };
    call(cx, pos + 1).is_some_and(|parsed| {
        parsed.builder.cut.is_none()
            && tools.get(&parsed.name).is_some()
            && cx.text[parsed.end..].starts_with(quote)
    })
}

/// Tells a call that cannot be read, and says where it ends.
pub(in crate::core::calls) fn unread_call(
    cx: &mut Context<'_>,
    pos: usize,
    start: usize,
    format: &'static Format,
) -> Option<usize> {
    let (name, end) = unreadable(cx, pos)?;
    let problem = Draft::problem(Reason::Arguments, format, start..end);
    cx.push(Draft { name: Some(name), ..problem });
    Some(end)
}

/// Hands over a call that was read.
pub(in crate::core::calls) fn push(
    cx: &mut Context<'_>,
    parsed: Parsed,
    start: usize,
    format: &'static Format,
) {
    let name = parsed.name.strip_suffix(".call").unwrap_or(&parsed.name);
    let name = cx.tool_name(name).to_owned();
    cx.push(Draft::built(&name, parsed.builder, false, format, start..parsed.end));
}
