//! Which of the documents of a text are the answer.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use super::extract::{self, Document};
use super::wrappers::{gap_code, is_fence};
use super::{CutPlace, Select, beside, doubt};
use crate::core::json::{is_space, scan};
use crate::core::repair::edit::{Code, Fixes};

/// What becomes of one document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Kept,
    Dropped(Code),
}

/// Decides about every document of `text`; at least one is kept when there is any.
#[cold]
pub(super) fn fates(text: &str, documents: &[Document], select: Select, max_depth: usize) -> Vec<Fate> {
    let mut fates = vec![Fate::Kept; documents.len()];
    if documents.len() < 2 {
        return fates;
    }
    if select == Select::Answer {
        drop_abandoned(text, documents, &mut fates, max_depth);
        if !are_rows(text, documents) {
            drop_copies(documents, &mut fates);
        }
    }
    let kept: Vec<usize> = (0..documents.len()).filter(|at| fates[*at] == Fate::Kept).collect();
    let winner = match select {
        Select::All => return fates,
        Select::Answer if kept.len() < 2 || are_alike(text, documents, &kept, max_depth) => return fates,
        Select::First => kept.first(),
        Select::Largest => {
            kept.iter().max_by_key(|at| (documents[**at].output.len(), std::cmp::Reverse(**at)))
        }
        Select::Last => kept.iter().rev().find(|at| documents[**at].cut.is_none()).or(kept.last()),
        Select::Answer => {
            let places = places(text, documents);
            let winner = kept.iter().max_by_key(|at| (documents[**at].cut.is_none(), places[**at], **at));
            let beside: Vec<usize> = kept
                .iter()
                .copied()
                .filter(|at| winner.is_some_and(|winner| places[*at] == places[*winner]))
                .collect();
            if are_two_of_a_kind(documents, &beside, max_depth) {
                return only(&beside, &kept, fates);
            }
            winner
        }
    };
    only(&[winner.copied().unwrap_or(0)], &kept, fates)
}

/// Where the text was cut off: in a document that is kept, or in the last one of the text. What was to be the answer may be that
/// one, and then an example or a row before it is not the answer. Only the first document does not depend on what follows.
pub(super) fn cut(documents: &[Document], fates: &[Fate], select: Select) -> Option<CutPlace> {
    let mut kept = documents.iter().zip(fates).filter(|(_, fate)| **fate == Fate::Kept);
    let last = documents.last().filter(|_| select != Select::First);
    kept.find_map(|(document, _)| document.cut).or(last?.cut)
}

/// Of the documents that were kept so far, only those of `wanted` (in ascending order) are.
fn only(wanted: &[usize], kept: &[usize], mut fates: Vec<Fate>) -> Vec<Fate> {
    for at in kept.iter().filter(|at| wanted.binary_search(at).is_err()) {
        fates[*at] = Fate::Dropped(Code::DroppedDocument);
    }
    fates
}

/// Where a document stands, from the worst place for an answer to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// In a line of prose or of code.
    Words,
    /// In a fence of another language.
    Code,
    /// On lines of its own.
    Alone,
}

/// Where each document of `text` stands.
fn places(text: &str, documents: &[Document]) -> Vec<Place> {
    let (mut pos, mut in_code) = (0, false);
    let place = |document: &Document| {
        let gap = &text[pos..document.start];
        if let Some(at) = gap.rfind("```") {
            let fence = gap[at..].lines().next().unwrap_or_default();
            let language = fence.trim_start_matches('`').trim();
            in_code = !["", "json", "json5", "jsonc"].iter().any(|name| language.eq_ignore_ascii_case(name));
        }
        pos = document.end;
        match (extract::stands_alone(text, document), in_code) {
            (false, _) => Place::Words,
            (true, true) => Place::Code,
            (true, false) => Place::Alone,
        }
    };
    documents.iter().map(place).collect()
}

/// Drops starts that were given up for a whole copy, and empty documents beside others.
#[cold]
fn drop_abandoned(text: &str, documents: &[Document], fates: &mut [Fate], max_depth: usize) {
    let is_empty = |document: &Document| matches!(document.output.trim(), "{}" | "[]");
    let is_part = |document: &Document| document.cut.is_some() || document.abandoned;
    let any_full = documents.iter().any(|document| !is_empty(document));
    let names = |document: &Document| extract::names(&document.output, max_depth);
    // Comparing with the neighbours is enough, and keeps this linear.
    for at in 0..documents.len() {
        let document = &documents[at];
        if is_empty(document) {
            if any_full {
                let has_words = lost_words(text, documents, at);
                fates[at] =
                    Fate::Dropped(if has_words { Code::DroppedDocument } else { Code::AbandonedStart });
            }
        } else if is_part(document) {
            let near = |at: Option<usize>| {
                at.and_then(|at| documents.get(at)).filter(|near| !is_part(near) && !is_empty(near))
            };
            let (last, next) = (near(at.checked_sub(1)), near(Some(at + 1)));
            let begins_anew = |whole: &Document| {
                names(document).zip(names(whole)).is_some_and(|(part, whole)| part.is_subset(&whole))
            };
            // After the whole one, a value that differs makes another row; before it, it is the one that was given up.
            let is_copy_of = |whole: Option<&Document>, strict| {
                whole.is_some_and(|whole| is_copy(document, whole, strict))
            };
            if is_copy_of(last, true) || is_copy_of(next, true) {
                fates[at] = Fate::Dropped(Code::AbandonedStart);
            } else if is_copy_of(next, false) || next.is_some_and(begins_anew) {
                // It said something else the first time.
                fates[at] = Fate::Dropped(Code::DroppedDocument);
            }
        }
    }
}

/// Returns whether words were lost in the empty document at `at`, with which neither of its neighbours begins.
fn lost_words(text: &str, documents: &[Document], at: usize) -> bool {
    let source = |document: &Document| text[document.start..document.end].trim();
    let written = source(&documents[at]);
    let neighbours = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
    let mut wholes = neighbours.filter_map(|at| documents.get(at)).map(source);
    written.contains(char::is_alphanumeric) && !wholes.any(|whole| whole.starts_with(written))
}

/// Returns whether this part of a document is a copy of how the whole one begins. Its last value may differ, unless `strict` is
/// set.
fn is_copy(part: &Document, whole: &Document, strict: bool) -> bool {
    let compact = |document: &Document| {
        let mut out = Vec::new();
        crate::core::json::Style::compact().write_text(&document.output, &mut out);
        out
    };
    let (part, whole) = (compact(part), compact(whole));
    // What closes it was put there.
    let closed = part.iter().rev().take_while(|byte| matches!(byte, b'}' | b']' | b'"')).count();
    let said = if strict { part.len() - closed } else { last_value(&part) };
    said >= 2 && whole.starts_with(&part[..said])
}

/// Where the last scalar of a compact document begins.
fn last_value(document: &[u8]) -> usize {
    let (mut pos, mut last) = (0, 0);
    while let Some(&byte) = document.get(pos) {
        match byte {
            b'"' => {
                last = pos;
                pos = scan::string_end(document, pos).unwrap_or(document.len());
            }
            b'{' | b'[' | b',' | b':' => {
                pos += 1;
                last = pos;
            }
            _ => pos += 1,
        }
    }
    last
}

/// Returns whether there is nothing but documents, separators, and one label before each, such as `data: `. Rows that are equal
/// are still rows, as two sales of one article are.
fn are_rows(text: &str, documents: &[Document]) -> bool {
    let (Some(first), Some(last)) = (documents.first(), documents.last()) else { return false };
    let (before, head) = at_label(&text[..first.start]);
    let is_stream = head.starts_with("data:");
    let is_apart = |gap: &str| {
        let (gap, label) = at_label(gap);
        let is_headed = if head.trim().is_empty() { is_separator(label) } else { spelled_alike(label, head) };
        is_headed && (is_separator(gap) || is_stream && gap.lines().all(is_event_field))
    };
    let tail = text[last.end..].trim();
    let gaps_are_apart = documents.windows(2).all(|pair| is_apart(&text[pair[0].end..pair[1].start]));
    is_separator(before) && gaps_are_apart && (is_separator(tail) || is_stream)
}

/// A text in front of a document, and its part on the document's own line.
fn at_label(text: &str) -> (&str, &str) {
    text.rfind('\n').map_or(("", text), |at| text.split_at(at + 1))
}

/// Returns whether this only separates documents.
fn is_separator(text: &str) -> bool {
    let text = text
        .trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '\u{1e}' | '\u{feff}' | '\0'));
    text.is_empty() || text.len() > 2 && text.bytes().all(|byte| byte == b'-')
}

/// Drops all but the first of copies that say the same.
#[cold]
fn drop_copies(documents: &[Document], fates: &mut [Fate]) {
    let compact = |at: usize, out: &mut Vec<u8>| {
        out.clear();
        crate::core::json::Style::compact().write_text(&documents[at].output, out);
    };
    let (mut first, mut other) = (Vec::new(), Vec::new());
    // Sorted by a hash of what they say, copies stand side by side, and nothing need be kept twice. No writer can choose texts
    // with the same hash.
    let seed = RandomState::new();
    let mut hashes = Vec::with_capacity(documents.len());
    for at in (0..documents.len()).filter(|at| fates[*at] == Fate::Kept) {
        compact(at, &mut first);
        hashes.push((seed.hash_one(&first), at));
    }
    hashes.sort_unstable();
    for alike in hashes.chunk_by(|a, b| a.0 == b.0).filter(|alike| alike.len() > 1) {
        compact(alike[0].1, &mut first);
        for &(_, at) in &alike[1..] {
            compact(at, &mut other);
            if first == other {
                fates[at] = Fate::Dropped(Code::RepeatedDocument);
            }
        }
    }
}

/// Returns whether these are rows of one kind, with nothing but separators between them: objects that share a name, or values of
/// the same bracket.
#[cold]
fn are_alike(text: &str, documents: &[Document], kept: &[usize], max_depth: usize) -> bool {
    let first = &documents[kept[0]].output;
    let first_names = OnceCell::new();
    let shares_name = |output: &str| {
        let first = first_names.get_or_init(|| extract::names(first, max_depth)).as_ref();
        extract::names(output, max_depth).zip(first).is_some_and(|(names, first)| !names.is_disjoint(first))
    };
    let head = &text[..documents[kept[0]].start];
    let first_label = label(head).unwrap_or(head);
    kept.windows(2).all(|pair| {
        let (a, b) = (&documents[pair[0]], &documents[pair[1]]);
        let gap = &text[a.end..b.start];
        let label = label(gap);
        let is_labelled = label.is_some_and(|label| spelled_alike(label, first_label));
        let gap = label.filter(|_| is_labelled).map_or(gap, |label| &gap[..gap.len() - label.len()]);
        let gap = gap.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
        let is_stream = is_labelled && first_label.starts_with("data:") && gap.lines().all(is_event_field);
        // A document that was given up before a fence is not a row.
        let is_fences = a.cut.is_none()
            && !a.abandoned
            && gap.lines().map(str::trim).all(|line| line.is_empty() || is_fence(line));
        let is_rule = gap.len() > 2 && gap.bytes().all(|byte| byte == b'-');
        // Documents that were dropped in between do not count as text.
        let plain = pair[0] + 1 < pair[1]
            || gap.is_empty()
            || is_stream
            || is_rule
            || is_fences
            || gap_code(gap, false) == Code::Comment;
        // Rows stand on lines of their own, whatever their names.
        let rows = text[a.end..b.start].contains('\n') && (gap.is_empty() || is_stream || is_rule);
        plain
            && bracket(first) == bracket(&b.output)
            && (rows || bracket(first) != Some(b'{') || shares_name(&b.output))
    })
}

/// Returns whether two of these documents, which stand in places of one sort, are of one kind: objects that share a key, or
/// arrays of one sort of items. Two such documents are rows, whatever text stands between them, and none is the answer alone.
#[cold]
fn are_two_of_a_kind(documents: &[Document], kept: &[usize], max_depth: usize) -> bool {
    let (mut keys, mut items) = (HashSet::new(), HashSet::new());
    kept.iter().any(|at| {
        let output = documents[*at].output.trim_start();
        match extract::names(output, max_depth) {
            Some(names) => {
                let known = names.iter().any(|name| keys.contains(name));
                keys.extend(names);
                known
            }
            None => !items.insert(output.bytes().filter(|byte| !is_space(*byte)).nth(1).map(sort_of_item)),
        }
    })
}

/// The sort of an item that begins with this byte: numbers are of one sort, and so are true and false.
fn sort_of_item(first: u8) -> u8 {
    match first {
        b'-' | b'0'..=b'9' => b'0',
        b't' | b'f' => b't',
        other => other,
    }
}

/// Bytes of a label in front of a row.
const LABEL: usize = 64;

/// What stands before a document on its line, if `gap` before it holds where that begins: `- `, `2. `, `data: `, the head of a
/// log's line.
fn label(gap: &str) -> Option<&str> {
    let from = gap.len().saturating_sub(LABEL);
    memchr::memrchr(b'\n', &gap.as_bytes()[from..]).map(|at| &gap[from + at + 1..])
}

/// Returns whether this is a line of an event stream without data.
fn is_event_field(line: &str) -> bool {
    let is_field = |name| line.strip_prefix(name).is_some_and(|rest: &str| rest.starts_with(':'));
    line.is_empty() || ["event", "id", "retry", ""].into_iter().any(is_field)
}

/// Returns whether these are alike but for the digits of their numbers.
fn spelled_alike(a: &str, b: &str) -> bool {
    let parts = |text| str::split(text, |c: char| c.is_ascii_digit()).filter(|part| !part.is_empty());
    parts(a).eq(parts(b))
}

/// The character that a document begins with.
fn bracket(document: &str) -> Option<u8> {
    document.trim_start().bytes().next()
}

/// The fixes that leave the kept documents of `text`, one a line, and where each lies in the result. Takes the fixes
/// out of the documents.
#[cold]
pub(super) fn assemble(
    text: &str,
    documents: &mut [Document],
    fates: &[Fate],
) -> (Fixes, Vec<std::ops::Range<usize>>) {
    let mut fixes = Fixes::default();
    let mut ranges = Vec::new();
    let json_space = |c: char| c.is_ascii() && crate::core::json::is_space(c as u8);
    let first_sign = text.len() - text.trim_start_matches(json_space).len();
    let last_sign = text.trim_end_matches(json_space).len();
    let mut pos = first_sign;
    let mut length = first_sign;
    let mut abandoned = false;
    for (document, fate) in documents.iter_mut().zip(fates) {
        let gap = &text[pos..document.start];
        let between = !ranges.is_empty() && *fate == Fate::Kept;
        let separator = if between { "\n" } else { "" };
        if !gap.trim().is_empty() {
            fixes.push(gap_code(gap, false), pos, document.start, separator);
            beside::of_prose(&mut fixes, text, abandoned);
        } else if between && gap != separator {
            fixes.push(Code::NextDocument, pos, document.start, separator);
        } else if !between && !gap.is_empty() {
            let plain = gap.trim_matches(json_space).is_empty();
            let code = match fate {
                Fate::Dropped(code) if plain => *code,
                _ if plain => Code::NextDocument,
                _ => Code::OddSpace,
            };
            fixes.push(code, pos, document.start, "");
        }
        length += separator.len();
        (pos, abandoned) = (document.end, document.abandoned);
        match fate {
            Fate::Dropped(code) => fixes.push(*code, document.start, document.end, ""),
            Fate::Kept => {
                fixes.append(std::mem::take(&mut document.fixes));
                ranges.push(length..length + document.output.trim_end().len());
                length += document.output.len();
            }
        }
    }
    let tail = &text[pos.min(last_sign)..last_sign];
    if !tail.is_empty() {
        let is_cut = documents.last().is_some_and(|last| last.cut.is_some());
        fixes.push(doubt::code(tail, is_cut), pos, last_sign, "");
        beside::of_prose(&mut fixes, text, abandoned);
    }
    (fixes, ranges)
}
