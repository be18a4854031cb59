//! Names at the beginning of a line, names of files, and products on their way to a terminal, made safe to show.

use std::borrow::Cow;
use std::fmt::Write;

use crate::core::json::shown::{escape, is_invisible, is_unsafe};

/// A name at the beginning of a line, safe to show; `::error::` there, also after spaces, is a command to a build service.
pub(crate) fn escape_first(text: &str) -> Cow<'_, str> {
    let safe = escape(text);
    if safe.trim_start().starts_with("::") { Cow::Owned(format!("./{safe}")) } else { safe }
}

/// A product on its way to a terminal: what JSON lets stand raw in a string and a terminal obeys (DEL, C1 controls,
/// changes of direction) becomes a JSON escape, and a CR, which could overwrite a line, a space. The value stays.
pub fn for_terminal(text: &str) -> Cow<'_, str> {
    let is_obeyed = |c: char| is_unsafe(c) && !is_invisible(c) && !matches!(c, '\n' | '\t');
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\r' => out.push(' '),
            c if is_obeyed(c) => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}
