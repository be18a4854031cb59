//! The weight of a quote inside a string: what speaks for it as the end, and for it as content.

use crate::core::json::is_space;
use crate::core::repair::edit::Code;
use crate::core::repair::notation::backslash::{begins_path, ends_in_drive};
use crate::core::repair::parser::evidence::follow::Follow;
use crate::core::repair::parser::evidence::layout;
use crate::core::repair::parser::evidence::names::is_due_name;
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::cost;
use crate::core::repair::parser::model::state::{MANY_INNER, Open, Role, State};
use crate::core::repair::parser::model::weights::Feature::{
    self, BeforeItem, BeforeSeparator, BeforeStructure, InsideCode, KeyLikeText, LoneQuote, LostAfterQuotes,
    NotAValue, OddKey, QuoteInSameString, RatherContent, SwallowedLine, TokenSlip, UnpairedQuote,
};
use crate::core::repair::parser::text::limits::{LOOK, LOOK_FAR};
use crate::core::repair::parser::text::tokens::Quote;
use crate::core::repair::parser::text::{keys, lexer};

/// Returns what it costs to end the string at the escaped quote at `pos`, if it can end there: nothing where it ends a path, for
/// which no quote came before, because names of files have none.
pub(in crate::core::repair) fn escaped_end(text: &[u8], start: usize, pos: usize) -> Option<u32> {
    let content = &text[start..=pos];
    let is_clean = memchr::memchr(b'"', &content[..content.len().min(LOOK)]).is_none();
    let is_path = || begins_path(content) || content.len() <= LOOK && ends_in_drive(content);
    is_clean.then(|| if is_path() { 0 } else { BeforeStructure.weight() })
}

/// Returns whether the quote here stands as one does that opens a quotation: after a bracket, blank or token, and right before
/// a word.
fn opens_words(g: &Context<'_>, state: &State) -> bool {
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    state.pos > state.text.start
        && b" {[(<=:,".contains(&g.text[state.pos - 1])
        && g.text.get(state.pos + 1).is_some_and(word)
}

/// What it costs to take the token here as the end of the string, besides what the grammar will say.
pub(in crate::core::repair) fn closing_cost(g: &Context<'_>, state: &State, follow: Follow) -> u32 {
    let named = g.frame(state).kind.has_keys();
    let place = match (state.text.role, follow) {
        (_, Follow::Escape) => InsideCode.weight(),
        (Role::Value | Role::Item, _) if is_in_apostrophes(g, state) => InsideCode.weight(),
        (Role::Value | Role::Item, Follow::Other) if opens_words(g, state) => InsideCode.weight(),
        (Role::Value | Role::Item, Follow::Item | Follow::Comma) if is_amid_words(g, state) => {
            RatherContent.weight()
        }
        (Role::Value, Follow::Colon) if named && !is_before_colon_too_many(g, state) => NotAValue.weight(),
        (Role::Key, Follow::Colon | Follow::Comma | Follow::Closer) => 0,
        (Role::Key, Follow::Other) => KeyLikeText.weight(),
        (Role::Key, Follow::Value) => 0,
        (Role::Key, _) => OddKey.weight(),
        _ => 0,
    };
    if state.text.role != Role::Key {
        let unpaired = if state.text.inner == 1 { LoneQuote.weight() } else { UnpairedQuote.weight() };
        if goes_on_after_quotation(g, state, follow) {
            return place + RatherContent.weight();
        }
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
        // `"a:" 1`: a colon at the end is the one that is missing after the quote.
        _ if name.strip_suffix(b":").unwrap_or(name).contains(&b':') => KeyLikeText.weight(),
        _ => 0,
    };
    place + odd
}

/// Returns whether a colon that is one too many, or stands for a comma, comes after this quote.
fn is_before_colon_too_many(g: &Context<'_>, state: &State) -> bool {
    layout::is_colon_too_many(g.text, lexer::near(g.text, state.pos + 1))
}

/// What it costs to take the token here as content: that it is one, and what follows it as if a string had ended.
pub(in crate::core::repair) fn inner_cost(g: &Context<'_>, state: &State, follow: Follow) -> u32 {
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
    let line = if layout::swallows_line(g, state) { SwallowedLine.weight() } else { 0 };
    quote + place + due + row + key + again + line
}

/// Returns whether this quote opens something as the one before it did, with words and a comma between them, as in `"a,"b,"c`.
/// Quotes in a text open and close in turn, but those of strings that lost their closing quotes open alone.
fn opens_again(g: &Context<'_>, state: &State) -> bool {
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
fn structure_after(g: &Context<'_>, state: &State, follow: Follow) -> Option<(Feature, bool)> {
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
        // `"x", "b"}`, `"x", NOTE "b": 1`: a quote that closes before a comma, and one that opens after it.
        Follow::Item | Follow::Comma
            if state.text.inner == 0 && layout::is_before_whole_string(g.text, state.pos + 1) =>
        {
            (BeforeItem, true)
        }
        Follow::Colon | Follow::Member | Follow::Item | Follow::Comma | Follow::OddCloser => {
            (BeforeSeparator, true)
        }
        Follow::Quote | Follow::Escape | Follow::Other => return None,
    })
}

/// Returns whether the string itself explains what follows this quote. The quote makes a pair with the one before it, or ends a
/// key or a value of JSON in the string; or what follows is no key that the object is expected to have.
fn explains(g: &Context<'_>, state: &State, follow: Follow) -> bool {
    let Open { role, inner, .. } = state.text;
    if goes_on_after_quotation(g, state, follow) {
        return true;
    }
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

/// Returns whether this quote closes a quotation in the string, and what follows is no next member or item: words, as in
/// `"Das „Nordlicht", weil es kalt war"`, or the quote of the string itself, as in `"Das „Nordlicht""`.
fn goes_on_after_quotation(g: &Context<'_>, state: &State, follow: Follow) -> bool {
    if follow == Follow::Quote && g.text.get(state.pos + 1) == Some(&b'"') {
        return closes_quotation(g, state);
    }
    if !matches!(follow, Follow::Comma | Follow::Item | Follow::Value | Follow::Colon | Follow::Other) {
        return false;
    }
    let comma = lexer::near(g.text, state.pos + 1);
    let next = lexer::near(g.text, comma + 1);
    let word = keys::key_len(lexer::window(g.text, next, LOOK));
    let is_key = word > 0 && g.text.get(lexer::near(g.text, next + word)) == Some(&b':');
    let is_token = g.text.get(next).is_some_and(|byte| b"\"{}[]".contains(byte))
        || lexer::comment_at(g.text, next).is_some();
    let is_next = g.text.get(comma) == Some(&b',') && (is_key || is_token);
    !is_next && closes_quotation(g, state)
}

/// Returns whether a quotation began in the string with a quote of its own kind, or with an escaped one, that has had no partner so
/// far: `"Das „Nordlicht", weil`. A plain quote is its partner then.
pub(in crate::core::repair) fn closes_quotation(g: &Context<'_>, state: &State) -> bool {
    if state.text.quote != Quote::Double
        || !g.source.has_quotations.get_or_init(|| may_hold_quotations(g.text))
    {
        return false;
    }
    let start = state.text.start.max(state.pos.saturating_sub(LOOK_FAR));
    let content = &g.text[start..state.pos];
    // Where the others are escaped, all are; and code has three in a row.
    let escaped = || memchr::memchr_iter(b'\\', content).filter(|at| content.get(at + 1) == Some(&b'"'));
    let is_lone_escape = start == state.text.start && escaped().take(2).count() == 1;
    if !is_lone_escape && content.is_ascii() {
        return false;
    }
    // What closes the quotation that is open.
    let mut closers: Option<&[&str]> = None;
    let mut open = 0;
    for at in (0..content.len()).filter(|at| BEGINS_QUOTE[content[*at] as usize]) {
        let rest = &content[at..];
        let is_escaped = rest.starts_with(b"\\\"");
        let stands = |quote: &&str| rest.starts_with(quote.as_bytes());
        let is_closed = match closers {
            Some([]) => is_escaped,
            Some(quotes) => quotes.iter().any(&stands),
            None => false,
        };
        let is_plain = rest[0] == b'"' && (at == 0 || content[at - 1] != b'\\');
        if is_closed || is_plain {
            closers = None;
        } else if closers.is_none() {
            let opening = QUOTATIONS.iter().find(|(quote, _)| stands(quote));
            closers =
                if is_escaped && is_lone_escape { Some(&[]) } else { opening.map(|(_, quotes)| *quotes) };
            open = at + opening.map_or(0, |(quote, _)| quote.len());
        }
    }
    // A quotation holds a word.
    closers.is_some() && content[open..].iter().any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
}

/// Returns whether a text has an escaped quote, or one that opens a quotation.
fn may_hold_quotations(text: &[u8]) -> bool {
    let opens = |at: usize| {
        let rest = &text[at..];
        rest.get(1).is_some_and(|second| OPENER_SECONDS[*second as usize])
            && QUOTATIONS.iter().any(|(quote, _)| rest.starts_with(quote.as_bytes()))
    };
    let [first, second, third] = OPENER_FIRSTS;
    memchr::memmem::find(text, b"\\\"").is_some()
        || !text.is_ascii() && memchr::memchr3_iter(first, second, third, text).any(opens)
}

/// The bytes that the quotes which open a quotation begin with.
const OPENER_FIRSTS: [u8; 3] = {
    let (mut firsts, mut known) = ([0; 3], 0);
    let mut row = 0;
    while row < QUOTATIONS.len() {
        let first = QUOTATIONS[row].0.as_bytes()[0];
        if first != firsts[0] && first != firsts[1] && first != firsts[2] {
            firsts[known] = first;
            known += 1;
        }
        row += 1;
    }
    firsts
};

/// Marks the second bytes of these quotes.
const OPENER_SECONDS: [bool; 256] = {
    let mut table = [false; 256];
    let mut row = 0;
    while row < QUOTATIONS.len() {
        table[QUOTATIONS[row].0.as_bytes()[1] as usize] = true;
        row += 1;
    }
    table
};

/// Quotes that open a quotation, and those that close it.
const QUOTATIONS: [(&str, &[&str]); 8] = [
    ("„", &["“", "”", "\u{201f}"]),
    ("‟", &["”", "“"]),
    ("“", &["”"]),
    ("«", &["»"]),
    ("‹", &["›"]),
    ("「", &["」"]),
    ("『", &["』"]),
    ("‚", &["‘", "’"]),
];

/// Marks the bytes that one of these quotes may begin with, a plain quote, or an escaped one.
const BEGINS_QUOTE: [bool; 256] = {
    let mut table = [false; 256];
    (table[b'"' as usize], table[b'\\' as usize]) = (true, true);
    let mut row = 0;
    while row < QUOTATIONS.len() {
        let (open, closers) = QUOTATIONS[row];
        table[open.as_bytes()[0] as usize] = true;
        let mut at = 0;
        while at < closers.len() {
            table[closers[at].as_bytes()[0] as usize] = true;
            at += 1;
        }
        row += 1;
    }
    table
};

/// Returns whether this quote is a character of code, as in `'"'`.
pub(in crate::core::repair) fn is_in_apostrophes(g: &Context<'_>, state: &State) -> bool {
    let pos = state.pos;
    state.text.quote == Quote::Double
        && pos > state.text.start
        && g.text[pos - 1] == b'\''
        && g.text.get(pos + 1) == Some(&b'\'')
}

/// Returns whether this quote stands amid words. Either it stands in parentheses that its string opened, and that close before
/// another quote or bracket, as in `"Height (5'11", 160 lbs)"`. Or it stands for inches, before words that end with a quote, as
/// in `"5'11", 160 lbs"`.
pub(in crate::core::repair) fn is_amid_words(g: &Context<'_>, state: &State) -> bool {
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

/// Returns whether this quote ends the first member of an object in the string. Among many quotes a pair may have been
/// miscounted.
fn begins_object_inside(g: &Context<'_>, state: &State) -> bool {
    u32::from(state.text.inner) > MANY_INNER && ends_member_inside(g, state, b"{")
}

/// Returns whether this quote ends the value of a member that began in the string itself, after one of these tokens, as in
/// `{"name": "value`.
fn ends_member_inside(g: &Context<'_>, state: &State, signs: &[u8]) -> bool {
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

/// Returns whether the line ends after this quote, white space and `passed` aside.
fn ends_line_after(g: &Context<'_>, state: &State, passed: &[u8]) -> bool {
    let after = lexer::window(g.text, state.pos + 1, LOOK);
    let is_passed = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r') || passed.contains(byte);
    after.iter().find(|byte| !is_passed(byte)) == Some(&b'\n')
}

/// What stands in the string right before this quote.
fn content_before<'t>(g: &Context<'t>, state: &State) -> &'t [u8] {
    &g.text[state.text.start.max(state.pos.saturating_sub(LOOK))..state.pos]
}

/// Returns whether a line's end is between this quote and the one before it, as in code whose quotes make no pairs there. The
/// strings of JSON in a string hold none.
fn ends_lines_of_code(g: &Context<'_>, state: &State) -> bool {
    let before = content_before(g, state);
    let after = memchr::memrchr(b'"', before).map_or(0, |at| at + 1);
    let between = &before[after..];
    between.contains(&b'\n') || memchr::memmem::find(between, b"\\n").is_some()
}

/// Returns whether an object begins here with the very key that the one around this string began with. Rows do.
fn begins_row(g: &Context<'_>, state: &State) -> bool {
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

/// Returns whether a member that this object is expected to have follows the token here, with or without its comma.
fn is_before_due_name(g: &Context<'_>, state: &State) -> bool {
    if g.expect.is_none() || state.text.role != Role::Value || !g.frame(state).kind.has_keys() {
        return false;
    }
    let after = g.text.get(state.pos + 1..).unwrap_or_default();
    let space = after.iter().take(LOOK).take_while(|b| is_space(**b) || **b == b',').count();
    after.get(space) == Some(&b'"') && is_due_name(g, state, state.pos + 1 + space + 1)
}

/// Returns whether a key that this object is not expected to have follows the token here. What looks like a member is then
/// content, rather than a member.
fn is_unexpected_name(g: &Context<'_>, state: &State) -> bool {
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

/// What it costs that a string has no closing quote, for the quotes that it holds.
pub(in crate::core::repair) fn lost_after_quotes(state: &State) -> u32 {
    match u32::from(state.text.inner) {
        0 => 0,
        1..MANY_INNER => LoneQuote.weight(),
        MANY_INNER.. => LostAfterQuotes.weight(),
    }
}

/// Returns whether this text, which was cut off, is unlikely to begin a key: long, or with a quote or a line's end in it.
pub(in crate::core::repair) fn is_like_text(cut: &[u8]) -> bool {
    let cut = cut.trim_ascii_end();
    let mut signs = memchr::memchr2_iter(b'"', b'\n', cut);
    cut.len() > LOOK || signs.any(|at| at == 0 || cut[at - 1] != b'\\')
}
