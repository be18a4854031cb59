//! Keys of objects, in whatever spelling: where one ends, and whether its colon follows.

use crate::core::repair::parser::text::lexer::{
    after_brackets, closing_len, near, quote_at, token_at, value_at,
};
use crate::core::repair::parser::text::limits::LOOK;
use crate::core::repair::parser::text::tokens::{Quote, Token, TokenKind};

/// Returns whether this byte may stand in an unquoted key.
pub(in crate::core) fn is_key_byte(byte: u8) -> bool {
    KEY_BYTES[byte as usize] != NO
}

/// Returns whether this byte stands in keys, in quotes or not, and ends neither.
#[inline]
pub(in crate::core::repair) fn is_word(byte: u8) -> bool {
    KEY_BYTES[byte as usize] == WORD
}

/// What a byte is in a key: `NO` part of one without quotes, a `PART`, or `WORD`, which closes none in quotes either.
const KEY_BYTES: [u8; 256] = {
    let (mut bytes, mut at) = ([NO; 256], 0);
    while at < bytes.len() {
        bytes[at] = match at as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-' => WORD,
            b'$' | b'.' | b'@' | 0x80.. => PART,
            _ => NO,
        };
        at += 1;
    }
    bytes
};

const NO: u8 = 0;

const PART: u8 = 1;

const WORD: u8 = 2;

/// The length of an unquoted key, `\uHHHH` escapes included.
pub(in crate::core) fn key_len(rest: &[u8]) -> usize {
    let mut len = 0;
    loop {
        let more = rest[len..].iter().take_while(|b| is_key_byte(**b)).count();
        let key = &rest[len..len + more];
        if let Some(at) = if key.is_ascii() { None } else { wide_colon(key) } {
            return len + at;
        }
        len += more;
        let escape = rest[len..].starts_with(b"\\u")
            && rest.len() >= len + 6
            && rest[len + 2..len + 6].iter().all(u8::is_ascii_hexdigit);
        if !escape {
            return len;
        }
        len += 6;
    }
}

/// The length of an unquoted key with the names before it: `svc:limit: 1` has one key. A name comes right after the colon, and
/// its own colon has a blank or a value after it.
pub(in crate::core::repair) fn with_prefixes(rest: &[u8], mut len: usize) -> usize {
    while len > 0
        && rest.get(len) == Some(&b':')
        && rest.get(len + 1).is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
    {
        let more = key_len(&rest[len + 1..]);
        let colon = len + 1 + more;
        if rest.get(colon) != Some(&b':') || matches!(rest.get(colon + 1), None | Some(b'/' | b'\\' | b':')) {
            break;
        }
        len = colon;
    }
    len
}

/// Where a colon in full width stands.
fn wide_colon(name: &[u8]) -> Option<usize> {
    memchr::memchr_iter(0xef, name).find(|at| name[*at..].starts_with("：".as_bytes()))
}

/// The byte after the key at `pos`, if one can stand there: quoted, in doubled quotes, or with a quote lost.
pub(in crate::core::repair) fn key_end(text: &[u8], pos: usize) -> Option<usize> {
    let window = &text[..text.len().min(pos + LOOK)];
    let Some((quote, len)) = quote_at(window, pos) else {
        let len = key_len(&window[pos.min(window.len())..]);
        let end = pos + len;
        if let Some(end) = prefixed_key_end(window, pos) {
            return Some(end);
        }
        return (len > 0).then(|| end + usize::from(matches!(window.get(end), Some(b'"' | b'\''))));
    };
    // `""name"": 1`
    let twice = quote == Quote::Double
        && window.get(pos + 1) == Some(&b'"')
        && window.get(pos + 2).copied().is_some_and(is_key_byte);
    let (quote, len) = if twice { (Quote::Twice, 2) } else { (quote, len) };
    let mut at = pos + len;
    loop {
        // No token closes with any of these.
        while window.get(at).is_some_and(|byte| KEY_BYTES[*byte as usize] == WORD) {
            at += 1;
        }
        match window.get(at)? {
            b'\n' | b'{' | b'}' | b',' => return None,
            // A key that lost its closing quote ends at the colon.
            b':' if at > pos + len => return Some(at),
            b'\\' if !matches!(quote, Quote::Escaped) => at += 2,
            _ => match closing_len(quote, window, at) {
                Some(len) => return Some(at + len),
                None => at += 1,
            },
        }
    }
}

/// The byte after the key at `pos` that has a prefix of Python's and its colon: `u'name': 1`.
pub(in crate::core) fn prefixed_key_end(text: &[u8], pos: usize) -> Option<usize> {
    let window = &text[..text.len().min(pos + LOOK)];
    let is_prefix = |byte: &&u8| matches!(byte, b'b' | b'B' | b'r' | b'R' | b'u' | b'U');
    let quote = pos + window.get(pos..)?.iter().take(2).take_while(is_prefix).count();
    if quote == pos || !matches!(window.get(quote), Some(b'"' | b'\'')) {
        return None;
    }
    // `b": 1` lost its opening quote.
    key_end(window, quote).filter(|end| window.get(near(window, *end)) == Some(&b':'))
}

/// Returns whether the colon at `pos` can be that of a key. `C:\…` and `http://…` are values.
pub(in crate::core) fn is_colon_of_key(text: &[u8], pos: usize) -> bool {
    !matches!(text.get(pos + 1), Some(b'/' | b'\\' | b':'))
}

/// Returns whether a key with its colon stands at `pos` as most are written: a word in plain quotes, and its colon at once.
#[inline]
pub(in crate::core::repair) fn is_plain_key(text: &[u8], pos: usize) -> bool {
    let Some([b'"', name @ ..]) = text.get(pos..text.len().min(pos + LOOK)) else { return false };
    let len = name.iter().take_while(|byte| is_word(**byte)).count();
    len > 0 && matches!(name.get(len..), Some([b'"', b':', next, ..]) if !matches!(next, b'/' | b'\\' | b':'))
}

/// Returns whether a key with its colon stands at `pos`.
pub(in crate::core) fn key_at(text: &[u8], pos: usize) -> bool {
    if is_plain_key(text, pos) {
        return true;
    }
    let window = &text[..text.len().min(pos + LOOK)];
    let Some(end) = key_end(window, pos) else { return false };
    let at = near(window, end);
    match token_at(window, at) {
        Token { kind: TokenKind::Colon, .. } => is_colon_of_key(window, at),
        // `class="x"` and `name = "x"` are code; a member with this token has quotes around its key, or an arrow.
        Token { kind: TokenKind::Equals, len } => len == 2 || (at > end && quote_at(text, pos).is_some()),
        _ => false,
    }
}

/// Returns whether a key stands at `pos`, with a token after it that stands for a colon in this text.
pub(in crate::core) fn key_with_equals_at(text: &[u8], pos: usize) -> bool {
    let window = &text[..text.len().min(pos + LOOK)];
    let end = key_end(window, pos);
    end.is_some_and(|end| token_at(window, near(window, end)).kind == TokenKind::Equals)
}

/// Returns whether a key in double quotes stands at `pos`, with a gap and a value after it.
pub(in crate::core::repair) fn key_without_colon_at(text: &[u8], pos: usize) -> bool {
    let window = &text[..text.len().min(pos + LOOK)];
    let end = if window.get(pos) == Some(&b'"') { key_end(window, pos) } else { None };
    end.is_some_and(|end| near(window, end) > end && value_at(window, near(window, end)))
}

/// How the document at `pos` begins: its first bracket, how many there are, and the first key with its quotes. By this a
/// document is known again.
pub(in crate::core) fn beginning(text: &[u8], pos: usize) -> Option<(u8, usize, &[u8])> {
    let TokenKind::Open(bracket) = token_at(text, pos).kind else { return None };
    let start = after_brackets(text, pos);
    let brackets = text[pos..start].iter().filter(|b| matches!(b, b'{' | b'[' | 0xef)).count();
    if !key_at(text, start) && !key_with_equals_at(text, start) {
        return None;
    }
    let window = &text[..text.len().min(start + LOOK)];
    key_end(window, start).map(|end| (bracket, brackets, &text[start..end]))
}
