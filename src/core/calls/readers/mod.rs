//! The payload readers that the families share. Each starts at an offset, says where it stopped, and never reads a
//! byte more often than its budget allows.

pub(in crate::core::calls) mod attributes;
pub(in crate::core::calls) mod decode;
pub(in crate::core::calls) mod elements;
pub(in crate::core::calls) mod gemma;
pub(in crate::core::calls) mod json;
pub(in crate::core::calls) mod kwargs;
pub(in crate::core::calls) mod object;
pub(in crate::core::calls) mod pairs;
pub(in crate::core::calls) mod seek;
pub(in crate::core::calls) mod source;
pub(in crate::core::calls) mod tagged;

use std::ops::Range;

use crate::core::calls::types::change::{CallCode, Change};
use crate::core::repair::engine::CutPlace;

pub(in crate::core::calls) use crate::core::json::quoted as string;

/// A value among tagged parameters.
#[derive(Clone, Debug)]
pub(in crate::core::calls) enum Raw {
    /// JSON, as the text itself says.
    Json(String),
    /// Text without a type.
    Text(String),
    /// Text that the end of the text cuts, and whether it is known to be JSON.
    Cut { text: String, is_json: bool },
    /// Elements, by their names: an object or an array.
    Elements(Vec<(String, Raw)>),
    /// Holds an element that nothing closes, and whether it is empty.
    Unclosed(bool),
}

/// A tagged parameter.
#[derive(Clone, Debug)]
pub(in crate::core::calls) struct Member {
    pub(in crate::core::calls) name: String,
    pub(in crate::core::calls) value: Raw,
    /// Values that the same name had before, with their places.
    pub(in crate::core::calls) earlier: Vec<(Raw, Range<usize>)>,
    span: Range<usize>,
}

/// Arguments that are not JSON in the source, on their way to become an object.
#[derive(Clone, Debug, Default)]
pub(in crate::core::calls) struct Builder {
    members: Vec<Member>,
    /// The text of one object that holds all of the arguments.
    pub(in crate::core::calls) whole: Option<String>,
    pub(in crate::core::calls) changes: Vec<Change>,
    pub(in crate::core::calls) cut: Option<CutPlace>,
    /// States whether the call's own end was read, or the start of the next call. Without it, more was to come.
    pub(in crate::core::calls) is_closed: bool,
}

impl Builder {
    /// The arguments of a call that has none and ends with its name.
    pub(in crate::core::calls) fn empty() -> Self {
        Self { is_closed: true, ..Self::default() }
    }

    /// Returns whether there is one argument, and it has this name.
    pub(in crate::core::calls) fn is_only(&self, name: &str) -> bool {
        matches!(self.members.as_slice(), [member] if member.name == name)
    }

    /// Where the call was cut off, if it was.
    pub(in crate::core::calls) fn cut(&self) -> Option<CutPlace> {
        self.cut.or((!self.is_closed).then_some(CutPlace::BetweenMembers))
    }

    /// Adds a member. Of values with the same name the last wins, unless the tool wants a list.
    pub(in crate::core::calls) fn push(&mut self, name: &str, value: Raw, span: Range<usize>) {
        // Tools have a handful of parameters; past that they are not all compared.
        let old = if self.members.len() < 256 {
            self.members.iter_mut().find(|member| member.name == name)
        } else {
            None
        };
        if let Some(member) = old {
            let before =
                (std::mem::replace(&mut member.value, value), std::mem::replace(&mut member.span, span));
            member.earlier.push(before);
        } else {
            self.members.push(Member { name: name.to_owned(), value, earlier: Vec::new(), span });
        }
    }

    /// Adds the member whose value the end of the text cuts. `is_text` says whether the value is a string, where that is known. A
    /// value of which nothing came yet, or nothing that says what it is, is left out.
    pub(in crate::core::calls) fn push_cut(
        &mut self,
        name: &str,
        value: &str,
        is_text: Option<bool>,
        span: Range<usize>,
    ) {
        let is_empty = match is_text {
            Some(true) => false,
            Some(false) => decode::cut(value, true).is_none(),
            None => value.trim().is_empty(),
        };
        let value = match is_text {
            _ if is_empty => None,
            Some(true) => Some(Raw::Json(string(value))),
            _ => Some(Raw::Cut { text: value.to_owned(), is_json: is_text.is_some() }),
        };
        self.cut = Some(if value.is_some() { CutPlace::String } else { CutPlace::AfterColon });
        if let Some(value) = value {
            self.push(name, value, span);
        }
    }

    pub(in crate::core::calls) fn note(&mut self, code: CallCode, span: Range<usize>) {
        self.changes.push(Change::of(code, span));
    }

    /// The members in the order they came.
    pub(in crate::core::calls) fn members(&self) -> &[Member] {
        &self.members
    }

    /// The places of the values.
    pub(in crate::core::calls) fn spans(&self) -> impl Iterator<Item = &Range<usize>> {
        self.members.iter().map(|member| &member.span)
    }

    /// Gives the members away.
    pub(in crate::core::calls) fn take_members(&mut self) -> Vec<Member> {
        std::mem::take(&mut self.members)
    }
}

/// Returns whether this can be the name of a tool. Names are short and hold no markup, brackets or quotes.
pub(in crate::core::calls) fn is_name(name: &str) -> bool {
    // Nearly all names are such.
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let is_barred =
        |c: char| c.is_control() || matches!(c, '{' | '}' | '<' | '>' | '"' | '\'' | '(' | ')' | ',' | ';');
    !name.is_empty()
        && name.len() <= 256
        && (name.bytes().all(is_plain) || name.trim() == name && !name.contains(is_barred))
}

/// Returns whether this can be a name where nothing marks its ends: one word, which a letter begins.
pub(in crate::core::calls) fn is_word(name: &str) -> bool {
    is_name(name)
        && name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && !name.ends_with([':', '.'])
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | ':' | '/'))
}

/// Returns `text` without the first part of `mark` at its end, however it is spelled: what the cut left of a mark is no content.
pub(in crate::core::calls) fn without_cut<'t>(text: &'t str, mark: &str) -> &'t str {
    let before = |len: usize| {
        let (before, end) = text.split_at_checked(text.len().checked_sub(len)?)?;
        end.eq_ignore_ascii_case(mark.get(..len)?).then_some(before)
    };
    (1..mark.len()).rev().find_map(before).unwrap_or(text)
}

/// Returns a value without the line ends that belong to its tags.
pub(in crate::core::calls) fn without_line_ends(value: &str) -> &str {
    let value = value.strip_prefix("\r\n").or(value.strip_prefix('\n')).unwrap_or(value);
    value.strip_suffix("\r\n").or(value.strip_suffix('\n')).unwrap_or(value)
}

/// Returns whether a quote stands right before a marker, so that the text only speaks of it.
pub(in crate::core::calls) fn is_quoted(before: &str) -> bool {
    before.ends_with(['`', '"', '\'', '“', '‘', '\\'])
}
