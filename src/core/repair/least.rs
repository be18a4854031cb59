//! What going on costs at least, told from a few bytes ahead.
//!
//! A reading that has just taken a cheap but unlikely turn ranks before better ones until it has paid for it, a few steps
//! further on. Where those steps can be foretold, it ranks as if it had paid already (`State::ahead`). Too small a number
//! costs time, too large a one could let a worse reading win: whatever is not plain here counts nothing.

use super::choose::Search;
use super::cost;
use super::fix::Code;
use super::follow::Follow;
use super::lexer::{self, LOOK, Sign, is_name_byte, near, token_at};
use super::state::{Expect, State};

/// Written-out line ends that are looked through.
const ESCAPES: usize = 4;

impl Search<'_> {
    /// What the steps behind a string that was closed cost at least.
    pub(super) fn least_behind(&self, closed: &State, follow: Follow) -> u8 {
        let unlikely = matches!(follow, Follow::Other | Follow::Comma | Follow::Item | Follow::Escape);
        match closed.expect {
            _ if !unlikely || closed.frame == 0 => 0,
            Expect::After => self.foretold(|| self.least_after(closed)),
            Expect::Colon if follow == Follow::Other => self.foretold(|| self.least_of_colon(closed)),
            _ => 0,
        }
    }

    /// What going on costs at least, unless nothing is to be foretold.
    fn foretold(&self, least: impl FnOnce() -> u32) -> u8 {
        if self.blind { 0 } else { least() as u8 }
    }

    /// Where a comma or the end is due: words want a comma, and a comma wants a name.
    fn least_after(&self, closed: &State) -> u32 {
        let (at, escapes) = self.behind_escapes(closed, closed.pos);
        let frame = self.frame(closed);
        escapes
            + match self.text.get(at) {
                Some(b',') if frame.kind.has_names() => self.least_of_next(closed, at + 1),
                Some(byte) if begins_words(*byte) => {
                    let line = self.text[closed.pos..at].contains(&b'\n');
                    cost::missing_comma(line, closed.habits, closed.slips)
                }
                _ => 0,
            }
    }

    /// Behind a name: words want a colon, or another sign stands for it.
    fn least_of_colon(&self, closed: &State) -> u32 {
        let at = near(self.text, closed.pos);
        let word = self.text.get(at).is_some_and(|byte| begins_words(*byte));
        let line = self.text[closed.pos..at].contains(&b'\n');
        if word && !line { MISTYPED } else { 0 }
    }

    /// Behind white space, and behind line ends that are written out: where that is, and what they cost.
    fn behind_escapes(&self, state: &State, pos: usize) -> (usize, u32) {
        // Where all line ends are written out, they cost nothing.
        let most = if state.habits & cost::ESCAPED_LINES == 0 { ESCAPES } else { 0 };
        let signs = lexer::behind_written_spaces(self.text, pos).take(most + 1);
        let (passed, at) = signs.enumerate().last().unwrap_or((0, pos));
        (at, passed as u32 * cost::of(Code::EscapedSpace))
    }

    /// Behind a comma in an object: a name is due, and its colon.
    fn least_of_next(&self, closed: &State, pos: usize) -> u32 {
        let (at, escapes) = self.behind_escapes(closed, pos);
        if self.may_begin_anew(closed, at) {
            return 0;
        }
        escapes
            + match self.text.get(at) {
                Some(b'"') if closed.habits & cost::SEPARATORS == 0 => self.least_of_quoted_name(at),
                Some(byte) if byte.is_ascii() && is_name_byte(*byte) => self.least_of_bare_name(closed, at),
                Some(b'{' | b'[' | b'(') => cost::given(Code::MissingCloser, closed.habits, closed.slips),
                _ => 0,
            }
    }

    /// A name in quotes whose colon is not in sight.
    fn least_of_quoted_name(&self, pos: usize) -> u32 {
        let name = lexer::window(self.text, pos + 1, LOOK);
        let len = name.iter().position(|byte| matches!(byte, b'"' | b'\\' | b'\n' | b'{' | b':'));
        match len {
            Some(len) if len > 0 && name[len] == b'"' && self.lacks_colon(pos + 1 + len + 1, true) => {
                MISTYPED
            }
            _ => 0,
        }
    }

    /// A name without quotes whose colon is not in sight; several words may be one.
    fn least_of_bare_name(&self, state: &State, pos: usize) -> u32 {
        let rest = lexer::window(self.text, pos, LOOK);
        let len = lexer::name_len(rest);
        if len == rest.len() || !self.lacks_colon(pos + len, false) {
            return 0;
        }
        match rest.iter().find(|byte| ends_name(**byte)) {
            Some(b':') => cost::BARE_WORDS,
            _ => cost::given(Code::MissingColon, state.habits, state.slips),
        }
    }

    /// Behind a name, is there plainly no sign that stands for a colon, nor one that means nothing?
    fn lacks_colon(&self, end: usize, quoted: bool) -> bool {
        let at = near(self.text, end);
        let odd = self.text.get(at).is_none_or(|byte| !byte.is_ascii() || b"/#\\<".contains(byte));
        let named = match token_at(self.text, at).sign {
            Sign::Colon | Sign::Equals => true,
            Sign::Plus => quoted,
            Sign::Quote(_) => !quoted,
            _ => false,
        };
        !odd && !named && !self.text[end..at].contains(&b'\n')
    }

    /// What it costs at least to read the words at `pos` as a name without quotes, behind a comma that was added.
    pub(super) fn least_of_words(&self, state: &State, pos: usize) -> u8 {
        let rest = lexer::window(self.text, pos, LOOK);
        self.foretold(|| match rest.iter().find(|byte| ends_name(**byte)) {
            Some(b':') => cost::BARE_WORDS,
            Some(b',' | b'"' | b'{' | b'}') => cost::given(Code::MissingColon, state.habits, state.slips),
            _ => 0,
        })
    }
}

/// Another sign stands for a colon.
const MISTYPED: u32 = cost::of(Code::WrongSeparator) + cost::MISTYPED_COLON;

/// Where a name of several words ends, at the latest.
fn ends_name(byte: u8) -> bool {
    matches!(byte, b':' | b'\n' | b',' | b'"' | b'{' | b'}' | b'=')
}

/// Can neither a comma nor a colon nor a bracket that closes be meant?
fn begins_words(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_(!?%&*>~^$@|".contains(&byte)
}
