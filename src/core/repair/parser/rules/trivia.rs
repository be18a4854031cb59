//! What stands between tokens and means nothing: white space in whatever dress, comments, leaked tokens, written-out line
//! ends.

use crate::core::json::{is_space, skip_space};
use crate::core::repair::edit::{Code, whole_line};
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::cost;
use crate::core::repair::parser::model::state::{Expect, State};
use crate::core::repair::parser::model::weights::Feature::{EndsHere, InsideCode};
use crate::core::repair::parser::text::keys::key_at;
use crate::core::repair::parser::text::lexer::{self, near, value_at};
use crate::core::repair::parser::text::limits::{LOOK_FAR, TRIVIA_STEP};

/// Skips white space and whatever else stands between tokens and means nothing.
pub(in crate::core::repair) fn skip_trivia(g: &Context<'_>, state: &mut State) {
    let (begin, log) = (state.pos, g.store.logged());
    pass_trivia(g, state);
    // Many readings may pass the same. How long each piece is does not matter.
    let passed = begin + TRIVIA_STEP * (g.store.logged() - log);
    if passed > begin {
        g.charge(begin, state.pos.min(passed));
    }
}

fn pass_trivia(g: &Context<'_>, state: &mut State) {
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
        } else if byte == b'\\' && lexer::is_escaped_token(g.text, pos) {
            *state = g.replace(*state, pos, pos + 1, "", Code::MarkdownEscape);
            state.pos += 1;
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
fn comment_that_ends_early(g: &Context<'_>, state: State, pos: usize, len: usize) {
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
fn member_in_comment(g: &Context<'_>, state: &State, pos: usize, comment: &[u8]) -> Option<usize> {
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

/// Returns whether nothing that stands between tokens can begin with this byte.
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
