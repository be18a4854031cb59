//! The programs of the input, one turn after the other.
//!
//! Without `--repair` the input is a stream of JSON texts: one, several, one a line, or RFC 7464 records. A text that
//! is not JSON ends with its line where the mistake is in its first line, else before the next line that begins with
//! `{`; so a bad program does not take its neighbors along, and a waiting pipe is answered at once. With `--repair`
//! the whole input is one answer of a model, in which the programs are found and repaired.

use std::collections::VecDeque;
use std::ops::Range;

use anyhow::Context;

use super::super::options::RepairModes;
use super::super::trouble::{self, Trouble};
use super::args::Args;
use super::calls;
use crate::cli::input::{Open, Source, limit};
use crate::core::json::{Position, ScanErrorKind, is_space, position, scan_value};
use crate::core::ptc::{Error, ErrorKind};
use crate::core::repair::repair;

/// Bytes asked for in one read.
const CHUNK: usize = 64 << 10;
/// Bytes that no program of a waiting pipe is expected to have.
const LONG: usize = 1 << 20;
/// Record separator of RFC 7464.
const RS: u8 = 0x1e;

/// One program text.
pub(super) struct Program {
    /// The text, or why there is none.
    pub(super) text: Result<String, Error>,
    /// The line of the input where it begins, from 1.
    pub(super) line: usize,
    /// What the user can do where there is none.
    pub(super) advice: &'static str,
    /// What the repair lost on the way, with its places in the input.
    pub(super) losses: Vec<(Position, Trouble)>,
}

impl Program {
    pub(super) fn new(text: Result<String, Error>, line: usize) -> Self {
        Self { text, line, advice: "", losses: Vec::new() }
    }
}

/// Reads programs.
pub(super) struct Programs {
    /// What is read.
    buffer: Vec<u8>,
    /// How much of it is handed out.
    done: usize,
    line: usize,
    source: Option<Open>,
    max_bytes: usize,
    max_depth: usize,
    /// How much there must be before it pays to look again.
    patience: usize,
    /// An input without any program is one empty program, which fails.
    any: bool,
    mended: Option<VecDeque<Program>>,
    /// More programs of the text that was handed out last.
    waiting: VecDeque<Program>,
}

impl Programs {
    /// The programs in a text.
    pub(super) fn of_text(text: &str, args: &Args, modes: Option<RepairModes>) -> Self {
        let mut programs = Self {
            buffer: text.as_bytes().to_vec(),
            done: 0,
            line: 1,
            source: None,
            max_bytes: limit(args.max_bytes),
            max_depth: args.repair_options.limits.max_depth,
            patience: 0,
            any: false,
            mended: None,
            waiting: VecDeque::new(),
        };
        if let Some(options) = modes {
            programs.mended = Some(repaired(&std::mem::take(&mut programs.buffer), &options));
        }
        programs
    }

    /// The programs in a file or on standard input.
    pub(super) fn open(source: &Source, args: &Args, modes: Option<RepairModes>) -> anyhow::Result<Self> {
        let mut programs = Self::of_text("", args, None);
        programs.source = Some(source.open().with_context(|| source.name())?);
        if let Some(options) = modes {
            while programs.fill().with_context(|| source.name())? {}
            programs.mended = Some(repaired(&std::mem::take(&mut programs.buffer), &options));
        }
        Ok(programs)
    }

    /// May the next program have to be waited for?
    pub(super) fn may_wait(&self) -> bool {
        self.source.as_ref().is_some_and(|open| open.size.is_none())
    }

    /// The next program; `None` at the end of the input.
    pub(super) fn next(&mut self) -> anyhow::Result<Option<Program>> {
        if let Some(mended) = &mut self.mended {
            return Ok(mended.pop_front());
        }
        if self.waiting.is_empty()
            && let Some(text) = self.next_text()?
        {
            self.waiting = calls::unwrapped(text, self.max_depth);
        }
        Ok(self.waiting.pop_front())
    }

    /// The next text, which is a program or holds calls of this command.
    fn next_text(&mut self) -> anyhow::Result<Option<Program>> {
        loop {
            let ended = self.source.is_none();
            if ended || self.worth_a_look() {
                match frame(self.rest(), ended, self.max_depth) {
                    Some(range) => return Ok(Some(self.take(range))),
                    None if ended && self.any => return Ok(None),
                    None if ended => return Ok(Some(self.take(0..0))),
                    None => self.patience = 2 * self.rest().len(),
                }
            }
            if self.rest().len() > self.max_bytes {
                self.source = None;
                self.buffer.clear();
                self.done = 0;
                return Ok(Some(self.too_long()));
            }
            self.fill()?;
        }
    }

    /// A look reads all that is there. So a text of usual length is looked at when it may have ended, and a long one
    /// only when it has doubled: endless input must not take endless squared time.
    fn worth_a_look(&self) -> bool {
        let rest = self.rest();
        let may_have_ended = matches!(rest.last(), Some(b'}' | b'\n' | b'\r' | &RS));
        (may_have_ended && rest.len() < LONG) || rest.len() >= self.patience
    }

    /// What is read and not yet handed out.
    fn rest(&self) -> &[u8] {
        &self.buffer[self.done..]
    }

    fn too_long(&mut self) -> Program {
        self.any = true;
        let message = format!("the program is longer than {} bytes", self.max_bytes);
        Program::new(Err(Error::new(ErrorKind::Parse, message)), self.line)
    }

    /// Reads on; false at the end.
    fn fill(&mut self) -> std::io::Result<bool> {
        let Some(open) = &mut self.source else { return Ok(false) };
        self.buffer.drain(..std::mem::take(&mut self.done));
        let before = self.buffer.len();
        let read = open.refill(&mut self.buffer, before, CHUNK);
        self.buffer.truncate(before + *read.as_ref().unwrap_or(&0));
        let read = read?;
        if read == 0 {
            self.source = None;
        }
        Ok(read > 0 && self.buffer.len() <= self.max_bytes)
    }

    fn take(&mut self, range: Range<usize>) -> Program {
        self.any = true;
        let newlines = |bytes: &[u8]| memchr::memchr_iter(b'\n', bytes).count();
        let rest = self.rest();
        let line = self.line + newlines(&rest[..range.start]);
        let bytes = &rest[range.clone()];
        let after = line + newlines(bytes);
        let program = Program::new(utf8(bytes), line);
        self.line = after;
        self.done += range.end;
        self.patience = 0;
        program
    }
}

fn utf8(bytes: &[u8]) -> Result<String, Error> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map(str::to_owned).map_err(|error| {
        let at = position(bytes, error.valid_up_to());
        let message = format!("the bytes are not UTF-8 (line {}, column {})", at.line, at.column);
        Error { position: Some(at), ..Error::new(ErrorKind::Parse, message) }
    })
}

/// Where the first text of the buffer lies; `None` where more must be read, or nothing is left.
fn frame(bytes: &[u8], ended: bool, max_depth: usize) -> Option<Range<usize>> {
    let mut start = 0;
    while bytes.get(start).is_some_and(|byte| is_space(*byte) || *byte == RS) {
        start += 1;
    }
    if start == bytes.len() {
        return None;
    }
    let body = start + if bytes[start..].starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let at_end = ended.then_some(bytes.len());
    let end = match scan_value(bytes, body, max_depth) {
        // A number or word at the end of what was read may go on.
        Ok(end) if end < bytes.len() || matches!(bytes[end - 1], b'}' | b']' | b'"') => Some(end),
        Ok(_) => at_end,
        Err(error) if error.kind == ScanErrorKind::UnexpectedEnd => at_end,
        Err(error) => bad_end(bytes, start, error.offset.min(bytes.len())).or(at_end),
    };
    end.map(|end| start..end)
}

/// Where a text that is not JSON ends.
fn bad_end(bytes: &[u8], start: usize, wrong: usize) -> Option<usize> {
    if memchr::memchr(b'\n', &bytes[start..wrong]).is_none() {
        return memchr::memchr(b'\n', &bytes[wrong..]).map(|length| wrong + length);
    }
    let next = |mark: &[u8]| memchr::memmem::find(&bytes[wrong..], mark).map(|length| wrong + length + 1);
    next(b"\n{").into_iter().chain(next(b"\n\x1e")).min()
}

/// The programs in a model's answer.
fn repaired(bytes: &[u8], options: &RepairModes) -> VecDeque<Program> {
    let called = calls::in_answer(bytes, options.calls);
    if !called.is_empty() {
        return called;
    }
    // Half a program is another program.
    match repair(bytes, &options.calls) {
        Ok(repaired) => {
            tracing::info!(strategy = repaired.strategy.name(), fixes = repaired.fixes.len(), "mended");
            let program = |range: &Range<usize>| {
                Program::new(Ok(repaired.text.get(range.clone()).unwrap_or_default().to_owned()), 1)
            };
            let mut programs: VecDeque<_> = repaired.documents.iter().map(program).collect();
            let losses = repaired.losses(bytes.len()).map(Trouble::loss);
            if let Some(first) = programs.front_mut() {
                first.losses = losses.map(|loss| (position(bytes, loss.offset), loss)).collect();
            }
            programs
        }
        Err(failure) => {
            let error = Error::new(ErrorKind::Parse, failure.code.to_string());
            let error = Error { position: Some(position(bytes, failure.offset)), ..error };
            let advice = trouble::advice(failure.code);
            VecDeque::from([Program { advice, ..Program::new(Err(error), 1) }])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(text: &str) -> Vec<&str> {
        let mut rest = text;
        let mut found = Vec::new();
        while let Some(range) = frame(rest.as_bytes(), true, 1024) {
            found.push(&rest[range.clone()]);
            rest = &rest[range.end..];
        }
        found
    }

    #[test]
    fn texts_are_told_apart_in_every_framing() {
        assert_eq!(
            frames("{\"a\":1}{\"b\":2}\n {\"c\":[\n3]}\n"),
            ["{\"a\":1}", "{\"b\":2}", "{\"c\":[\n3]}"]
        );
        assert_eq!(frames("\x1e{\"a\":1}\n\x1e{\"b\":2}\n"), ["{\"a\":1}", "{\"b\":2}"]);
        assert_eq!(frames("1 true\n"), ["1", "true"]);
        assert!(frames(" \n").is_empty());
    }

    #[test]
    fn a_bad_text_leaves_its_neighbours_alone() {
        assert_eq!(frames("{'a':1}\n{\"b\":2}\n"), ["{'a':1}", "{\"b\":2}"]);
        assert_eq!(frames("{\n 'a': {\n}}\n{\"b\":2}\n"), ["{\n 'a': {\n}}\n", "{\"b\":2}"]);
        assert_eq!(frames("{\"a\":"), ["{\"a\":"]);
    }

    #[test]
    fn what_may_go_on_is_waited_for() {
        for text in ["12", "{\"a\":", "{'a':1}", "{\n'a'\n"] {
            assert_eq!(frame(text.as_bytes(), false, 1024), None, "{text}");
        }
        assert_eq!(frame(b"{\"a\":1}", false, 1024), Some(0..7));
        assert_eq!(frame(b"{'a':1}\n", false, 1024), Some(0..7));
    }
}
