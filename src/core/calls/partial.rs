//! A document that is still being written, as valid JSON after each piece of it.
//!
//! While the text is the beginning of valid JSON, it is read once, and nothing that was shown is taken back. Any other text
//! is repaired as far as it is there: where nothing but syntax is wrong, all of that is shown; where it is damaged, values
//! that are whole and lie further back than the parser looks. No snapshot takes back what an earlier one showed.

use crate::core::json::growing::{Growing, grows, held, whole};
use crate::core::repair::confidence::Confidence;
use crate::core::repair::engine::{Code, CutPlace, EditMap, Options, Repaired, Risk, Truncated, repair};

/// Bytes that may be read or written again, whatever the length of the text, and for each byte of it: so the work grows as
/// the text does, and what is short is shown after each piece.
pub const FREE: usize = 8 << 20;
pub const SHARE: usize = 64;

/// Bytes after a value in damaged text after which the parser has decided about it.
const HOLD: usize = 512;

/// How often a text that grows may be gone through.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    spent: usize,
}

impl Pace {
    /// Returns whether a text that is so long now may be gone through once more, and counts that.
    pub fn may_read(&mut self, len: usize) -> bool {
        let spent = self.spent.saturating_add(len);
        let is_due = spent <= FREE.saturating_add(len.saturating_mul(SHARE));
        if is_due {
            self.spent = spent;
        }
        is_due
    }
}

/// What is shown of one document while it is written.
#[derive(Debug)]
pub struct Snapshots {
    options: Options,
    growing: Growing,
    /// States whether the text is the beginning of valid JSON.
    is_valid: bool,
    /// How much of the text is UTF-8.
    checked: usize,
    pace: Pace,
    shown: Option<String>,
}

impl Snapshots {
    /// Nothing was written yet; `options` are those by which the whole document is repaired.
    pub fn new(options: Options) -> Self {
        Self {
            growing: Growing::new(options.max_depth),
            // Of a text in another notation JSON says nothing.
            is_valid: options.from == crate::core::repair::engine::Source::Auto,
            options,
            checked: 0,
            pace: Pace::default(),
            shown: None,
        }
    }

    /// The document so far as JSON, where that is more than was shown; `text` is all of the text so far.
    pub fn next(&mut self, text: &[u8]) -> Option<&str> {
        if self.is_valid {
            self.check(text);
            self.is_valid &= self.growing.read(&text[..self.checked]);
        }
        if !self.pace.may_read(text.len()) {
            return None;
        }
        let snapshot =
            if self.is_valid { self.growing.snapshot(&text[..self.checked]) } else { self.repaired(text) };
        let snapshot = snapshot?;
        let before = self.shown.as_deref();
        let is_more =
            before.is_none_or(|before| before != snapshot && (self.is_valid || grows(before, &snapshot)));
        if !is_more {
            return None;
        }
        self.shown = Some(snapshot);
        self.shown.as_deref()
    }

    /// What was shown last.
    pub fn shown(&self) -> Option<&str> {
        self.shown.as_deref()
    }

    /// Extends `checked` as far as the text is UTF-8.
    fn check(&mut self, text: &[u8]) {
        match crate::core::json::from_utf8(&text[self.checked..]) {
            Ok(_) => self.checked = text.len(),
            Err(error) => {
                self.checked += error.valid_up_to();
                self.is_valid &= error.error_len().is_none();
            }
        }
    }

    /// What a repair makes of the text so far.
    fn repaired(&self, text: &[u8]) -> Option<String> {
        // A text that goes on is cut off, whatever becomes of one that ends so.
        let cut = Options {
            truncated: Truncated::Close,
            max_risk: Risk::Lossy,
            min_confidence: Confidence::NONE,
            ..self.options
        };
        let repaired = repair(text, &cut).ok()?;
        let snapshot = if repaired.documents.len() == 1 { self.committed(text, &repaired) } else { None };
        repaired.give_back();
        snapshot
    }

    /// The part of the only document that no later text changes.
    fn committed(&self, text: &[u8], repaired: &Repaired<'_>) -> Option<String> {
        let document = repaired.documents[0].clone();
        let risk = repaired.fixes.iter().filter(|fix| !is_cut(fix.code)).map(|fix| fix.risk).max();
        if risk > Some(self.options.max_risk)
            || self.options.min_confidence > Confidence::NONE && risk.is_some()
        {
            return None;
        }
        if risk <= Some(Risk::Syntax) {
            let document = &repaired.text[document];
            return match repaired.truncated {
                Some(CutPlace::Number | CutPlace::Literal) => held(document),
                _ => Some(document.to_owned()),
            };
        }
        let end = EditMap::of(&repaired.fixes).to_output(text.len().checked_sub(HOLD)?);
        let end = (document.start..=end.min(document.end))
            .rev()
            .find(|end| repaired.text.is_char_boundary(*end))?;
        whole(&repaired.text[document.start..end])
    }
}

/// Returns whether this fix only says that the text ends too early.
pub fn is_cut(code: Code) -> bool {
    matches!(code, Code::CutOff | Code::CutPart)
}
