//! The keyword-list reader: `f(a=1, b="x", c=[…])`, as models write it, which is often not Python, and `f({…})`.
//!
//! A quote closes a string only where the list goes on after it, so quotes and newlines inside a string are content.
//! Brackets are matched and handed to the repair engine; a bare word that is no literal makes the call unreadable.
//! Markdown escapes the underscore, so names may hold `\_`. Some models write a colon after each name, as Swift does.

use std::borrow::Cow;
use std::ops::Range;

use super::json::repair_part;
use super::source::Source;
use super::{Builder, Raw, is_word, string};
use crate::core::calls::types::change::{CallCode, Change};
use crate::core::json::scan::number_end;
use crate::core::json::{Style, scan_value};
use crate::core::repair::engine::{Code, CutPlace};

/// How much a name with its bracket may hold.
const LONGEST_NAME: usize = 200;

/// A call as it was read.
pub(in crate::core::calls) struct Parsed {
    pub(in crate::core::calls) name: String,
    pub(in crate::core::calls) builder: Builder,
    /// The offset after the closing parenthesis.
    pub(in crate::core::calls) end: usize,
}

/// The name that begins at `pos`, without the backslashes of Markdown, and the offset after its bracket.
fn opening(text: &str, pos: usize) -> Option<(String, usize)> {
    let rest = &text[pos..];
    let open = rest.bytes().take(LONGEST_NAME).position(|b| b == b'(')?;
    let name = without_escapes(rest[..open].trim_end());
    let is_call = is_word(&name) && !name.contains([':', '/']);
    is_call.then(|| (name.into_owned(), pos + open + 1))
}

/// Reads the call whose name begins at `pos`.
pub(in crate::core::calls) fn call(cx: &mut Source<'_>, pos: usize) -> Option<Parsed> {
    let text = cx.text;
    let (name, start) = opening(text, pos)?;
    if !cx.has_budget() {
        return None;
    }
    let mut reader = Reader { cx, text, pos: start, separator: b'=', builder: Builder::default() };
    if text[pos..start].contains('\\') {
        reader.builder.note(CallCode::EscapedName, pos..start - 1);
    }
    if reader.run().is_none() {
        let read = reader.pos - pos;
        reader.cx.spend(read);
        return None;
    }
    let Reader { pos: end, builder, .. } = reader;
    Some(Parsed { name, builder, end })
}

/// The offset after the bracket that closes the call at `pos`, whatever stands in it.
pub(in crate::core::calls) fn closing(cx: &mut Source<'_>, pos: usize) -> Option<usize> {
    let (_, start) = opening(cx.text, pos)?;
    let (end, is_whole) = matching(cx.text.as_bytes(), start - 1);
    (cx.spend(end - pos) && is_whole).then_some(end)
}

/// The call at `pos` that cannot be read, although its arguments have names: its name, and the offset after it.
pub(in crate::core::calls) fn unreadable(cx: &mut Source<'_>, pos: usize) -> Option<(String, usize)> {
    let (name, start) = opening(cx.text, pos)?;
    let argument = cx.text[start..].trim_start();
    let after =
        argument.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '\\')).trim_start();
    let is_named = after.len() < argument.len() && after.starts_with('=') && !after.starts_with("==");
    if !is_named || !cx.has_budget() {
        return None;
    }
    let (end, is_whole) = matching(cx.text.as_bytes(), start - 1);
    cx.spend(end - pos);
    is_whole.then_some((name, end))
}

/// A name without the backslashes that Markdown puts before underscores.
fn without_escapes(name: &str) -> Cow<'_, str> {
    if name.contains("\\_") { Cow::Owned(name.replace("\\_", "_")) } else { Cow::Borrowed(name) }
}

struct Reader<'c, 't> {
    cx: &'c mut Source<'t>,
    text: &'t str,
    pos: usize,
    /// The separator of names and values.
    separator: u8,
    builder: Builder,
}

impl Reader<'_, '_> {
    fn run(&mut self) -> Option<()> {
        loop {
            self.space();
            match self.byte() {
                None => {
                    self.builder.cut = Some(CutPlace::BetweenMembers);
                    return Some(());
                }
                Some(b')') => {
                    self.pos += 1;
                    self.builder.is_closed = true;
                    return Some(());
                }
                Some(b',') if !self.builder.members().is_empty() => self.pos += 1,
                Some(b'{') if self.builder.members().is_empty() => self.object()?,
                _ => {
                    self.argument()?;
                    if self.builder.cut.is_some() {
                        return Some(());
                    }
                }
            }
        }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.pos).copied()
    }

    fn space(&mut self) {
        let rest = &self.text[self.pos..];
        self.pos += rest.len() - rest.trim_start().len();
    }

    fn cut(&mut self, place: CutPlace) {
        self.builder.cut = Some(place);
        self.pos = self.text.len();
    }

    fn argument(&mut self) -> Option<()> {
        let start = self.pos;
        let rest = &self.text[start..];
        let len =
            rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '\\'))).unwrap_or(rest.len());
        let name = without_escapes(&rest[..len]);
        if !is_word(&name) {
            return None;
        }
        if matches!(name, Cow::Owned(_)) {
            self.builder.note(CallCode::EscapedName, start..start + len);
        }
        self.pos += len;
        self.space();
        match self.byte() {
            None => {
                self.cut(CutPlace::Key);
                return Some(());
            }
            Some(separator @ (b'=' | b':'))
                if self.builder.members().is_empty() || separator == self.separator =>
            {
                self.separator = separator;
                self.pos += 1;
            }
            Some(_) => return None,
        }
        self.space();
        let from = self.pos;
        let value = match self.byte() {
            None => {
                self.cut(CutPlace::AfterColon);
                return Some(());
            }
            Some(quote @ (b'"' | b'\'')) => match self.side_by_side() {
                Some(joined) => joined,
                None => self.quoted(char::from(quote), false)?,
            },
            Some(b'r' | b'R') if matches!(self.text.as_bytes().get(from + 1), Some(b'"' | b'\'')) => {
                self.pos += 1;
                self.quoted(char::from(self.text.as_bytes()[self.pos]), true)?
            }
            Some(b'[' | b'{' | b'(') => self.brackets()?,
            Some(_) => self.word()?,
        };
        self.builder.push(&name, Raw::Json(value), from..self.pos);
        Some(())
    }

    /// All the arguments in one object: `f({"a": 1})`.
    fn object(&mut self) -> Option<()> {
        let value = self.brackets()?;
        self.space();
        let is_end = self.byte().is_none_or(|byte| byte == b')');
        self.builder.whole = Some(value);
        is_end.then_some(())
    }

    /// Strings with white space or a plus between are one, as in Python: `"a" "b"`. Nothing where another thing stands there.
    fn side_by_side(&mut self) -> Option<String> {
        let (mut joined, mut at, mut count) = (String::new(), self.pos, 0);
        let bytes = self.text.as_bytes();
        while let Some(quote @ (b'"' | b'\'')) = bytes.get(at) {
            let mut end = at + 1;
            while bytes.get(end)? != quote {
                if bytes[end] == b'\n' {
                    return None;
                }
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            joined.push_str(&unescape(self.text.get(at + 1..end)?));
            count += 1;
            let after = self.text[end + 1..].trim_start();
            let after = after.strip_prefix('+').map_or(after, str::trim_start);
            at = self.text.len() - after.len();
            let is_last = goes_on(after, self.separator);
            if is_last && count > 1 {
                self.pos = end + 1;
                return Some(string(&joined));
            }
            // What follows at once is content: `"a"b"`.
            if is_last || at == end + 1 {
                return None;
            }
        }
        None
    }

    /// A string. Its end is the first quote after which the list goes on. Of a raw one, each backslash is content.
    fn quoted(&mut self, quote: char, is_raw: bool) -> Option<String> {
        let mark: &str = &self.text[self.pos..=self.pos];
        let triple = self.text[self.pos..].starts_with(&mark.repeat(3));
        let width = if triple { 3 } else { 1 };
        let start = self.pos + width;
        let bytes = self.text.as_bytes();
        let mut at = start;
        // Python's strings hold no line end: a model that writes one writes every character as it is.
        let value = |text: &str| {
            let is_verbatim = is_raw || !triple && text.contains('\n');
            string(&if is_verbatim { text.to_owned() } else { unescape(text) })
        };
        // Where Python would end the string.
        let mut inner = Vec::new();
        while let Some(found) = memchr::memchr2(quote as u8, b'\\', &bytes[at..]) {
            at += found;
            if bytes[at] == b'\\' {
                at = (at + 2).min(bytes.len());
                continue;
            }
            let closing = !triple || self.text[at..].starts_with(&mark.repeat(3));
            if closing && goes_on(&self.text[at + width..], self.separator) {
                self.pos = at + width;
                self.note_content(start..at, triple, inner);
                return Some(value(&self.text[start..at]));
            }
            if closing {
                inner.push(at..at + width);
            }
            at += 1;
        }
        // An expression: more than a string stands there.
        let is_operator =
            |quote: &Range<usize>| self.text[quote.end..].trim_start().starts_with(['+', '*', '%', '.']);
        if inner.first().is_some_and(is_operator) {
            return None;
        }
        self.note_content(start..bytes.len(), triple, inner);
        let rest = value(without_cut_escape(&self.text[start.min(self.text.len())..]));
        self.cut(CutPlace::String);
        Some(rest)
    }

    /// Notes what Python does not allow in the string at `content`: the quotes `inner`, and line ends between single ones.
    fn note_content(&mut self, content: Range<usize>, is_triple: bool, inner: Vec<Range<usize>>) {
        let changes = &mut self.builder.changes;
        changes.extend(inner.into_iter().map(|quote| Change::text(Code::InnerQuote, quote)));
        if !is_triple && content.start < content.end {
            let lines = memchr::memchr_iter(b'\n', &self.text.as_bytes()[content.clone()]);
            let place = |at: usize| content.start + at..content.start + at + 1;
            changes.extend(lines.map(|at| Change::text(Code::RawControl, place(at))));
        }
    }

    /// A list, dictionary or tuple: to its matching bracket, and through the engine when it is not JSON.
    fn brackets(&mut self) -> Option<String> {
        let start = self.pos;
        let depth = self.cx.max_depth;
        if let Ok(end) = scan_value(self.text.as_bytes(), start, depth) {
            self.pos = end;
            return Some(self.text[start..end].to_owned());
        }
        let (end, whole) = matching(self.text.as_bytes(), start);
        if !self.cx.spend(end - start) {
            return None;
        }
        let reading = repair_part(self.cx, start..end)?;
        let [document] = &*reading.documents else { return None };
        // An expression would become text, or several values.
        let quotes =
            reading.fixes.iter().filter(|fix| matches!(fix.code, Code::UnquotedValue | Code::NumberText));
        let places: Vec<usize> = quotes.map(|fix| fix.start).collect();
        if places.windows(2).any(|pair| self.text[pair[0]..pair[1]].contains(['+', '*', '/', '(', '%'])) {
            return None;
        }
        for fix in &reading.fixes {
            self.builder.changes.push(Change::at(fix, fix.start..fix.end));
        }
        let text = reading.slice(document).to_owned();
        if whole {
            self.pos = end;
        } else {
            self.cut(reading.cut.unwrap_or(CutPlace::BetweenMembers));
        }
        // The first item of a tuple that is cut could be a value in parentheses.
        let is_item = !whole && self.text[start..].starts_with('(') && !text.starts_with('[');
        Some(if is_item { ["[", &text, "]"].concat() } else { text })
    }

    /// A number or one of the words of Python and JSON.
    fn word(&mut self) -> Option<String> {
        let start = self.pos;
        let rest = &self.text[start..];
        let len = rest.find([',', ')', '\n', ' ']).unwrap_or(rest.len());
        let word = &rest[..len];
        self.pos += len;
        if len == rest.len() {
            self.cut(CutPlace::Literal);
        }
        let json = match word {
            "True" => "true",
            "False" => "false",
            "None" => "null",
            "true" | "false" | "null" => return Some(word.to_owned()),
            _ if !word.is_empty() && number_end(word.as_bytes(), 0) == Ok(word.len()) => {
                return Some(word.to_owned());
            }
            _ => return self.odd_word(start..start + len),
        };
        self.builder.note(CallCode::PythonValue, start..start + len);
        Some(json.to_owned())
    }

    /// A number in another spelling; a name or an expression is no value.
    fn odd_word(&mut self, span: Range<usize>) -> Option<String> {
        if !self.text[span.clone()].starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'))
        {
            return None;
        }
        let digits = self.text[span.clone()].trim_start_matches('0');
        if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
            self.builder.note(CallCode::PythonValue, span);
            return Some(digits.to_owned());
        }
        let reading = repair_part(self.cx, span.clone())?;
        let [document] = &*reading.documents else { return None };
        // An expression that begins with a number does not count.
        if number_end(reading.slice(document).as_bytes(), 0) != Ok(document.len()) {
            return None;
        }
        self.builder.changes.extend(reading.fixes.iter().map(|fix| Change::at(fix, span.clone())));
        let mut out = Vec::new();
        Style::compact().write_text(reading.slice(document), &mut out);
        String::from_utf8(out).ok()
    }
}

/// Returns whether a keyword list goes on here: with the next name, or with its end.
fn goes_on(rest: &str, separator: u8) -> bool {
    let rest = rest.trim_start();
    if let Some(after) = rest.strip_prefix(')') {
        return ends_call(after);
    }
    let Some(next) = rest.strip_prefix(',') else { return rest.is_empty() };
    let next = next.trim_start();
    let len = next
        .bytes()
        .take(LONGEST_NAME)
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'\\') || *b >= 0x80)
        .count();
    // A comma or a name at the very end says nothing either way: the string ends, as nearly all do.
    let after = || next.is_char_boundary(len).then(|| next[len..].trim_start());
    next.is_empty()
        || len > 0
            && after().is_some_and(|after| after.is_empty() || after.starts_with(char::from(separator)))
        || next.starts_with(')')
}

/// Returns whether a call may end before this, because more of a string follows a bracket inside of it.
fn ends_call(rest: &str) -> bool {
    let rest = rest.trim_start_matches([' ', '\t', '\r']);
    if rest.starts_with('\n') {
        return !rest.trim_start().starts_with(['"', '\'', ')', ',', '+', '%', '=']);
    }
    let Some(next) = rest.strip_prefix(',') else {
        return rest.is_empty() || rest.starts_with([']', ')', ';', '\n', '`', '<', '#', '.', '[', '}']);
    };
    let next = next.trim_start();
    let name = next.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '\\' | '-'));
    name.is_empty() || name.len() < next.len() && name.starts_with('(') || next.starts_with([']', '{'])
}

/// The offset after the bracket that closes the one at `start`, and whether there is one. Strings are skipped.
fn matching(bytes: &[u8], start: usize) -> (usize, bool) {
    let (mut depth, mut at) = (0usize, start);
    while at < bytes.len() {
        match bytes[at] {
            b'[' | b'{' | b'(' => depth += 1,
            b']' | b'}' | b')' => {
                depth -= 1;
                if depth == 0 {
                    return (at + 1, true);
                }
            }
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            _ => {}
        }
        at += 1;
    }
    (bytes.len(), false)
}

/// The characters of a Python string; an escape that Python does not know stays as it is.
fn unescape(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let (c, len) = escape(&rest[at + 1..]);
        match c {
            Some(c) => out.push(c),
            None if len > 0 => {}
            None => out.push('\\'),
        }
        rest = &rest[at + 1 + len..];
    }
    out.push_str(rest);
    out
}

/// Returns a text without the escape at its end that the cut leaves without its digits, or without its second half.
fn without_cut_escape(text: &str) -> &str {
    let Some(slash) = text.rfind('\\') else { return text };
    let slashes = slash + 1 - text[..=slash].trim_end_matches('\\').len();
    let is_digits = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_cut = match text[slash + 1..].split_at_checked(1) {
        None => true,
        Some((kind @ ("x" | "u" | "U"), digits)) => {
            let due = match kind {
                "x" => 2,
                "u" => 4,
                _ => 8,
            };
            digits.len() < due && is_digits(digits)
        }
        Some(_) => false,
    };
    let text = if is_cut && slashes % 2 == 1 { &text[..slash] } else { text };
    let is_half = |escape: &str| {
        let unit = escape.strip_prefix("\\u").and_then(|digits| u16::from_str_radix(digits, 16).ok());
        unit.is_some_and(|unit| (0xD800..0xDC00).contains(&unit))
    };
    let half = text.len().checked_sub(6).and_then(|at| text.split_at_checked(at));
    half.filter(|(_, escape)| is_half(escape)).map_or(text, |(before, _)| before)
}

/// Bytes of two escapes of a surrogate pair after the first backslash: `ud83d\\ude00`.
const SURROGATES: usize = 11;

/// Returns the character that two escapes spell together, as JSON has it: Python's own escapes never need a pair.
fn surrogates(rest: &str) -> Option<char> {
    let unit = |digits: &str| u16::from_str_radix(digits, 16).ok();
    let (first, second) = rest.get(1..SURROGATES)?.split_once("\\u")?;
    if first.len() != 4 || second.len() != 4 {
        return None;
    }
    let mut decoded = char::decode_utf16([unit(first)?, unit(second)?]);
    match (decoded.next(), decoded.next()) {
        (Some(Ok(c)), None) => Some(c),
        _ => None,
    }
}

/// What the escape after a backslash stands for, and its length; a newline is escaped to nothing.
fn escape(rest: &str) -> (Option<char>, usize) {
    let hex = |from: usize, len: usize| {
        let code = rest.get(from..from + len).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        code.and_then(char::from_u32).map_or((None, 0), |c| (Some(c), from + len))
    };
    match rest.as_bytes().first() {
        Some(b'n') => (Some('\n'), 1),
        Some(b't') => (Some('\t'), 1),
        Some(b'r') => (Some('\r'), 1),
        Some(b'b') => (Some('\u{8}'), 1),
        Some(b'f') => (Some('\u{c}'), 1),
        Some(&quote @ (b'"' | b'\'' | b'\\')) => (Some(char::from(quote)), 1),
        Some(b'\n') => (None, 1),
        Some(b'x') => hex(1, 2),
        Some(b'u') => surrogates(rest).map_or_else(|| hex(1, 4), |c| (Some(c), SURROGATES)),
        Some(b'U') => hex(1, 8),
        _ => (None, 0),
    }
}
