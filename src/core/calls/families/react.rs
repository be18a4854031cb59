//! `Action: f` and `Action Input: {…}` on lines of their own. A scalar input becomes `{"input": …}`; what the model
//! imagined as the observation is not read.
//!
//! An object, and a value in quotes or a fence, say where they end. Other text does not: it is complete only where a line
//! of the dialogue or a blank line follows.
//!
//! Without a line for the input, the action may be a call in Python's syntax: `Action: f(a="x")`.

use super::{first, pythonic};
use crate::core::calls::formats::{Hit, turns};
use crate::core::calls::judge::call::{scalar_arguments, with_arguments};
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::Draft;
use crate::core::calls::readers::kwargs::call;
use crate::core::calls::readers::{Builder, is_name, without_cut};
use crate::core::calls::types::call::Reason;
use crate::core::calls::types::change::{CallCode, Change};
use crate::core::repair::engine::CutPlace;

/// Lists what the lines of the dialogue begin with, in any case.
const LINES: [&str; 8] =
    ["Observation", "Thought:", "Action:", "Final Answer:", "Human:", "User:", "Assistant:", "### Response:"];

/// Bytes of the longest thought before an action.
const LONGEST_THOUGHT: usize = 4096;

/// Labels of the line with the arguments, in any case.
const INPUTS: [&str; 3] = ["Action Input:", "Action_Input:", "ActionInput:"];
const SHORT_INPUTS: [&str; 3] = ["Input:", "Action Arguments:", "Arguments:"];

/// Returns the rest of a line after a label, which stars may surround: `**Action Input:**`, `**Action Input**:`.
fn after_label<'t>(line: &'t str, label: &str) -> Option<&'t str> {
    let line = line.trim_start_matches([' ', '\t', '*']);
    let (word, colon) = label.split_at(label.len() - usize::from(label.ends_with(':')));
    let head = line.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word))?;
    line[head.len()..].trim_start_matches('*').strip_prefix(colon)
}

pub(in crate::core::calls) fn read(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let text = cx.text;
    let at = action(text, hit)?;
    with_input(cx, hit, &text[at..]).or_else(|| on_line(cx, hit, at))
}

/// Reads the call whose name stands on `line`, and its arguments on a line of their own.
fn with_input(cx: &mut Context<'_>, hit: &Hit, line: &str) -> Option<usize> {
    let text = cx.text;
    let len = line.bytes().take(300).position(|b| b == b'\n')?;
    // A comment after the name is not part of it.
    let name = line[..len].split(" (").next()?.trim().trim_matches(['`', '"', '*']);
    let next = line[len..].trim_start();
    let input = INPUTS.iter().find_map(|label| after_label(next, label)).or_else(|| {
        // Other labels stand in any data; the list says that a tool is meant.
        let is_listed = cx.options.tools.is_some_and(|tools| tools.get(name).is_some());
        SHORT_INPUTS.iter().filter(|_| is_listed).find_map(|label| after_label(next, label))
    })?;
    let input = input.trim_start_matches([' ', '\t', '*']);
    // A name of several words must be in the list; without a list, an object shows that a call was meant.
    let is_meant = || cx.options.tools.map_or(input.starts_with('{'), |tools| tools.get(name).is_some());
    if !is_name(name) || name.contains(' ') && !is_meant() {
        return None;
    }
    let at = text.len() - input.len();
    let end = next_line(text, at);
    let object = object(cx, hit, name, at, end).filter(|(draft, _)| draft.problem.is_none());
    // An object says where it ends, whatever follows on the line.
    let (draft, end) = object.unwrap_or_else(|| (scalar(text, hit, name, at, end), end));
    cx.push(draft);
    Some(end)
}

/// Reads a call that stands on the line of its action.
///
/// Notes have such lines, too. So the tool is one of the list, or thoughts stand before it, and nothing follows it on its line.
/// Nor does a line with the input, because it is open then which arguments are meant.
fn on_line(cx: &mut Context<'_>, hit: &Hit, at: usize) -> Option<usize> {
    let text = cx.text;
    let is_last = |end: usize| {
        let rest = text[end..].trim_start_matches([' ', '\t', '\r', '`', '*']);
        let has_input = || INPUTS.iter().any(|label| after_label(rest.trim_start(), label).is_some());
        (rest.is_empty() || rest.starts_with('\n')) && !has_input()
    };
    let (_, name) = named_on(text, at)?;
    let is_listed = cx.options.tools.is_some_and(|tools| tools.get(name).is_some());
    if !is_listed && !begins_thought(&text[..hit.start]) {
        return None;
    }
    let parsed = call(cx, at).filter(|parsed| is_last(parsed.end))?;
    let end = parsed.end;
    pythonic::push(cx, parsed, hit.start, hit.format);
    Some(end)
}

/// Returns the draft that tells of a tool of the list on the line of its action, whose arguments no reader could read:
/// `Action: f[x]`.
pub(in crate::core::calls) fn unread(cx: &Context<'_>, hit: &Hit) -> Option<Draft> {
    let text = cx.text;
    let at = action(text, hit)?;
    let (line, name) = named_on(text, at)?;
    let opens = line[name.len()..].starts_with(['(', '[']);
    cx.options.tools.filter(|tools| opens && tools.get(name).is_some())?;
    let span = hit.start..at + line.trim_end().len();
    let problem = Draft::problem(Reason::Arguments, hit.format, span);
    Some(Draft { name: Some(name.to_owned()), ..problem })
}

/// Where the action begins, if its label begins a line or a turn.
fn action(text: &str, hit: &Hit) -> Option<usize> {
    let before = text[..hit.start].trim_end_matches([' ', '\t', '*']);
    let begins_line = before.ends_with('\n') || before.trim_end().is_empty();
    let line = text[hit.end..].trim_start_matches([' ', '\t', '*', '`']);
    (begins_line || turns::ends_with_header(before)).then_some(text.len() - line.len())
}

/// The rest of the line at `at`, and the name that it begins with, if more follows that.
fn named_on(text: &str, at: usize) -> Option<(&str, &str)> {
    let line = text[at..].lines().next()?;
    let end = line.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.' | '-'))?;
    Some((line, &line[..end]))
}

/// Returns whether a line near the end of the text begins with a thought of the dialogue.
fn begins_thought(text: &str) -> bool {
    let from = text.len().saturating_sub(LONGEST_THOUGHT);
    let near = (from..=text.len()).find_map(|at| text.get(at..)).unwrap_or_default();
    near.lines().any(|line| after_label(line, "Thought:").is_some())
}

/// Where the next line of the dialogue begins after the first line of the input, or the end of the text.
fn next_line(text: &str, at: usize) -> usize {
    let begins = |end: &usize| LINES.iter().any(|word| after_label(&text[end + 1..], word).is_some());
    let mut ends = memchr::memchr_iter(b'\n', &text.as_bytes()[at..]).map(|len| at + len);
    let end = ends.find(begins).unwrap_or(text.len());
    turns::next_end(text, at..end).unwrap_or(end)
}

/// Text that is no object.
fn scalar(text: &str, hit: &Hit, name: &str, at: usize, end: usize) -> Draft {
    let mut builder = Builder::default();
    // What the cut left of the next line of the dialogue is no input.
    let begins = |line: &str| {
        let line = line.trim_start_matches([' ', '\t', '*']);
        !line.is_empty() && LINES.iter().any(|word| without_cut(line, word).is_empty())
    };
    let last = text[at..].rsplit_once('\n').filter(|(_, line)| end == text.len() && begins(line));
    let value = last.map_or(&text[at..end], |(input, _)| input).trim();
    // Quotes around all of it, and not those of its first and last word.
    let opened = value.strip_prefix('"');
    let quoted = opened.and_then(|rest| rest.strip_suffix('"')).filter(|inside| !inside.contains('"'));
    let is_open = opened.is_some_and(|rest| !rest.contains('"'))
        || value.starts_with("```") && value.matches("```").count() < 2;
    let is_braced = value.starts_with('{') && value.ends_with('}');
    let is_fenced = value.starts_with("```") && value.ends_with("```");
    if is_open {
        builder.cut = Some(CutPlace::String);
    } else {
        let is_before_blank = text[at..].trim_end_matches([' ', '\t']).ends_with("\n\n");
        builder.is_closed = end < text.len()
            || last.is_none() && (quoted.is_some() || is_fenced || is_braced)
            || !value.is_empty() && is_before_blank;
    }
    let mut draft = Draft::built(name, builder, false, hit.format, hit.start..end);
    if matches!(value, "" | "null" | "None") {
        draft.changes.push(Change::empty(at..at));
    } else {
        let inside = if is_open { opened } else { quoted };
        draft.arguments = scalar_arguments(inside.unwrap_or(value));
        draft.changes.push(Change::of(CallCode::RawText, at..end));
    }
    draft
}

/// An object, alone or in a fence or a `Tool(…)`.
fn object(cx: &mut Context<'_>, hit: &Hit, name: &str, at: usize, end: usize) -> Option<(Draft, usize)> {
    let brace = at + cx.text[at..end].find('{')?;
    let before = cx.text[at..brace].trim().trim_end_matches('(').trim_start_matches('`').trim();
    if !before.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.')) {
        return None;
    }
    let (reading, stop) = first(cx, brace, hit.format.ends)?;
    let document = reading.documents.first()?.clone();
    if reading.text.as_bytes()[document.start] != b'{' {
        return None;
    }
    let span = hit.start..stop.min(end);
    let draft = Draft::named(Some(name.to_owned()), hit.format, span);
    let mut draft = with_arguments(cx, draft, &reading, Some(&document));
    draft
        .changes
        .extend(reading.fixes_in(&(brace..end)).iter().map(|fix| Change::at(fix, fix.start..fix.end)));
    Some((draft, stop.min(end)))
}
