//! The `<arg_key>k</arg_key><arg_value>v</arg_value>` reader of the GLM family, whose models spell the words of the tags
//! differently: with something before them (`<longcat_arg_key>`) or after them (`<arg_key:opensource>`).
//!
//! Servers lose and double these tags, so any of the four may be missing or stand twice. A closing `</arg_value>`
//! counts only where a key, the end of the call or the end of the text follows: a value may hold its own closing tag.

use super::seek::Seek;
use super::source::Source;
use super::{Builder, Raw};
use crate::core::calls::types::change::{CallCode, Change};
use crate::core::repair::engine::{Code, CutPlace};

/// Bytes of a key.
const LONGEST_KEY: usize = 400;

/// How a model spells the words of its tags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::core::calls) struct Spelling {
    /// What stands before `tool_call`.
    pub(in crate::core::calls) call: String,
    /// What stands before `arg_key` and `arg_value`.
    pub(in crate::core::calls) pair: String,
    /// What stands at the end of each.
    pub(in crate::core::calls) suffix: String,
}

impl Spelling {
    /// A tag with this word; `slash` is that of a closing one.
    fn tag(&self, slash: &str, word: &str) -> String {
        format!("<{slash}{}{word}{}>", self.pair, self.suffix)
    }

    /// The tag that opens a key.
    pub(in crate::core::calls) fn key(&self) -> String {
        self.tag("", "arg_key")
    }

    /// The tag that closes a key.
    pub(in crate::core::calls) fn key_end(&self) -> String {
        self.tag("/", "arg_key")
    }

    /// The tag that closes a value.
    pub(in crate::core::calls) fn value_end(&self) -> String {
        self.tag("/", "arg_value")
    }

    /// The tag that opens a call.
    fn call(&self) -> String {
        format!("<{}tool_call{}>", self.call, self.suffix)
    }

    /// The tag that opens a key at the beginning of `rest`: its own, or that of a call once more where a key ends after it.
    pub(in crate::core::calls) fn opens_key(&self, rest: &str) -> Option<String> {
        let is_key = |inside: &str| {
            let end = inside.bytes().take(LONGEST_KEY).position(|byte| matches!(byte, b'<' | b'\n'));
            end.is_some_and(|end| end > 0 && inside[end..].starts_with(&self.key_end()))
        };
        let (key, call) = (self.key(), self.call());
        if rest.starts_with(&key) {
            return Some(key);
        }
        rest.strip_prefix(&call).is_some_and(is_key).then_some(call)
    }

    /// The tag that closes a call.
    pub(in crate::core::calls) fn call_end(&self) -> String {
        format!("</{}tool_call{}>", self.call, self.suffix)
    }
}

/// What the reader found.
pub(in crate::core::calls) struct Pairs {
    pub(in crate::core::calls) builder: Builder,
    /// The offset where it stopped.
    pub(in crate::core::calls) end: usize,
}

/// The four tags, with the namespace that some models write.
struct Tags {
    key: String,
    key_end: String,
    value: String,
    value_end: String,
    call: String,
    call_end: String,
}

/// The searches that one namespace needs. They are kept between calls: each reads the text once.
pub(in crate::core::calls) struct PairSeeks {
    pub(in crate::core::calls) spelling: Spelling,
    tags: Tags,
    /// Closing tags of values that count.
    closes: Seek,
    /// Keys that begin a line or follow a tag.
    keys: Seek,
    /// Whole keys with the tag of their value after them, and all closing tags of values.
    glued: Seek,
    value_ends: Seek,
    /// Ends of calls.
    ends: Seek,
    key_ends: Seek,
}

impl PairSeeks {
    pub(in crate::core::calls) fn new(spelling: &Spelling) -> Self {
        let tags = Tags {
            key: spelling.key(),
            key_end: spelling.key_end(),
            value: spelling.tag("", "arg_value"),
            value_end: spelling.value_end(),
            call: spelling.call(),
            call_end: spelling.call_end(),
        };
        Self {
            spelling: spelling.clone(),
            closes: Seek::new(tags.value_end.clone()),
            keys: Seek::new(tags.key.clone()),
            glued: Seek::new(tags.key.clone()),
            value_ends: Seek::new(tags.value_end.clone()),
            ends: Seek::new(format!("tool_call{}>", spelling.suffix)),
            key_ends: Seek::new(tags.key_end.clone()),
            tags,
        }
    }
}

/// Reads pairs from `pos` on until something else comes.
pub(in crate::core::calls) fn pairs(cx: &mut Source<'_>, pos: usize, spelling: &Spelling) -> Pairs {
    let mut seeks = cx.take_pair_seeks(spelling);
    let mut reader = Reader { text: cx.text, seeks: &mut seeks, builder: Builder::default() };
    let end = reader.run(pos);
    let builder = reader.builder;
    cx.keep_pair_seeks(seeks);
    Pairs { builder, end }
}

struct Reader<'r> {
    text: &'r str,
    seeks: &'r mut PairSeeks,
    builder: Builder,
}

impl Reader<'_> {
    fn run(&mut self, mut pos: usize) -> usize {
        loop {
            let start = self.skip(pos, "");
            let Some(tag) = self.seeks.spelling.opens_key(&self.text[start..]) else {
                if is_cut(&self.text[start..], &self.seeks.tags.key) {
                    self.builder.cut = Some(CutPlace::Key);
                    return self.text.len();
                }
                return pos;
            };
            pos = self.skip(start, &tag);
            let key_end = self.seeks.key_ends.find(self.text, pos, |_| true);
            if let Some(next) = self.equation(pos, key_end) {
                pos = next;
                continue;
            }
            let Some(end) = key_end.filter(|end| end - pos <= LONGEST_KEY) else {
                self.builder.cut = Some(CutPlace::Key);
                return self.text.len();
            };
            let name = self.text[pos..end].trim();
            pos = self.skip(end, &self.seeks.tags.key_end);
            pos = self.stray(pos);
            let rest = &self.text[pos..];
            if rest.starts_with(&self.seeks.tags.key) || ends_call(rest, &self.seeks.spelling) {
                self.builder.note(CallCode::MissingKey, start..pos);
                continue;
            }
            let tags = &self.seeks.tags;
            if rest.is_empty() || [&tags.value, &tags.key].into_iter().any(|tag| is_cut(rest, tag)) {
                self.builder.cut = Some(CutPlace::AfterColon);
                return self.text.len();
            }
            pos = self.value(name, pos);
            if self.builder.cut.is_some() {
                return pos;
            }
        }
    }

    /// The offset after text between a key and the tag of its value: `<arg_key>k</arg_key>: <arg_value>v`.
    fn stray(&mut self, pos: usize) -> usize {
        let rest = &self.text[pos..];
        let len = rest.bytes().take(LONGEST_KEY).position(|byte| byte == b'<').unwrap_or_default();
        if len > 0 && rest[len..].starts_with(&self.seeks.tags.value) {
            let span = pos..pos + rest[..len].trim_end().len();
            self.builder.changes.push(Change::text(Code::StrayText, span));
            return pos + len;
        }
        pos
    }

    /// Reads `k=v</arg_value>`, where the tags between the key and its value are lost, and returns the offset after it.
    fn equation(&mut self, pos: usize, key_end: Option<usize>) -> Option<usize> {
        let text = self.text;
        let len = text.as_bytes()[pos..].iter().take(LONGEST_KEY).position(|b| matches!(b, b'=' | b'<'))?;
        if text.as_bytes()[pos + len] != b'=' || key_end.is_some_and(|end| end < pos + len) {
            return None;
        }
        let stop = self.seeks.value_ends.find(text, pos, |_| true)?;
        if key_end.is_some_and(|end| end < stop) || text[pos + len..stop].contains(&self.seeks.tags.key) {
            return None;
        }
        let name = text[pos..pos + len].trim();
        let value = pos + len + 1..stop;
        self.builder.note(CallCode::MissingClose, pos..pos + len);
        self.builder.push(name, Raw::Text(text[value.clone()].to_owned()), value);
        Some(stop + self.seeks.tags.value_end.len())
    }

    /// After white space and any number of copies of a tag.
    fn skip(&self, mut pos: usize, tag: &str) -> usize {
        loop {
            let rest = &self.text[pos..];
            pos += rest.len() - rest.trim_start().len();
            if tag.is_empty() || !self.text[pos..].starts_with(tag) {
                return pos;
            }
            pos += tag.len();
        }
    }

    /// Reads a value, whose opening tag may be missing, and returns the offset after it.
    fn value(&mut self, name: &str, pos: usize) -> usize {
        let text = self.text;
        let PairSeeks { spelling, tags, closes, keys, glued, value_ends, ends, .. } = &mut *self.seeks;
        let spelling = &*spelling;
        let end_len = ends.needle().len();
        let opened = text[pos..].strip_prefix(&tags.value).map(|rest| text.len() - rest.len());
        let start = opened.unwrap_or(pos);
        if opened.is_none() {
            self.builder.note(CallCode::MissingClose, pos..pos);
        }
        let after = |at: usize, len: usize| text[at + len..].trim_start();
        let close = closes.find(text, start, |at| {
            let rest = after(at, tags.value_end.len());
            rest.is_empty()
                || rest.starts_with(&tags.key)
                || ends_call(rest, spelling)
                || [&tags.call_end, &tags.call, &tags.key].into_iter().any(|tag| is_cut(rest, tag))
        });
        let limit = close.unwrap_or(text.len());
        let key =
            keys.find(text, start, |at| text[..at].trim_end_matches([' ', '\t']).ends_with(['\n', '>']));
        // A value that is not closed may speak of the end of a call; a tag, or nothing, follows the true one.
        let end = ends.find(text, start, |at| {
            let rest = after(at, end_len);
            tag_start(text, at, &spelling.call).is_some() && (rest.is_empty() || rest.starts_with('<'))
        });
        let end = end.and_then(|at| tag_start(text, at, &spelling.call)).filter(|at| *at >= start);
        // `v<arg_key>k</arg_key><arg_value>w</arg_value>`: the next pair, glued to a value that was never closed. In a value that
        // holds such pairs, they are closed.
        let glued = glued.find(text, start, |at| begins_pair(&text[at..], tags));
        let glued = glued.filter(|_| close.is_some() && value_ends.find(text, start, |_| true) == close);
        let missing = key
            .into_iter()
            .chain(glued)
            .chain(end.filter(|_| close.is_none()))
            .min()
            .filter(|at| *at < limit);
        let (stop, next) = match (missing, close) {
            (Some(at), _) => {
                self.builder.note(CallCode::MissingClose, at..at);
                (at, at)
            }
            (None, Some(at)) => (at, at + tags.value_end.len()),
            (None, None) => {
                // Without a tag before it, a value that is cut may be anything.
                let value = opened.map_or("", |start| &text[start..]);
                let marks = [&tags.value_end, &tags.key, &tags.call_end];
                let value = marks.iter().fold(value, |value, mark| super::without_cut(value, mark));
                self.builder.push_cut(name, value, None, start..start + value.len());
                return text.len();
            }
        };
        let value =
            text[start..stop].strip_suffix('\n').filter(|_| missing.is_some()).unwrap_or(&text[start..stop]);
        self.builder.push(name, Raw::Text(value.to_owned()), start..stop);
        next
    }
}

/// Returns whether a whole key stands here, and the tag of its value.
fn begins_pair(text: &str, tags: &Tags) -> bool {
    let Some(name) = text.strip_prefix(&tags.key) else { return false };
    let len = name.bytes().take(LONGEST_KEY).position(|byte| byte == b'<').unwrap_or(name.len());
    let rest = name[len..].strip_prefix(&tags.key_end);
    rest.is_some_and(|rest| rest.trim_start().starts_with(&tags.value))
}

/// Where the tag begins whose name, its prefix aside, stands at `at`; `None` where that is a word of the text.
fn tag_start(text: &str, at: usize, prefix: &str) -> Option<usize> {
    let before = &text[..at];
    let before = before.strip_suffix(prefix).unwrap_or(before);
    let before = before.strip_suffix('/').unwrap_or(before);
    before.strip_suffix('<').map(str::len)
}

/// Returns whether the call ends here, or the next one begins.
pub(in crate::core::calls) fn ends_call(rest: &str, spelling: &Spelling) -> bool {
    let Some(tag) = rest.strip_prefix('<') else { return false };
    let tag = tag.strip_prefix('/').unwrap_or(tag);
    tag.strip_prefix(spelling.call.as_str()).unwrap_or(tag).starts_with("tool_call")
}

/// Returns whether `rest` is the beginning of a tag that the end of the text cut off.
fn is_cut(rest: &str, tag: &str) -> bool {
    !rest.is_empty() && rest.len() < tag.len() && tag.starts_with(rest)
}
