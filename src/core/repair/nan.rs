//! Numbers that JSON does not have.

use super::Repaired;
use crate::core::edit::{Code, Documents, apply};
use crate::core::json::write::quoted;

/// What becomes of NaN and Infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nan {
    /// Null, which is a loss.
    Null,
    /// A string with the word.
    Text,
    /// The record is refused.
    Error,
}

/// The same record with the words of the input as strings where there is null for them.
#[cold]
pub(super) fn with_words<'a>(input: &[u8], repaired: Repaired<'a>) -> Repaired<'a> {
    let Ok(text) = std::str::from_utf8(input) else { return repaired };
    // Where the output grows, and by how much.
    let (mut shift, mut growth) = (0, Vec::new());
    let mut words = Vec::new();
    for fix in &repaired.fixes {
        let Some(old) = &fix.replacement else { continue };
        let start = fix.start.wrapping_add_signed(shift);
        shift += old.len() as isize - (fix.end - fix.start) as isize;
        if fix.code == Code::NonFinite && old == "null" {
            let word = quoted(&text[fix.start..fix.end]);
            let before = growth.last().map_or(0, |(_, by)| *by);
            growth.push((start, before + word.len() - old.len()));
            words.push((fix.start, word));
        }
    }
    if words.is_empty() {
        return repaired;
    }
    let moved = |at: usize| {
        let before = growth.partition_point(|(start, _)| *start < at);
        at + before.checked_sub(1).map_or(0, |last| growth[last].1)
    };
    let documents: Documents =
        repaired.documents.iter().map(|place| moved(place.start)..moved(place.end)).collect();
    let mut words = words.into_iter().peekable();
    let fixes = repaired.fixes.changed(|fix| {
        if fix.code == Code::NonFinite
            && let Some((_, word)) = words.next_if(|(start, _)| *start == fix.start)
        {
            fix.replacement = Some(word.into());
        }
        true
    });
    Repaired { text: apply(text, &fixes).into(), documents, fixes, ..repaired }
}
