//! What stands after a token that may close a string: the evidence for and against.
//!
//! Looking ahead is bounded, and sees through whatever means nothing between tokens: white space in every dress, comments,
//! leaked tokens, and written-out line ends where the whole document is written with them.

use crate::core::repair::edit::Code;
use crate::core::repair::parser::evidence::names::{self, has_lost_colon, member_at, named_at};
use crate::core::repair::parser::evidence::rows;
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::cost;
use crate::core::repair::parser::model::state::{Kind, Role, State};
use crate::core::repair::parser::model::weights::Feature::TailTokens;
use crate::core::repair::parser::text::keys::{self, key_at};
use crate::core::repair::parser::text::lexer::{self, near, quote_at, token_at, value_at};
use crate::core::repair::parser::text::limits::LOOK_FAR;
use crate::core::repair::parser::text::tokens::{TokenKind, set};

/// What stands after a token that may close a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core::repair) enum Follow {
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
pub(in crate::core::repair) fn follow(g: &Context<'_>, state: &State, pos: usize) -> Follow {
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
    keys::is_plain_key(text, quote).then_some(Follow::Member)
}

/// The same for everything else.
fn any_follow(g: &Context<'_>, state: &State, pos: usize) -> Follow {
    let first = near(g.text, pos);
    let at = beyond(g, state, pos);
    let token = token_at(g.text, at);
    match token.kind {
        TokenKind::End => Follow::End,
        TokenKind::Colon | TokenKind::Equals => Follow::Colon,
        TokenKind::Plus if quote_at(g.text, near(g.text, at + 1)).is_some() => {
            if g.source.is_plus_in_quotes(pos - 1) { Follow::Other } else { Follow::Plus }
        }
        kind if kind.is_in(set::SEPARATORS) => follow_comma(g, state, at + token.len),
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
pub(in crate::core::repair) fn beyond(g: &Context<'_>, state: &State, pos: usize) -> usize {
    let window = &g.text[..g.text.len().min(pos + LOOK_FAR)];
    let mut at = near(window, pos);
    loop {
        let len = match window.get(at) {
            Some(b'/' | b'#') if at > pos => {
                lexer::comment_len(window, at).filter(|len| at + len < window.len())
            }
            Some(b'<') if quote_at(window, at).is_none() => lexer::leaked_len(window, at),
            Some(b'\\') if lexer::is_escaped_token(window, at) => Some(1),
            Some(b'\\')
                if state.writer.has(cost::ESCAPED_LINES) || state.writer.has_met(Code::EscapedSpace) =>
            {
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

fn follow_comma(g: &Context<'_>, state: &State, pos: usize) -> Follow {
    let item = state.text.role == Role::Item;
    let at = beyond_second(g, state, beyond(g, state, pos));
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
        Some(b'"') if !item && names::is_due_name(g, state, at + 1) => Follow::Member,
        Some(b'"') => Follow::Item,
        Some(b'/' | b'#') if !item && is_key_commented_out(g.text, at) => Follow::Member,
        _ => Follow::Comma,
    }
}

/// The next token after a separator or colon at `at` that is one too many: a key with its colon, or an item, comes after it.
fn beyond_second(g: &Context<'_>, state: &State, at: usize) -> usize {
    let token = token_at(g.text, at);
    if token.kind != TokenKind::Colon && !token.kind.is_in(set::SEPARATORS) {
        return at;
    }
    let next = beyond(g, state, at + token.len);
    let is_due = quote_at(g.text, next).is_some() && (state.text.role == Role::Item || key_at(g.text, next));
    if is_due { next } else { at }
}

/// Returns whether a comment begins here that lost the end of its line, and holds a key, as in `, // it's up "mode": 1}`. A
/// string of code rather has a written-out line end before it.
#[cold]
fn is_key_commented_out(text: &[u8], pos: usize) -> bool {
    let window = lexer::window(text, pos, LOOK_FAR);
    let is_line = lexer::comment_at(text, pos).is_some() && !window.starts_with(b"/*");
    let end = window.iter().position(|byte| matches!(byte, b'\n' | b'\\')).unwrap_or(window.len());
    is_line && memchr::memchr_iter(b'"', &window[..end]).any(|at| key_at(text, pos + at))
}

/// Returns what the brackets from here on are: `Closer`, if they close what is open, up to something sane.
fn follow_closer(g: &Context<'_>, state: &State, bracket: u8, pos: usize) -> Follow {
    let mut frame = g.frame(state);
    let (mut bracket, mut at) = (bracket, pos);
    for _ in 0..8 {
        if frame.depth == 0 || !frame.is_closed_by(bracket) {
            let is_row = pos == at && rows::is_row_before(g, &frame, at);
            return if is_row { Follow::Closer } else { follow_odd_closer(g, state, at) };
        }
        frame = g.parent(&frame);
        let next = beyond(g, state, at);
        let token = token_at(g.text, next);
        match token.kind {
            TokenKind::End => return Follow::Closer,
            TokenKind::Close(_) if frame.depth == 0 => return follow_surplus(g, state, next),
            TokenKind::Close(closer) => (bracket, at) = (closer, next + token.len),
            kind if kind.is_in(set::SEPARATORS) && frame.depth > 0 => {
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

/// Returns whether a container of this kind goes on at `pos`: with a member, or with an item, which has no key before it.
fn goes_on(g: &Context<'_>, state: &State, kind: Kind, pos: usize) -> bool {
    let is_member = named_at(g, state, pos) || has_lost_colon(g, state, pos);
    if kind.has_keys() { is_member } else { !is_member && value_at(g.text, pos) }
}

/// Brackets too many stand at the end, or before what may follow a document.
fn follow_surplus(g: &Context<'_>, state: &State, at: usize) -> Follow {
    let at = after_closers(g, state, at, 8, b"}])");
    if g.source.tail_cost(at) < TailTokens.weight() {
        Follow::Closer
    } else {
        follow_odd_closer(g, state, at)
    }
}

/// Returns `Early`, if the document goes on with a member after brackets that say otherwise.
fn follow_odd_closer(g: &Context<'_>, state: &State, at: usize) -> Follow {
    let at = after_closers(g, state, at, 7, b"}]");
    let token = token_at(g.text, at);
    let is_early = token.kind.is_in(set::SEPARATORS) && member_at(g, state, beyond(g, state, at + token.len));
    if is_early { Follow::Early } else { Follow::OddCloser }
}

/// After the closing brackets of these kinds, at most so many, and all that means nothing.
fn after_closers(g: &Context<'_>, state: &State, at: usize, most: usize, closers: &[u8]) -> usize {
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
