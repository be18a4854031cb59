//! `Action: f` and `Action Input: {…}` on lines of their own. A scalar input becomes `{"input": …}`; what the model
//! imagined as the observation is not read.

use super::super::accept::Draft;
use super::super::call::{named, scalar_arguments};
use super::super::change::{CallCode, Change};
use super::super::detect::Context;
use super::super::formats::Hit;
use super::super::readers::Builder;
use super::super::readers::is_name;
use super::first;

pub(in crate::core::calls) fn read(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let text = cx.text;
    let before = text[..hit.start].trim_end_matches([' ', '\t', '*']);
    if !before.ends_with('\n') && !before.trim().is_empty() {
        return None;
    }
    let line = text[hit.end..].trim_start_matches([' ', '\t', '*']);
    let len = line.bytes().take(300).position(|b| b == b'\n')?;
    // A comment behind the name is no part of it.
    let name = line[..len].split(" (").next()?.trim().trim_matches(['`', '"', '*']);
    if !is_name(name) || name.contains(' ') {
        return None;
    }
    let input = line[len..].trim_start().trim_start_matches('*').strip_prefix("Action Input:")?;
    let input = input.trim_start_matches('*').trim_start_matches([' ', '\t']);
    let at = text.len() - input.len();
    let end = cx.next_stop(at, hit.format.ends);
    let span = hit.start..end;
    if let Some(draft) = object(cx, hit, name, at, end) {
        cx.push(draft);
        return Some(end);
    }
    let value = text[at..end].trim();
    let mut draft = Draft::built(name, Builder::default(), false, hit.format, span.clone());
    if matches!(value, "" | "null" | "None") {
        draft.changes.push(Change::empty(at..at));
    } else {
        // Quotes around all of it, and not those of its first and last word.
        let quoted = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        draft.arguments = scalar_arguments(quoted.filter(|inside| !inside.contains('"')).unwrap_or(value));
        draft.changes.push(Change::of(CallCode::RawText, at..end));
    }
    cx.push(draft);
    Some(end)
}

/// An object, alone or in a fence or a `Tool(…)`.
fn object(cx: &mut Context<'_>, hit: &Hit, name: &str, at: usize, end: usize) -> Option<Draft> {
    let brace = at + cx.text[at..end].find('{')?;
    let before = cx.text[at..brace].trim().trim_end_matches('(').trim_start_matches('`').trim();
    if !before.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.')) {
        return None;
    }
    let (reading, _) = first(cx, brace, hit.format.ends)?;
    let document = reading.documents.first()?.clone();
    if reading.text.as_bytes()[document.start] != b'{' {
        return None;
    }
    let span = hit.start..end;
    let mut draft = named(cx, Some(name.to_owned()), &reading, Some(&document), hit.format, &span);
    draft
        .changes
        .extend(reading.fixes_in(&(brace..end)).iter().map(|fix| Change::at(fix, fix.start..fix.end)));
    Some(draft)
}
