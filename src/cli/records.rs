//! Batches of records: whole records of one source, and where each ends. Lines end at LF alone: U+2028 and U+0085 are
//! ordinary characters of a string.

use std::io;
use std::mem::take;
use std::ops::Range;

use clap::ValueEnum;

use super::drivers::Driver;
use super::input::Open;
use super::texts::end_of_first;
use super::window::Valid;
use crate::core::json::cursor::children;
use crate::core::json::{BOM, MAX_DEPTH, RS, is_space, scan_document, skip_space};

/// A buffer that is longer than this held a long record, and is not worth keeping for others.
const LARGE: usize = 1 << 20;

/// Where one record ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Framing {
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
    /// What each read gives.
    #[value(skip)]
    Reads,
    /// JSON texts, also faulty ones, a batch each; nested up to this depth.
    #[value(skip)]
    Texts(usize),
    /// The items of an array; a file without one is one record.
    #[value(skip)]
    Items,
    /// All of a source, which is not held in memory: `Handler::stream` reads it.
    #[value(skip)]
    Stream,
}

impl Framing {
    /// The byte that ends a record; `None` where something else does.
    pub fn separator(self) -> Option<u8> {
        match self {
            Self::Document | Self::Reads | Self::Texts(_) | Self::Items | Self::Stream => None,
            Self::Lines | Self::Strings | Self::Pieces | Self::Docker | Self::Cri => Some(b'\n'),
            Self::Nul => Some(0),
        }
    }

    /// Returns whether records are joined from pieces that a log driver wrote.
    pub(crate) fn joins(self) -> bool {
        self.driver().is_some()
    }

    /// The driver whose log this is.
    pub(super) fn driver(self) -> Option<Driver> {
        match self {
            Self::Docker => Some(Driver::Docker),
            Self::Cri => Some(Driver::Cri),
            _ => None,
        }
    }
}

/// Some whole records of one source.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each says something else of its place in the source")]
pub struct Batch {
    /// Read from here on; longer than `len` where a buffer is used again.
    pub(super) buffer: Vec<u8>,
    pub(super) len: usize,
    /// The last record is longer than the limit, and only a piece of it is here.
    pub cut: bool,
    /// The source could not be opened or read; there are no bytes then.
    pub(crate) error: Option<io::Error>,
    /// A document that is valid and goes out as it is. It is not in memory.
    pub(crate) valid: Option<Valid>,
    /// It is the first of its source.
    pub(crate) is_first: bool,
    /// Says whether its text decides where its records end, because no flag or name does.
    pub(crate) is_guess: bool,
    /// It is the last of its source. Only `Framing::Pieces` and `Framing::Reads` tell.
    pub(crate) is_last: bool,
    /// Where its records end.
    pub(crate) framing: Framing,
    /// The limit of one record; 0 means none.
    pub(crate) max_bytes: u64,
    /// Lines passed over between the batch before and this one.
    pub lines_before: usize,
    /// Records passed over between the batch before and this one.
    pub(crate) records_before: u64,
    /// Which source it is from.
    pub(crate) source: usize,
    /// Empty, with the memory of what went out before.
    spare: Vec<u8>,
    /// The source itself, where its text is not held in memory.
    pub(crate) stream: Option<Open>,
}

impl Batch {
    /// A whole source that was read already.
    pub(crate) fn whole(bytes: Vec<u8>, cut: bool, max_bytes: u64) -> Self {
        Self { len: bytes.len(), buffer: bytes, cut, max_bytes, is_first: true, ..Self::default() }
    }

    /// The bytes of the records, separators included.
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[..self.len]
    }

    /// The records, as `framing` says where they end.
    pub(crate) fn records(&self, framing: Framing) -> impl Iterator<Item = Record<'_>> {
        // Of a source that is too long to be read whole there are no bytes.
        let is_whole = matches!(self.framing, Framing::Document | Framing::Items);
        let parts = Parts::new(self.bytes(), if is_whole && self.cut { Framing::Document } else { framing });
        let mut line = 0;
        parts.map(move |(part, end)| {
            let mut bytes = &self.bytes()[part.clone()];
            let cut = self.cut && end == self.len;
            if framing.separator() == Some(b'\n') {
                // The CR of a CR LF line end belongs to the line end.
                bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
            }
            // The line end of a record that is cut is still to come, and counted with the lines that are skipped.
            let lines = match framing {
                Framing::Document => 0,
                _ if framing.separator() == Some(b'\n') => usize::from(!cut),
                _ => count_lines(&self.bytes()[part.start..end]),
            };
            let record = Record {
                bytes,
                end,
                framing,
                is_too_long: cut,
                line,
                lines,
                offset: part.start,
                source: self.source,
            };
            line += lines;
            record
        })
    }

    /// The bytes, to keep.
    pub(crate) fn take_bytes(&mut self) -> Vec<u8> {
        self.buffer.truncate(take(&mut self.len));
        take(&mut self.buffer)
    }

    /// The memory of the bytes, which may be used up; there may be room after them.
    pub(crate) fn memory(&mut self) -> &mut Vec<u8> {
        &mut self.buffer
    }

    /// Memory for what is to go out.
    pub(crate) fn take_spare(&mut self) -> Vec<u8> {
        take(&mut self.spare)
    }

    /// Keeps the memory of what went out for the next batch, unless it is large.
    pub(crate) fn reuse(&mut self, mut out: Vec<u8>) {
        out.clear();
        self.spare = if out.capacity() > LARGE { Vec::new() } else { out };
    }

    /// Returns whether the buffer holds more memory than is worth keeping.
    pub(crate) fn is_large(&self) -> bool {
        self.buffer.capacity() > LARGE
    }
}

/// The places of the records of a batch, each with the place where the next one begins.
struct Parts<'b> {
    bytes: &'b [u8],
    framing: Framing,
    /// Holds the place where the next one is looked for; `None` after the last one.
    next: Option<usize>,
    /// The items of an array that are left, the last one first.
    items: Vec<Range<usize>>,
}

impl<'b> Parts<'b> {
    fn new(bytes: &'b [u8], framing: Framing) -> Self {
        let start = skip_space(bytes, if bytes.starts_with(BOM) { BOM.len() } else { 0 });
        let is_array = framing == Framing::Items
            && bytes.get(start) == Some(&b'[')
            && scan_document(&bytes[start..], MAX_DEPTH).is_ok();
        let mut items = Vec::new();
        if is_array {
            items.extend(children(bytes, start).map(|(_, item)| item));
            items.reverse();
        }
        // Lines before the first item are counted with it.
        Self { bytes, framing, next: (!is_array).then_some(0), items }
    }
}

impl Iterator for Parts<'_> {
    type Item = (Range<usize>, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let len = self.bytes.len();
        if let Some(item) = self.items.pop() {
            let end = self.items.last().map_or(len, |next| next.start);
            return Some((item, end));
        }
        let mut start = self.next?;
        let rest = &self.bytes[start..];
        let (part, end) = match (self.framing, self.framing.separator()) {
            (_, Some(_)) if rest.is_empty() => return None,
            (_, Some(separator)) => {
                let part = memchr::memchr(separator, rest).unwrap_or(rest.len());
                (part, (start + part + 1).min(len))
            }
            (Framing::Texts(max_depth), None) => {
                let space = rest.iter().take_while(|byte| is_space(**byte) || **byte == RS).count();
                if space == rest.len() && start > 0 {
                    return None;
                }
                start += space;
                let part = end_of_first(&self.bytes[start..], true, max_depth).unwrap_or(len - start);
                (part, start + part)
            }
            (_, None) => {
                self.next = None;
                return Some((0..len, len));
            }
        };
        self.next = Some(end);
        Some((start..start + part, end))
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

/// Line ends in `bytes`.
pub(crate) fn count_lines(bytes: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', bytes).count()
}

/// The records of a batch, without their separators. The last one need not have one.
pub fn split(bytes: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
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
