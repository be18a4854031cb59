//! The tolerant lexer: what stands at a byte offset, in whatever spelling.
//!
//! It recognises the tokens of JSON in every dress they come in (typographic and full-width, Python, JavaScript,
//! model tokens) and looks ahead a bounded stretch only. It decides nothing: what a token means where it stands is
//! the grammar's business.

use crate::core::json::is_space;
use crate::core::repair::parser::text::limits::{LOOK, LOOK_FAR};
use crate::core::repair::parser::text::tokens::{Quote, Token, TokenKind, wide_quote};

/// The three bytes of a character in the ranges where typographic characters live.
fn wide(text: &[u8], pos: usize) -> Option<[u8; 3]> {
    text.get(pos..pos + 3)?.try_into().ok()
}

/// The quote that stands at `pos`, and its length; `Twice` and the triples are the grammar's reading, not given here
/// save where three stand in a row.
pub fn quote_at(text: &[u8], pos: usize) -> Option<(Quote, usize)> {
    Some(match *text.get(pos)? {
        b'"' if is_tripled(text, pos) => (Quote::TripleDouble, 3),
        b'"' => (Quote::Double, 1),
        b'\'' if is_tripled(text, pos) => (Quote::TripleSingle, 3),
        b'\'' => (Quote::Single, 1),
        b'`' if !text[pos..].starts_with(b"```") => (Quote::Backtick, 1),
        b'\\' if text.get(pos + 1) == Some(&b'"') => (Quote::Escaped, 2),
        b'\\' if text.get(pos + 1) == Some(&b'\'') => (Quote::EscapedSingle, 2),
        b'<' if text[pos..].starts_with(b"<|\"|>") => (Quote::Mark, 5),
        b'<' if text[pos..].starts_with(b"<|\">") => (Quote::Mark, 4),
        0xc2 | 0xe2 | 0xe3 | 0xef => return wide_quote(&text[pos..]),
        _ => return None,
    })
}

/// Returns whether the byte at `pos` stands there three times.
fn is_tripled(text: &[u8], pos: usize) -> bool {
    text.get(pos + 1) == Some(&text[pos]) && text.get(pos + 2) == Some(&text[pos])
}

/// The length of the token at `pos` that may close a string opened with `quote`.
pub fn closing_len(quote: Quote, text: &[u8], pos: usize) -> Option<usize> {
    let rest = &text[pos..];
    match quote {
        Quote::Double => (rest.first() == Some(&b'"')).then_some(1),
        Quote::Single => (rest.first() == Some(&b'\'')).then_some(1),
        Quote::Twice => rest.starts_with(b"\"\"").then_some(2),
        Quote::TripleDouble => rest.starts_with(b"\"\"\"").then_some(3),
        Quote::TripleSingle => rest.starts_with(b"'''").then_some(3),
        _ => {
            let (found, len) = quote_at(text, pos)?;
            // An apostrophe between letters belongs to its word.
            let is_letter = |at: usize| text.get(at).is_some_and(u8::is_ascii_alphabetic);
            let is_in_word = || pos > 0 && is_letter(pos - 1) && is_letter(pos + len);
            let fits = match (quote, found) {
                (Quote::Backtick, Quote::Single | Quote::SmartSingle) => !is_in_word(),
                (Quote::Smart | Quote::Mark, Quote::Double) | (Quote::SmartSingle, Quote::Single) => true,
                _ => found == quote,
            };
            fits.then_some(len)
        }
    }
}

/// The length of white space at `pos` that JSON does not know: NBSP, the Unicode spaces, zero-width characters, BOM,
/// vertical tab, form feed, NUL.
pub(in crate::core) fn odd_space_len(text: &[u8], pos: usize) -> usize {
    match text.get(pos) {
        Some(0x0b | 0x0c) => 1,
        Some(0xc2) if matches!(text.get(pos + 1), Some(0xa0 | 0x85)) => 2,
        Some(0xe1..=0xef) => match wide(text, pos) {
            Some(
                [0xe2, 0x80, 0x80..=0x8f | 0xa8 | 0xa9 | 0xaf]
                | [0xe2, 0x81, 0x9f | 0xa0]
                | [0xe3, 0x80, 0x80]
                | [0xe1, 0x9a, 0x80]
                | [0xef, 0xbb, 0xbf],
            ) => 3,
            _ => 0,
        },
        _ => 0,
    }
}

/// The token at `pos`, where no white space stands.
pub fn token_at(text: &[u8], pos: usize) -> Token {
    let token = |kind, len| Token { kind, len };
    let Some(&byte) = text.get(pos) else { return token(TokenKind::End, 0) };
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => token(TokenKind::Other, 1),
        b'{' | b'[' => token(TokenKind::Open(byte), 1),
        b'}' | b']' | b')' => token(TokenKind::Close(byte), 1),
        b'(' => token(TokenKind::Paren, 1),
        b',' => token(TokenKind::Comma, 1),
        b':' if text.get(pos + 1) == Some(&b'=') => token(TokenKind::Equals, 2),
        b':' => token(TokenKind::Colon, 1),
        b'=' => token(TokenKind::Equals, if text.get(pos + 1) == Some(&b'>') { 2 } else { 1 }),
        b'-' if text.get(pos + 1) == Some(&b'>') => token(TokenKind::Equals, 2),
        b';' => token(TokenKind::Semicolon, 1),
        b'+' if !matches!(text.get(pos + 1), Some(b'0'..=b'9' | b'.' | b'I')) => token(TokenKind::Plus, 1),
        b'.' if text[pos..].starts_with(b"...") => {
            token(TokenKind::Ellipsis, 3 + after_ellipsis(&text[pos + 3..]))
        }
        b'`' if text[pos..].starts_with(b"```") => token(TokenKind::Fence, fence_len(text, pos)),
        b'<' => match (quote_at(text, pos), leaked_len(text, pos)) {
            (Some((quote, len)), _) => token(TokenKind::Quote(quote), len),
            (None, Some(len)) => token(TokenKind::Leaked, len),
            _ => token(TokenKind::Other, 1),
        },
        0xe2 if text[pos..].starts_with("…".as_bytes()) => {
            token(TokenKind::Ellipsis, 3 + remark_len(&text[pos + 3..]).unwrap_or(0))
        }
        // Tokens of full width, and the small ones of the same scripts.
        0xe3 | 0xef => match wide(text, pos) {
            Some([0xef, 0xbc, 0x8c] | [0xef, 0xb9, 0x90 | 0x91] | [0xe3, 0x80, 0x81]) => {
                token(TokenKind::Comma, 3)
            }
            Some([0xef, 0xbc, 0x9a] | [0xef, 0xb9, 0x95]) => token(TokenKind::Colon, 3),
            Some([0xef, 0xbc, 0x9b] | [0xef, 0xb9, 0x94]) => token(TokenKind::Semicolon, 3),
            Some([0xef, 0xbd | 0xb9, 0x9b]) => token(TokenKind::Open(b'{'), 3),
            Some([0xef, 0xbd, 0x9d] | [0xef, 0xb9, 0x9c]) => token(TokenKind::Close(b'}'), 3),
            Some([0xef, 0xbc, 0xbb]) => token(TokenKind::Open(b'['), 3),
            Some([0xef, 0xbc, 0xbd]) => token(TokenKind::Close(b']'), 3),
            _ => quote_at(text, pos)
                .map_or(token(TokenKind::Other, 3), |(quote, len)| token(TokenKind::Quote(quote), len)),
        },
        _ => quote_at(text, pos)
            .map_or(token(TokenKind::Other, 1), |(quote, len)| token(TokenKind::Quote(quote), len)),
    }
}

/// What stands after three dots and belongs to them.
fn after_ellipsis(rest: &[u8]) -> usize {
    remark_len(rest).unwrap_or_else(|| spread_len(rest))
}

/// `... 97 more items]`, `... (98 more)]`, `...and so on]`: words about what was left out, up to the next item or the end.
fn remark_len(rest: &[u8]) -> Option<usize> {
    let window = &rest[..rest.len().min(LOOK)];
    let is_of_remark = |byte: &u8| byte.is_ascii_alphanumeric() || b" ()+~.".contains(byte);
    let len = window.iter().take_while(|byte| is_of_remark(byte)).count();
    let words = window[..len].to_ascii_lowercase();
    let is_said = |said: &str| memchr::memmem::find(&words, said.as_bytes()).is_some();
    let ends = matches!(window.get(len), Some(b',' | b']' | b'}' | b'\n'));
    (ends && REMARKS.iter().any(|said| is_said(said))).then(|| window[..len].trim_ascii_end().len())
}

/// Returns whether this is a backslash that Markdown or TeX needs before a bracket or separator: `\[`, `\,`. Between tokens it
/// means nothing.
pub(in crate::core) fn is_escaped_token(text: &[u8], pos: usize) -> bool {
    matches!(text.get(pos..pos + 2), Some([b'\\', b'[' | b']' | b'{' | b'}' | b',' | b':']))
}

/// The length of what JavaScript and Python print for a value that they leave out: `[Object]`, `[Circular *1]`,
/// `[Function: f]`, `<object at 0x7f…>`.
pub(in crate::core) fn placeholder_len(text: &[u8], pos: usize) -> Option<usize> {
    const WORDS: [&str; 6] = ["Object", "Array", "Circular", "Function", "Getter", "Symbol"];
    let rest = window(text, pos, LOOK);
    if let Some(inside) = rest.strip_prefix(b"[") {
        let word = WORDS.iter().find(|word| inside.starts_with(word.as_bytes()))?;
        let end = memchr::memchr(b']', inside)?;
        // What follows the word tells which one it is: a key or an item does not.
        let more = &inside[word.len()..end];
        let is_more =
            more.is_empty() || [&b" *"[..], b" (", b": ", b"/"].iter().any(|sign| more.starts_with(sign));
        let is_plain = !inside[..end].iter().any(|byte| matches!(byte, b'"' | b',' | b'{' | b'[' | b'\n'));
        return (is_more && is_plain).then_some(end + 2);
    }
    let end = memchr::memchr(b'>', rest.strip_prefix(b"<")?)?;
    memchr::memmem::find(&rest[..=end], b" at 0x").map(|_| end + 2)
}

/// What remarks about left out items say.
const REMARKS: [&str; 8] =
    [" more", "(more", " other", "and so on", " remaining", " the rest", " omitted", " truncated"];

/// The name of what JavaScript would spread here, as in `...rest`.
fn spread_len(text: &[u8]) -> usize {
    let window = &text[..text.len().min(LOOK)];
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.');
    let len = window.iter().take_while(|byte| is_part(byte)).count();
    let begins = window.first().is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$'));
    let next = window[len..].iter().find(|byte| !is_space(**byte));
    if begins && matches!(next, Some(b',' | b'}' | b']')) { len } else { 0 }
}

/// The length of a code fence at `pos`: the backticks and a language name after them.
pub(in crate::core) fn fence_len(text: &[u8], pos: usize) -> usize {
    let mut end = pos;
    while text.get(end) == Some(&b'`') {
        end += 1;
    }
    let blanks = end + text[end..].iter().take(4).take_while(|b| **b == b' ' || **b == b'\t').count();
    let word =
        text[blanks..].iter().take(16).take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    let rest = text.get(blanks + word);
    // A word that goes on as a value or key is content of the fence, not its language.
    let known =
        [b"json".as_slice(), b"json5", b"jsonc", b"javascript", b"js", b"python", b"py", b"xml", b"text"]
            .iter()
            .any(|name| text[blanks..blanks + word].eq_ignore_ascii_case(name));
    if word > 0 && (known || matches!(rest, Some(b'\n' | b'\r'))) { blanks + word - pos } else { end - pos }
}

/// The length of a leaked model token at `pos`: `<|…|>`, `<｜…｜>`, or a closing tag of a known kind.
pub(in crate::core) fn leaked_len(text: &[u8], pos: usize) -> Option<usize> {
    let rest = &text[pos..text.len().min(pos + 64)];
    if rest.starts_with(b"<|") || rest.starts_with("<｜".as_bytes()) {
        let end = rest.iter().position(|b| *b == b'>')?;
        return (!rest[..end].contains(&b'\n')).then_some(end + 1);
    }
    let name = rest.strip_prefix(b"</")?;
    let len =
        name.iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b':' | b'-')).count();
    (len > 0 && name.get(len) == Some(&b'>')).then_some(len + 3)
}

/// The length of the opening tag at `pos`, as in `<answer>`.
pub(in crate::core) fn opening_tag_len(text: &[u8], pos: usize) -> Option<usize> {
    let name = window(text, pos, LOOK).strip_prefix(b"<")?;
    let len =
        name.iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b':' | b'-')).count();
    (len > 0 && name.get(len) == Some(&b'>')).then_some(len + 2)
}

/// How a comment ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::core) enum Comment {
    /// With its line.
    Line,
    /// With `*/`.
    Block,
}

/// The comment that starts at `pos`.
pub(in crate::core) fn comment_at(text: &[u8], pos: usize) -> Option<Comment> {
    match (*text.get(pos)?, text.get(pos + 1)) {
        (b'/', Some(b'*')) => Some(Comment::Block),
        (b'/', Some(b'/')) => Some(Comment::Line),
        // `#fff`, `#1`, `#!/bin/sh` and `## Title` are values; a comment has a blank or a word after its token.
        (b'#', next) if next.is_none_or(|b| is_space(*b) || b.is_ascii_uppercase()) => Some(Comment::Line),
        _ => None,
    }
}

/// Where such a comment ends that starts at `pos`; a line comment ends before its newline.
pub(in crate::core) fn comment_end(text: &[u8], pos: usize, comment: Comment) -> usize {
    match comment {
        Comment::Line => memchr::memchr2(b'\n', b'\r', &text[pos..]).map_or(text.len(), |at| pos + at),
        Comment::Block => {
            let content = text.len().min(pos + 2);
            memchr::memmem::find(&text[content..], b"*/").map_or(text.len(), |at| content + at + 2)
        }
    }
}

/// The length of the comment that starts at `pos`.
pub(in crate::core) fn comment_len(text: &[u8], pos: usize) -> Option<usize> {
    comment_at(text, pos).map(|comment| comment_end(text, pos, comment) - pos)
}

/// The last token before `pos`, if it is near.
pub(in crate::core) fn sign_before(text: &[u8], pos: usize) -> Option<u8> {
    text[..pos].iter().rev().take(LOOK).copied().find(|byte| !is_space(*byte))
}

/// Returns whether the content of a string ends in a word, and not in white space or in a structural character.
pub(in crate::core::repair) fn ends_in_word(content: &[u8]) -> bool {
    content.last().is_some_and(|byte| !is_space(*byte) && !b",{}[]():/".contains(byte))
}

/// The bracket that this one closes.
pub(in crate::core) fn opener_of(closer: u8) -> Option<u8> {
    match closer {
        b']' => Some(b'['),
        b'}' => Some(b'{'),
        b')' => Some(b'('),
        _ => None,
    }
}

/// At most `len` bytes of the text from `pos` on, in whole characters.
pub(in crate::core) fn window(text: &[u8], pos: usize, len: usize) -> &[u8] {
    let mut end = text.len().min(pos + len);
    while end > pos && text.get(end).is_some_and(|byte| byte & 0xc0 == 0x80) {
        end -= 1;
    }
    &text[pos..end]
}

/// Skips white space, a bounded stretch of it.
pub(in crate::core) fn near(text: &[u8], mut pos: usize) -> usize {
    let stop = text.len().min(pos + LOOK_FAR);
    while pos < stop && is_space(text[pos]) {
        pos += 1;
    }
    pos
}

/// Returns whether white space stands at `at` that is written out, as in `\n`.
pub(in crate::core) fn is_written_space(text: &[u8], at: usize) -> bool {
    matches!(text.get(at..at + 2), Some([b'\\', b'n' | b'r' | b't']))
}

/// The first token after `pos`, then the first after each white space from there on that is written out.
pub(in crate::core) fn after_written_spaces(text: &[u8], pos: usize) -> impl Iterator<Item = usize> {
    let next = |at: &usize| is_written_space(text, *at).then(|| near(text, at + 2));
    std::iter::successors(Some(near(text, pos)), next)
}

/// The first token after the brackets at `start`, and after white space, comments and written-out line ends; a bounded
/// stretch.
pub(in crate::core) fn after_brackets(text: &[u8], start: usize) -> usize {
    let window = &text[..text.len().min(start + LOOK_FAR)];
    let mut at = near(window, start);
    loop {
        let len = match (token_at(window, at), window.get(at)) {
            (Token { kind: TokenKind::Open(_), len }, _) => len,
            _ if is_written_space(window, at) => 2,
            (_, Some(b'/' | b'#')) => {
                comment_len(window, at).filter(|len| at + len < window.len()).unwrap_or(0)
            }
            _ => odd_space_len(window, at),
        };
        if len == 0 {
            return at;
        }
        at = near(window, at + len);
    }
}

/// Words that are values.
pub(in crate::core::repair) const VALUES: [&[u8]; 8] =
    [b"true", b"false", b"null", b"True", b"False", b"None", b"NaN", b"undefined"];

/// Returns whether a value can start at `pos`.
pub(in crate::core) fn value_at(text: &[u8], pos: usize) -> bool {
    match token_at(text, pos).kind {
        TokenKind::Open(_) | TokenKind::Quote(_) | TokenKind::Paren | TokenKind::Ellipsis => true,
        TokenKind::Other => {
            let rest = &text[pos..];
            matches!(rest[0], b'0'..=b'9' | b'-' | b'+' | b'.')
                || rest[0].is_ascii_alphabetic() && VALUES.iter().any(|word| rest.starts_with(word))
        }
        _ => false,
    }
}
