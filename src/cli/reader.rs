//! Reads sources in order, a batch of whole records at a time.
//!
//! A batch never spans two sources, memory is bounded by one read and one record, and a record longer than the limit
//! is skipped without being held.

use std::io::{self, ErrorKind, Read};
use std::mem::take;

use super::drivers::{Driver, Joined};
use super::input::{Open, Source};
use super::records::{Batch, Framing, count_lines, split};
use super::rows::{self, Rows};
use super::texts::{Next, Texts};
use super::window::{self, Checked};
use crate::core::json::is_space;

/// Bytes asked for in one read: what comes in and what goes out stay in a core's cache.
pub(super) const CHUNK: usize = 128 << 10;

/// Reads sources in order.
#[expect(clippy::struct_excessive_bools, reason = "where it stands in the source, in four ways")]
pub struct Reader {
    /// The beginning of a record whose end was not read yet.
    carry: Vec<u8>,
    pub current: Option<Open>,
    /// Whose pieces are joined.
    driver: Option<Driver>,
    /// Which sources are read as lines where they are rows.
    rows: Rows,
    /// Holds what was read of the first source already.
    ahead: Vec<u8>,
    /// Nothing was handed out of the current source.
    is_first: bool,
    /// Says whether the text of the current source decides how it is read.
    is_guess: bool,
    framing: Framing,
    /// `carry` may hold whole records.
    is_ahead: bool,
    /// Bytes of the current source that were handed out as they were read.
    handed: u64,
    /// The framing of sources that are not looked at.
    given: Framing,
    lines_before: usize,
    max_bytes: u64,
    /// Documents that are valid go out as they are. Holds the levels of nesting they may have.
    passes: Option<usize>,
    /// The next source to open; the current one is the one before.
    pub next: usize,
    /// Inside a record that is too long: what follows is dropped until it ends, or is handed out as it comes.
    inside: bool,
    sources: Vec<Source>,
    /// Records to leave out, and those that were left out since the last batch.
    to_skip: u64,
    skipped: u64,
    /// Lines of the current source that were left out since the last batch.
    skipped_lines: usize,
    /// What was read of the current source beyond the JSON texts that were handed out.
    texts: Texts,
}

impl Reader {
    /// `max_bytes` is the limit of one record; 0 means none.
    pub fn new(sources: Vec<Source>, framing: Framing, max_bytes: u64) -> Self {
        // What was joined is a line.
        let read_as = if framing.driver().is_some() { Framing::Lines } else { framing };
        Self {
            carry: Vec::new(),
            current: None,
            driver: framing.driver(),
            framing: read_as,
            given: read_as,
            ahead: Vec::new(),
            is_ahead: false,
            is_guess: false,
            handed: 0,
            inside: false,
            is_first: true,
            lines_before: 0,
            max_bytes,
            next: 0,
            passes: None,
            rows: Rows::default(),
            sources,
            to_skip: 0,
            skipped: 0,
            skipped_lines: 0,
            texts: Texts::default(),
        }
    }

    /// Leaves out the first records.
    pub(crate) fn skipping(self, records: u64) -> Self {
        Self { to_skip: records, ..self }
    }

    /// Reads these sources as lines where they are rows, whatever was said.
    pub(crate) fn finding(self, rows: Rows) -> Self {
        Self { rows, ..self }
    }

    /// Puts what was read of the first source already in front of it.
    pub(crate) fn after(self, ahead: Vec<u8>) -> Self {
        Self { ahead, ..self }
    }

    /// Takes a long document that is valid through a window, for it goes out as it is. `max_depth` are the levels of nesting that
    /// a valid document may have.
    pub(crate) fn passing(self, max_depth: Option<usize>) -> Self {
        Self { passes: max_depth, ..self }
    }

    /// Returns whether the next read can block.
    pub(crate) fn may_wait(&self) -> bool {
        self.current.as_ref().is_none_or(|open| open.size.is_none())
    }

    /// Fills `batch` with what comes next; `false` after the last source.
    pub fn next(&mut self, batch: &mut Batch) -> bool {
        loop {
            let next = self.current.take().map(Ok).or_else(|| self.open_next());
            let Some(open) = next else { return false };
            batch.len = 0;
            batch.source = self.next - 1;
            batch.cut = false;
            batch.error = None;
            batch.valid = None;
            batch.framing = self.framing;
            batch.is_first = self.is_first;
            batch.is_guess = self.is_guess;
            batch.is_last = false;
            batch.max_bytes = self.max_bytes;
            let filled = open.and_then(|open| match self.framing {
                Framing::Document | Framing::Items => self.fill_document(open, batch),
                Framing::Texts(max_depth) => self.fill_text(open, max_depth, batch),
                Framing::Stream => {
                    batch.stream = Some(open);
                    Ok(true)
                }
                framing => self.fill_records(open, framing.separator(), batch),
            });
            batch.lines_before = take(&mut self.lines_before);
            if let Ok(false) = filled {
                continue;
            }
            let filled = filled.and_then(|_| self.leave_out(batch));
            if let Ok(false) = filled {
                self.is_first = false;
                continue;
            }
            batch.records_before = take(&mut self.skipped);
            self.is_first = false;
            if let Err(error) = filled {
                (batch.len, batch.error) = (0, Some(error));
                self.inside = false;
            }
            return true;
        }
    }

    /// Leaves out the records at the beginning of a batch that are to be skipped; `false` where nothing is left of it.
    fn leave_out(&mut self, batch: &mut Batch) -> io::Result<bool> {
        if self.to_skip == 0 {
            batch.lines_before += take(&mut self.skipped_lines);
            return Ok(true);
        }
        let mut end = 0;
        let mut records = batch.records(batch.framing);
        while self.to_skip > 0 {
            let Some(record) = records.next() else { break };
            end = record.end;
            // A blank line is not a record.
            if batch.framing == Framing::Document || !record.bytes.iter().copied().all(is_space) {
                self.to_skip -= 1;
                self.skipped += 1;
            }
        }
        let is_over = records.next().is_none();
        drop(records);
        if !is_over && batch.framing == Framing::Items {
            return Err(io::Error::other(
                "--skip would end inside an array; jmend query '.[]' makes lines of it",
            ));
        }
        self.skipped_lines += batch.lines_before + count_lines(&batch.bytes()[..end]);
        if !is_over {
            batch.lines_before = take(&mut self.skipped_lines);
            batch.buffer.copy_within(end..batch.len, 0);
            batch.len -= end;
        }
        Ok(!is_over)
    }

    fn open_next(&mut self) -> Option<io::Result<Open>> {
        let source = self.sources.get(self.next)?;
        self.next += 1;
        self.is_first = true;
        (self.handed, self.skipped_lines, self.texts) = (0, 0, Texts::default());
        tracing::info!(source = source.name(), "reading");
        Some(source.open().and_then(|mut open| {
            (self.framing, self.is_guess) = (self.given, false);
            if !self.ahead.is_empty() {
                open.reader = Box::new(io::Cursor::new(take(&mut self.ahead)).chain(open.reader));
            }
            if let Some(driver) = self.driver {
                return Ok(Open::stream(Box::new(Joined::new(open.reader, driver))));
            }
            match self.rows {
                Rows::Unsought => return Ok(open),
                Rows::ButInJson if rows::holds_one(source) => return Ok(open),
                _ => {}
            }
            let settled = rows::settle(source, open, self.rows)?;
            (self.framing, self.is_guess) = (settled.framing, settled.is_guess);
            Ok(settled.open)
        }))
    }

    /// Reads all of a source; there is a record even where it is empty.
    fn fill_document(&self, mut open: Open, batch: &mut Batch) -> io::Result<bool> {
        batch.buffer.clear();
        if let (Some(max_depth), Some(file)) = (self.passes, open.file.take()) {
            match window::check(&mut open, file, self.max_bytes, max_depth)? {
                Checked::Valid(valid) => {
                    batch.valid = Some(valid);
                    return Ok(true);
                }
                Checked::Other(file) => open.reader = Box::new(file),
            }
        }
        match open.read_whole(self.max_bytes, &mut batch.buffer) {
            Ok(()) => batch.len = batch.buffer.len(),
            Err(error) if error.kind() == ErrorKind::FileTooLarge => batch.cut = true,
            Err(error) => return Err(error),
        }
        Ok(true)
    }

    /// Hands out the next JSON text; of a source without one there is an empty one.
    fn fill_text(&mut self, mut open: Open, max_depth: usize, batch: &mut Batch) -> io::Result<bool> {
        batch.buffer.clear();
        match self.texts.next(&mut open, max_depth, self.max_bytes)? {
            Next::Text(text, lines) => {
                batch.buffer.extend_from_slice(text);
                (batch.len, self.lines_before) = (text.len(), lines);
                self.current = Some(open);
            }
            Next::TooLong(lines) => (batch.cut, self.lines_before) = (true, lines),
            Next::End => return Ok(self.is_first),
        }
        Ok(true)
    }

    /// Reads until at least one record is whole, or once where nothing ends a record; `false` at the end of a source that has
    /// no more.
    fn fill_records(&mut self, mut open: Open, separator: Option<u8>, batch: &mut Batch) -> io::Result<bool> {
        let is_in_pieces = matches!(self.framing, Framing::Pieces | Framing::Reads);
        let chunk = if is_in_pieces { 2 * CHUNK } else { CHUNK };
        let mut len = self.carry.len();
        let spare = batch.buffer.len().max(len);
        batch.buffer.resize(spare, 0);
        batch.buffer[..len].copy_from_slice(&self.carry);
        self.carry.clear();
        let mut is_ahead = take(&mut self.is_ahead);
        loop {
            let is_piece = self.inside || self.is_too_long(&batch.buffer[..len], separator);
            if is_piece && len > 0 && !is_ahead {
                (batch.len, batch.cut) = (len, true);
                self.inside = true;
                self.current = Some(open);
                return Ok(true);
            }
            let read = if take(&mut is_ahead) {
                take(&mut len)
            } else {
                open.refill(&mut batch.buffer, len, chunk)?
            };
            if read == 0 {
                batch.len = len;
                batch.is_last = is_in_pieces;
                self.inside = false;
                self.lines_before = 0;
                return Ok(len > 0 || is_in_pieces);
            }
            let mut fresh = len..len + read;
            let Some(separator) = separator else {
                batch.len = read;
                self.handed += read as u64;
                batch.cut = self.max_bytes != 0 && self.handed > self.max_bytes;
                batch.is_last = batch.cut;
                self.current = (!batch.cut).then_some(open);
                return Ok(true);
            };
            if self.inside && !is_in_pieces {
                fresh.start += self.skip(&batch.buffer[fresh.clone()], separator);
                batch.buffer.copy_within(fresh.clone(), len);
                fresh = len..len + fresh.len();
            }
            if let Some(at) = memchr::memrchr(separator, &batch.buffer[fresh.clone()]) {
                batch.len = fresh.start + at + 1;
                self.inside = false;
                if !is_in_pieces {
                    self.part_with_too_long(batch, separator);
                }
                self.carry.extend_from_slice(&batch.buffer[batch.len..fresh.end]);
                self.current = Some(open);
                return Ok(true);
            }
            len = fresh.end;
        }
    }

    /// Ends a batch before its first record that is too long, and where the batch begins with one, inside of it.
    fn part_with_too_long(&mut self, batch: &mut Batch, separator: u8) {
        // Almost never is the limit less than what is read at once.
        if self.max_bytes == 0 || batch.len as u64 <= self.max_bytes {
            return;
        }
        let is_short = |record: &&[u8]| !self.is_too_long(record, Some(separator));
        let start = split(batch.bytes(), separator)
            .take_while(is_short)
            .map(|record| record.len() + 1)
            .sum::<usize>();
        let Some(long) = split(&batch.bytes()[start..], separator).next().map(<[u8]>::len) else { return };
        self.is_ahead = true;
        (self.inside, batch.cut) = (start == 0, start == 0);
        batch.len = if start == 0 { long } else { start };
    }

    /// Returns whether the record is longer than the limit. A CR may belong to the line end.
    fn is_too_long(&self, record: &[u8], separator: Option<u8>) -> bool {
        let has_return = separator == Some(b'\n') && record.last() == Some(&b'\r');
        self.max_bytes != 0 && (record.len() - usize::from(has_return)) as u64 > self.max_bytes
    }

    /// Drops the rest of a record that is too long; says how many bytes of `fresh` belong to it.
    fn skip(&mut self, fresh: &[u8], separator: u8) -> usize {
        let end = memchr::memchr(separator, fresh);
        self.inside = end.is_none();
        let dropped = end.map_or(fresh.len(), |at| at + 1);
        self.lines_before += count_lines(&fresh[..dropped]);
        dropped
    }
}
