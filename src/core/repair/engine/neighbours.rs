//! The evidence of one string of a document about the others: LaTeX and paths whose backslashes are single, and quotes that are
//! escaped once too often.

use std::collections::HashSet;

use crate::core::json::scan::string_end;
use crate::core::repair::edit::splice::compose_from;
use crate::core::repair::edit::{self, Code, Fix, Fixes, Risk};
use crate::core::repair::notation::backslash;

/// Commands so short that a word may begin so: `\ne`, `\to`.
const SHORT_COMMAND: usize = 3;

/// Reads the escapes of all strings as LaTeX or paths if one string has impossible escapes because it holds these: `["\alpha",
/// "\beta"]`. `fixes` lead from `base` of the text on to `output`, which is JSON.
pub(super) fn with_backslashes(text: &[u8], base: usize, fixes: Fixes, output: String) -> (Fixes, String) {
    let is_proof = |fix: &Fix<'_>| fix.code == Code::LiteralBackslash;
    if !fixes.kinds().any(|fix| fix.code == Code::LiteralBackslash) {
        return (fixes, output);
    }
    let has_tex = fixes.iter().filter(is_proof).any(|fix| is_tex(&text[fix.start + 1..]));
    let has_path = fixes.iter().filter(is_proof).any(|fix| is_drive(&text[..fix.start]));
    let mut more = Fixes::default();
    let (bytes, mut at) = (output.as_bytes(), 0);
    while let Some(quote) = memchr::memchr(b'"', &bytes[at..]).map(|found| at + found) {
        let Ok(end) = string_end(bytes, quote) else { break };
        let content = &bytes[quote + 1..end - 1];
        let is_path =
            has_path && content.get(3) != Some(&b'\\') && is_drive(&content[..content.len().min(2)]);
        let mut pos = 0;
        while let Some(found) = memchr::memchr(b'\\', &content[pos..]) {
            pos += found;
            let rest = &content[pos + 1..];
            let is_literal =
                is_path && !matches!(rest[0], b'"' | b'\\') || has_tex && is_hidden_command(rest);
            if is_literal {
                more.push(Code::LiteralBackslash, quote + 1 + pos, quote + 2 + pos, "\\\\");
                if !is_path && command_len(rest) < SHORT_COMMAND {
                    more.latest.last_mut().into_iter().for_each(|fix| fix.risk = Risk::Lossy);
                }
            }
            pos += if is_literal { 1 } else { 2 };
        }
        at = end;
    }
    if more.is_empty() {
        return (fixes, output);
    }
    let more = more.settled();
    let plain = edit::apply(&output, &more);
    (compose_from(base, fixes, &output, more), plain)
}

/// Returns whether `C:` stands before a backslash, at the beginning of a string.
fn is_drive(before: &[u8]) -> bool {
    let Some(drive) = before.strip_suffix(b":") else { return false };
    let Some((letter, before)) = drive.split_last() else { return false };
    letter.is_ascii_alphabetic() && matches!(before.last(), None | Some(b'"' | b'\''))
}

/// Returns whether a command of LaTeX stands after this backslash.
fn is_tex(rest: &[u8]) -> bool {
    backslash::is_command(rest) || has_argument(rest)
}

/// Returns whether what seems an escape begins a command of LaTeX. No writer means the characters of `\b` and `\f`.
fn is_hidden_command(rest: &[u8]) -> bool {
    match rest[0] {
        b'b' | b'f' => rest.get(1).is_some_and(u8::is_ascii_alphabetic),
        b'n' | b'r' | b't' => backslash::is_like_escape(rest) || has_argument(rest),
        _ => false,
    }
}

/// Returns whether letters stand here with what only LaTeX has after them: `underbrace{`, `sigma_`.
fn has_argument(rest: &[u8]) -> bool {
    let len = command_len(rest);
    len >= SHORT_COMMAND && matches!(rest.get(len), Some(b'{' | b'_' | b'^'))
}

fn command_len(rest: &[u8]) -> usize {
    rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count()
}

/// Takes one backslash off the quotes of a string that are all written `\\"` and make pairs: `"<a href=\\"x\\">"`. Each is the
/// escape of a backslash and a quote that lacks its own, if one reads them as JSON.
pub(super) fn without_second_escapes(text: &[u8], fixes: Fixes) -> Fixes {
    let is_escaped = |at: usize| text[..at].ends_with(b"\\\\") && !text[..at].ends_with(b"\\\\\\");
    let has_any = fixes.kinds().any(|fix| fix.code == Code::InnerQuote);
    if !has_any || !fixes.iter().any(|fix| fix.code == Code::InnerQuote && is_escaped(fix.start)) {
        return fixes;
    }
    let inner: Vec<usize> =
        fixes.iter().filter(|fix| fix.code == Code::InnerQuote).map(|fix| fix.start).collect();
    let is_same_string = |pair: &[usize]| memchr::memchr(b'"', &text[pair[0] + 1..pair[1]]).is_none();
    let mut quotes = HashSet::new();
    for string in inner.chunk_by(|one, other| is_same_string(&[*one, *other])) {
        let (first, last) = (string[0] - string[0].min(2), string[string.len() - 1]);
        let others = memchr::memmem::find_iter(&text[first..last], b"\\\\").count();
        // As many doubled backslashes as quotes: none is one of a path or a pattern.
        let is_pairs = string.len() % 2 == 0 && others == string.len();
        if is_pairs && string.iter().all(|at| is_escaped(*at)) {
            quotes.extend(string.iter().copied());
        }
    }
    fixes.changed(|fix| {
        if fix.code == Code::InnerQuote && quotes.contains(&fix.start) {
            (fix.start, fix.code, fix.replacement) =
                (fix.start - 2, Code::EscapedQuotes, Some("\\\"".into()));
        }
        true
    })
}
