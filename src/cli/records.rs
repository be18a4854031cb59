//! Sources cut into records, a batch of whole records at a time.
//!
//! A batch never spans two sources, memory is bounded by one read and one record, and a record longer than the limit
//! is skipped without being held. Lines end at LF alone: U+2028 and U+0085 are ordinary characters of a string.

use std::io;

use clap::ValueEnum;

use super::drivers::{Driver, Joined};
use super::input::{Open, ReadError, Source};
use super::rows;
use super::window::{self, Checked, Valid};

/// Bytes asked for in one read: what comes in and what goes out stay in a core's cache.
const CHUNK: usize = 128 << 10;

/// A buffer that is longer than this held a long record, and is not worth keeping for others.
const LARGE: usize = 8 * CHUNK;

/// Where one record ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Framing {
    /// All of a file is one record.
    #[default]
    Document,
    /// Each line is a record.
    Lines,
    /// A NUL byte ends a record.
    Nul,
    /// Each line is a JSON string that holds the text of a record.
    Strings,
    /// Lines as docker's json-file driver logs them: pieces are joined, and the text of each line is a record.
    Docker,
    /// Lines as container runtimes of Kubernetes log them, joined in the same way.
    Cri,
    /// Whole lines; a line longer than the limit arrives in pieces.
    #[value(skip)]
    Pieces,
}

impl Framing {
    /// The byte that ends a record; `None` where only the end of the source does.
    pub(crate) fn separator(self) -> Option<u8> {
        match self {
            Self::Document => None,
            Self::Lines | Self::Strings | Self::Pieces | Self::Docker | Self::Cri => Some(b'\n'),
            Self::Nul => Some(0),
        }
    }

    /// Are records joined of pieces that a log driver wrote?
    pub(crate) fn joins(self) -> bool {
        self.driver().is_some()
    }

    /// The driver whose log this is.
    fn driver(self) -> Option<Driver> {
        match self {
            Self::Docker => Some(Driver::Docker),
            Self::Cri => Some(Driver::Cri),
            _ => None,
        }
    }
}

/// Some whole records of one source.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// Read from here on; longer than `len` where a buffer is used again.
    buffer: Vec<u8>,
    len: usize,
    /// The last record is longer than the limit, and only a piece of it is here.
    pub(crate) cut: bool,
    /// The source could not be opened or read; there are no bytes then.
    pub(crate) error: Option<io::Error>,
    /// A document that is valid and goes out as it is. It is not in memory.
    pub(crate) valid: Option<Valid>,
    /// It is the first of its source.
    pub(crate) is_first: bool,
    /// It is the last of its source. Only `Framing::Pieces` tells.
    pub(crate) is_last: bool,
    /// Where its records end.
    pub(crate) framing: Framing,
    /// The limit of one record; 0 means none.
    pub(crate) max_bytes: u64,
    /// Lines passed over between the batch before and this one.
    pub(crate) lines_before: usize,
    /// Which source it is from.
    pub(crate) source: usize,
    /// Empty, with the memory of what went out before.
    spare: Vec<u8>,
}

impl Batch {
    /// A whole source that was read already.
    pub(crate) fn whole(bytes: Vec<u8>, is_cut: bool, max_bytes: u64, error: Option<io::Error>) -> Self {
        Self {
            len: bytes.len(),
            buffer: bytes,
            cut: is_cut,
            max_bytes,
            error,
            is_first: true,
            ..Self::default()
        }
    }

    /// The bytes of the records, separators included.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.buffer[..self.len]
    }

    /// The records, as `framing` says where they end.
    pub(crate) fn records(&self, framing: Framing) -> impl Iterator<Item = Record<'_>> {
        let bytes = self.bytes();
        // Of a source that is too long to be read whole there are no bytes.
        let separator = framing.separator().filter(|_| self.framing != Framing::Document || !self.cut);
        let (mut offset, mut line, mut is_over) = (0, 0, false);
        std::iter::from_fn(move || {
            if is_over || separator.is_some() && offset == bytes.len() {
                return None;
            }
            let rest = &bytes[offset..];
            let len = separator.and_then(|separator| memchr::memchr(separator, rest)).unwrap_or(rest.len());
            let end = (offset + len + usize::from(separator.is_some())).min(bytes.len());
            let cut = self.cut && end == bytes.len();
            let mut record = &rest[..len];
            if separator == Some(b'\n') {
                // The CR of a CR LF line end belongs to the line end.
                record = record.strip_suffix(b"\r").unwrap_or(record);
            }
            let is_too_long = cut || self.max_bytes != 0 && record.len() as u64 > self.max_bytes;
            // The line end of a record that is cut is still to come, and counted with the lines that are skipped.
            let lines = match separator {
                Some(b'\n') => usize::from(!cut),
                Some(_) => count_lines(&rest[..len]),
                None => 0,
            };
            let record =
                Record { bytes: record, end, framing, is_too_long, line, lines, offset, source: self.source };
            (offset, line, is_over) = (end, line + lines, separator.is_none());
            Some(record)
        })
    }

    /// The memory of the bytes, which may be used up; there may be room after them.
    pub(crate) fn memory(&mut self) -> &mut Vec<u8> {
        &mut self.buffer
    }

    /// Memory for what is to go out.
    pub(crate) fn take_spare(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.spare)
    }

    /// Keeps the memory of what went out for the next batch, unless it is large.
    pub(crate) fn reuse(&mut self, mut out: Vec<u8>) {
        out.clear();
        self.spare = if out.capacity() > LARGE { Vec::new() } else { out };
    }

    /// Does it hold more memory than is worth keeping?
    pub(crate) fn is_large(&self) -> bool {
        self.buffer.capacity() > LARGE
    }
}

/// A record of a batch.
#[derive(Clone, Copy)]
pub(crate) struct Record<'b> {
    /// Its bytes, without the line end or separator.
    pub(crate) bytes: &'b [u8],
    /// Where the next one begins in the batch.
    pub(crate) end: usize,
    /// What it is.
    pub(crate) framing: Framing,
    /// It is longer than the limit, and may not be whole.
    pub(crate) is_too_long: bool,
    /// Lines before it in the batch.
    pub(crate) line: usize,
    /// Lines that end in it or with it.
    pub(crate) lines: usize,
    /// Bytes before it in the batch.
    pub(crate) offset: usize,
    /// Which source it is from.
    pub(crate) source: usize,
}

/// Which sources are read as lines where they are rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Rows {
    /// None: it was said how sources are read.
    #[default]
    Unsought,
    /// All.
    Anywhere,
    /// All but those that one document is due in.
    ButInJson,
    /// None: they are logs, of which each line is read on its own. A file of metrics, and a document that spans lines, are
    /// read as a whole.
    InLogs,
}

/// Reads sources in order.
pub(crate) struct Reader {
    /// The beginning of a record whose end was not read yet.
    carry: Vec<u8>,
    current: Option<Open>,
    /// Whose pieces are joined.
    driver: Option<Driver>,
    /// Which sources are read as lines where they are rows.
    rows: Rows,
    /// Nothing was handed out of the current source.
    is_first: bool,
    framing: Framing,
    /// The framing of sources that are not looked at.
    given: Framing,
    lines_before: usize,
    max_bytes: u64,
    /// Documents that are valid go out as they are. Holds the levels of nesting they may have.
    passes: Option<usize>,
    /// The next source to open; the current one is the one before.
    next: usize,
    /// Inside a record that is too long: what follows is dropped until it ends, or is handed out as it comes.
    inside: bool,
    sources: Vec<Source>,
}

impl Reader {
    /// `max_bytes` is the limit of one record; 0 means none.
    pub(crate) fn new(sources: Vec<Source>, framing: Framing, max_bytes: u64) -> Self {
        // What was joined is a line.
        let read_as = if framing.driver().is_some() { Framing::Lines } else { framing };
        Self {
            carry: Vec::new(),
            current: None,
            driver: framing.driver(),
            framing: read_as,
            given: read_as,
            inside: false,
            is_first: true,
            lines_before: 0,
            max_bytes,
            next: 0,
            passes: None,
            rows: Rows::default(),
            sources,
        }
    }

    /// Reads these sources as lines where they are rows, whatever was said.
    pub(crate) fn finding(self, rows: Rows) -> Self {
        Self { rows, ..self }
    }

    /// Takes a long document that is valid through a window, for it goes out as it is. `max_depth` are the levels of nesting that
    /// a valid document may have.
    pub(crate) fn passing(self, max_depth: Option<usize>) -> Self {
        Self { passes: max_depth, ..self }
    }

    /// Can the next read block?
    pub(crate) fn may_wait(&self) -> bool {
        self.current.as_ref().is_none_or(|open| open.size.is_none())
    }

    /// Fills `batch` with what comes next; `false` after the last source.
    pub(crate) fn next(&mut self, batch: &mut Batch) -> bool {
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
            batch.is_last = false;
            batch.max_bytes = self.max_bytes;
            let filled = open.and_then(|open| match self.framing.separator() {
                None => self.fill_document(open, batch),
                Some(separator) => self.fill_records(open, separator, batch),
            });
            batch.lines_before = std::mem::take(&mut self.lines_before);
            if let Ok(false) = filled {
                continue;
            }
            self.is_first = false;
            if let Err(error) = filled {
                (batch.len, batch.error) = (0, Some(error));
                self.inside = false;
            }
            return true;
        }
    }

    fn open_next(&mut self) -> Option<io::Result<Open>> {
        let source = self.sources.get(self.next)?;
        self.next += 1;
        self.is_first = true;
        tracing::info!(source = source.name(), "reading");
        Some(source.open().and_then(|open| {
            self.framing = self.given;
            if let Some(driver) = self.driver {
                return Ok(Open::stream(Box::new(Joined::new(open.reader, driver))));
            }
            match self.rows {
                Rows::Unsought => return Ok(open),
                Rows::ButInJson if rows::holds_one(source) => return Ok(open),
                _ => {}
            }
            let (framing, open) = match self.rows {
                Rows::InLogs => rows::settle_log(open)?,
                _ => rows::settle(source, open)?,
            };
            self.framing = framing;
            Ok(open)
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
            Err(ReadError::TooLarge) => batch.cut = true,
            Err(ReadError::Io(error)) => return Err(error),
        }
        Ok(true)
    }

    /// Reads until at least one record is whole; `false` at the end of a source that has no more.
    fn fill_records(&mut self, mut open: Open, separator: u8, batch: &mut Batch) -> io::Result<bool> {
        let is_in_pieces = self.framing == Framing::Pieces;
        let chunk = if is_in_pieces { 2 * CHUNK } else { CHUNK };
        let mut len = self.carry.len();
        let spare = batch.buffer.len().max(len);
        batch.buffer.resize(spare, 0);
        batch.buffer[..len].copy_from_slice(&self.carry);
        self.carry.clear();
        loop {
            let read = open.refill(&mut batch.buffer, len, chunk)?;
            if read == 0 {
                batch.len = len;
                batch.is_last = is_in_pieces;
                self.inside = false;
                self.lines_before = 0;
                return Ok(len > 0 || is_in_pieces);
            }
            let mut fresh = len..len + read;
            if self.inside && !is_in_pieces {
                fresh.start += self.skip(&batch.buffer[fresh.clone()], separator);
                if fresh.is_empty() {
                    continue;
                }
                batch.buffer.copy_within(fresh.clone(), len);
                fresh = len..len + fresh.len();
            }
            if let Some(at) = memchr::memrchr(separator, &batch.buffer[fresh.clone()]) {
                batch.len = fresh.start + at + 1;
                self.carry.extend_from_slice(&batch.buffer[batch.len..fresh.end]);
                self.inside = false;
                self.current = Some(open);
                return Ok(true);
            }
            len = fresh.end;
            if self.inside || self.max_bytes != 0 && len as u64 > self.max_bytes {
                batch.len = len;
                batch.cut = true;
                self.inside = true;
                self.current = Some(open);
                return Ok(true);
            }
        }
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

/// Line ends in `bytes`.
pub(crate) fn count_lines(bytes: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', bytes).count()
}

/// The records of a batch, without their separators. The last one need not have one.
pub(crate) fn split(bytes: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = memchr::memchr(separator, rest);
        let record = &rest[..end.unwrap_or(rest.len())];
        rest = &rest[end.map_or(rest.len(), |at| at + 1)..];
        Some(record)
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    /// Gives its bytes in pieces of a few bytes, as a slow pipe does.
    struct Drip(Vec<u8>, usize);

    impl Read for Drip {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let n = self.1.min(self.0.len()).min(buffer.len());
            buffer[..n].copy_from_slice(&self.0[..n]);
            self.0.drain(..n);
            Ok(n)
        }
    }

    /// The records and the lines passed over before each batch, with `!` on a record that is too long.
    fn read_all(text: &str, piece: usize, framing: Framing, max_bytes: u64) -> (Vec<String>, usize) {
        let mut reader = Reader::new(Vec::from([Source::Stdin]), framing, max_bytes);
        reader.next = 1;
        reader.current = Some(Open::stream(Box::new(Drip(text.into(), piece))));
        let (mut records, mut skipped, mut batch) = (Vec::new(), 0, Batch::default());
        while reader.next(&mut batch) {
            skipped += batch.lines_before;
            let separator = framing.separator().expect("a separator");
            let texts = split(batch.bytes(), separator).map(|r| String::from_utf8_lossy(r).into_owned());
            records.extend(texts);
            if batch.cut {
                records.pop();
                records.push("!".to_owned());
            }
        }
        (records, skipped)
    }

    #[test]
    fn records_do_not_depend_on_how_the_bytes_arrive() {
        for piece in 1..12 {
            let (records, _) = read_all("one\n\ntwo\u{2028}\u{85}x\nlast", piece, Framing::Lines, 0);
            assert_eq!(records, ["one", "", "two\u{2028}\u{85}x", "last"], "pieces of {piece}");
            let (records, _) = read_all("a\nb\0c\0", piece, Framing::Nul, 0);
            assert_eq!(records, ["a\nb", "c"], "pieces of {piece}");
        }
    }

    #[test]
    fn a_record_that_is_too_long_is_passed_over_alone() {
        for piece in 1..5 {
            let (records, skipped) = read_all("ab\n0123456789\ncd\n", piece, Framing::Lines, 4);
            assert_eq!((records, skipped), (["ab", "!", "cd"].map(str::to_owned).to_vec(), 1), "{piece}");
        }
    }
}
