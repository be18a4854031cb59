//! The tagged-parameter reader: `<parameter=k>v</parameter>`, `<parameter name="k">v</parameter>` and their spellings
//! in namespaces. Values are raw text, nothing in them is escaped.
//!
//! A closing tag counts only where a tag of the same call, the end of the call or the end of the text follows, so a
//! value may hold its own closing tag. A value that was never closed ends where the next parameter begins a line or where
//! the call ends.

use std::ops::Range;

use super::attributes::{attribute, head_end};
use super::seek::Seek;
use super::source::Source;
use super::{Builder, Raw};
use crate::core::calls::types::change::CallCode;
use crate::core::repair::engine::CutPlace;

/// The tag that closes what stands around calls.
pub(in crate::core::calls) const WRAPPER_END: &str = "</tool_call>";

/// The marks around a section of text in which nothing is markup.
const CDATA: &str = "<![CDATA[";
const CDATA_END: &str = "]]>";

/// Bars around the word before a tag: `<｜DSML｜invoke>`.
pub(in crate::core::calls) const BARS: [char; 3] = ['｜', '|', '‖'];

/// Lists the beginnings of tags that end a call or begin the next one, after `<` or `</`.
const BESIDE: [&str; 18] = [
    "tool_call",
    "function_call",
    "function=",
    "invoke name=",
    "function name=",
    "seed:tool_call",
    "minimax:tool_call",
    "tool_name>",
    " calls>",
    "calls>",
    "｜tool",
    "|tool",
    "|im_end|",
    "|eot_id|",
    "|eom|",
    "|eot|",
    "|call|",
    "|end|",
];

/// How a grammar spells its tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::core::calls) struct Tags {
    /// What stands between `<` and the tag's word: a namespace, or nothing.
    pub(in crate::core::calls) prefix: String,
    /// `parameter` or `param`.
    pub(in crate::core::calls) word: &'static str,
    /// The word of the tag that closes a call: `function`, `invoke`.
    pub(in crate::core::calls) call: String,
    /// States whether one newline on each side of a value is part of the markup.
    pub(in crate::core::calls) trims: bool,
}

/// What the reader found.
pub(in crate::core::calls) struct Parameters {
    pub(in crate::core::calls) builder: Builder,
    /// The offset after the call, its own closing tag included.
    pub(in crate::core::calls) end: usize,
}

impl Parameters {
    /// States whether nothing of a call is there: no parameter, no end, and no beginning of either at the end of the text.
    pub(in crate::core::calls) fn is_mention(&self) -> bool {
        self.builder.members().is_empty() && !self.builder.is_closed && self.builder.cut.is_none()
    }
}

/// The opening tag of a parameter.
struct Opener<'t> {
    name: &'t str,
    /// The offset after the tag.
    end: usize,
    /// What a `string="…"` attribute says.
    is_text: Option<bool>,
    /// `<parameter>k</parameter>v`: its closing tag is used up.
    is_closed: bool,
    /// Its own `>` is missing.
    is_broken: bool,
}

impl<'t> Opener<'t> {
    /// Returns a whole tag, unless its name is empty.
    fn of(name: &'t str, end: usize, is_text: Option<bool>) -> Option<Self> {
        (!name.is_empty()).then_some(Self { name, end, is_text, is_closed: false, is_broken: false })
    }
}

/// Reads parameters from `pos` on until something else comes; `None` where the text asks for more searches than it is
/// worth.
pub(in crate::core::calls) fn parameters(cx: &mut Source<'_>, pos: usize, tags: &Tags) -> Option<Parameters> {
    let mut seeks = cx.take_seeks(tags)?;
    let reader = Reader { text: cx.text, tags, seeks: &mut seeks, builder: Builder::default() };
    let found = reader.run(pos);
    cx.keep_seeks(seeks);
    Some(found)
}

/// The searches that one spelling of the tags needs. They are kept between calls: each reads the text once.
pub(in crate::core::calls) struct TagSeeks {
    pub(in crate::core::calls) tags: Tags,
    /// Closing tags of values that count, in the namespace and without it.
    closes: [Seek; 2],
    /// Openers that begin a line.
    opens: Seek,
    any_open: Seek,
    /// Any closing tag of a value.
    any_close: Seek,
    ends: Seek,
}

impl TagSeeks {
    pub(in crate::core::calls) fn new(tags: &Tags) -> Self {
        let open = format!("<{}{}", tags.prefix, tags.word);
        Self {
            tags: tags.clone(),
            closes: [
                Seek::new(format!("</{}{}>", tags.prefix, tags.word)),
                Seek::new(format!("</{}>", tags.word)),
            ],
            opens: Seek::new(open.clone()),
            any_open: Seek::new(open),
            any_close: Seek::new(format!("</{}{}>", tags.prefix, tags.word)),
            ends: Seek::new("</"),
        }
    }
}

struct Reader<'r> {
    text: &'r str,
    tags: &'r Tags,
    seeks: &'r mut TagSeeks,
    builder: Builder,
}

impl Reader<'_> {
    fn run(mut self, pos: usize) -> Parameters {
        let mut end = pos;
        loop {
            let at = end + space(&self.text[end..]);
            if let Some(opener) = opener(&self.text[at..], self.tags) {
                let name = opener.name.to_owned();
                let (start, is_text, is_closed) = (at + opener.end, opener.is_text, opener.is_closed);
                if opener.is_broken {
                    self.builder.note(CallCode::BrokenTag, start..start);
                }
                end = self.value(&name, start, is_text, is_closed);
                if self.builder.cut.is_some() {
                    return Parameters { builder: self.builder, end };
                }
                continue;
            }
            let rest = &self.text[at..];
            if let Some(len) = call_end(rest, self.tags) {
                self.builder.is_closed = true;
                return Parameters { builder: self.builder, end: at + len };
            }
            // What only begins another call ends this one when there was something in it.
            self.builder.is_closed =
                ends_call(rest, self.tags) && (rest.starts_with("</") || !self.builder.members().is_empty());
            if !self.builder.is_closed && is_cut_tag(rest, self.tags) {
                self.builder.cut = Some(CutPlace::Key);
                end = self.text.len();
            }
            return Parameters { builder: self.builder, end };
        }
    }

    /// Reads one value and returns the offset after it and its closing tag.
    fn value(&mut self, name: &str, start: usize, is_text: Option<bool>, is_closed: bool) -> usize {
        let (text, tags) = (self.text, self.tags);
        let TagSeeks { closes: [close, plain], opens, any_open, any_close, ends, .. } = &mut *self.seeks;
        // A CDATA section says itself where it ends.
        let section = text[start..].trim_start().strip_prefix(CDATA);
        if let Some(inner) = section
            && let Some(len) = inner.find(CDATA_END)
        {
            let from = text.len() - inner.len();
            let end = from + len + CDATA_END.len();
            let after = end + space(&text[end..]);
            let tag =
                [close.needle(), plain.needle()].into_iter().find(|tag| text[after..].starts_with(*tag));
            let tag = tag.map_or(0, str::len);
            self.push(name, from..from + len, is_text, false);
            return after + tag;
        }
        let counts = |at: usize, len: usize| {
            let rest = text[at + len..].trim_start();
            rest.is_empty() || ends_call(rest, tags) || opener(rest, tags).is_some() || is_cut_tag(rest, tags)
        };
        let (len, plain_len) = (close.needle().len(), plain.needle().len());
        let found = close.find(text, start, |at| counts(at, len)).map(|at| (at, len));
        let other = plain.find(text, start, |at| counts(at, plain_len)).map(|at| (at, plain_len));
        let found = found.into_iter().chain(other).min();
        let limit = found.map_or(text.len(), |(at, _)| at);
        if let (Some(inner), None) = (section, found) {
            let value = super::without_cut(super::without_cut(inner, close.needle()), CDATA_END);
            self.builder.push_cut(name, value, is_text, start..text.len());
            return text.len();
        }
        // Where the next parameter begins a line, or the call ends, before a closing tag that counts: it is missing.
        let next = opens.find(text, start, |at| {
            text[..at].trim_end_matches([' ', '\t']).ends_with('\n') && opener(&text[at..], tags).is_some()
        });
        // A value whose closing tag came before it ends where any other parameter begins, like one whose closing tag is
        // missing: the first one that follows is then the other's. In a value that holds such parameters, they are closed.
        let is_bare = found.is_some_and(|(at, _)| any_close.find(text, start, |_| true) == Some(at));
        let next = if is_closed || is_bare {
            any_open.find(text, start, |at| opener(&text[at..], tags).is_some())
        } else {
            next
        };
        // A value without its closing tag, and half a tag at the end of the text, are cut off.
        let call = ends.find(text, start, |at| {
            let wrapper = text[at..].starts_with(WRAPPER_END).then_some(WRAPPER_END.len());
            call_end(&text[at..], tags).or(wrapper).is_some_and(|len| {
                let (tag, rest) = text[at..].split_at(len);
                let rest = rest.trim_start();
                tag.ends_with('>') && (rest.is_empty() || rest.starts_with('<'))
            })
        });
        // A closing tag after the end of the call is this value's own unless another parameter begins before it.
        let call = call.filter(|at| {
            found.is_none()
                || any_open
                    .find(text, *at, |at| opener(&text[at..], tags).is_some())
                    .is_some_and(|at| at < limit)
        });
        let missing = next.into_iter().chain(call).min().filter(|at| *at < limit);
        match (missing, found) {
            (Some(end), _) => {
                // `<parameter name="city">Rome</city>`: the tag that closes it bears the name of the parameter.
                let value = text[start..end].trim_end();
                let own =
                    value.strip_suffix('>').and_then(|rest| rest.strip_suffix(name)?.strip_suffix("</"));
                let (kept, closed) = own.map_or((end, end), |own| (start + own.len(), start + value.len()));
                self.builder.note(CallCode::MissingClose, kept..closed);
                self.push(name, start..kept, is_text, true);
                end
            }
            (None, Some((end, len))) => {
                self.push(name, start..end, is_text, true);
                end + len
            }
            (None, None) => self.cut_value(name, start, is_text),
        }
    }

    /// Adds the value from `start` on, which the end of the text cuts, without what may be the beginning of a tag that ends it.
    fn cut_value(&mut self, name: &str, start: usize, is_text: Option<bool>) -> usize {
        let (text, tags) = (self.text, self.tags);
        let (own, next) = (format!("</{name}>"), format!("\n<{}{}", tags.prefix, tags.word));
        let call = format!("</{}{}>", tags.prefix, tags.call);
        let value = &text[start..];
        let opener = value.rfind(&next).filter(|at| !value[*at..].contains('>'));
        let value = &value[..opener.unwrap_or(value.len())];
        let ends = [self.seeks.closes[0].needle(), &own, &call, WRAPPER_END, &next];
        let value = ends.iter().fold(value, |value, mark| super::without_cut(value, mark));
        let value = value.trim_end().strip_suffix(&own).unwrap_or(value);
        let value = if CDATA.starts_with(value.trim_start()) { "" } else { value };
        let value = if tags.trims { super::without_line_ends(value.trim_end_matches('\r')) } else { value };
        self.builder.push_cut(name, value, is_text, start..text.len());
        text.len()
    }

    fn push(&mut self, name: &str, span: Range<usize>, is_text: Option<bool>, trims: bool) {
        let mut value = &self.text[span.clone()];
        if trims && self.tags.trims {
            value = super::without_line_ends(value);
        }
        let value = match is_text {
            Some(false) => super::decode::decode(value, &mut self.builder.changes, &span),
            Some(true) => Raw::Json(super::string(value)),
            None => Raw::Text(value.to_owned()),
        };
        self.builder.push(name, value, span);
    }
}

/// Length of the white space that `text` begins with.
fn space(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// The opening tag that `text` begins with.
fn opener<'t>(text: &'t str, tags: &Tags) -> Option<Opener<'t>> {
    let inside = after_word(text, tags)?;
    let close = head_end(inside)?;
    let (head, end) = (&inside[..close], text.len() - inside.len() + close + 1);
    if let Some(found) = unclosed_opener(head, text.len() - inside.len()) {
        return Some(found);
    }
    let is_text = || {
        let says = attribute(head, "string").map(|value| value == "true");
        says.or_else(|| attribute(head, "type").map(|word| word == "string"))
    };
    if let Some(name) = head.strip_prefix('=') {
        // Attributes may follow the name: `<parameter=path type="string">`.
        let name = name.trim();
        let (name, is_text) = match name.split_once(char::is_whitespace) {
            Some((name, rest)) if rest.contains('=') => (name, is_text()),
            _ => (name, None),
        };
        let name = name.trim_matches(['"', '\'']);
        return Opener::of(name, end, is_text).filter(|opener| !opener.name.contains(['\n', '<']));
    }
    if head.is_empty() {
        // `<parameter>k</parameter>v`: the name stands where the value should.
        let close = format!("</{}{}>", tags.prefix, tags.word);
        let name = &text[end..];
        let (name, rest) = name.split_at(name.find(['<', '>', '\n'])?);
        let end = end + name.len();
        if !super::is_word(name) {
            return None;
        }
        // `<parameter>k>v</parameter>`: one of its characters is wrong.
        if rest.starts_with('>') {
            return Some(Opener { is_broken: true, ..Opener::of(name, end + 1, None)? });
        }
        let opener = Opener::of(name, end + close.len(), None).filter(|_| rest.starts_with(&close))?;
        return Some(Opener { is_closed: true, ..opener });
    }
    let name = attribute(head, "name")?;
    Opener::of(name, end, is_text())
}

/// The opening tag that lost its `>`: `<parameter=path\n/a</parameter>`, also with a colon in place of it. `start` is where its
/// head begins.
fn unclosed_opener(head: &str, start: usize) -> Option<Opener<'_>> {
    let inside = head.strip_prefix('=').filter(|_| head.contains(['\n', '<']))?;
    let len = inside.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '.'))?;
    let (name, rest) = inside.split_at(len);
    let mark = [": ", ":\n", "\n"].into_iter().find(|mark| rest.starts_with(mark))?;
    // The line end is one of those around the value.
    let end = start + 1 + len + mark.trim_end_matches('\n').len();
    Some(Opener { is_broken: true, ..Opener::of(name, end, None)? })
}

/// What follows `<parameter` with a `>`, `=` or space after it; a detokeniser may have lost or marked the space.
fn after_word<'t>(text: &'t str, tags: &Tags) -> Option<&'t str> {
    let rest = text.strip_prefix('<')?.strip_prefix(tags.prefix.as_str())?.strip_prefix(tags.word)?;
    let spaced = rest.starts_with(['=', '>', ' ', '\n', '\t', '\u{120}']) || rest.starts_with("name=");
    spaced.then_some(rest)
}

/// Length of the tag that closes the call, if `rest` begins with it. The tag without its last character, at the end of the text,
/// is the stop sequence that some agents give their model: no parameter can follow it.
fn call_end(rest: &str, tags: &Tags) -> Option<usize> {
    let rest_of = rest.strip_prefix("</")?;
    let named = rest_of.strip_prefix(tags.prefix.as_str()).unwrap_or(rest_of);
    // The tag of the call may stand in a namespace that its parameters do without.
    let space = named.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let bare = named[space..].strip_prefix(':').filter(|_| space > 0);
    let barred = || named.strip_prefix(BARS)?.trim_start_matches(char::is_alphabetic).strip_prefix(BARS);
    let bare = bare.or_else(barred).unwrap_or(named);
    let tail = bare.strip_prefix(tags.call.as_str())?;
    let is_stop = tail.trim_end().is_empty();
    (is_stop || tail.starts_with('>')).then(|| rest.len() - tail.len() + usize::from(!is_stop))
}

/// Returns whether the call ends here: with its own closing tag, the wrapper's, or the next call.
fn ends_call(rest: &str, tags: &Tags) -> bool {
    if call_end(rest, tags).is_some() {
        return true;
    }
    let Some(tag) = rest.strip_prefix('<') else { return false };
    let tag = tag.strip_prefix('/').unwrap_or(tag);
    let bare = tag.strip_prefix(tags.prefix.as_str()).unwrap_or(tag);
    BESIDE.iter().any(|word| bare.starts_with(word) || tag.starts_with(word))
}

/// Returns whether this is the beginning of a tag of this call that the end of the text cut off.
fn is_cut_tag(rest: &str, tags: &Tags) -> bool {
    if rest.len() > 64 || !rest.starts_with('<') || rest.contains('>') {
        return false;
    }
    // Tags that are whole are spelled like the table before they are read, whatever their case.
    let (rest, prefix) = (rest.to_ascii_lowercase(), tags.prefix.to_ascii_lowercase());
    let closes = rest.strip_prefix("</");
    let tag = closes.unwrap_or(&rest[1..]);
    let bare = tag.strip_prefix(prefix.as_str()).unwrap_or(tag);
    let meets = |word: &str| [tag, bare].iter().any(|tag| word.starts_with(tag) || tag.starts_with(word));
    // A tag in a namespace of its own may close the call.
    let is_in_namespace = closes.is_some_and(|tag| {
        let (_, word) = tag.split_once(':').unwrap_or((tag, ""));
        tags.call.starts_with(word)
            && tag.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b':' | b'_'))
    });
    is_in_namespace
        || prefix.starts_with(tag)
        || tag.starts_with(BARS)
        || meets(tags.word)
        || closes.is_some() && meets(&tags.call)
        || BESIDE.iter().any(|word| meets(word))
}
