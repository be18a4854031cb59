//! Whole records in, what becomes of each out: for commands that answer a record when all of it is there.

use std::cell::RefCell;
use std::io::{self, Write};
use std::mem::replace;
use std::ops::ControlFlow;

use super::events::{Flow, Path, Sink, Token, Tokenizer, Window};
use super::fault::Fault;
use super::stream::{self, HELD, Input, Limits, Notice, Piece, Summary, Worker};
use super::write::Spill;

/// Makes the output of one record.
pub(crate) trait Product {
    /// What is told of the tokens of the stream.
    type Sink: Sink;
    /// Gives access to it.
    fn sink(&mut self) -> &mut Self::Sink;
    /// Appends what becomes of the record. Warnings go into `faults`; they and the error have their places in the stream.
    fn put(&mut self, record: &Record<'_>, out: &mut Vec<u8>, faults: &mut Vec<Fault>) -> Result<(), Fault>;
    /// The same for a large record: what becomes of it need not be whole in memory. Spills nothing of one that fails.
    fn put_large(
        &mut self,
        record: &Record<'_>,
        out: &mut Vec<u8>,
        faults: &mut Vec<Fault>,
        spill: Spill<'_>,
    ) -> Result<(), Fault> {
        let _ = spill;
        self.put(record, out, faults)
    }
}

/// A record that is whole.
pub(crate) struct Record<'t> {
    /// Its text, without white space around it.
    pub(crate) document: &'t [u8],
    number: u64,
    start: u64,
}

impl Record<'_> {
    /// A fault whose place is one in the document, as a fault of the stream.
    pub(crate) fn placed(&self, fault: Fault) -> Fault {
        Fault { record: self.number, offset: self.start + fault.offset, ..fault }
    }
}

/// Runs a product over a stream of JSON texts.
pub(crate) fn each_record<'i>(
    input: impl Into<Input<'i>>,
    output: &mut dyn Write,
    product: impl Product,
    limits: &Limits,
    report: &mut dyn FnMut(&Notice) -> ControlFlow<()>,
) -> io::Result<Summary> {
    let max_bytes = if limits.max_bytes == 0 { u64::MAX } else { limits.max_bytes };
    let output = RefCell::new(output);
    let mut records = Records {
        product,
        // Places in a record are counted in 32 bits.
        max_bytes: max_bytes.min(u64::from(u32::MAX)),
        document: 0,
        number: 0,
        out: Vec::new(),
        line: 0,
        faults: Vec::new(),
        output: &output,
        spilled: Ok(()),
    };
    stream::run(input.into(), &mut records, limits, &mut Shared(&output), report)
}

/// An output that more than one writes to.
struct Shared<'o, 'w>(&'o RefCell<&'w mut dyn Write>);

impl Write for Shared<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}

/// Runs `make` over every document of a stream and writes what it appends: for products that need no tokens.
pub(crate) fn each_document<'i>(
    input: impl Into<Input<'i>>,
    output: &mut dyn Write,
    limits: &Limits,
    make: impl FnMut(&[u8], &mut Vec<u8>, &mut Vec<Fault>) -> Result<(), Fault>,
    report: &mut dyn FnMut(&Notice) -> ControlFlow<()>,
) -> io::Result<Summary> {
    each_record(input, output, Plain(make), limits, report)
}

struct Plain<F>(F);

impl<F> Sink for Plain<F> {}

impl<F: FnMut(&[u8], &mut Vec<u8>, &mut Vec<Fault>) -> Result<(), Fault>> Product for Plain<F> {
    type Sink = Self;

    fn sink(&mut self) -> &mut Self {
        self
    }

    fn put(&mut self, record: &Record<'_>, out: &mut Vec<u8>, faults: &mut Vec<Fault>) -> Result<(), Fault> {
        let mut warnings = Vec::new();
        let made = (self.0)(record.document, out, &mut warnings);
        faults.extend(warnings.into_iter().map(|fault| record.placed(fault)));
        made.map_err(|fault| record.placed(fault))
    }
}

/// The worker: makes the product of each record when it ends.
struct Records<'o, 'w, P> {
    product: P,
    max_bytes: u64,
    /// Start of the current document, and its number from 1.
    document: u64,
    number: u64,
    /// Output that is not written yet, and where the output of the current line of input begins in it.
    out: Vec<u8>,
    line: usize,
    faults: Vec<Fault>,
    /// Where large records go while they are written, and whether they got there.
    output: &'o RefCell<&'w mut dyn Write>,
    spilled: io::Result<()>,
}

impl<P: Product> Records<'_, '_, P> {
    #[inline]
    fn finish(&mut self, text: Window<'_>, end: usize) -> Result<(), Fault> {
        let Some(start) = text.place(self.document) else { return Ok(()) };
        let document = &text.bytes[start..end];
        let record = Record { document, number: self.number, start: self.document };
        if document.len() as u64 > self.max_bytes {
            let message = format!("the record has more than {} bytes", self.max_bytes);
            return Err(record.placed(Fault::new("too-large", message, 0)));
        }
        if document.len() as u64 > HELD {
            // A fault on the line of so large a record takes nothing back.
            let mut spill = |out: &mut Vec<u8>| {
                if self.spilled.is_ok() {
                    self.spilled = self.output.borrow_mut().write_all(out);
                }
                self.line = 0;
                out.clear();
            };
            return self.product.put_large(&record, &mut self.out, &mut self.faults, &mut spill);
        }
        let written = self.out.len();
        let made = self.product.put(&record, &mut self.out, &mut self.faults);
        made.inspect_err(|_| self.out.truncate(written))
    }
}

impl<P: Product> Sink for Records<'_, '_, P> {
    fn document_start(&mut self, text: Window<'_>, at: usize, fresh_line: bool) {
        self.document = text.offset(at);
        self.number += 1;
        if fresh_line {
            self.line = self.out.len();
        }
        self.product.sink().document_start(text, at, fresh_line);
    }

    #[inline]
    fn document_end(&mut self, text: Window<'_>, at: usize) {
        let done = self.finish(text, at);
        self.faults.extend(done.err());
    }

    #[inline]
    fn open(&mut self, text: Window<'_>, at: usize) {
        self.product.sink().open(text, at);
    }

    #[inline]
    fn close(&mut self, text: Window<'_>, at: usize, path: Path<'_>) {
        self.product.sink().close(text, at, path);
    }

    #[inline]
    fn name(&mut self, text: Window<'_>, name: Token, before: u64, path: Path<'_>) -> Flow {
        self.product.sink().name(text, name, before, path)
    }

    #[inline]
    fn scalar(&mut self, text: Window<'_>, token: Token, path: Path<'_>) {
        self.product.sink().scalar(text, token, path);
    }
}

impl<P: Product> Worker for Records<'_, '_, P> {
    fn keep_from(&self, tokenizer: &Tokenizer, pos: u64) -> u64 {
        tokenizer.document().unwrap_or(pos)
    }

    fn roll_back(&mut self, line: u64) {
        // A fault that stands before any document of its line takes nothing back.
        if self.document >= line {
            self.out.truncate(self.line);
        }
    }

    fn write(&mut self, text: Piece<'_>, tokenizer: &Tokenizer, out: &mut dyn Write) -> io::Result<()> {
        replace(&mut self.spilled, Ok(()))?;
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
