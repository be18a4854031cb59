//! The evidence of rows whose brackets were miscounted.

use crate::core::json::is_space;
use crate::core::json::scan::scan_value;
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::state::{ADDED, Expect, Frame, Kind, State};
use crate::core::repair::parser::text::lexer::{self, near};
use crate::core::repair::parser::text::limits::{LOOK, LOOK_WIDE};
use crate::core::repair::parser::text::source;

/// Returns whether this is an item that stands after an array. The item may be the first of another one.
pub(in crate::core::repair) fn is_after_row(g: &Context<'_>, state: &State) -> bool {
    state.expect == Expect::NextItem
        && state.comma < ADDED
        && g.frame(state).kind == Kind::Array
        && lexer::sign_before(g.text, state.comma) == Some(b']')
}

/// Returns whether this is a row of a list that a bracket of the wrong kind closes before `end`, as in
/// `("a", "b"}, ("c", "d"}`. Another row follows, or the end of the list.
pub(in crate::core::repair) fn is_row_before(g: &Context<'_>, frame: &Frame, end: usize) -> bool {
    let is_row = matches!(frame.kind, Kind::Array | Kind::Set | Kind::Paren);
    let comma = near(g.text, end);
    let next = g.text.get(near(g.text, comma + 1));
    is_row
        && frame.parent != 0
        && g.parent(frame).kind == Kind::Array
        && match g.text.get(comma) {
            Some(b',') => matches!(next, Some(b'[' | b'(' | b'{')),
            Some(b']') => frame.kind != Kind::Array,
            _ => false,
        }
}

/// Returns whether a row begins here, on a line of its own and as the row did that is open, after a scalar of that one. The open
/// row may have ended with its line.
pub(in crate::core::repair) fn is_row_in_row(g: &Context<'_>, state: &State) -> bool {
    if state.expect != Expect::NextItem || state.comma >= ADDED {
        return false;
    }
    let frame = g.frame(state);
    let is_alike = match g.text[state.pos] {
        b'[' => frame.kind == Kind::Array,
        b'(' => frame.kind == Kind::Paren,
        _ => false,
    };
    let blank = &g.text[(state.comma + 1).min(state.pos)..state.pos];
    is_alike
        && frame.parent != 0
        && g.parent(&frame).kind == Kind::Array
        && blank.contains(&b'\n')
        && blank.iter().all(|byte| is_space(*byte))
        && begins_alike(g.text, frame.open.0, state.pos)
        && !matches!(lexer::sign_before(g.text, state.comma), Some(b']' | b'}' | b')'))
}

/// Returns whether the list that closes at `pos..end` was closed between two of its items: `{"r": [["a"]], ["b"]]}`,
/// `[{"a": 1}]}, {"a": 2}]`. Another item of the kind of its last one follows where the object around it wants a key, or where
/// a bracket is left over at the end.
pub(in crate::core) fn closed_between_rows(g: &Context<'_>, frame: &Frame, pos: usize, end: usize) -> bool {
    if frame.kind != Kind::Array {
        return false;
    }
    let after = near(g.text, end);
    let mut comma = after;
    if frame.parent == 0 {
        let rest = lexer::window(g.text, after, LOOK);
        comma += rest.iter().take_while(|byte| matches!(byte, b'}' | b']' | b' ')).count();
    }
    let last = lexer::sign_before(g.text, pos).and_then(lexer::opener_of);
    let is_due = |at| last.is_some() && g.text.get(at).copied() == last;
    let goes_on = g.text.get(comma) == Some(&b',') && is_due(near(g.text, comma + 1));
    if frame.parent != 0 {
        return goes_on && g.parent(frame).kind == Kind::Object;
    }
    // The comma went with the line of the bracket, or was never there.
    let goes_on_below = || {
        let first = near(g.text, frame.open.0 + 1);
        g.text[end..after].contains(&b'\n')
            && is_due(after)
            && g.text.get(first) == g.text.get(after)
            && begins_alike(g.text, first, after)
            && g.source.surplus_closers(after) > 0
            && is_item(g, after)
    };
    goes_on && (comma > after || g.source.surplus_closers(comma) > 0) || goes_on_below()
}

/// Returns whether a comma or the bracket that closes a list comes after the value at `at`. Else the value is a document of its own,
/// as one that is longer than the lookahead is taken to be.
fn is_item(g: &Context<'_>, at: usize) -> bool {
    let ahead = lexer::window(g.text, at, LOOK_WIDE);
    let end = scan_value(ahead, 0, g.max_depth);
    end.is_ok_and(|end| matches!(ahead.get(near(ahead, end)), Some(b',' | b']')))
}

/// Returns whether two rows begin with the same key, or with items of one kind.
pub(in crate::core::repair) fn begins_alike(text: &[u8], row: usize, other: usize) -> bool {
    let [first, second] = [row, other].map(|at| text.get(near(text, at + 1)));
    first == second && (text[row] != b'{' || source::is_copy(text, row, other))
}

/// Where the bracket opens that closes right before `end`, if it is an `opener`. Quotes are taken to be in pairs.
pub(in crate::core::repair) fn opener_before(text: &[u8], end: usize, opener: u8) -> Option<usize> {
    let start = end.saturating_sub(LOOK_WIDE);
    if lexer::sign_before(text, end).and_then(lexer::opener_of) != Some(opener) {
        return None;
    }
    let (mut depth, mut in_string) = (0_usize, false);
    for at in (start..end).rev() {
        match text[at] {
            b'"' if at == 0 || text[at - 1] != b'\\' => in_string = !in_string,
            _ if in_string => {}
            b']' | b'}' | b')' => depth += 1,
            b'[' | b'{' | b'(' => {
                depth -= 1;
                if depth == 0 {
                    return (text[at] == opener).then_some(at);
                }
            }
            _ => {}
        }
    }
    None
}
