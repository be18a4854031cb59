//! Validates one document that passes by in pieces, in bounded memory: the tokenizer of a stream, which tells of nothing.
//!
//! The verdict is that of `scan_document`. What a piece ends in the middle of is shown again with the next one, except for a
//! string that is a value: that may be of any length.

use super::RS;
use super::events::{Sink, Tokenizer, Window as Piece};
use super::scan::{ScanError, ScanErrorKind, escape_end, skip_space, sound_end};

/// The state between two pieces.
pub struct Window {
    tokenizer: Tokenizer,
    /// Where the next piece begins in the document.
    base: u64,
    /// Does it begin in a string that is a value?
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

    fn document(&mut self, text: Piece<'_>) -> Result<usize, ScanError> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::json::scan_document;

    /// The verdict on a document that is read in pieces of `size` bytes.
    fn is_valid(document: &[u8], size: usize) -> bool {
        let (mut window, mut text) = (Window::new(9), Vec::new());
        for piece in document.chunks(size) {
            text.extend_from_slice(piece);
            match window.read(&text, false) {
                Ok(read) => drop(text.drain(..read)),
                Err(_) => return false,
            }
        }
        window.read(&text, true).is_ok_and(|read| read == text.len())
    }

    #[test]
    fn the_verdict_is_that_on_the_whole() {
        let documents = [
            "",
            " ",
            " 12 ",
            "-0.5e+10",
            "1.",
            "1 2",
            "01",
            "truefalse",
            "true",
            "tru",
            "\"a\"",
            "\"a",
            "\"é😀\\u00e9\\\\\\\"\"",
            "\"\\u00g9\"",
            "\"\\x\"",
            "\"\t\"",
            "[ ]",
            "[ \n ]\n",
            "{ \n }",
            "{\"a\" : [1,2 , {\"b\":null}, \"c\",-1e5 ] , \"d\":{ } }\n",
            "{\"a\":1,}",
            "{\"a\":1 \"b\":2}",
            "{\"a\" 1}",
            "{,}",
            "[1,]",
            "[,1]",
            "[1}",
            "[1]]",
            "[[[[[[[[[1]]]]]]]]]",
            "[[[[[[[[[[1]]]]]]]]]]",
            "[1] x",
            "[1]\u{feff}",
            "\u{feff}[1]",
            "[1]\u{1e}",
        ];
        let broken: [&[u8]; 3] = [b"\"\xff\"", b"[1]\xc3", b"\"\xf0\x9f\x98\""];
        for document in documents.into_iter().map(str::as_bytes).chain(broken) {
            for size in 1..=document.len().max(1) {
                let text = String::from_utf8_lossy(document);
                assert_eq!(is_valid(document, size), scan_document(document, 9).is_ok(), "{text} by {size}");
            }
        }
    }

    #[test]
    fn a_string_that_is_a_value_is_not_kept() {
        let mut window = Window::new(9);
        assert_eq!(window.read(b"[1, \"abc", false), Ok(8));
        assert_eq!(window.read(b"def\\u00", false), Ok(3));
        assert_eq!(window.read(b"\\u0041\", 12", false), Ok(9));
    }
}
