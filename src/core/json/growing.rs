//! What a JSON text that is still being written says so far: its beginning up to the last value that is whole, with the
//! string that is being written, and the open brackets closed.
//!
//! A number is whole once something follows it, `true`, `false` and `null` with their last letter, a character once its last
//! escape is there. So of two such snapshots the later one says all that the earlier one did. However the text arrives, each byte
//! is looked at once.

use super::events::{Path, Sink, Token, Tokenizer, Window};
use super::{MAX_DEPTH, Text, Value, parse};

/// Bytes of an escape with four digits.
const UNIT: usize = "\\u0000".len();

/// One document that grows.
#[derive(Debug)]
pub struct Growing {
    tokenizer: Tokenizer,
    /// Where the reading goes on.
    pos: usize,
    seen: Seen,
    is_broken: bool,
}

/// What was read so far.
#[derive(Debug, Default)]
struct Seen {
    start: usize,
    /// What closes the open brackets, the innermost last.
    closers: Vec<u8>,
    /// After the last value that is whole, or the last bracket that opens.
    whole: usize,
}

impl Sink for Seen {
    fn document_start(&mut self, _: Window<'_>, at: usize, _: bool) {
        self.start = at;
    }

    fn open(&mut self, text: Window<'_>, at: usize) {
        self.closers.push(if text.bytes[at] == b'{' { b'}' } else { b']' });
        self.whole = at + 1;
    }

    fn close(&mut self, _: Window<'_>, at: usize, _: Path<'_>) {
        self.closers.pop();
        self.whole = at + 1;
    }

    fn scalar(&mut self, _: Window<'_>, token: Token, _: Path<'_>) {
        self.whole = token.end;
    }
}

impl Growing {
    /// Nothing was written yet.
    pub fn new(max_depth: usize) -> Self {
        Self { tokenizer: Tokenizer::new(max_depth, false), pos: 0, seen: Seen::default(), is_broken: false }
    }

    /// Reads what is new in `text`, which is all of the text so far and UTF-8. Returns whether it can still become one
    /// JSON document.
    pub fn read(&mut self, text: &[u8]) -> bool {
        if !self.is_broken {
            let window = Window { bytes: text, base: 0, last: false };
            let read = self.tokenizer.feed(window, self.pos, &mut self.seen);
            self.is_broken = self.tokenizer.documents() > 1 || self.tokenizer.in_sequence();
            match read {
                Ok(pos) => {
                    self.pos = pos;
                    // The tokenizer says so at the end of the word.
                    self.is_broken |= self.tokenizer.unfinished_word(window, pos).is_some();
                }
                Err(_) => self.is_broken = true,
            }
        }
        !self.is_broken
    }

    /// What the text says so far, as JSON; nothing where no value was begun.
    pub fn snapshot(&self, text: &[u8]) -> Option<String> {
        let window = Window { bytes: text, base: 0, last: false };
        if let Some(end) = self.tokenizer.open_string(window, self.pos) {
            return self.closed(text, before_half(text, end), "\"");
        }
        let word = self.tokenizer.open_word(window, self.pos);
        self.closed(text, word.unwrap_or(self.seen.whole), "")
    }

    /// The same without the string or the word that is being written.
    pub fn whole(&self, text: &[u8]) -> Option<String> {
        self.closed(text, self.seen.whole, "")
    }

    fn closed(&self, text: &[u8], end: usize, quote: &str) -> Option<String> {
        let mut out = text.get(self.seen.start..end).filter(|text| !text.is_empty())?.to_vec();
        out.extend(quote.as_bytes());
        out.extend(self.seen.closers.iter().rev());
        String::from_utf8(out).ok()
    }
}

/// `end`, or where the escape of half a character begins right before it.
fn before_half(text: &[u8], end: usize) -> usize {
    let Some(start) = end.checked_sub(UNIT) else { return end };
    let is_high =
        matches!(&text[start..end], [b'\\', b'u', b'd' | b'D', b'8' | b'9' | b'a' | b'b' | b'A' | b'B', ..]);
    let before = text[..start].iter().rev().take_while(|byte| **byte == b'\\').count();
    if is_high && before % 2 == 0 { start } else { end }
}

/// What a document says whose end a repair put there: all of it, but the number or the word that it ends with.
pub fn held(document: &str) -> Option<String> {
    whole(open(document))
}

/// A document without the brackets that a repair may have put at its end.
pub fn open(document: &str) -> &str {
    document.trim_end_matches(['}', ']', ' ', '\t', '\r', '\n'])
}

/// Returns what the beginning of a JSON document says in values that are whole.
pub fn whole(beginning: &str) -> Option<String> {
    let mut growing = Growing::new(MAX_DEPTH);
    growing.read(beginning.as_bytes()).then(|| growing.whole(beginning.as_bytes()))?
}

/// Returns whether the second snapshot says all that the first one did.
pub fn grows(before: &str, after: &str) -> bool {
    let (Ok(before), Ok(after)) = (parse(before, MAX_DEPTH), parse(after, MAX_DEPTH)) else { return false };
    says_more(&before, &after)
}

fn says_more(before: &Value<'_>, after: &Value<'_>) -> bool {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            before.len() <= after.len()
                && before
                    .iter()
                    .zip(after)
                    .all(|((name, old), (known, new))| name == known && says_more(old, new))
        }
        (Value::Array(before), Value::Array(after)) => {
            before.len() <= after.len() && before.iter().zip(after).all(|(old, new)| says_more(old, new))
        }
        (Value::String(before), Value::String(after)) => begins(before, after),
        _ => before == after,
    }
}

/// Returns whether the second string begins with the first one.
fn begins(before: &Text<'_>, after: &Text<'_>) -> bool {
    after.raw().starts_with(before.raw()) || after.decode_lossy().starts_with(&*before.decode_lossy())
}
