//! The result inside the message that carries it: MCP's `content`, a `role: tool` message, a `tool_result` block.
//!
//! Such a message holds the result as a string, of any length. Its beginning is looked at (`find`); from there on the
//! string is decoded as it is read (`Unwrapped`), in constant memory.

use std::io::{self, Read};

use crate::core::json::cursor::{Cursor, Next};
use crate::core::json::scan::{escape_end, scalar_end, scan_value, skip_space};
use crate::core::json::{BOM, MAX_DEPTH, RS, ScanErrorKind, Value, escape_at, parse, scan_document};

/// Bytes read at once.
const CHUNK: usize = 64 << 10;

/// Bytes after the result that are looked at for what else the message says.
const MAX_AFTER: usize = 1 << 20;

/// How deep the result lies at most in its message.
const LEVELS: usize = 6;

/// A result in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrapping {
    /// What the message is.
    pub name: &'static str,
    /// Where the string begins that is the result, after its quote.
    pub start: usize,
}

/// The result in the message that begins with `head`, where that is a message.
pub fn find(head: &[u8]) -> Option<Wrapping> {
    let start = skip_space(head, if head.starts_with(BOM) { BOM.len() } else { 0 });
    message(head, start, LEVELS)
}

/// What the members of a message have said so far.
#[derive(Clone, Copy, Debug, Default)]
struct Said {
    is_rpc: bool,
    is_tool: bool,
    is_block: bool,
}

pub fn message(head: &[u8], at: usize, levels: usize) -> Option<Wrapping> {
    let mut cursor = Cursor::new(head, at, MAX_DEPTH);
    if levels == 0 || cursor.advance().ok()? != Next::Value || cursor.enter().ok()? != Some(true) {
        return None;
    }
    let mut said = Said::default();
    while cursor.advance().ok()? == Next::Value {
        let (name, value) = (&head[cursor.key()], cursor.pos());
        let first = *head.get(value)?;
        let wrapping = |name| (first == b'"').then_some(Wrapping { name, start: value + 1 });
        match (name, first) {
            (b"content", b'[') => return blocks(head, value, levels - 1),
            (b"content", b'"') if said.is_tool => return wrapping("tool message"),
            (b"text", b'"') if said.is_block => return wrapping("text block"),
            (b"result", b'{') if said.is_rpc => return message(head, value, levels - 1),
            _ => {}
        }
        match (name, head.get(cursor.skip().ok()?)?) {
            (b"jsonrpc", _) => said.is_rpc = true,
            (b"role", b"\"tool\"")
            | (b"tool_call_id" | b"tool_use_id", _)
            | (b"type", b"\"tool_result\"") => {
                said.is_tool = true;
            }
            (b"type", b"\"text\"" | b"\"output_text\"") => said.is_block = true,
            _ => {}
        }
    }
    None
}

/// The first of the blocks that a content has.
fn blocks(head: &[u8], at: usize, levels: usize) -> Option<Wrapping> {
    let found = message(head, skip_space(head, at + 1), levels)?;
    Some(Wrapping { name: if found.name == "text block" { "content blocks" } else { found.name }, ..found })
}

/// Returns whether the text that begins with `head` holds one document a line, and more than one.
pub fn are_rows(head: &[u8]) -> bool {
    let mut lines = head.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let is_row = |line: &[u8]| scan_document(line, MAX_DEPTH).is_ok();
    lines.next().is_some_and(is_row)
        && lines.next().is_some_and(|line| is_row(line) || !head.ends_with(b"\n"))
}

/// Returns whether the text that begins with `head` holds anything but JSON. What begins as JSON does and is broken further on is
/// broken JSON, which must not pass for text.
pub fn is_text(head: &[u8]) -> bool {
    let start = skip_space(head, if head.starts_with(BOM) { BOM.len() } else { 0 });
    let rest = head[start..].strip_prefix(&[RS]).unwrap_or(&head[start..]);
    match rest.first() {
        None | Some(b'{' | b'"') => false,
        // A log line begins with a word, a level or a moment in brackets.
        Some(b'[') => {
            let line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
            let inner = line[1..].trim_ascii_start();
            let inside = inner.split(|byte| *byte == b']').next().unwrap_or_default();
            let is_word = inside.first().is_some_and(u8::is_ascii_alphanumeric)
                && inside.iter().any(|byte| byte.is_ascii_alphabetic() || *byte == b':')
                && inside.iter().all(|byte| byte.is_ascii_alphanumeric() || b" -_:.+/".contains(byte));
            let goes_on = inner.get(inside.len() + 1..).is_some_and(|rest| !rest.trim_ascii().is_empty());
            is_word && goes_on && scan_value(line, 0, MAX_DEPTH).is_err()
        }
        Some(_) => {
            let end = scalar_end(rest, 0);
            let goes_on =
                |end: usize| rest.get(end).is_some_and(|byte| !byte.is_ascii_whitespace() && *byte != RS);
            // A word on a line of its own may be JSON that is cut off.
            let is_prose = || rest.iter().take_while(|byte| **byte != b'\n').count() > 5;
            let is_more = |end: usize| {
                let line = rest[end..].split(|byte| *byte == b'\n').next().unwrap_or_default();
                !line.trim_ascii().is_empty() && scan_document(line.trim_ascii(), MAX_DEPTH).is_err()
            };
            match end {
                Ok(end) => (goes_on(end) || is_more(end)) && is_prose(),
                Err(_) => is_prose(),
            }
        }
    }
}

/// What a message says besides the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Besides {
    /// The tool failed.
    pub is_error: bool,
    /// Blocks after the one that is the result.
    pub more_blocks: usize,
}

/// Reads the string that is the result, decoded.
pub struct Unwrapped<R> {
    input: R,
    /// What stood before the string.
    before: Vec<u8>,
    /// What was read and is not decoded.
    raw: Vec<u8>,
    /// What is decoded and not handed out.
    out: Vec<u8>,
    given: usize,
    /// The string is over, and this comes after it.
    after: Option<Vec<u8>>,
}

impl<R: Read> Unwrapped<R> {
    /// Reads on after `head`, in which `wrapping` was found.
    pub fn new(head: &[u8], wrapping: &Wrapping, input: R) -> Self {
        let (before, raw) = head.split_at(wrapping.start);
        Self { input, before: before.to_vec(), raw: raw.to_vec(), out: Vec::new(), given: 0, after: None }
    }

    /// What the message says besides, when all of it was read.
    pub fn besides(&mut self) -> io::Result<Besides> {
        let mut message = std::mem::take(&mut self.before);
        message.push(b'"');
        message.extend(self.after.take().unwrap_or_default());
        let text = std::str::from_utf8(&message).map_err(|_| broken("is not UTF-8"))?;
        let value = parse(text, MAX_DEPTH).map_err(|_| broken("is no JSON"))?;
        let mut besides = Besides::default();
        look(&value, &mut besides);
        Ok(besides)
    }

    /// Reads on; false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        let len = self.raw.len();
        self.raw.resize(len + CHUNK, 0);
        loop {
            match self.input.read(&mut self.raw[len..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(read) => {
                    self.raw.truncate(len + read);
                    return Ok(read > 0);
                }
            }
        }
    }

    /// Decodes what was read, up to an escape that is not whole.
    fn decode(&mut self) -> io::Result<()> {
        self.out.clear();
        self.given = 0;
        let mut pos = 0;
        while let Some(found) = memchr::memchr2(b'"', b'\\', &self.raw[pos..]) {
            self.out.extend_from_slice(&self.raw[pos..pos + found]);
            pos += found;
            if self.raw[pos] == b'"' {
                self.after = Some(self.raw[pos + 1..].to_vec());
                self.raw.clear();
                return Ok(());
            }
            let Some((character, used)) = escape(&self.raw[pos..])? else {
                self.raw.drain(..pos);
                return Ok(());
            };
            self.out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            pos += used;
        }
        self.out.extend_from_slice(&self.raw[pos..]);
        self.raw.clear();
        Ok(())
    }

    /// Reads what comes after the string.
    fn finish(&mut self) -> io::Result<()> {
        while self.fill()? {
            let Some(after) = &mut self.after else { return Ok(()) };
            if after.len() + self.raw.len() > MAX_AFTER {
                return Err(broken("goes on for more than 1 MiB after the result"));
            }
            after.append(&mut self.raw);
        }
        Ok(())
    }
}

/// One escape: its character and its length; `None` where it is not whole.
pub fn escape(raw: &[u8]) -> io::Result<Option<(char, usize)>> {
    match escape_end(raw, 0) {
        Ok(_) => {}
        Err(error) if error.kind == ScanErrorKind::UnexpectedEnd => return Ok(None),
        Err(_) => return Err(broken("has an escape that JSON does not have")),
    }
    let (code, used) = escape_at(raw, 0);
    // The other half of a pair may still come.
    let is_half = (0xd800..0xdc00).contains(&code) && raw.len() < 12;
    if is_half && raw.get(6).is_none_or(|byte| *byte == b'\\') {
        return Ok(None);
    }
    let character = char::from_u32(code).ok_or_else(|| broken("has half of a surrogate pair"))?;
    Ok(Some((character, used)))
}

fn broken(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the message that holds the result {what}"))
}

fn look(value: &Value<'_>, besides: &mut Besides) {
    let Value::Object(members) = value else { return };
    for (name, value) in members {
        match (&*name.decode_lossy(), value) {
            ("isError" | "is_error", Value::Bool(true)) => besides.is_error = true,
            ("content", Value::Array(blocks)) => {
                besides.more_blocks += blocks.len().saturating_sub(1);
                for block in blocks {
                    look(block, besides);
                }
            }
            ("result", value) => look(value, besides),
            _ => {}
        }
    }
}

impl<R: Read> Read for Unwrapped<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.out.len() {
            if self.after.is_some() {
                self.finish()?;
                return Ok(0);
            }
            let had = self.raw.len();
            // The beginning is there already.
            if (had == 0 || !self.out.is_empty() || self.given > 0) && !self.fill()? {
                return Err(broken("ends inside the result"));
            }
            self.decode()?;
            if self.out.is_empty() && self.after.is_none() && self.raw.len() == had && !self.fill()? {
                return Err(broken("ends inside the result"));
            }
        }
        let len = buffer.len().min(self.out.len() - self.given);
        buffer[..len].copy_from_slice(&self.out[self.given..self.given + len]);
        self.given += len;
        Ok(len)
    }
}
