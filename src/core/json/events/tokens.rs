//! Strings, numbers and words of a stream: a token that the window cuts off is looked at again from where the look ended.

use super::{Sink, State, Token, Tokenizer, Window};
use crate::core::json::scan::{self, ScanError, ScanErrorKind};

impl Tokenizer {
    /// The text stopped at `pos` in a string that is a value: where that ends so far, before an escape that is not whole.
    pub fn open_string(&self, text: Window<'_>, pos: usize) -> Option<usize> {
        let is_value = matches!(self.state, State::Value | State::ItemOrEnd);
        (is_value && text.bytes.get(pos) == Some(&b'"')).then_some(pos + self.resume)
    }

    /// The text stopped at `pos` in a word that is a value: where it ends, if it is whole. A number may still grow.
    pub fn open_word(&self, text: Window<'_>, pos: usize) -> Option<usize> {
        let is_value = matches!(self.state, State::Value | State::ItemOrEnd);
        let is_whole = matches!(text.bytes.get(pos..), Some(b"true" | b"false" | b"null"));
        (is_value && is_whole).then_some(text.bytes.len())
    }

    /// The string that the text stopped in ends before `end`; returns where the text goes on.
    pub(in crate::core::json) fn end_string<S: Sink>(
        &mut self,
        text: Window<'_>,
        end: usize,
        sink: &mut S,
    ) -> usize {
        self.resume = 0;
        self.end_value(text, end, sink)
    }

    /// The string at `start`, or `None` if the window ends inside it.
    #[expect(clippy::inline_always, reason = "else the compiler makes a call of it: a tenth of `normalize`")]
    #[inline(always)]
    pub(super) fn string(&mut self, text: Window<'_>, start: usize) -> Result<Option<Token>, ScanError> {
        if self.resume == 0 {
            let end = scan::string_stop(text.bytes, start + 1);
            if text.bytes.get(end) == Some(&b'"') {
                return Ok(Some(Token { start, end: end + 1, escaped: false }));
            }
            self.resume = end - start;
        }
        self.long_string(text, start)
    }

    /// The rest of the string at `start`, of which `resume` bytes were looked at.
    fn long_string(&mut self, text: Window<'_>, start: usize) -> Result<Option<Token>, ScanError> {
        let mut pos = start + self.resume;
        loop {
            pos = scan::sound_end::<true>(text.bytes, pos);
            match text.bytes.get(pos) {
                Some(b'"') => {
                    self.resume = 0;
                    let escaped = memchr::memchr(b'\\', &text.bytes[start..pos]).is_some();
                    return Ok(Some(Token { start, end: pos + 1, escaped }));
                }
                Some(b'\\') => match scan::escape_end(text.bytes, pos) {
                    Ok(end) => pos = end,
                    Err(error) if error.kind == ScanErrorKind::UnexpectedEnd && !text.last => break,
                    Err(error) => return Err(error),
                },
                Some(&byte) => return Err(ScanError::new(ScanErrorKind::ControlCharacter(byte), pos)),
                None if text.last => return Err(ScanError::new(ScanErrorKind::UnexpectedEnd, pos)),
                None => break,
            }
        }
        self.resume = pos - start;
        Ok(None)
    }

    /// The number or literal at `start`, or `None` if it may go on after the window.
    #[inline]
    pub(super) fn word(&mut self, text: Window<'_>, start: usize) -> Result<Option<Token>, ScanError> {
        let len = text.bytes.len();
        if self.resume > 0 {
            let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.' | b'_');
            if !text.last && text.bytes[start + self.resume..].iter().all(is_part) {
                self.resume = len - start;
                return Ok(None);
            }
            self.resume = 0;
        }
        match scan::scalar_end(text.bytes, start) {
            Ok(end) if end < len || text.last => Ok(Some(Token { start, end, escaped: false })),
            Err(error) if error.kind != ScanErrorKind::UnexpectedEnd || text.last => Err(error),
            _ => {
                self.resume = len - start;
                Ok(None)
            }
        }
    }

    /// What is wrong with the word at `pos` that waits for its end, where none will come.
    pub(in crate::core::json) fn unfinished_word(&self, text: Window<'_>, pos: usize) -> Option<ScanError> {
        if self.resume == 0 || text.bytes.get(pos) == Some(&b'"') {
            return None;
        }
        scan::scalar_end(text.bytes, pos).err().filter(|error| error.kind != ScanErrorKind::UnexpectedEnd)
    }
}
