//! What a sign costs that may close a string: as its end, and as content.

use super::choose::Search;
use super::cost;
use super::follow::Follow;
use super::lexer::{self, LOOK, Quote};
use super::state::{FEW_PAIRS, MANY_INNER, Role, State};
use crate::core::edit::Code;
use crate::core::json::is_space;

impl Search<'_> {
    /// `{""name"": ""value""}`: are quotes doubled throughout this text? One is that stands between a name and its colon.
    pub(super) fn doubles_quotes(&self) -> bool {
        let is_behind_name = |at: usize| at > 0 && self.text[at - 1].is_ascii_alphanumeric();
        *self.doubled.get_or_init(|| memchr::memmem::find_iter(self.text, b"\"\":").any(is_behind_name))
    }

    /// Does the quote here stand as one does that opens a quotation: behind a bracket, blank or sign, and right before a
    /// word?
    fn opens_words(&self, state: &State) -> bool {
        let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        state.pos > state.text.start
            && b" {[(<=:,".contains(&self.text[state.pos - 1])
            && self.text.get(state.pos + 1).is_some_and(word)
    }

    /// What it costs to take the sign here as the end of the string, besides what the grammar will say.
    pub(super) fn closing_cost(&self, state: &State, follow: Follow) -> u32 {
        let named = self.frame(state).kind.has_names();
        let place = match (state.text.role, follow) {
            (_, Follow::Escape) => cost::CLOSE_BEFORE_ESCAPE,
            (Role::Value | Role::Item, _) if self.is_in_apostrophes(state) => cost::CLOSE_IN_APOSTROPHES,
            (Role::Value | Role::Item, Follow::Other) if self.opens_words(state) => cost::CLOSE_BEFORE_WORD,
            (Role::Value, Follow::Colon) if named => cost::COLON_AFTER_VALUE,
            (Role::Name, Follow::Colon | Follow::Comma | Follow::Closer) => 0,
            (Role::Name, Follow::Other) => cost::NAME_BEFORE_TEXT,
            (Role::Name, Follow::Value) => 0,
            (Role::Name, _) => cost::NAME_WITHOUT_COLON,
            _ => 0,
        };
        if state.text.role != Role::Name {
            let unpaired = if state.text.inner == 1 { cost::INNER_ALONE } else { cost::INNER_ODD };
            let is_odd =
                state.text.is_in_pair() || follow == Follow::Member && self.begins_object_inside(state);
            return place + if is_odd { unpaired } else { 0 };
        }
        let name = &self.text[state.text.start..state.pos];
        let has_line = || name.contains(&b'\n') || memchr::memmem::find(name, b"\\n").is_some();
        // With its colon in place, a name is a name, whatever it holds.
        let odd = match follow {
            Follow::Colon if state.text.inner == 0 => 0,
            Follow::Colon if name.len() > LOOK || has_line() => cost::NAME_LIKE_TEXT,
            _ if name.len() > LOOK || has_line() => 2 * cost::NAME_LIKE_TEXT,
            Follow::Colon => 0,
            _ if name.contains(&b':') => cost::NAME_WITH_COLON,
            _ => 0,
        };
        place + odd
    }

    /// What it costs to take the sign here as content.
    pub(super) fn inner_cost(&self, state: &State, follow: Follow) -> u32 {
        let (role, in_pair) = (state.text.role, state.text.is_in_pair());
        let first = match state.text.quote {
            _ if state.text.inner >= MANY_INNER && matches!(follow, Follow::Other | Follow::Escape) => 0,
            _ if state.text.inner > FEW_PAIRS => 0,
            _ if state.text.inner > 0 => cost::INNER_AGAIN,
            // An apostrophe between letters is none of the string's signs.
            Quote::Single | Quote::SmartSingle if self.between_letters(state.pos) => 4,
            _ => cost::given(Code::InnerQuote, state.habits, state.slips),
        };
        // The more quotes a string holds already, and other strings do, the less each further one says.
        let usual = state.text.inner > 0 && cost::is_usual(Code::InnerQuote, state.slips);
        let again = |place: u32| match state.text.inner {
            inner if inner > FEW_PAIRS => place / 8,
            inner if inner > 1 || usual => place / 4,
            _ => place,
        };
        let place = match follow {
            Follow::Member | Follow::Name | Follow::Item if self.is_unexpected_name(state) => {
                again(cost::INNER_BEFORE_COMMA)
            }
            _ if role == Role::Name => {
                cost::INNER_IN_NAME + if follow == Follow::Colon { cost::INNER_NAME_BEFORE_COLON } else { 0 }
            }
            Follow::Member if role == Role::Value => self.cost_before_member(state, in_pair),
            Follow::Member | Follow::Item if role == Role::Item && in_pair => cost::INNER_PAIR_BEFORE_ITEM,
            Follow::Member | Follow::Item if role == Role::Item => cost::INNER_BEFORE_ITEM,
            Follow::Plus if in_pair => cost::INNER_BEFORE_COMMA,
            Follow::Closer if role == Role::Value && in_pair && self.ends_member_inside(state, b"{,") => 0,
            Follow::Closer | Follow::End | Follow::Plus => cost::INNER_BEFORE_CLOSER,
            Follow::Early => again(cost::INNER_BEFORE_EARLY),
            // The quotes before it make pairs: then this one is rather the string's.
            Follow::Name if role == Role::Value && !in_pair && self.is_line_behind(state, b"") => {
                cost::INNER_BEFORE_NAME
            }
            Follow::Name | Follow::Fence => again(cost::INNER_BEFORE_NAME),
            Follow::Value => again(cost::INNER_BEFORE_NAME),
            Follow::Item if role == Role::Value => again(cost::INNER_BEFORE_QUOTE),
            Follow::Colon | Follow::Member | Follow::Item | Follow::Comma | Follow::OddCloser => {
                again(cost::INNER_BEFORE_COMMA)
            }
            _ => 0,
        };
        let due = if self.is_before_due_name(state) { again(cost::INNER_BEFORE_DUE_NAME) } else { 0 };
        let row = if self.begins_row(state) { cost::INNER_BEGINS_ROW } else { 0 };
        first + place + due + row
    }

    /// `'"'`: is this quote a character of code?
    pub(super) fn is_in_apostrophes(&self, state: &State) -> bool {
        let pos = state.pos;
        state.text.quote == Quote::Double
            && pos > state.text.start
            && self.text[pos - 1] == b'\''
            && self.text.get(pos + 1) == Some(&b'\'')
    }

    /// Does this quote end the first member of an object in the string? Among many quotes a pair may have been miscounted.
    fn begins_object_inside(&self, state: &State) -> bool {
        state.text.inner > MANY_INNER && self.ends_member_inside(state, b"{")
    }

    /// `{"name": "value`: does this quote end the value of a member that began in the string itself, behind one of these
    /// signs?
    fn ends_member_inside(&self, state: &State, signs: &[u8]) -> bool {
        let before = self.content_before(state);
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

    /// What it costs to take this quote of a value as content although a member follows.
    fn cost_before_member(&self, state: &State, in_pair: bool) -> u32 {
        // Where the string holds a member of its own that ends here, a further one says nothing.
        let makes_pair = in_pair && state.text.inner > 1 && !self.ends_lines_of_code(state);
        if !makes_pair {
            return if self.begins_object_inside(state) {
                cost::INNER_AGAIN
            } else {
                cost::INNER_BEFORE_MEMBER
            };
        }
        let ends_member = !self.is_line_behind(state, b",") && self.ends_member_inside(state, b"{,");
        if ends_member { cost::INNER_AGAIN } else { cost::INNER_PAIR_BEFORE_MEMBER }
    }

    /// Does the line end behind this quote, white space and `passed` aside?
    fn is_line_behind(&self, state: &State, passed: &[u8]) -> bool {
        let behind = lexer::window(self.text, state.pos + 1, LOOK);
        let is_passed = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r') || passed.contains(byte);
        behind.iter().find(|byte| !is_passed(byte)) == Some(&b'\n')
    }

    /// What stands in the string right before this quote.
    fn content_before(&self, state: &State) -> &[u8] {
        &self.text[state.text.start.max(state.pos.saturating_sub(LOOK))..state.pos]
    }

    /// Is a line's end between this quote and the one before it, as in code whose quotes make no pairs there? The strings
    /// of JSON in a string hold none.
    fn ends_lines_of_code(&self, state: &State) -> bool {
        let before = self.content_before(state);
        let behind = memchr::memrchr(b'"', before).map_or(0, |at| at + 1);
        let between = &before[behind..];
        between.contains(&b'\n') || memchr::memmem::find(between, b"\\n").is_some()
    }

    /// `sign == "+" and`: a plus right between quotes that stand as those around a word do, the first of them at `pos`.
    pub(super) fn is_plus_in_quotes(&self, pos: usize) -> bool {
        let before = pos.checked_sub(1).map(|at| self.text[at]);
        let is_plus = |sign: &[u8; 3]| self.text[pos..].starts_with(sign);
        (is_plus(b"\"+\"") || is_plus(b"'+'"))
            && matches!(before, Some(b' ' | b'(' | b'[' | b',' | b'=' | b':'))
            && matches!(self.text.get(pos + 3), Some(b' ' | b')' | b']' | b',' | b';' | b':' | b'\\' | b'\n'))
    }

    /// Does an object begin here with the very name that the one around this string began with? Rows do.
    fn begins_row(&self, state: &State) -> bool {
        let mut frame = self.frame(state);
        if !frame.kind.has_names() {
            frame = self.parent(frame);
        }
        let (start, end) = frame.name;
        let behind = &self.text[state.pos + 1..];
        start < end
            && behind.get(end - start) == Some(&b'"')
            && behind.starts_with(&self.text[start..end])
            && lexer::sign_before(self.text, state.pos) == Some(b'{')
    }

    /// Is the word at `pos` a name that this object is expected to have, though it lost its colon or its closing quote?
    pub(super) fn is_due_name(&self, state: &State, pos: usize) -> bool {
        let Some(expect) = self.expect else { return false };
        let rest = &self.text[pos..self.text.len().min(pos + LOOK)];
        let len = lexer::name_len(rest);
        matches!(rest.get(len), Some(b'"' | b':' | b' '))
            && expect.is_due(self.frame(state).place, &rest[..len])
    }

    /// Does a member that this object is expected to have follow the sign here, with or without its comma?
    fn is_before_due_name(&self, state: &State) -> bool {
        if self.expect.is_none() || state.text.role != Role::Value || !self.frame(state).kind.has_names() {
            return false;
        }
        let behind = self.text.get(state.pos + 1..).unwrap_or_default();
        let space = behind.iter().take(LOOK).take_while(|b| is_space(**b) || **b == b',').count();
        behind.get(space) == Some(&b'"') && self.is_due_name(state, state.pos + 1 + space + 1)
    }

    /// Does a name that this object is not expected to have follow the sign here? What looks like a member is content
    /// then, rather than one.
    fn is_unexpected_name(&self, state: &State) -> bool {
        // The first quote may as well end the string: a schema does not always name all there is.
        let is_inside = state.text.role == Role::Value && state.text.inner > 0;
        let Some(expect) = self.expect.filter(|_| is_inside) else { return false };
        let frame = self.frame(state);
        let behind = self.text.get(state.pos + 1..).unwrap_or_default();
        let space = behind.iter().take(LOOK).take_while(|b| is_space(**b) || **b == b',').count();
        let Some(quoted) = behind.get(space..).filter(|_| frame.kind.has_names()) else { return false };
        let Some((b'"', name)) = quoted.split_first() else { return false };
        // A name that lost its closing quote or its colon begins like one all the same.
        let word = &name[..lexer::name_len(&name[..name.len().min(LOOK)])];
        let len = name.iter().take(LOOK).position(|b| matches!(b, b'"' | b'\\' | b':' | b'\n'));
        let whole = len.map_or(word, |len| name[..len].trim_ascii_end());
        !word.is_empty() && expect.is_strange(frame.place, word) && expect.is_strange(frame.place, whole)
    }

    fn between_letters(&self, pos: usize) -> bool {
        let letter = |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphabetic() || *b >= 0x80);
        pos > 0 && letter(self.text.get(pos - 1)) && letter(self.text.get(pos + 1))
    }
}
