//! The evidence of rows whose brackets were miscounted.

use crate::core::json::is_space;
use crate::core::json::scan::scan_value;
use crate::core::repair::parser::evidence::layout;
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::state::{ADDED, Expect, Frame, Item, Kind, State};
use crate::core::repair::parser::text::lexer::{self, near, token_at};
use crate::core::repair::parser::text::limits::{LOOK, LOOK_WIDE};
use crate::core::repair::parser::text::tokens::TokenKind;
use crate::core::repair::parser::text::{keys, source};

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

/// A list of strings or numbers that lost brackets, or was closed too early.
#[derive(Clone, Copy)]
pub(in crate::core::repair) struct BareList {
    /// Its opening bracket, or its first item if that bracket is missing.
    pub(in crate::core::repair) start: usize,
    /// The bracket that closed it too early.
    pub(in crate::core::repair) closer: Option<usize>,
    /// Says that no item is a key whose colon is wrong: they are numbers or words, the line of a key has nothing else, or the closing
    /// bracket of the list is there.
    pub(in crate::core::repair) is_certain: bool,
}

/// Returns the list that goes on with the item that begins here: `{"a": "x", "y", "z", "b": 1}`, `{"a": ["x"], "y", "z", "b": 1}`. The
/// items are alike and on one line, up to the next key or the end of the object or of the list. Of two strings, the second may be
/// a key that lost its value.
#[cold]
pub(in crate::core::repair) fn bare_list(g: &Context<'_>, state: &State) -> Option<BareList> {
    /// Items that are looked through.
    const MOST: usize = 64;
    /// Items of a list that may be something else.
    const LEAST_DOUBTFUL: usize = 3;
    let (text, Item { start, comma, .. }) = (g.text, state.item);
    if comma >= ADDED || keys::is_plain_key(text, start) || g.frame(state).kind != Kind::Object {
        return None;
    }
    let begin = *text.get(start)?;
    let has_numbers = match begin {
        b'"' | b'\'' => false,
        // `1,234` is one number.
        b'-' | b'0'..=b'9' if start > comma + 1 => true,
        _ => return None,
    };
    let item_end = |at: usize| {
        if has_numbers {
            let len = lexer::window(text, at, LOOK).iter().take_while(|byte| is_numeric(**byte)).count();
            return (len > 0).then_some(at + len);
        }
        let is_string = text.get(at) == Some(&begin);
        keys::key_end(text, at).filter(|end| is_string && text[end - 1] == begin && *end > at + 1)
    };
    let value = text[comma.saturating_sub(LOOK)..comma].trim_ascii_end();
    let closer = value.ends_with(b"]").then(|| comma.saturating_sub(LOOK) + value.len() - 1);
    let last = scalar_before(text, closer.unwrap_or(comma))?;
    let first = if closer.is_some() { opener_before(text, comma, b'[')? } else { last };
    let is_alike = near(text, item_end(last)?) == closer.unwrap_or(comma);
    // Where quotes make no pairs, the bracket may be one before this object.
    if !is_alike || first < g.frame(state).open.1 || lexer::sign_before(text, first) != Some(b':') {
        return None;
    }
    let (mut at, mut before) = (start, last);
    let mut are_no_keys = has_numbers;
    for items in 2..MOST {
        let end = item_end(at)?;
        if text[before..end].contains(&b'\n') {
            return None;
        }
        before = end;
        are_no_keys |= text[at..end].contains(&b' ');
        let next = near(text, end);
        let token = token_at(text, next);
        at = near(text, next + token.len);
        let is_closed = token.kind == TokenKind::Close(b']');
        let is_over = match token.kind {
            TokenKind::Close(b']' | b'}') => true,
            TokenKind::Comma => keys::key_at(text, at) || text.get(at) == Some(&b'}'),
            _ => return None,
        };
        if is_over {
            let is_line = || text[end..at].contains(&b'\n') && layout::begins_line_with_key(text, first);
            let is_certain = are_no_keys || is_closed || is_line();
            let is_list = is_certain || closer.is_some() || items >= LEAST_DOUBTFUL;
            return is_list.then_some(BareList { start: first, closer, is_certain });
        }
    }
    None
}

/// Returns whether this byte may stand in a number without an exponent.
fn is_numeric(byte: u8) -> bool {
    matches!(byte, b'-' | b'.' | b'0'..=b'9')
}

/// The start of the string or number that ends before `end`.
fn scalar_before(text: &[u8], end: usize) -> Option<usize> {
    let window = text[end.saturating_sub(LOOK)..end].trim_ascii_end();
    let len = match window {
        [before @ .., quote @ (b'"' | b'\'')] => before.len() - memchr::memrchr(*quote, before)? + 1,
        _ => window.iter().rev().take_while(|byte| is_numeric(**byte)).count(),
    };
    (len > 0).then(|| end.saturating_sub(LOOK) + window.len() - len)
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
