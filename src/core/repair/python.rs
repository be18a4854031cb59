//! Python literals, read as `ast.literal_eval` reads them, and turned into JSON by fixes.
//!
//! This is no tolerant parser: a text is a Python literal or it is not, and only then is the record's strategy
//! `python_ast`. Escapes have Python's meaning here, adjacent strings are joined, sets and tuples become arrays,
//! names that are no strings are spelled as `json.dumps` spells them. Reads every byte once, off an explicit stack.

use std::borrow::Cow;

use super::content::Fixes;
use super::fix::{Code, Fix, Risk};
use super::number;
use crate::core::json::scan;
use crate::core::json::write::escape_of;

/// The fixes that turn the Python literal `text` into JSON, and whether only Python writes so; `None` when it is none
/// (or is too deep).
pub(super) fn fixes(text: &str, max_depth: usize) -> Option<(Vec<Fix>, bool)> {
    let mut reader = Reader {
        text: text.as_bytes(),
        pos: 0,
        fixes: Fixes { list: Vec::new() },
        open: Vec::new(),
        is_python: false,
        has_escapes: false,
        is_doubtful: false,
    };
    reader.document(max_depth)?;
    if reader.has_escapes && !reader.is_python {
        // Code in JSON has such escapes, too, when one backslash of two is lost: another reading exists.
        for fix in reader.fixes.list.iter_mut().filter(|fix| fix.code == Code::EscapeSpelling) {
            fix.risk = Risk::Inferred;
        }
        reader.is_python = true;
    }
    // `["a" "b"]` is Python, and JSON that lost a comma; `"\alpha"` is Python, and LaTeX: only other signs of Python
    // decide for the former.
    if reader.is_doubtful && !reader.is_python {
        return None;
    }
    Some((super::splice::settle(reader.fixes.list), reader.is_python))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `{`, before it is known whether names follow.
    Brace,
    Dict,
    Set,
    List,
    Paren,
}

struct Frame {
    kind: Kind,
    open: usize,
    /// Was one of its strings joined?
    joined: bool,
    items: usize,
    /// A comma was the last token.
    comma: Option<usize>,
}

/// What a complete value was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    String,
    /// A number or word in `start..end`, spelled so in the output.
    Plain {
        start: usize,
        end: usize,
        word: &'static str,
    },
    /// A list, dictionary or set: nothing that a set or a name can be.
    Container,
    /// A tuple, or a value in parentheses.
    Tuple,
}

struct Reader<'t> {
    text: &'t [u8],
    pos: usize,
    fixes: Fixes,
    open: Vec<Frame>,
    /// Saw what only Python writes.
    is_python: bool,
    /// Saw escapes that only Python has.
    has_escapes: bool,
    /// Saw what could as well be damaged JSON.
    is_doubtful: bool,
}

impl Reader<'_> {
    fn document(&mut self, max_depth: usize) -> Option<()> {
        loop {
            // A value is due, or the end of a container that may end here.
            self.skip();
            let mut value = match self.text.get(self.pos)? {
                b'{' => {
                    self.enter(Kind::Brace, max_depth)?;
                    continue;
                }
                b'[' => {
                    self.enter(Kind::List, max_depth)?;
                    continue;
                }
                b'(' => {
                    self.enter(Kind::Paren, max_depth)?;
                    continue;
                }
                b'}' | b']' | b')' => self.close()?,
                _ => self.scalar()?,
            };
            loop {
                let Some(frame) = self.open.last_mut() else { return self.at_end() };
                if value == Value::Container && matches!(frame.kind, Kind::Brace | Kind::Set) {
                    return None;
                }
                if value != Value::Container || self.text[self.pos - 1] != b',' {
                    frame.items += 1;
                    frame.comma = None;
                }
                self.skip();
                if self.is_name_due() {
                    self.name(value)?;
                    break;
                }
                match self.text.get(self.pos)? {
                    b',' => {
                        let frame = self.open.last_mut()?;
                        frame.comma = Some(self.pos);
                        if frame.kind == Kind::Brace {
                            frame.kind = Kind::Set;
                        }
                        self.pos += 1;
                        break;
                    }
                    b'}' | b']' | b')' => value = self.close()?,
                    _ => return None,
                }
            }
        }
    }

    /// Is a colon due, because this value is a name of a dictionary?
    fn is_name_due(&self) -> bool {
        let colon = self.text.get(self.pos) == Some(&b':');
        self.open.last().is_some_and(|frame| match frame.kind {
            Kind::Brace => colon,
            // Names and values take turns: an odd count means that a name was just read.
            Kind::Dict => frame.items % 2 == 1,
            _ => false,
        })
    }

    /// The value just read is a name; reads its colon.
    fn name(&mut self, value: Value) -> Option<()> {
        if self.text.get(self.pos) != Some(&b':') {
            return None;
        }
        self.open.last_mut()?.kind = Kind::Dict;
        self.pos += 1;
        match value {
            Value::String => Some(()),
            Value::Container | Value::Tuple => None,
            Value::Plain { start, end, word } => {
                let spelled = if word.is_empty() {
                    let digits = self.text.get(start..end)?;
                    number::respell(digits).or_else(|| String::from_utf8(digits.to_vec()).ok())?
                } else {
                    word.to_owned()
                };
                // The fix of the word itself, if there is one, is absorbed by this one.
                self.fixes.list.retain(|fix| fix.start < start);
                self.fixes.push(Code::NumberKey, start, end, format!("\"{spelled}\""));
                self.is_python = true;
                Some(())
            }
        }
    }

    fn enter(&mut self, kind: Kind, max_depth: usize) -> Option<()> {
        if self.open.len() >= max_depth {
            return None;
        }
        self.open.push(Frame { kind, open: self.pos, joined: false, items: 0, comma: None });
        self.pos += 1;
        Some(())
    }

    /// A closing bracket at `pos`.
    fn close(&mut self) -> Option<Value> {
        let frame = self.open.pop()?;
        let fits = match self.text[self.pos] {
            b'}' => matches!(frame.kind, Kind::Brace | Kind::Dict | Kind::Set),
            b']' => frame.kind == Kind::List,
            _ => frame.kind == Kind::Paren,
        };
        if !fits || (frame.kind == Kind::Dict && frame.items % 2 == 1) {
            return None;
        }
        if frame.comma.is_some() && frame.items == 0 {
            return None;
        }
        // `{'name' 'value'}` is a set of one string to Python, and an object that lost its colon to everyone else.
        if frame.joined && matches!(frame.kind, Kind::Set | Kind::Brace) {
            return None;
        }
        let (open, close) = (frame.open, self.pos);
        self.pos += 1;
        let brackets = match frame.kind {
            Kind::Paren if frame.items == 1 && frame.comma.is_none() => Some(("", "", Code::Parentheses)),
            Kind::Paren => Some(("[", "]", Code::Tuple)),
            Kind::Set => Some(("[", "]", Code::Set)),
            Kind::Brace if frame.items > 0 => Some(("[", "]", Code::Set)),
            _ => None,
        };
        if let Some(comma) = frame.comma {
            self.fixes.push(Code::TrailingComma, comma, comma + 1, "");
        }
        if let Some((opener, closer, code)) = brackets {
            self.is_python |= code != Code::Set;
            self.fixes.push(code, open, open + 1, opener);
            self.fixes.push(code, close, close + 1, closer);
        }
        Some(if frame.kind == Kind::Paren { Value::Tuple } else { Value::Container })
    }

    /// White space, comments and continued lines.
    #[inline]
    fn skip(&mut self) {
        if self.text.get(self.pos).is_some_and(|byte| *byte <= b' ' || matches!(byte, b'#' | b'\\')) {
            self.skip_some();
        }
    }

    fn skip_some(&mut self) {
        while let Some(&byte) = self.text.get(self.pos) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.pos += 1,
                0x0c => {
                    self.fixes.push(Code::OddSpace, self.pos, self.pos + 1, " ");
                    self.pos += 1;
                }
                b'#' => {
                    // CPython reads no text with a NUL; here it ends the comment, and nothing can begin with it.
                    let end = memchr::memchr3(b'\n', b'\r', 0, &self.text[self.pos..])
                        .map_or(self.text.len(), |at| self.pos + at);
                    self.fixes.push(Code::Comment, self.pos, end, "");
                    self.pos = end;
                }
                b'\\' if self.text.get(self.pos + 1) == Some(&b'\n') => {
                    self.fixes.push(Code::LineContinuation, self.pos, self.pos + 2, " ");
                    self.pos += 2;
                }
                _ => break,
            }
        }
    }

    fn at_end(&mut self) -> Option<()> {
        self.skip();
        (self.pos == self.text.len()).then_some(())
    }

    fn scalar(&mut self) -> Option<Value> {
        let rest = &self.text[self.pos..];
        if let Some(prefix) = string_prefix(rest) {
            return self.strings(prefix);
        }
        for (name, json) in [("True", "true"), ("False", "false"), ("None", "null")] {
            if rest.starts_with(name.as_bytes()) && !rest.get(name.len()).is_some_and(|b| is_word(*b)) {
                let (start, end) = (self.pos, self.pos + name.len());
                self.fixes.push(Code::PythonWord, start, end, json);
                self.is_python = true;
                self.pos = end;
                return Some(Value::Plain { start, end, word: json });
            }
        }
        if rest.starts_with(b"set()") {
            self.fixes.push(Code::Set, self.pos, self.pos + 5, "[]");
            self.is_python = true;
            self.pos += 5;
            return Some(Value::Container);
        }
        self.number()
    }

    fn number(&mut self) -> Option<Value> {
        let start = self.pos;
        let signed = matches!(self.text[start], b'-' | b'+');
        let mut digits = start + usize::from(signed);
        while signed && matches!(self.text.get(digits), Some(b' ' | b'\t')) {
            digits += 1;
        }
        let len = self.text[digits..]
            .iter()
            .enumerate()
            .take_while(|(at, b)| {
                let exponent = *at > 0 && matches!(self.text[digits + at - 1], b'e' | b'E');
                is_word(**b) || **b == b'.' || (matches!(**b, b'+' | b'-') && exponent)
            })
            .count();
        let end = digits + len;
        let word = &self.text[digits..end];
        if !word.first().is_some_and(|b| b.is_ascii_digit() || *b == b'.') {
            return None;
        }
        self.pos = end;
        if scan::number_end(&self.text[start..end], 0) == Ok(end - start) {
            return Some(Value::Plain { start, end, word: "" });
        }
        // `00` is zero, and `041.5` a float; `041` is an error.
        let zeros = word.iter().all(|b| matches!(b, b'0' | b'_'));
        let float = word.iter().any(|b| matches!(b, b'.' | b'e' | b'E')) && !word.starts_with(b"0x");
        let plain = if zeros && word.last() == Some(&b'0') { Some(String::from("0")) } else { None };
        let plain = plain.or_else(|| {
            let rest = word.iter().position(|b| !matches!(b, b'0' | b'_')).filter(|at| float && *at > 0)?;
            let rest = &word[rest - usize::from(!word[rest].is_ascii_digit())..];
            number::respell(rest).or_else(|| String::from_utf8(rest.to_vec()).ok())
        });
        let plain = plain.or_else(|| {
            std::str::from_utf8(word).ok().filter(|_| scan::number_end(word, 0) == Ok(len)).map(str::to_owned)
        });
        let plain = plain.or_else(|| number::respell(word))?;
        let sign = if self.text[start] == b'-' { "-" } else { "" };
        self.fixes.push(Code::NumberSpelling, start, end, format!("{sign}{plain}"));
        Some(Value::Plain { start, end, word: "" })
    }

    /// One string, or several that stand beside each other.
    fn strings(&mut self, first: Prefix) -> Option<Value> {
        let mut prefix = first;
        let bytes = first.bytes;
        loop {
            let from = self.pos;
            self.string(prefix)?;
            let end = self.pos;
            let plain = |prefix: Prefix, at: usize| prefix.len == 0 && self.text[at] == b'"';
            let was_plain = plain(prefix, from);
            let kept = self.fixes.list.len();
            self.skip();
            let Some(next) = string_prefix(&self.text[self.pos..]) else { return Some(Value::String) };
            if next.bytes != bytes {
                return None;
            }
            // Comments in between go with the join.
            self.fixes.list.truncate(kept);
            let in_paren = self.open.last().is_some_and(|frame| frame.kind == Kind::Paren);
            self.is_doubtful |= was_plain && plain(next, self.pos) && !in_paren;
            let closing = if prefix.triple { 3 } else { 1 };
            let opening = next.len + if next.triple { 3 } else { 1 };
            if let Some(frame) = self.open.last_mut() {
                frame.joined = true;
            }
            self.fixes.push(Code::JoinedStrings, end - closing, self.pos + opening, "");
            prefix = next;
        }
    }

    /// One string whose prefix stands at `pos`.
    fn string(&mut self, prefix: Prefix) -> Option<()> {
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
        let bytes_from = self.fixes.list.len();
        let end = self.content(start, quote, prefix)?;
        if prefix.bytes {
            self.decode_bytes(start, end, bytes_from)?;
        }
        if quote == b'\'' || prefix.triple {
            let code = if prefix.triple { Code::TripleQuotes } else { Code::SingleQuotes };
            self.fixes.push(code, end, end + width, "\"");
        }
        self.pos = end + width;
        Some(())
    }

    /// Fixes the content from `start` on and returns where the closing sign stands.
    fn content(&mut self, start: usize, quote: u8, prefix: Prefix) -> Option<usize> {
        let mut pos = start;
        loop {
            pos = if quote == b'"' {
                scan::string_stop(self.text, pos)
            } else {
                scan::any_string_stop(self.text, pos)
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
                    // A quote behind a backslash is content, and so is the backslash.
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
                    self.is_doubtful |= quote == b'"'
                        && !matches!(
                            self.text.get(pos + 1),
                            Some(b'"' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't' | b'u')
                        );
                    pos = self.escape(pos, prefix.bytes)?;
                }
                0 => return None,
                // Either ends a line to Python.
                b'\n' | b'\r' if !prefix.triple => return None,
                byte => {
                    let crlf = byte == b'\r' && self.text.get(pos + 1) == Some(&b'\n');
                    let escape = escape_of(if byte == b'\r' { b'\n' } else { byte });
                    self.fixes.push(Code::RawControl, pos, pos + 1 + usize::from(crlf), escape);
                    pos += 1 + usize::from(crlf);
                }
            }
        }
    }

    /// The escape at `pos`; returns the offset behind it.
    fn escape(&mut self, pos: usize, bytes: bool) -> Option<usize> {
        let kind = *self.text.get(pos + 1)?;
        self.has_escapes |= matches!(kind, b'x' | b'U')
            || (kind.is_ascii_digit() && self.text.get(pos + 2).is_some_and(u8::is_ascii_digit));
        let mut respell = |end: usize, with: Cow<'static, str>| {
            self.fixes.push(Code::EscapeSpelling, pos, end, with);
            Some(end)
        };
        match kind {
            b'\\' | b'"' | b'b' | b'f' | b'n' | b'r' | b't' => Some(pos + 2),
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
            _ => {
                self.fixes.push(Code::LiteralBackslash, pos, pos + 1, "\\\\");
                Some(pos + 1)
            }
        }
    }

    /// `\uHHHH`: JSON has it too, but not half a pair.
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
    fn decode_bytes(&mut self, start: usize, end: usize, from: usize) -> Option<()> {
        if !self.text[start..end].is_ascii() {
            return None;
        }
        let fixes = self.fixes.list.split_off(from);
        let high = |fix: &Fix| {
            fix.replacement
                .as_deref()
                .is_some_and(|text| text.starts_with("\\u00") && text.as_bytes()[4] >= b'8')
        };
        if !fixes.iter().any(high) {
            self.fixes.list.extend(fixes);
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

/// What stands before a string: how long the prefix is, and what it says.
#[derive(Clone, Copy)]
struct Prefix {
    len: usize,
    raw: bool,
    bytes: bool,
    triple: bool,
}

/// The prefix of the string that starts here, if one does; format strings are no literals.
#[inline]
fn string_prefix(rest: &[u8]) -> Option<Prefix> {
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

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn number_of(digits: &[u8], radix: u32) -> Option<u32> {
    let digits = std::str::from_utf8(digits)
        .ok()
        .filter(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, radix).ok()
}

/// A character as JSON spells it; bytes above 0x7f as `\u00hh`, for `decode_bytes`.
fn spelled(value: u32, bytes: bool) -> Option<Cow<'static, str>> {
    Some(match char::from_u32(value) {
        Some(c) if c < ' ' || c == '"' || c == '\\' => escape_of(c as u8),
        Some(c) if bytes && value > 0x7f => format!("\\u{:04x}", c as u32).into(),
        Some(c) => String::from(c).into(),
        // Half a pair.
        None if (0xd800..0xe000).contains(&value) => "\u{fffd}".into(),
        None => return None,
    })
}
