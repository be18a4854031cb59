//! JSON5 as a whole, read strictly: one pass from the first byte that JSON does not have to the end. It takes comments, trailing
//! commas, apostrophes and typed quotes (“ ”) for quotes, keys without quotes, words and numbers as other languages spell them, a few
//! slips (`slips`), and nothing else. A text that is this as a whole has no other reading, unless a key comes twice in an object: then
//! another object may begin there.
//!
//! The pass rewrites tokens and does not count brackets, because the scan of its output for names that stand twice proves that the
//! output is JSON.

use std::ops::Range;

use super::slips;
use super::wrappers::first_sign;
use crate::core::json::scan::{scalar_end, string_end};
use crate::core::json::tape::Tape;
use crate::core::json::{ScanError, ScanErrorKind, is_space, scan_value, skip_space};
use crate::core::repair::edit::duplicates::{self, Merged};
use crate::core::repair::edit::{self, Code, Fixes, Risk, whole_line};
use crate::core::repair::notation::number;
use crate::core::repair::parser::evidence::content::{self, lone_surrogates};
use crate::core::repair::parser::evidence::literals::WORDS;
use crate::core::repair::parser::model::op::Op;
use crate::core::repair::parser::proof::ends::Ends;
use crate::core::repair::parser::text::keys::key_at;
use crate::core::repair::parser::text::lexer::{Comment, comment_at, comment_end, quote_at, sign_before};
use crate::core::repair::parser::text::stops::{next_stop, sound_escape};
use crate::core::repair::parser::text::tokens::Quote;

/// Bytes that were read without an error: from so many on, it pays not to check the containers in them again.
const LONG: usize = 4096;

/// Reads `text`; `error` says where it stops being JSON, and the tape what its scan has shown before that. With `is_guided`, a schema
/// says what is due, so only comments and trailing commas are certain.
pub(super) fn read(
    text: &str,
    (error, tape): (ScanError, Option<&Tape>),
    max_depth: usize,
    is_guided: bool,
) -> Option<Merged> {
    let bytes = text.as_bytes();
    let mut pass = Pass::begin(bytes, error, max_depth, is_guided)?;
    while pass.pos < bytes.len() {
        pass.token()?;
    }
    let fixes = pass.fixes.settled();
    if slips::are_mixed(&fixes) {
        return None;
    }
    let output = edit::apply(text, &fixes);
    let known = known(bytes, error, tape);
    let merged =
        duplicates::merged_but(0, fixes, output, max_depth, &known).filter(|merged| !merged.repeats)?;
    let halves = lone_surrogates(merged.output.as_bytes(), 0, merged.output.len());
    if halves.is_empty() {
        return Some(merged);
    }
    let output = edit::apply(&merged.output, &halves);
    Some(Merged { fixes: edit::compose(merged.fixes, text, halves), output, ..merged })
}

/// Returns the containers of which a long scan has shown that they are JSON in which no name stands twice.
pub(super) fn known(bytes: &[u8], error: ScanError, tape: Option<&Tape>) -> Vec<(u32, u32)> {
    let tape = tape.filter(|_| error.offset >= LONG);
    tape.map_or_else(Vec::new, |tape| Ends::of_tape(tape, bytes))
}

/// One pass over a text.
struct Pass<'t> {
    bytes: &'t [u8],
    pos: usize,
    /// Holds where the last token or fix ends.
    end: usize,
    /// Holds the comma that nothing but comments follows so far.
    comma: Option<usize>,
    /// Holds where the value ends that only white space follows so far.
    value_end: Option<usize>,
    is_guided: bool,
    max_depth: usize,
    fixes: Fixes,
}

impl<'t> Pass<'t> {
    /// Begins at the token in which `error` lies, if JSON5 may have it.
    fn begin(bytes: &'t [u8], error: ScanError, max_depth: usize, is_guided: bool) -> Option<Self> {
        let lost = if is_guided { None } else { slip_start(bytes, error) };
        let start = lost.or_else(|| token_start(bytes, error, is_guided))?;
        let at = error.offset;
        let before = bytes[..start].iter().rposition(|byte| !is_space(*byte));
        let comma = before.filter(|at| bytes[*at] == b',');
        let end = before.map_or(0, |at| at + 1);
        let is_separator =
            matches!(error.kind, ScanErrorKind::ExpectedCommaOrEnd | ScanErrorKind::ExpectedColon);
        let value_end = (is_separator && start == at).then_some(end);
        let fixes = Fixes::default();
        Some(Self { bytes, pos: start, end, comma, value_end, is_guided, max_depth, fixes })
    }

    /// Passes a token; `None` where JSON5 has no such token.
    #[inline]
    fn token(&mut self) -> Option<()> {
        let (bytes, pos) = (self.bytes, self.pos);
        match bytes[pos] {
            b' ' | b'\n' | b'\r' | b'\t' => self.pos += 1,
            b'"' => {
                self.add_missing_separator()?;
                match string_end(bytes, pos) {
                    Ok(end) if lacks_separator(bytes, end) && !self.is_guided => self.unseparated_string(end),
                    Ok(end) => self.value(end),
                    Err(_) if self.is_guided => return None,
                    Err(_) => self.string(Quote::Double, 1)?,
                }
            }
            b',' => {
                self.pass(pos + 1);
                self.comma = Some(pos);
            }
            b'}' | b']' => {
                if let Some(comma) = self.comma.take() {
                    self.fixes.push(Code::TrailingComma, comma, comma + 1, "");
                }
                self.pass(pos + 1);
                self.value_end = Some(pos + 1);
            }
            b':' => {
                self.comma = None;
                self.pass(pos + 1);
            }
            b'{' | b'[' => {
                self.add_missing_separator()?;
                self.comma = None;
                self.pass(pos + 1);
            }
            b'/' => self.comment()?,
            b'\'' | 0x80.. if self.value_end.is_some() => return None,
            _ if self.is_guided => self.value(scalar_end(bytes, pos).ok()?),
            b'\'' => self.string(Quote::Single, 1)?,
            0x80.. => {
                let (quote, len) = quote_at(bytes, pos).filter(|(quote, _)| *quote == Quote::Smart)?;
                self.string(quote, len)?;
            }
            _ => {
                self.add_missing_separator()?;
                self.word()?;
            }
        }
        Some(())
    }

    /// A token ends at `end`.
    #[inline]
    fn pass(&mut self, end: usize) {
        (self.pos, self.end, self.value_end) = (end, end, None);
    }

    /// A key or a scalar ends at `end`.
    #[inline]
    fn value(&mut self, end: usize) {
        self.comma = None;
        self.pass(end);
        self.value_end = Some(end);
    }

    /// Adds the separator that is missing if a value stands before the token at `pos`. A schema may say that another slip is due.
    #[inline]
    fn add_missing_separator(&mut self) -> Option<()> {
        if let Some(end) = self.value_end {
            let missing = slips::missing_separator(self.bytes, end, self.pos).filter(|_| !self.is_guided);
            let (code, separator) = missing?;
            self.fixes.push(code, end, end, separator);
        }
        Some(())
    }

    /// Passes a string that a scan ends at `end`, where no separator follows.
    #[cold]
    fn unseparated_string(&mut self, end: usize) {
        if self.lost_quote(end - 1).is_some() {
            return;
        }
        let open = self.pos;
        let Some(close) = slips::end_after_quoted(self.bytes, open, end) else { return self.value(end) };
        self.rewrite(Op::Text {
            open,
            start: open + 1,
            end: close - 1,
            close,
            quote: Quote::Double,
            raw: false,
        });
        self.value(close);
    }

    /// Passes a string that lost its closing quote, so that it seems to go on up to `end`.
    #[cold]
    fn lost_quote(&mut self, end: usize) -> Option<()> {
        let end = slips::end_without_quote(self.bytes, self.pos, end)?;
        self.fixes.push(Code::MissingCloseQuote, end, end, "\"");
        self.value(end);
        Some(())
    }

    fn comment(&mut self) -> Option<()> {
        let comment = comment_at(self.bytes, self.pos)?;
        let close = comment_end(self.bytes, self.pos, comment);
        if comment == Comment::Block && !self.bytes[..close].ends_with(b"*/") {
            return None;
        }
        let place = whole_line(self.bytes, self.end, self.pos, close);
        self.fixes.push(Code::Comment, place.start, place.end, "");
        if holds_data(self.bytes, &place)
            && let Some(fix) = self.fixes.latest.last_mut()
        {
            fix.risk = Risk::Lossy;
        }
        self.pass(place.end);
        Some(())
    }

    /// Passes a string in quotes of one kind, the first of which has `len` bytes, with escapes of JSON, escaped apostrophes, and line
    /// ends that a backslash continues. The backslashes of a document in apostrophes may be that document's own.
    fn string(&mut self, quote: Quote, len: usize) -> Option<()> {
        let (bytes, open) = (self.bytes, self.pos);
        let start = open + len;
        let (mut end, mut has_line) = (start, false);
        let close = loop {
            end = next_stop(bytes, quote, false, end);
            let (byte, found) = (*bytes.get(end)?, quote_at(bytes, end));
            if let Some((_, len)) = found.filter(|(found, _)| *found == quote) {
                break end + len;
            }
            end = match (byte, bytes.get(end + 1)) {
                (b'\\', Some(b'\'' | b'\n')) => end + 2,
                (b'\\', Some(b'\r')) if bytes.get(end + 2) == Some(&b'\n') => end + 3,
                (b'\\', _) => sound_escape(bytes, end)?,
                (b'\n', _) if quote == Quote::Double => match slips::next_word(bytes, start..end) {
                    Some(next) => {
                        has_line = true;
                        next
                    }
                    None if has_line => return None,
                    None => return self.lost_quote(end),
                },
                // A typed apostrophe would close the string, too.
                (0x80.., _) if found.is_none() => end + 1,
                _ => return None,
            }
        };
        let content = &bytes[start..end];
        if memchr::memchr(b'\\', content).is_some() && self.is_document(content) {
            return None;
        }
        // A key with a line end in it may be the rest of a string.
        if has_line && bytes.get(skip_space(bytes, close)) == Some(&b':') {
            return None;
        }
        self.rewrite(Op::Text { open, start, end, close, quote, raw: false });
        self.value(close);
        Some(())
    }

    /// Returns whether the content of a string is a document as it stands.
    fn is_document(&self, content: &[u8]) -> bool {
        let start = skip_space(content, 0);
        matches!(content.get(start), Some(b'{' | b'['))
            && scan_value(content, start, self.max_depth)
                .is_ok_and(|end| skip_space(content, end) == content.len())
    }

    /// A key without quotes, or a scalar in whatever spelling.
    fn word(&mut self) -> Option<()> {
        let (bytes, start) = (self.bytes, self.pos);
        if let Ok(end) = scalar_end(bytes, start)
            && matches!(bytes.get(end), Some(b',' | b'}' | b']'))
        {
            self.value(end);
            return Some(());
        }
        let len = bytes[start..].iter().position(|byte| !is_of_word(*byte)).unwrap_or(bytes.len() - start);
        let end = start + len;
        let word = &bytes[start..end];
        if bytes.get(first_sign(bytes, end)) == Some(&b':') {
            if word.first().is_none_or(u8::is_ascii_digit) || !word.iter().all(|byte| is_of_name(*byte)) {
                return None;
            }
            self.rewrite(Op::Bare { start, end, code: Code::UnquotedKey });
        } else if let Some((_, with, code)) = WORDS.iter().find(|(name, ..)| *name == word) {
            if word != with.as_bytes() {
                self.rewrite(Op::Replace { start, end, with, code: *code });
            }
        } else if scalar_end(bytes, start) != Ok(end) {
            number::respell(word)?;
            self.rewrite(Op::Number { start, end });
        }
        self.value(end);
        Some(())
    }

    /// Adds the fixes of one operation.
    fn rewrite(&mut self, op: Op) {
        content::add_fixes_of(&mut self.fixes, self.bytes, &[op]);
    }
}

/// Returns where the token begins in which `error` lies, if JSON5 may have it.
fn token_start(bytes: &[u8], error: ScanError, is_guided: bool) -> Option<usize> {
    let at = error.offset;
    let byte = *bytes.get(at)?;
    Some(match error.kind {
        // The string begins somewhere before.
        ScanErrorKind::InvalidEscape if matches!(bytes.get(at + 1), Some(b'\'' | b'\n' | b'\r')) => 0,
        ScanErrorKind::ControlCharacter(b'\n') if !is_guided => string_start(bytes, at),
        // A string is broken, or too much of the text is.
        ScanErrorKind::ControlCharacter(_)
        | ScanErrorKind::InvalidEscape
        | ScanErrorKind::InvalidUtf8
        | ScanErrorKind::Depth(_)
        | ScanErrorKind::TooLarge => return None,
        _ if byte == b'/' => at,
        _ if matches!(byte, b'}' | b']') => Some(at).filter(|at| sign_before(bytes, *at) == Some(b','))?,
        // `0x1F` begins as a number of JSON does.
        ScanErrorKind::InvalidNumber | ScanErrorKind::InvalidLiteral => word_start(bytes, at),
        ScanErrorKind::ExpectedCommaOrEnd if bytes[..at].ends_with(b"0") => word_start(bytes, at),
        ScanErrorKind::ExpectedCommaOrEnd if byte == b'"' => at,
        ScanErrorKind::ExpectedColon => at,
        ScanErrorKind::UnexpectedByte(_) | ScanErrorKind::ExpectedName => at,
        _ => return None,
    })
}

/// Returns where the string begins in which `at` lies, or the beginning of the text where that is not plain.
fn string_start(bytes: &[u8], at: usize) -> usize {
    let quote = memchr::memrchr(b'"', &bytes[..at]);
    quote.filter(|quote| !bytes[..*quote].ends_with(b"\\")).unwrap_or(0)
}

/// Returns where the string begins that lost its closing quote or holds quotes, if the text stops being JSON because the scan took another
/// quote for its end.
fn slip_start(bytes: &[u8], error: ScanError) -> Option<usize> {
    if !matches!(error.kind, ScanErrorKind::ExpectedColon | ScanErrorKind::ExpectedCommaOrEnd) {
        return None;
    }
    let end = bytes.get(..error.offset)?.trim_ascii_end().strip_suffix(b"\"")?.len();
    let start = string_start(bytes, end);
    let is_slip = slips::end_without_quote(bytes, start, end).is_some()
        || slips::end_after_quoted(bytes, start, end + 1).is_some();
    is_slip.then_some(start)
}

/// Returns whether something else than a separator follows a string that ends at `end`, or a blank follows its colon.
#[inline]
fn lacks_separator(bytes: &[u8], end: usize) -> bool {
    match bytes.get(end) {
        None | Some(b',' | b':' | b'}' | b']') => false,
        Some(byte) => !is_space(*byte) || bytes[end - 2] == b':',
    }
}

/// Returns where the word begins in which `at` lies.
fn word_start(bytes: &[u8], at: usize) -> usize {
    bytes[..at].iter().rposition(|byte| !is_of_word(*byte)).map_or(0, |before| before + 1)
}

/// Returns whether a key without quotes may hold this byte.
fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')
}

/// Returns whether a word or a number may hold this byte.
fn is_of_word(byte: u8) -> bool {
    is_of_name(byte) || matches!(byte, b'+' | b'-' | b'.')
}

/// Returns whether the comment at `place` ends the text, stands after data on its line, and holds a member: `{"a": 1} // , "b": 2` may
/// have lost the end of a line.
fn holds_data(bytes: &[u8], place: &Range<usize>) -> bool {
    let comment = &bytes[place.clone()];
    if place.end < bytes.len() || comment.trim_ascii_start().starts_with(b"/*") || comment.ends_with(b"\n") {
        return false;
    }
    let before = bytes[..place.start].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
    let is_key = |at: usize| at > 0 && key_at(bytes, place.start + at);
    before.is_some_and(|byte| *byte != b'\n') && memchr::memchr_iter(b'"', comment).any(is_key)
}
