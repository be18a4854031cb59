//! Sections of calls, and reasoning that ends inside of one.
//!
//! A model that forgets to end its reasoning before it calls a tool ends it when the calls are through, before the mark that closes
//! their section. The calls are meant nevertheless.

use std::ops::Range;

/// Marks that open a section of calls, and those that close it.
const SECTIONS: [(&str, &str); 8] = [
    ("<|tool_calls_section_begin|>", "<|tool_calls_section_end|>"),
    ("<|tool_call_section_begin|>", "<|tool_call_section_end|>"),
    ("<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"),
    ("<|tool_calls_begin|>", "<|tool_calls_end|>"),
    ("<tool_calls>", "</tool_calls>"),
    ("<function_calls>", "</function_calls>"),
    ("<minimax:tool_call>", "</minimax:tool_call>"),
    ("<|START_ACTION|>", "<|END_ACTION|>"),
];

/// Returns where a section begins in a part of the text that is open at its end and that the text after `end` goes on with: it
/// closes the section there.
pub(super) fn open_at(text: &str, part: Range<usize>, end: usize) -> Option<usize> {
    let rest = text[end..].trim_start();
    let (open, close) = SECTIONS.iter().find(|(_, close)| rest.starts_with(close))?;
    let inside = text.get(part.clone())?;
    let at = memchr::memmem::rfind(inside.as_bytes(), open.as_bytes())?;
    (!inside[at..].contains(close)).then_some(part.start + at)
}
