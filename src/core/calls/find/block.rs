//! How far the block of a call reaches: over the markers, brackets and fences around it.

use crate::core::calls::types::call::Call;
use crate::core::json::boundary;

/// Words of the tokens that stand around calls.
const WORDS: [&str; 18] = [
    "tool",
    "TOOL",
    "function",
    "call",
    "invoke",
    "channel",
    "action",
    "ACTION",
    "plugin",
    "python",
    "start",
    "minimax",
    "DSML",
    "eom",
    "eot",
    "end",
    "constrain",
    "open|",
];

/// Bytes of a token.
const LONGEST_TOKEN: usize = 80;

/// Makes the span of each call that of its whole block: with the markers, brackets and fences around it.
pub(in crate::core::calls) fn widen(text: &str, calls: &mut [Call]) {
    let ends: Vec<usize> = calls.iter().map(|call| call.span.end).collect();
    let starts: Vec<usize> = calls.iter().map(|call| call.span.start).collect();
    for (at, call) in calls.iter_mut().enumerate() {
        let before = at.checked_sub(1).map_or(0, |at| ends[at]).min(call.span.start);
        let after = starts.get(at + 1).copied().unwrap_or(text.len()).max(call.span.end);
        if text.get(call.span.clone()).is_none() {
            continue;
        }
        while let Some(len) = token_before(&text[before..call.span.start]) {
            call.span.start -= len;
        }
        while let Some(len) = token_after(&text[call.span.end..after]) {
            call.span.end += len;
        }
    }
}

/// Length of the token that opens a block at the end of `text`, with the white space after it.
fn token_before(text: &str) -> Option<usize> {
    let whole = text.trim_end();
    let from = boundary::ceil(whole, whole.len().saturating_sub(LONGEST_TOKEN));
    let head = &whole[from..];
    let text = &text[from..];
    if let Some(rest) = head.strip_suffix(['[', '｜', '|']) {
        return Some(text.len() - rest.len());
    }
    if let Some(at) = head.rfind("```").filter(|at| head[at + 3..].bytes().all(|b| b.is_ascii_alphanumeric()))
    {
        return Some(text.len() - at);
    }
    if head.ends_with("[TOOL_CALLS]") {
        return Some(text.len() - (head.len() - "[TOOL_CALLS]".len()));
    }
    let open = if head.ends_with('<') { head.len() - 1 } else { head.strip_suffix('>')?.rfind('<')? };
    let token = &head[open..];
    let is_mark = token == "<" || is_token(token) && !token.starts_with("</");
    is_mark.then_some(text.len() - open)
}

/// Length of the token that closes a block at the start of `text`, with the white space before it.
fn token_after(text: &str) -> Option<usize> {
    let rest = text.trim_start();
    let from = text.len() - rest.len();
    for mark in ["]", "```", "[/TOOL_CALLS]", "[END_TOOL_REQUEST]"] {
        if rest.starts_with(mark) {
            return Some(from + mark.len());
        }
    }
    let rest_of_token = rest.strip_prefix("]<]minimax[>[").unwrap_or(rest);
    let len = rest_of_token.bytes().take(LONGEST_TOKEN).position(|b| b == b'>')? + 1;
    let token = &rest_of_token[..len];
    let closes = token.starts_with("</")
        || token.starts_with("<|")
        || token.starts_with("<｜")
        || token.ends_with("|>");
    (closes && is_token(token)).then_some(from + rest.len() - rest_of_token.len() + len)
}

/// Is this a token that stands around calls?
fn is_token(token: &str) -> bool {
    token.starts_with('<')
        && token.len() <= LONGEST_TOKEN
        && !token.contains('\n')
        && WORDS.iter().any(|word| token.contains(word))
}
