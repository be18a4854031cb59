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
//! | none | where one tool of the list alone has all these parameters |

use std::ops::Range;

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

/// What stands in a head before the name.
const OPENERS: [&str; 5] =
    ["<name>", "<tool_name>", "<function=name>", "<function=tool_name>", "{\"function="];

/// What stands there, too, if the list of tools has the name: elsewhere it is a parameter, or an element of other documents.
const UNSURE: [&str; 2] = ["<parameter=name>", "<"];

/// A head, or its place where it is lost.
struct Head<'t> {
    name: Option<&'t str>,
    place: Range<usize>,
}

/// Reads the parameters that follow a marker, with the head before them.
pub(in crate::core::calls) fn read(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let (text, tools) = (cx.text, cx.options.tools);
    let is_wrapper = &text[hit.start..hit.end] == WRAPPER;
    let at = if is_wrapper { space_end(text, hit.end) } else { hit.start };
    let start = if is_wrapper { hit.start } else { at };
    let head = preceding(text, at, tools).or_else(|| head(text, at, tools)).or_else(|| {
        // What follows the end of a call is rather the rest of it.
        let is_first = text[at..].starts_with("<parameter=") && !text[..at].trim_end().ends_with(CALL_END);
        (is_first && at >= cx.stray_until).then_some(Head { name: None, place: at..at })
    })?;
    // `<f>` is closed by its own tag.
    let element = head.name.filter(|name| text[head.place.start + 1..].starts_with(name));
    let call = element.unwrap_or("function").to_owned();
    let tags = Tags { prefix: String::new(), word: "parameter", call, trims: true };
    let found = parameters(cx, head.place.end, &tags)?;
    let span = start.min(head.place.start)..found.end;
    if found.builder.members().is_empty() {
        return None;
    }
    // Without a head, only whole parameters and the end of a call tell it from text that speaks of one.
    if head.name.is_none() && !(found.builder.is_closed && found.builder.changes.is_empty()) {
        cx.stray_until = found.end;
        return None;
    }
    let mut draft =
        Draft::built(head.name.unwrap_or_default(), found.builder, false, hit.format, span.clone());
    if head.name.is_some() {
        draft.changes.push(Change::of(CallCode::BrokenHead, head.place));
    } else if let Some(name) = tools.and_then(|tools| tools.with(&draft.keys())) {
        draft.changes.push(Change::of(CallCode::NameFromKeys, head.place));
        draft.name = Some(name.to_owned());
    } else {
        draft = Draft::problem(Reason::NoName, hit.format, span);
    }
    cx.push(draft);
    Some(found.end)
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
        is_one.then_some(Head { name: Some(name), place: at..end })
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

/// What follows `{"name": "`.
fn json_name(rest: &str) -> Option<&str> {
    let value = rest.strip_prefix('{')?.trim_start().strip_prefix("\"name\"")?.trim_start();
    value.strip_prefix(':')?.trim_start().strip_prefix('"')
}

/// What follows the end of a head: quotes, commas, the ends of tags, and tags that close.
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
