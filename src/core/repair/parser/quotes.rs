//! What a token costs that may close a string: as its end, and as content. And where a lost quote may have stood.

use super::cost;
use super::cost::Feature::{
    self, BeforeItem, BeforeSeparator, BeforeStructure, InsideCode, KeyLikeText, LoneQuote, LostAfterQuotes,
    NotAValue, OddKey, QuoteInSameString, RatherContent, SeveralWords, TokenSlip, UnpairedQuote,
};
use super::follow::Follow;
use super::lexer::{self, Quote, near, value_at};
use super::limits::{LOOK, LOOK_FAR};
use super::state::{Kind, MANY_INNER, Open, Role, State};
use super::strings::close_text;
use super::{Grammar, keys};
use crate::core::json::{is_space, scan};
use crate::core::repair::edit::Code;

/// Does the quote here stand as one does that opens a quotation: after a bracket, blank or token, and right before a
/// word?
fn opens_words(g: &Grammar<'_>, state: &State) -> bool {
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    state.pos > state.text.start
        && b" {[(<=:,".contains(&g.text[state.pos - 1])
        && g.text.get(state.pos + 1).is_some_and(word)
}

/// What it costs to take the token here as the end of the string, besides what the grammar will say.
pub(super) fn closing_cost(g: &Grammar<'_>, state: &State, follow: Follow) -> u32 {
    let named = g.frame(state).kind.has_keys();
    let place = match (state.text.role, follow) {
        (_, Follow::Escape) => InsideCode.weight(),
        (Role::Value | Role::Item, _) if is_in_apostrophes(g, state) => InsideCode.weight(),
        (Role::Value | Role::Item, Follow::Other) if opens_words(g, state) => InsideCode.weight(),
        (Role::Value | Role::Item, Follow::Item | Follow::Comma) if is_amid_words(g, state) => {
            RatherContent.weight()
        }
        (Role::Value, Follow::Colon) if named => NotAValue.weight(),
        (Role::Key, Follow::Colon | Follow::Comma | Follow::Closer) => 0,
        (Role::Key, Follow::Other) => KeyLikeText.weight(),
        (Role::Key, Follow::Value) => 0,
        (Role::Key, _) => OddKey.weight(),
        _ => 0,
    };
    if state.text.role != Role::Key {
        let unpaired = if state.text.inner == 1 { LoneQuote.weight() } else { UnpairedQuote.weight() };
        let is_odd = state.text.is_in_pair() || follow == Follow::Member && begins_object_inside(g, state);
        return place + if is_odd { unpaired } else { 0 };
    }
    let name = &g.text[state.text.start..state.pos];
    let has_line = || name.contains(&b'\n') || memchr::memmem::find(name, b"\\n").is_some();
    // With its colon in place, a key is a key, whatever it holds.
    let odd = match follow {
        Follow::Colon if state.text.inner == 0 => 0,
        Follow::Colon if name.len() > LOOK || has_line() => KeyLikeText.weight(),
        _ if name.len() > LOOK || has_line() => 2 * KeyLikeText.weight(),
        Follow::Colon => 0,
        _ if name.contains(&b':') => KeyLikeText.weight(),
        _ => 0,
    };
    place + odd
}

/// What it costs to take the token here as content: that it is one, and what follows it as if a string had ended.
pub(super) fn inner_cost(g: &Grammar<'_>, state: &State, follow: Follow) -> u32 {
    let text = &state.text;
    let inner = u32::from(text.inner);
    // The more quotes a string holds already, and other strings do, the less a further one says.
    let usual = inner > 0 && state.writer.repeats(Code::InnerQuote);
    let met = if usual || inner > 1 { inner.max(MANY_INNER) } else { inner };
    let is_word =
        matches!(text.quote, Quote::Single | Quote::SmartSingle) && g.source.between_letters(state.pos);
    let quote = match inner {
        MANY_INNER.. => 0,
        1.. => QuoteInSameString.weight(),
        // An apostrophe between letters belongs to its word.
        0 if is_word => TokenSlip.weight(),
        0 => state.writer.cost_of(Code::InnerQuote),
    };
    let place = structure_after(g, state, follow).map_or(0, |(feature, fades)| {
        let explained = explains(g, state, follow);
        let weight = if explained { BeforeSeparator.weight() } else { feature.weight() };
        if fades || explained { cost::less_each_time(weight, met) } else { weight }
    });
    let due =
        if is_before_due_name(g, state) { cost::less_each_time(BeforeStructure.weight(), met) } else { 0 };
    let row = if begins_row(g, state) { BeforeItem.weight() } else { 0 };
    let key = if text.role == Role::Key { BeforeItem.weight() } else { 0 };
    let again = if opens_again(g, state) { LoneQuote.weight() } else { 0 };
    quote + place + due + row + key + again
}

/// `"a,"b,"c`: does this quote open something as the one before it did, with words and a comma between them? Quotes in a text open
/// and close in turn, but those of strings that lost their closing quotes open alone.
fn opens_again(g: &Grammar<'_>, state: &State) -> bool {
    let before = content_before(g, state).trim_ascii_end();
    if !before.ends_with(b",") {
        return false;
    }
    let Some(quote) = memchr::memrchr(b'"', before) else { return false };
    let opened = matches!(before[..quote].trim_ascii_end().last(), Some(b',' | b':'));
    opened && before[quote + 1..].first().is_some_and(u8::is_ascii_alphanumeric)
}

/// What follows a quote as if its string had ended there, and whether that says less the more quotes were met: code in a
/// string has such places, too.
fn structure_after(g: &Grammar<'_>, state: &State, follow: Follow) -> Option<(Feature, bool)> {
    let role = state.text.role;
    Some(match follow {
        Follow::Colon if role == Role::Key => (BeforeStructure, false),
        _ if role == Role::Key => return None,
        Follow::Member if role == Role::Value => (BeforeStructure, false),
        Follow::Member | Follow::Item if role == Role::Item => (BeforeItem, false),
        Follow::Closer | Follow::End | Follow::Plus => (BeforeStructure, false),
        Follow::Early => (BeforeStructure, true),
        // The quotes before it make pairs: then this one is rather the string's.
        Follow::Name if role == Role::Value && !state.text.is_in_pair() && ends_line_after(g, state, b"") => {
            (BeforeItem, false)
        }
        Follow::Name | Follow::Fence | Follow::Value => (BeforeItem, true),
        Follow::Colon | Follow::Member | Follow::Item | Follow::Comma | Follow::OddCloser => {
            (BeforeSeparator, true)
        }
        Follow::Quote | Follow::Escape | Follow::Other => return None,
    })
}

/// Does the string itself explain what follows this quote? It makes a pair with the one before it, or ends a key or a
/// value of JSON in the string; or what follows is no key that the object is expected to have.
fn explains(g: &Grammar<'_>, state: &State, follow: Follow) -> bool {
    let Open { role, inner, .. } = state.text;
    let in_pair = state.text.is_in_pair();
    match follow {
        Follow::Member | Follow::Name | Follow::Item if is_unexpected_name(g, state) => true,
        Follow::Member if role == Role::Value => {
            if in_pair && inner > 1 && !ends_lines_of_code(g, state) {
                !ends_line_after(g, state, b",") && ends_member_inside(g, state, b"{,")
            } else {
                begins_object_inside(g, state)
            }
        }
        Follow::Member | Follow::Item => role == Role::Item && (in_pair || is_amid_words(g, state)),
        Follow::Plus => in_pair,
        Follow::Closer => role == Role::Value && in_pair && ends_member_inside(g, state, b"{,"),
        _ => false,
    }
}

/// `'"'`: is this quote a character of code?
pub(super) fn is_in_apostrophes(g: &Grammar<'_>, state: &State) -> bool {
    let pos = state.pos;
    state.text.quote == Quote::Double
        && pos > state.text.start
        && g.text[pos - 1] == b'\''
        && g.text.get(pos + 1) == Some(&b'\'')
}

/// `"Height (5'11", 160 lbs)"`, `"5'11", 160 lbs"`: does this quote stand in parentheses that its string opened, and that close
/// before another quote or bracket? Or does it stand for inches, before words that end with a quote?
pub(super) fn is_amid_words(g: &Grammar<'_>, state: &State) -> bool {
    // What a string with several quotes holds may be anything.
    if state.text.inner > 0 {
        return false;
    }
    let before = content_before(g, state);
    let after = lexer::window(g.text, state.pos + 1, LOOK);
    let Some(end) = after.iter().position(|byte| b"\"(){}[]:\n".contains(byte)) else { return false };
    let is_inches = || {
        let inches = before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let feet = before[..before.len() - inches].strip_suffix(b"'").and_then(<[u8]>::last);
        inches > 0 && feet.is_some_and(u8::is_ascii_digit)
    };
    match after[end] {
        b')' => before.iter().rfind(|byte| b"\"(){}[]".contains(byte)) == Some(&b'('),
        b'"' => after[..end].iter().any(u8::is_ascii_alphabetic) && is_inches(),
        _ => false,
    }
}

/// Does this quote end the first member of an object in the string? Among many quotes a pair may have been miscounted.
fn begins_object_inside(g: &Grammar<'_>, state: &State) -> bool {
    u32::from(state.text.inner) > MANY_INNER && ends_member_inside(g, state, b"{")
}

/// `{"name": "value`: does this quote end the value of a member that began in the string itself, after one of these
/// tokens?
fn ends_member_inside(g: &Grammar<'_>, state: &State, signs: &[u8]) -> bool {
    let before = content_before(g, state);
    let Some(opening) = memchr::memrchr(b'"', before) else { return false };
    let value = before[..opening].trim_ascii_end();
    let name = value.strip_suffix(b":").or_else(|| value.strip_suffix(b"=>"));
    let Some(name) = name.and_then(|name| name.trim_ascii_end().strip_suffix(b"\"")) else {
        return false;
    };
    let mut sign = memchr::memrchr(b'"', name).map_or(&b""[..], |quote| name[..quote].trim_ascii_end());
    // Lines are written out in it.
    while let [rest @ .., b'\\', b'n' | b'r' | b't'] = sign {
        sign = rest.trim_ascii_end();
    }
    sign.last().is_some_and(|sign| signs.contains(sign))
}

/// Does the line end after this quote, white space and `passed` aside?
fn ends_line_after(g: &Grammar<'_>, state: &State, passed: &[u8]) -> bool {
    let after = lexer::window(g.text, state.pos + 1, LOOK);
    let is_passed = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r') || passed.contains(byte);
    after.iter().find(|byte| !is_passed(byte)) == Some(&b'\n')
}

/// What stands in the string right before this quote.
fn content_before<'t>(g: &Grammar<'t>, state: &State) -> &'t [u8] {
    &g.text[state.text.start.max(state.pos.saturating_sub(LOOK))..state.pos]
}

/// Is a line's end between this quote and the one before it, as in code whose quotes make no pairs there? The strings
/// of JSON in a string hold none.
fn ends_lines_of_code(g: &Grammar<'_>, state: &State) -> bool {
    let before = content_before(g, state);
    let after = memchr::memrchr(b'"', before).map_or(0, |at| at + 1);
    let between = &before[after..];
    between.contains(&b'\n') || memchr::memmem::find(between, b"\\n").is_some()
}

/// Does an object begin here with the very key that the one around this string began with? Rows do.
fn begins_row(g: &Grammar<'_>, state: &State) -> bool {
    let mut frame = g.frame(state);
    if !frame.kind.has_keys() {
        frame = g.parent(&frame);
    }
    let (start, end) = frame.keys.first;
    let after = &g.text[state.pos + 1..];
    start < end
        && after.get(end - start) == Some(&b'"')
        && after.starts_with(&g.text[start..end])
        && lexer::sign_before(g.text, state.pos) == Some(b'{')
}

/// Is the word at `pos` a key that this object is expected to have, though it lost its colon or its closing quote?
pub(super) fn is_due_name(g: &Grammar<'_>, state: &State, pos: usize) -> bool {
    let Some(expect) = g.expect else { return false };
    let rest = &g.text[pos..g.text.len().min(pos + LOOK)];
    let len = keys::key_len(rest);
    matches!(rest.get(len), Some(b'"' | b':' | b' ')) && expect.is_due(g.frame(state).place, &rest[..len])
}

/// Does a member that this object is expected to have follow the token here, with or without its comma?
fn is_before_due_name(g: &Grammar<'_>, state: &State) -> bool {
    if g.expect.is_none() || state.text.role != Role::Value || !g.frame(state).kind.has_keys() {
        return false;
    }
    let after = g.text.get(state.pos + 1..).unwrap_or_default();
    let space = after.iter().take(LOOK).take_while(|b| is_space(**b) || **b == b',').count();
    after.get(space) == Some(&b'"') && is_due_name(g, state, state.pos + 1 + space + 1)
}

/// Does a key that this object is not expected to have follow the token here? What looks like a member is content
/// then, rather than one.
fn is_unexpected_name(g: &Grammar<'_>, state: &State) -> bool {
    // The first quote may as well end the string: a schema does not always name all there is.
    let is_inside = state.text.role == Role::Value && state.text.inner > 0;
    let Some(expect) = g.expect.filter(|_| is_inside) else { return false };
    let frame = g.frame(state);
    let after = g.text.get(state.pos + 1..).unwrap_or_default();
    let space = after.iter().take(LOOK).take_while(|b| is_space(**b) || **b == b',').count();
    let Some(quoted) = after.get(space..).filter(|_| frame.kind.has_keys()) else { return false };
    let Some((b'"', name)) = quoted.split_first() else { return false };
    // A key that lost its closing quote or its colon begins like one all the same.
    let word = &name[..keys::key_len(&name[..name.len().min(LOOK)])];
    let len = name.iter().take(LOOK).position(|b| matches!(b, b'"' | b'\\' | b':' | b'\n'));
    let whole = len.map_or(word, |len| name[..len].trim_ascii_end());
    !word.is_empty() && expect.is_strange(frame.place, word) && expect.is_strange(frame.place, whole)
}

// Strings and keys that lost their closing quote: where they may have ended.

/// The string lost its closing quote: it ended before the separators that stand in front of `pos`.
pub(super) fn lost_quote(g: &Grammar<'_>, state: &State, pos: usize) -> Option<State> {
    let content = &g.text[state.text.start..pos];
    if state.text.role == Role::Key {
        return lost_name_quote(g, *state, content);
    }
    if let Some(end) = before_comments(content) {
        return Some(close_lost(g, *state, state.text.start + end));
    }
    let escaped_lines = state.writer.has(cost::ESCAPED_LINES);
    let in_tuple = g.frame(state).kind == Kind::Paren;
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
fn lost_name_quote(g: &Grammar<'_>, state: State, content: &[u8]) -> Option<State> {
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
    let plausible = !name.is_empty() && name.iter().all(|b| keys::is_key_byte(*b) || (*b == b' ' && blank));
    (ends && plausible).then(|| close_lost(g, state, state.text.start + name.len()))
}

/// `"first, b: "second"`: the string ended before a member whose key has no quotes.
#[cold]
fn lost_before_bare_name(g: &Grammar<'_>, state: State, content: &[u8]) -> Option<State> {
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

fn close_lost(g: &Grammar<'_>, mut state: State, end: usize) -> State {
    state.pos = end;
    g.charge_fix(&mut state, Code::MissingCloseQuote);
    state.cost += lost_after_quotes(&state);
    close_text(g, &mut state, 0);
    state
}

/// What it costs that a string has no closing quote, for the quotes that it holds.
pub(super) fn lost_after_quotes(state: &State) -> u32 {
    match u32::from(state.text.inner) {
        0 => 0,
        1..MANY_INNER => LoneQuote.weight(),
        MANY_INNER.. => LostAfterQuotes.weight(),
    }
}

/// Where a string ends that lost its closing quote and seems to go on over the items after it, if those are numbers and
/// literals, in rows or not: `"a, false, 1], [2`. A member's value has no items after it, unless its object ends before
/// them.
pub(super) fn before_literals(content: &[u8], role: Role) -> Option<usize> {
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
pub(super) fn before_comments(content: &[u8]) -> Option<usize> {
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

/// Is there nothing but white space and comments in `text`?
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

/// Is a separator the last thing in `content`, blanks aside? Before a colon may be a key without quotes.
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

/// Is this text, which was cut off, unlikely to begin a key: long, or with a quote or a line's end in it?
pub(super) fn is_like_text(cut: &[u8]) -> bool {
    let cut = cut.trim_ascii_end();
    let mut signs = memchr::memchr2_iter(b'"', b'\n', cut);
    cut.len() > LOOK || signs.any(|at| at == 0 || cut[at - 1] != b'\\')
}
