//! Text → `Value`, strict, in one pass and iterative.
//!
//! Containers up to `RAW_MAX` bytes stay text; larger ones are built. What raw values rely on is established here:
//! valid JSON, finite numbers, strings that have characters, and in raw maps unique names without escapes.

use super::raw;
use super::value::{Name, Value};
use crate::core::json::fault::Fault;
use crate::core::json::scan::{self, string_stop};
use crate::core::json::{self, ScanError, ScanErrorKind, Text, skip_space};
use std::rc::Rc;

/// Bytes up to which a container stays text: looking into it costs less than building it would.
pub const RAW_MAX: usize = 512;
/// Members up to which the names of a raw map are compared with each other.
pub const RAW_MEMBERS: usize = 16;

/// A value that is complete, but not yet in its container.
enum Pending<'a> {
    /// A name or scalar as it is spelled.
    Token(&'a str),
    Done(Value<'a>),
}

impl<'a> Pending<'a> {
    pub fn value(self) -> Value<'a> {
        match self {
            Self::Token(token) => raw::value(token, 0),
            Self::Done(value) => value,
        }
    }

    fn name(self) -> Name<'a> {
        match self {
            Self::Token(token) => raw::name(token),
            Self::Done(_) => Name::Text(""),
        }
    }
}

/// An open container.
struct Frame {
    start: usize,
    /// Where its children begin among the pending values.
    mark: usize,
    is_object: bool,
    /// Says whether the number may stay text.
    plain: bool,
    /// Levels of nesting inside, as far as it was read.
    depth: u16,
}

struct Reader<'a> {
    text: &'a str,
    pos: usize,
    open: Vec<Frame>,
    pending: Vec<Pending<'a>>,
    row: Row<'a>,
}

/// What the last plain row looked like: rows mostly have the names of the one before, in its order.
#[derive(Default)]
pub struct Row<'a> {
    /// Each name with its quotes, and all that stands between it and its value.
    names: [(&'a [u8], usize); RAW_MEMBERS],
    count: usize,
}

/// Says that a text is JSON and yet no value.
#[cold]
fn unfit(code: &'static str, message: &str, offset: usize) -> Box<Fault> {
    Box::new(Fault::new(code, message, offset as u64))
}

/// Reads one JSON value with optional white space around it.
pub fn read(text: &str, max_depth: usize) -> Result<Value<'_>, Box<Fault>> {
    let pos = skip_space(text.as_bytes(), 0);
    let mut reader = Reader { text, pos, open: Vec::new(), pending: Vec::new(), row: Row::default() };
    let value = reader.value(max_depth)?;
    let end = skip_space(text.as_bytes(), reader.pos);
    if end < text.len() {
        return Err(ScanError::new(ScanErrorKind::TrailingText, end).into());
    }
    Ok(value)
}

impl<'a> Reader<'a> {
    pub fn value(&mut self, max_depth: usize) -> Result<Value<'a>, Box<Fault>> {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.pos) {
                Some(&bracket @ (b'{' | b'[')) => {
                    if self.open.len() >= max_depth {
                        return Err(self.error(ScanErrorKind::Depth(max_depth)));
                    }
                    if self.opens(bracket == b'{')? {
                        continue;
                    }
                }
                _ => self.scalar()?,
            }
            if self.closes()? {
                // What is left is the whole document.
                return Ok(self.pending.pop().map_or(Value::Null, Pending::value));
            }
        }
    }

    pub fn error(&self, kind: ScanErrorKind) -> Box<Fault> {
        ScanError::new(kind, self.pos).into()
    }

    /// Steps into a container; false when it is empty and so complete.
    fn opens(&mut self, is_object: bool) -> Result<bool, Box<Fault>> {
        let bytes = self.text.as_bytes();
        let start = self.pos;
        if is_object && let Some(end) = flat_object(bytes, start, &mut self.row) {
            self.pos = end;
            self.nested(1);
            self.pending.push(Pending::Done(Value::RawMap { depth: 1, text: &self.text[start..end] }));
            return Ok(false);
        }
        self.pos = skip_space(bytes, start + 1);
        if bytes.get(self.pos) == Some(&if is_object { b'}' } else { b']' }) {
            self.pos += 1;
            let value = if is_object {
                Value::RawMap { depth: 1, text: "{}" }
            } else {
                Value::RawList { depth: 1, text: "[]" }
            };
            self.nested(1);
            self.pending.push(Pending::Done(value));
            return Ok(false);
        }
        self.open.push(Frame { start, mark: self.pending.len(), is_object, plain: true, depth: 0 });
        if is_object {
            self.member_name()?;
        }
        Ok(true)
    }

    /// Tells the container around that a child of this depth is in it.
    fn nested(&mut self, depth: u16) {
        if let Some(frame) = self.open.last_mut() {
            frame.depth = frame.depth.max(depth);
        }
    }

    fn member_name(&mut self) -> Result<(), Box<Fault>> {
        let bytes = self.text.as_bytes();
        let start = self.pos;
        if bytes.get(start) != Some(&b'"') {
            let kind =
                if start < bytes.len() { ScanErrorKind::ExpectedName } else { ScanErrorKind::UnexpectedEnd };
            return Err(self.error(kind));
        }
        let (end, escaped) = self.string(start)?;
        if escaped && let Some(frame) = self.open.last_mut() {
            frame.plain = false;
        }
        let colon = skip_space(bytes, end);
        self.pos = match bytes.get(colon) {
            Some(b':') => skip_space(bytes, colon + 1),
            // There is none, and the scanner has the words for it.
            _ => scan::name_end(bytes, start)?,
        };
        self.pending.push(Pending::Token(&self.text[start..end]));
        Ok(())
    }

    /// The offset after the string whose opening quote is at `start`, and whether it has escapes.
    #[inline]
    fn string(&self, start: usize) -> Result<(usize, bool), Box<Fault>> {
        let bytes = self.text.as_bytes();
        let stop = string_stop(bytes, start + 1);
        if bytes.get(stop) == Some(&b'"') {
            return Ok((stop + 1, false));
        }
        let end = scan::string_end(bytes, start)?;
        self.characters(start, end)?;
        Ok((end, true))
    }

    /// Fails where the string from `start` to `end`, quotes included, has no characters.
    fn characters(&self, start: usize, end: usize) -> Result<(), Box<Fault>> {
        let inner = Text::from_raw(&self.text[start + 1..end - 1]);
        match inner.decode() {
            Some(_) => Ok(()),
            None => Err(unfit("lone-surrogate", "an escape names half of a surrogate pair", start)),
        }
    }

    fn scalar(&mut self) -> Result<(), Box<Fault>> {
        let bytes = self.text.as_bytes();
        let start = self.pos;
        let end = match bytes.get(start) {
            Some(b'"') => self.string(start)?.0,
            Some(b'-' | b'0'..=b'9') => {
                let end = scan::number_end(bytes, start)?;
                self.in_range(start, end)?;
                end
            }
            _ => scan::scalar_end(bytes, start)?,
        };
        self.pos = end;
        self.pending.push(Pending::Token(&self.text[start..end]));
        Ok(())
    }

    /// Fails where the number from `start` to `end` is a float beyond the largest one. Only an exponent or very many
    /// digits can lead there.
    #[inline]
    fn in_range(&self, start: usize, end: usize) -> Result<(), Box<Fault>> {
        let token = &self.text[start..end];
        let is_large =
            token.bytes().any(|b| matches!(b, b'e' | b'E')) || (token.len() > 300 && token.contains('.'));
        if is_large && !token.parse::<f64>().is_ok_and(f64::is_finite) {
            return Err(unfit("number-range", "this number is larger than any float", start));
        }
        Ok(())
    }

    /// After a complete value: closes what closes and steps to the next value. True at the end of the document.
    fn closes(&mut self) -> Result<bool, Box<Fault>> {
        let bytes = self.text.as_bytes();
        loop {
            let Some(is_object) = self.open.last().map(|frame| frame.is_object) else { return Ok(true) };
            self.pos = skip_space(bytes, self.pos);
            match bytes.get(self.pos) {
                Some(b',') => {
                    self.pos = skip_space(bytes, self.pos + 1);
                    if is_object {
                        self.member_name()?;
                    }
                    return Ok(false);
                }
                Some(b'}') if is_object => {}
                Some(b']') if !is_object => {}
                None => return Err(self.error(ScanErrorKind::UnexpectedEnd)),
                Some(_) => return Err(self.error(ScanErrorKind::ExpectedCommaOrEnd)),
            }
            self.pos += 1;
            if let Some(frame) = self.open.pop() {
                self.close(&frame);
            }
        }
    }

    fn close(&mut self, frame: &Frame) {
        let text = &self.text[frame.start..self.pos];
        let depth = frame.depth.saturating_add(1);
        if frame.plain && text.len() <= RAW_MAX && self.may_stay_text(frame) {
            self.pending.truncate(frame.mark);
            self.nested(depth);
            let value =
                if frame.is_object { Value::RawMap { depth, text } } else { Value::RawList { depth, text } };
            self.pending.push(Pending::Done(value));
            return;
        }
        let children = self.pending.split_off(frame.mark);
        let value = if frame.is_object { build_map(children) } else { build_list(children) };
        self.nested(depth);
        // Text that contains what could not stay text cannot stay text either.
        if let Some(parent) = self.open.last_mut() {
            parent.plain = false;
        }
        self.pending.push(Pending::Done(value));
    }

    fn may_stay_text(&self, frame: &Frame) -> bool {
        if !frame.is_object {
            return true;
        }
        let children = &self.pending[frame.mark..];
        if children.len() > 2 * RAW_MEMBERS {
            return false;
        }
        let mut names = children.iter().step_by(2);
        while let Some(Pending::Token(name)) = names.next() {
            if names.clone().any(|other| matches!(other, Pending::Token(other) if other == name)) {
                return false;
            }
        }
        true
    }
}

/// The offset after the object at `start`, where it is one that may stay text and is as plain as rows are: small, its
/// values scalars, no escapes, no exponents, no name twice. This is where most bytes of most data go by.
///
/// It gives up at the first byte that is not plain, inner containers included, so that no byte is read more than twice.
pub fn flat_object<'a>(bytes: &'a [u8], start: usize, row: &mut Row<'a>) -> Option<usize> {
    let mut count = 0;
    let mut pos = skip_space(bytes, start + 1);
    loop {
        let (name, _) = *row.names.get(count)?;
        if count < row.count && bytes[pos..].starts_with(name) {
            pos = skip_space(bytes, pos + name.len());
        } else {
            // From here on it is a row of its own.
            row.count = count;
            let end = plain_string(bytes, pos)?;
            let colon = skip_space(bytes, end);
            let name = &bytes[pos..end];
            let is_known = row.names[..count].iter().any(|(known, len)| &known[..*len] == name);
            if is_known || bytes.get(colon) != Some(&b':') {
                return None;
            }
            let value = skip_space(bytes, colon + 1);
            row.names[count] = (&bytes[pos..value], name.len());
            row.count = count + 1;
            pos = value;
        }
        count += 1;
        pos = match bytes.get(pos)? {
            b'"' => plain_string(bytes, pos)?,
            b'{' | b'[' => return None,
            b'-' | b'0'..=b'9' => plain_number(bytes, pos)?,
            _ => scan::scalar_end(bytes, pos).ok()?,
        };
        pos = skip_space(bytes, pos);
        if pos - start >= RAW_MAX {
            return None;
        }
        match bytes.get(pos)? {
            b',' => pos = skip_space(bytes, pos + 1),
            b'}' => return Some(pos + 1),
            _ => return None,
        }
    }
}

/// The offset after the string at `pos`, where there is one without escapes.
#[inline]
fn plain_string(bytes: &[u8], pos: usize) -> Option<usize> {
    if bytes.get(pos) != Some(&b'"') {
        return None;
    }
    let stop = string_stop(bytes, pos + 1);
    (bytes.get(stop) == Some(&b'"')).then_some(stop + 1)
}

/// The offset after the number at `pos`, where it is one without exponent and ends as a member's value must end.
#[inline]
fn plain_number(bytes: &[u8], pos: usize) -> Option<usize> {
    let digits = |from: usize| {
        let mut at = from;
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        (at > from).then_some(at)
    };
    let first = pos + usize::from(bytes[pos] == b'-');
    let mut end = digits(first)?;
    if bytes[first] == b'0' && end > first + 1 {
        return None;
    }
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1)?;
    }
    matches!(bytes.get(end)?, b',' | b'}' | b' ' | b'\n' | b'\r' | b'\t').then_some(end)
}

fn build_list(children: Vec<Pending<'_>>) -> Value<'_> {
    Value::free_list(children.into_iter().map(Pending::value).collect())
}

fn build_map(children: Vec<Pending<'_>>) -> Value<'_> {
    let mut entries = Vec::with_capacity(children.len() / 2);
    let mut children = children.into_iter();
    while let (Some(name), Some(value)) = (children.next(), children.next()) {
        entries.push((name.name(), value.value()));
    }
    Value::free_map(entries)
}

/// A copy of a parsed value that borrows nothing: a literal of a program, the result of a tool command.
///
/// The text must have passed `read`, which refuses what could not be represented.
pub fn owned(value: &json::Value<'_>) -> Value<'static> {
    let string = |text: &Text<'_>| Rc::<str>::from(text.decode_lossy());
    match value {
        json::Value::Null => Value::Null,
        json::Value::Bool(truth) => Value::Bool(*truth),
        json::Value::Number(digits) => super::number::parse(digits),
        json::Value::String(text) => Value::Shared(string(text)),
        json::Value::Array(items) => Value::free_list(items.iter().map(owned).collect()),
        json::Value::Object(members) => {
            let entry = |(name, value): &(Text<'_>, _)| (Name::Shared(string(name)), owned(value));
            Value::free_map(members.iter().map(entry).collect())
        }
    }
}
