//! What programs, terminals and pages did to a document on its way, taken off once each: colors, the same words before every
//! line, quotes around it, `\xHH` for its characters, a box of LaTeX.
//!
//! Each finds its own mark and nothing else, and gives the fixes that take it off.

use std::ops::Range;

use crate::core::json::{MAX_DEPTH, is_space, scan_text, scan_value, skip_space};
use crate::core::repair::edit::{Code, Fixes};

/// What was taken off already.
#[derive(Default)]
pub(crate) struct Peeled([bool; PEELS.len()]);

type Peel = fn(&str) -> Option<Fixes>;

/// What a text must have for something to be found in it, which is known before any look.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    /// Words before the document.
    Words,
    /// A byte that few texts have.
    Sign,
}

/// In this order: colors hide what the others look for.
const PEELS: [(Peel, Needs); 9] = [
    (colours, Needs::Sign),
    (line_prefix, Needs::Words),
    (hex_signs, Needs::Nothing),
    (percent_signs, Needs::Nothing),
    (written_ends, Needs::Words),
    (escaped_bracket, Needs::Words),
    (boxed, Needs::Words),
    (quoted, Needs::Nothing),
    (curly_closers, Needs::Sign),
];

/// What begins a control sequence of a terminal.
const ESCAPE: u8 = 0x1b;

/// A curly quote that closes.
const CURLY_CLOSER: &str = "”";

/// The fixes that take one more thing off the text.
pub(crate) fn peel(text: &str, peeled: &mut Peeled) -> Option<Fixes> {
    let has_words = !text.trim_ascii_start().starts_with(['{', '[']);
    let has_sign = memchr::memchr2(ESCAPE, CURLY_CLOSER.as_bytes()[0], text.as_bytes()).is_some();
    PEELS.iter().zip(&mut peeled.0).find_map(|((peel, needs), done)| {
        let is_due = !*done
            && match needs {
                Needs::Nothing => true,
                Needs::Words => has_words,
                Needs::Sign => has_sign,
            };
        let fixes = if is_due { peel(text) } else { None };
        *done |= fixes.is_some();
        fixes
    })
}

/// Colors of a terminal between the tokens of a document. In a string they are content.
fn colours(text: &str) -> Option<Fixes> {
    let bytes = text.as_bytes();
    memchr::memchr(ESCAPE, bytes)?;
    let mut fixes = Fixes::default();
    // The first quote outside of a color tells which character strings have.
    let quote = bytes.iter().copied().find(|byte| matches!(byte, b'"' | b'\''))?;
    let (mut pos, mut in_string) = (0, false);
    while let Some(found) = memchr::memchr3(ESCAPE, quote, b'\\', &bytes[pos..]) {
        let at = pos + found;
        pos = at + 1;
        match bytes[at] {
            ESCAPE if !in_string => {
                let Some(end) = sequence_end(bytes, at) else { continue };
                fixes.push(Code::Ansi, at, end, "");
                fixes.pack();
                pos = end;
            }
            b'\\' if in_string => pos = (at + 2).min(bytes.len()),
            byte if byte == quote => in_string = !in_string,
            _ => {}
        }
    }
    (!fixes.is_empty()).then_some(fixes)
}

/// Where the control sequence ends that begins here: `ESC [ … letter`, with digits and signs between as ECMA-48, section 5.4, has
/// them, or `ESC ] … BEL`.
fn sequence_end(bytes: &[u8], at: usize) -> Option<usize> {
    const LONGEST: usize = 256;
    let rest = &bytes[at + 1..bytes.len().min(at + LONGEST)];
    let len = match rest.first()? {
        b'[' => {
            let last = rest.iter().skip(1).position(|byte| !matches!(byte, b' '..=b'?'))? + 1;
            matches!(rest[last], b'@'..=b'~').then_some(last + 1)?
        }
        b']' => {
            let bell = rest.iter().position(|byte| *byte == 7).map(|end| end + 1);
            bell.or_else(|| memchr::memmem::find(rest, b"\x1b\\").map(|end| end + 2))?
        }
        b'(' | b')' if rest.get(1).is_some_and(u8::is_ascii_alphanumeric) => 2,
        _ => return None,
    };
    Some(at + 1 + len)
}

/// The words that every line begins with, before a document over several lines: `web | {`, `> {`, `+ {`.
fn line_prefix(text: &str) -> Option<Fixes> {
    let first = text.lines().next().filter(|first| first.len() < text.trim_end().len())?;
    let bracket = first.rfind(['{', '['])?;
    if !first[bracket + 1..].trim().is_empty() || first[..bracket].trim().is_empty() {
        return None;
    }
    let mut prefix = &first[..bracket];
    let is_blank = |line: &str| line.trim().is_empty();
    for line in text.lines().filter(|line| !is_blank(line) && *line != prefix.trim_end()) {
        let same = prefix.bytes().zip(line.bytes()).take_while(|(one, other)| one == other).count();
        prefix = &prefix[..(0..=same).rev().find(|at| prefix.is_char_boundary(*at))?];
    }
    let last = text.trim_end().lines().next_back()?.strip_prefix(prefix)?.trim();
    let is_closer = last.starts_with(['}', ']']) && last.len() <= 2;
    if is_blank(prefix) || !first[prefix.len()..].trim_start().starts_with(['{', '[']) || !is_closer {
        return None;
    }
    let mut fixes = Fixes::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let len =
            if line.starts_with(prefix) { prefix.len() } else { line.trim_end_matches(['\n', '\r']).len() };
        fixes.push(Code::LinePrefix, at, at + len, "");
        fixes.pack();
        at += line.len();
    }
    Some(fixes)
}

/// A document whose quotes are `\x22`, as web servers write it to their logs.
fn hex_signs(text: &str) -> Option<Fixes> {
    let opens = text.trim_ascii_start();
    let head = opens.trim_start_matches(['{', '[']).trim_ascii_start();
    let is_hex = head.len() < opens.len() && head.starts_with("\\x22")
        || opens.starts_with("\\x7B\\x22")
        || opens.starts_with("\\x5B");
    if !is_hex {
        return None;
    }
    let (bytes, mut fixes, mut pos) = (text.as_bytes(), Fixes::default(), 0);
    while let Some(found) = memchr::memmem::find(&bytes[pos..], b"\\x") {
        let start = pos + found;
        let (mut run, mut end) = (Vec::new(), start);
        while let Some(byte) = hex_byte(bytes, end) {
            run.push(byte);
            end += 4;
        }
        if run.is_empty() {
            pos = start + 2;
            continue;
        }
        fixes.push(Code::EscapedDocument, start, end, String::from_utf8_lossy(&run).into_owned());
        fixes.pack();
        pos = end;
    }
    Some(fixes)
}

/// A document whose quotes are `%22`, as the address of a page holds it. With a plain quote in the text, the others are content.
fn percent_signs(text: &str) -> Option<Fixes> {
    let opens = text.trim_ascii_start();
    let head = opens.trim_start_matches(['{', '[']);
    let is_encoded = head.len() < opens.len() && head.starts_with("%22")
        || ["%7B", "%5B", "%7b", "%5b"].iter().any(|bracket| opens.starts_with(bracket));
    if !is_encoded || text.contains('"') {
        return None;
    }
    let (bytes, mut fixes, mut pos) = (text.as_bytes(), Fixes::default(), 0);
    while let Some(found) = memchr::memchr(b'%', &bytes[pos..]) {
        let start = pos + found;
        let (mut run, mut end) = (Vec::new(), start);
        while let Some(byte) = percent_byte(&bytes[end..]) {
            run.push(byte);
            end += "%HH".len();
        }
        pos = end.max(start + 1);
        if !run.is_empty() {
            fixes.push(Code::EscapedDocument, start, end, String::from_utf8(run).ok()?);
            fixes.pack();
        }
    }
    Some(fixes)
}

fn percent_byte(rest: &[u8]) -> Option<u8> {
    let digits =
        rest.get(1..3).filter(|digits| rest[0] == b'%' && digits.iter().all(u8::is_ascii_hexdigit))?;
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

/// The backslash of Markdown before the first bracket: `\\{"a"\\: 1\\}`. Those between tokens are the parser's. TeX begins a formula
/// with `\\[`, which may hold a document.
fn escaped_bracket(text: &str) -> Option<Fixes> {
    let trimmed = text.trim_start();
    let inside = trimmed.strip_prefix("\\{").or_else(|| {
        trimmed.strip_prefix("\\[").filter(|inside| !inside.trim_start().starts_with(['{', '[']))
    })?;
    if !(inside.trim_end().ends_with("\\}") || inside.trim_end().ends_with("\\]")) {
        return None;
    }
    let start = text.len() - trimmed.len();
    let mut fixes = Fixes::default();
    fixes.push(Code::MarkdownEscape, start, start + 1, "");
    Some(fixes)
}

/// Line ends that are written out before a document, perhaps with a fence, and after it: `\\n[1]\\n`. Those between its tokens are
/// the parser's.
fn written_ends(text: &str) -> Option<Fixes> {
    const SPACES: [&str; 3] = ["\\n", "\\r", "\\t"];
    let fence = text
        .trim_start()
        .strip_prefix("```")
        .map(|rest| rest.trim_start_matches(|sign: char| sign.is_ascii_alphanumeric()));
    let head = fence.unwrap_or(text.trim_start());
    let mut rest = head;
    while let Some(after) = SPACES.iter().find_map(|space| rest.strip_prefix(space)) {
        rest = after.trim_start();
    }
    if rest.len() == head.len() || !rest.starts_with(['{', '[']) {
        return None;
    }
    let inside = text.len() - rest.len();
    let end = text.rfind(['}', ']'])? + 1;
    let mut fixes = Fixes::default();
    for (at, _) in text.match_indices('\\').filter(|(at, _)| *at < inside || *at >= end) {
        if SPACES.iter().any(|space| text[at..].starts_with(space)) {
            fixes.push(Code::EscapedSpace, at, at + 2, "\n");
            fixes.pack();
        }
    }
    Some(fixes)
}

pub(super) fn hex_byte(bytes: &[u8], at: usize) -> Option<u8> {
    let digits = bytes.get(at..at + 4)?.strip_prefix(b"\\x")?;
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

/// `\boxed{…}` around a document, whose braces and underscores may be escaped.
fn boxed(text: &str) -> Option<Fixes> {
    const BOX: &str = "\\boxed{";
    // Looking for the last is slow, and most texts have none.
    memchr::memmem::find(text.as_bytes(), BOX.as_bytes())?;
    let start = text.rfind(BOX)?;
    let inside = start + BOX.len();
    let content = text[inside..].trim_start();
    if !(content.starts_with(['{', '[']) || content.starts_with("\\{") || content.starts_with("\\[")) {
        return None;
    }
    let (mut depth, mut end) = (1_usize, None);
    for (at, byte) in text.bytes().enumerate().skip(inside) {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => {
                end = Some(at);
                break;
            }
            b'}' => depth -= 1,
            _ => {}
        }
    }
    let end = end?;
    let mut fixes = Fixes::default();
    let around = |part: &str| {
        if part.trim_matches(|c: char| c.is_whitespace() || "$\\[]().".contains(c)).is_empty() {
            Code::Wrapper
        } else {
            Code::Prose
        }
    };
    if start > 0 {
        fixes.push(around(&text[..start]), 0, start, "");
    }
    fixes.push(Code::Wrapper, start, inside, "");
    let is_escaped = content.starts_with("\\{") || content.starts_with("\\[");
    for (at, _) in text[inside..end].match_indices('\\').filter(|_| is_escaped) {
        let at = inside + at;
        if matches!(
            text.as_bytes().get(at + 1),
            Some(b'{' | b'}' | b'[' | b']' | b'_' | b'$' | b'%' | b'#' | b'&')
        ) {
            fixes.push(Code::Wrapper, at, at + 1, "");
            fixes.pack();
        }
    }
    fixes.push(Code::Wrapper, end, end + 1, "");
    if end + 1 < text.len() {
        fixes.push(around(&text[end + 1..]), end + 1, text.len(), "");
    }
    Some(fixes)
}

/// A quote before a valid document, or a start that stands twice; and the rest of that quote after it: `"{"a": 1}"`,
/// `{"{"a": 1}`.
fn quoted(text: &str) -> Option<Fixes> {
    let bytes = text.as_bytes();
    let start = skip_space(bytes, 0);
    let quote = bytes[start..].iter().take("{\"".len()).position(|byte| *byte == b'"')?;
    let (lead, inside) = text[start..].split_at(quote + 1);
    let inside = &inside[skip_space(inside.as_bytes(), 0)..];
    let is_list = lead == "\"" && inside.trim_start_matches('[').starts_with('"');
    let is_doubled = matches!(lead, "\"" | "{\"" | "[\"")
        && (inside.starts_with("{\"") || inside.starts_with("[{\""))
        || is_list && inside.starts_with('[')
        || lead == "[\"" && inside.starts_with("[\"");
    if !is_doubled {
        return None;
    }
    let inside = text.len() - inside.len();
    let end = scan_value(bytes, inside, MAX_DEPTH).ok()?;
    let rest = text[end..].trim();
    // A string that holds an object whose quotes are escaped is valid JSON and never comes here.
    if !matches!(rest, "" | "\"" | "\"}" | "\"]") || scan_text(&text[inside..end], MAX_DEPTH).is_err() {
        return None;
    }
    let mut fixes = Fixes::default();
    fixes.push(Code::Wrapper, start, inside, "");
    if !rest.is_empty() {
        let from = end + text[end..].find(rest)?;
        fixes.push(Code::Wrapper, from, from + rest.len(), "");
    }
    Some(fixes)
}

/// Curly quotes that close what a plain one opened: `"a”`. Nothing opens one, and each stands where a string ends.
fn curly_closers(text: &str) -> Option<Fixes> {
    memchr::memmem::find(text.as_bytes(), CURLY_CLOSER.as_bytes())?;
    if text.contains(['“', '„', '‟']) {
        return None;
    }
    let places: Vec<Range<usize>> =
        text.match_indices(CURLY_CLOSER).map(|(at, _)| at..at + CURLY_CLOSER.len()).collect();
    let ends_string = |place: &Range<usize>| {
        let next = text.as_bytes()[place.end..].iter().find(|byte| !is_space(**byte));
        matches!(next, Some(b',' | b':' | b'}' | b']'))
    };
    let plain =
        text.bytes().zip(text.bytes().skip(1)).filter(|pair| pair.1 == b'"' && pair.0 != b'\\').count()
            + usize::from(text.starts_with('"'));
    if (plain + places.len()) % 2 == 1 || !places.iter().all(ends_string) {
        return None;
    }
    let mut fixes = Fixes::default();
    for place in places {
        fixes.push(Code::SmartQuotes, place.start, place.end, "\"");
        fixes.pack();
    }
    Some(fixes)
}
