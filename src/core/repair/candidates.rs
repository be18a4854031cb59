//! Where a document may begin: which brackets of a text are worth a try.

use super::extract::Extractor;
use super::wrappers::{ends_in_json_fence, is_fence, is_label};
use crate::core::json::scan_value;
use crate::core::parser::keys::key_at;
use crate::core::parser::lexer::{self, Quote, TokenKind, near, token_at, value_at};

/// Bytes in the brackets of a line's head, and after them that are looked at.
const HEAD: usize = 64;
pub(super) const LINE: usize = 512;

impl Extractor<'_> {
    /// The next offset where a document may begin.
    pub(super) fn next_candidate(&self, pos: usize) -> Option<usize> {
        if pos == 0 {
            let first = self.first_sign;
            let token = token_at(self.bytes, first);
            // A code span, not a string.
            let inner = near(self.bytes, first + token.len);
            let span = token.kind == TokenKind::Quote(Quote::Backtick)
                && matches!(token_at(self.bytes, inner).kind, TokenKind::Open(_));
            let kind = if span { TokenKind::Other } else { token.kind };
            if matches!(kind, TokenKind::Open(_) | TokenKind::Paren | TokenKind::Quote(_))
                || crate::core::parser::literal::stands_at(self.bytes, first)
            {
                return Some(first);
            }
        }
        // `<answer>"a": 1, "b": 2}</answer>`: the document lost its first bracket.
        let is_key = |at: usize| self.bytes.get(at) == Some(&b'"') && key_at(self.bytes, at);
        if pos <= self.content && is_key(self.content) {
            return Some(self.content);
        }
        let mut from = pos;
        loop {
            let at = from + memchr::memchr3(b'{', b'[', 0xef, &self.bytes[from..])?;
            // `ESC [` begins an escape sequence of a terminal, not a list.
            let is_escape = at > 0 && self.bytes[at - 1] == 0x1b;
            if !is_escape && matches!(token_at(self.bytes, at).kind, TokenKind::Open(_)) {
                return Some(at);
            }
            from = at + 1;
        }
    }

    /// Is there nothing of weight before this offset: white space, a fence, a label?
    pub(super) fn is_at_start(&self, at: usize) -> bool {
        if self.is_marker(at) {
            return false;
        }
        let before = self.text[self.first_char.min(at)..at].trim_end();
        at == self.first_sign
            || at == self.content
            || (before.len() < 64 && (is_fence(before) || is_label(before)))
            || ends_in_json_fence(before)
    }

    /// `[TOOL_CALLS]name…`: a word in brackets with text after it is a marker, not an array.
    fn is_marker(&self, at: usize) -> bool {
        let rest = &self.bytes[at..];
        let len = rest.iter().skip(1).take_while(|b| b.is_ascii_uppercase() || **b == b'_').count();
        len > 2
            && rest[0] == b'['
            && rest.get(len + 1) == Some(&b']')
            && rest.get(len + 2).is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'{' | b'[' | b' '))
    }

    /// `[12:00:01] DEBUG {…}`, `[Assistant]: {…}`, `data: [DONE]`: words in brackets, with more on the line, are the head of
    /// a line, not an array.
    pub(super) fn is_head_of_line(&self, at: usize) -> bool {
        let rest = &self.bytes[at..];
        let is_of_head = |byte: &u8| byte.is_ascii_alphanumeric() || b" .:-_/+|#@".contains(byte);
        let len = rest.iter().skip(1).take(HEAD).take_while(|byte| is_of_head(byte)).count();
        let (words, Some(b']')) = (&rest[1..=len], rest.get(len + 1)) else { return false };
        if rest[0] != b'[' || !words.iter().any(u8::is_ascii_alphanumeric) {
            return false;
        }
        let rest = lexer::window(rest, len + 2, LINE);
        let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
        if words == b"DONE" && line.trim_ascii().is_empty() {
            return self.text[..at].trim_end_matches(' ').ends_with("data:");
        }
        // Numbers and literals in brackets are an array, whatever follows.
        let is_array = scan_value(self.bytes, at, self.max_depth).is_ok();
        if !is_array && line.trim_ascii().is_empty() && self.is_title(at, words) {
            return true;
        }
        let line = line.strip_prefix(b":").unwrap_or(line);
        let goes_on = line.first() == Some(&b' ')
            && line.trim_ascii().first().is_some_and(|byte| !b",]}".contains(byte));
        !is_array && goes_on && memchr::memchr(b'{', rest).is_some()
    }

    /// `[Answer]` on a line of its own before a document, and `[END]` after the last one.
    #[cold]
    fn is_title(&self, at: usize, words: &[u8]) -> bool {
        let before = self.text[..at].trim_end_matches([' ', '\t']);
        let after = near(self.bytes, at + 1 + words.len() + 1);
        if !before.is_empty() && !before.ends_with('\n') {
            return false;
        }
        if after == self.bytes.len() {
            let is_loud =
                words.iter().any(u8::is_ascii_uppercase) && !words.iter().any(u8::is_ascii_lowercase);
            return is_loud && before.trim_end().ends_with(['}', ']']);
        }
        let inner = near(self.bytes, after + 1);
        matches!(self.bytes[after], b'{' | b'[')
            && self.bytes.get(inner).is_some_and(|byte| b"\"'{[".contains(byte))
    }

    /// In prose, can a document begin at this bracket?
    pub(super) fn is_plausible(&mut self, at: usize) -> bool {
        let glued = at > 0
            && match self.bytes[at - 1] {
                // A sentence may quote a document.
                quote @ (b'"' | b'\'') => self.scan(at).is_none_or(|end| self.bytes.get(end) != Some(&quote)),
                before => before.is_ascii_alphanumeric() || matches!(before, b'_' | b'.' | b'$' | b'{'),
            };
        let token = token_at(self.bytes, at);
        if self.has_document && near(self.bytes, at + token.len) == self.bytes.len() {
            // After a document, the text ends where another one begins.
            let before = self.text[..at].trim_end_matches([' ', '\t']);
            return before.ends_with(['\n', ',', ':', '`']);
        }
        if let TokenKind::Open(b'[') = token.kind {
            let mut inner = near(self.bytes, at + token.len);
            while inner < at + 64 && lexer::odd_space_len(self.bytes, inner) > 0 {
                inner = near(self.bytes, inner + lexer::odd_space_len(self.bytes, inner));
            }
            let next = token_at(self.bytes, inner).kind;
            return !glued && (value_at(self.bytes, inner) || next == TokenKind::Close(b']'));
        }

        let first = near(self.bytes, at + token.len);
        let inner = lexer::after_brackets(self.bytes, at);
        let next = token_at(self.bytes, inner).kind;
        key_at(self.bytes, inner)
            || matches!(next, TokenKind::Quote(_) | TokenKind::Close(b'}'))
            || lexer::comment_at(self.bytes, first).is_some()
    }
}
