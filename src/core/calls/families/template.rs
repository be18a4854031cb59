//! Calls that a template of their format spells (`formats::template`).

use super::{Head, json_arguments, space_end};
use crate::core::calls::formats::template::{Part, parts, tags_of};
use crate::core::calls::formats::{FORMATS, Format, Hit};
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::Draft;
use crate::core::calls::readers::{Builder, Raw, is_name, is_word, string, without_cut};
use crate::core::calls::types::change::CallCode;
use crate::core::json::boundary;
use crate::core::repair::engine::CutPlace;

/// Bytes of a name, an id, or what is skipped.
const LONGEST_HOLE: usize = 300;

/// Reads a call as the template of its format spells it.
pub(in crate::core::calls) fn read(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let format = hit.format;
    let marker = &cx.text[hit.start..hit.end];
    let template = format.template.strip_prefix("{marker}").or(format.template.strip_prefix(marker))?;
    let (mut name, mut id, mut end) = (None, None, None);
    // Text of the template beside the marker was read.
    let mut is_marked = false;
    let mut pos = hit.end;
    let mut parts = parts(template).peekable();
    while let Some(part) = parts.next() {
        match part {
            // The text after the arguments ends the call, where it is there.
            Part::Text(literal) if end.is_some() => {
                pos = after(cx.text, pos, literal).unwrap_or(pos);
                end = Some(pos);
            }
            Part::Text(literal) => {
                pos = after(cx.text, pos, literal)?;
                is_marked |= !literal.trim().is_empty();
            }
            // A marker and the end of a line are all: a sentence about the marker has both.
            Part::Hole("arguments") if !is_marked && !cx.text[pos..].trim_start().starts_with(['{', '`']) => {
                return None;
            }
            Part::Hole("arguments") => {
                pos = json_arguments(cx, hit.head(name.as_deref()?, pos), id.take())?;
                end = Some(pos);
            }
            Part::Hole(hole) => {
                if let Some(text) = hole.strip_prefix('?') {
                    pos = after(cx.text, pos, text).unwrap_or(pos);
                    end = end.map(|_| pos);
                } else if let Some(tags) = hole.strip_prefix("pairs:") {
                    return pairs(cx, hit.head(name.as_deref()?, pos), tags, Close::of(parts));
                } else if let Some(key) = hole.strip_prefix("text:") {
                    return text(cx, hit.head(name.as_deref()?, pos), key, Close::of(parts));
                } else if end.is_some() {
                    // Before the end of a call anything may stand.
                    let close = Close::of(std::iter::once(part).chain(parts));
                    return Some(close.end(cx.text, pos).unwrap_or(pos));
                } else {
                    let next = parts.peek().copied();
                    let (text, stop) = hole_end(cx.text, pos, next)?;
                    pos = stop;
                    match hole {
                        "name" => {
                            let word = cx.tool_name(text.trim_end_matches(':')).to_owned();
                            // Where nothing but a blank ends it, the name is a word, and no mark of another format.
                            let is_apart = !matches!(next, Some(Part::Text(text)) if text.trim().is_empty());
                            let is_sure = |word: &str| if is_apart { is_name(word) } else { is_plain(word) };
                            name = Some(word).filter(|word| is_sure(word));
                        }
                        "id" => id = Some(string(text)).filter(|_| !text.is_empty()),
                        _ => {}
                    }
                    if hole == "name" && name.is_none() {
                        return None;
                    }
                }
            }
        }
    }
    end
}

/// Returns whether this is a word that begins with no marker: `call:f` does.
fn is_plain(word: &str) -> bool {
    let mut words = FORMATS.iter().flat_map(|format| format.markers).filter(|marker| marker.ends_with(':'));
    is_word(word) && !words.any(|marker| word.starts_with(*marker))
}

/// The offset after `literal`, where the text goes on with it; white space is free, also between its tags.
fn after(text: &str, pos: usize, literal: &str) -> Option<usize> {
    let mut rest = &text[pos..];
    for tag in literal.split_inclusive('>').map(str::trim).filter(|tag| !tag.is_empty()) {
        rest = rest.trim_start().strip_prefix(tag)?;
    }
    // A word of the template is no part of a longer one.
    let is_word =
        literal.ends_with(char::is_whitespace) && literal.trim_end().ends_with(char::is_alphanumeric);
    let is_glued = is_word && rest.starts_with(|c: char| !c.is_whitespace());
    (!is_glued).then_some(text.len() - rest.len())
}

/// The first tag of a literal.
fn first_tag(literal: &str) -> &str {
    literal.split_inclusive('>').map(str::trim).find(|tag| !tag.is_empty()).unwrap_or_default()
}

/// What fills a hole, and the offset after it: it ends where the text of the next part begins.
fn hole_end<'t>(text: &'t str, pos: usize, next: Option<Part<'_>>) -> Option<(&'t str, usize)> {
    let start = space_end(text, pos);
    let end = boundary::floor(text, (start + LONGEST_HOLE).min(text.len()));
    let window = &text[start..end];
    let len = match next {
        Some(Part::Text(literal)) if literal.starts_with('\n') => window.find('\n')?,
        Some(Part::Text(literal)) if literal.trim().is_empty() => {
            window.find(|c: char| c.is_whitespace() || c == '{')?
        }
        Some(Part::Text(literal)) => window.find(first_tag(literal))?,
        // Before anything, what fills a hole is a word.
        Some(Part::Hole("skip")) => {
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
            window.find(|c: char| !is_part(c))?
        }
        Some(Part::Hole(hole)) => {
            let first = hole.trim_start_matches("pairs:").trim_start_matches('?');
            let tag = tags_of(first).next().unwrap_or_default();
            window.find(tag).filter(|_| tag != "arguments").or_else(|| window.find('{'))?
        }
        None => window.find('\n')?,
    };
    Some((window[..len].trim(), start + len))
}

/// What ends a call.
#[derive(Clone, Copy)]
struct Close<'t> {
    text: &'t str,
    /// States whether other text may stand before it.
    skips: bool,
}

impl<'t> Close<'t> {
    /// The end that the parts after the arguments spell.
    fn of(mut parts: impl Iterator<Item = Part<'t>>) -> Self {
        let mut skips = false;
        let text = parts.find_map(|part| match part {
            Part::Text(text) => Some(text.trim()),
            Part::Hole(hole) => {
                skips |= hole == "skip";
                None
            }
        });
        Self { text: text.unwrap_or_default(), skips }
    }

    /// The offset after it, where it stands at `pos`, or with the text that may come before.
    fn end(&self, text: &str, pos: usize) -> Option<usize> {
        if self.text.is_empty() {
            return None;
        }
        let at = if self.skips { hole_end(text, pos, Some(Part::Text(self.text)))?.1 } else { pos };
        after(text, at, self.text)
    }
}

/// Reads parameters, and hands over their call; returns where it ends.
fn pairs(cx: &mut Context<'_>, head: Head<'_>, tags: &str, close: Close<'_>) -> Option<usize> {
    let Head { start, end: mut pos, name, format } = head;
    let text = cx.text;
    let mut tags = tags_of(tags);
    let (key_tag, value_tag, end_tag) = (tags.next()?, tags.next()?, tags.next()?);
    let mut builder = Builder::default();
    while let Some(key_start) = after(text, pos, key_tag) {
        let Some((key, at)) = hole_end(text, key_start, Some(Part::Text(value_tag))) else {
            builder.cut = Some(CutPlace::Key);
            pos = text.len();
            break;
        };
        let from = at + value_tag.len();
        let rest = &text[from..];
        if !cx.spend_scan(rest.len().min(1 << 20)) {
            return None;
        }
        let find =
            |tag: &str| memchr::memmem::find(rest.as_bytes(), tag.as_bytes()).filter(|_| !tag.is_empty());
        let own = find(end_tag);
        let other = [find(key_tag), find(close.text)].into_iter().flatten().min();
        let (stop, next) = match (own, other) {
            // Without its own end, a value ends where the next one or the call does.
            (None, Some(other)) => {
                builder.note(CallCode::MissingClose, from + other..from + other);
                (other, other)
            }
            (Some(own), _) => (own, own + end_tag.len()),
            (None, None) => {
                let value = without_cut(rest, end_tag);
                let value = if format.trims { value.trim() } else { value };
                builder.push_cut(key, value, None, from..text.len());
                pos = text.len();
                break;
            }
        };
        // The end of the line before the closing tag is part of that tag, as its own spelling says.
        let value =
            if end_tag.starts_with('\n') { rest[..stop].trim_end_matches('\r') } else { &rest[..stop] };
        let value = if format.trims { value.trim() } else { value };
        builder.push(key, Raw::Text(value.to_owned()), from..from + stop);
        pos = from + next;
    }
    let end = close.end(text, pos);
    let is_closed = end.is_some() || next_call(text[pos..].trim_start(), format);
    builder.is_closed = builder.cut.is_none() && is_closed;
    // A name with neither parameters nor an end: a mention.
    let is_bare = builder.members().is_empty() && !builder.is_closed && builder.cut.is_none();
    if is_bare && !text[pos..].trim().is_empty() {
        return None;
    }
    cx.push(Draft::built(name, builder, format.decodes, format, start..pos));
    Some(end.unwrap_or(pos))
}

/// Reads the text up to the end of the call as one parameter, and hands over the call; returns where it ends. Nothing but
/// its end tells this text from other text.
fn text(cx: &mut Context<'_>, head: Head<'_>, key: &str, close: Close<'_>) -> Option<usize> {
    let Head { start, end: pos, name, format } = head;
    let rest = &cx.text[pos..];
    if !cx.spend_scan(rest.len().min(1 << 20)) {
        return None;
    }
    let len = memchr::memmem::find(rest.as_bytes(), close.text.as_bytes())?;
    let end = close.end(cx.text, pos + len)?;
    let mut builder = Builder::empty();
    let value = rest[..len].trim();
    if !value.is_empty() {
        builder.note(CallCode::RawText, pos..pos + len);
        builder.push(key, Raw::Text(value.to_owned()), pos..pos + len);
    }
    cx.push(Draft::built(name, builder, format.decodes, format, start..end));
    Some(end)
}

/// Returns whether the next call of this format begins here.
fn next_call(rest: &str, format: &Format) -> bool {
    format.markers.iter().any(|marker| rest.starts_with(marker))
}
