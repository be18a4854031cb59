//! The message that carried a result, the result that it carried, and what can be said of both.

use std::borrow::Cow;
use std::io::{self, Read};

use super::{Flexible, Outline, Preview, Unwrapped, find, is_message, opened};
use crate::core::json::{boundary, quoted};

/// Bytes of a result that are looked at to know its kind.
pub const HEAD: usize = 64 << 10;

/// The message that carried a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Carrier {
    /// Its name in previews; `None` where there is no message.
    pub name: Option<&'static str>,
    /// Its parts by type and size, where it has several.
    pub parts: Vec<String>,
    /// Set where it says that the tool failed.
    pub is_error: bool,
}

impl Carrier {
    /// A message with these parts.
    pub fn of_parts(parts: Vec<String>, is_error: bool) -> Self {
        let name = if parts.is_empty() { "structured content" } else { "content blocks" };
        Self { name: Some(name), parts, is_error }
    }

    /// Says in a preview what carried the result.
    fn put_into(&self, one: &mut Flexible) {
        if let Some(name) = self.name {
            one.preview.members.insert(0, ("unwrapped".to_owned(), quoted(name)));
        }
        if !self.parts.is_empty() {
            let parts = self.parts.iter().map(|part| quoted(part)).collect::<Vec<_>>();
            one.preview.members.insert(1, ("parts".to_owned(), format!("[{}]", parts.join(","))));
        }
    }
}

/// All that can be said of a result.
pub enum Sayable {
    /// In a preview of one size.
    Preview(Preview),
    /// In one that takes the room that it gets.
    Outline(Outline),
}

impl Sayable {
    /// Returns a preview that has so many bytes for what can be left out.
    pub fn preview(&self, room: Option<usize>, carrier: &Carrier) -> Flexible {
        let mut one = match self {
            Self::Preview(preview) => preview.clone().into(),
            Self::Outline(outline) => outline.preview(room),
        };
        carrier.put_into(&mut one);
        one
    }
}

/// Returns whether the text that begins with `head` is a message that carries a result.
pub fn is_carried(head: &[u8]) -> bool {
    find(head).is_some() || is_message(head)
}

/// Returns the result that a text is or carries. The text is one JSON document, or none.
pub fn carried(text: &str) -> io::Result<(Cow<'_, str>, Carrier)> {
    let (head, rest) = text.as_bytes().split_at(boundary::floor(text, text.len().min(HEAD)));
    if !is_carried(head) {
        return Ok((Cow::Borrowed(text), Carrier::default()));
    }
    if let Some(opened) = opened(text) {
        return Ok((Cow::Owned(opened.text), Carrier::of_parts(opened.parts, opened.is_error)));
    }
    let Some(wrapping) = find(head) else { return Ok((Cow::Borrowed(text), Carrier::default())) };
    let mut inner = Unwrapped::new(head, &wrapping, rest);
    let mut result = String::new();
    inner.read_to_string(&mut result)?;
    let is_error = inner.besides()?.is_error;
    Ok((Cow::Owned(result), Carrier { name: Some(wrapping.name), parts: Vec::new(), is_error }))
}
