//! From a text to its calls: the answer of an API, or a message that is scanned.

use std::collections::HashMap;

use super::found::{has_call, is_listed};
use super::scan::Scan;
use super::{answer, block, spelling};
use crate::core::calls::envelope::plain;
use crate::core::calls::formats::Format;
use crate::core::calls::judge::accept::accept;
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::Draft;
use crate::core::calls::types::call::{Calls, Reason};
use crate::core::calls::types::change::{Change, What};
use crate::core::calls::types::options::{Options, UnknownTools};
use crate::core::repair::engine::Code;

/// Finds the calls of a text.
pub(in crate::core::calls) fn run(text: &str, options: &Options<'_>, is_decoded: bool) -> Calls {
    let given = options.format;
    let is_open = given.is_none() && options.tools.is_none() && options.expect.is_none_or(HashMap::is_empty);
    if is_open
        && !is_decoded
        && let Some(call) = plain::call(text, options.repair.max_depth)
    {
        return Calls::of(call);
    }
    let mut cx = Context::new(text, options);
    let said = if given.is_none_or(|format| format.is_envelope) { answer::read(&mut cx) } else { None };
    let mut found = if said.is_some() {
        cx.take_from(0)
    } else if given.is_some_and(|format| format.is_envelope) {
        Vec::new()
    } else {
        look(&mut cx)
    };
    let is_marred =
        |draft: &&mut Draft| text.get(draft.span.clone()).is_some_and(|text| text.contains('\u{fffd}'));
    for draft in found.iter_mut().filter(|_| is_decoded).filter(is_marred) {
        let (what, risk) = (What::Text(Code::InvalidUtf8), Code::InvalidUtf8.about().risk);
        draft.changes.push(Change { what, span: draft.span.clone(), risk });
    }
    let is_unread = |draft: &Draft| matches!(draft.problem, Some(Reason::Unread | Reason::Mention(_)));
    if found.iter().all(is_unread)
        && !found.is_empty()
        && let Some(read) = unescaped(text, options)
    {
        found = read;
    }
    let mut calls = settle(found, options);
    calls.said = said;
    calls.is_json = cx.is_json();
    if calls.calls.iter().all(|call| !call.format.is_envelope) {
        block::widen(text, &mut calls.calls);
    }
    calls
}

/// The calls of a text that was escaped once more: `\\n` stands between its tags, and no line end does.
fn unescaped(text: &str, options: &Options<'_>) -> Option<Vec<Draft>> {
    if !text.contains("\\n<") || text.trim().contains('\n') {
        return None;
    }
    let raw = format!("\"{}\"", text.trim());
    let inner = crate::core::json::unquote(raw.as_bytes())?;
    let mut cx = Context::new(&inner, options);
    let mut found = look(&mut cx);
    for draft in &mut found {
        let span = 0..text.len();
        draft.changes.iter_mut().for_each(|change| change.span = span.clone());
        let (what, risk) = (What::Text(Code::EscapedDocument), Code::EscapedDocument.about().risk);
        draft.changes.push(Change { what, span: span.clone(), risk });
        (draft.span, draft.place) = (span.clone(), span);
    }
    found.iter().any(|draft| draft.problem.is_none()).then_some(found)
}

/// Returns whether a byte is one of prose alone. Every notation of calls has another one: a bracket, a colon, an equals sign.
fn is_prose(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || b".,;!?'-".contains(&byte)
}

/// Finds the drafts of text that is no envelope: a model's message.
pub(in crate::core::calls) fn look(cx: &mut Context<'_>) -> Vec<Draft> {
    let is_custom = cx.options.format.is_some_and(Format::is_custom);
    if !is_custom && cx.text.bytes().all(is_prose) {
        return Vec::new();
    }
    let is_data = cx.is_data();
    let drafts = scan(cx, is_data);
    let is_unread = |draft: &Draft| matches!(draft.problem, Some(Reason::Unread | Reason::Mention(_)));
    if is_data || !drafts.iter().all(is_unread) {
        return drafts;
    }
    let Some(text) = spelling::restored(cx.text) else { return drafts };
    let mut read = scan(&mut Context::new(&text, cx.options), false);
    if !has_call(&read) {
        return drafts;
    }
    // A mark in the case of its format may follow.
    for draft in &mut read {
        draft.may_move = true;
    }
    read
}

fn scan(cx: &mut Context<'_>, is_data: bool) -> Vec<Draft> {
    let mut scan = Scan::new(cx.text, 0, is_data);
    scan.run(cx, 0);
    scan.choose(cx)
}

/// Hands out what may be handed out.
pub fn settle(drafts: Vec<Draft>, options: &Options<'_>) -> Calls {
    let mut calls = Calls::default();
    let drops = options.tools.filter(|_| options.unknown == UnknownTools::Drop);
    for draft in drafts.into_iter().filter(|draft| drops.is_none_or(|tools| is_listed(draft, tools))) {
        match accept(draft, options) {
            Ok(call) => calls.calls.push(call),
            Err(refused) if matches!(refused.reason, Reason::Mention(_)) => calls.mentions.push(*refused),
            Err(refused) => calls.refused.push(*refused),
        }
    }
    calls
}
