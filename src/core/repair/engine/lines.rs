//! What fixes leave of the lines of a document, as a person would: a line that loses all that stands on it goes, and a bracket
//! that was missing gets a line of its own where its partner has one.

use std::ops::Range;

use crate::core::json::scan::string_end;
use crate::core::repair::edit::{self, Code, Fix, Fixes};

/// Fits the fixes of the document `span`, which lead to `output`, to its lines.
pub(super) fn fitted(text: &str, span: &Range<usize>, fixes: Fixes, output: String) -> (Fixes, String) {
    let has_lines = || memchr::memchr(b'\n', text[span.clone()].as_bytes()).is_some();
    let (is_gone, is_bracket) = (fixes.kinds().any(is_gone), fixes.kinds().any(is_bracket));
    if !(is_gone || is_bracket) || !has_lines() {
        return (fixes, output);
    }
    let (mut fixes, mut output) = (fixes, output);
    let emptied = if is_gone { emptied(text.as_bytes(), span, &fixes) } else { Vec::new() };
    if !emptied.is_empty() {
        fixes = changed(fixes, emptied, |fix, place: Range<usize>| {
            (fix.start, fix.end) = (place.start, place.end);
        });
        output = edit::apply_within(text, span.clone(), &fixes);
    }
    let lone = if is_bracket { brackets(text, span.start, &fixes, output.as_bytes()) } else { Vec::new() };
    if !lone.is_empty() {
        fixes = changed(fixes, lone, |fix, line: String| fix.replacement = Some(line.into()));
        output = edit::apply_within(text, span.clone(), &fixes);
    }
    (fixes, output)
}

/// Changes the fixes that are named by their number, in order.
fn changed<T>(fixes: Fixes, changes: Vec<(usize, T)>, change: impl Fn(&mut Fix<'static>, T)) -> Fixes {
    let mut changes = changes.into_iter().peekable();
    let mut at = 0;
    fixes.changed(|fix| {
        if let Some((_, to)) = changes.next_if(|(number, _)| *number == at) {
            change(fix, to);
        }
        at += 1;
        true
    })
}

/// Returns whether a fix only drops a token.
fn is_gone(fix: &Fix<'_>) -> bool {
    fix.replacement.as_deref() == Some("") && fix.code != Code::Comment
}

/// Returns whether a fix adds a bracket.
fn is_bracket(fix: &Fix<'_>) -> bool {
    matches!(fix.code, Code::MissingCloser | Code::CutOff | Code::MissingOpener)
}

/// Returns the spans of fixes that drop all that stands on a line, with that line, by the numbers of the fixes.
fn emptied(text: &[u8], span: &Range<usize>, fixes: &Fixes) -> Vec<(usize, Range<usize>)> {
    let fixes: Vec<(usize, usize, bool)> =
        fixes.iter().map(|fix| (fix.start, fix.end, is_gone(&fix) && fix.end > fix.start)).collect();
    let is_blank = |range: Range<usize>| text[range].iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
    let mut found = Vec::new();
    let mut at = 0;
    while at < fixes.len() {
        let (first, mut last) = (at, at);
        at += 1;
        if !fixes[first].2 {
            continue;
        }
        while at < fixes.len() && fixes[at].2 && is_blank(fixes[last].1..fixes[at].0.max(fixes[last].1)) {
            last = at;
            at += 1;
        }
        let (start, end) = (fixes[first].0, fixes[last].1);
        let after = if first == 0 { span.start } else { fixes[first - 1].1 };
        let before = fixes.get(at).map_or(span.end, |fix| fix.0);
        let line = memchr::memrchr(b'\n', &text[after..start]).map(|line| after + line + 1);
        let next = memchr::memchr(b'\n', &text[end..before.max(end)]).map(|next| end + next);
        let (Some(line), Some(next)) = (line, next) else { continue };
        if is_blank(line..start) && is_blank(end..next) {
            for number in first..=last {
                let from = if number == first { line } else { fixes[number].0 };
                let to = if number == last { next + 1 } else { fixes[number + 1].0 };
                found.push((number, from..to));
            }
        }
    }
    found
}

/// Returns what to write for brackets that were added, by the numbers of the fixes: with the lines that their partners have.
fn brackets(text: &str, start: usize, fixes: &Fixes, output: &[u8]) -> Vec<(usize, String)> {
    let mut added = Vec::new();
    // Where in the output the text of a fix stands: all that was dropped before it is not there, all that was added is.
    let (mut gone, mut put) = (0, 0);
    for (number, fix) in fixes.iter().enumerate() {
        let replacement = fix.replacement.as_deref().unwrap_or_default();
        if is_bracket(&fix) && replacement.len() == 1 {
            added.push((fix.start - start + put - gone, number));
        }
        gone += fix.end - fix.start;
        put += replacement.len();
    }
    let is_added = |at: usize| added.binary_search_by_key(&at, |(at, _)| *at).ok().map(|at| added[at].1);
    let mut found = Vec::new();
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(byte) = output.get(at) {
        match byte {
            b'"' => {
                let Ok(end) = string_end(output, at) else { return Vec::new() };
                at = end;
                continue;
            }
            b'{' | b'[' => open.push(at),
            b'}' | b']' => {
                let Some(partner) = open.pop() else { return Vec::new() };
                let bracket = char::from(*byte);
                match (is_added(partner), is_added(at)) {
                    (None, Some(number)) if ends_line(output, partner) && indent(output, at).is_none() => {
                        let line = line_of(output, partner);
                        found.push((number, format!("{}{line}{bracket}", line_end(output))));
                    }
                    (Some(number), None) if !ends_line(output, partner) && indent(output, at).is_some() => {
                        // The document begins after the indentation of its first line.
                        let first = text[..start]
                            .bytes()
                            .rev()
                            .take_while(|byte| matches!(byte, b' ' | b'\t'))
                            .count();
                        let first = (partner == 0).then(|| text[start - first..start].to_owned());
                        if let Some(line) = first.or_else(|| indent(output, partner)) {
                            let opener = char::from(output[partner]);
                            found.push((number, format!("{opener}{}{line}", line_end(output))));
                        }
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        at += 1;
    }
    found.sort_unstable();
    found
}

/// Returns whether the bracket at `at` ends its line.
fn ends_line(text: &[u8], at: usize) -> bool {
    let rest = text[at + 1..].iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
    rest == Some(&b'\n')
}

/// Returns the indentation of the line of `at`.
fn line_of(text: &[u8], at: usize) -> String {
    let line = memchr::memrchr(b'\n', &text[..at]).map_or(0, |line| line + 1);
    let blanks = text[line..].iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
    blanks.map(|byte| char::from(*byte)).collect()
}

/// Returns the indentation before `at`, if `at` begins its line.
fn indent(text: &[u8], at: usize) -> Option<String> {
    let blanks = text[..at].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let line = at - blanks;
    let begins = line == 0 || text[line - 1] == b'\n';
    begins.then(|| text[line..at].iter().map(|byte| char::from(*byte)).collect())
}

/// Returns how the lines of a text end.
fn line_end(text: &[u8]) -> &'static str {
    let first = memchr::memchr(b'\n', text).unwrap_or(0);
    if text[..first].ends_with(b"\r") { "\r\n" } else { "\n" }
}
