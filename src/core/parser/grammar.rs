//! The tolerant grammar: what may follow what, and what each deviation means.
//!
//! Every method takes a reading and returns the reading to go on with; where the text can be taken in several ways
//! it hands all of them to `weigh`. Nothing is decided here for good, and every deviation is a fix with a cost.

use super::bare;
use super::brackets;
use super::context::Grammar;
use super::cost;
use super::follow;
use super::keys;
use super::lexer::{self, Token, TokenKind, near, token_at, value_at};
use super::limits::{LOOK, LOOK_FAR};
use super::literal;
use super::rows;
use super::state::{ADDED, Expect, Kind, NONE, Open, Role, State};
use super::strings;
use super::trivia;
use super::weights::Feature::{LostContent, NotAValue, RatherContent, SeveralWords};
use crate::core::edit::Code;
use crate::core::json::is_space;

/// One step of a reading.
pub(super) fn step(g: &Grammar<'_>, mut state: State) -> Option<State> {
    match state.expect {
        Expect::Text => return strings::in_text(g, state),
        Expect::Bare => return bare::in_bare(g, state),
        Expect::Done | Expect::GivenUp => return Some(state),
        _ => {}
    }
    trivia::skip_trivia(g, &mut state);
    let token = token_at(g.text, state.pos);
    if token.kind == TokenKind::End {
        return brackets::cut(g, state);
    }
    // The document may have been given up here for another one. A fence is no colon: it goes, and then there is a look.
    let may_restart = match token.kind {
        TokenKind::Open(_) | TokenKind::Other => true,
        TokenKind::Fence => state.expect != Expect::Colon,
        _ => false,
    };
    if may_restart && let Some(restarted) = brackets::restart_after(g, state) {
        g.push(&restarted);
    }
    match state.expect {
        Expect::Value | Expect::First | Expect::NextItem => value(g, state, token),
        Expect::Key | Expect::NextKey => name(g, state, token),
        Expect::Colon => colon(g, state, token),
        _ => after(g, state, token),
    }
}

/// A value is due.
fn value(g: &Grammar<'_>, state: State, token: Token) -> Option<State> {
    let (pos, end) = (state.pos, state.pos + token.len);
    let named = state.expect == Expect::Value && state.frame != 0;
    // A member's value is part of what began with its key.
    let state = if named { state } else { begin(state) };
    if let Some(len) = lexer::placeholder_len(g.text, pos).filter(|_| state.frame != 0) {
        let mut left_out = g.replace(state, pos, pos + len, "null", Code::Placeholder);
        left_out.joint = NONE;
        g.after_value(&mut left_out, pos + len);
        return Some(left_out);
    }
    match token.kind {
        TokenKind::Open(bracket) => {
            let mut opened = open(g, state, bracket, token.len);
            let closed = rows::close_row(g, state, &mut opened);
            g.weigh([opened.as_ref(), closed.as_ref()])
        }
        TokenKind::Paren => {
            let mut entered = g.enter(state, Kind::Paren, pos, end);
            let closed = rows::close_row(g, state, &mut entered);
            let role = if named { Role::Value } else { Role::Item };
            let sum = if literal::is_sum(g.text, pos) { bare::bare(state, role) } else { None };
            g.weigh([sum.as_ref(), entered.as_ref(), closed.as_ref()])
        }
        TokenKind::Quote(quote) => {
            rows::row_without_opener(g, state);
            let role = if named { Role::Value } else { Role::Item };
            strings::open_text(g, state, quote, token.len, role)
        }
        TokenKind::Close(_) | TokenKind::Comma | TokenKind::Semicolon if named => {
            Some(missing_value(g, state))
        }
        TokenKind::Close(bracket) if state.frame != 0 => brackets::close(g, state, bracket, token.len),
        TokenKind::Comma | TokenKind::Semicolon if state.frame != 0 => {
            Some(drop_token(g, state, token, Code::ExtraComma))
        }
        TokenKind::Colon | TokenKind::Equals if state.frame != 0 => {
            Some(drop_token(g, state, token, Code::ExtraColon))
        }
        TokenKind::Ellipsis if named => {
            let mut state = g.replace(state, pos, end, "null", Code::Ellipsis);
            g.after_value(&mut state, end);
            Some(state)
        }
        TokenKind::Ellipsis => Some(drop_token(g, state, token, Code::Ellipsis)),
        TokenKind::Fence => {
            let inside = Some(drop_token(g, state, token, Code::Fence));
            let ended = brackets::end_here(g, state);
            g.weigh([inside.as_ref(), ended.as_ref()])
        }
        _ => {
            rows::row_without_opener(g, state);
            let word = literal::word(g, state, named);
            g.weigh([word.as_ref()])
        }
    }
}

/// Remembers where the key or item that starts here begins, for readings that come back to it.
fn begin(mut state: State) -> State {
    state.begin(state.pos);
    state
}

/// `null` where a member has no value.
#[cold]
fn missing_value(g: &Grammar<'_>, state: State) -> State {
    let pos = state.pos;
    let mut state = g.replace(state, pos, pos, "null", Code::MissingValue);
    g.after_value(&mut state, pos);
    state
}

#[cold]
fn drop_token(g: &Grammar<'_>, state: State, token: Token, code: Code) -> State {
    let end = state.pos + token.len;
    let state = g.replace(state, state.pos, end, "", code);
    State { pos: end, ..state }
}

/// A `{` or `[` where a value is due.
fn open(g: &Grammar<'_>, state: State, bracket: u8, len: usize) -> Option<State> {
    let (pos, end) = (state.pos, state.pos + len);
    let mut inner = state;
    if len > 1 {
        inner = g.replace(inner, pos, end, if bracket == b'{' { "{" } else { "[" }, Code::WidePunctuation);
    }
    if bracket == b'[' {
        return g.enter(inner, Kind::Array, pos, end);
    }
    // `{{"a": 1}}`: templates double their braces.
    let extra = g.text[end..].iter().take(2).take_while(|b| **b == b'{').count();
    let plain = g.enter(inner, Kind::Object, pos, end)?;
    let doubled = if extra > 0 && len == 1 {
        let mut state = g.replace(plain, end, end + extra, "", Code::DoubledBraces);
        g.refit(&mut state, |frame| frame.braces += extra as u8);
        Some(State { pos: end + extra, ..state })
    } else {
        None
    };
    g.weigh([Some(&plain), doubled.as_ref()])
}

/// A key is due, or the end of the object.
fn name(g: &Grammar<'_>, state: State, token: Token) -> Option<State> {
    let (pos, end) = (state.pos, state.pos + token.len);
    let state = begin(state);
    match token.kind {
        TokenKind::Close(bracket) => brackets::close(g, state, bracket, token.len),
        TokenKind::Quote(quote) => strings::open_text(g, state, quote, token.len, Role::Key),
        TokenKind::Comma | TokenKind::Semicolon => Some(drop_token(g, state, token, Code::ExtraComma)),
        TokenKind::Ellipsis => Some(drop_token(g, state, token, Code::Ellipsis)),
        TokenKind::Colon | TokenKind::Equals => Some(drop_token(g, state, token, Code::StrayText)),
        TokenKind::Open(_) | TokenKind::Paren => {
            // A set of containers, an object that was not closed before its next sibling, or a fresh start.
            let hashable = token.kind == TokenKind::Paren && state.expect == Expect::Key;
            let set = if hashable { as_set(g, state) } else { None };
            let closed = if state.expect == Expect::NextKey { close_before(g, state) } else { None };
            let ended = brackets::end_here(g, state);
            let rows = rows::rows_without_list(g, state);
            let stray = Some(drop_token(g, state, token, Code::StrayText));
            g.weigh([set.as_ref(), closed.as_ref(), rows.as_ref(), ended.as_ref(), stray.as_ref()])
        }
        TokenKind::Fence => {
            let inside = Some(drop_token(g, state, token, Code::Fence));
            let ended = brackets::end_here(g, state);
            g.weigh([inside.as_ref(), ended.as_ref()])
        }
        _ if keys::prefixed_key_end(g.text, pos).is_some() => literal::prefixed_string(g, state, Role::Key),
        _ => {
            let bare = strings::bare_name(g, state);
            let ended = brackets::end_here(g, state);
            let stray = stray(g, state);
            let set = if state.expect == Expect::Key && !follow::named_at(g, &state, pos) && end > pos {
                as_set(g, state)
            } else {
                None
            };
            g.weigh([bare.as_ref(), ended.as_ref(), stray.as_ref(), set.as_ref()])
        }
    }
}

/// The object just opened is a set.
#[cold]
fn as_set(g: &Grammar<'_>, state: State) -> Option<State> {
    let frame = g.frame(&state);
    if frame.kind != Kind::Object || frame.wrong || frame.items > 0 || frame.braces > 1 {
        return None;
    }
    let mut state = State { log: state.item.log, ..state };
    g.refit(&mut state, |frame| frame.kind = Kind::Set);
    let state = g.replace(state, frame.open.0, frame.open.1, "[", Code::Set);
    Some(State { pos: state.item.start, expect: Expect::First, ..state })
}

/// Closes the innermost container before the comma that was just read, and reads on from here.
#[cold]
pub(super) fn close_before(g: &Grammar<'_>, state: State) -> Option<State> {
    let frame = g.frame(&state);
    if frame.parent == 0 || matches!(state.comma, NONE | ADDED) {
        return None;
    }
    let place = state.comma;
    let closed = brackets::pop_missing(g, State { log: state.item.log, ..state }, place)?;
    let names = g.frame(&closed).kind.has_keys();
    let expect = if names { Expect::NextKey } else { Expect::NextItem };
    Some(State { pos: state.item.start, comma: state.comma, prev: state.comma + 1, expect, ..closed })
}

/// A colon is due.
fn colon(g: &Grammar<'_>, state: State, token: Token) -> Option<State> {
    let (pos, end) = (state.pos, state.pos + token.len);
    let value = |state: State| State { expect: Expect::Value, comma: NONE, prev: end, pos: end, ..state };
    if token.len == 1 && stands_for_colon(g, &state) {
        let mistyped = g.replace(state, pos, end, ":", Code::WrongSeparator);
        g.push(&value(mistyped));
    }
    match token.kind {
        TokenKind::Colon if token.len == 1 => Some(value(state)),
        TokenKind::Colon => Some(value(g.replace(state, pos, end, ":", Code::WidePunctuation))),
        TokenKind::Equals => {
            let state = g.replace(state, pos, end, ":", Code::WrongSeparator);
            let writer = state.writer.with(cost::EQUALS);
            Some(value(State { writer, ..state }))
        }
        TokenKind::Comma | TokenKind::Close(_) | TokenKind::Semicolon => {
            let set = as_set(g, state);
            let colon = g.replace(state, state.prev, state.prev, ":", Code::MissingValue);
            let mut filled = g.replace(
                State { cost: state.cost, ..colon },
                state.prev,
                state.prev,
                " null",
                Code::MissingValue,
            );
            g.after_value(&mut filled, state.prev);
            g.weigh([set.as_ref(), Some(&State { pos, ..filled })])
        }
        TokenKind::Plus => join(g, state, token),
        TokenKind::Open(_)
        | TokenKind::Paren
        | TokenKind::Quote(_)
        | TokenKind::Ellipsis
        | TokenKind::Other => {
            let spaced = if pos == state.prev { ": " } else { ":" };
            let added = g.replace(state, state.prev, state.prev, spaced, Code::MissingColon);
            let added = State { expect: Expect::Value, comma: NONE, pos, ..added };
            g.weigh([Some(&added)])
        }
        _ => brackets::end_here(g, state),
    }
}

/// `"a"' "b"` and `"a" - "b"`: does a token that means nothing here stand alone between a key in quotes and a value?
fn stands_for_colon(g: &Grammar<'_>, state: &State) -> bool {
    let sign = g.text[state.pos];
    if state.joint == NONE || !matches!(sign, b'\'' | b'`' | b'.' | b'-' | b'|' | b'~' | b'*' | b'!' | b'?') {
        return false;
    }
    let next = near(g.text, state.pos + 1);
    let Some(first) = g.text.get(next) else { return false };
    // Of a number it is a part.
    let of_number = matches!(sign, b'.' | b'-') && first.is_ascii_digit();
    let alone = next > state.pos + 1 || *first == b'"';
    alone && !of_number && value_at(g.text, next)
}

/// A value is complete: a comma or the end is due.
fn after(g: &Grammar<'_>, state: State, token: Token) -> Option<State> {
    let (pos, end) = (state.pos, state.pos + token.len);
    if state.frame == 0 {
        // A string that is the whole document may be joined with another; nothing else may follow it.
        let joined = if token.kind == TokenKind::Plus { join(g, state, token) } else { None };
        return joined.or(Some(State { pos: state.prev, expect: Expect::Done, ..state }));
    }
    let kind = g.frame(&state).kind;
    let next = if kind.has_keys() { Expect::NextKey } else { Expect::NextItem };
    let on = |state: State| State { expect: next, comma: pos, prev: end, pos: end, joint: NONE, ..state };
    match token.kind {
        TokenKind::Comma if token.len == 1 => Some(on(state)),
        TokenKind::Comma => Some(on(g.replace(state, pos, end, ",", Code::WidePunctuation))),
        TokenKind::Semicolon => Some(on(g.replace(state, pos, end, ",", Code::WrongSeparator))),
        TokenKind::Close(bracket) => brackets::close(g, state, bracket, token.len),
        TokenKind::Colon => colon_after_value(g, state, token),
        TokenKind::Equals if state.joint != NONE => colon_after_value(g, state, token),
        TokenKind::Plus => join(g, state, token),
        TokenKind::Ellipsis => Some(drop_token(g, state, token, Code::Ellipsis)),
        TokenKind::Equals => {
            let state = drop_token(g, state, token, Code::StrayText);
            Some(State { cost: state.cost + NotAValue.weight(), ..state })
        }
        TokenKind::Fence => {
            let inside = Some(drop_token(g, state, token, Code::Fence));
            let ended = brackets::end_here(g, state);
            g.weigh([inside.as_ref(), ended.as_ref()])
        }
        _ => missing_comma(g, state, token),
    }
}

/// A value follows a value.
fn missing_comma(g: &Grammar<'_>, state: State, token: Token) -> Option<State> {
    let pos = state.pos;
    let frame = g.frame(&state);
    let names = frame.kind.has_keys();
    let quoted = matches!(token.kind, TokenKind::Quote(_));
    if frame.kind == Kind::Paren && quoted && state.joint != NONE {
        return join_adjacent(g, state);
    }
    let opens = matches!(token.kind, TokenKind::Open(_) | TokenKind::Paren);
    let comma = if names && opens {
        None
    } else {
        let glue = if pos == state.prev { ", " } else { "," };
        let added = g.replace(state, state.prev, state.prev, glue, Code::MissingComma);
        let line = g.text[state.prev..pos].contains(&b'\n');
        let cost = state.cost + state.writer.cost_of_missing_comma(line);
        // Words after a value are rather what is left of it than a new key; so are those in quotes after a string.
        let apart = quoted && state.joint == NONE;
        let odd = names && !apart && !follow::named_at(g, &state, pos);
        let cost = cost + if odd { SeveralWords.weight() } else { 0 };
        let expect = if names { Expect::NextKey } else { Expect::NextItem };
        Some(State { expect, cost, comma: ADDED, joint: NONE, ..added })
    };
    // The container was left open: a key cannot stand in an array, nor a container where a key is due.
    let misplaced = (names && opens) || (!names && quoted && follow::named_at(g, &state, pos));
    let closed =
        if misplaced && frame.parent != 0 { brackets::pop_missing(g, state, state.prev) } else { None };
    let closed = closed.map(|closed| State { pos, prev: state.prev, ..closed });
    let ended = brackets::end_here(g, state);
    let stray = if quoted && is_after_closer(g, &state, token.len) {
        Some(drop_token(g, state, token, Code::SurplusQuote))
    } else if opens || quoted || value_at(g.text, pos) {
        None
    } else {
        stray(g, state)
    };
    g.weigh([comma.as_ref(), closed.as_ref(), ended.as_ref(), stray.as_ref()])
}

/// `("a", 1)", ("b", 2)`: does a quote stick to the bracket that closed the last value, where a comma or a closing bracket is
/// due?
fn is_after_closer(g: &Grammar<'_>, state: &State, len: usize) -> bool {
    let next = token_at(g.text, near(g.text, state.pos + len)).kind;
    state.pos == state.prev
        && matches!(g.text[..state.pos].last(), Some(b'}' | b']' | b')'))
        && matches!(next, TokenKind::Comma | TokenKind::Close(_) | TokenKind::End)
}

/// `"a" + "b"`: one string.
#[cold]
fn join(g: &Grammar<'_>, state: State, token: Token) -> Option<State> {
    let after = near(g.text, state.pos + token.len);
    if state.joint == NONE || lexer::quote_at(g.text, after).is_none() {
        // A plus with nothing after it.
        return Some(drop_token(g, state, token, Code::StrayText));
    }
    let is_content = g.source.is_plus_in_quotes(state.joint);
    let cost = state.cost + if is_content { RatherContent.weight() } else { 0 };
    join_adjacent(g, State { pos: after, cost, ..state })
}

/// The string that starts here goes on where the last one ended.
#[cold]
fn join_adjacent(g: &Grammar<'_>, state: State) -> Option<State> {
    let (quote, len) = lexer::quote_at(g.text, state.pos)?;
    let role = if state.expect == Expect::Colon {
        Role::Key
    } else if g.frame(&state).kind.has_keys() {
        Role::Value
    } else {
        Role::Item
    };
    let start = state.pos + len;
    let state = g.replace(state, state.joint, start, "", Code::JoinedStrings);
    let text = Open { opening: NONE, start, quote, role, ..Open::NOTHING };
    Some(State { expect: Expect::Text, pos: start, text, ..state })
}

/// A colon after a value: the value was a key, so an object is not where it seemed to be.
fn colon_after_value(g: &Grammar<'_>, state: State, token: Token) -> Option<State> {
    let frame = g.frame(&state);
    let surplus = drop_token(g, state, token, Code::ExtraColon);
    let cost = surplus.cost + NotAValue.weight();
    let surplus = Some(State { cost, expect: Expect::After, ..surplus });
    if !matches!(frame.kind, Kind::Array | Kind::Paren) || state.joint == NONE {
        return surplus;
    }
    // `["a": 1]` and `("a": 1}`: the array is an object.
    let wrong = if frame.items <= 1 && state.item.comma == NONE {
        let mut back =
            g.replace(State { log: frame.log, ..state }, frame.open.0, frame.open.1, "{", Code::WrongOpener);
        g.refit(&mut back, |frame| {
            frame.parens -= u32::from(frame.kind.is_paren());
            (frame.kind, frame.wrong, frame.items) = (Kind::Object, true, 0);
        });
        Some(State { pos: frame.open.1, prev: frame.open.1, expect: Expect::Key, comma: NONE, ..back })
    } else {
        None
    };
    // `[{"a": 1}, "a": 2}]`: an object lost its opener.
    let opened = if frame.kind == Kind::Array {
        let item = State { pos: state.item.start, log: state.item.log, comma: NONE, ..state };
        let opened = g.replace(item, state.item.start, state.item.start, "{", Code::MissingOpener);
        g.enter(opened, Kind::Object, state.item.start, state.item.start)
    } else {
        None
    };
    // `{"a": ["x", "b": 1}`: the array ended before the key.
    let ended = if frame.parent != 0 && state.item.comma != NONE {
        let back = State { comma: state.item.comma, ..state };
        close_before(g, back)
    } else {
        None
    };
    g.weigh([surplus.as_ref(), wrong.as_ref(), opened.as_ref(), ended.as_ref()])
}

/// Words that belong to nothing are dropped up to the next token.
fn stray(g: &Grammar<'_>, state: State) -> Option<State> {
    let rest = lexer::window(g.text, state.pos, LOOK_FAR + 1);
    let len = rest
        .iter()
        .position(|b| matches!(b, b'"' | b'\'' | b',' | b'{' | b'}' | b'[' | b']' | b':' | b'\n'))
        .unwrap_or(rest.len());
    if len == 0 || len > LOOK_FAR {
        return None;
    }
    let kept = len - rest[..len].iter().rev().take_while(|b| is_space(**b)).count();
    // Of the blanks on both sides one side stays.
    let blank = state.pos > 0 && g.text[state.pos - 1] == b' ';
    let after = rest[kept.max(1)..].iter().take_while(|b| **b == b' ').count();
    let end = state.pos + kept.max(1) + if blank { after } else { 0 };
    let cost = state.cost + (LostContent.weight() * len as u32).div_ceil(LOOK as u32);
    let state = g.replace(State { cost, ..state }, state.pos, end, "", Code::StrayText);
    Some(State { pos: end, ..state })
}
