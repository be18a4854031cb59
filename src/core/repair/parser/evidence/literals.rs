//! Words, numbers and sums without quotes: where they end, and whether they stand alone.

use crate::core::json::{is_space, scan};
use crate::core::repair::edit::Code;
use crate::core::repair::notation::number;
use crate::core::repair::parser::evidence::layout;
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::text::lexer::{self, near, token_at};
use crate::core::repair::parser::text::limits::{LOOK, LOOK_FAR};
use crate::core::repair::parser::text::tokens::{TokenKind, set};

/// Words that mean a JSON literal, in the spelling of some language.
pub(in crate::core::repair) const WORDS: &[(&[u8], &str, Code)] = &[
    (b"true", "true", Code::WordCase),
    (b"false", "false", Code::WordCase),
    (b"null", "null", Code::WordCase),
    (b"True", "true", Code::PythonWord),
    (b"False", "false", Code::PythonWord),
    (b"None", "null", Code::PythonWord),
    (b"TRUE", "true", Code::WordCase),
    (b"FALSE", "false", Code::WordCase),
    (b"NULL", "null", Code::WordCase),
    (b"Null", "null", Code::WordCase),
    (b"nil", "null", Code::PythonWord),
    (b"undefined", "null", Code::Undefined),
    (b"NaN", "null", Code::NonFinite),
    (b"nan", "null", Code::NonFinite),
    (b"Infinity", "null", Code::NonFinite),
    (b"-Infinity", "null", Code::NonFinite),
    (b"+Infinity", "null", Code::NonFinite),
    (b"-NaN", "null", Code::NonFinite),
    (b"+NaN", "null", Code::NonFinite),
    (b"inf", "null", Code::NonFinite),
    (b"-inf", "null", Code::NonFinite),
];

/// So many literals without commas are evidence enough.
const LITERALS: usize = 8;

/// Returns whether the token at `pos` is a comma between digits.
pub(in crate::core::repair) fn is_grouped(g: &Context<'_>, pos: usize) -> bool {
    let is_digit = |at: usize| g.text.get(at).is_some_and(u8::is_ascii_digit);
    g.text.get(pos) == Some(&b',') && pos > 0 && is_digit(pos - 1) && is_digit(pos + 1)
}

/// Returns whether a value that ends here stands alone, with a separator or the end after it.
pub(in crate::core::repair) fn is_clean_end(g: &Context<'_>, end: usize) -> bool {
    let at = lexer::after_written_spaces(g.text, end).last().unwrap_or(end);
    let at = at + usize::from(lexer::is_escaped_token(g.text, at));
    match token_at(g.text, at).kind {
        kind if kind.is_in(set::ENDS) => true,
        TokenKind::Colon if at == end && layout::is_colon_too_many(g.text, at) => true,
        // What follows the cut-off document may stand on its line.
        _ if at > g.source.last_sign && at > end && g.source.is_sentence(at) => true,
        _ => g.text[end..at].contains(&b'\n') || lexer::comment_at(g.text, at).is_some(),
    }
}

/// How many numbers or literals follow, if they end well, so that commas are missing: as many as are looked through at most.
#[cold]
pub(in crate::core::repair) fn literals_after(g: &Context<'_>, mut end: usize) -> usize {
    let mut words = 0;
    while words < LITERALS && (words == 0 || !is_clean_end(g, end)) {
        let next = near(g.text, end);
        let rest = lexer::window(g.text, next, LOOK);
        let word = &rest[..word_len(rest)];
        let known = WORDS.iter().any(|(name, ..)| *name == word);
        if next == end || !known && scan::number_end(word, 0) != Ok(word.len()) {
            return 0;
        }
        end = next + word.len();
        words += 1;
    }
    words
}

/// Returns whether the parentheses that open here stand around numbers and names, with an operator after them, as in
/// `(2 + 4) / 2`. A value is not worked out: that is text.
pub(in crate::core::repair) fn is_sum(text: &[u8], pos: usize) -> bool {
    let rest = lexer::window(text, pos, LOOK_FAR);
    let mut depth = 0_usize;
    for (at, byte) in rest.iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => {
                let next = &rest[near(rest, at + 1)..];
                let is_operator = matches!(next.first(), Some(b'+' | b'-' | b'*' | b'/' | b'%' | b'^'));
                return is_operator && lexer::comment_at(next, 0).is_none();
            }
            b')' => depth -= 1,
            byte if byte.is_ascii_alphanumeric() || b" +-*/%^._".contains(byte) => {}
            _ => return false,
        }
    }
    false
}

/// Returns whether a word that means a JSON literal, or a number in whatever spelling, stands at `pos`.
pub(in crate::core) fn stands_at(text: &[u8], pos: usize) -> bool {
    let rest = &text[pos..];
    let word = &rest[..word_len(rest)];
    rest.starts_with(b"dict(")
        || !word.is_empty() && (WORDS.iter().any(|(name, ..)| *name == word) || is_number(word))
}

/// Returns whether a word is a number in whatever spelling.
fn is_number(word: &[u8]) -> bool {
    scan::number_end(word, 0) == Ok(word.len()) || number::respell(word).is_some()
}

/// Returns whether a word is one that JSON or JSON5 has, which nothing divides.
fn is_indivisible(word: &[u8]) -> bool {
    matches!(word, b"true" | b"false" | b"null" | b"Infinity" | b"NaN")
}

/// The length of the letters at `pos` that may be a string prefix of Python; 3 is one too many.
pub(in crate::core::repair) fn prefix_len(text: &[u8], pos: usize) -> usize {
    text[pos..].iter().take(3).take_while(|b| b"rRbBuUfF".contains(b)).count()
}

/// The length of the word or number that begins here, up to white space or a token in whatever dress.
pub(in crate::core::repair) fn word_len(rest: &[u8]) -> usize {
    let mut slashed = false;
    let mut ends = |at: usize| match rest[at] {
        // What most words are made of.
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-' => false,
        b'\\' => lexer::is_written_space(rest, at) || lexer::is_escaped_token(rest, at),
        b':' => layout::is_colon_too_many(rest, at),
        b'/' => match rest.get(at + 1) {
            Some(b'*') => true,
            // `1//2` is a division and `http://` an address; `1//each` is a number with a comment after it, and what is
            // `true` cannot be divided.
            Some(b'/') => {
                let divides = || rest.get(at + 2).is_none_or(u8::is_ascii_digit);
                !std::mem::replace(&mut slashed, true)
                    && (is_indivisible(&rest[..at]) || !divides() && is_number(&rest[..at]))
            }
            _ => false,
        },
        0xe2.. if !matches!(token_at(rest, at).kind, TokenKind::Other) => true,
        byte => ends_word(byte) || lexer::odd_space_len(rest, at) > 0,
    };
    (0..rest.len()).find(|at| ends(*at)).unwrap_or(rest.len())
}

/// Bytes that end a word or number.
fn ends_word(byte: u8) -> bool {
    is_space(byte)
        || matches!(byte, b',' | b'}' | b']' | b')' | b'"' | b'{' | b'[' | b'(' | b';' | b'<' | b'`')
}
