//! Events → [`Shape`], in one pass.
//!
//! Of an array the first rows are compared, the kinds of their members are told over all rows, and rows of the sample
//! are kept; of an object the first names in byte order are kept. So memory is bounded by the largest row of the sample,
//! whatever the size of the result.
//!
//! A result that names a member twice is warned about where the preview looks: the last one wins, here as in programs.

use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use super::Style;
use super::shape::{Items, Kind, Kinds, MAX_PROPERTIES, Properties, Shape};
use crate::core::json::Text;
use crate::core::json::events::{Flow, Path, Sink, Token, Tokenizer, Window};
use crate::core::json::fault::Fault;
use crate::core::json::stream::{self, Input, Limits, Notice, Piece, Summary, Worker};

/// Rows whose names are compared with those of the first.
const COMPARED: u64 = 5;

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub struct InferOptions {
    /// What is shown.
    pub style: Style,
    /// Says whether each line is a row of one array.
    pub ndjson: bool,
    /// Depth and memory.
    pub limits: Limits,
}

/// A result that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What is known of it.
    pub shape: Shape,
    /// How long its text is.
    pub bytes: u64,
    /// Says whether the result says that the tool failed (`isError` of MCP, `is_error` of Anthropic).
    pub is_error: bool,
}

/// Where the full result goes while it is read.
pub enum Keep<'k> {
    /// Nowhere.
    Nothing,
    /// Byte for byte; of rows that stand one a line an array is made, so that it can be read as what it was previewed
    /// as.
    In(&'k mut dyn Write),
}

/// Looks at every result of a stream of JSON texts and hands its shape to `found` when it ends.
///
/// Faults: `syntax`, `encoding`, `depth` (RFC 8259), `too-large` (a row of the sample), `lone-surrogate` (in a name
/// that is looked at), and `duplicate-name` as a warning.
pub fn infer<'i>(
    input: impl Into<Input<'i>>,
    options: &InferOptions,
    keep: Keep<'_>,
    found: &mut dyn FnMut(Found) -> io::Result<()>,
    report: &mut dyn FnMut(&Notice) -> ControlFlow<()>,
) -> io::Result<Summary> {
    let mut limits = options.limits;
    limits.lines |= options.ndjson;
    let mut worker = Inference::new(options, found);
    let summary = match keep {
        Keep::Nothing => stream::run(input.into(), &mut worker, &limits, &mut io::sink(), report)?,
        Keep::In(out) if options.ndjson => {
            worker.copies = true;
            out.write_all(b"[")?;
            let summary = stream::run(input.into(), &mut worker, &limits, out, report)?;
            out.write_all(b"]\n")?;
            summary
        }
        Keep::In(out) => match input.into() {
            Input::Stream(input) => {
                let mut tee = Tee { input, out };
                stream::run((&mut tee).into(), &mut worker, &limits, &mut io::sink(), report)?
            }
            Input::Memory { bytes, len } => {
                out.write_all(&bytes[..len])?;
                stream::run(Input::Memory { bytes, len }, &mut worker, &limits, &mut io::sink(), report)?
            }
        },
    };
    if !options.ndjson {
        return Ok(summary);
    }
    if summary.failed == 0 {
        let found = Found { shape: worker.array(), bytes: worker.bytes, is_error: false };
        (worker.found)(found)?;
    }
    // All rows together are the one result; no rows are a result too.
    Ok(Summary { records: 1, ..summary })
}

/// Passes on what is read.
struct Tee<'t> {
    input: &'t mut dyn Read,
    out: &'t mut dyn Write,
}

impl Read for Tee<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.out.write_all(&buffer[..read])?;
        Ok(read)
    }
}

/// The sink that looks.
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
struct Inference<'f> {
    style: Style,
    ndjson: bool,
    found: &'f mut dyn FnMut(Found) -> io::Result<()>,
    /// Depth at which rows stand: 0 where each document is one.
    row_depth: usize,
    depth: usize,
    /// Of the array: the kind of the first item, whether all looked at are of it, and how many there are.
    first: Option<Kind>,
    agree: bool,
    count: u64,
    /// Names the kind of the top level of the current document: array, object, or scalar.
    top: Option<Kind>,
    /// Names of the first row, or of the object that is the result.
    properties: Properties,
    consistent: bool,
    /// The names of the first row, in their order there, with the kinds of their values in all rows.
    typed: Vec<(String, Kinds)>,
    /// Where in `typed` the next name is expected, and where the one is whose value comes next.
    typed_at: usize,
    typed_now: Option<usize>,
    /// Names of the current row, where it is compared.
    names: BTreeSet<String>,
    /// The name whose value comes next, at the depth that is looked at.
    pending: Option<String>,
    rows: Vec<String>,
    /// Start of the current row, where it is in the sample.
    row: Option<u64>,
    document: u64,
    record: u64,
    warned: bool,
    /// Says whether the current document has a fault.
    failed: bool,
    /// Documents that ended, with their starts.
    done: Vec<(u64, Found)>,
    /// Bytes of the rows so far.
    bytes: u64,
    /// Says whether the current document says that the tool failed.
    is_error: bool,
    /// Rows to keep, where they are kept from here.
    copies: bool,
    copied: Vec<u8>,
    faults: Vec<Fault>,
}

impl<'f> Inference<'f> {
    pub fn new(options: &InferOptions, found: &'f mut dyn FnMut(Found) -> io::Result<()>) -> Self {
        Self {
            style: options.style,
            ndjson: options.ndjson,
            found,
            row_depth: usize::from(!options.ndjson),
            depth: 0,
            first: None,
            agree: true,
            count: 0,
            top: None,
            properties: Properties::default(),
            consistent: true,
            typed: Vec::new(),
            typed_at: 0,
            typed_now: None,
            names: BTreeSet::new(),
            pending: None,
            rows: Vec::new(),
            row: None,
            document: 0,
            record: 0,
            warned: false,
            failed: false,
            done: Vec::new(),
            bytes: 0,
            is_error: false,
            copies: false,
            copied: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// Forgets the current array or object.
    fn clear(&mut self) {
        self.first = None;
        self.agree = true;
        self.count = 0;
        self.properties = Properties::default();
        self.consistent = true;
        self.typed.clear();
        self.typed_now = None;
        self.pending = None;
        self.rows.clear();
        self.row = None;
    }

    /// How many rows the sample may have.
    fn sample(&self) -> u64 {
        match self.style {
            Style::Metadata => u64::MAX,
            Style::Rows(limit) => limit as u64,
        }
    }

    /// Returns whether rows stand at this depth, and it is the current one.
    #[inline]
    fn is_row(&self) -> bool {
        self.depth == self.row_depth && (self.ndjson || self.top == Some(Kind::Array))
    }

    /// Returns whether the names of the current object are looked at.
    #[inline]
    fn is_looked_at(&self) -> bool {
        match self.top {
            Some(Kind::Object) if !self.ndjson => self.depth == 1,
            _ => {
                self.depth == self.row_depth + 1
                    && self.first == Some(Kind::Object)
                    && self.count <= COMPARED.min(self.sample())
                    && self.consistent
            }
        }
    }

    /// Returns whether the kinds of members are noted in every row.
    #[inline]
    fn is_typed(&self) -> bool {
        self.style == Style::Metadata
            && self.consistent
            && self.first == Some(Kind::Object)
            && (self.ndjson || self.top == Some(Kind::Array))
    }

    /// Returns whether the names of a row that begins here will be looked at.
    fn is_compared(&self) -> bool {
        self.first.is_none_or(|kind| kind == Kind::Object)
            && self.count < COMPARED.min(self.sample())
            && self.consistent
    }

    /// A value begins: notes what it is where that matters.
    #[inline]
    fn begin(&mut self, text: Window<'_>, token: Token) {
        if self.is_row() {
            self.begin_row(text, token);
            return self.begin_document(text, token);
        }
        if let Some(at) = self.typed_now.take() {
            self.typed[at].1.add(Kind::of(&text.bytes[token.start..token.end]));
        }
        if let Some(name) = &self.pending {
            let value = &text.bytes[token.start..token.end];
            self.is_error |= self.depth == 1 && value == b"true" && matches!(&**name, "isError" | "is_error");
            self.member(Kind::of(value));
        }
        self.begin_document(text, token);
    }

    #[inline]
    fn begin_document(&mut self, text: Window<'_>, token: Token) {
        if self.depth == 0 {
            self.top = Some(Kind::of(&text.bytes[token.start..token.end]));
        }
    }

    #[inline]
    fn begin_row(&mut self, text: Window<'_>, token: Token) {
        self.count += 1;
        self.typed_at = 0;
        if self.count > self.sample() {
            return;
        }
        let kind = Kind::of(&text.bytes[token.start..token.end]);
        self.agree &= *self.first.get_or_insert(kind) == kind;
        self.consistent &= kind == Kind::Object || self.count > COMPARED;
        if matches!(self.style, Style::Rows(_)) {
            self.row = Some(text.offset(token.start));
        }
        self.names.clear();
    }

    /// Takes the member whose name was read.
    fn member(&mut self, kind: Kind) {
        let Some(name) = self.pending.take() else { return };
        let is_result = self.top == Some(Kind::Object) && !self.ndjson;
        if is_result || self.count == 1 {
            let room = if is_result { MAX_PROPERTIES } else { usize::MAX };
            if !is_result && self.style == Style::Metadata {
                match self.typed.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, kinds)) => *kinds = kind.into(),
                    None => self.typed.push((name.clone(), kind.into())),
                }
            }
            self.properties.add(name, kind, room);
        } else {
            self.consistent &= self.properties.kinds.contains_key(&name);
            self.names.insert(name);
        }
    }

    /// A value ended before `end`, and `depth` is that of what holds it.
    #[inline]
    fn end(&mut self, text: Window<'_>, end: usize) {
        if !self.is_row() {
            return;
        }
        if let Some(start) = self.row.take()
            && let Some(start) = text.place(start)
        {
            self.rows.push(String::from_utf8_lossy(&text.bytes[start..end]).into_owned());
        }
        if self.count > 1 && self.count <= COMPARED.min(self.sample()) {
            self.consistent &= self.names.len() == self.properties.kinds.len();
        }
    }

    /// Finds the member of this name in the first row.
    #[inline]
    fn expect(&mut self, raw: &[u8], is_escaped: bool) {
        let is_it = |(known, _): &(String, Kinds)| {
            known.as_bytes() == raw
                || is_escaped && Text::from_raw(&String::from_utf8_lossy(raw)).decode_lossy() == **known
        };
        let at = self.typed_at;
        self.typed_now = match self.typed.get(at).filter(|one| is_it(one)) {
            Some(_) => Some(at),
            None => self.typed.iter().position(is_it),
        };
        self.typed_at = self.typed_now.map_or(at, |found| found + 1);
    }

    pub fn array(&mut self) -> Shape {
        for (name, kinds) in self.typed.drain(..) {
            if let Some(known) = self.properties.kinds.get_mut(&name) {
                *known = kinds;
            }
        }
        let items = match self.first {
            None => Items::None,
            Some(Kind::Object) if self.consistent => Items::Rows(std::mem::take(&mut self.properties)),
            Some(Kind::Object) => Items::Mixed,
            Some(kind) => Items::Plain(self.agree.then_some(kind)),
        };
        let rows = matches!(self.style, Style::Rows(_)).then(|| std::mem::take(&mut self.rows));
        Shape::Array { count: self.count, items, rows }
    }

    pub fn fault(&mut self, fault: Fault, path: Path<'_>) {
        self.failed |= !fault.warning;
        self.faults.push(Fault { record: self.record, pointer: path.pointer(), ..fault });
    }

    /// Reads a name that is looked at.
    #[cold]
    fn look(&mut self, text: Window<'_>, token: Token, path: Path<'_>) {
        let raw = std::str::from_utf8(&text.bytes[token.start + 1..token.end - 1]).unwrap_or_default();
        let Some(name) = Text::from_raw(raw).decode().map(std::borrow::Cow::into_owned) else {
            let message = "an escape names half of a surrogate pair, so the name has no characters";
            let fault = Fault::new("lone-surrogate", message, text.offset(token.start));
            return self.fault(fault, path);
        };
        let is_first = self.count <= 1;
        let is_known =
            if is_first { self.properties.kinds.contains_key(&name) } else { self.names.contains(&name) };
        if is_known && !std::mem::replace(&mut self.warned, true) {
            let message = "this key occurs twice; the last value counts";
            let fault = Fault::new("duplicate-name", message, text.offset(token.start));
            self.fault(Fault { warning: true, ..fault }, path);
        }
        self.pending = Some(name);
    }
}

impl Sink for Inference<'_> {
    fn document_start(&mut self, text: Window<'_>, at: usize, _fresh_line: bool) {
        self.document = text.offset(at);
        self.record += 1;
        self.depth = 0;
        self.top = None;
        if !self.ndjson {
            self.is_error = false;
            self.warned = false;
            self.failed = false;
            self.clear();
        }
    }

    fn document_end(&mut self, text: Window<'_>, at: usize) {
        let bytes = text.offset(at) - self.document;
        if self.ndjson {
            self.bytes += bytes;
            if self.copies
                && let Some(start) = text.place(self.document)
            {
                self.copied.extend_from_slice(if self.count > 1 { b",\n" } else { b"" });
                self.copied.extend_from_slice(&text.bytes[start..at]);
            }
            return;
        }
        if self.failed {
            return;
        }
        let shape = match self.top {
            Some(Kind::Array) => self.array(),
            Some(Kind::Object) => Shape::Object(std::mem::take(&mut self.properties)),
            Some(kind) => Shape::Scalar(kind),
            None => return,
        };
        let is_error = self.is_error && matches!(shape, Shape::Object(_));
        self.done.push((self.document, Found { shape, bytes, is_error }));
    }

    #[inline]
    fn open(&mut self, text: Window<'_>, at: usize) {
        self.begin(text, Token { start: at, end: at + 1, escaped: false });
        self.depth += 1;
    }

    #[inline]
    fn close(&mut self, text: Window<'_>, at: usize, _path: Path<'_>) {
        self.depth -= 1;
        self.end(text, at + 1);
    }

    #[inline]
    fn name(&mut self, text: Window<'_>, token: Token, _before: u64, path: Path<'_>) -> Flow {
        if self.is_looked_at() {
            self.look(text, token, path);
        }
        if self.depth == self.row_depth + 1 && self.count > 1 && self.is_typed() {
            self.expect(&text.bytes[token.start + 1..token.end - 1], token.escaped);
        }
        Flow::Next
    }

    #[inline]
    fn skips(&self) -> bool {
        if self.is_row() { !self.is_compared() && !self.is_typed() } else { self.depth > 0 }
    }

    #[inline]
    fn scalar(&mut self, text: Window<'_>, token: Token, _path: Path<'_>) {
        self.begin(text, token);
        self.end(text, token.end);
    }
}

impl Worker for Inference<'_> {
    fn keep_from(&self, tokenizer: &Tokenizer, pos: u64) -> u64 {
        let row = self.row.unwrap_or(pos);
        if self.copies { tokenizer.document().unwrap_or(pos).min(row) } else { row }
    }

    fn roll_back(&mut self, line: u64) {
        self.done.retain(|(start, _)| *start < line);
        self.row = None;
    }

    fn write(&mut self, text: Piece<'_>, tokenizer: &Tokenizer, out: &mut dyn Write) -> io::Result<()> {
        // Until its line is over, a result may turn out to be the beginning of something that is not JSON.
        let open = if text.last { None } else { tokenizer.line_from() };
        let settled = self.done.iter().take_while(|(start, _)| open.is_none_or(|line| *start < line)).count();
        for (_, found) in self.done.drain(..settled) {
            (self.found)(found)?;
        }
        out.write_all(&self.copied)?;
        self.copied.clear();
        Ok(())
    }

    fn faults(&mut self) -> &mut Vec<Fault> {
        &mut self.faults
    }
}
