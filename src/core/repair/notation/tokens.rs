//! Scalars that most notations have: words, numbers, dates, and text without quotes.

use super::kit::{Kit, Step, is_word};
use super::{moments, number};
use crate::core::json::scan;
use crate::core::repair::edit::Code;

/// The words of languages that say `nil`.
pub(super) const NIL_WORDS: &[(&str, &str)] = &[("true", "true"), ("false", "false"), ("nil", "null")];

impl Kit<'_> {
    /// Reads one of these words, if it stands here as a whole.
    pub(super) fn words(&mut self, words: &[(&'static str, &'static str)], code: Code) -> Option<Step> {
        let end = self.word_end(self.pos, "");
        let word = &self.text[self.pos..end];
        let (_, with) = words.iter().find(|(name, _)| name.as_bytes() == word)?;
        self.token(end, *with, code)
    }

    /// Reads a number, whatever its notation; one of `suffixes` may follow, and goes.
    pub(super) fn number(&mut self, suffixes: &str) -> Option<Step> {
        let start = self.pos;
        let signed = usize::from(matches!(self.peek(), Some(b'-' | b'+')));
        if !matches!(self.text.get(start + signed), Some(b'0'..=b'9' | b'.')) {
            return None;
        }
        let is_hex = self.text[start + signed..].starts_with(b"0x");
        let mut end = start + signed;
        while let Some(byte) = self.text.get(end) {
            let is_exponent = !is_hex && end > start + signed && matches!(self.text[end - 1], b'e' | b'E');
            if !(is_word(*byte) || *byte == b'.' || is_exponent && matches!(byte, b'+' | b'-')) {
                break;
            }
            end += 1;
        }
        let mut word = &self.text[start..end];
        if let Some((last, rest)) = word.split_last()
            && suffixes.as_bytes().contains(last)
        {
            word = rest;
        }
        if scan::number_end(word, 0) == Ok(word.len()) {
            let plain = String::from_utf8_lossy(word).into_owned();
            return self.token(end, plain, Code::NumberSpelling);
        }
        let plain = number::respell(word)?;
        self.token(end, plain, Code::NumberSpelling)
    }

    /// Reads one of these words for what is not a number.
    pub(super) fn non_finite(&mut self, words: &[&str]) -> Option<Step> {
        self.non_finite_at(0, words)
    }

    /// The same, after `len` bytes of a mark.
    pub(super) fn non_finite_at(&mut self, len: usize, words: &[&str]) -> Option<Step> {
        let start = self.pos + len;
        let end = self.word_end(start, "+-.");
        let word = &self.text[start..end];
        words.iter().find(|name| name.as_bytes() == word)?;
        self.token(end, "null", Code::NonFinite)
    }

    /// Reads a date or a time, with or without its zone, as ISO 8601 writes it or with blanks for its characters.
    pub(super) fn date(&mut self) -> Option<Step> {
        let (len, iso) = moments::date(&self.text[self.pos..])?;
        self.text_token(self.pos + len, &iso, Code::Notation)
    }

    /// Text without quotes, from here to `end`: a number or a word of JSON, else a string.
    pub(super) fn raw(&mut self, end: usize) -> Option<Step> {
        let word = &self.text[self.pos..end];
        self.is_ambiguous = true;
        if matches!(word, b"true" | b"false" | b"null") || scan::number_end(word, 0) == Ok(word.len()) {
            self.pos = end;
            return Some(Step::Scalar);
        }
        let plain = self.str(self.pos..end)?;
        self.text_token(end, plain, Code::UnquotedValue)
    }
}
