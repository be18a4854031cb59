//! How other languages write data: strict readers, each of which reads a text as a whole or says no, and what they share with
//! the repair of broken JSON.

pub(crate) mod backslash;
mod brackets;
mod edn;
mod elixir;
mod go;
mod java;
mod js;
mod kit;
mod lua;
mod moments;
pub mod number;
mod perl;
mod php;
mod powershell;
mod print_r;
mod proto;
pub(crate) mod python;
mod reprs;
mod ruby;
mod rust;
pub(crate) mod shell;
mod strings;
mod table;
mod tokens;
pub(crate) mod transport;

pub use table::{Notation, TABLE};

use std::ops::Range;

use crate::core::json::is_space;
use crate::core::repair::edit::{Code, Fixes, Risk};
use kit::{Kit, begin};

/// The notation with this key.
pub fn named(name: &str) -> Option<&'static Notation> {
    TABLE.iter().find(|notation| notation.name == name)
}

/// The notation that the whole text is in, if it is in one that JSON does not look like.
#[cfg(feature = "internal")]
pub fn of(text: &str) -> Option<&'static Notation> {
    read(text, crate::core::json::MAX_DEPTH, Source::Auto).map(|(_, notation)| notation)
}

/// Python, whose literals have a reader of their own.
pub(crate) fn python() -> &'static Notation {
    &TABLE[0]
}

/// In which notation a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Whichever reads the whole text; else JSON that is broken.
    Auto,
    /// JSON, however broken.
    Json,
    /// This one.
    Notation(&'static Notation),
}

impl Source {
    /// Returns whether a text may be JSON.
    pub(crate) fn allows_json(self) -> bool {
        !matches!(self, Self::Notation(_))
    }

    /// Returns whether a text may be in this notation.
    pub(crate) fn allows(self, notation: &'static Notation) -> bool {
        match self {
            Self::Auto => true,
            Self::Json => false,
            Self::Notation(wanted) => wanted == notation,
        }
    }
}

/// The fixes that turn a text in one of these notations into JSON, and which one it is; `None` where none reads the whole
/// text. Where any may be tried, only that is taken which JSON that is broken does not look like.
#[cold]
pub(crate) fn read(text: &str, max_depth: usize, from: Source) -> Option<(Fixes, &'static Notation)> {
    let Some(inside) = fenced(text) else { return read_whole(text, max_depth, from) };
    let (fixes, notation) = read_whole(&text[inside.clone()], max_depth, from)?;
    let mut all = Fixes::default();
    all.push(Code::Fence, 0, inside.start, "");
    all.append(fixes.settled().moved(isize::try_from(inside.start).ok()?));
    all.push(Code::Fence, inside.end, text.len(), "");
    Some((all, notation))
}

/// Words before data in another notation: a line of a log, up to its first bracket or a few later ones.
const MOST_BRACKETS: usize = 4;

/// The same for data that words of a log stand before, and that ends the text. Only what is plainly in that notation counts:
/// `args: [{:a=>"b"}]`.
#[cold]
pub(crate) fn read_after_words(text: &str, max_depth: usize) -> Option<(Fixes, &'static Notation)> {
    let line = &text.as_bytes()[..text.trim_end().find('\n').unwrap_or(text.len())];
    // Quotes and brackets before it would be open still, or data of their own.
    let plain = &line[..memchr::memchr3(b'"', b'%', b'<', line).unwrap_or(line.len())];
    let is_head = |at: &usize| {
        let head = &plain[..*at];
        let count = |brackets: &[u8]| head.iter().filter(|byte| brackets.contains(byte)).count();
        matches!(head.last(), Some(b' ' | b':' | b'=' | b'\t'))
            && !head.trim_ascii().is_empty()
            && count(b"{[(") == count(b"}])")
    };
    let brackets = memchr::memchr2_iter(b'{', b'[', plain).take(MOST_BRACKETS);
    brackets.filter(is_head).find_map(|start| {
        let (fixes, notation, is_strong) = read_plain(&text[start..], max_depth, Source::Auto)?;
        let mut all = Fixes::default();
        all.push(Code::Prose, 0, start, "");
        all.append(fixes.settled().moved(isize::try_from(start).ok()?));
        is_strong.then_some((all, notation))
    })
}

/// Returns whether a text is data of Lisp with code in it, or code alone: words of a program are no strings. Inside of
/// brackets only what is plainly EDN counts, because JSON without quotes has words in parentheses as well.
#[cold]
pub(crate) fn is_lisp_code(text: &str, max_depth: usize) -> bool {
    !begins_as_json(text.as_bytes()) && edn::holds_code(text, max_depth)
}

/// What stands in the code fence that is all of a text.
fn fenced(text: &str) -> Option<Range<usize>> {
    const FENCE: &str = "```";
    let inside = text.trim().strip_prefix(FENCE)?.strip_suffix(FENCE)?;
    let (language, inside) = inside.split_once('\n')?;
    let start = inside.as_ptr() as usize - text.as_ptr() as usize;
    let is_fence =
        language.trim().bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-+_.".contains(&byte));
    (is_fence && !inside.contains(FENCE)).then_some(start..start + inside.len())
}

/// Returns whether the text begins as JSON does: with a key in double quotes and its colon, in an object or a row. No other
/// notation does, save for what the engine reads as well.
pub(crate) fn begins_as_json(text: &[u8]) -> bool {
    let text = begin(text);
    let text = text.strip_prefix(b"[").map_or(text, begin);
    let Some(key) = text.strip_prefix(b"{").map(begin).and_then(|text| text.strip_prefix(b"\"")) else {
        return false;
    };
    let len = key.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    key[len..].strip_prefix(b"\"").is_some_and(|text| begin(text).starts_with(b":"))
}

/// Returns whether a text begins as data of another language does, and as no JSON does, however broken.
pub(crate) fn begins_dump(text: &str) -> bool {
    const HEADS: [&str; 13] = [
        "Array\n(",
        "array(",
        "object(",
        "stdClass Object",
        "$VAR1 =",
        "@{",
        "map[",
        "&{",
        "&map[",
        "#<",
        "%{",
        "OrderedDict(",
        "defaultdict(",
    ];
    let text = text.trim_start();
    if text.starts_with(['{', '[']) {
        return false;
    }
    // Code of Go has a type there, and JSON in its braces.
    HEADS.iter().any(|head| text.starts_with(head)) && !text.starts_with("map[string]")
}

/// The same for a text without a fence.
fn read_whole(text: &str, max_depth: usize, from: Source) -> Option<(Fixes, &'static Notation)> {
    read_plain(text, max_depth, from).map(|(fixes, notation, _)| (fixes, notation))
}

/// The same, and whether what was read is this notation whatever slips are made in JSON.
fn read_plain(text: &str, max_depth: usize, from: Source) -> Option<(Fixes, &'static Notation, bool)> {
    if from == Source::Auto && begins_as_json(text.as_bytes()) {
        return None;
    }
    let head = begin(text.as_bytes());
    let tried = |notation: &&'static Notation| {
        let may_be = || (notation.begins)(head) && (notation.has_sign)(text.as_bytes());
        from.allows(notation) && (from != Source::Auto || may_be())
    };
    TABLE.iter().filter(tried).find_map(|notation| {
        let mut kit = Kit::new(text, max_depth);
        (notation.read)(&mut kit)?;
        if from == Source::Auto && (!kit.is_certain || kit.is_doubtful || kit.has_json_keys && !kit.is_strong)
        {
            return None;
        }
        let (is_ambiguous, is_strong) = (kit.is_ambiguous, kit.is_strong);
        let fixes = kit.fixes.changed(|fix| {
            if is_ambiguous {
                fix.risk = fix.risk.max(Risk::Inferred);
            }
            true
        });
        Some((fixes, notation, is_strong))
    })
}

/// Returns whether this comment is rather content of a string that quotes stand in, as in `src="//host/a.js">` and
/// `href="#top">`: right after a quote, without the blank that begins a comment or the character that ends one, and with
/// another such quote in it.
pub(crate) fn comment_is_content(text: &[u8], comment: Range<usize>) -> bool {
    let quote = comment.start.checked_sub(1).map(|at| text[at]);
    let Some(quote) = quote.filter(|byte| matches!(byte, b'"' | b'\'')) else { return false };
    let comment = &text[comment];
    let is_plain = match comment.strip_prefix(b"/*") {
        Some(_) => comment.ends_with(b"*/"),
        None => comment.iter().find(|byte| !matches!(byte, b'/' | b'#')).is_none_or(|byte| is_space(*byte)),
    };
    !is_plain && memchr::memchr(quote, comment).is_some()
}
