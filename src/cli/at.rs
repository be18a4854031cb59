//! `jmend repair --at POINTER`: mends the strings at some places of JSON documents, and leaves every other byte.
//!
//! Lines that are each a document are handled in parallel; a document that spans lines is passed through as a stream,
//! whatever its size. Strings that hold valid JSON stay as they are. A string that cannot be mended stays too, and is
//! reported.

use std::io::{self, IoSlice, Read};
use std::ops::Range;
use std::thread;

use super::console::{Console, Severity};
use super::exit::Exit;
use super::guide::Guide;
use super::input::{Open, Source, limit};
use super::output::Sink;
use super::pipeline::Tally;
use super::records::count_lines;
use super::repair::{self, Args, OnError, Setting};
use super::schema;
use super::stats::Meter;
use crate::core::json::places::{Places, Stream, Trail, Way};
use crate::core::json::quoted::quoted_json_end;
use crate::core::json::scan::string_end;
use crate::core::json::value::Text;
use crate::core::json::write::push_escaped_bytes;
use crate::core::json::{Layout, ScanError, ScanErrorKind, Style, skip_space};
use crate::core::repair::{Code, Loss, Strategy};
use crate::core::schema::Unfit;
use crate::report::text::escape;

/// A line that is longer is passed through as a stream.
const LONGEST: usize = 4 << 20;

/// The byte order mark of UTF-8.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Bytes that a thread handles at a time: what it reads and what it writes stay in its cache.
const PIECE: usize = 256 << 10;

/// What is wrong with a string that is not looked into.
const TOO_LONG: &str = "is longer than --max-bytes, and stays as it is";

/// Bytes that are written from where they were read; fewer are copied.
const WORTH_A_PIECE: usize = 2 << 10;

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

    /// Forgets the first bytes.
    fn drop_first(&mut self, count: usize) {
        self.bytes.copy_within(count..self.len, 0);
        self.len -= count;
    }
}

impl<'j> Run<'j> {
    /// Takes one source through, a chunk at a time.
    fn source(&mut self, mut open: Open, name: &str) -> anyhow::Result<()> {
        self.line = 1;
        let mut buffer = Buffer::default();
        let mut stream: Option<Stream<'j>> = None;
        let mut is_first = true;
        loop {
            if open.size.is_none() {
                self.sink.flush()?;
            }
            let at_end = match buffer.fill(&mut open, PIECE * self.jobs.min(16)) {
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
            let taken = self.chunk(buffer.read(), at_end, name, &mut stream)?;
            buffer.drop_first(taken);
            if at_end {
                if stream.is_some() {
                    self.fail(name, "unexpected-end", "the input ends inside a document");
                }
                return Ok(());
            }
        }
    }

    /// Handles what is in the buffer and returns how much of it that was: all but the beginning of a line.
    fn chunk(
        &mut self,
        buffer: &[u8],
        at_end: bool,
        name: &str,
        stream: &mut Option<Stream<'j>>,
    ) -> anyhow::Result<usize> {
        let mut pos = 0;
        while pos < buffer.len() {
            let rest = &buffer[pos..];
            if let Some(document) = stream {
                let part = self.job.stream(document, rest, self.spare.pop().unwrap_or_default());
                let is_over = document.is_done() || part.is_broken;
                pos += self.accept(part, rest, name)?;
                if is_over {
                    *stream = None;
                }
                continue;
            }
            let (taken, spans) = self.lines(rest, at_end, name)?;
            pos += taken;
            // A document that spans lines, or a line that is longer than the buffer, goes through as a stream.
            if spans || buffer.len() - pos >= LONGEST {
                self.tally.records += 1;
                *stream = Some(Stream::new(&self.job.places, self.job.max_bytes));
            } else {
                break;
            }
        }
        Ok(pos)
    }

    /// Handles the whole lines of `bytes`, on as many threads as are allowed. Returns how many bytes that was, and
    /// whether it stopped at a document that goes on in the next line.
    fn lines(&mut self, bytes: &[u8], at_end: bool, name: &str) -> anyhow::Result<(usize, bool)> {
        let end = if at_end { bytes.len() } else { memchr::memrchr(b'\n', bytes).map_or(0, |at| at + 1) };
        let job = self.job;
        let shares = shares(&bytes[..end], self.jobs);
        let mut spare = || self.spare.pop().unwrap_or_default();
        let parts: Vec<Part> = if shares.len() < 2 {
            shares.iter().map(|share| job.lines(share, spare())).collect()
        } else {
            thread::scope(|scope| {
                let mut handles = Vec::with_capacity(shares.len());
                for &share in &shares {
                    let out = spare();
                    handles.push(scope.spawn(move || job.lines(share, out)));
                }
                // A thread that ended early handled nothing; this one does it instead.
                let joined = handles.into_iter().zip(&shares);
                joined
                    .map(|(handle, share)| handle.join().unwrap_or_else(|_| job.lines(share, Vec::new())))
                    .collect()
            })
        };
        let mut taken = 0;
        for part in parts {
            let spans = part.spans;
            taken += self.accept(part, &bytes[taken..], name)?;
            if spans {
                // What the other threads took for lines is the rest of this document.
                return Ok((taken, true));
            }
        }
        Ok((taken, false))
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

/// Cuts lines into at most `jobs` shares of about the same size; little is not worth threads.
fn shares(lines: &[u8], jobs: usize) -> Vec<&[u8]> {
    let size = (lines.len() / jobs.max(1)).max(PIECE);
    let mut shares = Vec::with_capacity(jobs);
    let mut rest = lines;
    while rest.len() > size + size / 4 && shares.len() + 1 < jobs {
        let Some(at) = memchr::memchr(b'\n', &rest[size..]) else { break };
        let (share, tail) = rest.split_at(size + at + 1);
        shares.push(share);
        rest = tail;
    }
    if !rest.is_empty() {
        shares.push(rest);
    }
    shares
}

/// What came of some lines, or of a piece of a document.
#[derive(Default)]
struct Part {
    /// The document that it is a piece of turned out to be no JSON.
    is_broken: bool,
    changed: u64,
    /// Bytes of the input that `out` and `kept` stand for; what follows them goes out as it came.
    copied: usize,
    failed: u64,
    /// What goes out as it came, from the input, before the rest of `out` from this offset on: much of it at a time, which
    /// is not worth a copy.
    kept: Vec<(usize, Range<usize>)>,
    lines: usize,
    meter: Meter,
    out: Vec<u8>,
    records: u64,
    /// It stopped at a document that goes on in the next line.
    spans: bool,
    /// Bytes that were handled.
    taken: usize,
    troubles: Vec<Trouble>,
}

/// Something that could not be mended.
struct Trouble {
    code: &'static str,
    /// Was the string mended all the same?
    is_mended: bool,
    /// Line within the part, from 0.
    line: usize,
    message: String,
}

impl Part {
    /// What stands before `gone` goes out as it came, and what is written to `out` next in the place of that.
    fn replace(&mut self, input: &[u8], gone: Range<usize>) {
        let kept = self.copied..gone.start;
        if kept.len() < WORTH_A_PIECE {
            self.out.extend_from_slice(&input[kept]);
        } else {
            self.kept.push((self.out.len(), kept));
        }
        self.copied = gone.end;
    }

    /// A string that could not be mended.
    fn refuse(&mut self, code: &'static str, message: String) {
        self.meter.failed(None, code);
        self.fail(code, message);
    }

    fn fail(&mut self, code: &'static str, message: String) {
        self.failed += 1;
        self.troubles.push(Trouble { code, is_mended: false, line: self.lines, message });
    }

    fn warn(&mut self, code: &'static str, message: String) {
        self.troubles.push(Trouble { code, is_mended: true, line: self.lines, message });
    }
}

/// What is done to a string, and where.
struct Job<'g> {
    decode: bool,
    /// What the strings are for.
    guide: &'g Guide,
    /// Bytes that a string may have, as it is spelled.
    max_bytes: usize,
    max_depth: usize,
    /// Empty; each part counts into one like it.
    meter: Meter,
    places: Places,
}

/// What becomes of a string.
enum Mended {
    /// It stays.
    Same,
    /// The JSON at this range of a text stands there now.
    Json(String, Range<usize>),
}

impl Job<'_> {
    /// Handles lines that are each a document, up to the first that is not whole.
    fn lines(&self, bytes: &[u8], out: Vec<u8>) -> Part {
        let mut part = Part { out, meter: self.meter.fresh(), ..Part::default() };
        let mut way = Way::default();
        while part.taken < bytes.len() {
            let start = part.taken;
            let rest = &bytes[start..];
            let end = memchr::memchr(b'\n', rest).map_or(bytes.len(), |at| start + at + 1);
            let written = (part.out.len(), part.copied, part.kept.len());
            let before = (part.changed, part.failed, part.records, part.troubles.len());
            let counted = std::mem::replace(&mut part.meter, self.meter.fresh());
            let handled = self.line(&bytes[..end], start, &mut part, &mut way);
            let of_line = std::mem::replace(&mut part.meter, counted);
            match handled {
                Ok(()) => part.meter.absorb(&of_line),
                Err(error) => {
                    part.out.truncate(written.0);
                    part.copied = written.1;
                    part.kept.truncate(written.2);
                    (part.changed, part.failed, part.records) = (before.0, before.1, before.2);
                    part.troubles.truncate(before.3);
                    if error.kind == ScanErrorKind::UnexpectedEnd {
                        part.spans = true;
                        return part;
                    }
                    // A line that is no JSON stays as it is.
                    let error = ScanError { offset: error.offset.saturating_sub(start), ..error };
                    part.records += 1;
                    part.fail(error.kind.code(), format!("this line is not JSON: {error}"));
                }
            }
            part.lines += usize::from(bytes[end - 1] == b'\n');
            part.taken = end;
        }
        part
    }

    /// Handles the documents of the line that `bytes` end with, which begins at `start`.
    fn line(&self, bytes: &[u8], start: usize, part: &mut Part, way: &mut Way) -> Result<(), ScanError> {
        let mut pos = skip_space(bytes, start);
        while pos < bytes.len() {
            part.records += 1;
            pos = self.places.strings(bytes, pos, self.max_depth, way, |start, trail| {
                let inside = start + 1;
                if bytes.len() - inside > self.max_bytes {
                    let end = string_end(bytes, start)?;
                    if end - 1 - inside > self.max_bytes {
                        let place = trail.pointer();
                        part.refuse("size", format!("the string at {} {TOO_LONG}", escape(&place)));
                        return Ok(end);
                    }
                }
                if let Some(end) = self.fine_end(bytes, inside).filter(|end| bytes.get(*end) == Some(&b'"')) {
                    part.meter.handled(Strategy::Direct, None);
                    return Ok(end + 1);
                }
                let end = string_end(bytes, start)?;
                if let Mended::Json(text, value) = self.mend(&bytes[inside..end - 1], part, Some(trail)) {
                    part.replace(bytes, start..end);
                    self.write(&text[value], &mut part.out);
                }
                Ok(end)
            })?;
            pos = skip_space(bytes, pos);
        }
        Ok(())
    }

    /// Takes a piece of a document that spans lines through.
    fn stream(&self, document: &mut Stream<'_>, bytes: &[u8], mut out: Vec<u8>) -> Part {
        let mut part = Part { meter: self.meter.fresh(), ..Part::default() };
        out.reserve(bytes.len() + 64);
        let mut mend = |raw: &[u8]| {
            if self.fine_end(raw, 0) == Some(raw.len()) {
                part.meter.handled(Strategy::Direct, None);
                return Mended::Same;
            }
            self.mend(raw, &mut part, None)
        };
        let fed = document.feed(bytes, &mut out, |raw, out| match mend(raw) {
            Mended::Json(text, value) => self.write(&text[value], out),
            Mended::Same => {
                out.push(b'"');
                out.extend_from_slice(raw);
                out.push(b'"');
            }
        });
        for _ in 0..document.take_too_long() {
            part.refuse("size", format!("a string {TOO_LONG}"));
        }
        part.taken = fed.unwrap_or_else(|at| {
            // The rest of the line goes out as it is, and the next line begins anew; so does one that begins as a document.
            let is_next = matches!(bytes[at], b'{' | b'[') && (at == 0 || bytes[at - 1] == b'\n');
            let rest = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |len| at + len + 1);
            let end = if is_next { at } else { rest };
            out.extend_from_slice(&bytes[at..end]);
            part.is_broken = true;
            part.fail(
                "invalid-json",
                "this document is not JSON: a string, bracket or comma cannot stand here".to_owned(),
            );
            end
        });
        part.lines = count_lines(&bytes[..part.taken]);
        part.copied = part.taken;
        part.out = out;
        part
    }

    /// Where a string of which nothing but JSON is wanted ends, if it holds that: its inside begins at `inside`.
    fn fine_end(&self, text: &[u8], inside: usize) -> Option<usize> {
        if self.decode || !self.guide.is_idle() {
            return None;
        }
        let end = quoted_json_end(text, inside, self.max_depth)?;
        crate::core::json::from_utf8(&text[inside..end]).is_ok().then_some(end)
    }

    /// Mends the string whose inside is `raw`, which is not fine.
    fn mend(&self, raw: &[u8], part: &mut Part, trail: Option<&Trail<'_>>) -> Mended {
        let place = || trail.map_or_else(String::new, |trail| format!(" at {}", escape(&trail.pointer())));
        let Ok(text) = crate::core::json::from_utf8(raw) else {
            part.refuse("invalid-utf8", format!("the string{} is not UTF-8", place()));
            return Mended::Same;
        };
        let text = Text::from_raw(text);
        let Ok(text) = text.decode() else {
            let message = format!("the string{} names half of a surrogate pair, which is no text", place());
            part.refuse("lone-surrogate", message);
            return Mended::Same;
        };
        // No arguments are empty arguments.
        let is_empty = text.trim().is_empty();
        let text = if is_empty { "{}" } else { &*text };
        match self.guide.repair(text.as_bytes()) {
            Ok(repaired) if repaired.documents.len() == 1 => {
                let is_fine = repaired.fixes.is_empty() && !is_empty;
                part.changed += u64::from(!is_fine);
                if is_empty && repaired.fixes.is_empty() {
                    let code = Code::EmptyInput;
                    part.meter.handled(code.about().strategy, Some(code));
                } else {
                    part.meter.repaired(&repaired);
                }
                for Loss { code, message, .. } in repaired.losses(text.len()) {
                    part.warn(code, format!("{message}, in the string{}", place()));
                }
                if is_fine && !self.decode {
                    return Mended::Same;
                }
                let value = repaired.documents[0].clone();
                Mended::Json(repaired.text.into_owned(), value)
            }
            Ok(_) => {
                let message = format!("the string{} holds several JSON documents", place());
                part.refuse("several-documents", message);
                Mended::Same
            }
            Err(Unfit::Refused(failure)) => {
                part.refuse(failure.code.name(), format!("{}, in the string{}", failure.code, place()));
                Mended::Same
            }
            Err(Unfit::Violations(violations)) => {
                part.refuse("schema", format!("{}, in the string{}", schema::message(&violations), place()));
                Mended::Same
            }
        }
    }

    /// Writes a JSON value: as a string, or decoded and without line ends, so that a document of one line stays one.
    fn write(&self, value: &str, out: &mut Vec<u8>) {
        if !self.decode {
            out.push(b'"');
            push_escaped_bytes(out, value);
            out.push(b'"');
        } else if value.contains(['\n', '\r']) {
            Style { layout: Layout::Compact, ..Style::compact() }.write_text(value, out);
        } else {
            out.extend_from_slice(value.as_bytes());
        }
    }
}
