//! A document that is still being written, as valid JSON after each piece of it.
//!
//! While the text is the beginning of valid JSON, it is read once, and nothing that was shown is taken back. Any other text
//! is repaired as far as it is there: where nothing but syntax is wrong, all of that is shown; where it is damaged, values
//! that are whole and lie further back than the parser looks. After other text, a document is shown once it has begun for certain:
//! see `begins`. No snapshot takes back what an earlier one showed.

use crate::core::json::growing::{Growing, grows, held, open, whole};
use crate::core::json::{MAX_DEPTH, Value, parse};
use crate::core::repair::confidence::Confidence;
use crate::core::repair::engine::{Code, CutPlace, EditMap, Options, Repaired, Risk, Truncated, repair};
use crate::core::repair::reasoning::{TAGS, is_own_close};

/// Bytes that may be read or written again, whatever the length of the text, and for each byte of it: so the work grows as
/// the text does, and what is short is shown after each piece.
pub const FREE: usize = 8 << 20;
pub const SHARE: usize = 64;

/// Bytes after a value in damaged text after which the parser has decided about it.
const HOLD: usize = 512;

/// Bytes of the longest tag of reasoning, and more.
const LONGEST_TAG: usize = 32;

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
    reasoning: Reasoning,
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
            reasoning: Reasoning::default(),
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
        let after = if self.is_valid { 0 } else { self.after_reasoning(text)? };
        if !self.pace.may_read(text.len() - after) {
            return None;
        }
        let snapshot = if self.is_valid {
            self.growing.snapshot(&text[..self.checked])
        } else {
            self.repaired(&text[after..], after > 0)
        };
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

    /// Returns where the text goes on after reasoning; `None` while that is not known.
    fn after_reasoning(&mut self, text: &[u8]) -> Option<usize> {
        let before = self.reasoning.after;
        let after = self.reasoning.end(text, self.shown.is_none())?;
        if after > before {
            // The work on the reasoning does not count.
            self.pace = Pace::default();
        }
        Some(after)
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

    /// Returns what a repair makes of the text so far. `is_later` says that reasoning stands before it, which a repair drops.
    fn repaired(&self, text: &[u8], is_later: bool) -> Option<String> {
        if is_later && !self.may_take(Some(Risk::Inferred)) {
            return None;
        }
        // A text that goes on is cut off, whatever becomes of one that ends so.
        let cut = Options {
            truncated: Truncated::Close,
            max_risk: Risk::Lossy,
            min_confidence: Confidence::NONE,
            ..self.options
        };
        let repaired = repair(text, &cut).ok()?;
        // A quote may begin a fence or a sentence; only what is in brackets is a document for certain.
        let is_one = repaired.documents.len() == 1
            && repaired.text[repaired.documents[0].clone()].starts_with(['{', '[']);
        let snapshot = if is_one { self.committed(text, &repaired) } else { None };
        repaired.give_back();
        snapshot
    }

    /// The part of the only document that no later text changes.
    fn committed(&self, text: &[u8], repaired: &Repaired<'_>) -> Option<String> {
        let document = repaired.documents[0].clone();
        let fixes = || repaired.fixes.iter().filter(|fix| !is_cut(fix.code));
        if !self.may_take(fixes().map(|fix| fix.risk).max()) {
            return None;
        }
        let map = EditMap::of(&repaired.fixes);
        let (start, end) = (map.to_input(document.start), map.to_input(document.end));
        let (before, found) = (text.get(..start)?, &repaired.text[document.clone()]);
        if is_in_reasoning(before) {
            return None;
        }
        let is_around = |place: (usize, usize)| place.1 <= start || place.0 >= end;
        let inside = fixes().filter(|fix| !is_around((fix.start, fix.end))).map(|fix| fix.risk).max();
        if inside <= Some(Risk::Syntax)
            && (begins(before) || has_pair(&text[start..], found, repaired.truncated))
        {
            return match repaired.truncated {
                Some(CutPlace::Number) => held(found),
                Some(CutPlace::Literal) if !ends_with_word(text) => held(found),
                _ => Some(found.to_owned()),
            };
        }
        let end = map.to_output(text.len().checked_sub(HOLD)?);
        let end = (document.start..=end.min(document.end))
            .rev()
            .find(|end| repaired.text.is_char_boundary(*end))?;
        whole(&repaired.text[document.start..end])
    }

    /// Returns whether what needs this risk may be shown.
    fn may_take(&self, risk: Option<Risk>) -> bool {
        risk <= Some(self.options.max_risk)
            && (self.options.min_confidence == Confidence::NONE || risk.is_none())
    }
}

/// The reasoning that a text begins with, which is searched once for its end. Its opening tag may stand in the prompt.
#[derive(Debug, Default)]
struct Reasoning {
    /// After the blocks that have ended.
    after: usize,
    /// Holds the tag that closes the open block, and how many bytes were searched for it.
    close: Option<(&'static str, usize)>,
    /// States whether something else has begun.
    is_over: bool,
    /// Counts the bytes that were searched for a closing tag since then.
    searched: usize,
}

impl Reasoning {
    /// Returns where the text goes on after the reasoning that it begins with; `None` while that is not known. `is_new` says that no
    /// document has begun, because a document may hold the tag.
    fn end(&mut self, text: &[u8], is_new: bool) -> Option<usize> {
        while !self.is_over {
            if let Some((close, searched)) = self.close {
                let from = searched.saturating_sub(close.len()).max(self.after);
                let Some(at) = memchr::memmem::find(&text[from..], close.as_bytes()) else {
                    self.close = Some((close, text.len()));
                    return None;
                };
                (self.after, self.close) = (from + at + close.len(), None);
            }
            let rest = text[self.after..].trim_ascii_start();
            if TAGS.iter().any(|(open, _)| rest.len() < open.len() && open.as_bytes().starts_with(rest)) {
                return None;
            }
            if let Some((_, close)) = TAGS.iter().find(|(open, _)| rest.starts_with(open.as_bytes())) {
                self.close = Some((close, self.after));
            } else {
                (self.is_over, self.searched) = (true, self.after);
            }
        }
        if is_new && self.after == 0 {
            self.after = self.after_lone_tag(text).unwrap_or_default();
        }
        Some(self.after)
    }

    /// Returns where the text goes on after a closing tag that nothing opens.
    fn after_lone_tag(&mut self, text: &[u8]) -> Option<usize> {
        let from = self.searched;
        // The tag that may be coming is searched again.
        self.searched = text.len().saturating_sub(LONGEST_TAG).max(from);
        memchr::memchr2_iter(b'<', b'[', &text[from..]).find_map(|at| {
            let at = from + at;
            let is_close = |close: &str| is_own_close(close) && text[at..].starts_with(close.as_bytes());
            let (open, close) = TAGS.iter().find(|(_, close)| is_close(close))?;
            let is_lone = memchr::memmem::find(&text[..at], open.as_bytes()).is_none();
            is_lone.then_some(at + close.len())
        })
    }
}

/// Returns whether a place after this text is inside reasoning.
fn is_in_reasoning(before: &[u8]) -> bool {
    // The last tag decides.
    memchr::memrchr2_iter(b'<', b'[', before)
        .find_map(|at| {
            let stands = |tag: &str| before[at..].starts_with(tag.as_bytes());
            let (open, _) = TAGS.iter().find(|(open, close)| stands(open) || stands(close))?;
            Some(stands(open))
        })
        .unwrap_or_default()
}

/// Returns whether a bracket after this text begins a document for certain: in its line nothing stands before it, and above it a
/// line ends with a colon, a fence with a language opens, or reasoning ends.
fn begins(before: &[u8]) -> bool {
    let text = before.trim_ascii_end();
    if text.is_empty()
        || TAGS.iter().any(|(_, close)| is_own_close(close) && text.ends_with(close.as_bytes()))
    {
        return true;
    }
    if !before[text.len()..].contains(&b'\n') {
        return false;
    }
    let mut line = text.rsplit(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii_start();
    // **Answer:**
    while let Some(rest) = line.strip_suffix(b"*") {
        line = rest;
    }
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-_.".contains(byte);
    let fence = line.strip_prefix(b"```").or_else(|| line.strip_prefix(b"~~~"));
    line.ends_with(b":")
        || line.ends_with("：".as_bytes())
        || fence.is_some_and(|name| !name.is_empty() && name.iter().all(is_name))
}

/// Returns whether a document whose first pair is whole stands here. Its key is in quotes, so that no words in brackets are taken for
/// one. `found` is what a repair made of it.
fn has_pair(text: &[u8], found: &str, cut: Option<CutPlace>) -> bool {
    let is_around = |byte: &u8| byte.is_ascii_whitespace() || b"[{".contains(byte);
    if !text.iter().find(|byte| !is_around(byte)).is_some_and(|byte| b"\"'".contains(byte)) {
        return false;
    }
    let found = match cut {
        // The repair closed the string that is being written.
        Some(CutPlace::String) => open(found).strip_suffix('"').and_then(whole),
        Some(CutPlace::Number | CutPlace::Literal) => held(found),
        _ => Some(found.to_owned()),
    };
    let Some(found) = found else { return false };
    let Ok(value) = parse(&found, MAX_DEPTH) else { return false };
    let mut value = &value;
    loop {
        value = match value {
            Value::Object(pairs) => match &pairs[..] {
                [] => return false,
                [(_, value)] => value,
                _ => return true,
            },
            // A list in a sentence may be a reference.
            Value::Array(items) => match items.first() {
                Some(item @ (Value::Object(_) | Value::Array(_))) => item,
                _ => return false,
            },
            _ => return true,
        }
    }
}

/// Returns whether a text ends with a word for a value that is whole.
fn ends_with_word(text: &[u8]) -> bool {
    let word = text.rsplit(|byte| !byte.is_ascii_alphabetic()).next().unwrap_or_default();
    matches!(word, b"true" | b"false" | b"null" | b"True" | b"False" | b"None")
}

/// Returns whether this fix only says that the text ends too early.
pub fn is_cut(code: Code) -> bool {
    matches!(code, Code::CutOff | Code::CutPart)
}
