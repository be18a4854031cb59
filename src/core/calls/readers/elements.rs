//! The element reader: `<k>v</k>`, where the tag itself is the parameter's name. One format writes a mark before every
//! tag, which no text holds; the others are plain, and there a closing tag counts only where another tag or the end of
//! the text follows, so a value may hold markup.

use std::ops::Range;

use super::source::Source;
use super::{Builder, Raw, without_cut, without_line_ends};
use crate::core::calls::types::change::CallCode;
use crate::core::repair::engine::CutPlace;

/// The tags of an item of a list.
const ITEM: (&str, &str) = ("<item>", "</item>");

/// Levels of elements inside a value.
const DEEPEST: usize = 16;

/// How a grammar spells its tags.
#[derive(Clone, Copy)]
pub(in crate::core::calls) struct Spelling<'g> {
    /// What stands before every tag.
    pub(in crate::core::calls) mark: &'g str,
    /// Tags that close the call.
    pub(in crate::core::calls) closes: &'g [String],
}

/// What the reader found.
pub(in crate::core::calls) struct Elements {
    pub(in crate::core::calls) builder: Builder,
    /// The offset after the call, its own closing tag included.
    pub(in crate::core::calls) end: usize,
}

/// Reads elements from `pos` to the tag that closes the call, or to the end of the text; `None` where something else
/// stands between them.
pub(in crate::core::calls) fn elements(
    cx: &mut Source<'_>,
    pos: usize,
    spelling: Spelling<'_>,
) -> Option<Elements> {
    let text = cx.text;
    let mut builder = Builder::default();
    let mut end = pos;
    loop {
        let at = text.len() - text[end..].trim_start().len();
        let rest = &text[at..];
        if let Some(len) = close_len(rest, spelling) {
            builder.is_closed = true;
            return Some(Elements { builder, end: at + len });
        }
        if is_cut_tag(rest, spelling) {
            builder.cut = Some(CutPlace::Key);
            return Some(Elements { builder, end: text.len() });
        }
        let (name, len) = opener(rest, spelling.mark)?;
        let start = at + len;
        if rest[..len].ends_with("/>") {
            builder.push(name, Raw::Text(String::new()), start..start);
            end = start;
            continue;
        }
        let value = value(cx, start, name, spelling)?;
        let inner = &text[start..value.end];
        if matches!(value.close, Close::Cut) {
            push_cut(&mut builder, name, inner, spelling.mark, start..text.len());
            return Some(Elements { builder, end: text.len() });
        }
        // After marks a value is verbatim; a plain one may hold markup.
        let raw = match spelling.mark {
            "" if inner.trim_start().starts_with(ITEM.0) => nested(inner, "", 0),
            "" => None,
            mark => nested(inner, mark, 0).or_else(|| Some(Raw::Text(inner.to_owned()))),
        };
        let raw = raw.unwrap_or_else(|| Raw::Text(without_line_ends(inner).to_owned()));
        builder.push(name, raw, start..value.end);
        match value.close {
            Close::Own(len) => end = value.end + len,
            Close::Missing => {
                builder.note(CallCode::MissingClose, value.end..value.end);
                end = value.end;
            }
            Close::Cut => {}
        }
    }
}

/// Adds a value that the end of the text cuts: of a list its items that are whole, and no tag that is cut.
fn push_cut(builder: &mut Builder, name: &str, inner: &str, mark: &str, span: Range<usize>) {
    let tag = [mark, "<"].concat();
    let is_of_tag = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    let cut = inner.rfind(&tag).filter(|at| inner[at + tag.len()..].trim_start_matches(is_of_tag).is_empty());
    let inner = without_cut(&inner[..cut.unwrap_or(inner.len())], &tag);
    let is_list = mark.is_empty() && inner.trim_start().starts_with(ITEM.0);
    let elements = match mark {
        "" => inner.rfind(ITEM.1).filter(|_| is_list).map(|at| &inner[..at + ITEM.1.len()]),
        _ => Some(inner),
    };
    let text = if mark.is_empty() { without_line_ends(inner) } else { inner };
    match elements.and_then(|elements| nested(elements, mark, 0)) {
        Some(elements) => {
            builder.push(name, elements, span);
            builder.cut = Some(CutPlace::String);
        }
        None => builder.push_cut(name, if is_list { "" } else { text }, None, span),
    }
}

/// How a value ends.
enum Close {
    /// With its own closing tag, of this length.
    Own(usize),
    /// Where the call ends.
    Missing,
    /// With the text.
    Cut,
}

struct Found {
    end: usize,
    close: Close,
}

/// Where the value that begins at `start` ends.
fn value(cx: &mut Source<'_>, start: usize, name: &str, spelling: Spelling<'_>) -> Option<Found> {
    let text = cx.text;
    let tag = format!("{}</{name}>", spelling.mark);
    let rest = &text[start..];
    if let Some(at) = close_of(rest, name, spelling.mark) {
        return cx.spend_scan(at).then_some(Found { end: start + at, close: Close::Own(tag.len()) });
    }
    if !cx.spend_scan(rest.len()) {
        return None;
    }
    let of_call =
        |tag: &String| memchr::memmem::find(rest.as_bytes(), [spelling.mark, tag].concat().as_bytes());
    if let Some(at) = spelling.closes.iter().filter_map(of_call).min() {
        return Some(Found { end: start + at, close: Close::Missing });
    }
    let end = start + without_cut(rest, &tag).len();
    Some(Found { end, close: Close::Cut })
}

/// Returns whether a value may end before this.
fn follows(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.is_empty() || rest.starts_with('<')
}

/// Length of the tag that closes the call, if `rest` begins with it.
fn close_len(rest: &str, spelling: Spelling<'_>) -> Option<usize> {
    let tag = rest.strip_prefix(spelling.mark)?;
    spelling
        .closes
        .iter()
        .find(|close| tag.starts_with(*close))
        .map(|close| spelling.mark.len() + close.len())
}

/// Returns whether the end of the text cuts a tag here, or the call between two.
fn is_cut_tag(rest: &str, spelling: Spelling<'_>) -> bool {
    rest.is_empty()
        || spelling.mark.starts_with(rest) && !spelling.mark.is_empty()
        || rest.len() < 64
            && rest.starts_with(spelling.mark)
            && rest[spelling.mark.len()..].starts_with('<')
            && !rest.contains('>')
        || rest == spelling.mark
}

/// The name of the opening tag that `text` begins with, and the tag's length.
fn opener<'t>(text: &'t str, mark: &str) -> Option<(&'t str, usize)> {
    let inside = text.strip_prefix(mark)?.strip_prefix('<')?;
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    let len = inside.bytes().take(100).take_while(is_part).count();
    let name = &inside[..len];
    let tail = inside[len..].trim_start_matches(' ');
    let tail = tail.strip_prefix('/').unwrap_or(tail).strip_prefix('>')?;
    // After a mark a parameter may be a flag: `<-n>`.
    let begins = |c: char| c.is_ascii_alphabetic() || c == '_' || c == '-' && !mark.is_empty();
    name.starts_with(begins).then(|| (name, text.len() - tail.len()))
}

/// Where the closing tag of the element `name` begins that `text` is inside of. Marks are counted, so an element may hold
/// others of its name; a plain tag counts where another tag or the end follows.
fn close_of(text: &str, name: &str, mark: &str) -> Option<usize> {
    let tag = format!("{mark}</{name}>");
    let mut ends = memchr::memmem::find_iter(text.as_bytes(), tag.as_bytes());
    if mark.is_empty() {
        return ends.find(|at| follows(&text[at + tag.len()..]));
    }
    let open = format!("{mark}<{name}>");
    let mut opens = memchr::memmem::find_iter(text.as_bytes(), open.as_bytes()).peekable();
    let mut depth = 0usize;
    ends.find(|at| {
        while opens.next_if(|open| open < at).is_some() {
            depth += 1;
        }
        let is_own = depth == 0;
        depth = depth.saturating_sub(1);
        is_own
    })
}

/// Elements that are all of a value.
pub(in crate::core::calls) fn nested(text: &str, mark: &str, level: usize) -> Option<Raw> {
    let mut elements = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, len) = opener(rest, mark)?;
        let inner = &rest[len..];
        let Some(at) = close_of(inner, name, mark) else {
            if mark.is_empty() {
                return None;
            }
            elements.push((name.to_owned(), Raw::Unclosed(inner.trim().is_empty())));
            break;
        };
        let value = &inner[..at];
        let deeper = if level < DEEPEST { nested(value, mark, level + 1) } else { None };
        let plain = if mark.is_empty() { without_line_ends(value) } else { value };
        elements.push((name.to_owned(), deeper.unwrap_or_else(|| Raw::Text(plain.to_owned()))));
        rest = inner[at..].strip_prefix(&format!("{mark}</{name}>")).unwrap_or_default().trim_start();
    }
    (!elements.is_empty()).then_some(Raw::Elements(elements))
}
