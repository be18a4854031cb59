//! Answers of APIs: whole JSON documents, JSON Lines, and streams of events whose fragments are joined.
//!
//! Argument strings are mended, everything else of an envelope is taken as it is. Where an answer has no calls of its
//! own, the message text in it is read as a model's text: servers leak formats.

mod plain;
mod stream;
mod walk;

use super::accept::Draft;
use super::context::Context;
use super::detect::{look, settle};
use super::readers::json::Reading;
use super::{Calls, Options};
use crate::core::json::scan_document;

pub(super) use walk::{OPENERS, walk};

/// The calls of an envelope or of plain call objects; `None` where the text is not JSON, JSON Lines or a stream of
/// events with such members. For readers who want calls and no text: `cache-key --calls`, `preview --call`, `eval-json`.
pub fn envelopes(text: &str, options: &Options<'_>) -> Option<Calls> {
    let is_open = options.format.is_none() && options.tools.is_none();
    if is_open && let Some(call) = plain::call(text, options.repair.max_depth) {
        return Some(Calls::of(Vec::from([call])));
    }
    let mut cx = Context::new(text, options);
    let body = text.trim_start_matches('\u{feff}').trim();
    if body.starts_with(['{', '[']) && scan_document(body.as_bytes(), options.repair.max_depth).is_ok() {
        let seen = document(&mut cx, body);
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

/// Hands over the calls of a text that is valid JSON.
fn document(cx: &mut Context<'_>, body: &str) -> walk::Seen {
    let text = cx.text;
    let start = body.as_ptr() as usize - text.as_ptr() as usize;
    let reading = Reading::valid(text, start..start + body.len(), 0);
    walk::envelope(cx, &reading, &(start..start + body.len()))
}

/// Reads the whole text as an envelope. `false` where it is none, and nothing was handed over then.
pub(super) fn read(cx: &mut Context<'_>) -> bool {
    let text = cx.text;
    let body = text.trim_start_matches('\u{feff}').trim();
    if body.starts_with("data:")
        || body.starts_with("event:")
        || body.starts_with(':')
        || body.starts_with("id:")
    {
        return stream::read(cx, true);
    }
    if !body.starts_with(['{', '[']) {
        return false;
    }
    if scan_document(body.as_bytes(), cx.options.repair.max_depth).is_err() {
        // Lines that are each a value: answers, messages or events.
        return body.contains('\n') && stream::read(cx, false);
    }
    let seen = document(cx, body);
    finish(cx, seen)
}

/// Settles an envelope: without calls of its own its texts are looked into.
fn finish(cx: &mut Context<'_>, seen: walk::Seen) -> bool {
    if !seen.is_envelope {
        cx.take_from(0);
        return false;
    }
    if cx.len() == 0 {
        for walk::Said { text, span, choice } in seen.texts {
            let mut inner = Context::new(&text, cx.options);
            for draft in look(&mut inner) {
                // Places inside a string are those of the string.
                let changes =
                    draft.changes.into_iter().map(|change| super::Change { span: span.clone(), ..change });
                cx.push(Draft { changes: changes.collect(), span: span.clone(), choice, ..draft });
            }
        }
    }
    true
}
