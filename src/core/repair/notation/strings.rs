//! Strings of other languages: how each escapes, and one reader for all of them.

use super::kit::Kit;
use crate::core::json::escape::{escape_of, escaped};
use crate::core::json::scan;
use crate::core::repair::edit::Code;

/// What an escape such as `\x41` stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Byte {
    /// Nothing: the notation has none.
    No,
    /// A character of its own.
    Char,
    /// A byte of UTF-8.
    Utf8,
}

/// How a language escapes.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a habit of its own")]
pub(super) struct Style {
    /// The character that an escape begins with; 0 where there is none.
    pub sign: u8,
    /// Letters that stand for other characters after it.
    pub letters: &'static [(u8, char)],
    /// Characters that stand for themselves after it.
    pub signs: &'static str,
    /// `\xHH`.
    pub hex: Byte,
    /// Up to three digits: the radix, or 0.
    pub digits: u32,
    /// `\uHHHH` and `\UHHHHHHHH`.
    pub units: bool,
    /// `\u{…}` and `\x{…}`.
    pub braces: bool,
    /// A quote within is written twice.
    pub doubled: bool,
    /// Lines may end within.
    pub lines: bool,
    /// A character before anything else is content.
    pub lone: bool,
}

/// Letters that nearly all languages share.
pub(super) const C_LETTERS: &[(u8, char)] = &[
    (b'n', '\n'),
    (b't', '\t'),
    (b'r', '\r'),
    (b'b', '\u{8}'),
    (b'f', '\u{c}'),
    (b'v', '\u{b}'),
    (b'a', '\u{7}'),
    (b'e', '\u{1b}'),
    (b'0', '\0'),
];

impl Style {
    /// Escapes of C, and no more.
    pub(super) const C: Self = Self {
        sign: b'\\',
        letters: C_LETTERS,
        signs: "\\\"'",
        hex: Byte::No,
        digits: 0,
        units: false,
        braces: false,
        doubled: false,
        lines: false,
        lone: false,
    };

    /// Quotes without escapes but those of the quote and the character.
    pub(super) const PLAIN: Self = Self { letters: &[], signs: "\\'", lines: true, lone: true, ..Self::C };
}

/// Digits of the longest escape in braces.
const MOST_DIGITS: usize = 8;

impl Kit<'_> {
    /// Reads the string whose quote stands here.
    pub(super) fn string(&mut self, style: &Style) -> Option<()> {
        let quote = self.peek()?;
        self.put(self.pos..self.pos + 1, "\"", Code::SingleQuotes);
        let mut at = self.pos + 1;
        let is_common = style.sign == b'\\' && matches!(quote, b'"' | b'\'');
        loop {
            if is_common {
                // Up to the next quote, backslash or control character, all is content as it stands.
                at = scan::any_string_stop(self.text, at);
            }
            let byte = *self.text.get(at)?;
            at = if byte == style.sign && byte != 0 {
                self.escape(at, style)?
            } else if byte != quote {
                if byte == b'\n' && !style.lines {
                    return None;
                }
                self.content(at);
                at + 1
            } else if style.doubled && self.text.get(at + 1) == Some(&quote) {
                self.put(at..at + 2, if quote == b'"' { "\\\"" } else { "'" }, Code::EscapeSpelling);
                at + 2
            } else {
                break;
            };
        }
        self.put(at..at + 1, "\"", Code::SingleQuotes);
        self.pos = at + 1;
        Some(())
    }

    /// A byte that means itself.
    fn content(&mut self, at: usize) {
        match self.text[at] {
            b'"' => self.put(at..at + 1, "\\\"", Code::SingleQuotes),
            b'\\' => self.put(at..at + 1, "\\\\", Code::EscapeSpelling),
            byte @ 0..0x20 => self.put(at..at + 1, escape_of(byte), Code::RawControl),
            _ => {}
        }
    }

    /// Text without escapes between brackets of some kind: `before` and `after` are their lengths.
    pub(super) fn verbatim(&mut self, before: usize, end: usize, after: usize) {
        self.put(self.pos..self.pos + before, "\"", Code::SingleQuotes);
        (self.pos + before..end).for_each(|at| self.content(at));
        self.put(end..end + after, "\"", Code::SingleQuotes);
        self.pos = end + after;
    }

    /// The escape at `at`; returns where it ends.
    fn escape(&mut self, at: usize, style: &Style) -> Option<usize> {
        let kind = *self.text.get(at + 1)?;
        if let Some((end, c)) = self.character(at, style) {
            // JSON has most of these, too.
            let with = if c == '"' { "\\\"".into() } else { escaped(c) };
            let is_json =
                style.sign == b'\\' && matches!(kind, b'n' | b't' | b'r' | b'b' | b'f' | b'\\' | b'"');
            let is_unit = kind == b'u' && self.text[at + 2] != b'{';
            if !(is_json || is_unit) {
                self.put(at..end, with, Code::EscapeSpelling);
            }
            return Some(end);
        }
        let (mut bytes, mut end) = (Vec::new(), at);
        while let Some((len, byte)) = self.byte(end, style) {
            bytes.push(byte);
            end += len;
        }
        if end > at {
            let text = String::from_utf8_lossy(&bytes);
            let is_text = matches!(text, std::borrow::Cow::Borrowed(_));
            let code = if is_text { Code::EscapeSpelling } else { Code::InvalidUtf8 };
            let mut with = String::new();
            crate::core::json::escape::push_escaped(&mut with, &text);
            self.put(at..end, with, code);
            return Some(end);
        }
        if kind == b'u' && style.units && self.hex(at + 2, 4).is_some() {
            self.put(at..at + 6, "\u{fffd}", Code::LoneSurrogate);
            return Some(at + 6);
        }
        if style.lone {
            self.content(at);
            return Some(at + 1);
        }
        None
    }

    /// The character that the escape at `at` stands for, and where it ends.
    fn character(&self, at: usize, style: &Style) -> Option<(usize, char)> {
        let kind = *self.text.get(at + 1)?;
        if style.signs.as_bytes().contains(&kind) {
            return Some((at + 2, char::from(kind)));
        }
        let in_braces = style.braces && matches!(kind, b'u' | b'x') && self.text.get(at + 2) == Some(&b'{');
        if in_braces {
            let digits = self.text[at + 3..].iter().take(MOST_DIGITS).take_while(|b| b.is_ascii_hexdigit());
            let end = at + 3 + digits.count();
            let c = char::from_u32(self.hex(at + 3, end - at - 3)?)?;
            return (self.text.get(end) == Some(&b'}')).then_some((end + 1, c));
        }
        if style.units && matches!(kind, b'u' | b'U') {
            let len = if kind == b'u' { 4 } else { 8 };
            let unit = self.hex(at + 2, len)?;
            let low = if self.text.get(at + 6..at + 8) == Some(b"\\u") { self.hex(at + 8, 4) } else { None };
            return match (unit, low) {
                (0xd800..=0xdbff, Some(low @ 0xdc00..=0xdfff)) if kind == b'u' => {
                    Some((at + 12, char::from_u32(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00))?))
                }
                _ => Some((at + 2 + len, char::from_u32(unit)?)),
            };
        }
        if kind == b'x' && style.hex == Byte::Char {
            return Some((at + 4, char::from_u32(self.hex(at + 2, 2)?)?));
        }
        if style.digits > 0 && kind.is_ascii_digit() {
            return None;
        }
        style.letters.iter().find(|(letter, _)| *letter == kind).map(|(_, c)| (at + 2, *c))
    }

    /// The byte that the escape at `at` stands for, and how long that is.
    fn byte(&self, at: usize, style: &Style) -> Option<(usize, u8)> {
        if self.text.get(at) != Some(&style.sign) {
            return None;
        }
        let kind = *self.text.get(at + 1)?;
        if kind == b'x' && style.hex == Byte::Utf8 {
            return Some((4, u8::try_from(self.hex(at + 2, 2)?).ok()?));
        }
        let is_digit = |byte: &&u8| char::from(**byte).is_digit(style.digits);
        let len = if style.digits > 0 {
            self.text[at + 1..].iter().take(3).take_while(is_digit).count()
        } else {
            0
        };
        let digits = std::str::from_utf8(&self.text[at + 1..at + 1 + len]).ok().filter(|_| len > 0)?;
        Some((1 + len, u8::from_str_radix(digits, style.digits).ok()?))
    }

    fn hex(&self, at: usize, len: usize) -> Option<u32> {
        let digits = self.text.get(at..at + len).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))?;
        u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    }
}
