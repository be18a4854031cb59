//! Tagged parameters after a head that is damaged, as models write where they drift from `<function=f>`. The parameters show that a
//! call is meant, and what is left of the head still names it.
//!
//! | head | |
//! |---|---|
//! | `<parameter=f>` | without a value: the next parameter follows at once |
//! | `<name>f`, `<tool_name>f</tool_name>` | also with the name on the next line |
//! | `<function=name>`, `<parameter=name>` | the name is on the next line |
//! | `<f>` | where the list of tools has it |
//! | `{"name": "f",`, `{"function=f>` | the beginning of a call in JSON |
//! | `function=f>` | the bracket is lost |
//! | none | where one tool of the list alone has all these parameters |

use std::ops::Range;

use super::function_tags::FUNCTION;
use super::{before, space_end};
use crate::core::calls::formats::Hit;
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::Draft;
use crate::core::calls::readers::is_word;
use crate::core::calls::readers::tagged::{Tags, parameters};
use crate::core::calls::types::call::Reason;
use crate::core::calls::types::change::{CallCode, Change};
use crate::core::calls::types::tools::Tools;

/// Bytes of a head.
const LONGEST_HEAD: usize = 300;

/// Tags and brackets before a parameter that may begin its head.
const MOST_STARTS: usize = 4;

/// Begins a parameter.
const PARAMETER: &str = "<parameter";

/// Closes a call.
const CALL_END: &str = "</function>";

/// Opens a block of calls.
const WRAPPER: &str = "<tool_call>";

/// Beginnings of a head, before the name.
const OPENERS: [&str; 6] =
    ["<name>", "<tool_name>", "<function=name>", "<function=tool_name>", "function=", "{\"function="];

/// Beginnings of a head if the list of tools has the name: elsewhere it is a parameter, or an element of other documents.
const UNSURE: [&str; 2] = ["<parameter=name>", "<"];

/// A head that is damaged.
struct Head<'t> {
    name: &'t str,
    place: Range<usize>,
}

/// Reads the parameters that follow a marker, with the head before them.
pub(in crate::core::calls) fn read(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let (text, tools) = (cx.text, cx.options.tools);
    let is_wrapper = &text[hit.start..hit.end] == WRAPPER;
    let at = if is_wrapper { space_end(text, hit.end) } else { hit.start };
    match preceding(text, at, tools).or_else(|| head(text, at, tools)) {
        Some(head) => named(cx, hit, head),
        None => nameless(cx, hit, at),
    }
}

/// Reads the parameters after a head that names the tool.
fn named(cx: &mut Context<'_>, hit: &Hit, head: Head<'_>) -> Option<usize> {
    let Head { name, place } = head;
    // `<f>` is closed by its own tag.
    let is_element = cx.text[place.start + 1..].starts_with(name);
    let found = parameters(cx, place.end, &tags(if is_element { name } else { FUNCTION }))?;
    if found.builder.members().is_empty() {
        return None;
    }
    let span = hit.start.min(place.start)..found.end;
    let mut draft = Draft::built(name, found.builder, false, hit.format, span);
    draft.changes.push(Change::of(CallCode::BrokenHead, place));
    cx.push(draft);
    Some(found.end)
}

/// Reads the parameters at `at`, which no head stands before. Only whole parameters and the end of a call tell them from text that
/// speaks of one. The list of tools may say which is meant.
fn nameless(cx: &mut Context<'_>, hit: &Hit, at: usize) -> Option<usize> {
    let text = cx.text;
    // What follows the end of a call is rather the rest of it.
    let is_rest = text[..at].trim_end().ends_with(CALL_END);
    if !text[at..].starts_with("<parameter=") || is_rest || at < cx.stray_until {
        return None;
    }
    let found = parameters(cx, at, &tags(FUNCTION))?;
    let is_whole = found.builder.is_closed && found.builder.changes.is_empty();
    if !is_whole || found.builder.members().is_empty() {
        cx.stray_until = found.end;
        return None;
    }
    let span = hit.start..found.end;
    let mut draft = Draft::built("", found.builder, false, hit.format, span.clone());
    match cx.options.tools.and_then(|tools| tools.with_parameters(&draft.keys())) {
        Some(name) => {
            draft.name = Some(name.to_owned());
            draft.changes.push(Change::of(CallCode::NameFromKeys, at..at));
            cx.push(draft);
        }
        None => cx.push(Draft::problem(Reason::NoName, hit.format, span)),
    }
    Some(found.end)
}

/// The tags of parameters of a call that a tag with this word closes.
fn tags(call: &str) -> Tags {
    Tags { prefix: String::new(), word: "parameter", call: call.to_owned(), trims: true }
}

/// Returns whether the beginning of a call in JSON stands here, and tagged parameters after it.
pub(in crate::core::calls) fn begins_json(text: &str, at: usize) -> bool {
    text[at..].starts_with('{') && head(text, at, None).is_some()
}

/// The head that ends where a parameter begins at `at`.
fn preceding<'t>(text: &'t str, at: usize, tools: Option<&Tools>) -> Option<Head<'t>> {
    if !text[at..].starts_with(PARAMETER) {
        return None;
    }
    let from = before(text, at, LONGEST_HEAD);
    let starts = text[from..at].rmatch_indices(['<', '{']).take(MOST_STARTS);
    let mut heads = starts.filter_map(|(start, _)| head(text, from + start, tools));
    heads.find(|head| head.place.end == at)
}

/// The head that begins at `at`, up to the first parameter.
fn head<'t>(text: &'t str, at: usize, tools: Option<&Tools>) -> Option<Head<'t>> {
    let rest = &text[at..];
    let is_tool = |name: &str, tools: &Tools| tools.knows(name) || tools.settle(name, &[], false).is_some();
    let of = |(name, after): (&'t str, &'t str)| {
        let end = text.len() - after_head(after).len();
        let is_one = is_word(name) && text[end..].starts_with(PARAMETER);
        is_one.then_some(Head { name, place: at..end })
    };
    let opened = |open: &str| rest.strip_prefix(open).and_then(name);
    // A parameter that is closed has an empty value.
    if let Some((name, after)) = opened("<parameter=")
        && after.strip_prefix('>').is_some_and(|after| after.trim_start().starts_with(PARAMETER))
    {
        return of((name, after));
    }
    let known = || OPENERS.iter().find_map(|open| opened(open)).or_else(|| name(json_name(rest)?));
    if let Some(head) = known().and_then(of) {
        return Some(head);
    }
    let tools = tools?;
    UNSURE.iter().filter_map(|open| opened(open)).find(|(name, _)| is_tool(name, tools)).and_then(of)
}

/// The name at the beginning of `text`, without the quote and the line ends before it, and what follows it.
fn name(text: &str) -> Option<(&str, &str)> {
    let name = text.trim_start().trim_start_matches(['"', '\'']);
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '/');
    let end = name.char_indices().take(LONGEST_HEAD).find(|(_, c)| !is_part(*c)).map(|(end, _)| end)?;
    (end > 0).then(|| name.split_at(end))
}

/// The text after `{"name": "`.
fn json_name(rest: &str) -> Option<&str> {
    let value = rest.strip_prefix('{')?.trim_start().strip_prefix("\"name\"")?.trim_start();
    value.strip_prefix(':')?.trim_start().strip_prefix('"')
}

/// The text after the end of a head: quotes, commas, the ends of tags, and tags that close.
fn after_head(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || "\"',>".contains(c));
        let Some((tag, after)) = rest.strip_prefix("</").and_then(name) else { return rest };
        if !after.starts_with('>') || !is_word(tag) {
            return rest;
        }
        rest = after;
    }
}
