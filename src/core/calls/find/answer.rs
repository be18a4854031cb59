//! Answers of APIs: whole JSON documents, JSON Lines, and streams of events whose fragments are joined.
//!
//! Argument strings are repaired, everything else of an envelope is taken as it is. Where an answer has no calls of its
//! own, the message text in it is read as a model's text: servers leak formats.

use std::collections::BTreeSet;

use super::detect::{look, settle};
use super::found::doubt;
use crate::core::calls::envelope::{history, plain, stream, walk};
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::{Arguments, Draft};
use crate::core::calls::readers::json::repair_part;
use crate::core::calls::readers::object::Object;
use crate::core::calls::types::call::{Calls, Reason};
use crate::core::calls::types::change::{Change, What};
use crate::core::calls::types::options::Options;
use crate::core::calls::types::place::Place;
use crate::core::calls::types::said::{Said, Saying};
use crate::core::repair::engine::{Code, CutPlace, FailureCode};

/// Bytes of the shortest text that holds a call: `[f()]`.
const SHORTEST_CALL: usize = 5;

/// The calls of an envelope or of plain call objects; `None` where the text is not JSON, JSON Lines or a stream of
/// events with such members. For readers who want calls and no text: `cache-key --calls`, `preview --call`, `eval-json`.
pub fn envelopes(text: &str, options: &Options<'_>) -> Option<Calls> {
    let is_open = options.format.is_none() && options.tools.is_none();
    if is_open && let Some(call) = plain::call(text, options.repair.max_depth) {
        return Some(Calls::of(call));
    }
    let mut cx = Context::new(text, options);
    let body = text.trim_start_matches('\u{feff}').trim();
    if body.starts_with(['{', '['])
        && let Some(reading) = cx.read_whole(body)
    {
        let seen = walk::envelope(&mut cx, &reading);
        // A plain call is one, whatever it stands in.
        if cx.len() == 0 {
            finish(&mut cx, seen)?;
        }
    } else {
        read(&mut cx)?;
    }
    let drafts = cx.take_from(0);
    Some(settle(drafts, options))
}

/// Reads the whole text as an envelope. Returns what it says beside its calls; `None` if it is not one, and nothing was handed
/// over then.
pub(in crate::core::calls) fn read(cx: &mut Context<'_>) -> Option<Vec<Said>> {
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
        return None;
    }
    let Some(reading) = cx.read_whole(body) else {
        // Lines that are each a value: answers, messages or events.
        let lines = body.contains('\n').then(|| streamed(cx, false)).flatten();
        return lines.or_else(|| damaged(cx, body));
    };
    let seen = walk::envelope(cx, &reading);
    finish(cx, seen)
}

/// Reads an answer that is no strict JSON, as its repair has it. What it holds is data, however it is damaged: its strings are
/// no message in which calls are looked for.
fn damaged(cx: &mut Context<'_>, body: &str) -> Option<Vec<Said>> {
    if !walk::may_be_outermost(body) || !cx.spend(body.len()) {
        return None;
    }
    let start = body.as_ptr() as usize - cx.text.as_ptr() as usize;
    let reading = repair_part(cx, start..start + body.len())?;
    let document = reading.documents.first().cloned()?;
    let first = match reading.items(&document).into_iter().next() {
        Some(item) if reading.text.as_bytes()[document.start] == b'[' => item,
        _ => document,
    };
    let is_outermost = Object::at(&reading, &first).is_some_and(|object| walk::is_outermost(&object));
    let mut seen = walk::envelope(cx, &reading);
    seen.is_envelope |= is_outermost;
    if !seen.is_envelope {
        cx.take_from(0);
        return None;
    }
    // A call that the end of the text took away is told.
    if cx.len() == 0
        && let Some(cut) = reading.cut
        && let Some(format) = walk::held(body)
    {
        let reason = Reason::Repair(FailureCode::Truncated(cut));
        cx.push(Draft::problem(reason, format, start..start + body.len()));
    }
    finish(cx, seen)
}

/// Reads the events of a stream, or lines that are values.
fn streamed(cx: &mut Context<'_>, is_sse: bool) -> Option<Vec<Said>> {
    let seen = stream::read(cx, is_sse)?;
    finish(cx, seen)
}

/// Settles an envelope: the texts of messages without calls of their own are looked into.
fn finish(cx: &mut Context<'_>, seen: walk::Seen) -> Option<Vec<Said>> {
    if !seen.is_envelope {
        cx.take_from(0);
        return None;
    }
    if !cx.options.history && !seen.answers.is_empty() {
        history::mark(cx.drafts_mut(), &seen.answers);
    }
    cut_last(cx.drafts_mut(), &seen.limited);
    let mut called: Vec<usize> = cx.drafts_mut().iter().map(|draft| draft.choice).collect();
    called.sort_unstable();
    cx.unwrap_again();
    let texts = || seen.said.iter().filter(|said| said.what == Saying::Text);
    for said in texts().filter(|said| called.binary_search(&said.choice).is_err()) {
        look_into(cx, said, seen.limited.contains(&said.choice));
    }
    if !called.is_empty() {
        cx.put_in_order();
    }
    // Thoughts with nothing beside them are read as reasoning with no answer after it.
    if cx.len() == 0 {
        let speaks = |said: &&Said| !said.text(cx.text).trim().is_empty();
        let spoken: BTreeSet<usize> = texts().filter(speaks).map(|said| said.choice).collect();
        let is_alone = |said: &&Said| said.what == Saying::Thought && !spoken.contains(&said.choice);
        for said in seen.said.iter().filter(is_alone) {
            look_into(cx, said, seen.limited.contains(&said.choice));
        }
    }
    Some(seen.said)
}

/// Cuts off the last call of each message that ended at a limit, where it has no arguments yet. A string that holds `{}` came
/// from the model; an API writes the object itself where the model was cut off.
fn cut_last(drafts: &mut [Draft], limited: &BTreeSet<usize>) {
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
fn look_into(cx: &mut Context<'_>, said: &Said, is_limited: bool) {
    let Said { span, choice, .. } = said;
    let text = said.text(cx.text);
    if text.len() < SHORTEST_CALL {
        return;
    }
    let options = Options { refuses_unclosed: cx.options.refuses_unclosed || is_limited, ..*cx.options };
    let mut inner = Context::new(&text, &options);
    let mut drafts = look(&mut inner);
    if said.what == Saying::Thought {
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
        let (changes, span, choice) = (changes.collect(), span.clone(), *choice);
        // A stream may go on with calls, beside which its text holds none.
        cx.push(Draft { changes, span, choice, may_move: true, ..draft });
    }
}
