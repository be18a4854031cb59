//! JSON in a string, not escaped: `{"arguments": "{"path": "a.txt"}", "n": 1}`.
//!
//! Read quote by quote, each member of the inner document looks like one of the outer, and the deeper it is the more so.
//! But where strict JSON begins right after a quote and ends right before another, that is rarely chance: it is proposed
//! as one piece of content, and costs less than any quote alone.

use super::context::Grammar;
use super::follow;
use super::follow::Follow;
use super::lexer::{Quote, near};
use super::limits::TIMES;
use super::state::{Open, Role, State};
use super::strings;
use crate::core::json::scan_value;

/// Where the value at `begin` ends if it is strict JSON, and not too much was looked at already.
pub(super) fn strict_end(g: &Grammar<'_>, begin: usize) -> Option<usize> {
    if g.looked.get() > TIMES * g.text.len() {
        return None;
    }
    let scan = scan_value(g.text, begin, g.max_depth);
    let looked = scan.unwrap_or_else(|error| error.offset);
    g.looked.set(g.looked.get() + looked - begin);
    scan.ok()
}

/// The reading of the string that `state` has just begun as one that holds a JSON document with quotes of its own, and
/// nothing else.
#[cold]
pub(super) fn json_inside(g: &Grammar<'_>, state: &State) -> Option<State> {
    let Open { start, quote, role, .. } = state.text;
    let begin = near(g.text, start);
    if quote != Quote::Double || role == Role::Key || !matches!(g.text.get(begin), Some(b'{' | b'[')) {
        return None;
    }
    let end = strict_end(g, begin)?;
    let close = near(g.text, end);
    let holds_quotes = memchr::memchr(b'"', &g.text[begin..end]).is_some();
    if !holds_quotes || g.text.get(close) != Some(&b'"') {
        return None;
    }
    // Its backslashes are its own: they belong to the strings inside.
    let text = Open { raw: true, ..state.text.with_inner(2) };
    let mut closed = State { pos: close, text, ..*state };
    let follow = follow::follow(g, &closed, close + 1);
    if !matches!(follow, Follow::Member | Follow::Item | Follow::Closer | Follow::End) {
        return None;
    }
    strings::close_text(g, &mut closed, 1);
    Some(closed)
}
