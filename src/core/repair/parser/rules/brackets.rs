//! Closing brackets: those that are there, missing, of the wrong kind, or one too many.

use crate::core::repair::edit::Code;
use crate::core::repair::parser::evidence::rows::{
    bare_list, begins_alike, closed_between_rows, is_row_before, opener_before,
};
use crate::core::repair::parser::evidence::{follow, names};
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::state::{ADDED, Expect, Kind, NONE, State};
use crate::core::repair::parser::model::weights::Feature::TokenSlip;
use crate::core::repair::parser::text::lexer::{self, near, token_at};
use crate::core::repair::parser::text::limits::{LEVELS_CLOSED, LOOK, LOOK_WIDE};
use crate::core::repair::parser::text::tokens::{TokenKind, set};

/// Closes the innermost container with a bracket that is not there.
#[cold]
pub(in crate::core::repair) fn pop_missing(g: &Context<'_>, state: State, place: usize) -> Option<State> {
    let frame = g.frame(&state);
    if frame.kind == Kind::Call || frame.parent == 0 {
        return None;
    }
    let state = if matches!(frame.kind, Kind::Paren) {
        g.replace(state, frame.open.0, frame.open.1, "[", Code::Tuple)
    } else {
        state
    };
    let mut state = g.replace(state, place, place, frame.kind.closer_text(), Code::MissingCloser);
    (state.frame, state.joint) = (frame.parent, NONE);
    let end = state.pos;
    g.after_value(&mut state, end);
    Some(state)
}

/// A closing bracket.
pub(in crate::core::repair) fn close(
    g: &Context<'_>,
    state: State,
    bracket: u8,
    len: usize,
) -> Option<State> {
    let frame = g.frame(&state);
    if frame.is_closed_by(bracket) {
        return close_innermost(g, state, bracket, len);
    }
    let (pos, end) = (state.pos, state.pos + len);
    // The bracket belongs further out, is of the wrong kind, or is one too many.
    let mut outer = Some(state);
    let mut levels = 0;
    while let Some(inner) = outer {
        if levels > 0 && g.frame(&inner).kind.closer() == bracket {
            break;
        }
        levels += 1;
        let settled = if levels == 1 { settle_comma(g, inner) } else { inner };
        outer = if levels > LEVELS_CLOSED { None } else { pop_missing(g, settled, settled.prev) };
        outer = outer.filter(|outer| outer.expect == Expect::After);
    }
    let outer = outer.map(|outer| State { pos, prev: state.prev, expect: Expect::After, ..outer });
    // `("a", "b"]` and `["a", "b")`: rows whose writer changed from one kind of bracket to the other.
    let is_row = frame.kind == Kind::Paren && bracket == b']'
        || frame.kind == Kind::Array
        || is_row_before(g, &frame, end);
    let is_other = bracket == b')' || matches!(frame.kind, Kind::Paren | Kind::Call | Kind::Keywords);
    let instead = if is_other && !is_row {
        None
    } else {
        let settled = settle_comma(g, state);
        let settled = if frame.kind == Kind::Paren {
            g.replace(settled, frame.open.0, frame.open.1, "[", Code::Tuple)
        } else {
            settled
        };
        let swapped = g.replace(settled, pos, end, frame.kind.closer_text(), Code::WrongCloser);
        let mut closer =
            if frame.kind == Kind::Set { g.replace(swapped, pos, end, "]", Code::Set) } else { swapped };
        (closer.frame, closer.joint) = (frame.parent, NONE);
        g.after_value(&mut closer, end);
        Some(closer)
    };
    let surplus = g.replace(state, pos, end, "", Code::EarlyCloser);
    let surplus = Some(State { pos: end, ..surplus });
    g.weigh([outer.as_ref(), instead.as_ref(), surplus.as_ref()])
}

/// Drops a comma that turned out to be trailing.
fn settle_comma(g: &Context<'_>, state: State) -> State {
    if state.comma == NONE || !matches!(state.expect, Expect::NextItem | Expect::NextKey) {
        return state;
    }
    if state.comma == ADDED {
        let log = g.store.without_added_comma(state.log);
        return State { log, comma: NONE, ..state };
    }
    let len = token_at(g.text, state.comma).len;
    let settled = g.replace(state, state.comma, state.comma + len, "", Code::TrailingComma);
    State { comma: NONE, prev: state.comma, ..settled }
}

/// The bracket at `pos` closes the innermost container.
fn close_innermost(g: &Context<'_>, state: State, bracket: u8, len: usize) -> Option<State> {
    let frame = g.frame(&state);
    let (pos, mut end) = (state.pos, state.pos + len);
    let tuple_comma = state.comma != NONE && frame.items > 0;
    let mut state = settle_comma(g, state);
    match frame.kind {
        Kind::Paren if frame.items == 1 && !tuple_comma => {
            state = g.replace(state, frame.open.0, frame.open.1, "", Code::Parentheses);
            state = g.pair(state, pos, end, "", Code::Parentheses);
        }
        Kind::Paren => {
            state = g.replace(state, frame.open.0, frame.open.1, "[", Code::Tuple);
            state = g.pair(state, pos, end, "]", Code::Tuple);
        }
        Kind::Call if frame.items == 1 => {
            state = g.replace(state, frame.open.0, frame.open.1, "", Code::CallWrapper);
            state = g.pair(state, pos, end, "", Code::CallWrapper);
        }
        Kind::Call => {
            let name = &g.text[frame.open.0..frame.open.1];
            let empty =
                frame.items == 0 && [b"set(".as_slice(), b"list(", b"tuple(", b"frozenset("].contains(&name);
            if !empty {
                return None;
            }
            state = g.replace(state, frame.open.0, frame.open.1, "[", Code::CallWrapper);
            state = g.pair(state, pos, end, "]", Code::CallWrapper);
        }
        Kind::Keywords => state = g.pair(state, pos, end, "}", Code::CallWrapper),
        Kind::Set => state = g.pair(state, pos, end, "]", Code::Set),
        Kind::Object if bracket != b'}' => {
            state = g.pair(state, pos, end, "}", Code::WrongOpener);
            // Both brackets say that a value is a list: rather its object lost its braces.
            state.cost += if bracket == b']' && frame.depth > 1 { TokenSlip.weight() } else { 0 };
        }
        Kind::Object | Kind::Array if len > 1 => {
            state = g.replace(state, pos, end, frame.kind.closer_text(), Code::WidePunctuation);
        }
        Kind::Object | Kind::Array => {}
    }
    if frame.braces > 1 {
        let extra = usize::from(frame.braces) - 1;
        let there = g.text[end..].iter().take(extra).take_while(|b| **b == b'}').count();
        state = g.pair(state, end, end + there, "", Code::DoubledBraces);
        state.cost += TokenSlip.weight() * (extra - there) as u32;
        end += there;
    }
    if closed_too_early(g, state, frame.kind, end) || closed_between_rows(g, &frame, pos, end) {
        let dropped = g.replace(state, pos, end, "", Code::EarlyCloser);
        return Some(State { pos: end, prev: dropped.prev, expect: Expect::After, ..dropped });
    }
    (state.frame, state.joint) = (frame.parent, NONE);
    g.after_value(&mut state, end);
    Some(state)
}

/// Returns whether the document goes on after the bracket that closed it, as in `{"a": 1}, "b": 2}`. With a key that it has
/// already, the document does not go on.
#[cold]
fn closed_too_early(g: &Context<'_>, state: State, kind: Kind, end: usize) -> bool {
    let frame = g.frame(&state);
    if frame.parent != 0 || kind != Kind::Object {
        return false;
    }
    let mut at = follow::beyond(g, &state, end);
    let mut token = token_at(g.text, at);
    while let TokenKind::Close(b'}' | b']') = token.kind {
        at = follow::beyond(g, &state, at + token.len);
        token = token_at(g.text, at);
    }
    let comma = token.kind.is_in(set::SEPARATORS);
    let name = if comma { follow::beyond(g, &state, at + token.len) } else { at };
    let quoted = lexer::quote_at(g.text, name).is_some();
    (quoted || comma) && names::named_at(g, &state, name) && !is_key_of(g, frame.open.1, end, name)
}

/// Returns whether the key in quotes at `name` stands in `start..end`, too, with its colon.
fn is_key_of(g: &Context<'_>, start: usize, end: usize, name: usize) -> bool {
    let window = lexer::window(g.text, name, LOOK);
    let quote = window.first().filter(|byte| matches!(byte, b'"' | b'\''));
    let len = window.iter().skip(1).position(|byte| Some(byte) == quote);
    let Some(key) = len.map(|len| &window[..len + 2]).filter(|key| key.len() > 2) else {
        return false;
    };
    let before = &g.text[start.max(end.saturating_sub(LOOK_WIDE))..end];
    let is_key = |at: usize| token_at(before, near(before, at + key.len())).kind == TokenKind::Colon;
    memchr::memmem::find_iter(before, key).any(is_key)
}

/// `{"r": ["a", 1], ["b", 2], "p": 3}`: the value before this bracket is the first row of a list that was not opened.
#[cold]
pub(in crate::core::repair) fn rows_without_list(g: &Context<'_>, state: State) -> Option<State> {
    let frame = g.frame(&state);
    if state.expect != Expect::NextKey || matches!(state.comma, NONE | ADDED) || frame.kind != Kind::Object {
        return None;
    }
    let bracket = *g.text.get(state.pos)?;
    let start = opener_before(g.text, state.comma, bracket)?;
    // Where quotes make no pairs, the bracket may be one before this object.
    if start < frame.open.1
        || lexer::sign_before(g.text, start) != Some(b':')
        || !begins_alike(g.text, start, state.pos)
    {
        return None;
    }
    list_opened_at(g, state, start)
}

/// Returns the reading in which this item goes on a list that lost its opening bracket, or was closed too early.
#[cold]
pub(in crate::core::repair) fn items_without_list(g: &Context<'_>, state: State) -> Option<State> {
    let list = bare_list(g, &state)?;
    let Some(closer) = list.closer else { return list_opened_at(g, state, list.start) };
    let reopened = g.replace(state, closer, closer + 1, "", Code::EarlyCloser);
    list_goes_on(g, state, reopened, (list.start, list.start + 1))
}

/// Returns the reading in which the last value, which begins at `start`, is the first item of a list.
fn list_opened_at(g: &Context<'_>, state: State, start: usize) -> Option<State> {
    let opened = g.replace(state, start, start, "[", Code::MissingOpener);
    list_goes_on(g, state, opened, (start, start))
}

/// Returns the reading in which the list that opens at `open` goes on with what stands here.
fn list_goes_on(g: &Context<'_>, state: State, list: State, open: (usize, usize)) -> Option<State> {
    let mut inside = g.enter(list, Kind::Array, open.0, open.1)?;
    g.refit(&mut inside, |frame| frame.items = 1);
    let State { pos, prev, comma, .. } = state;
    Some(State { pos, prev, comma, expect: Expect::NextItem, ..inside })
}
