//! What stands between tokens and means nothing: white space in whatever dress, comments, leaked tokens, written-out line ends.

use super::choose::Search;
use super::cost;
use super::lexer::{self, Sign, key_at, near, token_at, value_at};
use super::state::{Expect, State};
use super::weights::Feature::{EndsHere, InsideCode, RatherContent, SkippedToken, TailBrackets};
use crate::core::edit::Code;
use crate::core::json::{is_space, skip_space};
use crate::core::notation;

/// Bytes of a comment that are looked at.
const COMMENT: usize = 64 * lexer::LOOK;

impl Search<'_> {
    /// Skips white space and whatever else stands between tokens and means nothing.
    pub(super) fn skip_trivia(&mut self, state: &mut State) {
        loop {
            let pos = state.pos;
            let rest = &self.text[pos..];
            let Some(&byte) = rest.first() else { return };
            if is_plain_sign(byte) {
                return;
            }
            if is_space(byte) {
                state.pos = skip_space(self.text, pos);
                continue;
            }
            // After a colon `# Release notes` and `//host/share` are values that lost their quotes: see `value`.
            let after_colon = state.expect == Expect::Value && state.frame != 0;
            let odd = lexer::odd_space_len(self.text, pos);
            if odd > 0 {
                *state = self.replace(*state, pos, pos + odd, " ", Code::OddSpace);
                state.pos += odd;
            } else if byte == b'/' && (!after_colon || rest.starts_with(b"/*"))
                || byte == b'#' && !after_colon
            {
                let Some(len) = self.comment_len(pos) else { return };
                self.comment_that_ends_early(*state, pos, len);
                *state = self.replace(*state, pos, pos + len, "", Code::Comment);
                state.cost += self.comment_cost(pos, len);
                state.pos += len;
            } else if byte == b'\\' && matches!(rest.get(1), Some(b'n' | b'r' | b't' | b'\n')) {
                // Behind quotes that nobody escaped, we are rather still inside of such a string.
                let is_odd = state.habits & (cost::QUOTES | cost::ESCAPED_LINES) == cost::QUOTES;
                *state = self.replace(*state, pos, pos + 2, " ", Code::EscapedSpace);
                state.cost += if is_odd { InsideCode.weight() } else { 0 };
                let frame = self.frame(state);
                if frame.depth == 1
                    && frame.items == 0
                    && matches!(state.expect, Expect::Name | Expect::First)
                {
                    state.habits |= cost::ESCAPED_LINES;
                }
                state.pos += 2;
            } else if byte == b'<'
                && let Some(len) = lexer::leaked_len(self.text, pos)
            {
                if lexer::quote_at(self.text, pos).is_some() {
                    return;
                }
                *state = self.replace(*state, pos, pos + len, "", Code::LeakedToken);
                state.pos += len;
            } else {
                return;
            }
        }
    }

    /// The length of the comment that starts at `pos`. Many comments may share one long line, whose end is found once.
    pub(super) fn comment_len(&self, pos: usize) -> Option<usize> {
        let comment = lexer::comment_at(self.text, pos)?;
        let known = &self.comment_ends[usize::from(comment == lexer::Comment::Block)];
        let (from, end) = known.get();
        // The `*/` that ended the other must stand after this `/*`.
        if pos < from || pos + 4 > end {
            known.set((pos, lexer::comment_end(self.text, pos, comment)));
        }
        Some(known.get().1 - pos)
    }

    /// How much a comment looks like part of a string instead: it holds quotes or written-out line ends, or what
    /// should close the document.
    pub(super) fn comment_cost(&self, pos: usize, len: usize) -> u32 {
        let comment = lexer::window(&self.text[..pos + len], pos, COMMENT);
        let is_glued = notation::comment_is_content(self.text, pos..pos + comment.len());
        let glued = if is_glued { RatherContent.weight() } else { 0 };
        let has_escape = || memchr::memmem::find(comment, b"\\n").is_some();
        // Code in a string has comments, and the string ends behind them.
        let quote = if lexer::sign_before(self.text, pos) == Some(b'\'') { b'\'' } else { b'"' };
        let end = self.text[pos..pos + len].trim_ascii_end();
        let ends = || end.strip_suffix(b",").unwrap_or(end).ends_with(&[quote]);
        // Apostrophes need not make pairs.
        let is_unpaired = || match memchr::memchr_iter(quote, comment).count() {
            1 => true,
            count => quote == b'"' && count % 2 == 1,
        };
        let is_rest = ends() && (has_escape() || is_unpaired());
        // Where the structure goes on behind it, it was a comment whatever else it holds.
        let next = near(self.text, pos + len);
        let sane = key_at(self.text, next)
            || matches!(token_at(self.text, next).sign, Sign::Close(_) | Sign::Open(_));
        if sane && self.text[pos + len..next].contains(&b'\n') && !is_rest {
            return glued;
        }
        let quotes = comment.iter().filter(|b| **b == quote).take(8).count() as u32;
        let closers = !comment.starts_with(b"/*") && pos + len > self.last_sign && pos < self.last_sign;
        let each = SkippedToken.weight() << u32::from(is_rest);
        // What goes with the rest of the document costs as much as to read it would: else a long one ends in a comment.
        let rest = if closers { TailBrackets.weight() + self.skipped(pos) } else { 0 };
        let lines = if is_rest || has_escape() { RatherContent.weight() } else { 0 };
        glued + each * quotes + lines + rest
    }

    /// A line comment that takes the rest of the document with it: the text lost its line ends, as logs and NDJSON do. The
    /// comment ends before the first key (or, in an array, before the first comma with a value) after its first word, or
    /// before the bracket that closes what was open before it. `[1, // one, 2]`
    #[cold]
    fn comment_that_ends_early(&mut self, state: State, pos: usize, len: usize) {
        let comment = &self.text[pos..pos + len];
        if comment.starts_with(b"/*") || pos + len <= self.last_sign {
            return;
        }
        let window = &comment[..len.min(lexer::LOOK * 4)];
        let member = self.member_in_comment(&state, pos, window).map(|at| (at, 0));
        let closer = closer_in_comment(window).map(|at| (at, EndsHere.weight()));
        for (at, cost) in member.into_iter().chain(closer) {
            let kept = window[..at].trim_ascii_end().len();
            let early = self.replace(state, pos, pos + kept, "", Code::Comment);
            let cost = early.cost + cost + self.comment_cost(pos, kept);
            self.push(&State { pos: pos + kept, cost, ..early });
        }
    }

    /// Where the first member after the words of a comment begins: at its comma where one is due, else at the member itself.
    /// A member right at the beginning is commented out.
    fn member_in_comment(&self, state: &State, pos: usize, comment: &[u8]) -> Option<usize> {
        let begin = comment.iter().position(|byte| !matches!(byte, b'/' | b'#') && !is_space(*byte))?;
        let in_object = self.frame(state).kind.has_names();
        let member = |at: usize| {
            let next = pos + at;
            if in_object {
                lexer::quote_at(self.text, next).is_some() && key_at(self.text, next)
            } else {
                value_at(self.text, next)
            }
        };
        let is_start = |byte: u8| if in_object { matches!(byte, b'"' | b'\'') } else { byte == b',' };
        if member(begin) {
            return None;
        }
        (begin..comment.len()).filter(|at| is_start(comment[*at])).find_map(|at| {
            let value = if in_object { at } else { near(comment, at + 1) };
            if value <= begin || !member(value) {
                return None;
            }
            let comma = comment[..value].trim_ascii_end().strip_suffix(b",").map(<[u8]>::len);
            Some(comma.filter(|_| state.expect == Expect::After).unwrap_or(value))
        })
    }
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
