//! The texts and facts of an API's answer beside its calls: one event after the other, in the order of the text.

use std::borrow::Cow;
use std::ops::Range;

use crate::core::json::lossy;

/// Tells what an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Saying {
    /// A piece of the text of a message.
    Text,
    /// A piece of the reasoning of a message.
    Thought,
    /// Why the model stopped, in the words of the API.
    Finish,
    /// The model, as the API names it.
    Model,
}

/// One thing that an answer says.
#[derive(Clone, Debug)]
pub struct Said {
    /// Says what it is.
    pub what: Saying,
    /// Its characters, where they are not what the string at `span` says.
    pub text: Option<String>,
    /// The bytes of the input that say it.
    pub span: Range<usize>,
    /// The number of its message among the answers of one request.
    pub choice: usize,
}

impl Said {
    /// Returns its characters. `input` is the text that was read.
    pub fn text<'s>(&'s self, input: &'s str) -> Cow<'s, str> {
        let quoted = || input.get(self.span.clone())?.strip_prefix('"')?.strip_suffix('"');
        match &self.text {
            Some(text) => Cow::Borrowed(text),
            None => quoted().map(lossy).unwrap_or_default(),
        }
    }
}
