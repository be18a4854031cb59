//! Says how far the block of a call reaches: over the tokens that its format writes around it, over brackets and fences.

use crate::core::calls::formats::{Format, TURN_ENDS};
use crate::core::calls::types::call::Call;
use crate::core::json::boundary;

/// Bytes of a tag whose spelling varies.
const LONGEST_TAG: usize = 80;

/// Makes the span of each call that of its whole block. No block reaches into another one.
pub(in crate::core::calls) fn widen(text: &str, calls: &mut [Call]) {
    let ends: Vec<usize> = calls.iter().map(|call| call.span.end).collect();
    let starts: Vec<usize> = calls.iter().map(|call| call.span.start).collect();
    for (at, call) in calls.iter_mut().enumerate() {
        let before = at.checked_sub(1).map_or(0, |at| ends[at]).min(call.span.start);
        let after = starts.get(at + 1).copied().unwrap_or(text.len()).max(call.span.end);
        if text.get(call.span.clone()).is_none() {
            continue;
        }
        while let Some(len) = lead(&text[before..call.span.start], call.format) {
            call.span.start -= len;
        }
        while let Some(len) = close(&text[call.span.end..after], call.format) {
            call.span.end += len;
        }
    }
}

/// Returns the length of the token at the end of `text` that leads a block, with the white space after it.
fn lead(text: &str, format: &Format) -> Option<usize> {
    let whole = text.trim_end();
    let tokens = format.markers.iter().chain(format.lead);
    let token = tokens.filter_map(|token| last(whole, token)).max();
    let len = token.or_else(|| opening(whole))?;
    Some(text.len() - whole.len() + len)
}

/// Returns the length of the bracket or fence that opens at the end of `text`.
fn opening(text: &str) -> Option<usize> {
    if text.ends_with('[') {
        return Some(1);
    }
    let word = text.bytes().rev().take(LONGEST_TAG).take_while(u8::is_ascii_alphanumeric).count();
    text[..text.len() - word].ends_with("```").then_some("```".len() + word)
}

/// Returns the length of the token at the start of `text` that closes a block, with the white space before it.
pub(super) fn close(text: &str, format: &Format) -> Option<usize> {
    let rest = text.trim_start();
    let tokens = format.close.iter().chain(TURN_ENDS).chain(&["]", "```"]);
    let len = tokens.filter_map(|token| first(rest, token)).max()?;
    Some(text.len() - rest.len() + len)
}

/// Returns the length of the token that `text` ends with.
fn last(text: &str, token: &str) -> Option<usize> {
    if !is_pattern(token) {
        return text.ends_with(token).then_some(token.len());
    }
    let from = boundary::ceil(text, text.len().saturating_sub(LONGEST_TAG));
    let tag = &text[from + text[from..].rfind('<')?..];
    is_spelled(tag, token).then_some(tag.len())
}

/// Returns the length of the token that `text` begins with.
fn first(text: &str, token: &str) -> Option<usize> {
    if !is_pattern(token) {
        return text.starts_with(token).then_some(token.len());
    }
    let len = text.bytes().take(LONGEST_TAG).position(|byte| byte == b'>')? + 1;
    is_spelled(&text[..len], token).then_some(len)
}

/// Returns whether a token stands for several tags. A star outside of a tag is Markdown.
fn is_pattern(token: &str) -> bool {
    token.starts_with('<') && token.contains('*')
}

/// Returns whether a tag is spelled like `pattern`, in which `*` stands for any text within one tag.
fn is_spelled(tag: &str, pattern: &str) -> bool {
    let mut pieces = pattern.split('*');
    let (head, tail) = (pieces.next().unwrap_or_default(), pieces.next_back().unwrap_or_default());
    let inside = tag.strip_prefix(head).and_then(|rest| rest.strip_suffix(tail));
    let Some(mut inside) = inside.filter(|inside| !inside.contains(['<', '>', '\n'])) else { return false };
    // A tag that closes is spelled with its slash.
    if inside.starts_with('/') {
        return false;
    }
    for piece in pieces {
        let Some((_, rest)) = inside.split_once(piece) else { return false };
        inside = rest;
    }
    true
}
