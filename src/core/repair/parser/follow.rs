//! What stands after a token that may close a string: the evidence for and against. And the trivia between tokens, which a
//! reading passes.
//!
//! Looking ahead is bounded, and sees through whatever means nothing between tokens: white space in every dress, comments,
//! leaked tokens, and written-out line ends where the whole document is written with them.

use super::cost;
use super::cost::Feature::{EndsHere, InsideCode, TailTokens};
use super::keys::{self, key_at};
use super::lexer::{self, TokenKind, near, quote_at, token_at, value_at};
use super::limits::{LOOK, LOOK_FAR, TRIVIA_STEP};
use super::state::{Expect, Kind, Role, State};
use super::{Grammar, brackets, quotes};
use crate::core::json::{is_space, skip_space};
use crate::core::repair::edit::{Code, whole_line};

/// What stands after a token that may close a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Follow {
    End,
    /// A comma, a key and its colon.
    Member,
    /// A comma and something that can be a value.
    Item,
    /// A comma, and then something else, or a closing bracket.
    Comma,
    /// A closing bracket that fits, and a sane token after it.
    Closer,
    /// Closing brackets that do not fit or close the document, and then a member all the same.
    Early,
    /// A closing bracket that does not fit, or has odd text after it.
    OddCloser,
    Colon,
    /// A key and its colon, without a comma.
    Name,
    Plus,
    /// A written-out `\n`: we are most likely still inside the string.
    Escape,
    /// A value, after white space.
    Value,
    /// Another quote.
    Quote,
    Fence,
    Other,
}

/// What stands after `pos`, as seen from inside this string.
#[inline]
pub(super) fn follow(g: &Grammar<'_>, state: &State, pos: usize) -> Follow {
    plain_follow(g.text, pos, state.text.role == Role::Item).unwrap_or_else(|| any_follow(g, state, pos))
}

/// `, "key":` after a value and `, "` after an item: what most strings have after them, said without a closer look.
#[inline]
fn plain_follow(text: &[u8], pos: usize, is_item: bool) -> Option<Follow> {
    if text.get(pos) != Some(&b',') {
        return None;
    }
    let quote = near(text, pos + 1);
    if text.get(quote) != Some(&b'"') {
        return None;
    }
    if is_item {
        return Some(Follow::Item);
    }
    let name = text.get(quote + 1..text.len().min(quote + LOOK))?;
    let len = name.iter().take_while(|byte| keys::is_word(**byte)).count();
    let is_key = len > 0
        && matches!(name.get(len..), Some([b'"', b':', next, ..]) if !matches!(next, b'/' | b'\\' | b':'));
    is_key.then_some(Follow::Member)
}

/// The same for everything else.
fn any_follow(g: &Grammar<'_>, state: &State, pos: usize) -> Follow {
    let first = near(g.text, pos);
    let at = beyond(g, state, pos);
    let token = token_at(g.text, at);
    match token.kind {
        TokenKind::End => Follow::End,
        TokenKind::Colon | TokenKind::Equals => Follow::Colon,
        TokenKind::Plus if quote_at(g.text, near(g.text, at + 1)).is_some() => {
            if g.source.is_plus_in_quotes(pos - 1) { Follow::Other } else { Follow::Plus }
        }
        TokenKind::Comma | TokenKind::Semicolon => follow_comma(g, state, at + token.len),
        TokenKind::Close(bracket) => follow_closer(g, state, bracket, at + token.len),
        TokenKind::Fence => Follow::Fence,
        TokenKind::Other if lexer::is_written_space(g.text, at) => Follow::Escape,
        TokenKind::Quote(_) if at == pos => Follow::Quote,
        _ if at > pos && member_at(g, state, at) => Follow::Name,
        _ if first > pos && lexer::comment_at(g.text, first).is_some() => Follow::Comma,
        _ if at > pos && value_at(g.text, at) => Follow::Value,
        _ => Follow::Other,
    }
}

/// The next token after `pos`, past all that means nothing between tokens; a bounded stretch.
pub(super) fn beyond(g: &Grammar<'_>, state: &State, pos: usize) -> usize {
    let window = &g.text[..g.text.len().min(pos + LOOK_FAR)];
    let mut at = near(window, pos);
    loop {
        let len = match window.get(at) {
            Some(b'/' | b'#') if at > pos => {
                lexer::comment_len(window, at).filter(|len| at + len < window.len())
            }
            Some(b'<') if quote_at(window, at).is_none() => lexer::leaked_len(window, at),
            Some(b'\\') if state.writer.has(cost::ESCAPED_LINES) => {
                lexer::is_written_space(window, at).then_some(2)
            }
            Some(_) => Some(lexer::odd_space_len(window, at)),
            None => None,
        };
        match len {
            None | Some(0) => return at,
            Some(len) => at = near(window, at + len),
        }
    }
}

/// Does a key with its colon stand at `pos`, as this document writes them?
pub(super) fn named_at(g: &Grammar<'_>, state: &State, pos: usize) -> bool {
    key_at(g.text, pos) || state.writer.has(cost::EQUALS) && keys::key_with_equals_at(g.text, pos)
}

/// The same, where code in a string has keys, too.
fn member_at(g: &Grammar<'_>, state: &State, pos: usize) -> bool {
    named_at(g, state, pos) && is_usual_name(g, state, pos) || has_lost_colon(g, state, pos)
}

/// Does a key without its colon stand at `pos`, in a document that has one already?
fn has_lost_colon(g: &Grammar<'_>, state: &State, pos: usize) -> bool {
    state.writer.has_met(Code::MissingColon) && keys::key_without_colon_at(g.text, pos)
}

/// Is a key at `pos` written as those of this object are, or of the document? Code in a string has keys without quotes.
pub(super) fn is_usual_name(g: &Grammar<'_>, state: &State, pos: usize) -> bool {
    let first = match g.frame(state).keys.first {
        (0, _) => brackets::root_name_start(g, state),
        (first, _) => first,
    };
    let quoted = first > 0 && quote_at(g.text, first - 1).is_some();
    if !quoted || quote_at(g.text, pos).is_some() {
        return true;
    }
    // `name": 1` lost its opening quote.
    let window = &g.text[pos..g.text.len().min(pos + LOOK)];
    quote_at(window, keys::key_len(window)).is_some()
}

fn follow_comma(g: &Grammar<'_>, state: &State, pos: usize) -> Follow {
    let at = beyond(g, state, pos);
    let item = state.text.role == Role::Item;
    if !item && member_at(g, state, at) {
        return Follow::Member;
    }
    if item && (value_at(g.text, at) || matches!(g.text.get(at), Some(b']'))) {
        return Follow::Item;
    }
    match g.text.get(at) {
        // `; }` ends a block of code, too.
        Some(b'}') if !item && g.text[pos - 1] == b';' => follow_closer(g, state, b'}', at + 1),
        Some(b'}') if !item => Follow::Closer,
        Some(b'"') if !item && quotes::is_due_name(g, state, at + 1) => Follow::Member,
        Some(b'"') => Follow::Item,
        Some(b'/' | b'#') if !item && is_key_commented_out(g.text, at) => Follow::Member,
        _ => Follow::Comma,
    }
}

/// `, // it's up "mode": 1}`: does a comment begin here that lost the end of its line, and holds a key? A string of code rather
/// has a written-out line end before it.
#[cold]
fn is_key_commented_out(text: &[u8], pos: usize) -> bool {
    let window = lexer::window(text, pos, LOOK_FAR);
    let is_line = lexer::comment_at(text, pos).is_some() && !window.starts_with(b"/*");
    let end = window.iter().position(|byte| matches!(byte, b'\n' | b'\\')).unwrap_or(window.len());
    is_line && memchr::memchr_iter(b'"', &window[..end]).any(|at| key_at(text, pos + at))
}

/// Do the brackets from here on close what is open, up to something sane?
fn follow_closer(g: &Grammar<'_>, state: &State, bracket: u8, pos: usize) -> Follow {
    let mut frame = g.frame(state);
    let (mut bracket, mut at) = (bracket, pos);
    for _ in 0..8 {
        if frame.depth == 0 || !frame.is_closed_by(bracket) {
            let is_row = pos == at && brackets::is_row_before(g, &frame, at);
            return if is_row { Follow::Closer } else { follow_odd_closer(g, state, at) };
        }
        frame = g.parent(&frame);
        let next = beyond(g, state, at);
        let token = token_at(g.text, next);
        match token.kind {
            TokenKind::End => return Follow::Closer,
            TokenKind::Close(_) if frame.depth == 0 => return follow_surplus(g, state, next),
            TokenKind::Close(closer) => (bracket, at) = (closer, next + token.len),
            TokenKind::Comma | TokenKind::Semicolon if frame.depth > 0 => {
                let item = beyond(g, state, next + token.len);
                let is_row = || lexer::opener_of(bracket) == g.text.get(item).copied();
                let sane = goes_on(g, state, frame.kind, item) || frame.kind.has_keys() && is_row();
                return if sane { Follow::Closer } else { Follow::OddCloser };
            }
            _ if frame.depth == 0 && g.source.tail_cost(at) < TailTokens.weight() => return Follow::Closer,
            // Where commas are missing, one may be missing here.
            _ if next > at
                && state.writer.has_met(Code::MissingComma)
                && goes_on(g, state, frame.kind, next) =>
            {
                return Follow::Closer;
            }
            _ => return follow_odd_closer(g, state, at),
        }
    }
    Follow::Closer
}

/// Does a container of this kind go on at `pos`: with a member, or with an item, which has no key before it?
fn goes_on(g: &Grammar<'_>, state: &State, kind: Kind, pos: usize) -> bool {
    let is_member = named_at(g, state, pos) || has_lost_colon(g, state, pos);
    if kind.has_keys() { is_member } else { !is_member && value_at(g.text, pos) }
}

/// Brackets too many stand at the end, or before what may follow a document.
fn follow_surplus(g: &Grammar<'_>, state: &State, at: usize) -> Follow {
    let at = after_closers(g, state, at, 8, b"}])");
    if g.source.tail_cost(at) < TailTokens.weight() {
        Follow::Closer
    } else {
        follow_odd_closer(g, state, at)
    }
}

/// Does the document go on with a member after brackets that say otherwise?
fn follow_odd_closer(g: &Grammar<'_>, state: &State, at: usize) -> Follow {
    let at = after_closers(g, state, at, 7, b"}]");
    let token = token_at(g.text, at);
    let is_early = matches!(token.kind, TokenKind::Comma | TokenKind::Semicolon)
        && member_at(g, state, beyond(g, state, at + token.len));
    if is_early { Follow::Early } else { Follow::OddCloser }
}

/// After the closing brackets of these kinds, at most so many, and all that means nothing.
fn after_closers(g: &Grammar<'_>, state: &State, at: usize, most: usize, closers: &[u8]) -> usize {
    let mut at = beyond(g, state, at);
    for _ in 0..most {
        let token = token_at(g.text, at);
        match token.kind {
            TokenKind::Close(closer) if closers.contains(&closer) => at = beyond(g, state, at + token.len),
            _ => break,
        }
    }
    at
}

// What stands between tokens and means nothing: white space in whatever dress, comments, leaked tokens, written-out line ends.

/// Skips white space and whatever else stands between tokens and means nothing.
pub(super) fn skip_trivia(g: &Grammar<'_>, state: &mut State) {
    let (begin, log) = (state.pos, g.store.logged());
    pass_trivia(g, state);
    // Many readings may pass the same. How long each piece is does not matter.
    let passed = begin + TRIVIA_STEP * (g.store.logged() - log);
    if passed > begin {
        g.charge(begin, state.pos.min(passed));
    }
}

fn pass_trivia(g: &Grammar<'_>, state: &mut State) {
    loop {
        let pos = state.pos;
        let rest = &g.text[pos..];
        let Some(&byte) = rest.first() else { return };
        if is_plain_sign(byte) {
            return;
        }
        if is_space(byte) {
            state.pos = skip_space(g.text, pos);
            continue;
        }
        // After a colon `# Release notes` and `//host/share` are values that lost their quotes: see `value`.
        let after_colon = state.expect == Expect::Value && state.frame != 0;
        let odd = lexer::odd_space_len(g.text, pos);
        if odd > 0 {
            *state = g.replace(*state, pos, pos + odd, " ", Code::OddSpace);
            state.pos += odd;
        } else if byte == b'/' && (!after_colon || rest.starts_with(b"/*")) || byte == b'#' && !after_colon {
            let Some(len) = g.source.comment_len(pos) else { return };
            comment_that_ends_early(g, *state, pos, len);
            let dropped = whole_line(g.text, state.prev, pos, pos + len);
            *state = g.replace(*state, dropped.start, dropped.end, "", Code::Comment);
            state.cost += g.source.comment_cost(pos, len);
            state.pos = dropped.end;
        } else if byte == b'\\' && matches!(rest.get(1), Some(b'n' | b'r' | b't' | b'\n')) {
            // After quotes that were not escaped, the text is rather still inside of such a string.
            let is_odd = state.writer.has(cost::QUOTES) && !state.writer.has(cost::ESCAPED_LINES);
            *state = g.replace(*state, pos, pos + 2, " ", Code::EscapedSpace);
            state.cost += if is_odd { InsideCode.weight() } else { 0 };
            let frame = g.frame(state);
            if frame.depth == 1 && frame.items == 0 && matches!(state.expect, Expect::Key | Expect::First) {
                state.writer.habits |= cost::ESCAPED_LINES;
            }
            state.pos += 2;
        } else if byte == b'<'
            && let Some(len) = lexer::leaked_len(g.text, pos)
        {
            if lexer::quote_at(g.text, pos).is_some() {
                return;
            }
            *state = g.replace(*state, pos, pos + len, "", Code::LeakedToken);
            state.pos += len;
        } else {
            return;
        }
    }
}

/// A line comment that takes the rest of the document with it: the text lost its line ends, as logs and NDJSON do. The
/// comment ends before the first key (or, in an array, before the first comma with a value) after its first word, or
/// before the bracket that closes what was open before it. `[1, // one, 2]`
#[cold]
fn comment_that_ends_early(g: &Grammar<'_>, state: State, pos: usize, len: usize) {
    let comment = &g.text[pos..pos + len];
    if comment.starts_with(b"/*") || pos + len <= g.source.last_sign {
        return;
    }
    let window = &comment[..len.min(LOOK_FAR)];
    let member = member_in_comment(g, &state, pos, window).map(|at| (at, 0));
    let closer = closer_in_comment(window).map(|at| (at, EndsHere.weight()));
    for (at, cost) in member.into_iter().chain(closer) {
        let kept = window[..at].trim_ascii_end().len();
        let early = g.replace(state, pos, pos + kept, "", Code::Comment);
        let cost = early.cost + cost + g.source.comment_cost(pos, kept);
        g.push(&State { pos: pos + kept, cost, ..early });
    }
}

/// Where the first member after the words of a comment begins: at its comma where one is due, else at the member itself.
/// A member right at the beginning is commented out.
fn member_in_comment(g: &Grammar<'_>, state: &State, pos: usize, comment: &[u8]) -> Option<usize> {
    let begin = comment.iter().position(|byte| !matches!(byte, b'/' | b'#') && !is_space(*byte))?;
    let in_object = g.frame(state).kind.has_keys();
    let member = |at: usize| {
        let next = pos + at;
        if in_object {
            lexer::quote_at(g.text, next).is_some() && key_at(g.text, next)
        } else {
            value_at(g.text, next)
        }
    };
    let is_start = |byte: u8| if in_object { matches!(byte, b'"' | b'\'') } else { byte == b',' };
    if member(begin) {
        return None;
    }
    // An apostrophe in a word begins no key.
    let is_in_word = |at: usize| in_object && comment[at - 1].is_ascii_alphanumeric();
    (begin + 1..comment.len()).filter(|at| is_start(comment[*at]) && !is_in_word(*at)).find_map(|at| {
        let value = if in_object { at } else { near(comment, at + 1) };
        if value <= begin || !member(value) {
            return None;
        }
        let comma = comment[..value].trim_ascii_end().strip_suffix(b",").map(<[u8]>::len);
        Some(comma.filter(|_| state.expect == Expect::After).unwrap_or(value))
    })
}

/// Can nothing that stands between tokens begin with this byte?
fn is_plain_sign(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b',' | b':' | b'{' | b'}' | b'[' | b']' | b'(' | b')' | b'-')
        || byte.is_ascii_alphanumeric()
}

/// Where the first bracket stands that closes more than the comment itself opened.
fn closer_in_comment(comment: &[u8]) -> Option<usize> {
    let mut open = 0_usize;
    for (at, byte) in comment.iter().enumerate() {
        match byte {
            b'{' | b'[' => open += 1,
            b'}' | b']' if open == 0 => return Some(at),
            b'}' | b']' => open -= 1,
            _ => {}
        }
    }
    None
}
