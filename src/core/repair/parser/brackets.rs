//! Where containers end: closing brackets that are there, missing, of the wrong kind or one too many, the end of the
//! text, documents that end although brackets are open, and lists of rows whose brackets were miscounted.

use super::cost::Feature::{
    CutLevel, CutOff, EndsBeforeSentence, EndsHere, Restart, RestartElsewhere, SkippedToken, TailTokens,
    TokenSlip,
};
use super::lexer::{self, TokenKind, near, token_at};
use super::limits::{LEVELS_CLOSED, LEVELS_LEFT, LOOK, LOOK_FAR, LOOK_WIDE};
use super::state::{ADDED, Expect, Frame, Kind, NONE, Op, State};
use super::{CutPlace, Grammar, follow, literal, source};
use crate::core::json::is_space;
use crate::core::repair::edit::Code;

/// Closes the innermost container with a bracket that is not there.
#[cold]
pub(super) fn pop_missing(g: &Grammar<'_>, state: State, place: usize) -> Option<State> {
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

/// The text ends here.
pub(super) fn cut(g: &Grammar<'_>, state: State) -> Option<State> {
    let place = match state.expect {
        Expect::Value => CutPlace::AfterColon,
        Expect::Colon => CutPlace::Key,
        _ => CutPlace::BetweenMembers,
    };
    cut_at(g, state, place)
}

/// The text ends here, in the middle of `place`.
#[cold]
pub(super) fn cut_at(g: &Grammar<'_>, state: State, place: CutPlace) -> Option<State> {
    let end = g.text.len();
    if state.frame == 0 {
        return None;
    }
    let state = g.with(state, Op::Cut(place));
    let state = match state.expect {
        // A key without a value goes, with the comma before it.
        Expect::Value | Expect::Colon => {
            let (from, log) = before_member(g, &state);
            let cut = State { log, prev: from, ..state };
            let cut = g.with(cut, Op::Cut(place));
            g.replace(cut, from, end, "", Code::CutPart)
        }
        Expect::NextItem | Expect::NextKey if state.comma == ADDED => {
            let log = g.store.without_added_comma(state.log);
            State { log, ..state }
        }
        Expect::NextItem | Expect::NextKey if state.comma != NONE => {
            let from = state.comma;
            let dropped = g.replace(state, from, from + 1, "", Code::CutPart);
            State { prev: from + 1, ..dropped }
        }
        _ => state,
    };
    let place = match state.expect {
        Expect::Value | Expect::Colon => end,
        _ => state.prev.max(state.pos.min(state.prev)),
    };
    close_all(g, state, place, Code::CutOff, CutOff.weight(), CutLevel.weight())
}

/// Where the current member or item begins, the comma before it included, and the fixes up to there.
#[cold]
pub(super) fn before_member(g: &Grammar<'_>, state: &State) -> (usize, u32) {
    match state.item.comma {
        NONE => (state.item.start, state.item.log),
        ADDED => (state.item.start, g.store.without_added_comma(state.item.log)),
        comma => (comma, state.item.log),
    }
}

/// Closes the rest of a document that was cut inside a string or word which ends at `end`.
pub(super) fn cut_after(g: &Grammar<'_>, state: State, place: CutPlace) -> Option<State> {
    let state = g.with(state, Op::Cut(place));
    let end = g.text.len();
    if state.frame == 0 {
        return Some(State { pos: end, expect: Expect::Done, ..state });
    }
    close_all(g, state, end, Code::CutOff, CutOff.weight(), CutLevel.weight())
}

/// The document ends here although brackets are open: what follows is other text.
pub(super) fn end_here(g: &Grammar<'_>, state: State) -> Option<State> {
    // Deep inside, ending costs more than any other reading; and closing it all takes time.
    let frame = g.frame(&state);
    if state.frame == 0 || frame.items == 0 || frame.depth > LEVELS_LEFT {
        return None;
    }
    let pos = state.pos;
    let state = match state.expect {
        Expect::After => state,
        Expect::NextKey | Expect::NextItem if state.comma == ADDED => return None,
        Expect::NextKey | Expect::NextItem if state.comma != NONE => {
            g.replace(state, state.comma, state.comma + 1, "", Code::TrailingComma)
        }
        _ => return None,
    };
    let kind = token_at(g.text, pos).kind;
    let apart = g.text[state.prev..pos].contains(&b'\n');
    let after = match kind {
        TokenKind::Open(_) => match restart_cost(g, &state) {
            // Where further items are due, one that begins is one, not another document.
            restart if g.is_item_due(&state) => restart + g.source.skipped(pos),
            restart if apart || restart == 0 => restart,
            // In the same line, what begins there is rather a part of the text.
            restart => restart.max(g.source.skipped(pos)),
        },
        TokenKind::Fence => 0,
        // Whatever is given up costs as much as reading on would: else a long list of slips ends every document. Numbers in a
        // list are no prose, and what they cost makes up for the commas between them.
        _ => {
            let is_item = kind == TokenKind::Other && !frame.kind.has_keys();
            let numbers = match if is_item { literal::literals_after(g, state.prev) } else { 0 } {
                0 => 0,
                count => TailTokens.weight() + SkippedToken.weight() * count as u32,
            };
            numbers + g.source.skipped(pos)
        }
    };
    let tail = g.source.tail_cost(pos) + after;
    let place = if state.comma == NONE { state.prev } else { state.comma };
    // Whole sentences on lines of their own are no part of a document that was cut off.
    let level =
        if apart && g.source.is_sentence(pos) { EndsBeforeSentence.weight() } else { EndsHere.weight() };
    let closed = close_all(g, state, place, Code::MissingCloser, tail + 2, level)?;
    Some(State { pos, expect: Expect::GivenUp, ..closed })
}

/// The first key of the outermost object.
pub(super) fn root_name<'t>(g: &Grammar<'t>, state: &State) -> &'t [u8] {
    let (start, end) = g.frame(state).keys.root;
    &g.text[start..end]
}

/// Where that key starts; 0 before the first key.
pub(super) fn root_name_start(g: &Grammar<'_>, state: &State) -> usize {
    g.frame(state).keys.root.0
}

/// Does the document begin anew on this line, or after a few words and a line end?
pub(super) fn begins_anew(g: &Grammar<'_>, state: &State) -> bool {
    let pos = state.pos;
    let is_on_new_line = g.text.get(state.prev..pos).is_some_and(|space| space.contains(&b'\n'));
    if state.frame == 0 || !is_on_new_line {
        return false;
    }
    // A value may begin with the same key without being the document; words cannot.
    if lexer::value_at(g.text, pos) {
        return g.source.is_copy(pos) && g.source.is_repeated(pos);
    }
    let window = &g.text[..g.text.len().min(pos + LOOK_FAR)];
    memchr::memchr_iter(b'\n', &window[pos..]).any(|at| g.source.is_copy(near(window, pos + at + 1)))
}

/// The document was given up on an earlier line, and begins anew, with the same first key, here or after a few words
/// and a line end: what there is of it ends before this token, without the member that has no value.
#[cold]
pub(super) fn restart_after(g: &Grammar<'_>, state: State) -> Option<State> {
    if !begins_anew(g, &state) {
        return None;
    }
    let (place, log) = match state.expect {
        Expect::Value | Expect::Colon => before_member(g, &state),
        Expect::NextItem | Expect::NextKey if state.comma == ADDED => return None,
        Expect::NextItem | Expect::NextKey if state.comma != NONE => (state.comma, state.log),
        _ => (state.prev, state.log),
    };
    let state = State { log, ..state };
    let closed = close_all(g, state, place, Code::MissingCloser, Restart.weight(), 0)?;
    Some(State { pos: place, expect: Expect::GivenUp, ..closed })
}

/// A document is given up for another one when that begins with the same key.
fn restart_cost(g: &Grammar<'_>, state: &State) -> u32 {
    let token = token_at(g.text, state.pos);
    let first = root_name(g, state);
    let name = near(g.text, state.pos + token.len);
    let name = name + lexer::quote_at(g.text, name).map_or(0, |(_, len)| len);
    if !first.is_empty() && g.text[name..].starts_with(first) { 0 } else { RestartElsewhere.weight() }
}

/// Closes every container at `place`; each but a plain pair of parentheses costs `level`.
pub(super) fn close_all(
    g: &Grammar<'_>,
    state: State,
    place: usize,
    code: Code,
    base: u32,
    level: u32,
) -> Option<State> {
    let mut cost = state.cost + base;
    let innermost = g.frame(&state);
    if innermost.parens == 0 {
        cost += level * innermost.depth;
    } else {
        for frame in g.store.open_frames(state.frame) {
            if !frame.is_single() {
                cost += level;
            } else if frame.items != 1 {
                return None;
            }
        }
    }
    let closed = g.with(state, Op::CloseAll { place, code });
    Some(State { cost, pos: g.text.len(), expect: Expect::Done, ..closed })
}

/// A closing bracket.
pub(super) fn close(g: &Grammar<'_>, state: State, bracket: u8, len: usize) -> Option<State> {
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
fn settle_comma(g: &Grammar<'_>, state: State) -> State {
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
fn close_innermost(g: &Grammar<'_>, state: State, bracket: u8, len: usize) -> Option<State> {
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
    let goes_on = closed_too_early(g, state, frame.kind, end) || closed_between_rows(g, &frame, pos, end);
    let early = goes_on.then(|| {
        let dropped = g.replace(state, pos, end, "", Code::EarlyCloser);
        State { pos: end, prev: dropped.prev, expect: Expect::After, ..dropped }
    });
    (state.frame, state.joint) = (frame.parent, NONE);
    g.after_value(&mut state, end);
    match early {
        Some(early) => g.weigh([Some(&state), Some(&early)]),
        None => Some(state),
    }
}

/// `{"a": 1}, "b": 2}`: does the document go on after the bracket that closed it? With a key that it has already, it does not.
#[cold]
fn closed_too_early(g: &Grammar<'_>, state: State, kind: Kind, end: usize) -> bool {
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
    let comma = matches!(token.kind, TokenKind::Comma | TokenKind::Semicolon);
    let name = if comma { follow::beyond(g, &state, at + token.len) } else { at };
    let quoted = lexer::quote_at(g.text, name).is_some();
    (quoted || comma) && follow::named_at(g, &state, name) && !is_key_of(g, frame.open.1, end, name)
}

/// Does the key in quotes at `name` stand in `start..end`, too, with its colon?
fn is_key_of(g: &Grammar<'_>, start: usize, end: usize, name: usize) -> bool {
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

// Lists of rows whose brackets were miscounted: a row without its bracket, a list without its own, a list that closes between
// two rows.

/// `{"r": ["a", 1], ["b", 2], "p": 3}`: the value before this bracket is the first row of a list that was not opened.
#[cold]
pub(super) fn rows_without_list(g: &Grammar<'_>, state: State) -> Option<State> {
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
    let opened = g.replace(state, start, start, "[", Code::MissingOpener);
    let mut inside = g.enter(opened, Kind::Array, start, start)?;
    g.refit(&mut inside, |frame| frame.items = 1);
    let State { pos, prev, comma, .. } = state;
    Some(State { pos, prev, comma, expect: Expect::NextItem, ..inside })
}

/// Is this an item that stands after an array? It may be the first of another one.
pub(super) fn is_after_row(g: &Grammar<'_>, state: &State) -> bool {
    state.expect == Expect::NextItem
        && state.comma < ADDED
        && g.frame(state).kind == Kind::Array
        && lexer::sign_before(g.text, state.comma) == Some(b']')
}

/// `("a", "b"}, ("c", "d"}`: is this a row of a list that a bracket of the wrong kind closes before `end`? Another row
/// follows, or the end of the list.
pub(super) fn is_row_before(g: &Grammar<'_>, frame: &Frame, end: usize) -> bool {
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

/// Does a row begin here, on a line of its own and as the row did that is open, after a scalar of that one? It may have ended
/// with its line.
pub(super) fn is_row_in_row(g: &Grammar<'_>, state: &State) -> bool {
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

/// `{"r": [["a"]], ["b"]]}` and `[{"a": 1}]}, {"a": 2}]`: was the list that closes at `pos..end` closed between two of its items?
/// Another item of the kind of its last one follows where the object around it wants a key, or after brackets that close
/// nothing.
pub(in crate::core) fn closed_between_rows(g: &Grammar<'_>, frame: &Frame, pos: usize, end: usize) -> bool {
    if frame.kind != Kind::Array {
        return false;
    }
    let after = near(g.text, end);
    let mut comma = after;
    if frame.parent == 0 {
        let rest = lexer::window(g.text, after, LOOK);
        comma += rest.iter().take_while(|byte| matches!(byte, b'}' | b']' | b' ')).count();
    }
    let is_due = |opener| g.text.get(near(g.text, comma + 1)) == Some(&opener);
    let goes_on = g.text.get(comma) == Some(&b',')
        && lexer::sign_before(g.text, pos).and_then(lexer::opener_of).is_some_and(is_due);
    if frame.parent != 0 {
        return goes_on && g.parent(frame).kind == Kind::Object;
    }
    // At the end of the text a bracket is left over then.
    goes_on && (comma > after || g.source.surplus_closers(comma) > 0)
}

/// Do two rows begin with the same key, or with items of one kind?
fn begins_alike(text: &[u8], row: usize, other: usize) -> bool {
    let [first, second] = [row, other].map(|at| text.get(near(text, at + 1)));
    first == second && (text[row] != b'{' || source::is_copy(text, row, other))
}

/// Where the bracket opens that closes right before `end`, if it is an `opener`. Quotes are taken to be in pairs.
fn opener_before(text: &[u8], end: usize, opener: u8) -> Option<usize> {
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
