//! Validates one document that passes by in pieces, in bounded memory: the tokenizer of a stream, which tells of nothing.
//!
//! The verdict is that of `scan_document`. What a piece ends in the middle of is shown again with the next one, except for a
//! string that is a value: that may be of any length.

use std::io::{self, Read};

use super::RS;
use super::events::{Sink, Tokenizer, Window as Piece};
use super::scan::{ScanError, ScanErrorKind, escape_end, skip_space, sound_end};

/// The state between two pieces.
pub struct Window {
    tokenizer: Tokenizer,
    /// Where the next piece begins in the document.
    base: u64,
    /// Says whether the window begins in a string that is a value.
    in_string: bool,
}

/// Where the document ends in the piece that is read.
#[derive(Default)]
struct End(Option<usize>);

impl Sink for End {
    fn document_end(&mut self, _: Piece<'_>, at: usize) {
        self.0.get_or_insert(at);
    }

    fn skips(&self) -> bool {
        true
    }
}

impl Window {
    /// Begins a document, which may have `max_depth` levels of nesting.
    pub fn new(max_depth: usize) -> Self {
        Self { tokenizer: Tokenizer::new(max_depth, false), base: 0, in_string: false }
    }

    /// Reads on; `is_last` where the document ends with `bytes`. Returns how many of the bytes were read: the others are to
    /// be shown again, before those that come next. Places in errors are those in `bytes`.
    pub fn read(&mut self, bytes: &[u8], is_last: bool) -> Result<usize, ScanError> {
        let text = match super::from_utf8(bytes) {
            Ok(text) => text.as_bytes(),
            // The last character is cut off.
            Err(error) if error.error_len().is_none() && !is_last => &bytes[..error.valid_up_to()],
            Err(error) => return Err(ScanError::new(ScanErrorKind::InvalidUtf8, error.valid_up_to())),
        };
        let read = self.document(Piece { bytes: text, base: self.base, last: is_last })?;
        self.base += read as u64;
        Ok(read)
    }

    pub fn document(&mut self, text: Piece<'_>) -> Result<usize, ScanError> {
        let (mut end, mut pos) = (End::default(), 0);
        if self.tokenizer.document().is_none() {
            pos = skip_space(text.bytes, 0);
            match text.bytes.get(pos) {
                None if text.last && self.tokenizer.whole() == 0 => {
                    return Err(ScanError::new(ScanErrorKind::UnexpectedEnd, pos));
                }
                None => return Ok(pos),
                Some(_) if self.tokenizer.whole() > 0 => {
                    return Err(ScanError::new(ScanErrorKind::TrailingText, pos));
                }
                // A stream may have these before its first document.
                Some(&byte @ (RS | 0xef)) => {
                    return Err(ScanError::new(ScanErrorKind::UnexpectedByte(byte), pos));
                }
                Some(_) => {}
            }
        }
        if self.in_string {
            match rest_of_string(text.bytes) {
                Ok(after) => pos = self.tokenizer.end_string(text, after, &mut end),
                Err((at, error)) if error.kind == ScanErrorKind::UnexpectedEnd && !text.last => {
                    return Ok(at);
                }
                Err((_, error)) => return Err(error),
            }
            self.in_string = false;
        }
        let read = self.tokenizer.feed(text, pos, &mut end);
        if let Some(end) = end.0 {
            let after = skip_space(text.bytes, end);
            let is_all = after == text.bytes.len();
            return if is_all { Ok(after) } else { Err(ScanError::new(ScanErrorKind::TrailingText, after)) };
        }
        let read = read?;
        let open = self.tokenizer.open_string(text, read);
        self.in_string = open.is_some();
        Ok(open.unwrap_or(read))
    }
}

/// The offset after the string that goes on here; or how far it is sound, and what comes there.
fn rest_of_string(text: &[u8]) -> Result<usize, (usize, ScanError)> {
    let mut pos = 0;
    loop {
        pos = sound_end::<true>(text, pos);
        match text.get(pos) {
            Some(b'"') => return Ok(pos + 1),
            Some(b'\\') => pos = escape_end(text, pos).map_err(|error| (pos, error))?,
            Some(&byte) => return Err((pos, ScanError::new(ScanErrorKind::ControlCharacter(byte), pos))),
            None => return Err((pos, ScanError::new(ScanErrorKind::UnexpectedEnd, pos))),
        }
    }
}

/// Reads until there are `piece` bytes after the first `kept` of a buffer; fewer are the last ones.
pub fn fill(reader: &mut dyn Read, buffer: &mut Vec<u8>, kept: usize, piece: usize) -> io::Result<usize> {
    if buffer.len() < kept + piece {
        buffer.resize(kept + piece, 0);
    }
    let mut fresh = 0;
    while fresh < piece {
        match once(reader, &mut buffer[..kept + piece], kept + fresh)? {
            0 => break,
            read => fresh += read,
        }
    }
    Ok(fresh)
}

/// Reads once, into the bytes from `from` on; a read that a signal interrupted begins anew.
pub fn once(reader: &mut dyn Read, bytes: &mut [u8], from: usize) -> io::Result<usize> {
    loop {
        match reader.read(&mut bytes[from..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}
