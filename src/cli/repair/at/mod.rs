//! `--at POINTER`: repairs the strings at some places of JSON documents, and leaves every other byte; or says what a repair
//! would change in them.
//!
//! Lines that are each a document are handled in parallel. A document that spans lines is passed through as a stream,
//! whatever its size: `handle` stops where one begins, and `in_order` goes on from there. Strings that hold valid JSON
//! stay as they are. A string that cannot be repaired stays too, and is reported.

mod part;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Args, Setting};
use crate::cli::console::Console;
use crate::cli::diagnosis::View;
use crate::cli::exit::Exit;
use crate::cli::guide::Guide;
use crate::cli::input::limit;
use crate::cli::options::OnError;
use crate::cli::pipeline::{Done, Handler, Tally};
use crate::cli::records::{Batch, count_lines};
use crate::cli::stats::Meter;
use crate::core::json::escape::push_escaped_bytes;
use crate::core::json::places::{Places, Stream, Trail, Way};
use crate::core::json::quoted::quoted_json_end;
use crate::core::json::scan::string_end;
use crate::core::json::shown::escape;
use crate::core::json::value::Text;
use crate::core::json::{BOM, Layout, ScanError, ScanErrorKind, Style, skip_space};
use crate::core::repair::engine::{Code, FailureCode, Loss, Strategy};
use crate::report::Look;
use crate::report::diagnostic::{Diagnostic, Severity};
use part::Part;

/// A line that is longer is passed through as a stream.
pub(super) const LONGEST_LINE: u64 = 4 << 20;

/// The advice about a line that is not JSON.
const WHOLE: &str = "--at repairs strings inside JSON, and jmend without it the JSON itself";

/// The message about a string that is not looked into.
const TOO_LONG: &str = "is longer than --max-bytes, and stays as it is";

/// `--at`; flattened into the commands that repair texts.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Places")]
pub(super) struct AtArgs {
    /// Read JSON and repair the strings at this JSON Pointer; `*` is any key or item. Repeatable
    #[arg(long, value_name = "POINTER", conflicts_with_all = ["framing", "lines", "select"])]
    at: Vec<String>,
}

/// `--decode`; flattened into `repair` and `diff`.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Places")]
pub(super) struct DecodeArgs {
    /// With --at, write the value instead of a string
    #[arg(long, requires = "at")]
    decode: bool,
}

/// Which of the places were seen in the documents of a run.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Says whether a document was read.
    any: AtomicBool,
    /// Says whether a part of the input could not be read: the places may be in it.
    is_partly_read: AtomicBool,
    /// The pointers at which a string stood, one bit each.
    places: AtomicU64,
}

impl Seen {
    fn documents(&self, tally: &Tally) {
        self.any.fetch_or(tally.records > tally.failed, Ordering::Relaxed);
        self.is_partly_read.fetch_or(tally.failed + tally.troubles > 0, Ordering::Relaxed);
    }

    fn places(&self, places: u64) {
        // All threads read it, and few documents hold a place that none before held.
        if self.places.load(Ordering::Relaxed) & places != places {
            self.places.fetch_or(places, Ordering::Relaxed);
        }
    }

    /// Tells about the places that no document had. Where it had none of them, nothing that was asked for was done.
    pub(super) fn finish(&self, args: &AtArgs, console: Console) -> Exit {
        if !self.any.load(Ordering::Relaxed) {
            return Exit::Done;
        }
        let seen = self.places.load(Ordering::Relaxed);
        let is_in_vain = seen == 0 && !self.is_partly_read.load(Ordering::Relaxed);
        for (_, pointer) in args.at.iter().enumerate().filter(|(bit, _)| seen & (1 << bit) == 0) {
            let message = format!("there is no string at `{pointer}` in any document");
            if is_in_vain {
                console.error(&format!("{message}, so nothing was repaired; --at '/*' takes every key"));
            } else {
                console.about("jmend", &Diagnostic::new(Severity::Warning, "at", message));
            }
        }
        if is_in_vain { Exit::Failed } else { Exit::Done }
    }
}

impl AtArgs {
    /// Returns whether a place was given.
    pub(super) fn is_given(&self) -> bool {
        !self.at.is_empty()
    }
}

/// Repairs the strings at the places.
pub(super) struct At {
    /// Says whether the changes are counted.
    counts: bool,
    decode: bool,
    /// What the strings are for.
    guide: Arc<Guide>,
    /// States whether `document` holds one. Then the next batches are not worth a look out of order.
    is_open: AtomicBool,
    /// Bytes that a string may have, as it is spelled.
    max_bytes: usize,
    max_depth: usize,
    /// Empty; each batch counts into one like it.
    meter: Meter,
    /// The document that goes on in the next batch.
    document: Mutex<Option<Stream>>,
    places: Places,
    seen: Arc<Seen>,
    /// How severe it is that a string cannot be repaired.
    severity: Severity,
    /// What is wanted in place of the text.
    view: Option<View>,
}

/// What becomes of a string.
enum Fate {
    /// It stays.
    Same,
    /// The JSON at this range of a text takes its place.
    Json(String, Range<usize>),
}

impl Handler for At {
    fn handle(&self, batch: &mut Batch) -> Done {
        let out = batch.take_spare();
        let mut part = self.part(Done { meter: self.meter.fresh(), out, ..Done::default() });
        if !self.is_serial() {
            self.lines(batch, &mut part);
        }
        part.end(batch.bytes())
    }

    fn in_order(&self, batch: &mut Batch, done: Done) -> Done {
        let mut document = self.document.lock().unwrap_or_else(PoisonError::into_inner);
        if batch.is_first {
            *document = None;
        }
        // What was taken for lines may be the rest of a document.
        let mut part = if document.is_none() {
            self.part(done)
        } else {
            let mut out = done.out;
            out.clear();
            self.part(Done { meter: self.meter.fresh(), out, ..Done::default() })
        };
        let bytes = batch.bytes();
        while part.done.taken < bytes.len() {
            if let Some(open) = &mut *document {
                if self.stream(open, bytes, &mut part) {
                    *document = None;
                }
                continue;
            }
            self.lines(batch, &mut part);
            if part.done.taken < bytes.len() {
                part.done.tally.records += 1;
                *document = Some(Stream::new(&self.places, self.max_bytes));
            }
        }
        if batch.is_last && document.take().is_some() {
            part.severity = Severity::Error;
            part.fail("unexpected-end", "the input ends inside a document".to_owned());
        }
        self.is_open.store(document.is_some(), Ordering::Relaxed);
        self.seen.documents(&part.done.tally);
        part.end_batch(bytes)
    }

    fn is_serial(&self) -> bool {
        self.is_open.load(Ordering::Relaxed)
    }
}

impl At {
    pub(super) fn new(args: &Args, setting: &Setting<'_>, look: Look, meter: Meter) -> anyhow::Result<Self> {
        if args.end.on_error.is_some_and(|wanted| wanted != OnError::Skip) {
            anyhow::bail!("with --at, a string that cannot be repaired stays as it is; use --on-error skip");
        }
        let places = Places::parse(args.at.at.iter().map(String::as_str)).map_err(anyhow::Error::msg)?;
        Ok(Self {
            counts: args.in_place.in_place || setting.sums_up,
            decode: args.decode.decode,
            document: Mutex::default(),
            guide: Arc::clone(&setting.guide),
            is_open: AtomicBool::new(false),
            max_bytes: limit(args.records.input.max_bytes),
            max_depth: setting.guide.options().max_depth,
            meter,
            places,
            seen: Arc::clone(&setting.seen),
            severity: setting.policy.on_failure().1,
            view: args.product.view(true, look),
        })
    }

    fn part(&self, done: Done) -> Part {
        Part::new(done, self.severity, self.view)
    }

    /// Handles lines that are each a document, up to the first that is not whole.
    fn lines(&self, batch: &Batch, part: &mut Part) {
        let bytes = batch.bytes();
        // The last line of a batch may be cut.
        let whole =
            if batch.cut { memchr::memrchr(b'\n', bytes).map_or(0, |at| at + 1) } else { bytes.len() };
        if batch.is_first && part.done.taken == 0 && bytes.starts_with(BOM) {
            // It is not a part of the first document, and stays.
            part.done.taken = BOM.len();
        }
        let mut way = Way::default();
        while part.done.taken < whole {
            let start = part.done.taken;
            let end = memchr::memchr(b'\n', &bytes[start..whole]).map_or(whole, |at| start + at + 1);
            let (copied, written, kept) = (part.copied, part.done.out.len(), part.done.kept.len());
            let (tally, told) = (part.done.tally, part.done.notes.len());
            let (found, edited) = (part.done.findings.len(), part.done.edits.len());
            let counted = std::mem::replace(&mut part.done.meter, self.meter.fresh());
            let handled = self.line(&bytes[..end], start, part, &mut way);
            let of_line = std::mem::replace(&mut part.done.meter, counted);
            match handled {
                Ok(()) => part.done.meter.absorb(&of_line),
                Err(mut error) => {
                    part.copied = copied;
                    part.done.out.truncate(written);
                    part.done.kept.truncate(kept);
                    part.done.tally = tally;
                    part.done.notes.truncate(told);
                    part.done.findings.truncate(found);
                    part.done.edits.truncate(edited);
                    if error.kind == ScanErrorKind::UnexpectedEnd {
                        return;
                    }
                    // A line that is not JSON stays as it is.
                    error.offset = error.offset.saturating_sub(start);
                    part.done.tally.records += 1;
                    part.fail(error.kind.code(), format!("this line is not JSON: {error}; {WHOLE}"));
                }
            }
            part.done.lines += usize::from(bytes[end - 1] == b'\n');
            part.done.taken = end;
        }
    }

    /// Handles the documents of the line that `bytes` end with, which begins at `start`.
    fn line(&self, bytes: &[u8], start: usize, part: &mut Part, way: &mut Way) -> Result<(), ScanError> {
        let mut pos = skip_space(bytes, start);
        while pos < bytes.len() {
            part.done.tally.records += 1;
            pos = self.places.strings(bytes, pos, self.max_depth, way, |start, trail| {
                self.seen.places(trail.places());
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
                    part.done.meter.handled(Strategy::Direct, None);
                    return Ok(end + 1);
                }
                let end = string_end(bytes, start)?;
                if let Fate::Json(text, value) = self.repair(&bytes[inside..end - 1], part, Some(trail)) {
                    let mut with = Vec::with_capacity(value.len() + value.len() / 8);
                    self.write(&text[value], &mut with);
                    part.edit(bytes, start..end, &with);
                }
                Ok(end)
            })?;
            pos = skip_space(bytes, pos);
        }
        Ok(())
    }

    /// Passes the next piece of a document that spans lines through; returns whether it ends the document.
    fn stream(&self, document: &mut Stream, bytes: &[u8], part: &mut Part) -> bool {
        let start = part.done.taken;
        part.replace(bytes, start..bytes.len());
        let rest = &bytes[start..];
        let (before, mut out) = (part.done.lines, std::mem::take(&mut part.done.out));
        out.reserve(rest.len() + rest.len() / 8);
        let fed = document.feed(rest, &mut out, |end, raw, out| {
            if self.fine_end(raw, 0) == Some(raw.len()) {
                part.done.meter.handled(Strategy::Direct, None);
            } else {
                part.done.lines = before + count_lines(&rest[..end]);
                if let Fate::Json(text, value) = self.repair(raw, part, None) {
                    let from = out.len();
                    self.write(&text[value], out);
                    if let Some(View::Edits) = self.view {
                        part.edit_ending(bytes, start + end, raw.len() + 2, &out[from..]);
                    }
                    return;
                }
            }
            out.push(b'"');
            out.extend_from_slice(raw);
            out.push(b'"');
        });
        self.seen.places(document.found());
        for &at in document.too_long() {
            part.done.lines = before + count_lines(&rest[..at]);
            part.refuse("size", format!("a string {TOO_LONG}"));
        }
        let (taken, is_over) = match fed {
            Ok(taken) => (taken, document.is_done()),
            Err(at) => {
                // The rest of the line is written unchanged, and the next line begins anew, like one that begins as a
                // document.
                let is_next = matches!(rest[at], b'{' | b'[') && (at == 0 || rest[at - 1] == b'\n');
                let next_line = || memchr::memchr(b'\n', &rest[at..]).map_or(rest.len(), |len| at + len + 1);
                let end = if is_next { at } else { next_line() };
                out.extend_from_slice(&rest[at..end]);
                // A document that lacks its end lacks it on the line before the next one.
                let line = before + count_lines(&rest[..at]) + usize::from(!is_next);
                let message = "this document is not JSON: a string, bracket or comma cannot stand here";
                part.fail_at(line, "invalid-json", message.to_owned());
                (end, true)
            }
        };
        part.done.lines = before + count_lines(&rest[..taken]);
        part.done.out = out;
        part.done.taken = start + taken;
        part.copied = part.done.taken;
        is_over
    }

    /// Where a string of which nothing but JSON is wanted ends, if it holds that: its inside begins at `inside`.
    fn fine_end(&self, text: &[u8], inside: usize) -> Option<usize> {
        if self.decode || !self.guide.is_idle() {
            return None;
        }
        let end = quoted_json_end(text, inside, self.max_depth)?;
        crate::core::json::from_utf8(&text[inside..end]).is_ok().then_some(end)
    }

    /// Repairs the string whose inside is `raw`, which is not fine.
    fn repair(&self, raw: &[u8], part: &mut Part, trail: Option<&Trail<'_>>) -> Fate {
        let place = || trail.map_or_else(String::new, |trail| format!(" at {}", escape(&trail.pointer())));
        let Ok(text) = crate::core::json::from_utf8(raw) else {
            part.refuse("invalid-utf8", format!("the string{} is not UTF-8", place()));
            return Fate::Same;
        };
        let text = Text::from_raw(text);
        let Some(text) = text.decode() else {
            let message = format!("the string{} names half of a surrogate pair, which is not text", place());
            part.refuse("lone-surrogate", message);
            return Fate::Same;
        };
        // No arguments are empty arguments.
        let is_empty = text.trim().is_empty();
        let text = if is_empty { "{}" } else { &*text };
        match self.guide.repair(text.as_bytes()) {
            // A message that quotes some JSON is a message.
            Ok(repaired) if repaired.drops_text() => {
                let message =
                    format!("the string{} holds text besides the JSON, so it stays as it is", place());
                part.refuse(FailureCode::NoJson.name(), message);
                Fate::Same
            }
            Ok(repaired) if repaired.documents.len() == 1 => {
                let is_fine = repaired.fixes.is_empty() && !is_empty;
                part.done.tally.changed += u64::from(!is_fine);
                if is_empty && repaired.fixes.is_empty() {
                    let code = Code::EmptyInput;
                    part.done.meter.handled(code.about().strategy, Some(code));
                } else {
                    part.done.meter.repaired(&repaired);
                }
                if self.counts {
                    let changes = repaired.fixes.iter().filter(|fix| fix.replacement.is_some());
                    part.done.tally.count(changes.map(|fix| fix.risk));
                }
                let line = part.done.lines + 1;
                for Loss { code, message, .. } in repaired.losses(text.len()).filter(|_| self.view.is_none())
                {
                    part.tell(line, Severity::Warning, code, format!("{message}, in the string{}", place()));
                }
                part.found(text, &repaired, trail.map(Trail::pointer).as_deref());
                if is_fine && !self.decode {
                    return Fate::Same;
                }
                let value = repaired.documents[0].clone();
                Fate::Json(repaired.text.into_owned(), value)
            }
            Ok(_) => {
                let message = format!("the string{} holds several JSON documents", place());
                part.refuse("several-documents", message);
                Fate::Same
            }
            Err(failure) => {
                let message = format!("{}, in the string{}", failure.message(), place());
                part.refuse(failure.code.name(), message);
                Fate::Same
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
