//! Where a text may hold calls, and which reader sees which part of it.

pub mod answer;
mod bare;
mod block;
pub mod detect;
mod exposure;
mod found;
mod marks;
mod needles;
mod page;
mod scan;
mod sections;
mod spelling;
mod turns;
mod unread;

use std::borrow::Cow;

use crate::core::calls::types::call::{Calls, Reason};
use crate::core::calls::types::options::Options;
use crate::core::repair::engine::{self, Failure, FailureCode};

/// Finds the calls of one message, answer or stream of events.
///
/// Bytes that are not UTF-8 are read as U+FFFD, and spans then count in that text. Fails only where the text cannot
/// be read at all: another encoding, or nesting beyond the limit around the calls.
pub fn extract(input: &[u8], options: &Options<'_>) -> Result<Calls, Failure> {
    if input.starts_with(&[0xff, 0xfe]) || input.starts_with(&[0xfe, 0xff]) {
        return Err(Failure::new(FailureCode::Encoding, 0));
    }
    let text = match crate::core::json::from_utf8(input) {
        Ok(text) => Cow::Borrowed(text),
        // A character that the end cut in two is not a character, and not evidence of another encoding.
        Err(error) if error.error_len().is_none() => String::from_utf8_lossy(&input[..error.valid_up_to()]),
        Err(_) => String::from_utf8_lossy(input),
    };
    let found = detect::run(&text, options, matches!(text, Cow::Owned(_)));
    // What is nested too deep cannot be read, so its marker seems to announce nothing.
    if found.calls.is_empty() && found.refused.iter().all(|refused| refused.reason == Reason::Unread) {
        too_deep(&text, options).map_or(Ok(()), Err)?;
    }
    Ok(found)
}

/// Nesting beyond the limit hides what stands in it: such a text is not one without calls.
fn too_deep(text: &str, options: &Options<'_>) -> Option<Failure> {
    memchr::memchr2_iter(b'{', b'[', text.as_bytes()).nth(options.repair.max_depth)?;
    let failure = engine::repair(text.as_bytes(), &options.repair).err()?;
    matches!(failure.code, FailureCode::Depth(_)).then_some(failure)
}
