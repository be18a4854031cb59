//! The layout of a document on its lines, as evidence: a member or an item a line, indented as its siblings are. Each look is
//! bounded, and no further than the line around a token.

use crate::core::json::is_space;
use crate::core::json::stops::closing_quote;
use crate::core::repair::edit::line;
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::state::{NONE, Role, State};
use crate::core::repair::parser::text::keys::{self, key_at};
use crate::core::repair::parser::text::lexer::{self, near, token_at};
use crate::core::repair::parser::text::limits::{LOOK, LOOK_FAR};
use crate::core::repair::parser::text::tokens::TokenKind;

/// Characters that may stand between a string and the end of its line and mean nothing.
const STRAY: usize = 3;

/// Returns the indentation of the line whose first token stands at `pos`; `None` where another one stands before it, or no line
/// is near.
fn indentation(text: &[u8], pos: usize) -> Option<usize> {
    let before = lexer::window(text, pos.saturating_sub(LOOK), pos.min(LOOK));
    line::indent(before, before.len()).filter(|indent| *indent < before.len())
}

/// Returns whether the line ends here, but for blanks.
pub(in crate::core::repair) fn ends_line(text: &[u8], pos: usize) -> bool {
    line::ends_line(lexer::window(text, pos, LOOK), 0)
}

/// Returns whether the quote here begins a line of the document that the string before it swallows: a member or an item, no
/// further in than the one that the string belongs to. Code in a string opens its brackets there, and is further in.
pub(in crate::core::repair) fn swallows_line(g: &Context<'_>, state: &State) -> bool {
    let (pos, start) = (state.pos, state.text.start);
    if state.text.role == Role::Key || !g.text[..pos].last().is_some_and(|byte| is_space(*byte)) {
        return false;
    }
    let Some(indent) = indentation(g.text, pos).filter(|indent| start + indent < pos) else { return false };
    let Some(own) = indentation(g.text, state.item.start) else { return false };
    let begins =
        if state.text.role == Role::Value { key_at(g.text, pos) } else { ends_item_line(g.text, pos) };
    let content = &g.text[start.max(pos.saturating_sub(LOOK_FAR))..pos];
    let open = content.iter().fold(0_i32, |open, byte| match byte {
        b'{' | b'[' => open + 1,
        b'}' | b']' => open - 1,
        _ => open,
    });
    indent <= own && begins && open <= 0
}

/// Returns whether the line from the quote at `pos` on is one string, perhaps with a comma.
fn ends_item_line(text: &[u8], pos: usize) -> bool {
    let rest = lexer::window(text, pos + 1, LOOK_FAR);
    let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
    let line = line.trim_ascii_end();
    line.strip_suffix(b",").unwrap_or(line).ends_with(b"\"")
}

/// Returns whether the quote at `pos` is the last thing of its line but for a comma, with a comma or nothing before it.
pub(in crate::core::repair) fn is_quote_alone(text: &[u8], pos: usize) -> bool {
    // In other quotes, code and Python begin texts with a line end.
    if text.get(pos) != Some(&b'"') {
        return false;
    }
    let next = pos + 1 + usize::from(text.get(pos + 1) == Some(&b','));
    let is_after_comma = lexer::sign_before(text, pos) == Some(b',');
    ends_line(text, next) && (is_after_comma || indentation(text, pos).is_some())
}

/// Returns whether white space stands here, and then a key in plain quotes with its colon. `" ": 1` is a key of white space: no key
/// begins at its second quote.
pub(in crate::core::repair) fn is_before_key(text: &[u8], pos: usize) -> bool {
    let key = near(text, pos);
    key > pos && text.get(key) == Some(&b'"') && key_at(text, key)
}

/// Returns whether a container begins here whose strings have plain quotes: `[ {"a":`. One with line ends that are written out is
/// text, because JSON in a string has them.
pub(in crate::core::repair) fn opens_container(text: &[u8], pos: usize) -> bool {
    if !matches!(text.get(pos), Some(b'{' | b'[')) {
        return false;
    }
    let inner = lexer::after_brackets(text, pos);
    let rest = lexer::window(text, inner, LOOK);
    let has_escapes = (0..rest.len()).any(|at| lexer::is_written_space(rest, at));
    !has_escapes && text.get(inner) == Some(&b'"') && key_at(text, inner)
}

/// Returns where the key that was just read ends if it stands here once more, with its colon.
pub(in crate::core::repair) fn same_key(g: &Context<'_>, state: &State) -> Option<usize> {
    let end = keys::key_end(g.text, state.pos)?;
    let again = g.text.get(state.item.start..state.item.start + (end - state.pos))?;
    let colon = near(g.text, end);
    let is_same = again == &g.text[state.pos..end] && state.item.start < state.pos;
    (is_same && g.text.get(colon) == Some(&b':')).then_some(near(g.text, colon + 1))
}

/// Returns whether the key of the value at `pos` begins a line.
pub(in crate::core::repair) fn begins_line_with_key(text: &[u8], pos: usize) -> bool {
    let before = lexer::window(text, pos.saturating_sub(LOOK), pos.min(LOOK));
    let Some(line_end) = memchr::memrchr(b'\n', before) else { return false };
    let key = near(text, pos - before.len() + line_end);
    let colon = keys::key_end(text, key).map(|end| near(text, end));
    colon.is_some_and(|colon| text.get(colon) == Some(&b':') && near(text, colon + 1) == pos)
}

/// Returns whether the value here begins a line, further in than the line of its key.
pub(in crate::core::repair) fn is_further_in(g: &Context<'_>, state: &State) -> bool {
    let key = indentation(g.text, state.item.start);
    indentation(g.text, state.pos).zip(key).is_some_and(|(here, key)| here > key)
}

/// The end of a few characters that stick to the string before them and end its line, and whether they stand for its comma.
pub(in crate::core::repair) fn stray_characters(g: &Context<'_>, state: &State) -> Option<(usize, bool)> {
    if state.joint == NONE || state.pos != state.prev {
        return None;
    }
    let rest = lexer::window(g.text, state.pos, LOOK);
    let is_token = |byte: &u8| is_space(*byte) || b"\"'{}[],:\\".contains(byte);
    let len = rest.iter().position(is_token).filter(|len| (1..=STRAY).contains(len))?;
    let end = state.pos + len;
    if rest.get(len) == Some(&b',') {
        return ends_line(g.text, end + 1).then_some((end, false));
    }
    let next = near(g.text, end);
    let is_last = matches!(token_at(g.text, next).kind, TokenKind::Close(_));
    (ends_line(g.text, end) && (is_last || g.text.get(next) == Some(&b'"'))).then_some((end, !is_last))
}

/// Returns whether there is one value from `pos` on, before a comma and a key, or, in an object that is begun, before a closing
/// bracket.
pub(in crate::core::repair) fn is_between_pair(text: &[u8], pos: usize, is_begun: bool) -> bool {
    let start = near(text, pos);
    let end = if text.get(start) == Some(&b'"') {
        string_end(text, start)
    } else {
        let len = keys::key_len(lexer::window(text, start, LOOK));
        (len > 0).then_some(start + len)
    };
    let Some(next) = end.map(|end| near(text, end)) else { return false };
    match token_at(text, next).kind {
        TokenKind::Comma => key_at(text, near(text, next + 1)),
        TokenKind::Close(b'}') => is_begun,
        _ => false,
    }
}

/// Returns whether a comma or a closing bracket comes next.
pub(in crate::core::repair) fn ends_value(text: &[u8], pos: usize) -> bool {
    matches!(token_at(text, near(text, pos)).kind, TokenKind::Comma | TokenKind::Close(_))
}

/// Returns whether the value that ends right before the colon at `pos` is over: what follows is a key in quotes with its own colon,
/// or a comma or a closing bracket.
pub(in crate::core::repair) fn is_colon_too_many(text: &[u8], pos: usize) -> bool {
    let next = near(text, pos + 1);
    let is_key = || lexer::quote_at(text, next).is_some() && key_at(text, next);
    text.get(pos) == Some(&b':') && (ends_value(text, next) || is_key())
}

/// Returns whether an apostrophe at `pos` sticks to a string in plain quotes that is whole: the colon of a key follows, or what ends a
/// value.
pub(in crate::core::repair) fn is_before_string(text: &[u8], pos: usize, is_key: bool) -> bool {
    let is_quote = text.get(pos..).is_some_and(|rest| rest.starts_with(b"'\""));
    is_quote
        && string_end(text, pos + 1).is_some_and(|end| {
            if is_key { text.get(near(text, end)) == Some(&b':') } else { ends_value(text, end) }
        })
}

/// The end of the string in plain quotes at `pos`, if that is near and no control character stands before it.
fn string_end(text: &[u8], pos: usize) -> Option<usize> {
    let rest = text.get(pos..)?;
    let rest = &rest[..rest.len().min(LOOK_FAR)];
    let quote = closing_quote(rest, 0).filter(|quote| rest[..*quote].iter().all(|byte| *byte >= b' '));
    quote.map(|quote| pos + quote + 1)
}

/// Returns whether, after a comma at `pos`, there is a string in quotes before a separator or a closing bracket, or a word before
/// a key.
pub(in crate::core::repair) fn is_before_whole_string(text: &[u8], pos: usize) -> bool {
    let comma = near(text, pos);
    if text.get(comma) != Some(&b',') {
        return false;
    }
    let start = near(text, comma + 1);
    if text.get(start) == Some(&b'"') {
        return keys::key_end(text, start).is_some_and(|end| ends_value(text, end));
    }
    let word = keys::key_len(lexer::window(text, start, LOOK));
    let colon = start + word + usize::from(text.get(start + word) == Some(&b':'));
    let next = near(text, colon);
    word > 0 && next > colon && text.get(next) == Some(&b'"') && key_at(text, next)
}

/// The length of a template's expression that was never filled in: `{{ name | quote }}`, `{% for x in xs %}`. Doubled braces
/// around a key are an object.
pub(in crate::core::repair) fn template_len(text: &[u8], pos: usize) -> Option<usize> {
    let rest = lexer::window(text, pos, LOOK);
    let close: &[u8] = match rest.get(..2)? {
        b"{{" => b"}}",
        b"{%" => b"%}",
        _ => return None,
    };
    let len = memchr::memmem::find(&rest[2..], close)?;
    let inside = &rest[2..2 + len];
    let is_plain = !inside.iter().any(|byte| b"{}\"\n".contains(byte)) && !inside.trim_ascii().is_empty();
    (is_plain && !key_at(inside, near(inside, 0))).then_some(2 + len + 2)
}

/// Returns whether a bracket ends the line here.
pub(in crate::core::repair) fn opens_at_line_end(text: &[u8], pos: usize) -> bool {
    let bracket = near(text, pos);
    matches!(text.get(bracket), Some(b'{' | b'[')) && ends_line(text, bracket + 1)
}
