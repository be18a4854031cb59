//! Answers of APIs: whole JSON documents, JSON Lines, and streams of events whose fragments are joined.
//!
//! Argument strings are repaired, everything else of an envelope is taken as it is. Where an answer has no calls of its
//! own, the message text in it is read as a model's text: servers leak formats.

use std::borrow::Cow;

use super::detect::{look, settle};
use super::found::doubt;
use crate::core::calls::envelope::{history, plain, stream, walk};
use crate::core::calls::judge::call::{Object, inside};
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::{Arguments, Draft};
use crate::core::calls::readers::json::repair_part;
use crate::core::calls::types::call::{Calls, Reason};
use crate::core::calls::types::change::{Change, What};
use crate::core::calls::types::options::Options;
use crate::core::calls::types::place::Place;
use crate::core::repair::engine::{Code, CutPlace, FailureCode};

/// The calls of an envelope or of plain call objects; `None` where the text is not JSON, JSON Lines or a stream of
/// events with such members. For readers who want calls and no text: `cache-key --calls`, `preview --call`, `eval-json`.
pub fn envelopes(text: &str, options: &Options<'_>) -> Option<Calls> {
    let is_open = options.format.is_none() && options.tools.is_none();
    if is_open && let Some(call) = plain::call(text, options.repair.max_depth) {
        return Some(Calls::of(Vec::from([call])));
    }
    let mut cx = Context::new(text, options);
    let body = text.trim_start_matches('\u{feff}').trim();
    if body.starts_with(['{', '['])
        && let Some(reading) = cx.read_whole(body)
    {
        let seen = walk::envelope(&mut cx, &reading);
        // A plain call is one, whatever it stands in.
        if cx.len() == 0 && !finish(&mut cx, seen) {
            return None;
        }
    } else if !read(&mut cx) {
        return None;
    }
    let drafts = cx.take_from(0);
    Some(settle(drafts, options))
}

/// Reads the whole text as an envelope. `false` if it is not one, and nothing was handed over then.
pub(in crate::core::calls) fn read(cx: &mut Context<'_>) -> bool {
    let text = cx.text;
    let body = text.trim_start_matches('\u{feff}').trim();
    if body.starts_with("data:")
        || body.starts_with("event:")
        || body.starts_with(':')
        || body.starts_with("id:")
    {
        return streamed(cx, true);
    }
    if !body.starts_with(['{', '[']) {
        return false;
    }
    let Some(reading) = cx.read_whole(body) else {
        // Lines that are each a value: answers, messages or events.
        return body.contains('\n') && streamed(cx, false) || damaged(cx, body);
    };
    let seen = walk::envelope(cx, &reading);
    finish(cx, seen)
}

/// Reads an answer that is no strict JSON, as its repair has it. What it holds is data, however it is damaged: its strings are
/// no message in which calls are looked for.
fn damaged(cx: &mut Context<'_>, body: &str) -> bool {
    if !walk::may_be_outermost(body) || !cx.spend(body.len()) {
        return false;
    }
    let start = body.as_ptr() as usize - cx.text.as_ptr() as usize;
    let Some(reading) = repair_part(cx, start..start + body.len()) else { return false };
    let Some(document) = reading.documents.first().cloned() else { return false };
    let first = match reading.items(&document).into_iter().next() {
        Some(item) if reading.text.as_bytes()[document.start] == b'[' => item,
        _ => document,
    };
    if !Object::at(&reading, &first).is_some_and(|object| walk::is_outermost(&object)) {
        return false;
    }
    let mut seen = walk::envelope(cx, &reading);
    for said in &mut seen.texts {
        let text = said.text.take();
        said.text = text.or_else(|| inside(&reading.text, &said.place).map(Cow::into_owned));
    }
    // A call that the end of the text took away is told.
    if cx.len() == 0
        && let Some(cut) = reading.cut
        && let Some(format) = walk::held(body)
    {
        let reason = Reason::Repair(FailureCode::Truncated(cut));
        cx.push(Draft::problem(reason, format, start..start + body.len()));
    }
    seen.is_envelope = true;
    finish(cx, seen)
}

/// Reads the events of a stream, or lines that are values.
fn streamed(cx: &mut Context<'_>, is_sse: bool) -> bool {
    let seen = stream::read(cx, is_sse);
    seen.is_some_and(|seen| finish(cx, seen))
}

/// Settles an envelope: without calls of its own its texts are looked into.
fn finish(cx: &mut Context<'_>, seen: walk::Seen) -> bool {
    if !seen.is_envelope {
        cx.take_from(0);
        return false;
    }
    if !cx.options.history && !seen.answers.is_empty() {
        let mut drafts = cx.take_from(0);
        history::mark(&mut drafts, &seen.answers);
        for draft in drafts {
            cx.push(draft);
        }
    }
    if !seen.limited.is_empty() {
        let mut drafts = cx.take_from(0);
        cut_last(&mut drafts, &seen.limited);
        for draft in drafts {
            cx.push(draft);
        }
    }
    if cx.len() == 0 {
        for said in seen.texts {
            let is_limited = seen.limited.contains(&said.choice);
            look_into(cx, said, is_limited, false);
        }
    }
    // Thoughts with nothing beside them are read as reasoning with no answer after it.
    if cx.len() == 0 {
        let spoken = seen.spoken;
        for said in seen.thoughts.into_iter().filter(|said| !spoken.contains(&said.choice)) {
            let is_limited = seen.limited.contains(&said.choice);
            look_into(cx, said, is_limited, true);
        }
    }
    true
}

/// Cuts off the last call of each message that ended at a limit, where it has no arguments yet. A string that holds `{}` came
/// from the model; an API writes the object itself where the model was cut off.
fn cut_last(drafts: &mut [Draft], limited: &[usize]) {
    for choice in limited {
        let is_of_api = |draft: &Draft| !draft.format.id.starts_with("api-openai");
        let is_given = |change: &Change| change.what == What::Text(Code::EmptyInput);
        let is_empty = |draft: &&mut Draft| match &draft.arguments {
            Arguments::Json(text) => {
                text.trim() == "{}" && (is_of_api(draft) || draft.changes.iter().any(is_given))
            }
            Arguments::Tagged { .. } => false,
        };
        let last = drafts.iter_mut().rfind(|draft| draft.choice == *choice);
        if let Some(last) = last.filter(is_empty) {
            last.cut.get_or_insert(CutPlace::AfterColon);
        }
    }
}

/// Looks for calls in what a message says, or thinks. Where the message ended at a limit, more was to come.
fn look_into(cx: &mut Context<'_>, said: walk::Said, is_limited: bool, is_thought: bool) {
    let walk::Said { text, span, choice, .. } = said;
    let text = text.map_or_else(|| inside(cx.text, &span).unwrap_or_default(), Cow::Owned);
    let options = Options { refuses_unclosed: cx.options.refuses_unclosed || is_limited, ..*cx.options };
    let mut inner = Context::new(&text, &options);
    let mut drafts = look(&mut inner);
    if is_thought {
        let place = if is_limited { Place::Unclosed } else { Place::Alone };
        let is_call = |draft: &&mut Draft| draft.problem.is_none();
        drafts
            .iter_mut()
            .filter(is_call)
            .for_each(|draft| doubt(std::slice::from_mut(draft), place, is_limited));
    }
    for draft in drafts {
        // Places inside a string are those of the string.
        let changes = draft.changes.into_iter().map(|change| Change { span: span.clone(), ..change });
        // A stream may go on with calls, beside which its text holds none.
        let may_move = true;
        cx.push(Draft { changes: changes.collect(), span: span.clone(), choice, may_move, ..draft });
    }
}
