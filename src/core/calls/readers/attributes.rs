//! Attributes of tags, and what those of a call's own tag hold: its id, and the arguments of models that write them there.

use std::ops::Range;

use super::source::Source;
use super::{Builder, Raw, is_name, is_word, string};
use crate::core::calls::formats::members::{ARGUMENTS, IDS};
use crate::core::calls::formats::names::{self, Keys};
use crate::core::calls::types::change::CallCode;

/// Bytes of a tag after its first word: a `<` in a value that no `>` follows soon is content.
const LONGEST_HEAD: usize = 400;

/// Bytes of the tag of a call, whose attributes may hold its arguments.
const LONGEST_CALL: usize = 1 << 14;

/// Attributes of a call that are neither its id nor an argument.
const OWN: Keys = Keys::of(&[names::NAME, names::INDEX]);

/// The attribute that says no more than the tag.
const TYPE: (&str, &str) = ("type", "function");

/// The letter that some detokenisers leave in place of a space.
const SPACE: char = '\u{120}';

/// An attribute of a tag.
struct Attribute<'t> {
    key: &'t str,
    value: &'t str,
    /// States whether its value has the quote that closes it, or none at all.
    is_closed: bool,
}

/// Returns the attributes in the head of a tag: `a="1"`, `a='1'`, `a=1`.
fn attributes(head: &str) -> impl Iterator<Item = Attribute<'_>> {
    let mut rest = head;
    std::iter::from_fn(move || {
        let (before, after) = rest.split_once('=')?;
        let (before, after) = (before.trim_end(), after.trim_start());
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '.');
        let key = before[before.trim_end_matches(is_part).len()..].trim_start_matches(SPACE);
        let inside = after.strip_prefix(['"', '\'']);
        let parts = inside.and_then(|inside| {
            let (value, next) = inside.split_once(&after[..1])?;
            // The quotes of an object that are not escaped: the last one closes it.
            let is_whole = !matches!(value.trim(), "{" | "[");
            if is_whole { Some((value, next)) } else { inside.rsplit_once(&after[..1]) }
        });
        let bare = after.split_at(after.find(char::is_whitespace).unwrap_or(after.len()));
        let (value, next) = parts.or(inside.map(|inside| (inside, ""))).unwrap_or(bare);
        rest = next;
        Some(Attribute { key, value, is_closed: parts.is_some() || inside.is_none() })
    })
}

/// Returns the value of an attribute in the head of a tag.
pub(in crate::core::calls) fn attribute<'t>(head: &'t str, key: &str) -> Option<&'t str> {
    attributes(head).find(|attribute| attribute.key == key).map(|attribute| attribute.value)
}

/// The id and the arguments in the tag of a call.
pub(in crate::core::calls) struct OfCall {
    /// The id as JSON text.
    pub(in crate::core::calls) id: Option<String>,
    pub(in crate::core::calls) arguments: Builder,
}

/// Returns the id and the arguments that the attributes of a call hold: `a="1"`, `arguments='{"a": 1}'`.
pub(in crate::core::calls) fn of_call(text: &str, head: Range<usize>) -> OfCall {
    let (mut arguments, mut id) = (Builder::empty(), None);
    for Attribute { key, value, is_closed } in attributes(&text[head]) {
        let number = names::number(key.as_bytes());
        if Keys::of(&IDS).has_number(number) {
            id = Some(string(value));
            continue;
        }
        if OWN.has_number(number) || (key, value) == TYPE || !is_name(key) {
            continue;
        }
        let start = value.as_ptr() as usize - text.as_ptr() as usize;
        let span = start..start + value.len();
        if !is_closed {
            arguments.note(CallCode::BrokenTag, span.clone());
        }
        let is_whole = holds_all(key) && value.trim_start().starts_with('{');
        let key = if is_whole { names::ARGUMENTS.name() } else { key };
        arguments.push(key, Raw::Text(entities(value)), span);
    }
    OfCall { id, arguments }
}

/// Returns whether an attribute or an element of this name holds all arguments, if it holds an object.
pub(in crate::core::calls) fn holds_all(name: &str) -> bool {
    Keys::of(&ARGUMENTS).has_number(names::number(name.as_bytes()))
}

/// Replaces the four entities that stand in attributes.
pub(in crate::core::calls) fn entities(text: &str) -> String {
    text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// Returns where the head of a tag ends: at the first `>` outside of the quotes of an attribute, or else at the first one.
pub(in crate::core::calls) fn head_end(inside: &str) -> Option<usize> {
    quoted_end(inside, LONGEST_HEAD).or_else(|| first_end(inside))
}

/// Returns where the head of the tag of a call ends, which may hold long arguments.
pub(in crate::core::calls) fn call_head_end(cx: &mut Source<'_>, start: usize) -> Option<usize> {
    let inside = &cx.text[start..];
    let mut end = quoted_end(inside, LONGEST_HEAD);
    if end.is_none() && cx.spend_scan(inside.len().min(LONGEST_CALL)) {
        end = quoted_end(inside, LONGEST_CALL);
    }
    end.or_else(|| first_end(inside))
}

/// Returns the head of a tag without the slash of an empty element, and whether it has one.
pub(in crate::core::calls) fn without_slash(head: &str) -> (&str, bool) {
    head.strip_suffix('/').map_or((head, false), |inside| (inside, true))
}

/// Returns where the first `>` of a head stands.
fn first_end(inside: &str) -> Option<usize> {
    memchr::memchr(b'>', &inside.as_bytes()[..inside.len().min(LONGEST_HEAD)])
}

/// Returns where the first `>` stands outside of the quotes of an attribute, among so many bytes.
fn quoted_end(inside: &str, longest: usize) -> Option<usize> {
    let window = &inside.as_bytes()[..inside.len().min(longest)];
    let (mut quote, mut value) = (None, 0);
    let mut last = b' ';
    for (at, byte) in window.iter().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') if last == b'=' => (quote, value) = (Some(byte), at + 1),
            (Some(open), byte) if open == byte => quote = None,
            // `name="f>`: the quote that closes the name is lost.
            (Some(_), b'>') if is_word(&inside[value..at]) => return Some(at),
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            last = *byte;
        }
    }
    None
}
