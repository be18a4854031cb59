//! Strings and keys that lost their closing quote: where they may have ended.

use crate::core::json::{is_space, scan};
use crate::core::repair::edit::Code;
use crate::core::repair::parser::evidence::layout;
use crate::core::repair::parser::evidence::quotes::lost_after_quotes;
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::cost;
use crate::core::repair::parser::model::state::{Kind, Role, State};
use crate::core::repair::parser::model::weights::Feature::SeveralWords;
use crate::core::repair::parser::rules::string_end::close_text;
use crate::core::repair::parser::text::keys;
use crate::core::repair::parser::text::lexer::{self, near, value_at};
use crate::core::repair::parser::text::limits::{LOOK, LOOK_FAR};

/// The string lost its closing quote: it ended before the separators that stand in front of `pos`.
pub(in crate::core::repair) fn lost_quote(g: &Context<'_>, state: &State, pos: usize) -> Option<State> {
    let content = &g.text[state.text.start..pos];
    if state.text.role == Role::Key {
        return lost_name_quote(g, *state, content);
    }
    if let Some(end) = before_comments(content) {
        return Some(close_lost(g, *state, state.text.start + end));
    }
    let escaped_lines = state.writer.has(cost::ESCAPED_LINES);
    let in_tuple = g.frame(state).kind == Kind::Paren;
    if is_empty_before_key(g, content, pos) {
        return Some(close_lost(g, *state, state.text.start));
    }
    // One look at its end says no for nearly all there is.
    if !ends_with_separator(content, escaped_lines, in_tuple) {
        return None;
    }
    let Some(end) = before_separators(content, escaped_lines, in_tuple) else {
        return lost_before_bare_name(g, *state, content);
    };
    let plain = close_lost(g, *state, state.text.start + end);
    let Some(end) = before_literals(&content[..end], state.text.role) else { return Some(plain) };
    // Numbers and literals after commas are rather items than content.
    g.push(&State { cost: plain.cost + SeveralWords.weight(), ..plain });
    Some(close_lost(g, *state, state.text.start + end))
}

/// `"name: "value"` and `"name  "value"`: the key ended at its colon, or before the gap.
#[cold]
fn lost_name_quote(g: &Context<'_>, state: State, content: &[u8]) -> Option<State> {
    let window = lexer::window(content, 0, LOOK);
    let colon = window.iter().position(|b| matches!(b, b':' | b'='));
    let name = window[..colon.unwrap_or(window.len())].trim_ascii_end();
    let ends = colon.is_some() || (name.len() < content.len() && content.len() < LOOK);
    // `"name 12, "next": …` lost its colon, too.
    let word = keys::key_len(window);
    let value = near(window, word);
    if colon.is_none() && word > 0 && value > word && value_at(window, value) && window[value] != b'"' {
        return Some(close_lost(g, state, state.text.start + word));
    }
    let blank = colon.is_some() && name.contains(&b' ');
    let is_plain = || name.iter().all(|b| keys::is_key_byte(*b) || (*b == b' ' && blank));
    // `"a/b c: {` at the end of a line: whatever is in it, the container is its value.
    let opens = || colon.is_some_and(|at| layout::opens_at_line_end(g.text, state.text.start + at + 1));
    let plausible = !name.is_empty() && (is_plain() || opens());
    (ends && plausible).then(|| close_lost(g, state, state.text.start + name.len()))
}

/// `"first, b: "second"`: the string ended before a member whose key has no quotes.
#[cold]
fn lost_before_bare_name(g: &Context<'_>, state: State, content: &[u8]) -> Option<State> {
    let tail = &content[content.len().saturating_sub(LOOK)..];
    let trimmed = tail.trim_ascii_end();
    let name = trimmed.strip_suffix(b":")?.trim_ascii_end();
    let comma = memchr::memrchr(b',', name)?;
    let name = name[comma + 1..].trim_ascii_start();
    if name.is_empty() || !name.iter().all(|b| keys::is_key_byte(*b)) {
        return None;
    }
    let end = state.text.start + content.len() - tail.len() + comma;
    Some(close_lost(g, state, end))
}

fn close_lost(g: &Context<'_>, mut state: State, end: usize) -> State {
    state.pos = end;
    g.charge_fix(&mut state, Code::MissingCloseQuote);
    state.cost += lost_after_quotes(&state);
    close_text(g, &mut state, 0);
    state
}

/// Where a string ends that lost its closing quote and seems to go on over the items after it, if those are numbers and
/// literals, in rows or not: `"a, false, 1], [2`. A member's value has no items after it, unless its object ends before
/// them.
pub(in crate::core::repair) fn before_literals(content: &[u8], role: Role) -> Option<usize> {
    let from = content.len().saturating_sub(LOOK_FAR);
    let (mut found, mut end) = (None, content.len());
    while let Some(comma) = memchr::memrchr(b',', &content[from..end]).map(|at| from + at) {
        let is_blank = |byte: &u8| is_space(*byte) || matches!(byte, b'[' | b']');
        let item = &content[comma + 1..end];
        let item = &item[item.iter().take_while(|byte| is_blank(byte)).count()..];
        let item = &item[..item.len() - item.iter().rev().take_while(|byte| is_blank(byte)).count()];
        let is_word = [b"".as_slice(), b"True", b"False", b"None", b"..."].contains(&item);
        let is_scalar = item.first() != Some(&b'"') && scan::scalar_end(item, 0) == Ok(item.len());
        if !is_word && !is_scalar {
            break;
        }
        let before = content[from..comma].trim_ascii_end();
        let inner = before.strip_suffix(b"}").map(<[u8]>::trim_ascii_end);
        let len = inner.unwrap_or(before).len();
        if len == 0 {
            break;
        }
        end = from + len;
        if role == Role::Item || inner.is_some() {
            found = Some(end);
        }
    }
    found
}

/// Where `content` ends before separators with comments between them.
pub(in crate::core::repair) fn before_comments(content: &[u8]) -> Option<usize> {
    // A comment ends with its line, or with a slash.
    if !matches!(before_blanks(content), Some(b'\n' | b'\r' | b'/')) {
        return None;
    }
    let from = content.len().saturating_sub(LOOK_FAR);
    memchr::memchr2(b'/', b'#', &content[from..])?;
    for comma in memchr::memrchr3_iter(b',', b'{', b'[', &content[from..]).take(3).map(|at| from + at) {
        let after = &content[comma + 1..];
        let end = content[..comma].trim_ascii_end().len();
        if end > 0 && is_trivia(after) && after.iter().any(|byte| !is_space(*byte)) {
            return Some(end);
        }
    }
    None
}

/// Returns whether nothing but white space and comments is in `text`.
fn is_trivia(text: &[u8]) -> bool {
    let mut at = 0;
    while at < text.len() {
        if is_space(text[at]) {
            at += 1;
        } else if let Some(len) = lexer::comment_len(text, at) {
            at += len;
        } else {
            return false;
        }
    }
    true
}

/// The last byte of `content` that is no blank.
fn before_blanks(content: &[u8]) -> Option<&u8> {
    content.iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'))
}

/// Returns whether a separator is the last thing in `content`, blanks aside. Before a colon may be a key without quotes.
fn ends_with_separator(content: &[u8], escaped_lines: bool, in_tuple: bool) -> bool {
    match before_blanks(content) {
        Some(b',' | b'{' | b'}' | b'[' | b']' | b'\n' | b'\r' | b':') => true,
        Some(b'n') => escaped_lines,
        Some(b'(' | b')') => in_tuple,
        _ => false,
    }
}

/// Where `content` ends before the separators and blanks that it ends with, if there are some. In a tuple, one parenthesis
/// that closes it is a separator, too; a second one belongs to the words: `(rare)),`.
fn before_separators(content: &[u8], escaped_lines: bool, in_tuple: bool) -> Option<usize> {
    let mut end = content.len();
    let mut separators = 0;
    let mut is_closed = !in_tuple;
    while end > 0 && content.len() - end < LOOK {
        match content[end - 1] {
            b',' | b'{' | b'}' | b'[' | b']' | b'\n' | b'\r' => separators += 1,
            b' ' | b'\t' => {}
            b'(' if in_tuple && !is_closed => separators += 1,
            b')' if !is_closed => {
                separators += 1;
                is_closed = true;
            }
            b'n' if escaped_lines && content[..end].ends_with(b"\\n") => {
                separators += 1;
                end -= 1;
            }
            _ => break,
        }
        end -= 1;
    }
    // `"see [note],`: the bracket closes one of the content.
    let window = &content[end.saturating_sub(LOOK)..end];
    let count = |bracket: u8| memchr::memchr_iter(bracket, window).count();
    if content.get(end) == Some(&b']') && count(b'[') > count(b']') {
        end += 1;
        separators -= 1;
    }
    (separators > 0 && end > 0).then_some(end)
}

/// Returns whether the string was empty and lost its closing quote: `"a": ", "b": 1`. It holds nothing but separators, and a key
/// begins with the quote at `pos`.
fn is_empty_before_key(g: &Context<'_>, content: &[u8], pos: usize) -> bool {
    content.len() < LOOK
        && content.contains(&b',')
        && content.iter().all(|byte| is_space(*byte) || b",{}[]".contains(byte))
        && keys::key_at(g.text, pos)
}
