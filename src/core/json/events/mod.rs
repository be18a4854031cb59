//! The resumable tokenizer: a stream of JSON texts in, in pieces of any size, events out.
//!
//! It reads documents separated by white space, one a line (NDJSON), or led by RS (RFC 7464), and tells a [`Sink`]
//! of every token with its raw bytes. Memory is bounded by depth: a token that is cut off at the end of a piece is
//! left where it is, and read on from the byte that was reached when more text is there. So each byte is looked at
//! once, whatever the sizes of the pieces. The text must be UTF-8 already; tokens follow RFC 8259 as `scan` has it.

mod tokens;

pub use super::path::Path;
use super::path::{Frame, Pinned};
pub use super::piece::Window;
use super::scan::{self, ScanError, ScanErrorKind, skip_space};
use super::{BOM, RS};

/// Where a string, number or literal stands in the window: for strings, with the quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// Says whether the token is a string with an escape in it.
    pub escaped: bool,
}

/// What a sink says to a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    Next,
    /// Send this name again when the window holds more text.
    Wait,
    /// Go back to the name at this place of the window, and `before` it; nothing but scalars has come since. The sink has
    /// forgotten what it was sent from there on.
    Back {
        /// Where the name begins.
        at: usize,
        /// The `before` that the name came with.
        before: u64,
    },
}

/// Receives the events of a stream. A sink implements what it wants to know.
pub trait Sink {
    /// A document starts at `at`. `fresh_line`: no other document ends on this line.
    fn document_start(&mut self, text: Window<'_>, at: usize, fresh_line: bool) {
        let _ = (text, at, fresh_line);
    }
    /// The document ends before `at`.
    fn document_end(&mut self, text: Window<'_>, at: usize) {
        let _ = (text, at);
    }
    /// An array or object opens: `[` or `{` at `at`.
    fn open(&mut self, text: Window<'_>, at: usize) {
        let _ = (text, at);
    }
    /// An array or object closes: `]` or `}` at `at`; `path` leads to it.
    fn close(&mut self, text: Window<'_>, at: usize, path: Path<'_>) {
        let _ = (text, at, path);
    }
    /// A key; `path` ends with it, and `before` is the offset of the `{` or `,` before it.
    fn name(&mut self, text: Window<'_>, name: Token, before: u64, path: Path<'_>) -> Flow {
        let _ = (text, name, before, path);
        Flow::Next
    }
    /// An array or object is about to open or close, or the reading to pause or fail. A sink that has put off looking at
    /// names looks now, and may go back.
    fn settle(&mut self) -> Flow {
        Flow::Next
    }
    /// Returns whether an array or object that begins here is of no interest inside. Such a value is checked, and told of as one
    /// token.
    fn skips(&self) -> bool {
        false
    }
    /// A string, number or literal that is a value, or an array or object that was skipped; `path` leads to it.
    fn scalar(&mut self, text: Window<'_>, token: Token, path: Path<'_>) {
        let _ = (text, token, path);
    }
}

/// What may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// A document, or nothing.
    Between,
    /// A value.
    Value,
    /// A value or `]`, after `[`.
    ItemOrEnd,
    /// A key or `}`, after `{`.
    NameOrEnd,
    /// A key, after `,`.
    Name,
    /// `:`, after a key.
    Colon,
    /// `,` or a closing bracket, after a value.
    After,
}

/// The state between two pieces of a stream.
#[derive(Debug)]
pub struct Tokenizer {
    frames: Vec<Frame>,
    pinned: Vec<Pinned>,
    max_depth: usize,
    /// Says whether a document must end on the line on which it begins.
    lines: bool,
    state: State,
    /// Offset of the `{` or `,` that comes before the key that is due.
    before_name: u64,
    /// Bytes of the token at the window's end that were already looked at.
    resume: usize,
    /// Where the text ended in which something to skip was not whole: up to there nothing is skipped, so that no byte
    /// is looked at more than twice.
    skips_from: u64,
    /// Documents that were begun, and those that were read to their end.
    documents: u64,
    whole: u64,
    /// Says whether the document before was an array or object.
    after_container: bool,
    /// Start of the document that is being read, or end of the last one.
    edge: u64,
    /// Start of the first document on a line that is not over.
    line_from: Option<u64>,
    /// Says whether RS led the current document.
    sequence: bool,
}

impl Tokenizer {
    /// Reads from the start of a stream. With `lines` a document that spans lines is a fault.
    pub fn new(max_depth: usize, lines: bool) -> Self {
        Self {
            frames: Vec::new(),
            pinned: Vec::new(),
            max_depth,
            lines,
            state: State::Between,
            before_name: 0,
            resume: 0,
            skips_from: 0,
            documents: 0,
            whole: 0,
            after_container: false,
            edge: 0,
            line_from: None,
            sequence: false,
        }
    }

    /// How many documents were begun.
    pub fn documents(&self) -> u64 {
        self.documents
    }

    /// How many documents were read to their end.
    pub fn whole(&self) -> u64 {
        self.whole
    }

    /// Where the document that is being read begins; `None` between documents.
    pub fn document(&self) -> Option<u64> {
        (self.state != State::Between).then_some(self.edge)
    }

    /// Where the first document begins that shares its line with what comes next: a fault would cost it too.
    pub fn line_from(&self) -> Option<u64> {
        self.line_from
    }

    /// Returns whether RS (RFC 7464) led the current document.
    pub fn in_sequence(&self) -> bool {
        self.sequence
    }

    /// Of text that was consumed up to `pos`, the part that is settled: a comma whose member is still to come is not.
    pub fn settled(&self, pos: u64) -> u64 {
        if self.state == State::Name { self.before_name } else { pos }
    }

    /// Where the tokenizer is.
    pub fn path<'p>(&'p self, text: Window<'p>) -> Path<'p> {
        Path { frames: &self.frames, pinned: &self.pinned, text }
    }

    /// Copies the names of the path, because the window is about to change or move on.
    pub fn pin(&mut self, text: Window<'_>) {
        // Both lists ascend.
        let mut kept = std::mem::take(&mut self.pinned).into_iter().peekable();
        let mut pinned = Vec::new();
        for frame in self.frames.iter().filter(|frame| frame.is_object) {
            while kept.next_if(|old| old.at < frame.at).is_some() {}
            if let Some(old) = kept.next_if(|old| old.at == frame.at) {
                pinned.push(old);
            } else if let Some(name) = self.path(text).name(frame) {
                pinned.push(Pinned { at: frame.at, raw: Box::from(name.as_bytes()) });
            }
        }
        self.pinned = pinned;
    }

    /// Forgets the document that is being read: the next byte begins a line.
    pub fn restart(&mut self) {
        *self = Self {
            documents: self.documents,
            whole: self.whole,
            skips_from: self.skips_from,
            ..Self::new(self.max_depth, self.lines)
        };
    }

    /// Reads `text` from `pos` on and returns where it stopped: at the end, or at a token that needs more text.
    pub fn feed<S: Sink>(
        &mut self,
        text: Window<'_>,
        mut pos: usize,
        sink: &mut S,
    ) -> Result<usize, ScanError> {
        loop {
            let end = self.read(text, pos, sink);
            match self.settle(sink) {
                Some(back) => pos = back,
                None => return end,
            }
        }
    }

    /// Lets the sink look at what it put off; says where to go back to.
    #[inline]
    fn settle<S: Sink>(&mut self, sink: &mut S) -> Option<usize> {
        self.back(sink.settle())
    }

    #[inline]
    fn back(&mut self, flow: Flow) -> Option<usize> {
        let Flow::Back { at, before } = flow else { return None };
        self.state = State::Name;
        self.before_name = before;
        self.resume = 0;
        Some(at)
    }

    fn read<S: Sink>(&mut self, text: Window<'_>, mut pos: usize, sink: &mut S) -> Result<usize, ScanError> {
        let bytes = text.bytes;
        loop {
            if self.state == State::Between {
                match self.begin(text, pos, sink)? {
                    Ok(start) => pos = start,
                    Err(end) => return Ok(end),
                }
            }
            let from = pos;
            pos = skip_space(bytes, pos);
            if self.lines
                && let Some(end) = memchr::memchr(b'\n', &bytes[from..pos])
            {
                return Err(ScanError::new(ScanErrorKind::UnexpectedEnd, from + end));
            }
            let Some(&byte) = bytes.get(pos) else { break };
            let next = match (self.state, byte) {
                (State::After, b',') => {
                    self.comma(text.offset(pos));
                    Some(pos + 1)
                }
                (State::Colon, b':') => {
                    self.state = State::Value;
                    Some(pos + 1)
                }
                (State::Name | State::NameOrEnd, b'"') => self.name(text, pos, sink)?,
                (State::Value | State::ItemOrEnd, b'{' | b'[') => {
                    let whole = if sink.skips() { self.skip(text, pos) } else { None };
                    Some(match whole {
                        Some(end) => self.skipped(text, pos, end, sink),
                        None => self.open(text, pos, sink)?,
                    })
                }
                (State::After | State::ItemOrEnd | State::NameOrEnd, b']' | b'}') if self.closes(byte) => {
                    Some(self.close(text, pos, sink))
                }
                (State::Value | State::ItemOrEnd, _) => self.value(text, pos, sink)?,
                _ => return Err(self.refuse(pos)),
            };
            match next {
                Some(next) => pos = next,
                None => return Ok(pos),
            }
        }
        if text.last { Err(ScanError::new(ScanErrorKind::UnexpectedEnd, pos)) } else { Ok(pos) }
    }

    /// Finds the start of the next document, `Err(end)` where the window ends before one.
    fn begin<S: Sink>(
        &mut self,
        text: Window<'_>,
        mut pos: usize,
        sink: &mut S,
    ) -> Result<Result<usize, usize>, ScanError> {
        let from = pos;
        let mut separated = self.documents == 0 || text.offset(pos) > self.edge;
        while let Some(&byte) = text.bytes.get(pos) {
            match byte {
                b'\n' => self.line_from = None,
                b' ' | b'\t' | b'\r' => {}
                // Where lines are records, no record separator says where one begins.
                RS if self.lines => {}
                RS => (self.line_from, self.sequence) = (None, true),
                0xef if text.offset(pos) == 0 && text.bytes.starts_with(BOM) => pos += BOM.len() - 1,
                _ => break,
            }
            separated = true;
            pos += 1;
        }
        if text.bytes.len() == pos {
            return Ok(Err(pos));
        }
        separated |= pos > from;
        // What follows an array or object on its line is another one: a lone scalar there is a stray piece of text.
        let is_stray = self.line_from.is_some()
            && self.after_container
            && !self.sequence
            && !matches!(text.bytes[pos], b'{' | b'[');
        if !separated || is_stray {
            return Err(ScanError::new(ScanErrorKind::TrailingText, pos));
        }
        self.documents += 1;
        self.edge = text.offset(pos);
        let fresh_line = self.line_from.is_none();
        self.line_from.get_or_insert(self.edge);
        self.state = State::Value;
        sink.document_start(text, pos, fresh_line);
        Ok(Ok(pos))
    }

    #[inline]
    fn comma(&mut self, offset: u64) {
        if let Some(frame) = self.frames.last_mut() {
            if frame.is_object {
                self.before_name = offset;
                self.state = State::Name;
            } else {
                frame.at += 1;
                self.state = State::Value;
            }
        }
    }

    #[inline]
    fn open<S: Sink>(&mut self, text: Window<'_>, pos: usize, sink: &mut S) -> Result<usize, ScanError> {
        if let Some(back) = self.settle(sink) {
            return Ok(back);
        }
        if self.frames.len() >= self.max_depth {
            return Err(ScanError::new(ScanErrorKind::Depth(self.max_depth), pos));
        }
        let is_object = text.bytes[pos] == b'{';
        self.frames.push(Frame { is_object, name_len: 0, at: 0 });
        self.before_name = text.offset(pos);
        self.state = if is_object { State::NameOrEnd } else { State::ItemOrEnd };
        sink.open(text, pos);
        Ok(pos + 1)
    }

    /// The end of the array or object at `pos`, where all of it is in the window and nothing is wrong with it. Whatever
    /// else there is to say of it, the events say.
    fn skip(&mut self, text: Window<'_>, pos: usize) -> Option<usize> {
        if text.offset(pos) < self.skips_from {
            return None;
        }
        let len = text.bytes.len();
        let room = if self.lines {
            memchr::memchr(b'\n', &text.bytes[pos..]).map_or(len, |at| pos + at)
        } else {
            len
        };
        let depth = self.max_depth.saturating_sub(self.frames.len());
        let end = scan::scan_value(&text.bytes[..room], pos, depth).ok();
        if end.is_none() {
            self.skips_from = text.offset(room);
        }
        end
    }

    fn skipped<S: Sink>(&mut self, text: Window<'_>, start: usize, end: usize, sink: &mut S) -> usize {
        sink.scalar(text, Token { start, end, escaped: false }, self.path(text));
        self.end_value(text, end, sink)
    }

    /// Returns whether this byte is the closing bracket of the innermost array or object.
    #[inline]
    fn closes(&self, byte: u8) -> bool {
        self.frames.last().is_some_and(|frame| frame.is_object == (byte == b'}'))
    }

    #[inline]
    fn close<S: Sink>(&mut self, text: Window<'_>, pos: usize, sink: &mut S) -> usize {
        if let Some(back) = self.settle(sink) {
            return back;
        }
        self.frames.pop();
        sink.close(text, pos, self.path(text));
        self.end_value(text, pos + 1, sink)
    }

    /// Goes after a value, and after the comma where one follows at once.
    #[inline]
    fn end_value<S: Sink>(&mut self, text: Window<'_>, end: usize, sink: &mut S) -> usize {
        self.state = State::After;
        if self.frames.is_empty() {
            self.end_document(text, end, sink);
        } else if text.bytes.get(end) == Some(&b',') {
            self.comma(text.offset(end));
            return end + 1;
        }
        end
    }

    fn end_document<S: Sink>(&mut self, text: Window<'_>, end: usize, sink: &mut S) {
        self.state = State::Between;
        self.after_container = matches!(text.bytes[end - 1], b']' | b'}');
        self.whole += 1;
        self.edge = text.offset(end);
        sink.document_end(text, end);
        self.sequence = false;
    }

    #[inline]
    fn name<S: Sink>(
        &mut self,
        text: Window<'_>,
        pos: usize,
        sink: &mut S,
    ) -> Result<Option<usize>, ScanError> {
        let Some(token) = self.string(text, pos)? else { return Ok(None) };
        if let Some(frame) = self.frames.last_mut() {
            frame.at = text.offset(pos);
            frame.name_len = token.end - pos;
        }
        match sink.name(text, token, self.before_name, self.path(text)) {
            Flow::Next => {}
            Flow::Wait => return Ok(None),
            flow @ Flow::Back { .. } => return Ok(self.back(flow)),
        }
        if text.bytes.get(token.end) == Some(&b':') {
            self.state = State::Value;
            return Ok(Some(token.end + 1));
        }
        self.state = State::Colon;
        Ok(Some(token.end))
    }

    #[inline]
    fn value<S: Sink>(
        &mut self,
        text: Window<'_>,
        pos: usize,
        sink: &mut S,
    ) -> Result<Option<usize>, ScanError> {
        let token = if text.bytes[pos] == b'"' { self.string(text, pos)? } else { self.word(text, pos)? };
        let Some(token) = token else { return Ok(None) };
        sink.scalar(text, token, self.path(text));
        Ok(Some(self.end_value(text, token.end, sink)))
    }

    /// What is wrong with the byte at `pos`, which cannot stand there.
    fn refuse(&self, pos: usize) -> ScanError {
        let kind = match self.state {
            State::Colon => ScanErrorKind::ExpectedColon,
            State::Name | State::NameOrEnd => ScanErrorKind::ExpectedName,
            _ => ScanErrorKind::ExpectedCommaOrEnd,
        };
        ScanError::new(kind, pos)
    }
}
