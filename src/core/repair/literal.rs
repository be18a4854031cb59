//! Values without quotes: words, numbers, calls around values, and text that lost its quotes.

use super::CutPlace;
use super::choose::Search;
use super::cost;
use super::lexer::{self, LOOK, Quote, Sign, Token, key_at, near, quote_at, token_at, value_at};
use super::state::{Expect, Kind, NONE, Op, Open, Role, State};
use super::weights::Feature::{EndsHere, OtherNotation, PastStructure, PastToken, SeveralWords};
use crate::core::edit::Code;
use crate::core::json::{is_space, scan};
use crate::core::notation::number;

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

/// Literals without commas that are looked through.
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

impl Search<'_> {
    /// A value that starts with no sign of its own.
    #[cold]
    pub(super) fn word(&mut self, state: State, named: bool) -> Option<State> {
        let pos = state.pos;
        let role = if named { Role::Value } else { Role::Item };
        let rest = &self.text[pos..];
        if let Some(prefixed) = self.prefixed_string(state, role) {
            return Some(prefixed);
        }
        if named && let Some(len) = self.comment_len(pos) {
            let skipped = self.replace(state, pos, pos + len, "", Code::Comment);
            let odd = self.comment_cost(pos, len);
            let skipped =
                State { pos: pos + len, cost: skipped.cost + SeveralWords.weight() + odd, ..skipped };
            let bare = Self::bare(state, role);
            return self.weigh([Some(&skipped), bare.as_ref()]);
        }
        let run = word_len(rest);
        let word = &rest[..run];
        let end = pos + run;
        // Where only text is due, a word or a number is the text that it is; a word for nothing is none.
        let is_text = self.is_text_due(&state);
        let known = WORDS.iter().find(|(name, ..)| *name == word);
        if is_text && known.is_none_or(|(_, with, _)| *with != "null") {
            let is_literal = known.is_some() || rest[0].is_ascii_digit() || rest[0] == b'-';
            if !is_literal || !self.is_clean_end(end) {
                return Self::bare(state, role);
            }
            // As plain as the literal would be, so it costs as little.
            let mut text = self.with(state, Op::Bare { start: pos, end, code: Code::UnquotedValue });
            (text.joint, text.cost) = (NONE, state.cost);
            self.after_value(&mut text, end);
            return Some(text);
        }
        if let Some(&(_, with, code)) = known {
            let mut known =
                if word == with.as_bytes() { state } else { self.replace(state, pos, end, with, code) };
            known.joint = NONE;
            self.after_value(&mut known, end);
            let alone = self.is_clean_end(end) || !named && self.is_before_literals(end);
            let bare = if alone { None } else { Self::bare(state, role) };
            return self.weigh([Some(&known), bare.as_ref()]);
        }
        if end >= self.end
            && state.frame != 0
            && let Some(cut) = self.cut_word(state, word)
        {
            return Some(cut);
        }
        if matches!(rest[0], b'0'..=b'9' | b'-' | b'+' | b'.') {
            return self.number(state, word, end, role);
        }
        let call = self.call(state);
        // Python writes its sets so.
        let is_set = rest.starts_with(b"set({") || rest.starts_with(b"frozenset({");
        let bare = Self::bare(state, role)
            .map(|bare| State { cost: bare.cost + if is_set { PastStructure.weight() } else { 0 }, ..bare });
        self.weigh([call.as_ref(), bare.as_ref()])
    }

    /// Is the sign at `pos` a comma between digits?
    fn is_grouped(&self, pos: usize) -> bool {
        let is_digit = |at: usize| self.text.get(at).is_some_and(u8::is_ascii_digit);
        self.text.get(pos) == Some(&b',') && pos > 0 && is_digit(pos - 1) && is_digit(pos + 1)
    }

    /// Does a value that ends here stand alone, with a separator or the end behind it?
    fn is_clean_end(&self, end: usize) -> bool {
        let at = lexer::behind_written_spaces(self.text, end).last().unwrap_or(end);
        match token_at(self.text, at).sign {
            Sign::Comma | Sign::Close(_) | Sign::End | Sign::Semicolon | Sign::Fence => true,
            // What follows the cut-off document may stand on its line.
            _ if at > self.last_sign && at > end && self.is_sentence(at) => true,
            _ => self.text[end..at].contains(&b'\n') || lexer::comment_at(self.text, at).is_some(),
        }
    }

    /// Do numbers or literals follow that end well, so that commas are missing?
    #[cold]
    fn is_before_literals(&self, mut end: usize) -> bool {
        let mut words = 0;
        while words < LITERALS && (words == 0 || !self.is_clean_end(end)) {
            let next = near(self.text, end);
            let rest = lexer::window(self.text, next, LOOK);
            let word = &rest[..word_len(rest)];
            let known = WORDS.iter().any(|(name, ..)| *name == word);
            if next == end || !known && scan::number_end(word, 0) != Ok(word.len()) {
                return false;
            }
            end = next + word.len();
            words += 1;
        }
        self.is_clean_end(end)
    }

    /// `r'…'`, `b"…"`, `f'…'`: the prefix goes, and says whether backslashes are literal.
    #[cold]
    pub(super) fn prefixed_string(&mut self, state: State, role: Role) -> Option<State> {
        let rest = &self.text[state.pos..];
        let len = prefix_len(self.text, state.pos);
        if len == 0 || len > 2 {
            return None;
        }
        let (quote, quote_len) = quote_at(self.text, state.pos + len)?;
        if !matches!(quote, Quote::Double | Quote::Single | Quote::TripleDouble | Quote::TripleSingle) {
            return None;
        }
        // `b", "c": 1` is a word that lost its opening quote.
        if quote_len == 1 && matches!(self.text.get(state.pos + len + 1), Some(b',' | b'}' | b']')) {
            return None;
        }
        let raw = rest[..len].iter().any(|b| b.eq_ignore_ascii_case(&b'r'));
        let (open, start) = (state.pos + len, state.pos + len + quote_len);
        let state = self.replace(state, state.pos, open, "", Code::StringPrefix);
        let text = Open { sign: open, start, quote, role, raw, ..Open::NOTHING };
        Some(State { expect: Expect::Text, pos: start, text, ..state })
    }

    /// A word or number that the end of the text cut, as far as it can be completed.
    #[cold]
    fn cut_word(&mut self, state: State, word: &[u8]) -> Option<State> {
        let (pos, end) = (state.pos, state.pos + word.len());
        let mut fits = CUT_WORDS.iter().filter(|(name, _)| name.starts_with(word));
        if let (Some((_, with)), None) = (fits.next(), fits.next()) {
            let state = self.replace(state, pos, end, with, Code::CutPart);
            let state = self.counted(state);
            return self.cut_after(state, CutPlace::Literal);
        }
        if !word.first().is_some_and(|b| b.is_ascii_digit() || *b == b'-') {
            return None;
        }
        if scan::number_end(word, 0) == Ok(word.len()) {
            let state = self.counted(state);
            return self.cut_after(state, CutPlace::Number);
        }
        let kept = (1..word.len()).rev().find(|len| scan::number_end(&word[..*len], 0) == Ok(*len));
        let only_number = word.iter().all(|b| b.is_ascii_digit() || b"+-.eE".contains(b));
        match kept {
            Some(kept) if only_number => {
                let state = self.replace(state, pos + kept, end, "", Code::CutPart);
                let state = self.counted(state);
                self.cut_after(state, CutPlace::Number)
            }
            None if word == b"-" => {
                let named = state.expect == Expect::Value;
                let gone = self.replace(state, pos, end, "", Code::CutPart);
                self.cut_at(if named { gone } else { State { pos: end, ..gone } }, CutPlace::Number)
            }
            _ => None,
        }
    }

    /// The state with a value more in its container, if that is the first one.
    pub(super) fn counted(&mut self, mut state: State) -> State {
        if state.frame != 0 && self.frame(&state).items == 0 {
            self.refit(&mut state, |frame| frame.items = 1);
        }
        state
    }

    #[cold]
    fn number(&mut self, state: State, word: &[u8], end: usize, role: Role) -> Option<State> {
        let pos = state.pos;
        let plain = scan::number_end(word, 0) == Ok(word.len());
        let number = if plain {
            Some(state)
        } else if number::respell(word).is_some() {
            Some(self.with(state, Op::Number { start: pos, end }))
        } else {
            None
        };
        let number = number.map(|mut number| {
            number.joint = NONE;
            self.after_value(&mut number, end);
            number
        });
        // `1,234` and `5 apples` are texts.
        let grouped = role == Role::Value && self.is_grouped(end);
        let next = near(self.text, end);
        let row = role == Role::Item
            && next > end
            && (self.text.get(next).is_some_and(u8::is_ascii_digit) || self.is_before_literals(end));
        let alone = row || self.is_clean_end(end) && !grouped || next > end && key_at(self.text, next);
        let bare = if number.is_some() && alone { None } else { Self::bare(state, role) };
        self.weigh([number.as_ref(), bare.as_ref()])
    }

    /// `name(value)`, `new Name(value)`, `dict(name=value)`.
    #[cold]
    fn call(&mut self, state: State) -> Option<State> {
        let rest = &self.text[state.pos..self.text.len().min(state.pos + LOOK)];
        let skip = if rest.starts_with(b"new ") { 4 } else { 0 };
        let name =
            rest[skip..].iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.')).count();
        if name == 0 || !rest[skip].is_ascii_alphabetic() || rest.get(skip + name) != Some(&b'(') {
            return None;
        }
        // Around a value within a document, a function that is none of a type makes something else of it.
        if state.frame != 0 && skip == 0 && !is_type(&rest[..name]) {
            return None;
        }
        let end = state.pos + skip + name + 1;
        let inner = near(self.text, end);
        let sign = token_at(self.text, inner).sign;
        let keyword = lexer::name_len(&self.text[inner..self.text.len().min(inner + LOOK)]);
        let keyword =
            keyword > 0 && token_at(self.text, near(self.text, inner + keyword)).sign == Sign::Equals;
        if &rest[..skip + name] == b"dict" && (sign == Sign::Close(b')') || keyword) {
            let opened = self.replace(state, state.pos, end, "{", Code::CallWrapper);
            return self.enter(opened, Kind::Keywords, state.pos, end);
        }
        let prefixed = quote_at(self.text, inner + prefix_len(self.text, inner)).is_some();
        if !value_at(self.text, inner) && !prefixed && sign != Sign::Close(b')') {
            return None;
        }
        self.enter(state, Kind::Call, state.pos, end)
    }

    /// Begins a text without quotes.
    fn bare(state: State, role: Role) -> Option<State> {
        let pos = state.pos;
        let text = Open { sign: pos, start: pos, role, ..Open::NOTHING };
        // In the open, outside of every bracket, text is prose.
        (state.frame != 0).then_some(State { expect: Expect::Bare, text, ..state })
    }

    /// Reads on in a text without quotes to the next sign that may end it.
    #[cold]
    pub(super) fn in_bare(&mut self, state: State) -> Option<State> {
        let pos = text_stop(self.text, state.pos);
        self.charge(state.pos, pos);
        self.trace_at(pos);
        let here = State { pos, ..state };
        let Some(&byte) = self.text.get(pos) else { return self.bare_at_end(here) };
        let text = state.text;
        let on = |extra: u32, nest: u16| State {
            pos: pos + 1,
            cost: state.cost + extra,
            text: Open { nest, ..text },
            ..state
        };
        match byte {
            b'{' | b'[' if pos > text.start && quote_at(self.text, near(self.text, pos + 1)).is_some() => {
                // Data rather than words.
                let ended = self.bare_ends(here, pos);
                self.weigh([ended.as_ref(), Some(&on(PastStructure.weight(), text.nest.saturating_add(1)))])
            }
            b'(' | b'{' | b'[' if pos == text.start || !self.opens_member(&state, pos) => {
                Some(on(0, text.nest.saturating_add(1)))
            }
            b'(' | b'{' | b'[' => {
                let ended = self.bare_ends(here, pos);
                self.weigh([ended.as_ref(), Some(&on(PastToken.weight(), text.nest.saturating_add(1)))])
            }
            b')' | b'}' | b']' if text.nest > 0 => {
                // The bracket closes one inside the text, or the text ends although one is open in it.
                let ended =
                    self.bare_ends(here, pos).map(|s| State { cost: s.cost + PastToken.weight(), ..s });
                self.weigh([Some(&on(0, text.nest - 1)), ended.as_ref()])
            }
            b')' if !matches!(self.frame(&state).kind, Kind::Paren | Kind::Call | Kind::Keywords) => {
                Some(on(0, 0))
            }
            b')' | b'}' | b']' => {
                let ended = self.bare_ends(here, pos);
                let fits = self.frame(&state).kind.closer() == byte;
                let past = if fits { PastStructure.weight() } else { PastToken.weight() };
                self.weigh([ended.as_ref(), Some(&on(past, 0))])
            }
            b'"' => {
                // A number is complete: what stands behind it is no part of it.
                let begun = self.text[text.start..pos].trim_ascii_end();
                let past = if key_at(self.text, pos) || self.names_a_member(&here) {
                    PastStructure.weight()
                } else if self.is_clean_end(pos + 1) || scan::number_end(begun, 0) == Ok(begun.len()) {
                    PastToken.weight()
                } else {
                    PastToken.weight()
                };
                self.bare_at_quote(here, on(past, text.nest))
            }
            b'/' | b'#' => {
                let comment = pos > text.start && is_space(self.text[pos - 1]);
                let comment = comment && lexer::comment_at(self.text, pos).is_some();
                let ended = if comment { self.bare_ends(here, pos) } else { None };
                self.weigh([Some(&on(0, text.nest)), ended.as_ref()])
            }
            b'\n' => {
                let ended = self.bare_ends(here, pos);
                self.weigh([ended.as_ref(), Some(&on(PastToken.weight(), text.nest))])
            }
            0x80.. => self.bare_at_wide_sign(here),
            _ => {
                let next = near(self.text, pos + 1);
                let member = text.role == Role::Value && key_at(self.text, next);
                let past = match (text.nest, member, text.role) {
                    (_, true, _) => PastStructure.weight(),
                    (0, ..) if text.role == Role::Item => PastStructure.weight(),
                    // `1,234` is rather one number.
                    (0, ..) if self.is_grouped(pos) => OtherNotation.weight(),
                    (0, ..) => PastToken.weight(),
                    _ => OtherNotation.weight(),
                };
                let ended = self.bare_ends(here, pos);
                self.weigh([ended.as_ref(), Some(&on(past, text.nest))])
            }
        }
    }

    /// A sign in full width, as `，` and `｝`: it acts as one, or is content as it mostly is in prose.
    #[cold]
    fn bare_at_wide_sign(&mut self, state: State) -> Option<State> {
        let pos = state.pos;
        let token = token_at(self.text, pos);
        let on = |past: u32| Some(State { pos: pos + token.len, cost: state.cost + past, ..state });
        let past = match token.sign {
            Sign::Close(bracket) if self.frame(&state).kind.closer() == bracket => PastStructure.weight(),
            Sign::Comma | Sign::Semicolon if key_at(self.text, near(self.text, pos + token.len)) => {
                PastStructure.weight()
            }
            Sign::Comma | Sign::Semicolon if state.text.role == Role::Item => PastStructure.weight(),
            _ => return on(0),
        };
        let ended = self.bare_ends(state, pos);
        self.weigh([ended.as_ref(), on(past).as_ref()])
    }

    /// Is the text up to this quote a name, and the sign behind the quote a colon?
    fn names_a_member(&self, state: &State) -> bool {
        let name = &self.text[state.text.start..state.pos];
        let short = !name.is_empty() && name.len() < LOOK && name.iter().all(|b| lexer::is_name_byte(*b));
        short
            && matches!(token_at(self.text, near(self.text, state.pos + 1)).sign, Sign::Colon | Sign::Equals)
    }

    /// Does the bracket at `pos` rather begin a value than belong to the text before it?
    fn opens_member(&self, state: &State, pos: usize) -> bool {
        state.text.nest == 0 && is_space(self.text[pos - 1]) && self.text[pos] != b'('
    }

    /// The text ends before `pos`; white space before that is not part of it.
    #[cold]
    fn bare_ends(&mut self, state: State, pos: usize) -> Option<State> {
        let start = state.text.start;
        let mut end = start + self.text[start..pos].trim_ascii_end().len();
        // A written-out line end is none of the text where all line ends are written so.
        while state.habits & cost::ESCAPED_LINES != 0 && self.text[start..end].ends_with(b"\\n") {
            end = start + self.text[start..end - 2].trim_ascii_end().len();
        }
        if end == start {
            return None;
        }
        // A long text shows what it is at its beginning, and each sign in it may be its end.
        let content = lexer::window(&self.text[..end], start, 4 * LOOK);
        let digit = content[0].is_ascii_digit() || (content.len() > 1 && content[1].is_ascii_digit());
        let code = if digit { Code::NumberText } else { Code::UnquotedValue };
        let words = state.text.role == Role::Item && content.contains(&b' ');
        let mut state = self.with(state, Op::Bare { start, end, code });
        state.cost += if words { SeveralWords.weight() } else { 0 };
        state.joint = NONE;
        self.after_value(&mut state, end);
        Some(state)
    }

    /// A quote inside a text without quotes: it closes the text, belongs to it, or begins the next string.
    #[cold]
    fn bare_at_quote(&mut self, state: State, content: State) -> Option<State> {
        let (pos, start) = (state.pos, state.text.start);
        let closed = if pos > start {
            let op =
                Op::Text { open: start, start, end: pos, close: pos + 1, quote: Quote::Double, raw: false };
            let mut closed = self.with(state, op);
            // In an array, a name that lost its opening quote is `colon_after_value`'s business.
            let clean =
                self.is_clean_end(pos + 1) || state.text.role == Role::Item && self.names_a_member(&state);
            self.charge_fix(&mut closed, Code::MissingOpenQuote);
            closed.cost += if clean { 0 } else { EndsHere.weight() };
            closed.joint = pos;
            self.after_value(&mut closed, pos + 1);
            Some(closed)
        } else {
            None
        };
        let before = if key_at(self.text, pos) || state.text.role == Role::Item {
            self.bare_ends(state, pos)
        } else {
            None
        };
        self.weigh([closed.as_ref(), Some(&content), before.as_ref()])
    }

    /// The text ends inside a text without quotes.
    #[cold]
    fn bare_at_end(&mut self, state: State) -> Option<State> {
        let state = self.bare_ends(state, self.text.len())?;
        if state.expect == Expect::Done {
            return Some(state);
        }
        self.cut_after(State { pos: self.text.len(), ..state }, CutPlace::Literal)
    }
}

/// Does a word that means a JSON literal, or a number in whatever spelling, stand at `pos`?
pub(super) fn stands_at(text: &[u8], pos: usize) -> bool {
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

/// The length of the word or number that begins here, up to white space or a sign in whatever dress.
fn word_len(rest: &[u8]) -> usize {
    let mut slashed = false;
    let mut ends = |at: usize| match rest[at] {
        // What most words are made of.
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-' => false,
        b'\\' => lexer::is_written_space(rest, at),
        b'/' => match rest.get(at + 1) {
            Some(b'*') => true,
            // `1//2` is a division and `http://` an address; `1// of each` is a number with a comment behind it.
            Some(b'/') => {
                let divides = rest.get(at + 2).is_none_or(u8::is_ascii_alphanumeric);
                !std::mem::replace(&mut slashed, true)
                    && !divides
                    && scan::number_end(&rest[..at], 0) == Ok(at)
            }
            _ => false,
        },
        0xe2.. if !matches!(token_at(rest, at).sign, Sign::Other) => true,
        byte => ends_word(byte) || lexer::odd_space_len(rest, at) > 0,
    };
    (0..rest.len()).find(|at| ends(*at)).unwrap_or(rest.len())
}

/// Bytes that end a word or number.
fn ends_word(byte: u8) -> bool {
    is_space(byte)
        || matches!(byte, b',' | b'}' | b']' | b')' | b'"' | b'{' | b'[' | b'(' | b';' | b'<' | b'`')
}

/// The next sign from `pos` on that may end a text without quotes, or the end.
#[cold]
fn text_stop(text: &[u8], mut pos: usize) -> usize {
    loop {
        match text[pos..].iter().position(|byte| ends_text(*byte)).map(|at| pos + at) {
            None => return text.len(),
            Some(at) if text[at] == 0xef => match token_at(text, at) {
                Token { sign: Sign::Comma | Sign::Semicolon | Sign::Close(_), .. } => return at,
                token => pos = at + token.len,
            },
            Some(at) => return at,
        }
    }
}

/// Bytes that may end a text without quotes.
fn ends_text(byte: u8) -> bool {
    // Signs in full width begin with the last.
    matches!(byte, b',' | b'}' | b']' | b')' | b'"' | b'{' | b'[' | b'(' | b'\n' | b';' | b'/' | b'#' | 0xef)
}
