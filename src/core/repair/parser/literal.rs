//! Values without quotes: words, numbers, calls around values, and text that lost its quotes.

use super::bare::bare;
use super::cost::Feature::{PastStructure, SeveralWords};
use super::keys::{self, key_at};
use super::lexer::{self, Quote, TokenKind, near, quote_at, token_at, value_at};
use super::limits::{LOOK, LOOK_FAR};
use super::state::{Expect, Kind, NONE, Op, Open, Role, State};
use super::{CutPlace, Grammar, brackets};
use crate::core::json::{is_space, scan};
use crate::core::repair::edit::Code;
use crate::core::repair::notation::number;

/// Words that mean a JSON literal, in the spelling of some language.
const WORDS: &[(&[u8], &str, Code)] = &[
    (b"true", "true", Code::WordCase),
    (b"false", "false", Code::WordCase),
    (b"null", "null", Code::WordCase),
    (b"True", "true", Code::PythonWord),
    (b"False", "false", Code::PythonWord),
    (b"None", "null", Code::PythonWord),
    (b"TRUE", "true", Code::WordCase),
    (b"FALSE", "false", Code::WordCase),
    (b"NULL", "null", Code::WordCase),
    (b"Null", "null", Code::WordCase),
    (b"nil", "null", Code::PythonWord),
    (b"undefined", "null", Code::Undefined),
    (b"NaN", "null", Code::NonFinite),
    (b"nan", "null", Code::NonFinite),
    (b"Infinity", "null", Code::NonFinite),
    (b"-Infinity", "null", Code::NonFinite),
    (b"+Infinity", "null", Code::NonFinite),
    (b"-NaN", "null", Code::NonFinite),
    (b"+NaN", "null", Code::NonFinite),
    (b"inf", "null", Code::NonFinite),
    (b"-inf", "null", Code::NonFinite),
];

/// Words that a text may be cut inside of and still say which one it is.
const CUT_WORDS: &[(&[u8], &str)] = &[
    (b"true", "true"),
    (b"false", "false"),
    (b"null", "null"),
    (b"True", "true"),
    (b"False", "false"),
    (b"None", "null"),
];

/// So many literals without commas are evidence enough.
const LITERALS: usize = 8;

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

/// Is this the name of a type, whose call around a value says what it is: `ObjectId`, `np.float64`?
fn is_type(name: &[u8]) -> bool {
    let last = memchr::memrchr(b'.', name).map_or(name, |at| &name[at + 1..]);
    last.first().is_some_and(u8::is_ascii_uppercase) || TYPES.contains(&last)
}

/// A value that starts with no token of its own.
#[cold]
pub(in crate::core) fn word(g: &Grammar<'_>, state: State, named: bool) -> Option<State> {
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

/// Is the token at `pos` a comma between digits?
pub(super) fn is_grouped(g: &Grammar<'_>, pos: usize) -> bool {
    let is_digit = |at: usize| g.text.get(at).is_some_and(u8::is_ascii_digit);
    g.text.get(pos) == Some(&b',') && pos > 0 && is_digit(pos - 1) && is_digit(pos + 1)
}

/// Does a value that ends here stand alone, with a separator or the end after it?
pub(super) fn is_clean_end(g: &Grammar<'_>, end: usize) -> bool {
    let at = lexer::after_written_spaces(g.text, end).last().unwrap_or(end);
    match token_at(g.text, at).kind {
        TokenKind::Comma | TokenKind::Close(_) | TokenKind::End | TokenKind::Semicolon | TokenKind::Fence => {
            true
        }
        // What follows the cut-off document may stand on its line.
        _ if at > g.source.last_sign && at > end && g.source.is_sentence(at) => true,
        _ => g.text[end..at].contains(&b'\n') || lexer::comment_at(g.text, at).is_some(),
    }
}

/// How many numbers or literals follow, if they end well, so that commas are missing: as many as are looked through at most.
#[cold]
pub(super) fn literals_after(g: &Grammar<'_>, mut end: usize) -> usize {
    let mut words = 0;
    while words < LITERALS && (words == 0 || !is_clean_end(g, end)) {
        let next = near(g.text, end);
        let rest = lexer::window(g.text, next, LOOK);
        let word = &rest[..word_len(rest)];
        let known = WORDS.iter().any(|(name, ..)| *name == word);
        if next == end || !known && scan::number_end(word, 0) != Ok(word.len()) {
            return 0;
        }
        end = next + word.len();
        words += 1;
    }
    words
}

/// `r'…'`, `b"…"`, `f'…'`: the prefix goes, and says whether backslashes are literal.
#[cold]
pub(in crate::core) fn prefixed_string(g: &Grammar<'_>, state: State, role: Role) -> Option<State> {
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
fn cut_word(g: &Grammar<'_>, state: State, word: &[u8]) -> Option<State> {
    let (pos, end) = (state.pos, state.pos + word.len());
    let mut fits = CUT_WORDS.iter().filter(|(name, _)| name.starts_with(word));
    if let (Some((_, with)), None) = (fits.next(), fits.next()) {
        let state = g.replace(state, pos, end, with, Code::CutPart);
        let state = counted(g, state);
        return brackets::cut_after(g, state, CutPlace::Literal);
    }
    if !word.first().is_some_and(|b| b.is_ascii_digit() || *b == b'-') {
        return None;
    }
    if scan::number_end(word, 0) == Ok(word.len()) {
        let state = counted(g, state);
        return brackets::cut_after(g, state, CutPlace::Number);
    }
    let kept = (1..word.len()).rev().find(|len| scan::number_end(&word[..*len], 0) == Ok(*len));
    let only_number = word.iter().all(|b| b.is_ascii_digit() || b"+-.eE".contains(b));
    match kept {
        Some(kept) if only_number => {
            let state = g.replace(state, pos + kept, end, "", Code::CutPart);
            let state = counted(g, state);
            brackets::cut_after(g, state, CutPlace::Number)
        }
        None if word == b"-" => {
            let named = state.expect == Expect::Value;
            let gone = g.replace(state, pos, end, "", Code::CutPart);
            brackets::cut_at(g, if named { gone } else { State { pos: end, ..gone } }, CutPlace::Number)
        }
        _ => None,
    }
}

/// The state with a value more in its container, if that is the first one.
pub(in crate::core) fn counted(g: &Grammar<'_>, mut state: State) -> State {
    if state.frame != 0 && g.frame(&state).items == 0 {
        g.refit(&mut state, |frame| frame.items = 1);
    }
    state
}

#[cold]
fn number(g: &Grammar<'_>, state: State, word: &[u8], end: usize, role: Role) -> Option<State> {
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
fn call(g: &Grammar<'_>, state: State) -> Option<State> {
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

/// `(2 + 4) / 2`: do the parentheses that open here stand around numbers and names, with an operator after them? A value is
/// not worked out: that is text.
pub(super) fn is_sum(text: &[u8], pos: usize) -> bool {
    let rest = lexer::window(text, pos, LOOK_FAR);
    let mut depth = 0_usize;
    for (at, byte) in rest.iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => {
                let next = &rest[near(rest, at + 1)..];
                let is_operator = matches!(next.first(), Some(b'+' | b'-' | b'*' | b'/' | b'%' | b'^'));
                return is_operator && lexer::comment_at(next, 0).is_none();
            }
            b')' => depth -= 1,
            byte if byte.is_ascii_alphanumeric() || b" +-*/%^._".contains(byte) => {}
            _ => return false,
        }
    }
    false
}

/// Does a word that means a JSON literal, or a number in whatever spelling, stand at `pos`?
pub(in crate::core) fn stands_at(text: &[u8], pos: usize) -> bool {
    let rest = &text[pos..];
    let word = &rest[..word_len(rest)];
    let number = || scan::number_end(word, 0) == Ok(word.len()) || number::respell(word).is_some();
    rest.starts_with(b"dict(")
        || !word.is_empty() && (WORDS.iter().any(|(name, ..)| *name == word) || number())
}

/// The length of the letters at `pos` that may be a string prefix of Python; 3 is one too many.
fn prefix_len(text: &[u8], pos: usize) -> usize {
    text[pos..].iter().take(3).take_while(|b| b"rRbBuUfF".contains(b)).count()
}

/// The length of the word or number that begins here, up to white space or a token in whatever dress.
fn word_len(rest: &[u8]) -> usize {
    let mut slashed = false;
    let mut ends = |at: usize| match rest[at] {
        // What most words are made of.
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-' => false,
        b'\\' => lexer::is_written_space(rest, at),
        b'/' => match rest.get(at + 1) {
            Some(b'*') => true,
            // `1//2` is a division and `http://` an address; `1// of each` is a number with a comment after it.
            Some(b'/') => {
                let divides = rest.get(at + 2).is_none_or(u8::is_ascii_alphanumeric);
                !std::mem::replace(&mut slashed, true)
                    && !divides
                    && scan::number_end(&rest[..at], 0) == Ok(at)
            }
            _ => false,
        },
        0xe2.. if !matches!(token_at(rest, at).kind, TokenKind::Other) => true,
        byte => ends_word(byte) || lexer::odd_space_len(rest, at) > 0,
    };
    (0..rest.len()).find(|at| ends(*at)).unwrap_or(rest.len())
}

/// Bytes that end a word or number.
fn ends_word(byte: u8) -> bool {
    is_space(byte)
        || matches!(byte, b',' | b'}' | b']' | b')' | b'"' | b'{' | b'[' | b'(' | b';' | b'<' | b'`')
}
