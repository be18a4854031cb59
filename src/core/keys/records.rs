//! Whole records in, one line of output for each: the way of `cache-key` and of `normalize --canonical`.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::canonical::Canonical;
use super::normalize::OnCollision;
use super::number::Numbers;
use crate::core::json::MAX_DEPTH;
use crate::core::json::events::{Flow, Path, Sink, Token, Tokenizer, Window};
use crate::core::json::stream::{self, Fault, HELD, Input, Limits, Notice, Piece, Summary, Worker};

/// Makes the output of one record.
pub(super) trait Product {
    /// Does it need the index? Without it the record need only be JSON.
    const INDEXED: bool = true;
    /// Appends what becomes of the document that `canonical` has indexed.
    fn put(&mut self, document: &[u8], canonical: &mut Canonical, out: &mut Vec<u8>) -> Result<(), Fault>;
}

/// Runs a product over a stream of JSON texts.
pub(super) fn run<P: Product>(
    input: Input<'_>,
    output: &mut dyn Write,
    product: P,
    canonical: Canonical,
    limits: &Limits,
    report: &mut dyn FnMut(&Notice) -> ControlFlow<()>,
) -> io::Result<Summary> {
    let max_bytes = if limits.max_bytes == 0 { u64::MAX } else { limits.max_bytes };
    let mut records = Records {
        canonical,
        product,
        // The index counts in 32 bits.
        max_bytes: max_bytes.min(u64::from(u32::MAX)),
        document: 0,
        out: Vec::new(),
        line: 0,
        faults: Vec::new(),
    };
    stream::run(input, &mut records, limits, output, report)
}

/// The worker: indexes each record, and makes its product when it ends.
struct Records<P> {
    canonical: Canonical,
    product: P,
    max_bytes: u64,
    /// Start of the current document.
    document: u64,
    /// Output that is not written yet, and where the output of the current line of input begins in it.
    out: Vec<u8>,
    line: usize,
    faults: Vec<Fault>,
}

impl<P: Product> Records<P> {
    fn finish(&mut self, text: Window<'_>, end: usize) -> Result<(), Fault> {
        if let Some(fault) = self.canonical.failed.take() {
            return Err(fault);
        }
        if text.offset(end) - self.document > self.max_bytes {
            let message = format!("the record has more than {} bytes", self.max_bytes);
            return Err(self.canonical.fault("too-large", message, self.document));
        }
        let Some(start) = text.place(self.document) else { return Ok(()) };
        let written = self.out.len();
        self.product.put(&text.bytes[start..end], &mut self.canonical, &mut self.out).map_err(|fault| {
            self.out.truncate(written);
            self.canonical.placed(fault)
        })
    }
}

impl<P: Product> Sink for Records<P> {
    fn document_start(&mut self, text: Window<'_>, at: usize, fresh_line: bool) {
        self.document = text.offset(at);
        if fresh_line {
            self.line = self.out.len();
        }
        self.canonical.document_start(text, at, fresh_line);
    }

    #[inline]
    fn document_end(&mut self, text: Window<'_>, at: usize) {
        let done = self.finish(text, at);
        self.faults.append(&mut self.canonical.warnings);
        self.faults.extend(done.err());
    }

    #[inline]
    fn open(&mut self, text: Window<'_>, at: usize) {
        if P::INDEXED {
            self.canonical.open(text, at);
        }
    }

    #[inline]
    fn close(&mut self, text: Window<'_>, at: usize, path: Path<'_>) {
        if P::INDEXED {
            self.canonical.close(text, at, path);
        }
    }

    #[inline]
    fn name(&mut self, text: Window<'_>, name: Token, before: u64, path: Path<'_>) -> Flow {
        if P::INDEXED { self.canonical.name(text, name, before, path) } else { Flow::Next }
    }

    #[inline]
    fn scalar(&mut self, text: Window<'_>, token: Token, path: Path<'_>) {
        if P::INDEXED {
            self.canonical.scalar(text, token, path);
        }
    }
}

impl<P: Product> Worker for Records<P> {
    fn keep_from(&self, tokenizer: &Tokenizer, pos: u64) -> u64 {
        tokenizer.document().unwrap_or(pos)
    }

    fn roll_back(&mut self, line: u64) {
        // A fault that stands before any document of its line takes nothing back.
        if self.document >= line {
            self.out.truncate(self.line);
        }
        self.canonical.clear();
    }

    fn write(&mut self, text: Piece<'_>, tokenizer: &Tokenizer, out: &mut dyn Write) -> io::Result<()> {
        let pos = text.base + text.bytes.len() as u64;
        let is_open = tokenizer.line_from().is_some_and(|line| !text.last && pos - line <= HELD);
        let settled = if is_open { self.line } else { self.out.len() };
        out.write_all(&self.out[..settled])?;
        self.out.drain(..settled);
        self.line = 0;
        Ok(())
    }

    fn faults(&mut self) -> &mut Vec<Fault> {
        &mut self.faults
    }
}

/// Runs `make` over every document of a stream and writes what it appends: for products that need no canonical form.
pub(crate) fn each_document<'i>(
    input: impl Into<Input<'i>>,
    output: &mut dyn Write,
    limits: &Limits,
    make: impl FnMut(&[u8], &mut Vec<u8>) -> Result<(), Fault>,
    report: &mut dyn FnMut(&Notice) -> ControlFlow<()>,
) -> io::Result<Summary> {
    let canonical = Canonical::new(Numbers::Exact, OnCollision::Error);
    run(input.into(), output, Plain(make), canonical, limits, report)
}

struct Plain<F>(F);

impl<F: FnMut(&[u8], &mut Vec<u8>) -> Result<(), Fault>> Product for Plain<F> {
    const INDEXED: bool = false;

    fn put(&mut self, document: &[u8], _canonical: &mut Canonical, out: &mut Vec<u8>) -> Result<(), Fault> {
        (self.0)(document, out)
    }
}

/// What canonical text is asked for.
#[derive(Clone, Copy, Debug)]
pub struct CanonicalOptions {
    /// The form of numbers.
    pub numbers: Numbers,
    /// What collisions become.
    pub on_collision: OnCollision,
    /// Depth and memory.
    pub limits: Limits,
}

struct Text;

impl Product for Text {
    fn put(&mut self, document: &[u8], canonical: &mut Canonical, out: &mut Vec<u8>) -> Result<(), Fault> {
        canonical.put(document, out);
        out.push(b'\n');
        Ok(())
    }
}

/// Writes the canonical text of every document of a stream, one a line, names renamed.
///
/// With [`Numbers::Double`] that is the JSON Canonicalization Scheme (RFC 8785). Faults are those of
/// [`normalize`](super::normalize()), and `lone-surrogate` (RFC 8785, section 3.2.2.2) and `number-range` (section
/// 3.2.2.3: a number that no IEEE double is). Two members of one name in the source are refused unless `on_collision`
/// settles them, equal or not, for RFC 8785 takes I-JSON (RFC 7493, section 2.3).
pub fn canonicalize<'i>(
    input: impl Into<Input<'i>>,
    output: &mut dyn Write,
    options: &CanonicalOptions,
    report: &mut dyn FnMut(&Notice) -> ControlFlow<()>,
) -> io::Result<Summary> {
    let canonical = Canonical::new(options.numbers, options.on_collision);
    run(input.into(), output, Text, canonical, &options.limits, report)
}

/// The canonical text of one JSON document, names renamed. See [`canonicalize`].
pub fn canonical(document: &str, numbers: Numbers) -> Result<String, Fault> {
    let text = document.trim_matches([' ', '\t', '\n', '\r']);
    let text = Canonical::text_of(text.as_bytes(), numbers, MAX_DEPTH)?;
    // The source is UTF-8, and so is all that is added to it.
    Ok(String::from_utf8_lossy(&text).into_owned())
}
