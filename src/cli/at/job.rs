//! What `--at` does to lines and to pieces of documents: the strings at the places are mended, and no other byte changes.
//!
//! Knows no stream and no thread; what comes of some bytes is a `Part`.

use std::ops::Range;

use crate::cli::guide::Guide;
use crate::cli::records::count_lines;
use crate::cli::schema;
use crate::cli::stats::Meter;
use crate::core::json::places::{Places, Stream, Trail, Way};
use crate::core::json::quoted::quoted_json_end;
use crate::core::json::scan::string_end;
use crate::core::json::value::Text;
use crate::core::json::write::push_escaped_bytes;
use crate::core::json::{Layout, ScanError, ScanErrorKind, Style, skip_space};
use crate::core::repair::{Code, FailureCode, Loss, Strategy};
use crate::core::schema::Unfit;
use crate::report::text::escape;

/// What is wrong with a string that is not looked into.
const TOO_LONG: &str = "is longer than --max-bytes, and stays as it is";

/// Bytes that are written from where they were read; fewer are copied.
const WORTH_A_PIECE: usize = 2 << 10;

/// What came of some lines, or of a piece of a document.
#[derive(Default)]
pub(super) struct Part {
    /// The document that it is a piece of turned out to be no JSON.
    pub(super) is_broken: bool,
    pub(super) changed: u64,
    /// Bytes of the input that `out` and `kept` stand for; what follows them goes out as it came.
    pub(super) copied: usize,
    pub(super) failed: u64,
    /// What goes out as it came, from the input, before the rest of `out` from this offset on: much of it at a time, which
    /// is not worth a copy.
    pub(super) kept: Vec<(usize, Range<usize>)>,
    pub(super) lines: usize,
    pub(super) meter: Meter,
    pub(super) out: Vec<u8>,
    pub(super) records: u64,
    /// It stopped at a document that goes on in the next line.
    pub(super) spans: bool,
    /// Bytes that were handled.
    pub(super) taken: usize,
    pub(super) troubles: Vec<Trouble>,
}

/// Something that could not be mended.
pub(super) struct Trouble {
    pub(super) code: &'static str,
    /// Was the string mended all the same?
    pub(super) is_mended: bool,
    /// Line within the part, from 0.
    pub(super) line: usize,
    pub(super) message: String,
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
pub(super) struct Job<'g> {
    pub(super) decode: bool,
    /// What the strings are for.
    pub(super) guide: &'g Guide,
    /// Bytes that a string may have, as it is spelled.
    pub(super) max_bytes: usize,
    pub(super) max_depth: usize,
    /// Empty; each part counts into one like it.
    pub(super) meter: Meter,
    pub(super) places: Places,
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
    pub(super) fn lines(&self, bytes: &[u8], out: Vec<u8>) -> Part {
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
    pub(super) fn stream(&self, document: &mut Stream<'_>, bytes: &[u8], mut out: Vec<u8>) -> Part {
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
            // A message that quotes some JSON is a message.
            Ok(repaired) if repaired.drops_text() => {
                let message =
                    format!("the string{} holds other text beside the JSON, so it stays as it is", place());
                part.refuse(FailureCode::NoJson.name(), message);
                Mended::Same
            }
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
