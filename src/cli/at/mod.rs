//! `jmend repair --at POINTER`: mends the strings at some places of JSON documents, and leaves every other byte.
//!
//! Lines that are each a document are handled in parallel (`crew`); a document that spans lines is passed through as a
//! stream, whatever its size. Strings that hold valid JSON stay as they are. A string that cannot be mended stays too, and is
//! reported.

mod crew;
mod job;

use std::io::{self, IoSlice, Read};

use super::console::{Console, Severity};
use super::exit::Exit;
use super::input::{Open, Source, limit};
use super::output::Sink;
use super::pipeline::Tally;
use super::repair::{self, Args, OnError, Setting};
use super::stats::Meter;
use crate::core::json::places::{Places, Stream};
use crew::End;
use job::{Job, Part};

/// A line that is longer is passed through as a stream.
const LONGEST: usize = 4 << 20;

/// The byte order mark of UTF-8.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Bytes that a thread handles at a time: what it reads and what it writes stay in its cache.
const PIECE: usize = 256 << 10;

/// The flags of `--at`; flattened into `repair`.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Calls and places")]
pub(super) struct AtArgs {
    /// Read JSON, and mend the strings at this place: a JSON Pointer, `*` for any member or item. Repeatable
    #[arg(long, value_name = "POINTER",
          conflicts_with_all = ["framing", "lines", "report", "layout", "compact", "pretty", "indent", "sort_keys",
                                "ascii", "select"])]
    at: Vec<String>,
    /// With --at, put the value there instead of a string that holds it
    #[arg(long, requires = "at")]
    decode: bool,
}

impl AtArgs {
    /// Was a place given?
    pub(super) fn is_given(&self) -> bool {
        !self.at.is_empty()
    }
}

/// Runs `repair --at`.
pub(super) fn run(
    args: &Args,
    setting: &Setting<'_>,
    sources: &[Source],
    sink: Sink,
    meter: &mut Meter,
) -> anyhow::Result<Exit> {
    if args.on_error.is_some_and(|wanted| wanted != OnError::Skip) {
        anyhow::bail!("with --at, what cannot be mended stays as it is: --on-error takes skip alone");
    }
    let places = Places::parse(args.at.at.iter().map(String::as_str)).map_err(anyhow::Error::msg)?;
    let guide = &*setting.guide;
    let job = Job {
        decode: args.at.decode,
        guide,
        max_bytes: limit(args.input.max_bytes),
        max_depth: guide.options().max_depth,
        meter: meter.fresh(),
        places,
    };
    let mut run = Run {
        console: setting.console,
        job: &job,
        jobs: args.jobs.count(),
        line: 1,
        meter: meter.fresh(),
        severity: setting.policy.on_failure().1,
        sink,
        spare: Vec::new(),
        tally: Tally::default(),
    };
    for source in sources {
        match source.open() {
            Ok(open) => run.source(open, &source.name())?,
            Err(error) => run.trouble(&source.name(), &error),
        }
    }
    let Run { meter: counted, sink, tally, .. } = run;
    meter.absorb(&counted);
    repair::end(args, setting.policy, sink, tally, false, setting.console)
}

struct Run<'j> {
    console: Console,
    job: &'j Job<'j>,
    jobs: usize,
    /// The line that the next part begins in.
    line: usize,
    meter: Meter,
    /// How grave a string is that cannot be mended.
    severity: Severity,
    sink: Sink,
    /// Memory of output that was written.
    spare: Vec<Vec<u8>>,
    tally: Tally,
}

/// What was read and is not handled yet.
#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    /// How much of it was read; the rest is room.
    len: usize,
}

impl Buffer {
    /// Reads `most` bytes, or what there is at once from a source that can make a reader wait. `false` at the end.
    fn fill(&mut self, open: &mut Open, most: usize) -> io::Result<bool> {
        if self.bytes.len() < self.len + most {
            self.bytes.resize(self.len + most, 0);
        }
        let goal = self.len + most;
        loop {
            match open.reader.read(&mut self.bytes[self.len..goal]) {
                Ok(0) => return Ok(false),
                Ok(read) => {
                    self.len += read;
                    if open.size.is_none() || self.len == goal {
                        return Ok(true);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn read(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Adds bytes that were read elsewhere.
    fn put(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[self.len..end].copy_from_slice(bytes);
        self.len = end;
    }

    /// Forgets the first bytes.
    fn drop_first(&mut self, count: usize) {
        self.bytes.copy_within(count..self.len, 0);
        self.len -= count;
    }
}

impl<'j> Run<'j> {
    /// Takes one source through, a chunk at a time. Threads help where a file is large and its documents are lines.
    fn source(&mut self, mut open: Open, name: &str) -> anyhow::Result<()> {
        self.line = 1;
        let mut buffer = Buffer::default();
        let mut stream: Option<Stream<'j>> = None;
        let mut is_first = true;
        loop {
            if open.size.is_none() {
                self.sink.flush()?;
            }
            let mut at_end = match buffer.fill(&mut open, PIECE) {
                Ok(more) => !more,
                Err(error) => {
                    self.trouble(name, &error);
                    return Ok(());
                }
            };
            if std::mem::take(&mut is_first) && buffer.read().starts_with(BOM) {
                // It is no part of the first document, and stays.
                self.sink.put(BOM)?;
                buffer.drop_first(BOM.len());
            }
            let spans = self.chunk(&mut buffer, at_end, name, &mut stream)?;
            if self.jobs > 1 && open.size.is_some() && !at_end && !spans {
                match crew::run(self, &mut open, &mut buffer, name)? {
                    End::OfInput => {
                        self.chunk(&mut buffer, true, name, &mut stream)?;
                        at_end = true;
                    }
                    End::OfLines => {}
                    End::Trouble(error) => {
                        self.chunk(&mut buffer, false, name, &mut stream)?;
                        self.trouble(name, &error);
                        return Ok(());
                    }
                }
            }
            if at_end {
                if stream.is_some() {
                    self.fail(name, "unexpected-end", "the input ends inside a document");
                }
                return Ok(());
            }
        }
    }

    /// Handles what is in the buffer, of which the beginning of a line is left. Says whether there was more than lines: a
    /// document that spans them, or a line that is longer than the buffer.
    fn chunk(
        &mut self,
        buffer: &mut Buffer,
        at_end: bool,
        name: &str,
        stream: &mut Option<Stream<'j>>,
    ) -> anyhow::Result<bool> {
        let mut pos = 0;
        let mut spanned = stream.is_some();
        while pos < buffer.len {
            let rest = &buffer.read()[pos..];
            if let Some(document) = stream {
                let part = self.job.stream(document, rest, self.spare.pop().unwrap_or_default());
                let is_over = document.is_done() || part.is_broken;
                pos += self.accept(part, rest, name)?;
                if is_over {
                    *stream = None;
                }
                continue;
            }
            let end = if at_end { rest.len() } else { end_of_lines(rest) };
            let part = self.job.lines(&rest[..end], self.spare.pop().unwrap_or_default());
            let spans = part.spans;
            spanned |= end == 0;
            pos += self.accept(part, rest, name)?;
            // A document that spans lines, or a line that is longer than the buffer, goes through as a stream.
            if !spans && buffer.len - pos < LONGEST {
                break;
            }
            self.tally.records += 1;
            *stream = Some(Stream::new(&self.job.places, self.job.max_bytes));
            spanned = true;
        }
        buffer.drop_first(pos);
        Ok(spanned)
    }

    /// Writes what a part gave and tells about its troubles; returns how many bytes it took.
    fn accept(&mut self, mut part: Part, input: &[u8], name: &str) -> anyhow::Result<usize> {
        let mut pieces = Vec::with_capacity(2 * part.kept.len() + 2);
        let mut written = 0;
        for (at, kept) in part.kept.drain(..) {
            pieces.extend([&part.out[written..at], &input[kept]].map(IoSlice::new));
            written = at;
        }
        pieces.extend([&part.out[written..], &input[part.copied..part.taken]].map(IoSlice::new));
        self.sink.put_all(&mut pieces)?;
        for trouble in &part.troubles {
            let place = format!("{name}:{}", self.line + trouble.line);
            let severity = if trouble.is_mended { Severity::Warning } else { self.severity };
            self.console.at(&place, severity, trouble.code, &trouble.message);
        }
        self.line += part.lines;
        self.tally.records += part.records;
        self.tally.changed += part.changed;
        self.tally.failed += part.failed;
        self.meter.absorb(&part.meter);
        part.out.clear();
        self.spare.push(part.out);
        self.meter.emit();
        Ok(part.taken)
    }

    fn fail(&mut self, name: &str, code: &'static str, message: &str) {
        self.tally.failed += 1;
        self.console.at(&format!("{name}:{}", self.line), Severity::Error, code, message);
    }

    fn trouble(&mut self, name: &str, error: &io::Error) {
        self.tally.troubles += 1;
        self.console.error(&format!("{name}: {error}"));
    }
}

/// Where the last whole line ends.
fn end_of_lines(bytes: &[u8]) -> usize {
    memchr::memrchr(b'\n', bytes).map_or(0, |at| at + 1)
}
