//! A document that is JSON as it stands, behind a label (`const args =`) or in a fence.

use super::Clear;
use super::slips::trimmed;
use crate::core::json::{ScanError, scan_value, skip_space};
use crate::core::repair::extract::{gap_code, is_fence, is_label};
use crate::core::repair::fix::Code;
use crate::core::repair::fixes::Fixes;
use crate::core::repair::literal::stands_at;
use crate::core::repair::reasoning::{self, Reasoning};
use crate::core::repair::splice;

/// Bytes of a label.
const LABEL: usize = 64;

/// The document in `text`, of which the scanner said that it does not begin with JSON, if only a label or a fence stands
/// around it.
#[inline]
pub(super) fn document(text: &str, error: ScanError, max_depth: usize) -> Option<Clear> {
    let bytes = text.as_bytes();
    let first = skip_space(bytes, 0);
    let rest = &bytes[first..];
    let begins = rest.first().is_some_and(u8::is_ascii_alphabetic) || rest.starts_with(b"```");
    if error.offset == first && begins { behind(text, first, max_depth) } else { None }
}

/// The document behind what begins at `first`.
#[inline(never)]
fn behind(text: &str, first: usize, max_depth: usize) -> Option<Clear> {
    let bytes = text.as_bytes();
    if stands_at(bytes, first) {
        return None;
    }
    let rest = &bytes[first..];
    let window = &rest[..rest.len().min(LABEL)];
    let start = first + memchr::memchr3(b'{', b'[', 0xef, window)?;
    let label = text[first..start].trim_end();
    if bytes[start] != b'{' || !is_fence(label) && !is_label(label) {
        return None;
    }
    let end = scan_value(bytes, start, max_depth).ok()?;
    let last = trimmed(bytes).len();
    let is_over = match &bytes[skip_space(bytes, end).min(last)..last] {
        b"" | b";" => true,
        // On a line of its own.
        b"```" => bytes[end..last].contains(&b'\n'),
        _ => false,
    };
    // Halves of surrogate pairs are mended, and reasoning is no document.
    let is_plain = memchr::memmem::find(&bytes[start..end], b"\\u").is_none();
    let is_answer =
        || Reasoning::new(bytes).behind(0, start).is_none() && reasoning::behind_lone_tag(text) == 0;
    if !is_over || !is_plain || !is_answer() {
        return None;
    }
    let mut fixes = Fixes::default();
    fixes.push(gap_code(&text[first..start], false), first, start, "");
    if end < last {
        fixes.push(gap_code(&text[end..last], true), end, last, "");
    }
    // How much prose matters depends on what it holds.
    if fixes.iter().any(|fix| fix.code == Code::Prose) {
        return None;
    }
    let output = splice::apply(text, &fixes);
    Some(Clear { output, fixes, cut: None })
}
