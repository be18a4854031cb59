//! Members that stand after the arguments of a call: `{"name": "f", "arguments": {"a": 1}, "b": 2}}`.
//!
//! Most are about the call, such as its id. Others are arguments if the bracket of the arguments came too early.

use std::ops::Range;

use super::call::Trust;
use super::context::Context;
use super::draft::{Arguments, Draft};
use crate::core::calls::formats::members::{ABOUT, ARGUMENTS, OWN};
use crate::core::calls::readers::json::Reading;
use crate::core::calls::readers::object::Object;
use crate::core::calls::types::call::Reason;
use crate::core::calls::types::change::{Change, What};
use crate::core::repair::engine::Code;

/// Settles the members after the arguments of the object at `range` of a reading. They are arguments if a bracket too many follows
/// the object. They may be arguments if something before them was repaired, or if the arguments are empty: then their loss is
/// told, and after a marker such a call without arguments is refused.
pub(in crate::core::calls) fn settle(
    cx: &Context<'_>,
    reading: &Reading<'_>,
    (object, range): (&Object<'_>, &Range<usize>),
    trust: Trust,
    draft: &mut Draft,
) {
    let Some(arguments) = object.first(&ARGUMENTS) else {
        draft.may_gain_arguments = true;
        return;
    };
    let members = reading.text[arguments.end..range.end - 1].trim();
    let is_empty = draft.changes.iter().any(|change| change.what == What::Text(Code::EmptyInput));
    if members.is_empty() {
        draft.may_gain_arguments = is_empty;
        return;
    }
    let held = object.held_after(arguments.end);
    let are_about = held.is_within(ABOUT);
    draft.may_gain_arguments = is_empty || !are_about;

    let end = reading.source_end(range).min(cx.text.len());
    let closer = draft.place.end - 1..draft.place.end;
    let inside = reading.text[arguments.start..arguments.end - 1].trim_end();
    let after = reading.source(&(arguments.start + inside.len()..range.end));
    let is_repaired = reading.fixes_in(&after).iter().any(|fix| fix.start < end);
    let has_closer = reading.documents.contains(range)
        && cx.text.get(end..).is_some_and(|rest| rest.trim_start().starts_with('}'));
    if has_closer && inside.starts_with('{') && !are_about && !held.meets(OWN) {
        let members = if inside == "{" { members.trim_start_matches(',') } else { members };
        draft.arguments = Arguments::Json(format!("{inside}{members}}}"));
        draft.place.end = end;
        draft.changes.push(Change::text(Code::EarlyCloser, closer));
        return;
    }
    if !(is_repaired && !held.is_within(OWN) || (has_closer || is_empty) && !are_about) {
        return;
    }
    if is_empty && trust == Trust::Marked {
        draft.problem = draft.problem.or(Some(Reason::Arguments));
        draft.arguments = Arguments::Json(String::new());
    } else {
        draft.changes.push(Change::text(Code::StrayText, closer.end..end));
    }
}
