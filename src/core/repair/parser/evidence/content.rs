//! The inside of a string: what must be escaped, unescaped or respelled so that JSON can hold it.

use std::borrow::Cow;

use crate::core::json::escape::{escape_of, escaped};
use crate::core::json::scan;
use crate::core::repair::edit::{Code, Fixes, Risk};
use crate::core::repair::notation::backslash::{self, holds_doubtful_path, is_markdown_escape, is_path};
use crate::core::repair::notation::number;
use crate::core::repair::parser::model::op::Op;
use crate::core::repair::parser::model::state::NONE;
use crate::core::repair::parser::text::lexer::{self, closing_len, quote_at};
use crate::core::repair::parser::text::tokens::{Quote, is_string_stop};

/// The fix code of an opening or closing quote of this kind.
fn quote_code(quote: Quote) -> Code {
    match quote {
        Quote::Double | Quote::Twice => Code::DoubledQuotes,
        Quote::Single => Code::SingleQuotes,
        Quote::Backtick => Code::BacktickQuotes,
        Quote::Smart | Quote::SmartSingle | Quote::Angle | Quote::Corner => Code::SmartQuotes,
        Quote::TripleDouble | Quote::TripleSingle => Code::TripleQuotes,
        Quote::Escaped | Quote::EscapedSingle => Code::EscapedQuotes,
        Quote::Mark => Code::LeakedToken,
    }
}

/// The fixes for one string op.
pub(in crate::core) fn text(fixes: &mut Fixes, source: &[u8], op: Op) {
    let Op::Text { open, start, end, close, quote, raw } = op else { return };
    match start.checked_sub(open) {
        // A part of a joined string: what stands before it is the join's business.
        None => {}
        Some(0) => fixes.push(Code::MissingOpenQuote, open, open, "\""),
        Some(1) if source[open] == b'"' => {}
        Some(_) => fixes.push(quote_code(quote), open, start, "\""),
    }
    let cut = end == source.len() && close == end;
    let body = Body { source, end, quote, cut };
    // The letters of a prefix, whose own fix drops them, make a string raw; or JSON inside does, see `rules/embedded.rs`.
    let has_prefix = open == NONE || open > 0 && source[open - 1].is_ascii_alphabetic();
    if raw && has_prefix {
        body.literal(fixes, start, |_| Code::StringPrefix);
    } else if raw {
        body.literal(
            fixes,
            start,
            |byte| if byte == b'"' { Code::InnerQuote } else { Code::LiteralBackslash },
        );
    } else {
        body.escaped(fixes, start);
    }
    // A quote of its own kind inside may have been the end: another reading exists. A plain quote has a fix that says so.
    if !matches!(quote, Quote::Double | Quote::Twice)
        && holds_own_quote(&source[..end], start, quote)
        && let Some(fix) = fixes.latest.iter_mut().rev().find(|fix| fix.start == open)
    {
        fix.risk = Risk::Inferred;
    }
    match close - end {
        0 if cut => fixes.push(Code::CutOff, end, end, "\""),
        0 => fixes.push(Code::MissingCloseQuote, end, end, "\""),
        1 if source[end] == b'"' => {}
        _ => fixes.push(quote_code(quote), end, close, "\""),
    }
}

/// Returns whether an unescaped quote of its own kind stands inside the string from `start` to the end of `source`.
fn holds_own_quote(source: &[u8], start: usize, quote: Quote) -> bool {
    let is_own = |at: usize| match quote {
        // Typed apostrophes close either.
        Quote::Single | Quote::SmartSingle => closing_len(quote, source, at).is_some(),
        _ => quote_at(source, at).is_some_and(|(found, _)| found == quote),
    };
    let mut at = scan::foreign_string_stop(source, start);
    while at < source.len() {
        if is_string_stop(quote, source[at]) && source[at - 1] != b'\\' && is_own(at) {
            return true;
        }
        at = scan::foreign_string_stop(source, at + 1);
    }
    false
}

/// Returns whether this escape is one that logs of web servers write, and code rarely does: a quote, a backslash, or a character in bytes.
fn is_of_log(content: &[u8], pos: usize) -> bool {
    let digits = content.get(pos + 2..pos + 4).unwrap_or_default();
    digits == b"22"
        || digits.eq_ignore_ascii_case(b"5c")
        || backslash::character_in_bytes(content, pos).is_some()
}

/// The fixes for halves of surrogate pairs in the strict JSON `start..end`.
pub(in crate::core) fn lone_surrogates(source: &[u8], start: usize, end: usize) -> Fixes {
    let mut fixes = Fixes::default();
    // Most texts have no such escape.
    if memchr::memmem::find(&source[start..end], b"\\u").is_none() {
        return fixes;
    }
    let body = Body { source, end, quote: Quote::Double, cut: false };
    let mut pos = start;
    while let Some(found) = memchr::memchr(b'\\', &source[pos..end]) {
        pos += found;
        pos = if source[pos + 1] == b'u' { body.unicode(&mut fixes, pos) } else { pos + 2 };
        fixes.pack();
    }
    fixes
}

/// Unquoted text, put in quotes.
pub(in crate::core) fn bare(fixes: &mut Fixes, source: &[u8], start: usize, end: usize, code: Code) {
    fixes.push(code, start, start, "\"");
    let body = Body { source, end, quote: Quote::Double, cut: false };
    if code == Code::UnquotedKey {
        body.escaped(fixes, start);
    } else {
        // A text without quotes has no escapes: a backslash is a backslash.
        body.literal(fixes, start, |_| code);
    }
    fixes.push(code, end, end, "\"");
}

/// A string's content, from somewhere to `end`.
struct Body<'t> {
    source: &'t [u8],
    end: usize,
    quote: Quote,
    /// States whether the text ended inside this string.
    cut: bool,
}

/// How backslashes are read in one string.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Backslashes {
    /// All escapes are possible.
    Escapes,
    /// Some are not, so `\b` and `\f` before letters are not meant either.
    Mixed,
    /// Some are not but commands of TeX, so those that would do as escapes are commands, too.
    Tex,
    /// The string is a path: none are.
    Path,
    /// Some are not, and a path stands among other words: what is meant by the rest is not certain.
    Doubtful,
    /// The bytes of a log: each `\xHH` is one.
    Bytes,
}

impl Body<'_> {
    /// Every byte stands for itself; `code` says what it is that one is escaped.
    #[cold]
    fn literal(&self, fixes: &mut Fixes, start: usize, code: impl Fn(u8) -> Code) {
        let mut pos = start;
        loop {
            pos = scan::string_stop(&self.source[..self.end], pos);
            if pos >= self.end {
                return;
            }
            let byte = self.source[pos];
            let code = if byte < 0x20 { Code::RawControl } else { code(byte) };
            self.escape_byte(fixes, code, pos);
            pos += 1;
        }
    }

    fn escape_byte(&self, fixes: &mut Fixes, code: Code, pos: usize) {
        fixes.push(code, pos, pos + 1, escape_of(self.source[pos]));
    }

    fn escaped(&self, fixes: &mut Fixes, start: usize) {
        let source = &self.source[..self.end];
        let backslashes = self.backslashes(start);
        // Then those that JSON has stay as they are.
        let as_json = backslashes == Backslashes::Escapes;
        let mut pos = start;
        loop {
            pos = if as_json { scan::sound_end::<true>(source, pos) } else { scan::string_stop(source, pos) };
            match source.get(pos) {
                None => return,
                Some(b'\\') => {
                    let known = fixes.latest.len();
                    pos = self.backslash(fixes, pos, backslashes, start);
                    if backslashes == Backslashes::Doubtful {
                        fixes.latest[known..].iter_mut().for_each(|fix| fix.risk = Risk::Lossy);
                    }
                }
                Some(b'"') => {
                    let inner = matches!(self.quote, Quote::Double | Quote::Twice | Quote::Smart);
                    let code = if inner { Code::InnerQuote } else { quote_code(self.quote) };
                    fixes.push(code, pos, pos + 1, "\\\"");
                    pos += 1;
                }
                Some(_) => {
                    self.escape_byte(fixes, Code::RawControl, pos);
                    pos += 1;
                }
            }
        }
    }

    /// Looks at all escapes of the string at once.
    fn backslashes(&self, start: usize) -> Backslashes {
        let content = &self.source[start..self.end];
        let (mut impossible, mut odd, mut tex, mut bytes) = (false, false, false, false);
        let mut at = 0;
        loop {
            // Escapes of two characters are possible, and nothing else.
            at = scan::sound_end::<true>(content, at);
            let Some(sign) = content.get(at) else { break };
            if *sign != b'\\' {
                at += 1;
                continue;
            }
            let possible = match content.get(at + 1) {
                None => self.cut,
                Some(b'\'' | b'`' | b'\n' | b'\r' | b'x' | b'v' | b'0') => true,
                Some(b'$') => self.quote == Quote::Backtick,
                Some(b'_') => is_markdown_escape(content, at),
                Some(b'u') => {
                    matches!(content.get(at + 2), Some(b'{')) || scan::escape_end(content, at).is_ok()
                }
                Some(_) => scan::escape_end(content, at).is_ok(),
            };
            impossible |= !possible;
            tex = tex || !possible && backslash::is_command(&content[at + 1..]);
            odd |= matches!(content.get(at + 1), Some(b'x' | b'v' | b'0'));
            bytes = bytes || content.get(at + 1) == Some(&b'x') && is_of_log(content, at);
            at += if content.get(at + 1) == Some(&b'u') { 1 } else { 2 };
        }
        if (impossible || odd) && is_path(content) {
            Backslashes::Path
        } else if impossible && holds_doubtful_path(content) {
            Backslashes::Doubtful
        } else if tex {
            Backslashes::Tex
        } else if impossible {
            Backslashes::Mixed
        } else if bytes {
            Backslashes::Bytes
        } else {
            Backslashes::Escapes
        }
    }

    /// Repairs the escape at `pos` and returns where reading goes on.
    fn backslash(&self, fixes: &mut Fixes, pos: usize, backslashes: Backslashes, start: usize) -> usize {
        let source = &self.source[..self.end];
        let Some(&kind) = source.get(pos + 1) else {
            if self.cut {
                fixes.push(Code::CutEscape, pos, pos + 1, "");
            } else {
                fixes.push(Code::LiteralBackslash, pos, pos + 1, "\\\\");
            }
            return pos + 1;
        };
        match kind {
            b'b' | b'f' if !matches!(backslashes, Backslashes::Escapes | Backslashes::Bytes) => {
                Self::literal_backslash(fixes, pos)
            }
            b'n' | b'r' | b't' | b'b' | b'f' | b'u' | b'x' | b'0' | b'v'
                if backslashes == Backslashes::Path =>
            {
                Self::literal_backslash(fixes, pos)
            }
            b'n' | b'r' | b't'
                if backslashes == Backslashes::Tex && backslash::is_like_escape(&source[pos + 1..]) =>
            {
                Self::literal_backslash(fixes, pos)
            }
            // The root of a share.
            b'\\' if backslashes == Backslashes::Path && pos == start => Self::literal_backslash(fixes, pos),
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => pos + 2,
            b'\'' | b'`' => self.apostrophe(fixes, pos, kind, start),
            // A template literal escapes the dollar sign of a placeholder.
            b'$' if self.quote == Quote::Backtick => Self::respell(fixes, pos, pos + 2, "$"),
            b'\n' => Self::continued(fixes, pos, 2),
            b'\r' => Self::continued(fixes, pos, if source.get(pos + 2) == Some(&b'\n') { 3 } else { 2 }),
            b'v' => Self::respell(fixes, pos, pos + 2, "\\u000b"),
            b'0' if self.quote != Quote::Double && !source.get(pos + 2).is_some_and(u8::is_ascii_digit) => {
                Self::respell(fixes, pos, pos + 2, "\\u0000")
            }
            b'x' if backslashes == Backslashes::Bytes => self.decoded_byte(fixes, pos),
            b'x' => self.code_point(fixes, pos, pos + 2, pos + 4),
            b'U' => self.code_point(fixes, pos, pos + 2, pos + 10),
            b'u' => self.unicode(fixes, pos),
            0x80.. => {
                // A backslash before typographic quotes is what is left of an escape.
                match lexer::quote_at(source, pos + 1) {
                    Some((_, len)) => {
                        fixes.push(Code::EscapeSpelling, pos, pos + 1, "");
                        pos + 1 + len
                    }
                    None => Self::literal_backslash(fixes, pos),
                }
            }
            b'_' if backslashes == Backslashes::Escapes && is_markdown_escape(source, pos) => {
                fixes.push(Code::MarkdownEscape, pos, pos + 1, "");
                pos + 2
            }
            _ => Self::literal_backslash(fixes, pos),
        }
    }

    /// `\'` in double quotes: who escapes apostrophes without need escapes them all. Beside plain ones the backslash is
    /// meant, as in `'\'' + x`.
    fn apostrophe(&self, fixes: &mut Fixes, pos: usize, kind: u8, start: usize) -> usize {
        if self.quote == Quote::Double {
            let content = &self.source[start..self.end];
            let plain = memchr::memchr_iter(kind, content)
                .take(64)
                .any(|at| at == 0 || content[at - 1] != b'\\' || (at > 1 && content[at - 2] == b'\\'));
            if plain {
                return Self::literal_backslash(fixes, pos);
            }
        }
        Self::respell(fixes, pos, pos + 2, if kind == b'`' { "`" } else { "'" })
    }

    fn literal_backslash(fixes: &mut Fixes, pos: usize) -> usize {
        fixes.push(Code::LiteralBackslash, pos, pos + 1, "\\\\");
        pos + 1
    }

    #[cold]
    fn respell(fixes: &mut Fixes, start: usize, end: usize, with: impl Into<Cow<'static, str>>) -> usize {
        fixes.push(Code::EscapeSpelling, start, end, with);
        end
    }

    fn continued(fixes: &mut Fixes, pos: usize, len: usize) -> usize {
        fixes.push(Code::LineContinuation, pos, pos + len, "");
        pos + len
    }

    /// `\xHH` in a string that the log of a web server wrote: a byte of UTF-8, or a character of its own.
    #[cold]
    fn decoded_byte(&self, fixes: &mut Fixes, pos: usize) -> usize {
        let source = &self.source[..self.end];
        if let Some((c, end)) = backslash::character_in_bytes(source, pos) {
            return Self::respell(fixes, pos, end, escaped(c));
        }
        match hex(source, pos + 2, pos + 4).and_then(char::from_u32) {
            Some(c) => Self::respell(fixes, pos, pos + 4, escaped(c)),
            None => Self::literal_backslash(fixes, pos),
        }
    }

    /// `\xHH` and `\UHHHHHHHH`.
    #[cold]
    fn code_point(&self, fixes: &mut Fixes, pos: usize, from: usize, to: usize) -> usize {
        // In double quotes `\x1b` is rather code or a regular expression than a character.
        let code = self.quote == Quote::Double;
        if let Some((c, end)) = backslash::character_in_bytes(&self.source[..self.end], pos) {
            return Self::respell(fixes, pos, end, escaped(c));
        }
        match hex(&self.source[..self.end], from, to).and_then(char::from_u32) {
            Some(c) if !code => Self::respell(fixes, pos, to, escaped(c)),
            _ => Self::literal_backslash(fixes, pos),
        }
    }

    /// `\uHHHH`, pairs of them, `\u{…}`, and what is left of one.
    #[cold]
    fn unicode(&self, fixes: &mut Fixes, pos: usize) -> usize {
        let source = &self.source[..self.end];
        if source.get(pos + 2) == Some(&b'{') {
            let close = source[pos..].iter().take(12).position(|b| *b == b'}').map_or(pos, |at| pos + at);
            // In double quotes that is rather code than a character, as `\x1b` is.
            let code = self.quote == Quote::Double;
            return match hex(source, pos + 3, close).and_then(char::from_u32) {
                Some(c) if !code => Self::respell(fixes, pos, close + 1, escaped(c)),
                _ => Self::literal_backslash(fixes, pos),
            };
        }
        let Some(unit) = hex(source, pos + 2, pos + 6) else {
            let digits = source[pos + 2..].iter().take(4).take_while(|b| b.is_ascii_hexdigit()).count();
            if pos + 2 + digits == self.end && self.cut {
                fixes.push(Code::CutEscape, pos, self.end, "");
                return self.end;
            }
            return Self::literal_backslash(fixes, pos);
        };
        if !(0xd800..0xe000).contains(&unit) {
            return pos + 6;
        }
        let low =
            if source.get(pos + 6..pos + 8) == Some(b"\\u") { hex(source, pos + 8, pos + 12) } else { None };
        if unit < 0xdc00 && low.is_some_and(|low| (0xdc00..0xe000).contains(&low)) {
            return pos + 12;
        }
        let half = source[pos + 6..].strip_prefix(b"\\u").unwrap_or(&source[pos + 6..]);
        let half_cut = self.end < pos + 12
            && (half.is_empty() || half == b"\\" || half.iter().all(u8::is_ascii_hexdigit));
        if self.cut && unit < 0xdc00 && half_cut {
            fixes.push(Code::CutEscape, pos, self.end, "");
            return self.end;
        }
        fixes.push(Code::LoneSurrogate, pos, pos + 6, "\u{fffd}");
        pos + 6
    }
}

/// The number that the hex digits `from..to` spell.
#[cold]
fn hex(source: &[u8], from: usize, to: usize) -> Option<u32> {
    let digits = source.get(from..to)?;
    let digits = std::str::from_utf8(digits)
        .ok()
        .filter(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok()
}

/// The fixes of a document's ops, in ascending order and without overlaps.
pub(in crate::core) fn fixes_of(source: &[u8], ops: &[Op]) -> Fixes {
    let mut fixes = Fixes::default();
    add_fixes_of(&mut fixes, source, ops);
    fixes.settled()
}

/// Appends the fixes of ops as they come.
pub(in crate::core) fn add_fixes_of(fixes: &mut Fixes, source: &[u8], ops: &[Op]) {
    fixes.latest.reserve(ops.len() * 2);
    for &op in ops {
        match op {
            Op::Replace { start, end, with, code } => fixes.push(code, start, end, with),
            Op::Text { .. } => text(fixes, source, op),
            Op::Bare { start, end, code } => bare(fixes, source, start, end, code),
            Op::Number { start, end } => {
                if let Some(number) = number::respell(&source[start..end]) {
                    fixes.push(Code::NumberSpelling, start, end, number);
                }
            }
            // Brackets are written out before.
            Op::Cut(_) | Op::CloseAll { .. } => {}
        }
        fixes.pack();
    }
}
