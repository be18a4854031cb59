//! JSON texts in a stream: one, several, one a line, or RFC 7464 records, each handed out as soon as it is whole.
//!
//! A text that is not JSON ends with its line where the mistake is in its first line, else before the next line that
//! begins with `{`. So a bad text does not take its neighbors along, and a waiting pipe is answered at once.

use std::io;
use std::mem::take;

use super::input::{Open, limit};
use super::records::count_lines;
use crate::core::json::{BOM, RS, ScanErrorKind, is_space, scan_value};

/// Bytes asked for in one read.
const CHUNK: usize = 64 << 10;
/// Bytes that no text of a waiting pipe is expected to have.
const LONG: usize = 1 << 20;

/// What was read of a source and not handed out.
#[derive(Default)]
pub struct Texts {
    buffer: Vec<u8>,
    /// How much of it is handed out, or stood before the next text.
    done: usize,
    has_ended: bool,
    /// Line ends before the next text.
    lines: usize,
    /// How much there must be before it pays to look again.
    patience: usize,
}

/// What comes next.
pub enum Next<'t> {
    /// A text, and the line ends between the text before and this one.
    Text(&'t [u8], usize),
    /// A text that is longer than the limit, and the same. What follows it is not read.
    TooLong(usize),
    /// No text.
    End,
}

impl Texts {
    /// Reads until a text is whole; `max_bytes` is the limit of one, 0 for none.
    pub fn next(&mut self, open: &mut Open, max_depth: usize, max_bytes: u64) -> io::Result<Next<'_>> {
        let most = limit(max_bytes);
        loop {
            self.skip();
            let rest = &self.buffer[self.done..];
            if self.has_ended && rest.is_empty() {
                return Ok(Next::End);
            }
            let is_looked_at = self.has_ended || self.is_worth_a_look();
            let end = if is_looked_at { end_of_first(rest, self.has_ended, max_depth) } else { None };
            let len = end.unwrap_or(rest.len());
            if len > most {
                return Ok(Next::TooLong(take(&mut self.lines)));
            }
            if end.is_some() {
                (self.done, self.patience) = (self.done + len, 0);
                return Ok(Next::Text(&self.buffer[self.done - len..self.done], take(&mut self.lines)));
            }
            if is_looked_at {
                self.patience = 2 * len;
            }
            self.buffer.drain(..take(&mut self.done));
            let read = open.refill(&mut self.buffer, len, CHUNK);
            self.buffer.truncate(len + *read.as_ref().unwrap_or(&0));
            self.has_ended = read? == 0;
        }
    }

    /// Passes over what stands between texts: white space and separators.
    fn skip(&mut self) {
        let rest = &self.buffer[self.done..];
        let len = rest.iter().take_while(|byte| is_space(**byte) || **byte == RS).count();
        self.lines += count_lines(&rest[..len]);
        self.done += len;
    }

    /// A look reads all that is there. So a text of usual length is looked at when it may have ended, and a long one
    /// only when it has doubled: endless input must not take endless squared time.
    fn is_worth_a_look(&self) -> bool {
        let rest = &self.buffer[self.done..];
        let may_have_ended = matches!(rest.last(), Some(b'}' | b'\n' | b'\r' | &RS));
        (may_have_ended && rest.len() < LONG) || rest.len() >= self.patience
    }
}

/// Where the text that the bytes begin with ends; `None` where more must be read.
pub fn end_of_first(bytes: &[u8], has_ended: bool, max_depth: usize) -> Option<usize> {
    let body = if bytes.starts_with(BOM) { BOM.len() } else { 0 };
    let at_end = has_ended.then_some(bytes.len());
    match scan_value(bytes, body, max_depth) {
        // A number or word at the end of what was read may go on.
        Ok(end) if end < bytes.len() || matches!(bytes[end - 1], b'}' | b']' | b'"') => Some(end),
        Ok(_) => at_end,
        Err(error) if error.kind == ScanErrorKind::UnexpectedEnd => at_end,
        Err(error) => bad_end(bytes, error.offset.min(bytes.len())).or(at_end),
    }
}

/// Where a text that is not JSON ends.
fn bad_end(bytes: &[u8], wrong: usize) -> Option<usize> {
    if memchr::memchr(b'\n', &bytes[..wrong]).is_none() {
        return memchr::memchr(b'\n', &bytes[wrong..]).map(|length| wrong + length);
    }
    let next = |mark: &[u8]| memchr::memmem::find(&bytes[wrong..], mark).map(|length| wrong + length + 1);
    next(b"\n{").into_iter().chain(next(b"\n\x1e")).min()
}
