//! The end of a string: the value or key is complete, and what follows from it.

use crate::core::repair::edit::Code;
use crate::core::repair::parser::evidence::embedded;
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::op::Op;
use crate::core::repair::parser::model::state::{ADDED, Expect, Item, Kind, NONE, Role, State};
use crate::core::repair::parser::model::weights::Feature::{NotAValue, OddKey};
use crate::core::repair::parser::rules::ends;
use crate::core::repair::parser::text::keys;
use crate::core::repair::parser::text::lexer::near;
use crate::core::repair::parser::text::limits::LOOK_FAR;
use crate::core::repair::parser::text::tokens::Quote;

/// The string ends: its closing quote stands here.
pub(in crate::core::repair) fn close_text(g: &Context<'_>, state: &mut State, len: usize) {
    let (text, end) = (state.text, state.pos);
    let close = end + len;
    if !(text.clean && text.quote == Quote::Double && text.start == text.opening.wrapping_add(1) && len == 1)
    {
        let op =
            Op::Text { open: text.opening, start: text.start, end, close, quote: text.quote, raw: text.raw };
        g.add(state, op);
    }
    state.joint = end;
    if text.inner > 0 && text.role != Role::Key {
        g.met(state, Code::InnerQuote);
    }
    if text.role == Role::Key {
        name_done(g, state, (text.start, end), close);
    } else {
        g.after_value(state, close);
    }
}

/// A key is complete; its colon is looked for from `end` on.
pub(in crate::core::repair) fn name_done(
    g: &Context<'_>,
    state: &mut State,
    name: (usize, usize),
    end: usize,
) {
    let frame = g.frame(state);
    (state.pos, state.prev) = (end, end);
    (state.expect, state.comma) = (Expect::Colon, NONE);
    if let Some(expect) = g.expect {
        let (due, is_usual) = expect.member(frame.place, &g.text[name.0..name.1]);
        state.item.due = due;
        state.cost += if is_usual { 0 } else { OddKey.weight() };
    }
    if frame.keys.first == (0, 0) {
        g.refit(state, |frame| frame.begin_with(name));
    } else if g.text[frame.keys.first.0..frame.keys.first.1] == g.text[name.0..name.1] {
        new_object(g, *state);
        state.cost += NotAValue.weight();
    }
}

/// `[{"id": 1, "id": 2}]`: the first key came again, so another object begins before it.
#[cold]
fn new_object(g: &Context<'_>, state: State) {
    let frame = g.frame(&state);
    if frame.kind != Kind::Object || g.parent(&frame).kind != Kind::Array || frame.parent == 0 {
        return;
    }
    // After a comma that is there, the key alone may be a duplicate key: another object has the next key, too.
    let first = frame.keys.first.0 - usize::from(matches!(g.text[frame.keys.first.0 - 1], b'"' | b'\''));
    if state.item.comma != ADDED
        && key_after(g, first).is_none_or(|key| key_after(g, state.item.start) != Some(key))
    {
        return;
    }
    let (from, log) = ends::before_member(g, &state);
    let back = State { log, pos: state.item.start, ..state };
    let comma = usize::from(from < state.item.start);
    let mut back = g.replace(back, from, from + comma, "}, {", Code::NewObject);
    if state.item.comma == ADDED {
        // The comma that was missing is part of what is missing.
        back.cost = back.cost.saturating_sub(back.writer.cost_of_missing_comma(true));
    }
    g.refit(&mut back, |frame| (frame.keys.first, frame.items) = ((0, 0), 0));
    g.push(&State { expect: Expect::Key, item: Item { comma: NONE, ..back.item }, comma: NONE, ..back });
}

/// The key after the member whose key begins at `key`, with its quotes. The value is strict JSON, a string in single quotes, or a
/// word.
fn key_after<'t>(g: &Context<'t>, key: usize) -> Option<&'t [u8]> {
    let colon = near(g.text, keys::key_end(g.text, key)?);
    let start = near(g.text, colon + 1);
    let value = &g.text[start.min(g.text.len())..g.text.len().min(start + LOOK_FAR)];
    let end = match value.first()? {
        b'\'' => start + 2 + memchr::memchr(b'\'', &value[1..])?,
        byte if byte.is_ascii_alphabetic() => start + keys::key_len(value),
        _ => embedded::strict_end(g, start)?,
    };
    let comma = near(g.text, end);
    let next = near(g.text, comma + 1);
    let close = keys::key_end(g.text, next).filter(|_| g.text[colon] == b':' && g.text[comma] == b',')?;
    Some(&g.text[next..close])
}
