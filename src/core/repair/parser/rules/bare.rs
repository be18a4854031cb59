//! Text without quotes: where a value of words may end.

use crate::core::json::{is_space, scan};
use crate::core::repair::edit::Code;
use crate::core::repair::notation::backslash::holds_escape;
use crate::core::repair::parser::evidence::literals::{is_clean_end, is_grouped};
use crate::core::repair::parser::evidence::names::named_at;
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::cost;
use crate::core::repair::parser::model::op::{CutPlace, Op};
use crate::core::repair::parser::model::state::{Expect, Kind, NONE, Open, Role, State};
use crate::core::repair::parser::model::weights::Feature::{
    EndsHere, OtherNotation, PastStructure, PastToken, SeveralWords, UnpairedQuote,
};
use crate::core::repair::parser::rules::ends;
use crate::core::repair::parser::text::keys::{self, key_at};
use crate::core::repair::parser::text::lexer::{self, near, quote_at, token_at};
use crate::core::repair::parser::text::limits::{LOOK, LOOK_FAR};
use crate::core::repair::parser::text::tokens::{Quote, TokenKind, set};

/// Begins a text without quotes.
pub(in crate::core::repair) fn bare(state: State, role: Role) -> Option<State> {
    let pos = state.pos;
    let text = Open { opening: pos, start: pos, role, ..Open::NOTHING };
    // In the open, outside of every bracket, text is prose.
    (state.frame != 0).then_some(State { expect: Expect::Bare, text, ..state })
}

/// Reads on in a text without quotes to the next token that may end it.
#[cold]
pub(in crate::core::repair) fn in_bare(g: &Context<'_>, state: State) -> Option<State> {
    let pos = text_stop(g.text, state.pos);
    g.charge(state.pos, pos);
    g.asked.set(pos);
    let here = State { pos, ..state };
    let Some(&byte) = g.text.get(pos) else { return bare_at_end(g, here) };
    let text = state.text;
    let on = |extra: u32, nest: u16| State {
        pos: pos + 1,
        cost: state.cost + extra,
        text: Open { nest, ..text },
        ..state
    };
    match byte {
        b'{' | b'[' if pos > text.start && quote_at(g.text, near(g.text, pos + 1)).is_some() => {
            // Data rather than words.
            let ended = bare_ends(g, here, pos);
            g.weigh([ended.as_ref(), Some(&on(PastStructure.weight(), text.nest.saturating_add(1)))])
        }
        b'(' | b'{' | b'[' if pos == text.start || !opens_member(g, &state, pos) => {
            Some(on(0, text.nest.saturating_add(1)))
        }
        b'(' | b'{' | b'[' => {
            let ended = bare_ends(g, here, pos);
            g.weigh([ended.as_ref(), Some(&on(PastToken.weight(), text.nest.saturating_add(1)))])
        }
        b')' | b'}' | b']' if text.nest > 0 => {
            // The bracket closes one inside the text, or the text ends although one is open in it.
            let ended = bare_ends(g, here, pos).map(|s| State { cost: s.cost + PastToken.weight(), ..s });
            g.weigh([Some(&on(0, text.nest - 1)), ended.as_ref()])
        }
        b')' if !matches!(g.frame(&state).kind, Kind::Paren | Kind::Call | Kind::Keywords) => Some(on(0, 0)),
        b')' | b'}' | b']' => {
            let ended = bare_ends(g, here, pos);
            let fits = g.frame(&state).kind.closer() == byte;
            let past = if fits { PastStructure.weight() } else { PastToken.weight() };
            g.weigh([ended.as_ref(), Some(&on(past, 0))])
        }
        b'"' => {
            // A number is complete: what stands after it is no part of it.
            let begun = g.text[text.start..pos].trim_ascii_end();
            let past = if is_escaped(g.text, pos) {
                0
            } else if key_at(g.text, pos) || names_a_member(g, &here) {
                PastStructure.weight()
            } else if scan::number_end(begun, 0) == Ok(begun.len()) {
                if text.role == Role::Item { PastStructure.weight() } else { PastToken.weight() }
            } else if is_clean_end(g, pos + 1) {
                PastToken.weight()
            } else {
                SeveralWords.weight()
            };
            bare_at_quote(g, here, on(past, text.nest))
        }
        b'/' | b'#' => {
            let comment = pos > text.start && is_space(g.text[pos - 1]);
            let comment = comment && lexer::comment_at(g.text, pos).is_some();
            let ended = if comment { bare_ends(g, here, pos) } else { None };
            g.weigh([Some(&on(0, text.nest)), ended.as_ref()])
        }
        b'\n' => {
            let is_before_key = text.role == Role::Value && named_at(g, &state, near(g.text, pos + 1));
            let past = if is_before_key { PastStructure.weight() } else { PastToken.weight() };
            let ended = bare_ends(g, here, pos);
            g.weigh([ended.as_ref(), Some(&on(past, text.nest))])
        }
        0x80.. => bare_at_wide_sign(g, here),
        _ => {
            let next = near(g.text, pos + 1);
            let member = text.role == Role::Value && named_at(g, &state, next);
            let past = match (text.nest, member, text.role) {
                (_, true, _) => PastStructure.weight(),
                (0, ..) if text.role == Role::Item => PastStructure.weight(),
                // `1,234` is rather one number, and a text with escapes a string that lost its first quote.
                (0, ..) if is_grouped(g, pos) || has_escapes(g, &here) => OtherNotation.weight(),
                (0, ..) => PastToken.weight(),
                _ => OtherNotation.weight(),
            };
            let ended = bare_ends(g, here, pos);
            g.weigh([ended.as_ref(), Some(&on(past, text.nest))])
        }
    }
}

/// Returns whether the text up to here has the escapes of a string.
fn has_escapes(g: &Context<'_>, state: &State) -> bool {
    holds_escape(lexer::window(&g.text[..state.pos], state.text.start, LOOK_FAR))
}

/// A token in full width, as `，` and `｝`: it acts as one, or is content as it mostly is in prose.
#[cold]
fn bare_at_wide_sign(g: &Context<'_>, state: State) -> Option<State> {
    let pos = state.pos;
    let token = token_at(g.text, pos);
    let on = |past: u32| Some(State { pos: pos + token.len, cost: state.cost + past, ..state });
    let past = match token.kind {
        TokenKind::Close(bracket) if g.frame(&state).kind.closer() == bracket => PastStructure.weight(),
        kind if kind.is_in(set::SEPARATORS) && key_at(g.text, near(g.text, pos + token.len)) => {
            PastStructure.weight()
        }
        kind if kind.is_in(set::SEPARATORS) && state.text.role == Role::Item => PastStructure.weight(),
        _ => return on(0),
    };
    let ended = bare_ends(g, state, pos);
    g.weigh([ended.as_ref(), on(past).as_ref()])
}

/// Returns whether the text up to this quote is a key, and the token after the quote a colon.
fn names_a_member(g: &Context<'_>, state: &State) -> bool {
    let name = &g.text[state.text.start..state.pos];
    let short = !name.is_empty() && name.len() < LOOK && name.iter().all(|b| keys::is_key_byte(*b));
    short && token_at(g.text, near(g.text, state.pos + 1)).kind.is_in(set::COLONS)
}

/// Returns whether the bracket at `pos` rather begins a value than belongs to the text before it.
fn opens_member(g: &Context<'_>, state: &State, pos: usize) -> bool {
    state.text.nest == 0 && is_space(g.text[pos - 1]) && g.text[pos] != b'('
}

/// The text ends before `pos`; white space before that is not part of it.
#[cold]
fn bare_ends(g: &Context<'_>, state: State, pos: usize) -> Option<State> {
    let start = state.text.start;
    let mut end = start + g.text[start..pos].trim_ascii_end().len();
    // A written-out line end does not belong to the text where all line ends are written so.
    while state.writer.has(cost::ESCAPED_LINES) && g.text[start..end].ends_with(b"\\n") {
        end = start + g.text[start..end - 2].trim_ascii_end().len();
    }
    if end == start {
        return None;
    }
    // A long text shows what it is at its beginning, and each token in it may be its end.
    let content = lexer::window(&g.text[..end], start, LOOK_FAR);
    let digit = content[0].is_ascii_digit() || (content.len() > 1 && content[1].is_ascii_digit());
    let code = if digit { Code::NumberText } else { Code::UnquotedValue };
    let has_words = state.text.role == Role::Item && content.contains(&b' ');
    let several = if has_words { state.writer.faded(SeveralWords.weight(), code) } else { 0 };
    let mut state = g.with(state, Op::Bare { start, end, code });
    state.cost += several;
    // A string that lost its first quote ends at its last one; all the more where the quotes in it are escaped.
    if pos < g.text.len() && holds_escape(content) {
        let has_quotes = memchr::memmem::find(content, b"\\\"").is_some();
        state.cost += PastStructure.weight() * (1 + u32::from(has_quotes));
    }
    state.joint = NONE;
    g.after_value(&mut state, end);
    Some(state)
}

/// Returns whether the quote at `pos` is written as one in a string.
fn is_escaped(text: &[u8], pos: usize) -> bool {
    text[..pos].ends_with(b"\\")
}

/// A quote inside a text without quotes: it closes the text, belongs to it, or begins the next string.
#[cold]
fn bare_at_quote(g: &Context<'_>, state: State, content: State) -> Option<State> {
    let (pos, start) = (state.pos, state.text.start);
    let closed = if pos > start {
        let op = Op::Text { open: start, start, end: pos, close: pos + 1, quote: Quote::Double, raw: false };
        let mut closed = g.with(state, op);
        // In an array, a key that lost its opening quote is `colon_after_value`'s business.
        let clean = is_clean_end(g, pos + 1) || state.text.role == Role::Item && names_a_member(g, &state);
        g.charge_fix(&mut closed, Code::MissingOpenQuote);
        closed.cost += if clean { 0 } else { EndsHere.weight() };
        closed.cost += if is_escaped(g.text, pos) { PastStructure.weight() } else { 0 };
        // With an odd number of quotes before it, this one makes a pair of them.
        let before = lexer::window(&g.text[..pos], start, LOOK);
        let is_paired = memchr::memchr_iter(b'"', before).count() % 2 == 1;
        closed.cost += if is_paired { UnpairedQuote.weight() } else { 0 };
        closed.joint = pos;
        g.after_value(&mut closed, pos + 1);
        Some(closed)
    } else {
        None
    };
    let before =
        if key_at(g.text, pos) || state.text.role == Role::Item { bare_ends(g, state, pos) } else { None };
    g.weigh([closed.as_ref(), Some(&content), before.as_ref()])
}

/// The text ends inside a text without quotes.
#[cold]
fn bare_at_end(g: &Context<'_>, state: State) -> Option<State> {
    let state = bare_ends(g, state, g.text.len())?;
    if state.expect == Expect::Done {
        return Some(state);
    }
    ends::cut_after(g, State { pos: g.text.len(), ..state }, CutPlace::Literal)
}

/// The next token from `pos` on that may end a text without quotes, or the end.
#[cold]
fn text_stop(text: &[u8], mut pos: usize) -> usize {
    loop {
        match text[pos..].iter().position(|byte| ends_text(*byte)).map(|at| pos + at) {
            None => return text.len(),
            Some(at) if text[at] == 0xef => match token_at(text, at) {
                token if token.kind.is_in(set::SEPARATORS | set::CLOSE) => return at,
                token => pos = at + token.len,
            },
            Some(at) => return at,
        }
    }
}

/// Bytes that may end a text without quotes.
fn ends_text(byte: u8) -> bool {
    // Characters in full width begin with the last.
    matches!(byte, b',' | b'}' | b']' | b')' | b'"' | b'{' | b'[' | b'(' | b'\n' | b';' | b'/' | b'#' | 0xef)
}
