//! JSON in a string, not escaped: `{"arguments": "{"path": "a.txt"}", "n": 1}`.
//!
//! Read quote by quote, each member of the inner document looks like one of the outer, and the deeper it is the more so.
//! But where strict JSON begins right after a quote and ends right before another, that is rarely chance: it is proposed
//! as one piece of content, and costs less than any quote alone.

use crate::core::repair::parser::evidence::embedded::strict_end;
use crate::core::repair::parser::evidence::follow::{self, Follow};
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::state::{Open, Role, State};
use crate::core::repair::parser::rules::string_end;
use crate::core::repair::parser::text::lexer::near;
use crate::core::repair::parser::text::tokens::Quote;

/// The reading of the string that `state` has just begun as one that holds a JSON document with quotes of its own, and
/// nothing else.
#[cold]
pub(in crate::core::repair) fn json_inside(g: &Context<'_>, state: &State) -> Option<State> {
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
    string_end::close_text(g, &mut closed, 1);
    Some(closed)
}
