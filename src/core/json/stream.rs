//! Runs a worker over a stream of JSON texts in bounded memory.
//!
//! Reads in large pieces, checks UTF-8, feeds the tokenizer, and lets the worker write between two reads: what has been
//! read is answered before the next read may block. A faulty record costs its own line (or its part of an RFC 7464
//! sequence) and nothing else. A fault in a document of several lines ends the stream, because where the next document
//! begins cannot be told.

use std::cell::Cell;
use std::fmt;
use std::io::{self, Read, Write};
use std::mem::take;
use std::ops::ControlFlow;

use super::RS;
use super::events::{Sink, Tokenizer, Window};
use super::fault::Fault;
use super::position::{Position, Positions, advance};
use super::scan::{MAX_DEPTH, ScanError, ScanErrorKind, skip_space};

/// Bytes of an unfinished record that are kept in memory. Up to this size a faulty record leaves nothing in the
/// output, and colliding members are compared.
pub const HELD: u64 = 3 << 20;

/// Bytes asked for in one read.
const PIECE: usize = 128 << 10;

/// Bytes before a fault that stay in memory, for people who want to see the line.
const SEEN: u64 = 2 << 10;

thread_local! {
    /// The buffer of the last run on this thread: many short ones need no fresh memory.
    static SPARE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Levels of nesting.
    pub max_depth: usize,
    /// Bytes of one record or token that must be in memory at once; 0 for no limit.
    pub max_bytes: u64,
    /// Says whether each line is a record; then a document that spans lines is a fault.
    pub lines: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_depth: MAX_DEPTH, max_bytes: 256 << 20, lines: false }
    }
}

/// A fault with its places in lines, as far as that text is still in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice<'n> {
    /// The input around it.
    pub context: Context<'n>,
    /// What is wrong.
    pub fault: Fault,
    /// Line and column of `fault.offset`.
    pub position: Option<Position>,
    /// Line and column of `fault.other`.
    pub other: Option<Position>,
}

/// The part of the input that is in memory.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Context<'n> {
    /// The bytes.
    pub bytes: &'n [u8],
    /// Where they begin in the whole input.
    pub base: u64,
}

impl fmt::Debug for Context<'_> {
    /// Short, and the same however the input arrived.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Context")
    }
}

/// A sink that writes something for every record.
pub trait Worker: Sink {
    /// The earliest offset this worker still needs in the window, where everything before `pos` was read.
    fn keep_from(&self, tokenizer: &Tokenizer, pos: u64) -> u64;
    /// Text before `keep_from` is about to leave the window.
    fn pin(&mut self, text: Window<'_>, keep_from: u64) {
        let _ = (text, keep_from);
    }
    /// The documents from `line` on are not to be written: a fault was found on their line.
    fn roll_back(&mut self, line: u64);
    /// Writes what is settled.
    fn write(&mut self, text: Piece<'_>, tokenizer: &Tokenizer, out: &mut dyn Write) -> io::Result<()>;
    /// The faults found since they were last taken out.
    fn faults(&mut self) -> &mut Vec<Fault>;
}

/// The text a worker may write from, and change where it was read.
pub struct Piece<'p> {
    /// What is in memory of the text that was read.
    pub bytes: &'p mut [u8],
    /// Where `bytes` begins in the whole input.
    pub base: u64,
    /// Says whether this is the end of the stream.
    pub last: bool,
}

/// What a run amounted to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Documents that were begun.
    pub records: u64,
    /// Records that could not be handled.
    pub failed: u64,
    /// Says whether a fault ended the stream early.
    pub cut: bool,
}

/// Where the text of a run comes from.
pub enum Input<'i> {
    /// A stream, which is read in pieces.
    Stream(&'i mut dyn Read),
    /// All of it is in memory: the first `len` bytes. The run works in that memory and leaves whatever is of use to it there;
    /// what comes out is what a stream would give.
    Memory {
        /// The text, and perhaps room after it.
        bytes: &'i mut Vec<u8>,
        /// Bytes of the text.
        len: usize,
    },
}

impl<'i> From<&'i mut dyn Read> for Input<'i> {
    fn from(stream: &'i mut dyn Read) -> Self {
        Self::Stream(stream)
    }
}

impl<'i, R: Read> From<&'i mut R> for Input<'i> {
    fn from(stream: &'i mut R) -> Self {
        Self::Stream(stream)
    }
}

/// The input and the part of it that is in memory.
struct Buffer<'i> {
    input: Input<'i>,
    bytes: Vec<u8>,
    /// How much of `bytes` holds input.
    len: usize,
    /// How much of that is known to be UTF-8.
    checked: usize,
    /// Says whether the bytes after `checked` are not UTF-8.
    broken: bool,
    /// Where `bytes` begins in the whole input, as an offset and in lines.
    base: u64,
    origin: Position,
    eof: bool,
}

impl<'i> Buffer<'i> {
    fn new(mut input: Input<'i>) -> Self {
        let origin = Position { line: 1, column: 1 };
        let (bytes, len, eof) = match &mut input {
            Input::Stream(_) => {
                let mut bytes = SPARE.take();
                bytes.resize(2 * PIECE, 0);
                (bytes, 0, false)
            }
            Input::Memory { bytes, len } => (take(*bytes), *len, true),
        };
        let mut buffer = Self { input, bytes, len, checked: 0, broken: false, base: 0, origin, eof };
        buffer.check();
        buffer
    }

    fn window(&self) -> Window<'_> {
        let last = self.eof && self.checked == self.len;
        Window { bytes: &self.bytes[..self.checked], base: self.base, last }
    }

    fn positions(&self, lines: bool) -> Positions<'_> {
        Positions::starting(&self.bytes[..self.len], self.origin).by_lf(lines)
    }

    /// Lets go of what stands before `keep_from`, and grows where that leaves too little room.
    fn make_room(&mut self, keep_from: u64, lines: bool) {
        let mut gone = usize::try_from(keep_from - self.base).unwrap_or(0).min(self.len);
        // CR LF is one line end: the two stay together.
        gone -= usize::from(gone > 0 && self.bytes[gone - 1] == b'\r');
        let kept = self.len - gone;
        // Little text is moved to the front at once, so that the same warm memory is read into; much of it rarely.
        if self.bytes.capacity() - self.len >= PIECE && kept > gone / 8 {
            return;
        }
        self.origin = advance(self.origin, &self.bytes[..gone], lines);
        self.bytes.copy_within(gone..self.len, 0);
        self.base += gone as u64;
        self.len -= gone;
        self.checked -= gone;
        // As much room as kept text, so that a byte is moved a bounded number of times. Unused memory is not touched.
        let wanted = self.len + PIECE.max(self.len);
        self.bytes.reserve_exact(wanted.saturating_sub(self.bytes.len()));
    }

    /// Reads one piece; `Ok` without new text means the end.
    fn fill(&mut self) -> io::Result<()> {
        let Input::Stream(input) = &mut self.input else { return Ok(()) };
        let end = self.len + PIECE;
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        loop {
            match input.read(&mut self.bytes[self.len..end]) {
                Ok(0) => self.eof = true,
                Ok(read) => self.len += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            self.check();
            return Ok(());
        }
    }

    /// Extends `checked` as far as the text is UTF-8.
    fn check(&mut self) {
        self.broken = false;
        match super::from_utf8(&self.bytes[self.checked..self.len]) {
            Ok(_) => self.checked = self.len,
            Err(error) => {
                self.checked += error.valid_up_to();
                // Without a length the last character is only cut off, unless nothing can follow.
                self.broken = error.error_len().is_some() || self.eof;
            }
        }
    }
}

impl Drop for Buffer<'_> {
    fn drop(&mut self) {
        let memory = take(&mut self.bytes);
        match &mut self.input {
            Input::Memory { bytes, .. } => **bytes = memory,
            Input::Stream(_) if memory.len() == 2 * PIECE => SPARE.set(memory),
            Input::Stream(_) => {}
        }
    }
}

/// Feeds `input` to `worker` to the end. `report` hears of every fault, and may stop the run.
pub fn run<W: Worker>(
    input: Input<'_>,
    worker: &mut W,
    limits: &Limits,
    output: &mut dyn Write,
    report: &mut dyn FnMut(&Notice) -> ControlFlow<()>,
) -> io::Result<Summary> {
    let input = match input {
        // What lies further apart than `HELD` is not compared, so such a text is read in pieces wherever it is.
        Input::Memory { bytes, len } if len as u64 > HELD => {
            return run(Input::Stream(&mut &bytes[..len]), worker, limits, output, report);
        }
        input => input,
    };
    let tokenizer = Tokenizer::new(limits.max_depth, limits.lines);
    let buffer = Buffer::new(input);
    let summary = Summary::default();
    let mut run = Run { buffer, tokenizer, limits, pos: 0, skip_to: None, fault: 0, stopped: false, summary };
    loop {
        while run.step(worker, report) {}
        let last = run.stopped || run.at_end();
        let pos = run.offset();
        run.tokenizer.pin(run.buffer.window());
        let piece = Piece { bytes: &mut run.buffer.bytes[..run.pos], base: run.buffer.base, last };
        worker.write(piece, &run.tokenizer, output)?;
        if last {
            run.summary.records = run.tokenizer.documents();
            return Ok(run.summary);
        }
        output.flush()?;
        // Where the line of a fault began says how much the fault costs.
        let line = run.tokenizer.line_from().filter(|line| pos - line <= HELD).unwrap_or(pos);
        let keep = worker.keep_from(&run.tokenizer, pos).min(line).clamp(run.buffer.base, pos);
        if run.fits(keep, report) {
            worker.pin(run.buffer.window(), keep);
            run.refill(keep)?;
        }
    }
}

/// A run in progress.
struct Run<'i, 'l> {
    buffer: Buffer<'i>,
    tokenizer: Tokenizer,
    limits: &'l Limits,
    /// How far the buffer has been read.
    pos: usize,
    /// After a fault: the byte after which the next record begins.
    skip_to: Option<u8>,
    /// Where the last fault was.
    fault: u64,
    stopped: bool,
    summary: Summary,
}

impl Run<'_, '_> {
    fn offset(&self) -> u64 {
        self.buffer.base + self.pos as u64
    }

    fn at_end(&self) -> bool {
        self.buffer.eof && self.pos == self.buffer.len
    }

    /// Reads on in the buffer. Says whether there is more to do before new text comes.
    fn step<W: Worker>(
        &mut self,
        worker: &mut W,
        report: &mut dyn FnMut(&Notice) -> ControlFlow<()>,
    ) -> bool {
        if self.stopped || !self.skip() {
            return false;
        }
        let fed = self.tokenizer.feed(self.buffer.window(), self.pos, worker);
        self.tell(worker.faults(), report);
        let error = match fed {
            Ok(end) => {
                self.pos = end;
                if !self.buffer.broken || self.stopped {
                    return false;
                }
                // An unknown word is at fault before the bytes after it, however it arrived.
                let word = self.tokenizer.unfinished_word(self.buffer.window(), self.pos);
                word.unwrap_or_else(|| ScanError::new(ScanErrorKind::InvalidUtf8, self.buffer.checked))
            }
            Err(error) => error,
        };
        self.fail(error, report);
        let line = self.tokenizer.line_from().unwrap_or_else(|| self.offset());
        worker.roll_back(line);
        self.tokenizer.restart();
        !self.stopped
    }

    /// After a fault, goes to where the next record begins; says whether it is there.
    fn skip(&mut self) -> bool {
        let Some(end) = self.skip_to else { return true };
        let text = &self.buffer.bytes[..self.buffer.len];
        loop {
            let found = memchr::memchr(end, &text[self.pos..]).map(|at| self.pos + at);
            self.pos = found.unwrap_or(text.len());
            let next = found.map_or(text.len(), |at| skip_space(text, at));
            if next == text.len() && !self.buffer.eof {
                // What the next line begins with is not known yet.
                break;
            }
            // Before any record was read, a line with a lone scalar may as well be a piece of what came before.
            let is_record = end != b'\n'
                || self.limits.lines
                || self.tokenizer.whole() > 0
                || matches!(text.get(next), Some(b'{' | b'['));
            if is_record || found.is_none() {
                self.skip_to = None;
                break;
            }
            self.pos += 1;
        }
        // Input without an end has no next record either.
        if self.skip_to.is_some()
            && self.limits.max_bytes > 0
            && self.offset() - self.fault > self.limits.max_bytes
        {
            (self.stopped, self.summary.cut) = (true, true);
        }
        self.buffer.checked = self.pos;
        self.buffer.check();
        self.skip_to.is_none()
    }

    /// Reports what is not JSON, and settles where reading goes on.
    fn fail(&mut self, error: ScanError, report: &mut dyn FnMut(&Notice) -> ControlFlow<()>) {
        let window = self.buffer.window();
        let from = self.tokenizer.line_from().map_or(Some(error.offset), |line| window.place(line));
        // A line is a record of its own where the fault lies on the line on which the document began.
        let one_line = from.is_some_and(|from| {
            (error.offset - from) as u64 <= HELD
                && memchr::memchr(b'\n', &self.buffer.bytes[from..error.offset]).is_none()
        });
        self.skip_to = Some(if self.tokenizer.in_sequence() { RS } else { b'\n' });
        let fault = Fault {
            record: self.tokenizer.documents() + u64::from(self.tokenizer.document().is_none()),
            offset: window.offset(error.offset),
            pointer: self.tokenizer.path(window).pointer(),
            ..error.into()
        };
        if !one_line && !self.tokenizer.in_sequence() {
            self.stopped = true;
            // At the end of the input nothing follows that would not be read.
            self.summary.cut = !self.buffer.eof || error.offset < self.buffer.len;
        }
        self.fault = fault.offset;
        self.tell(&mut Vec::from([fault]), report);
        self.pos = error.offset;
    }

    /// Passes faults on, with their places in lines.
    fn tell(&mut self, faults: &mut Vec<Fault>, report: &mut dyn FnMut(&Notice) -> ControlFlow<()>) {
        if faults.is_empty() {
            return;
        }
        let (buffer, lines) = (&self.buffer, self.limits.lines);
        let (mut places, mut others) = (buffer.positions(lines), buffer.positions(lines));
        for fault in faults.drain(..) {
            self.summary.failed += u64::from(!fault.warning);
            let place = |offset: u64| usize::try_from(offset.checked_sub(buffer.base)?).ok();
            let notice = Notice {
                context: Context { bytes: &buffer.bytes[..buffer.len], base: buffer.base },
                position: place(fault.offset).map(|at| places.at(at)),
                other: fault.other.and_then(place).map(|at| others.at(at)),
                fault,
            };
            if report(&notice).is_break() {
                self.stopped = true;
            }
        }
    }

    /// Returns whether the text from `keep` on may stay in memory while more is read. If not, that is a fault and the end.
    fn fits(&mut self, keep: u64, report: &mut dyn FnMut(&Notice) -> ControlFlow<()>) -> bool {
        let held = self.buffer.base + self.buffer.len as u64 - keep;
        if self.limits.max_bytes == 0 || held <= self.limits.max_bytes.max(HELD) + 2 * PIECE as u64 {
            return true;
        }
        self.stopped = true;
        self.summary.cut = true;
        let message = format!("more than {} bytes would have to be in memory at once", self.limits.max_bytes);
        let fault = Fault { record: self.tokenizer.documents(), ..Fault::new("too-large", message, keep) };
        self.tell(&mut Vec::from([fault]), report);
        false
    }

    /// Makes room, keeping what stands after `keep`, and reads the next piece.
    fn refill(&mut self, keep: u64) -> io::Result<()> {
        let before = self.buffer.base;
        self.buffer.make_room(keep.saturating_sub(SEEN).max(before), self.limits.lines);
        self.pos -= usize::try_from(self.buffer.base - before).unwrap_or(0);
        self.buffer.fill()
    }
}
