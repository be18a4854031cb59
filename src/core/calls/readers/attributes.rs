//! Attributes of tags, and the arguments that some models write as such.

use super::source::Source;
use super::{Builder, Raw, is_name, is_word, string};
use crate::core::calls::types::change::CallCode;

/// Bytes of the head of a call whose attributes hold its arguments.
const LONGEST_CALL: usize = 1 << 14;

/// Attributes of a call that are no arguments; `ID` are those that identify it.
const OWN: [&str; 2] = ["name", "index"];
const ID: [&str; 2] = ["id", "call_id"];

/// The attribute that says no more than the tag.
const TYPE: (&str, &str) = ("type", "function");

/// Names of attributes and elements that hold all arguments as one object.
pub(in crate::core::calls) const WHOLE: [&str; 5] = ["arguments", "args", "input", "parameters", "params"];

/// Returns where the head of the tag of a call ends, which may hold the arguments.
pub(in crate::core::calls) fn call_head_end(cx: &mut Source<'_>, start: usize) -> Option<usize> {
    let head = &cx.text[start..];
    let mut end = quoted_end(head, LONGEST_HEAD);
    if end.is_none() && cx.spend_scan(head.len().min(LONGEST_CALL)) {
        end = quoted_end(head, LONGEST_CALL);
    }
    end.or_else(|| head_end(head))
}

/// What the attributes of the tag of a call say.
pub(in crate::core::calls) struct Given {
    /// The id of the call as JSON text.
    pub(in crate::core::calls) id: Option<String>,
    /// The arguments, where there are some: `a="1"`, `arguments='{"a": 1}'`.
    pub(in crate::core::calls) arguments: Option<Builder>,
}

/// Returns what the attributes of the tag of a call say, which stand from `start` to `end`.
pub(in crate::core::calls) fn given(text: &str, start: usize, end: usize) -> Given {
    let (mut builder, mut id) = (Builder::empty(), None);
    let mut rest = &text[start..end];
    while let Some((before, after)) = rest.split_once('=') {
        let key = before.rsplit(char::is_whitespace).next().unwrap_or_default();
        let value = after.trim_start();
        rest = value;
        let Some(inside) = value.strip_prefix(['"', '\'']) else { continue };
        let quote = &value[..1];
        let parts = match inside.split_once(quote) {
            // Quotes that are not escaped: the last one closes the object.
            Some((held, _)) if WHOLE.contains(&key) && held.trim() == "{" => inside.rsplit_once(quote),
            parts => parts,
        };
        let (held, next) = parts.unwrap_or((inside.trim_end_matches('/').trim_end(), ""));
        rest = next;
        if ID.contains(&key) {
            id = Some(string(held));
        }
        if OWN.contains(&key) || ID.contains(&key) || (key, held) == TYPE || !is_name(key) {
            continue;
        }
        let at = end - value.len() + quote.len();
        if parts.is_none() {
            builder.note(CallCode::BrokenTag, at..at + held.len());
        }
        let key = if WHOLE.contains(&key) { WHOLE[0] } else { key };
        builder.push(key, Raw::Text(entities(held)), at..at + held.len());
    }
    let arguments = (!builder.members().is_empty()).then_some(builder);
    Given { id, arguments }
}

/// The four entities that this format writes in attributes.
pub(in crate::core::calls) fn entities(text: &str) -> String {
    text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// Bytes of a tag after its first word: a `<` in a value that no `>` follows soon is content.
const LONGEST_HEAD: usize = 400;

/// Returns where the head of a tag ends: at the first `>` outside of the quotes of an attribute, or else at the first one.
pub(in crate::core::calls) fn head_end(inside: &str) -> Option<usize> {
    let window = &inside.as_bytes()[..inside.len().min(LONGEST_HEAD)];
    quoted_end(inside, LONGEST_HEAD).or_else(|| memchr::memchr(b'>', window))
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

/// Returns the value of an attribute in a tag's head.
pub(in crate::core::calls) fn attribute<'t>(head: &'t str, name: &str) -> Option<&'t str> {
    // What stands in quotes is no name.
    let mut rest = head;
    while let Some((before, after)) = rest.split_once('=') {
        let Some(quote) = after.trim_start().chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            rest = after;
            continue;
        };
        let inside = &after.trim_start()[1..];
        let unclosed = is_word(inside).then_some((inside, ""));
        let (value, next) = inside.split_once(quote).or(unclosed)?;
        let key = before.trim_end();
        let word = key.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '.'));
        if &key[word.len()..] == name {
            return Some(value);
        }
        rest = next;
    }
    let mut from = 0;
    loop {
        let at = from + head[from..].find(name)?;
        let rest = head[at + name.len()..].trim_start();
        if let Some(value) = rest.strip_prefix('=') {
            let value = value.trim_start();
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            return value[1..].split_once(quote).map(|(value, _)| value);
        }
        from = at + name.len();
    }
}
