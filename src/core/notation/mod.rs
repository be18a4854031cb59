//! How other languages write data: strict readers, each of which reads a text as a whole or says no, and what they share with
//! the repair of broken JSON.

pub(crate) mod backslash;
pub(crate) mod number;
pub(crate) mod python;

use std::ops::Range;

use crate::core::json::is_space;

/// Is this comment rather content of a string that quotes stand in, as in `src="//host/a.js">` and `href="#top">`? Right
/// after a quote, without the blank that begins a comment or the sign that ends one, and with another such quote in it.
pub(crate) fn comment_is_content(text: &[u8], comment: Range<usize>) -> bool {
    let quote = comment.start.checked_sub(1).map(|at| text[at]);
    let Some(quote) = quote.filter(|byte| matches!(byte, b'"' | b'\'')) else { return false };
    let comment = &text[comment];
    let is_plain = match comment.strip_prefix(b"/*") {
        Some(_) => comment.ends_with(b"*/"),
        None => comment.iter().find(|byte| !matches!(byte, b'/' | b'#')).is_none_or(|byte| is_space(*byte)),
    };
    !is_plain && memchr::memchr(quote, comment).is_some()
}
