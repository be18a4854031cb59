//! Slips that JSON5 does not allow, and that have one reading where all else is JSON5: a separator that is missing at a plain key, a line
//! end between two words of a string, a plain string before a key that lost its closing quote, and words in quotes in a value.
//!
//! The search reads a text with one of them in the same way, but weighs every string first; of several, it may make one string. What may be another slip is left to it: a string that
//! may go on, one that may have lost a quote, and a text with comments, because a comment may be the rest of a string.

use std::ops::Range;

use super::{Code, Fixes};
use crate::core::json::scan::{scalar_end, string_end};
use crate::core::json::skip_space;
use crate::core::repair::parser::text::keys::{is_plain_key, is_word, key_at};
use crate::core::repair::parser::text::lexer::{ends_in_word, sign_before};

/// Lists what may stand beside letters and digits in a string that surely goes on: no separator, bracket, or colon, which may follow a quote that
/// was lost, and no escape.
pub(super) const PLAIN: &[u8] = b" .;!?'/+=&%$#@*<>()|~^`";

/// Returns the separator that is missing between the value that ends at `end` and the token at `next`: a comma before a key in quotes, or
/// the colon of a key.
pub(super) fn missing_separator(bytes: &[u8], end: usize, next: usize) -> Option<(Code, &'static str)> {
    let before = &bytes[..end];
    // `"x""y"` may be one string, unless the tokens around it say that one of them is a key.
    if next == end && before.ends_with(b"\"") && bytes.get(next) == Some(&b'"') {
        return between_strings(bytes, end);
    }
    if !key_at(bytes, next) {
        let colon = if next > end { ":" } else { ": " };
        return ends_in_key(before).then_some((Code::MissingColon, colon));
    }
    let is_plain = bytes.get(next + 1).is_some_and(|byte| is_word(*byte));
    (is_plain && ends_plainly(before)).then_some((Code::MissingComma, if next > end { "," } else { ", " }))
}

/// Returns the separator that is missing between two strings, of which the second begins where the first ends.
fn between_strings(bytes: &[u8], end: usize) -> Option<(Code, &'static str)> {
    let open = memchr::memrchr(b'"', &bytes[..end - 1])?;
    match sign_before(bytes, open)? {
        b':' if is_plain_key(bytes, end) && ends_plainly(&bytes[..end]) => Some((Code::MissingComma, ", ")),
        b'{' | b',' if ends_in_key(&bytes[..end]) => {
            let after = skip_space(bytes, string_end(bytes, end).ok()?);
            matches!(bytes.get(after), Some(b',' | b'}')).then_some((Code::MissingColon, ": "))
        }
        _ => None,
    }
}

/// Returns where the string that begins at `open` ends if it lost its closing quote, and up to `next` nothing closes it: there the line
/// ends, or the next string begins. It is a key of one word at its colon (`{"city: "Rome"`), or the words of a value before separators
/// and a key (`"Rome, "days": 2`), or before a closing bracket on the next line. A number or literal with one quote is no such value,
/// because the quote may be one too many.
pub(super) fn end_without_quote(bytes: &[u8], open: usize, next: usize) -> Option<usize> {
    let (start, content) = (open + 1, bytes.get(open + 1..next)?);
    let word = content.iter().take_while(|byte| is_word(**byte)).count();
    let sign = sign_before(bytes, open)?;
    // Where nothing follows, the string may be cut off.
    if skip_space(bytes, next) == bytes.len() {
        return None;
    }
    if matches!(sign, b'{' | b',') {
        // `{"a:" : 1}` has a name that ends with a colon.
        let is_name = bytes.get(next) == Some(&b'"')
            && matches!(bytes.get(skip_space(bytes, next + 1)), None | Some(b':' | b',' | b'}' | b']'));
        return (word > 0 && content.get(word) == Some(&b':') && !is_name).then_some(start + word);
    }
    let content = content.trim_ascii_end();
    let words = content.strip_suffix(b",").unwrap_or(content);
    let words = &words[..=words.iter().rposition(|byte| !b"}]".contains(byte))?];
    let is_plain = words.iter().all(|byte| is_word(*byte) || PLAIN.contains(byte));
    let is_literal = || scalar_end(words, 0) == Ok(words.len());
    let after = skip_space(bytes, next);
    let is_before = if words.len() == content.len() {
        next < after && matches!(bytes.get(after), Some(b'}' | b']'))
    } else {
        is_plain_key(bytes, after)
    };
    let is_value = sign == b':' && word > 0 && is_plain && ends_in_word(words) && !is_literal();
    (is_value && is_before).then_some(start + words.len())
}

/// Returns the end of the value that begins at `open` if words in it stand in quotes, of which a scan took the first for the end of the
/// value, at `end`: a blank stands before each such quotation and after it, and a separator after the value.
pub(super) fn end_after_quoted(bytes: &[u8], open: usize, end: usize) -> Option<usize> {
    let is_word_at = |at: usize| bytes.get(at).is_some_and(|byte| is_word(*byte));
    if sign_before(bytes, open) != Some(b':') {
        return None;
    }
    let mut end = end;
    loop {
        // Both quotes of a quotation, and the one after it.
        let close = string_end(bytes, end - 1).ok()?;
        let words = &bytes[end..close - 1];
        let is_plain = words.iter().all(|byte| is_word(*byte) || *byte == b' ') && !words.ends_with(b" ");
        let is_apart = bytes[..end - 1].ends_with(b" ") && bytes.get(close) == Some(&b' ');
        if !(is_word_at(end) && is_plain && is_apart && is_word_at(close + 1)) {
            return None;
        }
        end = string_end(bytes, close - 1).ok()?;
        let next = skip_space(bytes, end);
        match bytes.get(next) {
            Some(b'}') => return Some(end),
            Some(b',') => return is_plain_key(bytes, skip_space(bytes, next + 1)).then_some(end),
            _ => {}
        }
    }
}

/// Returns where the next word begins, if nothing but line ends and blanks lies between it and a word that ends the content of a string:
/// beside a structural character, the string may have lost a quote.
pub(super) fn next_word(bytes: &[u8], content: Range<usize>) -> Option<usize> {
    let next = skip_space(bytes, content.end);
    let is_run = bytes[content.end..next].iter().all(|byte| matches!(byte, b'\n' | b' '));
    let is_word_after = bytes.get(next).is_some_and(|byte| is_word(*byte));
    (is_run && is_word_after && ends_in_word(bytes[content].trim_ascii_end())).then_some(next)
}

/// Returns whether these fixes belong to a text with a slip and comments, or with a quote that is lost or too many and other slips: there
/// the costs of the search decide.
pub(super) fn are_mixed(fixes: &Fixes) -> bool {
    let has = |is_of: &dyn Fn(Code) -> bool| fixes.kinds().any(|fix| is_of(fix.code));
    let is_beside_others = |slip| has(&|code| code == slip) && has(&|code| code != slip);
    is_beside_others(Code::MissingCloseQuote)
        || is_beside_others(Code::InnerQuote)
        || has(&|code| code == Code::Comment)
            && has(&|code| matches!(code, Code::MissingComma | Code::MissingColon | Code::RawControl))
}

/// Returns whether the value at the end of `before` is surely whole: a scalar, a container, or a string in double quotes without quotes
/// in it that ends in a word and not in a backslash.
fn ends_plainly(before: &[u8]) -> bool {
    match before.split_last() {
        Some((b'"', rest)) => {
            let open = memchr::memrchr(b'"', rest).unwrap_or(0);
            ends_in_word(&rest[open + 1..]) && !rest.ends_with(b"\\") && !rest[..open].ends_with(b"\\")
        }
        Some((b'\'' | 0x80.., _)) => false,
        _ => true,
    }
}

/// Returns whether what ends here is a key without a colon, as in `{"a" 1}`: a plain name in quotes that begins an object or comes after a
/// comma.
fn ends_in_key(before: &[u8]) -> bool {
    let Some((b'"', rest)) = before.split_last() else { return false };
    let Some(open) = memchr::memrchr(b'"', rest) else { return false };
    let name = &rest[open + 1..];
    !name.is_empty()
        && name.iter().all(|byte| is_word(*byte))
        && matches!(sign_before(rest, open), Some(b'{' | b','))
}
