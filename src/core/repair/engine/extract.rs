//! Where the JSON is in a text: after prose, in fences, after reasoning, once or several times.
//!
//! The text is read from left to right. Every bracket that can begin a document is tried; a try that gets too costly
//! for its length is given up, and the bracket was prose. Between documents only what stands outside of them is
//! looked at, so a fence or a tag inside a string value is never seen.

use std::collections::HashSet;

use super::CutPlace;
use super::contest::Layer;
use super::doubt::{self, closers_at};
use super::failure::{Outcome, Try};
use super::wrappers::{self, Reasoning, content_start, first_sign};
use super::{lines, neighbours};
use crate::core::json::{ScanError, ScanErrorKind, is_space, parse, scan_value, skip_space};
use crate::core::repair::confidence::Margin;
use crate::core::repair::edit::duplicates::{self, Merged};
use crate::core::repair::edit::{self, Code, Fixes};
use crate::core::repair::expect::Expect;
use crate::core::repair::parser::evidence::rows;
use crate::core::repair::parser::model::state::Frame;
use crate::core::repair::parser::model::weights::Feature::TailDocument;
use crate::core::repair::parser::search::budget::{AT_START, IN_PROSE};
use crate::core::repair::parser::search::engine::{Found, Search};
use crate::core::repair::parser::text::lexer::{self, near, token_at};
use crate::core::repair::parser::text::limits::TIMES;

/// A document found in a text.
#[derive(Debug)]
pub(super) struct Document {
    /// First byte in the text.
    pub start: usize,
    /// The byte after it.
    pub end: usize,
    /// Fixes of the text, within `start..end` (closing brackets may stand at `end`).
    pub fixes: Fixes,
    /// The document as it is written.
    pub output: String,
    /// Where it was cut off.
    pub cut: Option<CutPlace>,
    /// Says whether the document ended although brackets were open, with more text after it.
    pub abandoned: bool,
    /// How much more another reading had cost.
    pub margin: Margin,
    /// Holds what the search paid for it.
    pub cost: u32,
}

/// What a text holds.
pub(super) enum Contents {
    Documents(Vec<Document>),
    /// Nested too deep, at this offset.
    TooDeep(usize),
}

/// Finds the documents of a text.
pub(super) fn documents(layer: Layer<'_>, max_depth: usize, expect: Option<&Expect>) -> Contents {
    let mut extractor = Extractor::new(layer.text, max_depth, expect);
    extractor.error = layer.error.filter(|error| error.kind != ScanErrorKind::TrailingText);
    // What the tape has was shown before this error.
    extractor.search.context.tape = layer.tape.filter(|_| extractor.error.is_some());
    let contents = extractor.run();
    extractor.search.give_back();
    contents
}

/// Looks for the documents of `text`, and keeps what was tried and considered instead.
pub(super) fn tries(text: &str, max_depth: usize) -> Vec<Try> {
    let mut extractor = Extractor::new(text, max_depth, None);
    extractor.search.recording = true;
    extractor.run();
    extractor.tries
}

/// How much work that is: steps of searches, and bytes scanned.
#[cfg(feature = "internal")]
pub(super) fn effort(text: &str, max_depth: usize) -> usize {
    let mut extractor = Extractor::new(text, max_depth, None);
    extractor.run();
    extractor.search.budget.effort + extractor.scanned
}

/// How far a document is strict JSON.
enum Strict {
    /// It ends there, and what follows is no part of it.
    Whole(usize),
    /// It ends there, but what follows may go on with it.
    Perhaps(usize),
    /// Nothing is wrong with it but that the text ends.
    UpToEnd,
    /// It is not.
    No,
}

/// Bytes of prose between two documents that are looked at.
const WORDS: usize = 512;

pub(super) struct Extractor<'t> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    search: Search<'t>,
    /// What the strict scanner says about the value at the very beginning, where it was asked already.
    error: Option<ScanError>,
    reasoning: Reasoning<'t>,
    /// Where white space ends at the beginning of the text, and where comments do.
    pub(super) first_char: usize,
    pub(super) first_sign: usize,
    /// Where the content begins: after the fence, tag and reasoning that the text begins with.
    pub(super) content: usize,
    /// Bytes that the strict scanner has looked at.
    scanned: usize,
    pub(super) max_depth: usize,
    /// Says whether a document was found already.
    pub(super) has_document: bool,
    /// What was tried, when the search records.
    tries: Vec<Try>,
}

impl<'t> Extractor<'t> {
    fn new(text: &'t str, max_depth: usize, expect: Option<&'t Expect>) -> Self {
        let bytes = text.as_bytes();
        Self {
            text,
            bytes,
            search: Search::new(bytes, max_depth, expect),
            error: None,
            reasoning: Reasoning::new(bytes),
            first_char: text.len() - text.trim_start().len(),
            first_sign: first_sign(bytes, 0),
            content: content_start(text),
            scanned: 0,
            max_depth,
            has_document: false,
            tries: Vec::new(),
        }
    }

    fn run(&mut self) -> Contents {
        // A bracket may begin a tag, and a block that stands first is passed at once.
        let is_tag = self.bytes.get(self.first_sign) == Some(&b'[');
        let leading = if is_tag { wrappers::end_of_leading(self.text) } else { 0 };
        let after = if leading > self.first_sign { leading } else { self.after_lone_tag() };
        let contents = self.from(after);
        if after == 0 || !matches!(&contents, Contents::Documents(found) if found.is_empty()) {
            return contents;
        }
        // Perhaps the tag is content of a document, and no end of reasoning. What stands before it does not count.
        self.reasoning = Reasoning::new(self.bytes);
        let holds_tag = |document: &Document| document.start < after && after <= document.end;
        match self.from(0) {
            Contents::Documents(found) if found.iter().any(holds_tag) => Contents::Documents(found),
            _ => contents,
        }
    }

    /// The documents from `pos` on.
    fn from(&mut self, mut pos: usize) -> Contents {
        let mut found = Vec::new();
        let mut next = self.next_candidate(pos);
        while let Some(candidate) = next {
            if let Some(after) = self.reasoning.after(pos, candidate) {
                // The next candidate may be far away, after many blocks of reasoning, so it is looked for once.
                if pos == 0 || candidate < after {
                    next = self.next_candidate(after);
                }
                pos = after;
                continue;
            }
            match self.read(candidate) {
                Ok(None) => pos = candidate + 1,
                Ok(Some((document, end))) => {
                    pos = end;
                    if !self.is_piece(&document) {
                        self.has_document = true;
                        let is_last = doubt::holds_what_follows(self.text, &document);
                        found.push(document);
                        if is_last {
                            break;
                        }
                    }
                }
                Err(depth) => return Contents::TooDeep(depth),
            }
            next = self.next_candidate(pos);
        }
        if let Some(last) = found.last_mut() {
            doubt::end_open(self.text, last);
        }
        Contents::Documents(found)
    }

    /// The document that begins at this bracket and where to look for the next one, if it is no prose; an offset that
    /// is too deep otherwise.
    fn read(&mut self, start: usize) -> Result<Option<(Document, usize)>, usize> {
        let at_start = self.is_at_start(start);
        if !at_start && !self.is_plausible(start) || self.is_head_of_line(start) || self.is_remark(start) {
            return Ok(None);
        }
        self.search.context.source.origin.set(start);
        let strict = match self.strict_end(start) {
            Strict::Whole(end) => return Ok(Some(self.strict_document(start, end))),
            // Whether what follows a document goes on with it is asked as long as tries in vain are paid for.
            Strict::Perhaps(end) if self.search.budget.is_spent() => {
                return Ok(Some(self.strict_document(start, end)));
            }
            strict => strict,
        };
        let limit = if at_start { AT_START } else { IN_PROSE };
        let found = match self.search.run(start, limit, matches!(strict, Strict::UpToEnd)) {
            Err(offset) => {
                self.note(start, || Outcome::TooDeep);
                return Err(offset);
            }
            Ok(None) if !matches!(strict, Strict::Perhaps(_)) => {
                self.note(start, || Outcome::Prose);
                return Ok(None);
            }
            Ok(found) => found,
        };
        let (end, cost) =
            found.as_ref().map_or((start + 1, 0), |found| (found.end.max(start + 1), found.cost));
        let document = found.and_then(|found| self.document(start, found));
        // What is strict JSON stays as it is, unless what follows goes on with it: a string that was closed in it is not
        // opened again.
        if let Strict::Perhaps(end) = strict
            && document.as_ref().is_none_or(|document| document.end <= end || reopens(document, end))
        {
            self.search.budget.charge_vain_try();
            return Ok(Some(self.strict_document(start, end)));
        }
        if let Some(document) = &document {
            self.search.budget.charge_overrun(document.end - start);
            self.note(start, || Outcome::Document(start..document.end, cost));
        } else {
            self.note(start, || Outcome::Prose);
            self.search.budget.charge_vain_try();
        }
        Ok(document.map(|document| {
            // After a value without brackets is nothing but comments, and what is in them is commented out.
            let is_last = !document.output.starts_with(['{', '[']);
            (document, if is_last { self.bytes.len() } else { end })
        }))
    }

    /// Keeps what came of a try, if that is recorded.
    fn note(&mut self, start: usize, outcome: impl FnOnce() -> Outcome) {
        if self.search.recording {
            let choices = std::mem::take(&mut self.search.choices);
            self.tries.push(Try { start, outcome: outcome(), choices });
        }
    }

    /// How far the document that starts here is strict JSON.
    fn strict_end(&mut self, start: usize) -> Strict {
        if !matches!(self.bytes[start], b'{' | b'[') {
            return Strict::No;
        }
        let known = self.error.filter(|_| start == skip_space(self.bytes, 0));
        let end = match known.map_or_else(|| self.scanned_value(start), |error| Some(Err(error))) {
            Some(Ok(end)) => end,
            Some(Err(error)) if error.offset == self.bytes.len() => return Strict::UpToEnd,
            Some(Err(_)) | None => return Strict::No,
        };
        // Only a separator, a closing bracket, or another item can belong to a document that is closed.
        let next = near(self.bytes, end);
        let ends = !token_at(self.bytes, next).kind.continues_document()
            || self.search.context.source.tail_cost(end) <= TailDocument.weight();
        let is_list = self.bytes[start] == b'[';
        let root = Frame { open: (start, start), ..Frame::ROOT };
        let goes_on = is_list && rows::closed_between_rows(&self.search.context, &root, end - 1, end);
        if !goes_on && (ends || self.another_follows(end)) {
            Strict::Whole(end)
        } else {
            Strict::Perhaps(end)
        }
    }

    /// Where the value that begins here ends, if it is strict JSON. Every byte may be scanned a few times, not once for each
    /// bracket.
    pub(super) fn scan(&mut self, start: usize) -> Option<usize> {
        self.scanned_value(start)?.ok()
    }

    /// The same, with what is wrong; `None` where too much was scanned already.
    fn scanned_value(&mut self, start: usize) -> Option<Result<usize, ScanError>> {
        if self.scanned > TIMES * self.bytes.len() {
            return None;
        }
        let scan = scan_value(self.bytes, start, self.max_depth);
        self.scanned += scan.unwrap_or_else(|error| error.offset) - start;
        Some(scan)
    }

    /// `({…}), not ({…})`: parentheses around a document that is strict JSON, with another one after it, are those of a
    /// sentence.
    fn is_remark(&mut self, start: usize) -> bool {
        let Some(b'(') = self.bytes.get(start) else { return false };
        let inner = near(self.bytes, start + 1);
        if wrappers::is_aside(lexer::window(self.bytes, inner, wrappers::LINE)) {
            return true;
        }
        let Some(end) = self.scan(inner) else { return false };
        let close = near(self.bytes, end);
        self.bytes.get(close) == Some(&b')') && self.another_follows(close + 1)
    }

    /// Returns whether another valid document follows this one, with nothing but words between. `{…} Actual: {…}` are two then, and
    /// not one whose strings lost their escapes: the choice between them may decide which tool runs.
    fn another_follows(&mut self, end: usize) -> bool {
        let words = &self.bytes[end..self.bytes.len().min(end + WORDS)];
        let sign = words.iter().position(|b| matches!(b, b'{' | b'[' | b'}' | b']' | b'"'));
        let Some(next) = sign.map(|at| end + at) else { return false };
        if !matches!(self.bytes[next], b'{' | b'[') {
            return false;
        }
        self.scan(next).is_some_and(|end| !matches!(self.bytes.get(near(self.bytes, end)), Some(b'}' | b']')))
    }

    /// A document that is strict JSON, and where it ends.
    fn strict_document(&mut self, start: usize, end: usize) -> (Document, usize) {
        self.note(start, || Outcome::Strict(start..end));
        (self.plain_document(start, end), end)
    }

    /// A document that needs no fix, but for halves of surrogate pairs.
    fn plain_document(&self, start: usize, end: usize) -> Document {
        let fixes = crate::core::repair::parser::evidence::content::lone_surrogates(self.bytes, start, end);
        let output = edit::apply_within(self.text, start..end, &fixes);
        Document { start, end, fixes, output, cut: None, abandoned: false, margin: Margin::WIDE, cost: 0 }
    }

    /// Turns a winning reading into a document, if it makes one.
    fn document(&mut self, start: usize, found: Found) -> Option<Document> {
        let Found { mut end, cut, margin, cost, .. } = found;
        let is_code = self.text[..start].trim_end().ends_with('=');
        let mut fixes = doubt::raise_risk(self.bytes, found.fixes, &found.doubtful, is_code);
        if found.closed_early
            && let Some(at) = closers_at(&fixes)
        {
            // What was dropped after the brackets is no part of it.
            fixes = fixes.changed(|fix| fix.end <= at);
            end = at;
        }
        // Closing brackets may be added after the last byte, nothing else lies outside.
        if fixes.iter().any(|fix| fix.start < start || fix.end > end) {
            return None;
        }
        let fixes = neighbours::without_second_escapes(self.bytes, fixes);
        let last = fixes.iter().map(|fix| fix.end).max().unwrap_or(start);
        let space = self.bytes[last.max(start)..end].iter().rev().take_while(|b| is_space(**b)).count();
        let end = end - space;
        let output = edit::apply_within(self.text, start..end, &fixes);
        let (fixes, output) = lines::fitted(self.text, &(start..end), fixes, output);
        let (fixes, output) = neighbours::with_backslashes(self.bytes, start, fixes, output);
        let passed = self.search.passed();
        let merged = duplicates::merged_but(start, fixes, output, self.max_depth, passed)?;
        let Merged { fixes, output, .. } = merged;
        let abandoned = cut.is_none() && found.closed_early;
        let document = Document { start, end, fixes, output, cut, abandoned, margin, cost };
        self.is_worth_it(&document).then_some(document)
    }

    /// Returns whether it is a document. It is not if it was cut before anything was in it, or is a string with text after it.
    fn is_worth_it(&self, document: &Document) -> bool {
        let output = document.output.trim();
        let first = self.bytes[document.start];
        if first != b'{' && first != b'[' && !output.starts_with(['{', '[']) {
            let rest = self.text[first_sign(self.bytes, document.end)..].trim();
            let closed = document.cut.is_none() || document.end - document.start > 1;
            return closed && matches!(rest, "" | "," | ";");
        }
        true
    }

    /// `retrying hosts [1, 2] in 5s`, `[db] Connected`, `total: [3] items`: a piece of a sentence or of a log line in brackets,
    /// without keys, is no document.
    fn is_piece(&self, document: &Document) -> bool {
        let output = document.output.as_str();
        // A colon that was put there says nothing before words: `{"b" is two}`.
        let source = &self.text[document.start..document.end];
        let has_words = || document.fixes.kinds().any(|fix| fix.code == Code::UnquotedValue);
        let has_colon = source.contains([':', '=', '：']) || output.contains(':') && !has_words();
        let holds_names = output.starts_with('{') && has_colon;
        let holds_objects = output.starts_with('[') && output.contains('{');
        if holds_names || holds_objects {
            return false;
        }
        if !self.is_at_start(document.start) {
            let (text, is_whole) = (self.text, [stands_alone, is_argument, ends_sentence, is_list_of_line]);
            return !is_whole.iter().any(|is_whole| is_whole(text, document));
        }
        let is_labelled = !self.text[..document.start].trim().is_empty();
        let goes_on = self.text[document.end..].trim_start_matches(' ').starts_with(char::is_alphabetic);
        let is_word = |code| matches!(code, Code::UnquotedValue | Code::NumberText);
        let is_bare = || document.fixes.kinds().any(|fix| is_word(fix.code));
        output.starts_with('[') && goes_on && (is_labelled || is_bare())
    }

    /// A closing tag without an opening one: what stands before it is reasoning.
    fn after_lone_tag(&self) -> usize {
        if self.bytes.get(self.first_sign).is_some_and(|b| matches!(b, b'{' | b'[' | b'"')) {
            return 0;
        }
        wrappers::after_lone_tag(self.text)
    }
}

/// Returns whether a document stands on lines of its own, or after a colon.
#[cold]
pub(super) fn stands_alone(text: &str, document: &Document) -> bool {
    let before = text[..document.start].trim_end_matches([' ', '\t', '`', '\'', '"']);
    let after = text[document.end..].trim_start_matches([' ', '\t', '`', ';', '\'', '"']);
    let begins = before.is_empty() || before.ends_with(['\n', ':', '=', '>', '}', ']', ',', ';']);
    begins && (after.is_empty() || after.starts_with(['\n', '\r', '<']))
}

/// Returns whether the document is the argument of a call that stands on a line of its own, as in `callback({});`.
#[cold]
fn is_argument(text: &str, document: &Document) -> bool {
    let is_of_name = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '.' | '$');
    let Some(before) = text[..document.start].trim_end().strip_suffix('(') else { return false };
    let before = before.trim_end().trim_end_matches(is_of_name).trim_end_matches(' ');
    let after = text[document.end..].trim_start().strip_prefix(')');
    (before.is_empty() || before.ends_with('\n') || before.ends_with("*/"))
        && after.is_some_and(|after| after.trim_matches([' ', ';']).lines().next().is_none_or(str::is_empty))
}

/// Returns whether a sentence ends with this list, after a colon.
#[cold]
fn ends_sentence(text: &str, document: &Document) -> bool {
    let after = text[document.end..].trim_start_matches(['.', ' ']);
    document.output.starts_with('[')
        && text[..document.start].trim_end().ends_with(':')
        && (after.is_empty() || after.starts_with('\n'))
}

/// Returns whether a list that is strict JSON ends its line, after words or marks of Markdown: `- [1, 2]`, `**Answer:** [1, 2]`,
/// `got ["a"]`. After words it must hold a string, because `see [1]` is a reference.
#[cold]
fn is_list_of_line(text: &str, document: &Document) -> bool {
    let after = text[document.end..].trim_start_matches([' ', '\t', '.', '*', '_', '`']);
    let ends_line = after.is_empty() || after.starts_with(['\n', '\r']);
    // Only one list ends a line, so each line is looked at once.
    if !(ends_line && document.output.starts_with('[')) {
        return false;
    }
    let line = text[..document.start].rsplit('\n').next().unwrap_or_default();
    let words = line.trim_matches(|sign: char| sign.is_whitespace() || "*_#>`+-".contains(sign));
    let is_number =
        words.strip_suffix(['.', ')']).is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()));
    let is_label = words.is_empty() || is_number || words.ends_with(':');
    // A list with slips counts after a label or a mark alone, and not where its items are words: `- [a reference]`.
    let is_word = |code| matches!(code, Code::UnquotedValue | Code::NumberText);
    let has_words = || document.cut.is_some() || document.fixes.kinds().any(|fix| is_word(fix.code));
    let is_plain = document.fixes.is_empty() || is_label && !has_words();
    // With strings before it, the list may be one of several in a sentence.
    !line.contains('"') && is_plain && (document.output.contains('"') || is_label)
}

/// Returns whether the document takes a quote before `end`, up to where its text is strict JSON, as content.
fn reopens(document: &Document, end: usize) -> bool {
    let mut inside = document.fixes.iter().take_while(|fix| fix.start < end);
    inside.any(|fix| matches!(fix.code, Code::InnerQuote | Code::DoubledQuotes))
}

/// The names of the outermost object of a document, which is valid JSON; `None` when it is no object.
#[cold]
pub(super) fn names(output: &str, max_depth: usize) -> Option<HashSet<String>> {
    match parse(output, max_depth) {
        Ok(crate::core::json::Value::Object(ref members)) => {
            Some(members.iter().map(|(name, _)| name.decode_lossy().into_owned()).collect())
        }
        _ => None,
    }
}
