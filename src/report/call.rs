//! Calls as JSON: what is shown of one that grows, messages, and the line of `--report`.

use std::fmt::Write as _;

use super::record::{ErrorFields, Fixes, Origin, Show, because, error, field, grouped, origin, put, string};
use crate::core::calls::cause::{Cause, Clues};
use crate::core::calls::formats::names;
use crate::core::calls::{Call, Message, Refused};
use crate::core::json::escape::push_quoted;
use crate::core::json::{Layout, Position, Style, quoted};
use crate::core::repair::engine::Risk;

/// Bytes of a message as JSON beside its texts and its calls, about: its keys, why it ended, and its model.
const MESSAGE_KEYS: usize = 160;

/// What there is of a call: `{"choice":…,"index":…,"name":…,"arguments":…,"complete":…}`.
pub(crate) fn snapshot(call: &Call, index: usize) -> String {
    let Call { choice, id, name, arguments, complete, .. } = call;
    let id = id.as_ref().map(|id| format!("\"id\":{id},")).unwrap_or_default();
    let name = quoted(name);
    format!(
        "{{\"choice\":{choice},\"index\":{index},{id}\"name\":{name},\"arguments\":{arguments},\"complete\":{complete}}}"
    )
}

/// A message with its calls: `{"choice":…,"content":…,"tool_calls":[…]}`, and what else is known of it.
pub(crate) fn message(message: &Message) -> String {
    let Message { choice, content, reasoning, finish_reason, model, calls, .. } = message;
    let mut out = String::with_capacity(message_len(message));
    let _ = write!(out, "{{\"choice\":{choice},\"content\":");
    push_quoted(&mut out, content);
    for (name, value) in [
        ("reasoning", Some(reasoning).filter(|reasoning| !reasoning.is_empty())),
        (names::FINISH_REASON.name(), finish_reason.as_ref()),
        ("model", model.as_ref()),
    ] {
        if let Some(value) = value {
            out.extend([",\"", name, "\":"]);
            push_quoted(&mut out, value);
        }
    }
    out.extend([",\"", names::TOOL_CALLS.name(), "\":["]);
    for (at, call) in calls.iter().enumerate() {
        out.push_str(if at == 0 { "" } else { "," });
        call.push_json(&mut out);
    }
    out.push_str("]}");
    out
}

/// Returns the bytes that a message takes as JSON, about: escapes come on top.
fn message_len(message: &Message) -> usize {
    let calls = message.calls.iter().map(Call::json_len).sum::<usize>();
    message.content.len() + message.reasoning.len() + calls + MESSAGE_KEYS
}

/// Appends the line of a call; `is_known` unless the list of tools does not have its name. All places refer to the record's text.
pub(crate) fn success(out: &mut Vec<u8>, call: &Call, is_known: bool, from: Origin<'_>, show: Show) {
    out.extend_from_slice(b"{\"ok\":true");
    origin(out, from);
    out.push(b',');
    let text = call.to_json();
    let mut body = Vec::new();
    Style { layout: Layout::Compact, ..show.style }.write_text(&text, &mut body);
    out.extend_from_slice(&body[1..body.len() - 1]);
    field(out, "format", Some(call.format.id));
    if call.complete {
        out.extend_from_slice(b",\"complete\":true");
    }
    if !is_known {
        out.extend_from_slice(b",\"known\":false");
    }
    put(out, format_args!(",\"span\":[{},{}]", call.span.start, call.span.end));
    field(out, "risk", call.risk().map(Risk::name));
    put(out, format_args!(",\"confidence\":{}", call.confidence()));
    out.extend_from_slice(b",\"fixes\":[");
    let shown: Vec<_> = match show.fixes {
        Fixes::Full => call.changes.iter().map(|change| (change, None)).collect(),
        Fixes::Short => {
            let groups = grouped(call.changes.iter(), |change| (change.name(), change.risk));
            groups.into_iter().map(|group| (group.first, Some(group.count))).collect()
        }
    };
    for (index, (change, count)) in shown.into_iter().enumerate() {
        out.extend_from_slice(if index == 0 { b"{\"code\":" } else { b",{\"code\":" });
        string(out, change.name());
        if let Some(count) = count {
            put(out, format_args!(",\"count\":{count}"));
        }
        field(out, "risk", Some(change.risk.name()));
        put(out, format_args!(",\"start\":{},\"end\":{}", change.span.start, change.span.end));
        field(out, "message", Some(change.summary()));
        out.push(b'}');
    }
    out.push(b']');
    let cause = Cause::of(&Clues::of_changes(&call.changes));
    because(out, cause.map(|cause| (cause, cause.tell.to_owned())));
    out.extend_from_slice(b"}\n");
}

/// Appends the line of a record without a call.
pub(crate) fn none(out: &mut Vec<u8>, from: Origin<'_>) {
    out.extend_from_slice(b"{\"ok\":true");
    origin(out, from);
    out.extend_from_slice(b",\"calls\":[]}\n");
}

/// Appends the line of a block that is not a call.
pub(crate) fn failure(out: &mut Vec<u8>, refused: &Refused, from: Origin<'_>, at: Position, feedback: &str) {
    out.extend_from_slice(b"{\"ok\":false");
    origin(out, from);
    field(out, "name", refused.name.as_deref());
    field(out, "format", Some(refused.format.id));
    put(out, format_args!(",\"span\":[{},{}],\"error\":{{\"code\":", refused.span.start, refused.span.end));
    string(out, refused.reason.name());
    field(out, "message", Some(&refused.reason.to_string()));
    put(out, format_args!(",\"line\":{},\"column\":{}}}", at.line, at.column));
    field(out, "feedback", Some(feedback).filter(|feedback| !feedback.is_empty()));
    out.extend_from_slice(b"}\n");
}

/// Appends the line of a call whose arguments are not what its tool wants.
pub(crate) fn unfit(out: &mut Vec<u8>, call: &Call, from: Origin<'_>, fields: &ErrorFields<'_>) {
    out.extend_from_slice(b"{\"ok\":false");
    origin(out, from);
    field(out, "name", Some(&call.name));
    field(out, "format", Some(call.format.id));
    put(out, format_args!(",\"span\":[{},{}],", call.span.start, call.span.end));
    error(out, fields);
    field(out, "feedback", Some(fields.feedback));
    out.extend_from_slice(b"}\n");
}
