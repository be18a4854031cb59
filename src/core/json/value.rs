//! `Value<'a>`: a JSON value that keeps what the text said.
//!
//! Strings and numbers stay the text they were (borrowed where possible), members keep their order, and duplicate
//! names are all there. A caller that needs meaning asks for it: `Text::decode` for characters, the exact decimals of the
//! number module for arithmetic.

use super::escape::push_escaped;
use super::unescape::{lossy, unescape};
use std::borrow::Cow;

/// A JSON value. `PartialEq` compares spelling (`1.0` differs from `1`, `"\u0061"` from `"a"`).
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number as it was written (RFC 8259, section 6).
    Number(Cow<'a, str>),
    /// A string.
    String(Text<'a>),
    /// An array.
    Array(Vec<Value<'a>>),
    /// The members of an object in document order, duplicates included.
    Object(Vec<(Text<'a>, Value<'a>)>),
}

/// A string as JSON spells it: the characters between the quotes, escapes included.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Text<'a>(Cow<'a, str>);

impl<'a> Text<'a> {
    /// Wraps what stands between the quotes of a valid JSON string.
    pub fn from_raw(raw: &'a str) -> Self {
        Self(Cow::Borrowed(raw))
    }

    /// Spells `plain` as JSON: escapes quotes, backslashes and control characters, and nothing else.
    pub fn from_plain(plain: &'a str) -> Self {
        if plain.bytes().any(|b| matches!(b, b'"' | b'\\' | 0..=0x1f)) {
            let mut raw = String::with_capacity(plain.len() + 8);
            push_escaped(&mut raw, plain);
            Self(Cow::Owned(raw))
        } else {
            Self(Cow::Borrowed(plain))
        }
    }

    /// The JSON spelling between the quotes.
    pub fn raw(&self) -> &str {
        &self.0
    }

    /// The characters the string stands for; borrowed when it holds no escape, and `None` when an escape names half of a
    /// surrogate pair, which is no character.
    pub fn decode(&self) -> Option<Cow<'_, str>> {
        unescape(&self.0, None)
    }

    /// As `decode`, with U+FFFD for every lone surrogate.
    pub fn decode_lossy(&self) -> Cow<'_, str> {
        lossy(&self.0)
    }

    /// A copy that borrows nothing.
    pub fn into_owned(self) -> Text<'static> {
        Text(Cow::Owned(self.0.into_owned()))
    }
}

impl<'a> Value<'a> {
    /// The value of the last member with this name (the one most readers take), if this is an object that has it.
    pub fn get(&self, name: &str) -> Option<&Value<'a>> {
        let Self::Object(members) = self else { return None };
        members
            .iter()
            .rev()
            .find(|(key, _)| key.decode().is_some_and(|key| key == name))
            .map(|(_, value)| value)
    }

    /// What this says, if it is a string; U+FFFD stands for each lone surrogate.
    pub fn text(&self) -> Option<String> {
        match self {
            Self::String(text) => Some(text.decode_lossy().into_owned()),
            _ => None,
        }
    }

    /// `null`, `boolean`, `number`, `string`, `array` or `object`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Number(_) => "number",
            Self::String(_) => "string",
            Self::Array(_) => "array",
            Self::Object(_) => "object",
        }
    }

    /// Moves the children that hold children themselves into `out`.
    fn take_containers(&mut self, out: &mut Vec<Value<'a>>) {
        let is_container = |v: &Value<'_>| matches!(v, Value::Array(_) | Value::Object(_));
        match self {
            Self::Array(items) if items.iter().any(is_container) => out.append(items),
            Self::Object(members) if members.iter().any(|(_, v)| is_container(v)) => {
                out.extend(std::mem::take(members).into_iter().map(|(_, value)| value));
            }
            _ => {}
        }
    }
}

impl Drop for Value<'_> {
    /// Iterative, so that a value of any depth is dropped on any stack.
    fn drop(&mut self) {
        let mut pending = Vec::new();
        self.take_containers(&mut pending);
        while let Some(mut value) = pending.pop() {
            value.take_containers(&mut pending);
        }
    }
}
