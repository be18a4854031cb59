//! Strings of Python: prefixes, quotes of one character and of three, escapes with Python's meaning, bytes, and strings that
//! stand beside each other.

use std::borrow::Cow;

use super::{Content, Kind, Reader, Value};
use crate::core::json::escape::{escape_of, escaped};
use crate::core::json::scan;
use crate::core::repair::edit::{Code, Fix};
use crate::core::repair::notation::backslash::{
    character_in_bytes, holds_command, is_markdown_escape, is_plain_path,
};

impl Reader<'_, '_> {
    /// Reads a string as most are: no prefix, one quote on each side, nothing in it that JSON writes in another way, and a
    /// separator or a closer right after it. Any other is left to `strings`, at the cost of a second look at it.
    #[inline]
    pub(super) fn plain_string(&mut self) -> Option<Content> {
        let (open, start) = (self.pos, self.pos + 1);
        let end = match self.text[open] {
            b'\'' => scan::content_end::<true, true>(self.text, start, is_kept),
            b'"' => scan::content_end::<true, false>(self.text, start, is_kept),
            _ => return None,
        };
        if self.text.get(end) != Some(&self.text[open])
            || !matches!(self.text.get(end + 1), Some(b':' | b',' | b'}' | b']'))
        {
            return None;
        }
        if self.text[open] == b'\'' {
            self.is_python = true;
            self.fixes.push(Code::SingleQuotes, open, start, "\"");
            self.fixes.push(Code::SingleQuotes, end, end + 1, "\"");
        }
        self.pos = end + 1;
        Some(Content { start, end, is_kept: true })
    }

    /// One string, or several that stand beside each other.
    pub(super) fn strings(&mut self, first: Prefix) -> Option<Value> {
        let mut prefix = first;
        let bytes = first.bytes;
        let mut is_joined = false;
        loop {
            let from = self.pos;
            let content = self.string(prefix)?;
            let end = self.pos;
            let plain = |prefix: Prefix, at: usize| prefix.len == 0 && self.text[at] == b'"';
            let was_plain = plain(prefix, from);
            let kept = self.fixes.latest.len();
            self.skip();
            let Some(next) = string_prefix(&self.text[self.pos..]) else {
                return Some(Value::String(Content { is_kept: content.is_kept && !is_joined, ..content }));
            };
            // Outside of brackets a line end is the end, unless a backslash stands before it.
            let ends_line =
                self.text[end - 1..self.pos].windows(2).any(|two| two[1] == b'\n' && two[0] != b'\\');
            if next.bytes != bytes || self.open.is_empty() && ends_line {
                return None;
            }
            // `"print('"')"` is rather a string that holds code.
            let is_glued = was_plain && self.pos == end && next.len == 0;
            if is_glued && !(self.is_python || self.has_escapes || self.open.is_empty()) {
                return None;
            }
            // Comments in between go with the join.
            self.fixes.latest.truncate(kept);
            let in_paren = self.open.last().is_some_and(|frame| frame.kind == Kind::Paren);
            self.is_doubtful |= was_plain && plain(next, self.pos) && !in_paren;
            let closing = if prefix.triple { 3 } else { 1 };
            let opening = next.len + if next.triple { 3 } else { 1 };
            if let Some(frame) = self.open.last_mut() {
                frame.joined = true;
            }
            self.fixes.push(Code::JoinedStrings, end - closing, self.pos + opening, "");
            is_joined = true;
            prefix = next;
        }
    }

    /// One string whose prefix stands at `pos`.
    fn string(&mut self, prefix: Prefix) -> Option<Content> {
        let sign = self.pos + prefix.len;
        let quote = self.text[sign];
        let width = if prefix.triple { 3 } else { 1 };
        let start = sign + width;
        // `""""Doc` is rather a string that holds code.
        if !(self.is_python || self.has_escapes)
            && prefix.triple
            && prefix.len == 0
            && self.text.get(start) == Some(&quote)
            && !self.text[start..].starts_with(&[quote; 3])
        {
            return None;
        }
        if prefix.len > 0 || quote == b'\'' || prefix.triple {
            self.is_python = true;
            let code = match (prefix.len, prefix.triple) {
                (1.., _) => Code::StringPrefix,
                (_, true) => Code::TripleQuotes,
                _ => Code::SingleQuotes,
            };
            self.fixes.push(code, self.pos, start, "\"");
        }
        let (before, bytes_from) = (self.fixes.len(), self.fixes.latest.len());
        let end = self.content(start, quote, prefix)?;
        let has_odd_escapes = self.fixes.len() > before && !prefix.raw;
        // Python would make characters of the names in it.
        let content = &self.text[start..end];
        if has_odd_escapes && (is_plain_path(content) || holds_command(content)) {
            return None;
        }
        if prefix.bytes {
            self.decode_bytes(start, end, bytes_from)?;
        }
        let is_kept = self.fixes.len() == before;
        if quote == b'\'' || prefix.triple {
            let code = if prefix.triple { Code::TripleQuotes } else { Code::SingleQuotes };
            self.fixes.push(code, end, end + width, "\"");
        }
        self.pos = end + width;
        Some(Content { start, end, is_kept })
    }

    /// Fixes the content from `start` on and returns where the closing character stands.
    fn content(&mut self, start: usize, quote: u8, prefix: Prefix) -> Option<usize> {
        let mut pos = start;
        loop {
            // Escapes that JSON has, too, stay as they are.
            pos = match (prefix.raw, quote) {
                (true, b'"') => scan::string_stop(self.text, pos),
                (true, _) => scan::any_string_stop(self.text, pos),
                (false, b'"') => scan::content_end::<true, false>(self.text, pos, is_kept),
                (false, _) => scan::content_end::<true, true>(self.text, pos, is_kept),
            };
            match *self.text.get(pos)? {
                b'"' | b'\'' if self.text[pos] == quote => {
                    if !prefix.triple || self.text[pos..].starts_with(&[quote; 3]) {
                        return Some(pos);
                    }
                    if quote == b'"' {
                        self.fixes.push(Code::TripleQuotes, pos, pos + 1, "\\\"");
                    }
                    pos += 1;
                }
                b'"' => {
                    self.fixes.push(Code::SingleQuotes, pos, pos + 1, "\\\"");
                    pos += 1;
                }
                b'\\' if prefix.raw => {
                    // A quote after a backslash is content, like the backslash.
                    self.fixes.push(Code::StringPrefix, pos, pos + 1, "\\\\");
                    pos += 1;
                    match self.text.get(pos)? {
                        b'"' => {
                            self.fixes.push(Code::StringPrefix, pos, pos + 1, "\\\"");
                            pos += 1;
                        }
                        b'\'' => pos += 1,
                        b'\\' => {
                            self.fixes.push(Code::StringPrefix, pos, pos + 1, "\\\\");
                            pos += 1;
                        }
                        _ => {}
                    }
                }
                b'\\' => {
                    self.is_doubtful |= quote == b'"' && self.text.get(pos + 1) != Some(&b'u');
                    pos = self.escape(pos, prefix.bytes)?;
                }
                0 => return None,
                // Either ends a line to Python.
                b'\n' | b'\r' if !prefix.triple => return None,
                byte => {
                    let crlf = byte == b'\r' && self.text.get(pos + 1) == Some(&b'\n');
                    let escape = escape_of(if byte == b'\r' { b'\n' } else { byte });
                    self.fixes.push(Code::RawControl, pos, pos + 1 + usize::from(crlf), escape);
                    if !prefix.bytes {
                        self.fixes.pack();
                    }
                    pos += 1 + usize::from(crlf);
                }
            }
        }
    }

    /// The escape at `pos`, which is not kept; returns the offset after it.
    fn escape(&mut self, pos: usize, bytes: bool) -> Option<usize> {
        let kind = *self.text.get(pos + 1)?;
        self.has_escapes |= matches!(kind, b'x' | b'U')
            || (kind.is_ascii_digit() && self.text.get(pos + 2).is_some_and(u8::is_ascii_digit));
        let mut respell = |end: usize, with: Cow<'static, str>| {
            self.fixes.push(Code::EscapeSpelling, pos, end, with);
            Some(end)
        };
        match kind {
            b'\'' => respell(pos + 2, "'".into()),
            b'a' => respell(pos + 2, "\\u0007".into()),
            b'v' => respell(pos + 2, "\\u000b".into()),
            b'\n' | b'\r' => {
                let crlf = kind == b'\r' && self.text.get(pos + 2) == Some(&b'\n');
                let end = pos + 2 + usize::from(crlf);
                self.fixes.push(Code::LineContinuation, pos, end, "");
                Some(end)
            }
            b'0'..=b'7' => {
                let len =
                    self.text[pos + 1..].iter().take(3).take_while(|b| matches!(b, b'0'..=b'7')).count();
                let value = number_of(&self.text[pos + 1..=pos + len], 8)?;
                let value = if bytes { value & 0xff } else { value };
                respell(pos + 1 + len, spelled(value, bytes)?)
            }
            // Python writes such characters as they are: these are bytes of a log.
            b'x' if !bytes && character_in_bytes(self.text, pos).is_some() => None,
            b'x' => {
                let value = number_of(self.text.get(pos + 2..pos + 4)?, 16)?;
                respell(pos + 4, spelled(value, bytes)?)
            }
            b'u' if !bytes => {
                let unit = number_of(self.text.get(pos + 2..pos + 6)?, 16)?;
                Some(self.unit(pos, unit))
            }
            b'U' if !bytes => {
                let value = number_of(self.text.get(pos + 2..pos + 10)?, 16)?;
                respell(pos + 10, spelled(value, false)?)
            }
            b'N' if !bytes => None,
            // Python keeps this backslash, but a writer who escapes as Markdown does did not mean it.
            b'_' if is_markdown_escape(self.text, pos) => None,
            _ => {
                self.fixes.push(Code::LiteralBackslash, pos, pos + 1, "\\\\");
                Some(pos + 1)
            }
        }
    }

    /// `\uHHHH`: JSON has it too, but not half a pair.
    #[cold]
    fn unit(&mut self, pos: usize, unit: u32) -> usize {
        let low = if self.text.get(pos + 6..pos + 8) == Some(b"\\u") {
            self.text.get(pos + 8..pos + 12).and_then(|digits| number_of(digits, 16))
        } else {
            None
        };
        match (unit, low) {
            (0xd800..=0xdbff, Some(0xdc00..=0xdfff)) => pos + 12,
            (0xd800..=0xdfff, _) => {
                self.fixes.push(Code::LoneSurrogate, pos, pos + 6, "\u{fffd}");
                pos + 6
            }
            _ => pos + 6,
        }
    }

    /// Bytes are text in UTF-8; where they are not, U+FFFD.
    #[cold]
    fn decode_bytes(&mut self, start: usize, end: usize, from: usize) -> Option<()> {
        if !self.text[start..end].is_ascii() {
            return None;
        }
        let fixes = self.fixes.latest.split_off(from);
        let high = |fix: &Fix<'_>| {
            fix.replacement
                .as_deref()
                .is_some_and(|text| text.starts_with("\\u00") && text.as_bytes()[4] >= b'8')
        };
        if !fixes.iter().any(high) {
            self.fixes.latest.extend(fixes);
            return Some(());
        }
        // Escapes above 0x7f: work out the bytes as a whole.
        let mut raw = Vec::new();
        let mut done = start;
        for fix in &fixes {
            raw.extend_from_slice(&self.text[done..fix.start]);
            let text = fix.replacement.as_deref().unwrap_or_default();
            match u8::from_str_radix(text.get(4..6).unwrap_or_default(), 16) {
                Ok(byte) if high(fix) => raw.push(byte),
                _ => raw.extend_from_slice(text.as_bytes()),
            }
            done = fix.end;
        }
        raw.extend_from_slice(&self.text[done..end]);
        let valid = std::str::from_utf8(&raw).is_ok();
        let code = if valid { Code::StringPrefix } else { Code::InvalidUtf8 };
        self.fixes.push(code, start, end, String::from_utf8_lossy(&raw).into_owned());
        Some(())
    }
}

/// Returns whether this byte after a backslash makes an escape that JSON reads as Python does.
fn is_kept(kind: u8) -> bool {
    matches!(kind, b'\\' | b'"' | b'b' | b'f' | b'n' | b'r' | b't')
}

/// What stands before a string: how long the prefix is, and what it says.
#[derive(Clone, Copy)]
pub(super) struct Prefix {
    len: usize,
    raw: bool,
    bytes: bool,
    triple: bool,
}

/// The prefix of the string that starts here, if one does; format strings are not literals.
#[inline]
pub(super) fn string_prefix(rest: &[u8]) -> Option<Prefix> {
    match *rest.first()? {
        quote @ (b'"' | b'\'') => {
            let triple = rest.get(1) == Some(&quote) && rest.get(2) == Some(&quote);
            return Some(Prefix { len: 0, raw: false, bytes: false, triple });
        }
        b'r' | b'R' | b'b' | b'B' | b'u' | b'U' => {}
        _ => return None,
    }
    let len = rest.iter().take(2).take_while(|b| b"rRbBuU".contains(b)).count();
    let letters = &rest[..len];
    let has = |letter: u8| letters.iter().any(|b| b.eq_ignore_ascii_case(&letter));
    if len == 2 && (has(b'u') || letters[0].eq_ignore_ascii_case(&letters[1])) {
        return None;
    }
    let quote = *rest.get(len).filter(|b| matches!(b, b'"' | b'\''))?;
    Some(Prefix { len, raw: has(b'r'), bytes: has(b'b'), triple: rest[len..].starts_with(&[quote; 3]) })
}

#[cold]
fn number_of(digits: &[u8], radix: u32) -> Option<u32> {
    let digits = std::str::from_utf8(digits)
        .ok()
        .filter(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, radix).ok()
}

/// A character as JSON spells it; bytes above 0x7f as `\u00hh`, for `decode_bytes`.
#[cold]
fn spelled(value: u32, bytes: bool) -> Option<Cow<'static, str>> {
    Some(match char::from_u32(value) {
        Some(c) if bytes && value > 0x7f => format!("\\u{:04x}", c as u32).into(),
        Some(c) => escaped(c),
        // Half a pair.
        None if (0xd800..0xe000).contains(&value) => "\u{fffd}".into(),
        None => return None,
    })
}
