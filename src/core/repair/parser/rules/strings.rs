//! Strings and keys: where they begin and end, the questions with the most answers.

use crate::core::json::is_space;
use crate::core::repair::edit::Code;
use crate::core::repair::parser::evidence::follow::{self, Follow};
use crate::core::repair::parser::evidence::quotes::{self, escaped_end, is_like_text, lost_after_quotes};
use crate::core::repair::parser::evidence::{anew, layout, names};
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::cost;
use crate::core::repair::parser::model::op::{CutPlace, Op};
use crate::core::repair::parser::model::state::{Expect, NONE, Open, Role, State};
use crate::core::repair::parser::model::weights::Feature::{
    CutLongKey, CutString, InsideCode, RatherContent, SeveralWords, TailBrackets,
};
use crate::core::repair::parser::rules::bare::bare;
use crate::core::repair::parser::rules::lost::lost_quote;
use crate::core::repair::parser::rules::string_end::{close_text, name_done};
use crate::core::repair::parser::rules::{embedded, ends};
use crate::core::repair::parser::text::keys;
use crate::core::repair::parser::text::lexer::{self, closing_len, near, quote_at, token_at};
use crate::core::repair::parser::text::limits::{LOOK, LOOK_WIDE};
use crate::core::repair::parser::text::stops::{after_content, may_end_at, next_stop, sound_escape};
use crate::core::repair::parser::text::tokens::{Quote, TokenKind, set};

/// Begins a string at the quote that stands here.
pub(in crate::core::repair) fn open_text(
    g: &Context<'_>,
    state: State,
    quote: Quote,
    len: usize,
    role: Role,
) -> Option<State> {
    let (pos, start) = (state.pos, state.pos + len);
    let text = Open { opening: pos, start, quote, role, ..Open::NOTHING };
    let plain = State { expect: Expect::Text, pos: start, text, ..state };
    if quote == Quote::Escaped && role == Role::Value && has_plain_keys(g, &state) {
        // An escape in a text that lost its opening quote.
        let odd = State { cost: plain.cost + RatherContent.weight(), ..plain };
        return g.weigh([Some(&odd), bare(state, role).as_ref()]);
    }
    // `""` is an empty string, or a quote written twice.
    let twice = quote == Quote::Double && g.text.get(start) == Some(&b'"') && {
        let after = near(g.text, start + 1);
        let kind = token_at(g.text, after).kind;
        !kind.is_in(set::COMMA | set::COLON | set::CLOSE | set::END | set::PLUS)
    };
    if quote == Quote::TripleDouble {
        // A string that begins with a quote, or with a triple-quoted one.
        let text = Open { start: pos + 1, quote: Quote::Double, ..text };
        let fourth = g.text.get(start) == Some(&b'"') && !g.text[start..].starts_with(b"\"\"\"");
        // `"quote": """",`: a quote in quotes.
        let next = token_at(g.text, near(g.text, start)).kind;
        let is_one = matches!(next, TokenKind::Comma | TokenKind::Close(_)) && !has_triple_after(g, start);
        let is_last = || memchr::memmem::find(&g.text[start..], b"\"\"\"").is_none();
        let is_odd = fourth || is_one || ends_after_one_quote(g.text) && is_last();
        let odd = if is_odd { TailBrackets.weight() } else { 0 };
        let triple = State { cost: plain.cost + odd, ..plain };
        let content = State { pos: pos + 1, text, ..plain };
        return g.weigh([Some(&triple), Some(&content)]);
    }
    if let Some(inside) = embedded::json_inside(g, &plain) {
        g.push(&inside);
    }
    if !twice {
        return Some(plain);
    }
    let is_usual = g.source.doubles_quotes();
    let cost = plain.cost + if is_usual { 0 } else { cost::of(Code::DoubledQuotes) };
    let doubled = |quote, cost| {
        Some(State { pos: start + 1, text: Open { start: start + 1, quote, ..text }, cost, ..plain })
    };
    // Both quotes are doubled, or the first one is. A quote before a blank is rather content: it begins a comment in Vim.
    let is_blank =
        |rest: &[u8]| rest.starts_with(b" ") || rest.starts_with(b"\t") || rest.starts_with(b"\\t");
    let is_apart = role != Role::Key && g.text.get(start + 1..).is_some_and(is_blank);
    let apart = if is_apart { RatherContent.weight() } else { 0 };
    let opening = doubled(Quote::Double, plain.cost + cost::of(Code::DoubledQuotes) + apart);
    let both = if is_usual || closes_twice(g, start + 1) { doubled(Quote::Twice, cost) } else { None };
    g.weigh([Some(&plain), both.as_ref(), opening.as_ref()])
}

/// Returns whether the first key of this object is in quotes that are not escaped. The key may have lost one.
fn has_plain_keys(g: &Context<'_>, state: &State) -> bool {
    let (start, end) = g.frame(state).keys.first;
    let is_plain = |at: usize| g.text[..at].ends_with(b"\"") && !g.text[..at].ends_with(b"\\\"");
    end > 0 && (is_plain(start) || g.text.get(end) == Some(&b'"'))
}

fn has_triple_after(g: &Context<'_>, pos: usize) -> bool {
    memchr::memmem::find(lexer::window(g.text, pos, LOOK_WIDE), b"\"\"\"").is_some()
}

/// Returns whether the text ends with a quote that is no part of a triple one, and brackets. The strings of such a text are
/// whole.
fn ends_after_one_quote(text: &[u8]) -> bool {
    let is_bracket = |byte: &&u8| matches!(byte, b'}' | b']');
    let mut last = text.iter().rev().take(LOOK).filter(|byte| !is_space(**byte)).peekable();
    if last.next_if(is_bracket).is_none() {
        return false;
    }
    let quotes = last.skip_while(is_bracket).take_while(|byte| **byte == b'"').count();
    (1..3).contains(&quotes)
}

/// Returns whether the next quote is one that is written twice, and closes a string. After a quotation at its beginning, two
/// quotes are the end of another one and that of the string.
fn closes_twice(g: &Context<'_>, pos: usize) -> bool {
    let window = lexer::window(g.text, pos, LOOK_WIDE);
    memchr::memchr(b'"', window).filter(|at| window[*at..].starts_with(b"\"\"")).is_some_and(|at| {
        let kind = token_at(g.text, near(g.text, pos + at + 2)).kind;
        kind.is_in(set::SEPARATORS | set::COLON | set::CLOSE | set::END)
    })
}

/// Reads on in a string to the next token that may close it.
pub(in crate::core::repair) fn in_text(g: &Context<'_>, mut state: State) -> Option<State> {
    let begun = state.pos;
    loop {
        let pos = next_stop(g.text, state.text.quote, state.text.raw, state.pos);
        let Some(&byte) = g.text.get(pos) else {
            g.charge(begun, pos);
            return text_at_end(g, state);
        };
        if let Some(len) = closing_len(state.text.quote, g.text, pos) {
            g.charge(begun, pos);
            state.pos = pos;
            return at_quote(g, &state, len);
        }
        let escape = byte == b'\\' && !state.text.raw;
        state.text.clean &=
            escape && state.text.quote == Quote::Double && sound_escape(g.text, pos).is_some();
        if escape
            && g.text.get(pos + 1) == Some(&b'"')
            && state.text.quote == Quote::Double
            && may_end_at(g.text, pos + 2)
        {
            path_that_ends_here(g, state, pos);
        }
        // Raw strings, too, keep a quote after a backslash.
        state.pos = after_content(g.text, pos);
    }
}

/// `"C:\data\", "n": 1`: the backslash before this quote ends a path, and the quote the string.
#[cold]
fn path_that_ends_here(g: &Context<'_>, state: State, pos: usize) {
    let follow = follow::follow(g, &state, pos + 2);
    let is_end = matches!(follow, Follow::Member | Follow::Item | Follow::Closer | Follow::Early)
        || follow == Follow::End && near(g.text, pos + 2) < g.text.len();
    if !is_end {
        return;
    }
    if let Some(cost) = escaped_end(g.text, state.text.start, pos) {
        let cost = state.cost + cost;
        let text = Open { clean: false, ..state.text };
        let mut closed = State { cost, pos: pos + 1, text, ..state };
        close_text(g, &mut closed, 1);
        g.push(&closed);
    }
}

/// At a token that may close the string: it does, or it is content, or the string ended before it.
fn at_quote(g: &Context<'_>, state: &State, len: usize) -> Option<State> {
    let pos = state.pos;
    g.asked.set(pos);
    let follow = follow::follow(g, state, pos + len);
    let mut closed = *state;
    close_text(g, &mut closed, len);
    closed.cost += quotes::closing_cost(g, state, follow);
    let inner = quotes::inner_cost(g, state, follow);
    // The opening of a string of Python's is no half of a pair, and neither is `'"'`.
    let is_third = pos >= state.text.start + 2 && g.text[pos - 2..pos] == *b"\"\"";
    let is_alone = is_third || quotes::is_in_apostrophes(g, state) || quotes::closes_quotation(g, state);
    let text = state.text.with_inner(if is_alone { 2 } else { 1 });
    let content = State { pos: pos + len, cost: state.cost + inner, text, ..*state };
    let sure = matches!(follow, Follow::Member | Follow::Closer | Follow::Colon)
        || follow == Follow::Item && state.text.role == Role::Item;
    if let Some(restarted) = restart_in_string(g, state, pos, len) {
        g.push(&restarted);
    }
    // Only a quote that is a poor end can start the next string.
    let lost = if sure && state.text.role != Role::Key && !opens_next(g, pos, len) {
        None
    } else {
        lost_quote(g, state, pos)
    };
    g.weigh([Some(&closed), Some(&content), lost.as_ref()])
}

/// `{"name": "cut\n{"name": …`: the same first key after an opening bracket at a line's beginning is the document
/// beginning anew; the first one was given up inside this string.
#[cold]
fn restart_in_string(g: &Context<'_>, state: &State, pos: usize, len: usize) -> Option<State> {
    if state.text.inner > 0 {
        return None;
    }
    let before = g.text[state.text.start..pos].trim_ascii_end();
    let line = before.strip_suffix(b"{")?;
    let line = line.strip_suffix(b"[").unwrap_or(line);
    let space = line.len() - line.trim_ascii_end().len();
    let fresh = line.is_empty() || line[line.len() - space..].contains(&b'\n');
    let root = anew::root_name(g, state);
    let named = state.text.role == Role::Key && before.ends_with(b"{") && !line.contains(&b':');
    // In the first key itself: what there is of it comes again, whole.
    let root = if root.is_empty() && fresh { line.trim_ascii_end() } else { root };
    let begins = !root.is_empty() && g.text[pos + len..].starts_with(root);
    if !(fresh || named) || !begins || !g.source.is_repeated(state.text.start + line.len()) {
        return None;
    }
    if state.text.role == Role::Key {
        // The key that was cut goes.
        let (from, log) = ends::before_member(g, state);
        let cut = State { log, pos: from, prev: from, ..*state };
        let closed = ends::close_all(g, cut, from, Code::MissingCloser, 0, 0)?;
        return Some(State { pos: from, expect: Expect::GivenUp, ..closed });
    }
    let end = state.text.start + line.trim_ascii_end().len();
    let mut closed = State { pos: end, ..*state };
    close_text(g, &mut closed, 0);
    let cost = closed.cost;
    let closed = ends::close_all(g, closed, end, Code::MissingCloser, 0, 0)?;
    Some(State { pos: end, cost, expect: Expect::GivenUp, ..closed })
}

/// Returns whether the quote at `pos` is preceded by a separator and followed by text, as an opening one is.
fn opens_next(g: &Context<'_>, pos: usize, len: usize) -> bool {
    matches!(lexer::sign_before(g.text, pos), Some(b',' | b'[' | b'{' | b':'))
        && !matches!(g.text.get(pos + len), Some(b' ' | b',' | b'}' | b']' | b'\n') | None)
}

/// Returns whether closing brackets follow, after a line's end, for all that is open, and nothing else.
fn closes_all_on_own_lines(g: &Context<'_>, state: &State) -> bool {
    let rest = &g.text[state.pos.min(g.source.end)..g.source.end];
    let closers = rest.iter().filter(|byte| matches!(byte, b'}' | b']')).count();
    layout::ends_line(g.text, state.pos)
        && closers == g.frame(state).depth as usize
        && rest.iter().all(|byte| is_space(*byte) || matches!(byte, b'}' | b']'))
}

/// The text ends inside a string.
#[cold]
fn text_at_end(g: &Context<'_>, state: State) -> Option<State> {
    let end = g.text.len();
    // A fence after the last bracket is no part of the string.
    let fence = g.text[..end].trim_ascii_end().strip_suffix(b"```").map_or(end, <[u8]>::len);
    let closed = end_of_closed_line(g, &state);
    let lost = lost_quote(g, &state, closed.unwrap_or(fence.max(state.text.start)));
    let cut = if state.text.role == Role::Key {
        let odd = if is_like_text(&g.text[state.text.start..end]) { CutLongKey.weight() } else { 0 };
        let (from, log) = ends::before_member(g, &state);
        let state = State { log, cost: state.cost + CutString.weight() + odd, ..state };
        let state = g.replace(state, from, end, "", Code::CutPart);
        ends::cut_after(g, state, CutPlace::Key)
    } else {
        // A fence at the very end says that the text was finished, and brackets after many quotes that they are the
        // document's.
        let brackets = matches!(g.text[..g.source.end].last(), Some(b'}' | b']'));
        let whole = if fence < end { CutString.weight() } else { 0 }
            + if brackets { lost_after_quotes(&state) } else { 0 };
        let state = State { pos: end, cost: state.cost + CutString.weight() + whole, ..state };
        let text = state.text;
        let op = Op::Text {
            open: text.opening,
            start: text.start,
            end,
            close: end,
            quote: text.quote,
            raw: text.raw,
        };
        let state = g.with(state, op);
        let state = g.counted(state);
        ends::cut_after(g, state, CutPlace::String)
    };
    // Where the end of the text stood for the quote, it cannot be told whether more was to come; unless the text closes all that
    // is open, on lines of its own.
    let is_whole = |lost: &State| closed.is_some() || closes_all_on_own_lines(g, lost);
    let lost = lost.map(|lost| if is_whole(&lost) { lost } else { g.with(lost, Op::Cut(CutPlace::String)) });
    g.weigh([lost.as_ref(), cut.as_ref()])
}

/// `{"a": "words}` before a fence, or before a sentence on the next line: where the document ends, whose last string lost its
/// closing quote, if more brackets close than open in what seems to be the string.
fn end_of_closed_line(g: &Context<'_>, state: &State) -> Option<usize> {
    let start = state.text.start;
    let content = lexer::window(g.text, start, LOOK_WIDE);
    let fence = memchr::memmem::find(content, b"\n```");
    let mut end = start + fence.or_else(|| memchr::memchr(b'\n', content))?;
    let mut next = near(g.text, end);
    while next < start + content.len() && matches!(g.text[next], b'}' | b']') {
        (end, next) = (next + 1, near(g.text, next + 1));
    }
    let is_over = g.text[next..].starts_with(b"```") || g.source.is_sentence(next);
    let surplus = |at| g.source.surplus_closers(at);
    (is_over && g.text[end..next].contains(&b'\n') && surplus(start) > surplus(end)).then_some(end)
}

/// A key without quotes.
pub(in crate::core::repair) fn bare_name(g: &Context<'_>, state: State) -> Option<State> {
    let pos = state.pos;
    let mut rest = lexer::window(g.text, pos, LOOK);
    let mut len = keys::key_len(rest);
    if len == rest.len() {
        // Keys are rarely longer, and never much.
        rest = lexer::window(g.text, pos, LOOK_WIDE);
        len = keys::key_len(rest);
    }
    // `a b: 1`: a key of several words runs to its colon.
    let colon = rest.iter().position(|b| matches!(b, b':' | b'\n' | b',' | b'"' | b'{' | b'}' | b'='));
    let words = colon.filter(|at| *at > len && rest[*at] == b':' && rest[len..*at].contains(&b' '));
    if len == 0 && words.is_none() {
        return odd_name(g, state, rest);
    }
    len = keys::with_prefixes(rest, len);
    let spaced = words.map(|at| {
        let name = rest[..at].trim_ascii_end().len();
        let many = State { cost: state.cost + SeveralWords.weight(), ..state };
        bare_name_until(g, many, pos + name, pos + name, Code::UnquotedKey)
    });
    if len == 0 {
        return spaced;
    }
    let end = pos + len;
    // `te!st: 1`: more characters than keys have.
    let next = rest.get(len);
    if next.is_some_and(|b| b.is_ascii_punctuation() && !b":='\"`,{}[]()/\\;<".contains(b)) {
        return odd_name(g, state, rest);
    }
    let after = quote_at(g.text, end);
    // `name": 1` lost its opening quote.
    if let Some((quote @ (Quote::Double | Quote::Single | Quote::Smart), quote_len)) = after {
        let colon = near(g.text, end + quote_len);
        if matches!(token_at(g.text, colon).kind, TokenKind::Colon | TokenKind::Equals) {
            let op = Op::Text { open: pos, start: pos, end, close: end + quote_len, quote, raw: false };
            let mut lost = g.with(state, op);
            g.charge_fix(&mut lost, Code::MissingOpenQuote);
            lost.joint = NONE;
            name_done(g, &mut lost, (pos, end), end + quote_len);
            return Some(lost);
        }
    }
    let first = rest[0];
    let code = if first.is_ascii_digit() || first == b'-' { Code::NumberKey } else { Code::UnquotedKey };
    let is_quoted = after.is_some() && pos > 0 && matches!(g.text[pos - 1], b'"' | b'\'');
    let quoted = if is_quoted { RatherContent.weight() } else { 0 };
    let plain = bare_name_until(g, State { cost: state.cost + quoted, ..state }, end, end, code);
    let plain = if end == g.text.len() {
        // The text ends inside the key, or right after it.
        ends::cut(g, State { expect: Expect::Colon, ..plain })
    } else {
        Some(plain)
    };
    g.weigh([plain.as_ref(), spaced.as_ref()])
}

#[cold]
fn bare_name_until(g: &Context<'_>, state: State, end: usize, next: usize, code: Code) -> State {
    let start = state.pos;
    // In a document whose keys have quotes, code in a string has keys without.
    let is_odd = code == Code::UnquotedKey
        && state.writer.has(cost::QUOTES)
        && !names::is_usual_name(g, &state, start);
    let mut state = g.with(state, Op::Bare { start, end, code });
    state.cost += if is_odd { InsideCode.weight() } else { 0 };
    state.joint = NONE;
    name_done(g, &mut state, (start, end), next);
    state
}

/// A key of characters that no key has, up to its colon: `te!st`, `$(x)`.
fn odd_name(g: &Context<'_>, state: State, rest: &[u8]) -> Option<State> {
    let colon = rest.iter().position(|b| matches!(b, b':' | b'\n' | b',' | b'"' | b'{' | b'}'))?;
    if rest[colon] != b':' || colon == 0 {
        return None;
    }
    let name = rest[..colon].trim_ascii_end().len();
    let odd = State { cost: state.cost + 2 * SeveralWords.weight(), ..state };
    Some(bare_name_until(g, odd, state.pos + name, state.pos + name, Code::UnquotedKey))
}
