//! `jmend repair --at POINTER`: mends the strings at some places of JSON documents, and leaves every other byte.
//!
//! Lines that are each a document are handled in parallel; a document that spans lines is passed through as a stream,
//! whatever its size. Strings that hold valid JSON stay as they are. A string that cannot be mended stays too, and is
//! reported.

use std::io::{self, Read};
use std::thread;

use super::config::Policy;
use super::console::{Console, Severity};
use super::exit::Exit;
use super::input::{Open, Source, hint_if_terminal};
use super::output::Sink;
use super::pipeline::Tally;
use super::records::count_lines;
use super::repair::{self, Args, OnError};
use super::stats::Meter;
use crate::core::json::places::{Places, Stream, Trail};
use crate::core::json::value::Text;
use crate::core::json::write::push_escaped;
use crate::core::json::{Layout, ScanError, ScanErrorKind, Style, scan_value, skip_space};
use crate::core::repair::{Code, Options, Strategy, Truncated, repair as mend};
use crate::report::text::escape;

/// Bytes that are handled at a time. A line that is longer is passed through as a stream.
const CHUNK: usize = 4 << 20;

/// Bytes of one read from a source that may wait, and the least that a thread is worth.
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
pub(super) fn run(args: &Args, policy: &Policy, console: Console) -> anyhow::Result<Exit> {
    if args.on_error.is_some_and(|wanted| wanted != OnError::Skip) {
        anyhow::bail!("with --at, what cannot be mended stays as it is: --on-error takes skip alone");
    }
    let places = Places::parse(args.at.at.iter().map(String::as_str)).map_err(anyhow::Error::msg)?;
    let metrics = args.stats.open(policy, args.output.output.as_deref())?;
    let options = policy.options(None, Truncated::Refuse);
    let job = Job { decode: args.at.decode, meter: metrics.meter(), options, places };
    let sources = Source::list(&args.input.files);
    hint_if_terminal(&sources, console);
    let sink = Sink::open(args.output.output.as_deref())?;
    let mut run = Run {
        console,
        job: &job,
        jobs: args.jobs.count(),
        line: 1,
        meter: metrics.meter(),
        severity: policy.on_failure().1,
        sink,
        tally: Tally::default(),
    };
    for source in &sources {
        match source.open() {
            Ok(open) => run.source(open, &source.name())?,
            Err(error) => run.trouble(&source.name(), &error),
        }
    }
    let Run { meter, sink, tally, .. } = run;
    let exit = repair::end(args, policy, sink, tally, false, console)?;
    metrics.finish(meter, console)?;
    Ok(exit)
}

struct Run<'j> {
    console: Console,
    job: &'j Job,
    jobs: usize,
    /// The line that the next part begins in.
    line: usize,
    meter: Meter,
    /// How grave a string is that cannot be mended.
    severity: Severity,
    sink: Sink,
    tally: Tally,
}

impl<'j> Run<'j> {
    /// Takes one source through, a chunk at a time.
    fn source(&mut self, mut open: Open, name: &str) -> anyhow::Result<()> {
        self.line = 1;
        let mut buffer: Vec<u8> = Vec::with_capacity(CHUNK);
        let mut stream: Option<Stream<'j>> = None;
        loop {
            if open.size.is_none() {
                self.sink.flush()?;
            }
            let at_end = match fill(&mut open, &mut buffer) {
                Ok(more) => !more,
                Err(error) => {
                    self.trouble(name, &error);
                    return Ok(());
                }
            };
            let taken = self.chunk(&buffer, at_end, name, &mut stream)?;
            buffer.drain(..taken);
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
                let part = self.job.stream(document, rest);
                let is_over = document.is_done() || part.failed > 0;
                pos += self.accept(&part, name)?;
                if is_over {
                    *stream = None;
                }
                continue;
            }
            let (taken, spans) = self.lines(rest, at_end, name)?;
            pos += taken;
            // A document that spans lines, or a line that is longer than the buffer, goes through as a stream.
            if spans || buffer.len() - pos >= CHUNK {
                self.tally.records += 1;
                *stream = Some(Stream::new(&self.job.places));
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
        let parts: Vec<Part> = if shares.len() < 2 {
            shares.into_iter().map(|share| job.lines(share)).collect()
        } else {
            thread::scope(|scope| {
                let handles: Vec<_> = shares.iter().map(|share| scope.spawn(|| job.lines(share))).collect();
                // A thread that ended early handled nothing; this one does it instead.
                let joined = handles.into_iter().zip(&shares);
                joined.map(|(handle, share)| handle.join().unwrap_or_else(|_| job.lines(share))).collect()
            })
        };
        let mut taken = 0;
        for part in parts {
            let spans = part.spans;
            taken += self.accept(&part, name)?;
            if spans {
                // What the other threads took for lines is the rest of this document.
                return Ok((taken, true));
            }
        }
        Ok((taken, false))
    }

    /// Writes what a part gave and tells about its troubles; returns how many bytes it took.
    fn accept(&mut self, part: &Part, name: &str) -> anyhow::Result<usize> {
        self.sink.put(&part.out)?;
        for trouble in &part.troubles {
            let place = format!("{name}:{}", self.line + trouble.line);
            self.console.at(&place, self.severity, trouble.code, &trouble.message);
        }
        self.line += part.lines;
        self.tally.records += part.records;
        self.tally.changed += part.changed;
        self.tally.failed += part.failed;
        self.meter.absorb(&part.meter);
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

/// Reads until the buffer is full, or once from a source that can make a reader wait. `false` at the end.
fn fill(open: &mut Open, buffer: &mut Vec<u8>) -> io::Result<bool> {
    let waits = open.size.is_none();
    let room = if waits { PIECE.max(1) } else { CHUNK.saturating_sub(buffer.len()).max(PIECE) };
    let before = buffer.len();
    buffer.resize(before + room, 0);
    let mut len = before;
    let outcome = loop {
        match open.reader.read(&mut buffer[len..]) {
            Ok(0) => break Ok(false),
            Ok(read) => {
                len += read;
                if waits || len == buffer.len() {
                    break Ok(true);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => break Err(error),
        }
    };
    buffer.truncate(len);
    outcome
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
    changed: u64,
    failed: u64,
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
    /// Line within the part, from 0.
    line: usize,
    message: String,
}

impl Part {
    /// A string that could not be mended.
    fn refuse(&mut self, code: &'static str, message: String) {
        self.meter.failed(None, code);
        self.fail(code, message);
    }

    fn fail(&mut self, code: &'static str, message: String) {
        self.failed += 1;
        self.troubles.push(Trouble { code, line: self.lines, message });
    }
}

/// What is done to a string, and where.
struct Job {
    decode: bool,
    /// Empty; each part counts into one like it.
    meter: Meter,
    options: Options,
    places: Places,
}

/// What becomes of a string.
enum Mended {
    /// It stays.
    Same,
    /// This JSON text stands there now.
    Json(Vec<u8>),
}

impl Job {
    /// Handles lines that are each a document, up to the first that is not whole.
    fn lines(&self, bytes: &[u8]) -> Part {
        let mut part = Part { meter: self.meter.fresh(), ..Part::default() };
        part.out.reserve(bytes.len() + bytes.len() / 8);
        while part.taken < bytes.len() {
            let rest = &bytes[part.taken..];
            let len = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
            let (written, before) = (part.out.len(), (part.changed, part.failed, part.troubles.len()));
            let counted = std::mem::replace(&mut part.meter, self.meter.fresh());
            let handled = self.line(&rest[..len], &mut part);
            let of_line = std::mem::replace(&mut part.meter, counted);
            match handled {
                Ok(()) => part.meter.absorb(&of_line),
                Err(error) => {
                    part.out.truncate(written);
                    (part.changed, part.failed) = (before.0, before.1);
                    part.troubles.truncate(before.2);
                    if error.kind == ScanErrorKind::UnexpectedEnd {
                        part.spans = true;
                        return part;
                    }
                    // A line that is no JSON stays as it is.
                    part.out.extend_from_slice(&rest[..len]);
                    part.fail(error.kind.code(), format!("this line is not JSON: {error}"));
                }
            }
            part.lines += usize::from(rest[len - 1] == b'\n');
            part.taken += len;
        }
        part
    }

    /// Handles the documents of one line.
    fn line(&self, line: &[u8], part: &mut Part) -> Result<(), ScanError> {
        let mut pos = skip_space(line, 0);
        let mut copied = 0;
        while pos < line.len() {
            part.records += 1;
            pos = self.places.strings(line, pos, self.options.max_depth, |range, trail| {
                let raw = &line[range.start + 1..range.end - 1];
                if let Mended::Json(text) = self.mend(raw, part, Some(trail)) {
                    part.out.extend_from_slice(&line[copied..range.start]);
                    part.out.extend_from_slice(&text);
                    copied = range.end;
                }
            })?;
            pos = skip_space(line, pos);
        }
        part.out.extend_from_slice(&line[copied..]);
        Ok(())
    }

    /// Takes a piece of a document that spans lines through.
    fn stream(&self, document: &mut Stream<'_>, bytes: &[u8]) -> Part {
        let mut part = Part { meter: self.meter.fresh(), ..Part::default() };
        let mut out = Vec::with_capacity(bytes.len() + 64);
        let fed = document.feed(bytes, &mut out, |raw, out| match self.mend(raw, &mut part, None) {
            Mended::Json(text) => out.extend_from_slice(&text),
            Mended::Same => {
                out.push(b'"');
                out.extend_from_slice(raw);
                out.push(b'"');
            }
        });
        part.taken = fed.unwrap_or_else(|at| {
            // The rest of the line goes out as it is, and the next line begins anew.
            let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |len| at + len + 1);
            out.extend_from_slice(&bytes[at..end]);
            part.fail(
                "invalid-json",
                "this document is not JSON: a string, bracket or comma cannot stand here".to_owned(),
            );
            end
        });
        part.lines = count_lines(&bytes[..part.taken]);
        part.out = out;
        part
    }

    /// Mends the string whose inside is `raw`.
    fn mend(&self, raw: &[u8], part: &mut Part, trail: Option<&Trail<'_>>) -> Mended {
        let place = || trail.map_or_else(String::new, |trail| format!(" at {}", escape(&trail.pointer())));
        let Ok(text) = std::str::from_utf8(raw) else {
            part.refuse("invalid-utf8", format!("the string{} is not UTF-8", place()));
            return Mended::Same;
        };
        let text = Text::from_raw(text);
        let Ok(text) = text.decode() else {
            let message = format!("the string{} names half of a surrogate pair, which is no text", place());
            part.refuse("lone-surrogate", message);
            return Mended::Same;
        };
        if is_json(text.as_bytes(), self.options.max_depth) {
            part.meter.handled(Strategy::Direct, None);
            return if self.decode { Mended::Json(one_line(text.trim())) } else { Mended::Same };
        }
        if text.trim().is_empty() {
            // No arguments are empty arguments.
            part.changed += 1;
            let code = Code::EmptyInput;
            part.meter.handled(code.about().strategy, Some(code));
            return Mended::Json(if self.decode { b"{}".to_vec() } else { b"\"{}\"".to_vec() });
        }
        match mend(text.as_bytes(), &self.options) {
            Ok(repaired) if repaired.documents.len() == 1 => {
                part.changed += 1;
                part.meter.repaired(&repaired);
                let value = &repaired.text[repaired.documents[0].clone()];
                Mended::Json(if self.decode { one_line(value) } else { quoted(value) })
            }
            Ok(_) => {
                let message = format!("the string{} holds several JSON documents", place());
                part.refuse("several-documents", message);
                Mended::Same
            }
            Err(failure) => {
                part.refuse(failure.code.name(), format!("{}, in the string{}", failure.code, place()));
                Mended::Same
            }
        }
    }
}

/// Is this one JSON value? The text is UTF-8 already.
fn is_json(text: &[u8], max_depth: usize) -> bool {
    let end = scan_value(text, skip_space(text, 0), max_depth);
    end.is_ok_and(|end| skip_space(text, end) == text.len())
}

/// Valid JSON without line ends, so that a document of one line stays one.
fn one_line(text: &str) -> Vec<u8> {
    if !text.contains(['\n', '\r']) {
        return text.as_bytes().to_vec();
    }
    let mut out = Vec::with_capacity(text.len());
    Style { layout: Layout::Compact, ..Style::compact() }.write_text(text, &mut out);
    out
}

/// `plain` as a JSON string.
fn quoted(plain: &str) -> Vec<u8> {
    let mut out = String::with_capacity(plain.len() + plain.len() / 8 + 2);
    out.push('"');
    push_escaped(&mut out, plain);
    out.push('"');
    out.into_bytes()
}
