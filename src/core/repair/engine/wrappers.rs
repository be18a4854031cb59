//! What stands around the documents of a text: reasoning, in which no document is looked for, fences, tags, labels. And where,
//! between them, a document may begin.

use super::extract::Extractor;
use crate::core::json::{scan_value, skip_space};
use crate::core::repair::edit::Code;
use crate::core::repair::parser::evidence::literals;
use crate::core::repair::parser::model::state::NONE;
use crate::core::repair::parser::text::keys::key_at;
use crate::core::repair::parser::text::lexer::{self, near, token_at, value_at};
use crate::core::repair::parser::text::tokens::{Quote, Token, TokenKind};
use crate::core::repair::reasoning::{TAGS, is_own_close};

/// The characters that such tags begin with, and the second bytes of the tags.
const TAG_SIGNS: (u8, u8) = (b'<', b'[');
const TAG_SECONDS: [bool; 256] = {
    let mut seconds = [false; 256];
    let mut at = 0;
    while at < TAGS.len() {
        let (open, close) = (TAGS[at].0.as_bytes(), TAGS[at].1.as_bytes());
        assert!(open[0] == TAG_SIGNS.0 || open[0] == TAG_SIGNS.1);
        assert!(close[0] == open[0]);
        seconds[open[1] as usize] = true;
        seconds[close[1] as usize] = true;
        at += 1;
    }
    seconds
};

/// Bytes of the shortest opening tag.
const SHORTEST_TAG: usize = {
    let (mut shortest, mut at) = (usize::MAX, 0);
    while at < TAGS.len() {
        let len = TAGS[at].0.len();
        shortest = if len < shortest { len } else { shortest };
        at += 1;
    }
    shortest
};

/// The reasoning blocks of a text, found as reading comes to them. For each kind of tag the next opening and the closing
/// after it are remembered, so that no stretch is searched twice, however many blocks or lone tags there are.
pub(super) struct Reasoning<'t> {
    text: &'t [u8],
    /// `None` until the first question.
    next: Option<[Block; TAGS.len()]>,
}

/// The next block of one kind; `NONE` where there is none any more.
#[derive(Clone, Copy, Default)]
struct Block {
    open: usize,
    close: usize,
    known: bool,
}

impl<'t> Reasoning<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        Self { text, next: None }
    }

    /// The offset after the first block that begins in `pos..before`. `pos` never goes back.
    pub(super) fn after(&mut self, pos: usize, before: usize) -> Option<usize> {
        if before < pos + SHORTEST_TAG {
            return None;
        }
        let next = self.next.get_or_insert_with(|| {
            // Most texts have no reasoning: one look for all kinds of tags says so.
            let known = !holds_tag(self.text, |rest, (open, _)| rest.starts_with(open.as_bytes()));
            let none = if known { NONE } else { 0 };
            [Block { open: none, close: none, known }; TAGS.len()]
        });
        for (block, (open, close)) in next.iter_mut().zip(TAGS) {
            if !block.known || block.open < pos {
                block.open = find(self.text, pos, open);
                if !block.known || block.close < block.open {
                    block.close = find(self.text, block.open, close);
                }
                block.known = true;
            }
        }
        let first = next.iter().zip(TAGS).filter(|(block, _)| block.close != NONE);
        let (open, after) = first.map(|(block, (_, close))| (block.open, block.close + close.len())).min()?;
        (open < before).then_some(after)
    }
}

/// Where the blocks end that the text begins with, and white space after them; or the end of the reasoning whose opening tag
/// the prompt held.
pub(super) fn end_of_leading(text: &str) -> usize {
    let at = leading_blocks(text);
    // Most texts begin so.
    let begins = text[at..].starts_with(['{', '"', '[', '<']);
    if begins || !text[..at].trim().is_empty() { at } else { after_lone_tag(text) }
}

/// Where the blocks end that the text begins with, and white space after them.
fn leading_blocks(text: &str) -> usize {
    let blank = |at: usize| at + text[at..].len() - text[at..].trim_start().len();
    let mut at = blank(0);
    while text[at..].starts_with([TAG_SIGNS.0 as char, TAG_SIGNS.1 as char])
        && let Some((open, close)) = TAGS.iter().find(|(open, _)| text[at..].starts_with(open))
    {
        let Some(end) = text[at + open.len()..].find(close) else { break };
        at = blank(at + open.len() + end + close.len());
    }
    at
}

/// Returns whether the text has a place, and a kind of tag, for which this is true.
fn holds_tag(text: &[u8], stands: impl Fn(&[u8], (&str, &str)) -> bool) -> bool {
    memchr::memchr2_iter(TAG_SIGNS.0, TAG_SIGNS.1, text).any(|at| {
        // Most are comparisons and arrays.
        text.get(at + 1).is_some_and(|second| TAG_SECONDS[*second as usize])
            && TAGS.iter().any(|kind| stands(&text[at..], *kind))
    })
}

/// Where `needle` stands at or after `from`; `NONE` lies after every text.
fn find(text: &[u8], from: usize, needle: &str) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    memchr::memmem::find(rest, needle.as_bytes()).map_or(NONE, |at| from + at)
}

/// The offset after the first closing tag that nothing opened; 0 without one.
pub(super) fn after_lone_tag(text: &str) -> usize {
    if !holds_close(text) {
        return 0;
    }
    for (open, close) in TAGS.iter().filter(|(_, close)| is_own_close(close)) {
        if let Some(at) = text.find(close)
            && !text[..at].contains(open)
        {
            return at + close.len();
        }
    }
    0
}

/// Returns whether this text has a tag that can only close reasoning.
pub(super) fn holds_close(text: &str) -> bool {
    holds_tag(text.as_bytes(), |rest, (_, close)| is_own_close(close) && rest.starts_with(close.as_bytes()))
}

/// The first byte from `pos` on that is neither white space nor a comment.
pub(super) fn first_sign(text: &[u8], pos: usize) -> usize {
    let mut at = skip_space(text, pos);
    loop {
        let odd = lexer::odd_space_len(text, at);
        let comment = if text.get(at) == Some(&b'/') { lexer::comment_len(text, at) } else { None };
        match odd.max(comment.unwrap_or(0)) {
            0 => return at,
            len => at = skip_space(text, at + len),
        }
    }
}

/// Where the content of a text begins: after white space, reasoning, and the fence and tags around all of it.
pub(super) fn content_start(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = first_sign(bytes, leading_blocks(text));
    loop {
        let len = match token_at(bytes, at) {
            Token { kind: TokenKind::Fence, len } => len,
            _ => lexer::opening_tag_len(bytes, at).unwrap_or(0),
        };
        if len == 0 {
            return at;
        }
        at = first_sign(bytes, at + len);
    }
}

/// Returns whether these words are part of a sentence: they end in parentheses with more words after them, or come right before
/// a document, as in `(clubs, etc.) are here` and `(see {"a": 1})`.
pub(super) fn is_aside(inside: &[u8]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphabetic() || *byte >= 0x80 || b" .,;:-/".contains(byte);
    let len = inside.iter().take_while(|byte| is_word(byte)).count();
    if !inside.first().is_some_and(u8::is_ascii_alphabetic) || literals::stands_at(inside, 0) {
        return false;
    }
    let (words, rest) = inside.split_at(len);
    match rest.first() {
        Some(b'{' | b'[') => {
            words.ends_with(b" ") && !matches!(words.trim_ascii_end().last(), Some(b',' | b';'))
        }
        Some(b')') => {
            rest[1..].starts_with(b" ")
                && rest[1..].trim_ascii_start().first().is_some_and(u8::is_ascii_alphabetic)
                && !words.contains(&b':')
        }
        _ => false,
    }
}

/// Returns whether the text is a code fence and nothing else.
pub(super) fn is_fence(text: &str) -> bool {
    text.starts_with("```") && lexer::fence_len(text.as_bytes(), 0) == text.len()
}

/// Returns whether the text ends with the beginning of a fence for JSON. What stands in the fence is data, whatever words are
/// before it.
pub(super) fn ends_in_json_fence(text: &str) -> bool {
    let before = text.trim_end_matches(|sign: char| sign.is_ascii_alphanumeric());
    before.trim_end_matches(' ').ends_with("```") && is_one_of(&text[before.len()..], &JSON)
}

/// Returns whether the text is a name with an assignment, a label, or a language: `const args =`, `result:`, `json`,
/// `callback(`.
pub(super) fn is_label(text: &str) -> bool {
    let signed = text.ends_with(['=', ':', '(', '`']) || is_language(text.trim_matches(['`', ' ']));
    let text = text.trim_end_matches(['=', ':', '(', ' ']).trim_end();
    let words = text.split_ascii_whitespace().count();
    signed
        && words <= 2
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b' ' | b'$' | b'`'))
}

/// What JSON is called as a language.
const JSON: [&str; 3] = ["json", "json5", "jsonc"];

/// Returns whether the text is the name of a language that stands before a document when the fence around it is lost.
fn is_language(text: &str) -> bool {
    is_one_of(text, &JSON) || is_one_of(text, &["javascript", "js", "python"])
}

fn is_one_of(text: &str, names: &[&str]) -> bool {
    names.iter().any(|name| text.eq_ignore_ascii_case(name))
}

/// What the text between or around documents is.
pub(super) fn gap_code(gap: &str, last: bool) -> Code {
    let ends_line = gap.trim_end_matches([' ', '\t']).ends_with(['\n', '\r']);
    let gap = gap.trim();
    let words = || gap.bytes().any(|b| b.is_ascii_alphanumeric() || b >= 0x80);
    if gap.bytes().all(|b| matches!(b, b'}' | b']' | b')' | b' ' | b'\n' | b'\r' | b'\t' | b'`')) {
        return match (gap.contains('`'), last) {
            (true, _) => Code::Fence,
            (_, true) => Code::SurplusCloser,
            _ => Code::EarlyCloser,
        };
    }
    if holds_close(gap) {
        return Code::Reasoning;
    }
    let tildes = gap.trim_matches('~').trim();
    let tilde_fence = gap.starts_with("~~~") && (tildes.is_empty() || is_language(tildes));
    if is_fence(gap) || tilde_fence || (!words() && gap.contains("```")) {
        return Code::Fence;
    }
    if gap.starts_with("/*") || gap.starts_with("//") && (last || ends_line) {
        return Code::Comment;
    }
    if matches!(gap, ";" | "," | ");" | "=") || (is_label(gap) && !last) {
        return Code::Assignment;
    }
    if lexer::leaked_len(gap.as_bytes(), 0) == Some(gap.len()) {
        return Code::LeakedToken;
    }
    Code::Prose
}

// Where a document may begin: which brackets of a text are worth a try.

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
                || literals::stands_at(self.bytes, first)
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

    /// Returns whether only white space, a fence, or a label stands before this offset.
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

    /// Returns whether a document can begin at this bracket in prose.
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
