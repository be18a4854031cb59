//! The grammar between tokens: reads the table of what a token may mean (`table.rs`) and does what it says.
//!
//! Nothing is decided here for good. A step returns the cheapest reading and proposes the others, and every deviation is a fix
//! with a cost.

use crate::core::json::is_space;
use crate::core::repair::edit::Code;
use crate::core::repair::parser::evidence::{layout, literals, names, rows};
use crate::core::repair::parser::model::context::Context;
#[cfg(feature = "tuning")]
use crate::core::repair::parser::model::context::at_site;
use crate::core::repair::parser::model::cost;
use crate::core::repair::parser::model::op::Op;
use crate::core::repair::parser::model::state::{ADDED, Expect, Item, Kind, NONE, Open, Role, State};
use crate::core::repair::parser::model::weights::Feature::{LostContent, MisplacedToken, RatherContent};
use crate::core::repair::parser::rules::bare;
use crate::core::repair::parser::rules::table::{ALSO, MOST_WAYS, ROWS, Row, Way, What, When, due};
use crate::core::repair::parser::rules::{brackets, ends, literal, strings, trivia};
use crate::core::repair::parser::text::keys;
use crate::core::repair::parser::text::lexer::{self, near, token_at, value_at};
use crate::core::repair::parser::text::limits::{LOOK, LOOK_FAR};
use crate::core::repair::parser::text::tokens::set as token_set;
use crate::core::repair::parser::text::tokens::{Token, TokenKind};

/// One step of a reading.
pub(in crate::core::repair) fn step(g: &Context<'_>, mut state: State) -> Option<State> {
    match state.expect {
        Expect::Text => return strings::in_text(g, state),
        Expect::Bare => return bare::in_bare(g, state),
        Expect::Done | Expect::GivenUp => return Some(state),
        _ => {}
    }
    trivia::skip_trivia(g, &mut state);
    let due = due_at(&state);
    let (class, token) = classify(g, state.pos, due);
    if due & due::BEGIN != 0 {
        // Readings may come back to where a key or an item begins. A member's value is part of what began with its key.
        state.begin(state.pos);
    }
    let all_hold = |conditions: &[When]| conditions.iter().all(|when| holds(g, &state, token, *when));
    let fits = |row: &&Row| all_hold(row.when) && !is_left_out(g, row);
    for row in ALSO.rows_for(due, class).filter(fits) {
        for way in row.ways {
            if let Some(reading) = take(g, state, token, way.what) {
                g.push(&reading);
            }
        }
    }
    let row = ROWS.rows_for(due, class).find(fits)?;
    let reading = |way: &Way| {
        let mut reading = if all_hold(way.when) { take(g, state, token, way.what) } else { None }?;
        for (_, feature) in way.against.iter().filter(|(when, _)| holds(g, &state, token, *when)) {
            reading.cost += feature.weight();
        }
        #[cfg(feature = "tuning")]
        let reading = at_site(&reading, site(row, way));
        Some(reading)
    };
    if let [way] = row.ways {
        return reading(way);
    }
    let mut readings = [None; MOST_WAYS];
    for (taken, way) in readings.iter_mut().zip(row.ways) {
        *taken = reading(way);
    }
    g.weigh(readings.each_ref().map(Option::as_ref))
}

/// The number of a way among those of all rows.
#[cfg(feature = "tuning")]
fn site(row: &Row, way: &Way) -> usize {
    let row = ROWS.rows.iter().position(|other| std::ptr::eq(row, other)).unwrap_or_default();
    let way = ROWS.rows[row].ways.iter().position(|other| std::ptr::eq(way, other)).unwrap_or_default();
    row * MOST_WAYS + way
}

/// Returns whether this row is left out, to see what needs it.
#[cfg(feature = "internal")]
fn is_left_out(g: &Context<'_>, row: &Row) -> bool {
    g.without == Some(row.example)
}

#[cfg(not(feature = "internal"))]
fn is_left_out(_: &Context<'_>, _: &Row) -> bool {
    false
}

/// What is due, as the table has it.
fn due_at(state: &State) -> u16 {
    match state.expect {
        Expect::Value if state.frame == 0 => due::DOCUMENT,
        Expect::Value => due::VALUE,
        Expect::First | Expect::NextItem => due::ITEM,
        Expect::Key => due::FIRST_KEY,
        Expect::NextKey => due::NEXT_KEY,
        Expect::Colon => due::COLON,
        _ if state.frame == 0 => due::PLUS,
        _ => due::COMMA,
    }
}

/// The token at `pos`, and its kind as the table has it.
fn classify(g: &Context<'_>, pos: usize, due: u16) -> (u16, Token) {
    let token = token_at(g.text, pos);
    if due & (due::VALUE | due::ITEM) != 0
        && let Some(len) = lexer::placeholder_len(g.text, pos)
    {
        return (token_set::PLACEHOLDER, Token { len, ..token });
    }
    let is_prefix = due & due::KEY != 0
        && token.kind.is_in(token_set::PLUS | token_set::WORDS)
        && keys::prefixed_key_end(g.text, pos).is_some();
    (if is_prefix { token_set::PREFIXED } else { token.kind.set() }, token)
}

fn holds(g: &Context<'_>, state: &State, token: Token, when: When) -> bool {
    let is_key = || names::named_at(g, state, state.pos);
    match when {
        When::Always => true,
        When::AfterString => state.joint != NONE,
        When::InObject => g.frame(state).kind.has_keys(),
        When::InWrittenArray => {
            let frame = g.frame(state);
            frame.kind == Kind::Array && frame.open.0 < frame.open.1
        }
        When::InList => !g.frame(state).kind.has_keys(),
        When::InTuple => g.frame(state).kind == Kind::Paren,
        When::IsKey => is_key(),
        When::IsNoKey => token.len > 0 && !is_key(),
        When::IsRatherWords => {
            let is_apart = matches!(token.kind, TokenKind::Quote(_)) && state.joint == NONE;
            g.frame(state).kind.has_keys() && !is_apart && !is_key()
        }
        When::IsNoValue => !value_at(g.text, state.pos),
        When::IsAlone => token.len == 1 && stands_for_colon(g, state),
        When::IsDoubled => token.len == 1 && g.text[state.pos..].starts_with(b"{{"),
        When::IsSum => token.kind == TokenKind::Paren && literals::is_sum(g.text, state.pos),
        When::IsAfterRow => rows::is_after_row(g, state),
        When::IsRowInRow => rows::is_row_in_row(g, state),
        When::IsAfterCloser => is_after_closer(g, state, token.len),
        When::IsAloneAtLineEnd => token.len == 1 && layout::is_quote_alone(g.text, state.pos),
        When::IsBeforeKey => token.len == 1 && layout::is_before_key(g.text, state.pos + 1),
        When::IsBeforeContainer => token.len == 1 && layout::opens_container(g.text, state.pos + 1),
        When::IsSameKey => layout::same_key(g, state).is_some(),
        When::IsFurtherIn => {
            layout::is_further_in(g, state) && (!matches!(token.kind, TokenKind::Quote(_)) || is_key())
        }
        When::IsStray => layout::stray_characters(g, state).is_some(),
        When::IsBetweenPair => {
            // `{"a", "b"}` is a set.
            let is_semicolon = token.kind == TokenKind::Semicolon;
            let is_begun = g.frame(state).items > 0 || is_semicolon;
            let value = state.pos + token.len;
            is_semicolon && matches!(g.text.get(near(g.text, value)), Some(b'[' | b'{'))
                || layout::is_between_pair(g.text, value, is_begun)
                    && rows::bare_list(g, state).is_none_or(|list| !list.is_certain)
        }
        When::IsInBareList => rows::bare_list(g, state).is_some(),
        When::IsBeforeColon => {
            let is_apart = matches!(token.kind, TokenKind::Quote(_)) && state.pos != state.prev;
            !is_apart && g.text.get(near(g.text, state.pos + token.len)) == Some(&b':')
        }
        When::IsBeforeEnd => {
            // In a list, a string before a colon is rather a key that lost its value.
            let is_value = g.frame(state).kind.has_keys() || state.joint == NONE;
            is_value && layout::ends_value(g.text, state.pos + token.len)
        }
        When::IsBeforeMember => {
            g.frame(state).kind.has_keys() && keys::key_at(g.text, near(g.text, state.pos + token.len))
        }
        When::IsFullStop => {
            g.text[state.pos] == b'.'
                && state.pos == state.prev
                && g.frame(state).kind.has_keys()
                && layout::is_before_key(g.text, state.pos + 1)
        }
        When::IsBeforeString => layout::is_before_string(g.text, state.pos, role(state) == Role::Key),
        When::IsTemplate => layout::template_len(g.text, state.pos).is_some(),
    }
}

/// The reading in which the token at hand becomes `what`, if it can.
fn take(g: &Context<'_>, state: State, token: Token, what: What) -> Option<State> {
    let (pos, end) = (state.pos, state.pos + token.len);
    match what {
        What::Is(sign) => {
            let is_wide = token.len > 1;
            let state = if is_wide { g.replace(state, pos, end, sign, Code::WidePunctuation) } else { state };
            Some(after(g, state, sign, end))
        }
        What::For(sign, code) => {
            let mut state = g.replace(state, pos, end, sign, code);
            if token.kind == TokenKind::Equals {
                state.writer = state.writer.with(cost::EQUALS);
            }
            Some(after(g, state, sign, end))
        }
        What::Missing(sign, code) => Some(missing(g, state, sign, code)),
        What::Drop(code) => Some(State { pos: end, ..g.replace(state, pos, end, "", code) }),
        What::DropWords => drop_words(g, state),
        What::Open => open(g, state, token),
        What::OpenDoubled => open_doubled(g, state),
        What::MissingOpener(kind) => {
            let (pos, log) = (state.item.start, state.item.log);
            let bracket = if kind.has_keys() { "{" } else { "[" };
            let opened = g.replace(State { pos, log, ..state }, pos, pos, bracket, Code::MissingOpener);
            g.enter(opened, kind, pos, pos)
        }
        What::MissingOpenerHere(kind) => {
            let bracket = if kind.has_keys() { " {" } else { " [" };
            let opened = g.replace(state, state.prev, state.prev, bracket, Code::MissingOpener);
            g.enter(opened, kind, pos, pos)
        }
        What::DropKey => {
            let end = layout::same_key(g, &state)?;
            Some(State { pos: end, ..g.replace(state, pos, end, "", Code::ExtraColon) })
        }
        What::DropStray => drop_stray(g, state),
        What::Template => {
            let end = pos + layout::template_len(g.text, pos)?;
            let mut text = g.with(state, Op::Bare { start: pos, end, code: Code::UnquotedValue });
            text.joint = NONE;
            g.after_value(&mut text, end);
            Some(text)
        }
        What::MissingOpenerOfRows => brackets::rows_without_list(g, state),
        What::ListGoesOn => brackets::items_without_list(g, state),
        What::ListIsObject => list_is_object(g, state),
        What::ObjectIsSet => object_is_set(g, state),
        What::Close => match token.kind {
            TokenKind::Close(bracket) => brackets::close(g, state, bracket, token.len),
            _ => None,
        },
        What::CloseMissing => {
            let closed = brackets::pop_missing(g, state, state.prev)?;
            Some(State { pos, prev: state.prev, ..closed })
        }
        What::CloseBeforeComma => close_before_comma(g, state),
        What::End => ends::end_here(g, state),
        What::Restart => ends::restart_after(g, state),
        What::Cut => ends::cut(g, state),
        What::Quoted => match token.kind {
            TokenKind::Quote(quote) => strings::open_text(g, state, quote, token.len, role(&state)),
            _ => None,
        },
        What::PrefixedString => literal::prefixed_string(g, state, Role::Key),
        What::Join => join(g, state, token),
        What::JoinHere => join_here(g, state),
        What::Key => strings::bare_name(g, state),
        What::Word => literal::word(g, state, role(&state) == Role::Value),
        What::Text => bare::bare(state, role(&state)),
    }
}

/// What a string is for that begins here.
fn role(state: &State) -> Role {
    match state.expect {
        Expect::Key | Expect::NextKey => Role::Key,
        Expect::Value if state.frame != 0 => Role::Value,
        _ => Role::Item,
    }
}

/// The reading after a separator or `null` that ends at `end`.
fn after(g: &Context<'_>, mut state: State, sign: &str, end: usize) -> State {
    let pos = state.pos;
    match sign {
        ":" => State { expect: Expect::Value, comma: NONE, prev: end, pos: end, ..state },
        "," => {
            let expect = g.frame(&state).kind.after_comma();
            State { expect, comma: pos, prev: end, pos: end, joint: NONE, ..state }
        }
        _ => {
            state.joint = NONE;
            g.after_value(&mut state, end);
            state
        }
    }
}

/// Returns the reading in which characters after a string mean nothing, or stand for its comma.
#[cold]
fn drop_stray(g: &Context<'_>, state: State) -> Option<State> {
    let (end, is_comma) = layout::stray_characters(g, &state)?;
    if is_comma {
        return Some(after(g, g.replace(state, state.pos, end, ",", Code::WrongSeparator), ",", end));
    }
    let dropped = g.replace(state, state.pos, end, "", Code::StrayText);
    // They are too short to be content that is lost.
    Some(State { pos: end, cost: state.cost + MisplacedToken.weight(), ..dropped })
}

/// Puts the separator that is missing after the string that it stands in: `"a:" 1` and `"a,""b"`, whose closing quotes changed
/// places with it.
#[cold]
fn swapped(g: &Context<'_>, state: &State, sign: &str) -> Option<State> {
    let quote = state.prev.checked_sub(1)?;
    let is_swapped = g.text[..state.prev].ends_with(b"\"")
        && g.text[..quote].ends_with(sign.as_bytes())
        && state.joint == quote
        && state.text.clean
        && quote > state.item.start + 2;
    let with = if sign == ":" { "\":" } else { "\"," };
    let code = if sign == ":" { Code::MissingColon } else { Code::MissingComma };
    is_swapped.then(|| g.replace(*state, quote - 1, state.prev, with, code))
}

/// Returns the reading in which a separator or `null` is missing after the last token.
fn missing(g: &Context<'_>, state: State, sign: &str, code: Code) -> State {
    let State { pos, prev, .. } = state;
    let is_close = pos == prev;
    match sign {
        ":" => {
            if let Some(swapped) = swapped(g, &state, sign) {
                return State { expect: Expect::Value, comma: NONE, ..swapped };
            }
            let added = g.replace(state, prev, prev, if is_close { ": " } else { ":" }, code);
            State { expect: Expect::Value, comma: NONE, ..added }
        }
        "," => {
            if is_close && let Some(swapped) = swapped(g, &state, sign) {
                let expect = g.frame(&state).kind.after_comma();
                return State { expect, comma: prev - 1, joint: NONE, ..swapped };
            }
            g.with_comma(state, if is_close { ", " } else { "," })
        }
        _ => {
            let is_key = state.expect == Expect::Colon;
            let (place, null) = if is_key { (prev, " null") } else { (pos, "null") };
            let state = if is_key { g.pair(state, prev, prev, ":", code) } else { state };
            let mut state = g.replace(state, place, place, null, code);
            state.joint = NONE;
            g.after_value(&mut state, place);
            State { pos, ..state }
        }
    }
}

/// An opening bracket.
fn open(g: &Context<'_>, state: State, token: Token) -> Option<State> {
    let (pos, end) = (state.pos, state.pos + token.len);
    let (kind, bracket) = match token.kind {
        TokenKind::Open(b'{') => (Kind::Object, "{"),
        TokenKind::Open(_) => (Kind::Array, "["),
        _ => return g.enter(state, Kind::Paren, pos, end),
    };
    let is_wide = token.len > 1;
    let state = if is_wide { g.replace(state, pos, end, bracket, Code::WidePunctuation) } else { state };
    g.enter(state, kind, pos, end)
}

/// `{{"a": 1}}`: templates double their braces.
fn open_doubled(g: &Context<'_>, state: State) -> Option<State> {
    let end = state.pos + 1;
    let extra = g.text[end..].iter().take(2).take_while(|b| **b == b'{').count();
    let state = g.enter(state, Kind::Object, state.pos, end)?;
    let mut state = g.replace(state, end, end + extra, "", Code::DoubledBraces);
    g.refit(&mut state, |frame| frame.braces += extra as u8);
    Some(State { pos: end + extra, ..state })
}

/// `["a": 1]` and `("a": 1}`: the list is an object, whose first key was just read.
#[cold]
fn list_is_object(g: &Context<'_>, state: State) -> Option<State> {
    let frame = g.frame(&state);
    if frame.items > 1 || state.item.comma != NONE || !matches!(frame.kind, Kind::Array | Kind::Paren) {
        return None;
    }
    let (start, end) = frame.open;
    let mut back = g.replace(State { log: frame.log, ..state }, start, end, "{", Code::WrongOpener);
    g.refit(&mut back, |frame| {
        frame.parens -= u32::from(frame.kind.is_paren());
        (frame.kind, frame.wrong, frame.items) = (Kind::Object, true, 0);
    });
    Some(State { pos: end, prev: end, expect: Expect::Key, comma: NONE, ..back })
}

/// The object that was just opened is a set.
#[cold]
fn object_is_set(g: &Context<'_>, state: State) -> Option<State> {
    let frame = g.frame(&state);
    let is_begun = state.expect == Expect::NextKey || frame.items > 0;
    if frame.kind != Kind::Object || frame.wrong || is_begun || frame.braces > 1 {
        return None;
    }
    let mut state = State { log: state.item.log, ..state };
    g.refit(&mut state, |frame| frame.kind = Kind::Set);
    let state = g.replace(state, frame.open.0, frame.open.1, "[", Code::Set);
    Some(State { pos: state.item.start, expect: Expect::First, ..state })
}

/// Closes the innermost container before the comma that was read last, and reads on after it.
#[cold]
fn close_before_comma(g: &Context<'_>, state: State) -> Option<State> {
    let frame = g.frame(&state);
    let Item { start, log, comma, .. } = state.item;
    if frame.parent == 0 || matches!(comma, NONE | ADDED) {
        return None;
    }
    let closed = brackets::pop_missing(g, State { log, ..state }, comma)?;
    let expect = g.frame(&closed).kind.after_comma();
    Some(State { pos: start, comma, prev: comma + 1, expect, ..closed })
}

/// Returns whether a token that means nothing here stands alone between a key in quotes and a value, as in `"a"' "b"` and
/// `"a" - "b"`.
fn stands_for_colon(g: &Context<'_>, state: &State) -> bool {
    let sign = g.text[state.pos];
    if state.joint == NONE || !matches!(sign, b'\'' | b'`' | b'.' | b'-' | b'|' | b'~' | b'*' | b'!' | b'?') {
        return false;
    }
    let next = near(g.text, state.pos + 1);
    let Some(first) = g.text.get(next) else { return false };
    // Of a number it is a part.
    let of_number = (sign == b'-' || sign == b'.' && next == state.pos + 1) && first.is_ascii_digit();
    let alone = next > state.pos + 1 || *first == b'"';
    alone && !of_number && value_at(g.text, next)
}

/// Returns whether a quote sticks to the bracket that closed the last value, where a comma or a closing bracket is due, as in
/// `("a", 1)", ("b", 2)`.
fn is_after_closer(g: &Context<'_>, state: &State, len: usize) -> bool {
    let next = token_at(g.text, near(g.text, state.pos + len)).kind;
    // After a digit it stands for inches, and after a blank a string goes on.
    let goes_on = |byte: u8| byte.is_ascii_digit() || matches!(byte, b' ' | b'\t');
    let is_inches = || state.joint.checked_sub(1).is_some_and(|at| goes_on(g.text[at]));
    // `"""` within a line is a quote in quotes.
    let is_empty = g.text[..state.pos].ends_with(b"\"\"");
    let comma = state.pos + len + usize::from(g.text.get(state.pos + len) == Some(&b','));
    if is_empty && !layout::ends_line(g.text, comma) {
        return false;
    }
    let is_closed = match g.text[..state.pos].last() {
        Some(b'}' | b']' | b')') => true,
        Some(b'"') => state.joint != NONE && state.text.clean && !is_inches(),
        _ => false,
    };
    let ends = matches!(next, TokenKind::Comma | TokenKind::Close(_) | TokenKind::End)
        || layout::ends_line(g.text, state.pos + len);
    state.pos == state.prev && is_closed && ends
}

/// `"a" + "b"`: one string.
#[cold]
fn join(g: &Context<'_>, state: State, token: Token) -> Option<State> {
    let after = near(g.text, state.pos + token.len);
    if state.joint == NONE || lexer::quote_at(g.text, after).is_none() {
        // A plus with nothing after it.
        return take(g, state, token, What::Drop(Code::StrayText));
    }
    let is_content = g.source.is_plus_in_quotes(state.joint);
    let cost = state.cost + if is_content { RatherContent.weight() } else { 0 };
    join_here(g, State { pos: after, cost, ..state })
}

/// The string that starts here goes on where the last one ended.
#[cold]
fn join_here(g: &Context<'_>, state: State) -> Option<State> {
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

/// Words that belong to nothing are dropped up to the next token.
fn drop_words(g: &Context<'_>, state: State) -> Option<State> {
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
