//! Values without quotes: words, numbers and calls around values.

use crate::core::json::scan;
use crate::core::repair::edit::Code;
use crate::core::repair::notation::number;
use crate::core::repair::parser::evidence::literals::{
    WORDS, is_clean_end, is_grouped, literals_after, prefix_len, word_len,
};
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::op::{CutPlace, Op};
use crate::core::repair::parser::model::state::{Expect, Kind, NONE, Open, Role, State};
use crate::core::repair::parser::model::weights::Feature::{PastStructure, SeveralWords};
use crate::core::repair::parser::rules::bare::bare;
use crate::core::repair::parser::rules::ends;
use crate::core::repair::parser::text::keys::{self, key_at};
use crate::core::repair::parser::text::lexer::{near, quote_at, token_at, value_at};
use crate::core::repair::parser::text::limits::LOOK;
use crate::core::repair::parser::text::tokens::{Quote, TokenKind};

/// Words that a text may be cut inside of and still say which one it is.
const CUT_WORDS: &[(&[u8], &str)] = &[
    (b"true", "true"),
    (b"false", "false"),
    (b"null", "null"),
    (b"True", "true"),
    (b"False", "false"),
    (b"None", "null"),
];

/// Functions that are called like the type they make, beside those that begin with a capital letter as classes do.
const TYPES: [&[u8]; 22] = [
    b"array",
    b"asarray",
    b"bool",
    b"bytes",
    b"date",
    b"datetime",
    b"dict",
    b"float",
    b"float32",
    b"float64",
    b"frozenset",
    b"int",
    b"int32",
    b"int64",
    b"list",
    b"set",
    b"str",
    b"tensor",
    b"time",
    b"tuple",
    b"uuid",
    b"object",
];

/// Returns whether this is the name of a type, whose call around a value says what it is, as in `ObjectId` and `np.float64`.
fn is_type(name: &[u8]) -> bool {
    let last = memchr::memrchr(b'.', name).map_or(name, |at| &name[at + 1..]);
    last.first().is_some_and(u8::is_ascii_uppercase) || TYPES.contains(&last)
}

/// A value that starts with no token of its own.
#[cold]
pub(in crate::core) fn word(g: &Context<'_>, state: State, named: bool) -> Option<State> {
    let pos = state.pos;
    let role = if named { Role::Value } else { Role::Item };
    let rest = &g.text[pos..];
    if let Some(prefixed) = prefixed_string(g, state, role) {
        return Some(prefixed);
    }
    if named && let Some(len) = g.source.comment_len(pos) {
        let skipped = g.replace(state, pos, pos + len, "", Code::Comment);
        let odd = g.source.comment_cost(pos, len);
        let skipped = State { pos: pos + len, cost: skipped.cost + SeveralWords.weight() + odd, ..skipped };
        let bare = bare(state, role);
        return g.weigh([Some(&skipped), bare.as_ref()]);
    }
    let run = word_len(rest);
    let word = &rest[..run];
    let end = pos + run;
    // If only text can come here, a word or number is text; a word for null is not.
    let is_text = g.is_text_due(&state);
    let known = WORDS.iter().find(|(name, ..)| *name == word);
    if is_text && known.is_none_or(|(_, with, _)| *with != "null") {
        let is_literal = known.is_some() || rest[0].is_ascii_digit() || rest[0] == b'-';
        if !is_literal || !is_clean_end(g, end) {
            return bare(state, role);
        }
        // As plain as the literal would be, so it costs as little.
        let mut text = g.with(state, Op::Bare { start: pos, end, code: Code::UnquotedValue });
        (text.joint, text.cost) = (NONE, state.cost);
        g.after_value(&mut text, end);
        return Some(text);
    }
    if let Some(&(_, with, code)) = known {
        let mut known = if word == with.as_bytes() { state } else { g.replace(state, pos, end, with, code) };
        known.joint = NONE;
        g.after_value(&mut known, end);
        let alone = is_clean_end(g, end) || !named && literals_after(g, end) > 0;
        let bare = if alone { None } else { bare(state, role) };
        return g.weigh([Some(&known), bare.as_ref()]);
    }
    if end >= g.source.end
        && state.frame != 0
        && let Some(cut) = cut_word(g, state, word)
    {
        return Some(cut);
    }
    if matches!(rest[0], b'0'..=b'9' | b'-' | b'+' | b'.') {
        return number(g, state, word, end, role);
    }
    let call = call(g, state);
    // Python writes its sets so.
    let is_set = rest.starts_with(b"set({") || rest.starts_with(b"frozenset({");
    let bare = bare(state, role)
        .map(|bare| State { cost: bare.cost + if is_set { PastStructure.weight() } else { 0 }, ..bare });
    g.weigh([call.as_ref(), bare.as_ref()])
}

/// `r'…'`, `b"…"`, `f'…'`: the prefix goes, and says whether backslashes are literal.
#[cold]
pub(in crate::core) fn prefixed_string(g: &Context<'_>, state: State, role: Role) -> Option<State> {
    let rest = &g.text[state.pos..];
    let len = prefix_len(g.text, state.pos);
    if len == 0 || len > 2 {
        return None;
    }
    let (quote, quote_len) = quote_at(g.text, state.pos + len)?;
    if !matches!(quote, Quote::Double | Quote::Single | Quote::TripleDouble | Quote::TripleSingle) {
        return None;
    }
    // `b", "c": 1` is a word that lost its opening quote.
    if quote_len == 1 && matches!(g.text.get(state.pos + len + 1), Some(b',' | b'}' | b']')) {
        return None;
    }
    let raw = rest[..len].iter().any(|b| b.eq_ignore_ascii_case(&b'r'));
    let (open, start) = (state.pos + len, state.pos + len + quote_len);
    let state = g.replace(state, state.pos, open, "", Code::StringPrefix);
    let text = Open { opening: open, start, quote, role, raw, ..Open::NOTHING };
    Some(State { expect: Expect::Text, pos: start, text, ..state })
}

/// A word or number that the end of the text cut, as far as it can be completed.
#[cold]
fn cut_word(g: &Context<'_>, state: State, word: &[u8]) -> Option<State> {
    let (pos, end) = (state.pos, state.pos + word.len());
    let mut fits = CUT_WORDS.iter().filter(|(name, _)| name.starts_with(word));
    if let (Some((_, with)), None) = (fits.next(), fits.next()) {
        let state = g.replace(state, pos, end, with, Code::CutPart);
        let state = g.counted(state);
        return ends::cut_after(g, state, CutPlace::Literal);
    }
    if !word.first().is_some_and(|b| b.is_ascii_digit() || *b == b'-') {
        return None;
    }
    if scan::number_end(word, 0) == Ok(word.len()) {
        let state = g.counted(state);
        return ends::cut_after(g, state, CutPlace::Number);
    }
    let kept = (1..word.len()).rev().find(|len| scan::number_end(&word[..*len], 0) == Ok(*len));
    let only_number = word.iter().all(|b| b.is_ascii_digit() || b"+-.eE".contains(b));
    match kept {
        Some(kept) if only_number => {
            let state = g.replace(state, pos + kept, end, "", Code::CutPart);
            let state = g.counted(state);
            ends::cut_after(g, state, CutPlace::Number)
        }
        None if word == b"-" => {
            let named = state.expect == Expect::Value;
            let gone = g.replace(state, pos, end, "", Code::CutPart);
            ends::cut_at(g, if named { gone } else { State { pos: end, ..gone } }, CutPlace::Number)
        }
        _ => None,
    }
}

#[cold]
pub(in crate::core::repair) fn number(
    g: &Context<'_>,
    state: State,
    word: &[u8],
    end: usize,
    role: Role,
) -> Option<State> {
    let pos = state.pos;
    let plain = scan::number_end(word, 0) == Ok(word.len());
    let number = if plain {
        Some(state)
    } else if number::respell(word).is_some() {
        Some(g.with(state, Op::Number { start: pos, end }))
    } else {
        None
    };
    let number = number.map(|mut number| {
        number.joint = NONE;
        g.after_value(&mut number, end);
        number
    });
    // `1,234` and `5 apples` are texts.
    let grouped = role == Role::Value && is_grouped(g, end);
    let next = near(g.text, end);
    let row = role == Role::Item
        && next > end
        && (g.text.get(next).is_some_and(u8::is_ascii_digit) || literals_after(g, end) > 0);
    let alone = row || is_clean_end(g, end) && !grouped || next > end && key_at(g.text, next);
    let bare = if number.is_some() && alone { None } else { bare(state, role) };
    g.weigh([number.as_ref(), bare.as_ref()])
}

/// `name(value)`, `new Name(value)`, `dict(name=value)`.
#[cold]
fn call(g: &Context<'_>, state: State) -> Option<State> {
    let rest = &g.text[state.pos..g.text.len().min(state.pos + LOOK)];
    let skip = if rest.starts_with(b"new ") { 4 } else { 0 };
    let name =
        rest[skip..].iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.')).count();
    if name == 0 || !rest[skip].is_ascii_alphabetic() || rest.get(skip + name) != Some(&b'(') {
        return None;
    }
    // Around a value within a document, a function that is not of a type makes something else of it.
    if state.frame != 0 && skip == 0 && !is_type(&rest[..name]) {
        return None;
    }
    let end = state.pos + skip + name + 1;
    let inner = near(g.text, end);
    let kind = token_at(g.text, inner).kind;
    let keyword = keys::key_len(&g.text[inner..g.text.len().min(inner + LOOK)]);
    let keyword = keyword > 0 && token_at(g.text, near(g.text, inner + keyword)).kind == TokenKind::Equals;
    if &rest[..skip + name] == b"dict" && (kind == TokenKind::Close(b')') || keyword) {
        let opened = g.replace(state, state.pos, end, "{", Code::CallWrapper);
        return g.enter(opened, Kind::Keywords, state.pos, end);
    }
    let prefixed = quote_at(g.text, inner + prefix_len(g.text, inner)).is_some();
    if !value_at(g.text, inner) && !prefixed && kind != TokenKind::Close(b')') {
        return None;
    }
    g.enter(state, Kind::Call, state.pos, end)
}
