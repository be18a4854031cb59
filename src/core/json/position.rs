//! Byte offset → line and column, for people.

/// Line and column, both from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1; LF, CR LF and a lone CR end a line.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// Where `offset` lies in `bytes`, which need not be UTF-8. Linear; use `Positions` for many offsets.
pub fn position(bytes: &[u8], offset: usize) -> Position {
    Positions::new(bytes).at(offset)
}

/// The byte at a line, which LF ends, and a column; the end of the text where it has less.
pub fn offset_of(text: &str, at: Position) -> usize {
    let mut line = text;
    for _ in 1..at.line {
        let Some(end) = line.find('\n') else { break };
        line = &line[end + 1..];
    }
    let column = line.char_indices().nth(at.column - 1).map_or(line.len(), |(offset, _)| offset);
    text.len() - line.len() + column
}

/// Bytes between places that are kept: no more are counted for an offset that was passed before.
const STRIDE: usize = 4096;

/// Finds many positions in one pass over the bytes. Offsets may come in any order.
pub struct Positions<'a> {
    bytes: &'a [u8],
    offset: usize,
    start: Position,
    at: Position,
    /// The places of each `STRIDE` bytes after the first, as far as the pass has come.
    passed: Vec<Position>,
    /// A bare CR ends no line.
    by_lf: bool,
}

impl<'a> Positions<'a> {
    /// Starts at the beginning of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self::starting(bytes, Position { line: 1, column: 1 })
    }

    /// Starts at the beginning of `bytes`, which is the place `start` of a longer text.
    pub fn starting(bytes: &'a [u8], start: Position) -> Self {
        Self { bytes, offset: 0, start, at: start, passed: Vec::new(), by_lf: false }
    }

    /// Counts lines as they are read where each is a record: LF alone ends them.
    #[must_use]
    pub fn by_lf(self, by_lf: bool) -> Self {
        Self { by_lf, ..self }
    }

    /// Returns where `offset` lies.
    pub fn at(&mut self, offset: usize) -> Position {
        let offset = offset.min(self.bytes.len());
        let known = (offset / STRIDE).min(self.passed.len());
        if offset < self.offset || self.offset < known * STRIDE {
            self.offset = known * STRIDE;
            self.at = known.checked_sub(1).map_or(self.start, |last| self.passed[last]);
        }
        while self.offset < offset {
            let next = self.offset / STRIDE + 1;
            self.go_on(offset.min(next * STRIDE));
            if self.offset == next * STRIDE && self.passed.len() + 1 == next {
                self.passed.push(self.at);
            }
        }
        self.at
    }

    /// Counts from the last offset to this one, which is at least as large.
    fn go_on(&mut self, offset: usize) {
        let run = &self.bytes[self.offset..offset];
        if self.by_lf || memchr::memchr(b'\r', run).is_none() {
            self.at = count(self.at, run);
            self.offset = offset;
            return;
        }
        for at in self.offset..offset {
            match self.bytes[at] {
                b'\r' if self.bytes.get(at + 1) == Some(&b'\n') => {}
                b'\n' | b'\r' => self.at = Position { line: self.at.line + 1, column: 1 },
                // Continuation bytes of UTF-8 belong to the character before them.
                0x80..=0xbf => {}
                _ => self.at.column += 1,
            }
        }
        self.offset = offset;
    }
}

/// Where a text that begins at `from` ends, at the speed of memory: for text that is about to be let go.
pub fn advance(from: Position, bytes: &[u8], by_lf: bool) -> Position {
    let mut positions = Positions::starting(bytes, from).by_lf(by_lf);
    positions.go_on(bytes.len());
    positions.at
}

/// Where a text that begins at `from` ends, in which CR ends no line.
fn count(from: Position, bytes: &[u8]) -> Position {
    let Some(last) = memchr::memrchr(b'\n', bytes) else {
        return Position { column: from.column + characters(bytes), ..from };
    };
    let lines = memchr::memchr_iter(b'\n', &bytes[..last]).count() + 1;
    Position { line: from.line + lines, column: 1 + characters(&bytes[last + 1..]) }
}

/// How many characters begin in `bytes`; counted in runs short enough for one byte, which compilers vectorise.
fn characters(bytes: &[u8]) -> usize {
    let begins = |run: &[u8]| run.iter().fold(0u8, |n, b| n + u8::from(b & 0xc0 != 0x80));
    bytes.chunks(255).map(|run| usize::from(begins(run))).sum()
}
