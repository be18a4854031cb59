//! Validates one document that passes by in pieces, in bounded memory.
//!
//! The verdict is that of `scan_document`. What a piece ends in the middle of is shown again with the next one, except for a
//! string that is a value: that may be of any length.

use super::scan::{Open, ScanError, ScanErrorKind, escape_end, name_end, scalar_end, skip_space, sound_end};

/// The state between two pieces.
pub struct Window {
    due: Part,
    max_depth: usize,
    open: Open,
}

/// Where in the document the text goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Before it.
    Start,
    /// Between two tokens.
    Inside(Due),
    /// In a string that is a value.
    Text,
    /// After it.
    End,
}

/// What is looked for between two tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    /// A value.
    Value,
    /// What follows a value.
    Next,
}

/// Why the reading stopped, and from where it can go on when there is more text.
struct Stop {
    error: ScanError,
    due: Due,
    at: usize,
}

impl Window {
    /// Begins a document, which may have `max_depth` levels of nesting.
    pub fn new(max_depth: usize) -> Self {
        Self { due: Part::Start, max_depth, open: Open::default() }
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
        let mut pos = 0;
        loop {
            let stop = match self.due {
                Part::Start => {
                    pos = skip_space(text, pos);
                    self.due = Part::Inside(Due::Value);
                    continue;
                }
                Part::Inside(due) => match self.inside(text, due, pos, is_last) {
                    Ok(end) => {
                        (pos, self.due) = (end, Part::End);
                        continue;
                    }
                    Err(stop) => stop,
                },
                Part::Text => match rest_of_string(text, pos) {
                    Ok(end) => {
                        (pos, self.due) = (end, Part::Inside(Due::Next));
                        continue;
                    }
                    Err((at, error)) => Stop { due: Due::Next, at, error },
                },
                Part::End => {
                    let end = skip_space(text, pos);
                    let error = ScanError::new(ScanErrorKind::TrailingText, end);
                    return if end == text.len() { Ok(end) } else { Err(error) };
                }
            };
            if is_last || stop.error.kind != ScanErrorKind::UnexpectedEnd {
                return Err(stop.error);
            }
            if self.due == Part::Text {
                return Ok(stop.at);
            }
            self.due = Part::Inside(stop.due);
            let start = skip_space(text, stop.at);
            if stop.due == Due::Next || text.get(start) != Some(&b'"') {
                return Ok(stop.at);
            }
            (pos, self.due) = (start + 1, Part::Text);
        }
    }

    /// Reads on between two tokens, up to the end of the document.
    fn inside(&mut self, text: &[u8], due: Due, pos: usize, is_last: bool) -> Result<usize, Stop> {
        let end = self.scan(text, due, pos);
        let at = match &end {
            Ok(end) => *end,
            Err(stop) if stop.due == Due::Next => stop.at,
            Err(_) => return end,
        };
        // A number or word at the end of the piece may go on in the next one.
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.' | b'_');
        if is_last || at < text.len() || at == pos || !text.last().is_some_and(is_part) {
            return end;
        }
        let start = text.iter().rposition(|byte| !is_part(byte)).map_or(0, |before| before + 1);
        let error = ScanError::new(ScanErrorKind::UnexpectedEnd, at);
        Err(Stop { error, due: Due::Value, at: start })
    }
}

impl Window {
    /// The grammar of `scan_value`, from any place between two tokens on.
    fn scan(&mut self, text: &[u8], mut due: Due, mut pos: usize) -> Result<usize, Stop> {
        loop {
            let at = pos;
            if due == Due::Value {
                let (end, is_whole) = self.value(text, pos).map_err(|error| Stop { error, due, at })?;
                pos = end;
                if !is_whole {
                    continue;
                }
            }
            due = Due::Value;
            // A value is complete: close what closes, then find where the next value starts.
            loop {
                let at = pos;
                let stop = |error| Stop { error, due: Due::Next, at };
                let Some(is_object) = self.open.last() else { return Ok(pos) };
                pos = skip_space(text, pos);
                match text.get(pos) {
                    Some(b',') => {
                        pos = skip_space(text, pos + 1);
                        if is_object {
                            pos = name_end(text, pos).map_err(stop)?;
                        }
                        break;
                    }
                    Some(b'}') if is_object => {}
                    Some(b']') if !is_object => {}
                    None => return Err(stop(ScanError::new(ScanErrorKind::UnexpectedEnd, pos))),
                    Some(_) => return Err(stop(ScanError::new(ScanErrorKind::ExpectedCommaOrEnd, pos))),
                }
                pos += 1;
                self.open.pop();
            }
        }
    }

    /// The offset after the scalar or empty container that is due at `pos`, and `true`; where a container begins that is not
    /// empty, the offset of its first value, and `false`.
    fn value(&mut self, text: &[u8], pos: usize) -> Result<(usize, bool), ScanError> {
        let start = skip_space(text, pos);
        let Some(&bracket @ (b'{' | b'[')) = text.get(start) else {
            return Ok((scalar_end(text, start)?, true));
        };
        if self.open.depth() >= self.max_depth {
            return Err(ScanError::new(ScanErrorKind::Depth(self.max_depth), start));
        }
        let is_object = bracket == b'{';
        let first = skip_space(text, start + 1);
        match text.get(first) {
            None => return Err(ScanError::new(ScanErrorKind::UnexpectedEnd, first)),
            Some(b'}') if is_object => return Ok((first + 1, true)),
            Some(b']') if !is_object => return Ok((first + 1, true)),
            Some(_) => {}
        }
        let value = if is_object { name_end(text, first)? } else { first };
        self.open.push(is_object);
        Ok((value, false))
    }
}

/// The offset after the string that goes on at `pos`; or how far it is sound, and what comes there.
fn rest_of_string(text: &[u8], mut pos: usize) -> Result<usize, (usize, ScanError)> {
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
