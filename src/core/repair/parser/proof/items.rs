//! Members and items of a proven stretch, passed as a whole: the states between their tokens are not needed.

use crate::core::json::{scan, skip_space};
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::state::{ADDED, Expect, Item, Kind, NONE, Open, Role, State};
use crate::core::repair::parser::proof::ends::Ends;
use crate::core::repair::parser::text::lexer::sign_before;

/// A member or an item, and the comma after it.
struct Piece {
    start: usize,
    /// The last string of it.
    text: Option<Open>,
    /// The span of its value, if that is a container.
    container: Option<(usize, usize)>,
    comma: usize,
}

/// Passes members or items that begin before `most`, with commas that stand before `to`, which lies in a stretch of strict JSON. What
/// may be read in another way is left to the caller: an array after an array, a container on a line of its own, the first key of
/// the object once more.
pub(super) fn skip(g: &Context<'_>, state: &mut State, to: usize, most: usize, ends: &mut Ends) {
    let role = match state.expect {
        Expect::NextKey => Role::Key,
        Expect::NextItem if sign_before(g.text, state.comma.min(g.text.len())) != Some(b']') => Role::Item,
        _ => return,
    };
    let Some(frame) = g.plain_frame(state) else { return };
    let (first, end) = frame.keys.first;
    let is_ordinary = (frame.kind == Kind::Object) == (role == Role::Key) && (role == Role::Item || end > 0);
    if state.comma >= ADDED || frame.items == 0 || !is_ordinary || g.expect.is_some() {
        return;
    }
    let first = &g.text[first..end];
    while state.pos < most
        && let Some(piece) = piece(g.text, state.pos, role, first, ends).filter(|piece| piece.comma < to)
    {
        if let Some((start, end)) = piece.container {
            ends.pass(start, end);
        }
        state.item = Item { start: piece.start, log: state.log, comma: state.comma, ..state.item };
        state.text = piece.text.unwrap_or(state.text);
        (state.comma, state.joint) = (piece.comma, NONE);
        state.advance(state.expect, piece.comma + 1);
    }
}

/// The member or item after the comma before `pos`.
fn piece(text: &[u8], pos: usize, role: Role, first: &[u8], ends: &Ends) -> Option<Piece> {
    let start = skip_space(text, pos);
    let string = |opening, role| Open { opening, start: opening + 1, role, ..Open::NOTHING };
    let (mut last, mut before, mut value) = (None, pos, start);
    if role == Role::Key {
        let close = scan::string_end(text, start).ok()?;
        let colon = skip_space(text, close);
        if text.get(colon) != Some(&b':') || &text[start + 1..close - 1] == first {
            return None;
        }
        before = colon + 1;
        value = skip_space(text, before);
        last = Some(string(start, Role::Key));
    }
    let mut container = None;
    let end = match text.get(value)? {
        b'[' if role == Role::Item => return None,
        b'{' | b'[' => {
            let end = ends.end_of(value)?;
            if text[before..value].contains(&b'\n') {
                return None;
            }
            container = Some((value, end));
            end
        }
        byte => {
            if *byte == b'"' {
                last = Some(string(value, if role == Role::Key { Role::Value } else { Role::Item }));
            }
            scan::scalar_end(text, value).ok()?
        }
    };
    let comma = skip_space(text, end);
    (text.get(comma) == Some(&b',')).then_some(Piece { start, text: last, container, comma })
}
