//! The tolerant grammar: what may follow what, and what each deviation means.
//!
//! Every method takes a reading and returns the reading to go on with; where the text can be taken in several ways
//! it hands all of them to `weigh`. Nothing is decided here for good, and every deviation is a fix with a cost.

use super::CutPlace;
use super::choose::{ADDED, Expect, Kind, NONE, Op, Open, Role, Search, State};
use super::cost;
use super::fix::Code;
use super::lexer::{self, Quote, Sign, Token, key_at, near, token_at};
use crate::core::json::is_space;

impl Search<'_> {
    /// One step of a reading.
    pub(super) fn step(&mut self, state: State) -> Option<State> {
        match state.expect {
            Expect::Text => return self.in_text(state),
            Expect::Bare => return self.in_bare(state),
            Expect::Done => return Some(state),
            _ => {}
        }
        let state = self.skip_trivia(state);
        let token = token_at(self.text, state.pos);
        if token.sign == Sign::End {
            return self.cut(state);
        }
        match state.expect {
            Expect::Value | Expect::First | Expect::NextItem => self.value(state, token),
            Expect::Name | Expect::NextName => self.name(state, token),
            Expect::Colon => self.colon(state, token),
            _ => self.after(state, token),
        }
    }

    /// Skips white space and whatever else stands between tokens and means nothing.
    fn skip_trivia(&mut self, mut state: State) -> State {
        loop {
            let pos = state.pos;
            let rest = &self.text[pos..];
            let Some(&byte) = rest.first() else { return state };
            // After a colon `# Release notes` and `//host/share` are values that lost their quotes: see `value`.
            let after_colon = state.expect == Expect::Value && state.frame != 0;
            let odd = lexer::odd_space_len(self.text, pos);
            if is_space(byte) {
                state.pos = crate::core::json::skip_space(self.text, pos);
            } else if odd > 0 {
                state = self.replace(state, pos, pos + odd, " ", Code::OddSpace);
                state.pos += odd;
            } else if byte == b'/' && (!after_colon || rest.starts_with(b"/*"))
                || byte == b'#' && !after_colon
            {
                let Some(len) = lexer::comment_len(self.text, pos) else { return state };
                self.comment_that_ends_early(state, pos, len);
                state = self.replace(state, pos, pos + len, "", Code::Comment);
                state.cost += self.comment_cost(pos, len);
                state.pos += len;
            } else if byte == b'\\' && matches!(rest.get(1), Some(b'n' | b'r' | b't' | b'\n')) {
                state = self.replace(state, pos, pos + 2, " ", Code::EscapedSpace);
                state.pos += 2;
            } else if let (b'<', Some(len)) = (byte, lexer::leaked_len(self.text, pos)) {
                if lexer::quote_at(self.text, pos).is_some() {
                    return state;
                }
                state = self.replace(state, pos, pos + len, "", Code::LeakedToken);
                state.pos += len;
            } else {
                return state;
            }
        }
    }

    /// How much a comment looks like part of a string instead: it holds quotes or written-out line ends, or what
    /// should close the document.
    pub(super) fn comment_cost(&self, pos: usize, len: usize) -> u32 {
        let comment = &self.text[pos..pos + len];
        let quotes = comment.iter().filter(|b| **b == b'"').take(8).count() as u32;
        let lines =
            if memchr::memmem::find(comment, b"\\n").is_some() { cost::COMMENT_WITH_ESCAPE } else { 0 };
        let closers = !comment.starts_with(b"/*") && pos + len > self.last_sign && pos < self.last_sign;
        2 * quotes + lines + if closers { cost::TAIL_CLOSERS } else { 0 }
    }

    /// A line comment in a text that has lost its newlines ends before the structure goes on.
    fn comment_that_ends_early(&mut self, state: State, pos: usize, len: usize) {
        let comment = &self.text[pos..pos + len];
        if comment.starts_with(b"/*") || pos + len < self.text.len() {
            return;
        }
        if let Some(at) = memchr::memchr2(b'}', b']', &comment[..len.min(lexer::LOOK * 4)]) {
            let kept = at - comment[..at].iter().rev().take_while(|b| is_space(**b)).count();
            let early = self.replace(state, pos, pos + kept, "", Code::Comment);
            self.push(State { pos: pos + kept, cost: early.cost + cost::END_HERE, ..early });
        }
    }

    /// A value is due.
    fn value(&mut self, state: State, token: Token) -> Option<State> {
        let (pos, end) = (state.pos, state.pos + token.len);
        let named = state.expect == Expect::Value && state.frame != 0;
        // A member's value is part of what began with its name.
        let state = if named { state } else { self.begin(state) };
        match token.sign {
            Sign::Open(bracket) => self.open(state, bracket, token.len),
            Sign::Paren => self.enter(state, Kind::Paren, pos, end),
            Sign::Quote(quote) => {
                let role = if named { Role::Value } else { Role::Item };
                self.open_text(state, quote, token.len, role)
            }
            Sign::Close(_) if named => {
                let state = self.missing_value(state);
                Some(State { pos, ..state })
            }
            Sign::Close(bracket) if state.frame != 0 => self.close(state, bracket, token.len),
            Sign::Comma | Sign::Semicolon if named => {
                let filled = self.missing_value(state);
                Some(State { pos, ..filled })
            }
            Sign::Comma | Sign::Semicolon if state.frame != 0 => {
                self.drop_token(state, token, Code::ExtraComma)
            }
            Sign::Colon | Sign::Equals if state.frame != 0 => self.drop_token(state, token, Code::ExtraColon),
            Sign::Ellipsis if named => {
                let state = self.replace(state, pos, end, "null", Code::Ellipsis);
                Some(self.after_value(state, end))
            }
            Sign::Ellipsis => self.drop_token(state, token, Code::Ellipsis),
            Sign::Fence => {
                let inside = self.drop_token(state, token, Code::Fence);
                let ended = self.end_here(state);
                self.weigh([inside, ended])
            }
            _ => self.word(state, named),
        }
    }

    /// Remembers where the name or item that starts here begins, for readings that come back to it.
    fn begin(&self, state: State) -> State {
        State { at: state.pos, at_log: state.log, at_comma: state.comma, ..state }
    }

    /// `null` where a member has no value.
    fn missing_value(&mut self, state: State) -> State {
        let state = self.replace(state, state.prev, state.prev, " null", Code::MissingValue);
        self.after_value(state, state.prev)
    }

    fn drop_token(&mut self, state: State, token: Token, code: Code) -> Option<State> {
        let end = state.pos + token.len;
        let state = self.replace(state, state.pos, end, "", code);
        Some(State { pos: end, ..state })
    }

    /// A `{` or `[` where a value is due.
    fn open(&mut self, state: State, bracket: u8, len: usize) -> Option<State> {
        let (pos, end) = (state.pos, state.pos + len);
        let mut inner = state;
        if len > 1 {
            inner =
                self.replace(inner, pos, end, if bracket == b'{' { "{" } else { "[" }, Code::WidePunctuation);
        }
        if bracket == b'[' {
            return self.enter(inner, Kind::Array, pos, end);
        }
        // `{{"a": 1}}`: templates double their braces.
        let extra = self.text[end..].iter().take(2).take_while(|b| **b == b'{').count();
        let plain = self.enter(inner, Kind::Object, pos, end)?;
        let doubled = if extra > 0 && len == 1 {
            let state = self.replace(plain, end, end + extra, "", Code::DoubledBraces);
            let state = self.refit(state, |frame| frame.braces += extra as u8);
            Some(State { pos: end + extra, ..state })
        } else {
            None
        };
        self.weigh([Some(plain), doubled])
    }

    /// A member name is due, or the end of the object.
    fn name(&mut self, state: State, token: Token) -> Option<State> {
        let (pos, end) = (state.pos, state.pos + token.len);
        let state = self.begin(state);
        match token.sign {
            Sign::Close(bracket) => self.close(state, bracket, token.len),
            Sign::Quote(quote) => self.open_text(state, quote, token.len, Role::Name),
            Sign::Comma | Sign::Semicolon => self.drop_token(state, token, Code::ExtraComma),
            Sign::Ellipsis => self.drop_token(state, token, Code::Ellipsis),
            Sign::Colon | Sign::Equals => self.drop_token(state, token, Code::StrayText),
            Sign::Open(_) | Sign::Paren => {
                // A set of containers, an object that was not closed before its next sibling, or a fresh start.
                let hashable = token.sign == Sign::Paren && state.expect == Expect::Name;
                let set = if hashable { self.as_set(state) } else { None };
                let closed = if state.expect == Expect::NextName { self.close_before(state) } else { None };
                let ended = self.end_here(state);
                let stray = self.drop_token(state, token, Code::StrayText);
                self.weigh([set, closed, ended, stray])
            }
            Sign::Fence => {
                let inside = self.drop_token(state, token, Code::Fence);
                let ended = self.end_here(state);
                self.weigh([inside, ended])
            }
            _ => {
                let bare = self.bare_name(state);
                let ended = self.end_here(state);
                let stray = self.stray(state);
                let set = if state.expect == Expect::Name && !key_at(self.text, pos) && end > pos {
                    self.as_set(state)
                } else {
                    None
                };
                self.weigh([bare, ended, stray, set])
            }
        }
    }

    /// The object just opened is a set.
    fn as_set(&mut self, state: State) -> Option<State> {
        let frame = *self.frame(&state);
        if frame.kind != Kind::Object || frame.wrong || frame.items > 0 || frame.braces > 1 {
            return None;
        }
        let state = self.refit(State { log: state.at_log, ..state }, |frame| frame.kind = Kind::Set);
        let state = self.replace(state, frame.open, frame.open_end, "[", Code::Set);
        Some(State { pos: state.at, expect: Expect::First, ..state })
    }

    /// Closes the innermost container before the comma that was just read, and reads on from here.
    fn close_before(&mut self, state: State) -> Option<State> {
        let frame = *self.frame(&state);
        if frame.parent == 0 || matches!(state.comma, NONE | ADDED) {
            return None;
        }
        let place = state.comma;
        let closed = self.pop_missing(State { log: state.at_log, ..state }, place)?;
        let names = self.frame(&closed).kind.has_names();
        let expect = if names { Expect::NextName } else { Expect::NextItem };
        Some(State { pos: state.at, comma: state.comma, prev: state.comma + 1, expect, ..closed })
    }

    /// A colon is due.
    fn colon(&mut self, state: State, token: Token) -> Option<State> {
        let (pos, end) = (state.pos, state.pos + token.len);
        let value = |state: State| State { expect: Expect::Value, comma: NONE, prev: end, pos: end, ..state };
        match token.sign {
            Sign::Colon if token.len == 1 => Some(value(state)),
            Sign::Colon => Some(value(self.replace(state, pos, end, ":", Code::WidePunctuation))),
            Sign::Equals => Some(value(self.replace(state, pos, end, ":", Code::WrongSeparator))),
            Sign::Comma | Sign::Close(_) | Sign::Semicolon => {
                let set = self.as_set(state);
                let colon = self.replace(state, state.prev, state.prev, ":", Code::MissingValue);
                let filled = self.replace(
                    State { cost: state.cost, ..colon },
                    state.prev,
                    state.prev,
                    " null",
                    Code::MissingValue,
                );
                let filled = self.after_value(filled, state.prev);
                self.weigh([set, Some(State { pos, ..filled })])
            }
            Sign::Plus => self.join(state, token),
            Sign::Open(_) | Sign::Paren | Sign::Quote(_) | Sign::Ellipsis | Sign::Other => {
                let spaced = if pos == state.prev { ": " } else { ":" };
                let state = self.replace(state, state.prev, state.prev, spaced, Code::MissingColon);
                Some(State { expect: Expect::Value, comma: NONE, pos, ..state })
            }
            _ => self.end_here(state),
        }
    }

    /// A value is complete: a comma or the end is due.
    fn after(&mut self, state: State, token: Token) -> Option<State> {
        let (pos, end) = (state.pos, state.pos + token.len);
        if state.frame == 0 {
            // A string that is the whole document may be joined with another; nothing else may follow it.
            let joined = if token.sign == Sign::Plus { self.join(state, token) } else { None };
            return joined.or(Some(State { pos: state.prev, expect: Expect::Done, ..state }));
        }
        let kind = self.frame(&state).kind;
        let next = if kind.has_names() { Expect::NextName } else { Expect::NextItem };
        let on = |state: State| State { expect: next, comma: pos, prev: end, pos: end, joint: NONE, ..state };
        match token.sign {
            Sign::Comma if token.len == 1 => Some(on(state)),
            Sign::Comma => Some(on(self.replace(state, pos, end, ",", Code::WidePunctuation))),
            Sign::Semicolon => Some(on(self.replace(state, pos, end, ",", Code::WrongSeparator))),
            Sign::Close(bracket) => self.close(state, bracket, token.len),
            Sign::Colon => self.colon_after_value(state, token),
            Sign::Plus => self.join(state, token),
            Sign::Ellipsis => self.drop_token(state, token, Code::Ellipsis),
            Sign::Equals => {
                let state = self.drop_token(state, token, Code::StrayText)?;
                Some(State { cost: state.cost + cost::COLON_AFTER_VALUE, ..state })
            }
            Sign::Fence => {
                let inside = self.drop_token(state, token, Code::Fence);
                let ended = self.end_here(state);
                self.weigh([inside, ended])
            }
            _ => self.missing_comma(state, token),
        }
    }

    /// A value follows a value.
    fn missing_comma(&mut self, state: State, token: Token) -> Option<State> {
        let pos = state.pos;
        let frame = *self.frame(&state);
        let names = frame.kind.has_names();
        let quoted = matches!(token.sign, Sign::Quote(_));
        if frame.kind == Kind::Paren && quoted && state.joint != NONE {
            return self.join_adjacent(state);
        }
        let opens = matches!(token.sign, Sign::Open(_) | Sign::Paren);
        let comma = if names && opens {
            None
        } else {
            let glue = if pos == state.prev { ", " } else { "," };
            let added = self.replace(state, state.prev, state.prev, glue, Code::MissingComma);
            let line = self.text[state.prev..pos].contains(&b'\n');
            let cost = added.cost - if line { 2 } else { 0 };
            // Words behind a value are rather what is left of it than a new name.
            let odd = names && !key_at(self.text, pos);
            let cost = cost + if odd { cost::BARE_WORDS } else { 0 };
            let expect = if names { Expect::NextName } else { Expect::NextItem };
            Some(State { expect, cost, comma: ADDED, joint: NONE, ..added })
        };
        // The container was left open: a name cannot stand in an array, nor a container where a name is due.
        let misplaced = (names && opens) || (!names && quoted && key_at(self.text, pos));
        let closed = if misplaced && frame.parent != 0 { self.pop_missing(state, state.prev) } else { None };
        let closed = closed.map(|closed| State { pos, prev: state.prev, ..closed });
        let ended = self.end_here(state);
        let stray = if opens || quoted { None } else { self.stray(state) };
        self.weigh([comma, closed, ended, stray])
    }

    /// `"a" + "b"`: one string.
    fn join(&mut self, state: State, token: Token) -> Option<State> {
        let after = near(self.text, state.pos + token.len);
        let quote = lexer::quote_at(self.text, after);
        match quote {
            Some(_) if state.joint != NONE => self.join_adjacent(State { pos: after, ..state }),
            // A plus with nothing behind it.
            _ => self.drop_token(state, token, Code::StrayText),
        }
    }

    /// The string that starts here goes on where the last one ended.
    fn join_adjacent(&mut self, state: State) -> Option<State> {
        let (quote, len) = lexer::quote_at(self.text, state.pos)?;
        let role = if state.expect == Expect::Colon {
            Role::Name
        } else if self.frame(&state).kind.has_names() {
            Role::Value
        } else {
            Role::Item
        };
        let start = state.pos + len;
        let state = self.replace(state, state.joint, start, "", Code::JoinedStrings);
        let text = Open { open: NONE, start, quote, role, ..Open::NOTHING };
        Some(State { expect: Expect::Text, pos: start, text, ..state })
    }

    /// A colon behind a value: the value was a name, so an object is not where it seemed to be.
    fn colon_after_value(&mut self, state: State, token: Token) -> Option<State> {
        let frame = *self.frame(&state);
        let surplus = self.drop_token(state, token, Code::ExtraColon);
        let surplus =
            surplus.map(|s| State { cost: s.cost + cost::COLON_AFTER_VALUE, expect: Expect::After, ..s });
        if frame.kind != Kind::Array || state.joint == NONE {
            return surplus;
        }
        // `["a": 1]`: the array is an object.
        let wrong = if frame.items <= 1 && state.at_comma == NONE {
            let back = self.replace(
                State { log: frame.log, ..state },
                frame.open,
                frame.open_end,
                "{",
                Code::WrongOpener,
            );
            let back =
                self.refit(back, |frame| (frame.kind, frame.wrong, frame.items) = (Kind::Object, true, 0));
            Some(State {
                pos: frame.open_end,
                prev: frame.open_end,
                expect: Expect::Name,
                comma: NONE,
                ..back
            })
        } else {
            None
        };
        // `[{"a": 1}, "a": 2}]`: an object lost its opener.
        let item = State { pos: state.at, log: state.at_log, comma: NONE, ..state };
        let opened = self.replace(item, state.at, state.at, "{", Code::MissingOpener);
        let opened = self.enter(opened, Kind::Object, state.at, state.at);
        // `{"a": ["x", "b": 1}`: the array ended before the name.
        let ended = if frame.parent != 0 && state.at_comma != NONE {
            let back = State { comma: state.at_comma, ..state };
            self.close_before(back)
        } else {
            None
        };
        self.weigh([surplus, wrong, opened, ended])
    }

    /// Words that belong to nothing are dropped up to the next sign.
    fn stray(&mut self, state: State) -> Option<State> {
        let rest = &self.text[state.pos..];
        let len = rest
            .iter()
            .position(|b| matches!(b, b'"' | b'\'' | b',' | b'{' | b'}' | b'[' | b']' | b':' | b'\n'))
            .unwrap_or(rest.len());
        if len == 0 || len > 4 * lexer::LOOK {
            return None;
        }
        let kept = len - rest[..len].iter().rev().take_while(|b| is_space(**b)).count();
        let end = state.pos + kept.max(1);
        let glued = if state.pos == state.prev { cost::STRAY_GLUED } else { 0 };
        let cost = state.cost + glued + (len / 8) as u32;
        let state = self.replace(State { cost, ..state }, state.pos, end, "", Code::StrayText);
        Some(State { pos: end, ..state })
    }

    /// Closes the innermost container with a bracket that is not there.
    fn pop_missing(&mut self, state: State, place: usize) -> Option<State> {
        let frame = *self.frame(&state);
        if frame.kind == Kind::Call || frame.parent == 0 {
            return None;
        }
        let state = if matches!(frame.kind, Kind::Paren) {
            self.replace(state, frame.open, frame.open_end, "[", Code::Tuple)
        } else {
            state
        };
        let state = self.replace(state, place, place, frame.kind.closer_text(), Code::MissingCloser);
        let end = state.pos;
        Some(self.after_value(State { frame: frame.parent, joint: NONE, ..state }, end))
    }

    /// The text ends here.
    pub(super) fn cut(&mut self, state: State) -> Option<State> {
        let end = self.text.len();
        let place = match state.expect {
            Expect::Value => CutPlace::AfterColon,
            Expect::Colon => CutPlace::Key,
            _ => CutPlace::BetweenMembers,
        };
        if state.frame == 0 {
            return None;
        }
        let state = self.with(state, Op::Cut(place));
        let state = match state.expect {
            // A name without a value goes, and so does the comma before it.
            Expect::Value | Expect::Colon => {
                let (from, log) = self.before_member(&state);
                let cut = State { log, prev: from, ..state };
                let cut = self.with(cut, Op::Cut(place));
                self.replace(cut, from, end, "", Code::CutPart)
            }
            Expect::NextItem | Expect::NextName if state.comma == ADDED => {
                let log = self.without_added_comma(state.log);
                State { log, ..state }
            }
            Expect::NextItem | Expect::NextName if state.comma != NONE => {
                let from = state.comma;
                let dropped = self.replace(state, from, from + 1, "", Code::CutPart);
                State { prev: from + 1, ..dropped }
            }
            _ => state,
        };
        let place = match state.expect {
            Expect::Value | Expect::Colon => end,
            _ => state.prev.max(state.pos.min(state.prev)),
        };
        self.close_all(state, place, Code::CutOff, cost::CUT, cost::CUT_LEVEL)
    }

    /// Where the current member or item begins, the comma before it included, and the fixes up to there.
    pub(super) fn before_member(&mut self, state: &State) -> (usize, u32) {
        match state.at_comma {
            NONE => (state.at, state.at_log),
            ADDED => (state.at, self.without_added_comma(state.at_log)),
            comma => (comma, state.at_log),
        }
    }

    /// Closes the rest of a document that was cut inside a string or word which ends at `end`.
    pub(super) fn cut_after(&mut self, state: State, place: CutPlace) -> Option<State> {
        let state = self.with(state, Op::Cut(place));
        let end = self.text.len();
        if state.frame == 0 {
            return Some(State { pos: end, expect: Expect::Done, ..state });
        }
        self.close_all(state, end, Code::CutOff, cost::CUT, cost::CUT_LEVEL)
    }

    /// The document ends here although brackets are open: what follows is other text.
    fn end_here(&mut self, state: State) -> Option<State> {
        // Deep inside, ending costs more than any other reading; and closing it all takes time.
        let frame = self.frame(&state);
        if state.frame == 0 || frame.items == 0 || frame.depth > 24 {
            return None;
        }
        let pos = state.pos;
        let state = match state.expect {
            Expect::After => state,
            Expect::NextName | Expect::NextItem if state.comma == ADDED => return None,
            Expect::NextName | Expect::NextItem if state.comma != NONE => {
                self.replace(state, state.comma, state.comma + 1, "", Code::TrailingComma)
            }
            _ => return None,
        };
        let sign = token_at(self.text, pos).sign;
        let behind = match sign {
            Sign::Open(_) => self.restart_cost(&state),
            Sign::Fence => 0,
            // Whatever is given up costs as much as reading on would: else a long list of slips ends every document.
            _ => 2 * self.signs_behind(pos),
        };
        let tail = self.tail_cost(pos) + behind;
        let place = if state.comma == NONE { state.prev } else { state.comma };
        let closed = self.close_all(state, place, Code::MissingCloser, tail + 2, cost::END_HERE)?;
        Some(State { pos, closed_early: true, ..closed })
    }

    /// The first name of the outermost object.
    pub(super) fn root_name(&self, state: &State) -> &[u8] {
        let mut root = self.frame(state);
        while root.depth > 1 {
            root = self.parent(root);
        }
        &self.text[root.name.0..root.name.1]
    }

    /// A document is given up for another one when that begins with the same name.
    fn restart_cost(&self, state: &State) -> u32 {
        let token = token_at(self.text, state.pos);
        let first = self.root_name(state);
        let name = near(self.text, state.pos + token.len);
        let name = name + lexer::quote_at(self.text, name).map_or(0, |(_, len)| len);
        if !first.is_empty() && self.text[name..].starts_with(first) { 0 } else { cost::RESTART_ELSEWHERE }
    }

    /// Closes every container at `place`.
    pub(super) fn close_all(
        &mut self,
        mut state: State,
        place: usize,
        code: Code,
        base: u32,
        level: u32,
    ) -> Option<State> {
        let mut cost = state.cost + base;
        while state.frame != 0 {
            let frame = *self.frame(&state);
            let single = frame.kind == Kind::Call || (frame.kind == Kind::Paren && frame.items == 1);
            if single {
                if frame.items != 1 {
                    return None;
                }
                state = self.replace(state, frame.open, frame.open_end, "", Code::Parentheses);
            } else {
                if frame.kind == Kind::Paren {
                    state = self.replace(state, frame.open, frame.open_end, "[", Code::Tuple);
                }
                state = self.replace(state, place, place, frame.kind.closer_text(), code);
                cost += level;
            }
            state.frame = frame.parent;
        }
        Some(State { cost, pos: self.text.len(), expect: Expect::Done, ..state })
    }

    /// A closing bracket.
    fn close(&mut self, state: State, bracket: u8, len: usize) -> Option<State> {
        let frame = *self.frame(&state);
        let fits = bracket == frame.kind.closer() || (frame.wrong && bracket == b']');
        if fits {
            return self.close_innermost(state, bracket, len);
        }
        let (pos, end) = (state.pos, state.pos + len);
        // The bracket belongs further out, is of the wrong kind, or is one too many.
        let mut outer = Some(state);
        let mut levels = 0;
        while let Some(inner) = outer {
            if levels > 0 && self.frame(&inner).kind.closer() == bracket {
                break;
            }
            levels += 1;
            let settled = if levels == 1 { self.settle_comma(inner) } else { inner };
            outer = if levels > 6 { None } else { self.pop_missing(settled, settled.prev) };
            outer = outer.filter(|outer| outer.expect == Expect::After);
        }
        let outer = outer.map(|outer| State { pos, prev: state.prev, expect: Expect::After, ..outer });
        let instead = if bracket == b')' || matches!(frame.kind, Kind::Paren | Kind::Call | Kind::Keywords) {
            None
        } else {
            let settled = self.settle_comma(state);
            let swapped = self.replace(settled, pos, end, frame.kind.closer_text(), Code::WrongCloser);
            let closer = if frame.kind == Kind::Set {
                self.replace(swapped, pos, end, "]", Code::Set)
            } else {
                swapped
            };
            Some(self.after_value(State { frame: frame.parent, joint: NONE, ..closer }, end))
        };
        let surplus = self.replace(state, pos, end, "", Code::EarlyCloser);
        let surplus = Some(State { pos: end, ..surplus });
        self.weigh([outer, instead, surplus])
    }

    /// Drops a comma that turned out to be trailing.
    fn settle_comma(&mut self, state: State) -> State {
        if state.comma == NONE || !matches!(state.expect, Expect::NextItem | Expect::NextName) {
            return state;
        }
        if state.comma == ADDED {
            let log = self.without_added_comma(state.log);
            return State { log, comma: NONE, ..state };
        }
        let len = token_at(self.text, state.comma).len;
        let settled = self.replace(state, state.comma, state.comma + len, "", Code::TrailingComma);
        State { comma: NONE, prev: state.comma, ..settled }
    }

    /// The bracket at `pos` closes the innermost container.
    fn close_innermost(&mut self, state: State, bracket: u8, len: usize) -> Option<State> {
        let frame = *self.frame(&state);
        let (pos, mut end) = (state.pos, state.pos + len);
        let tuple_comma = state.comma != NONE && frame.items > 0;
        let mut state = self.settle_comma(state);
        match frame.kind {
            Kind::Paren if frame.items == 1 && !tuple_comma => {
                state = self.replace(state, frame.open, frame.open_end, "", Code::Parentheses);
                state = self.pair(state, pos, end, "", Code::Parentheses);
            }
            Kind::Paren => {
                state = self.replace(state, frame.open, frame.open_end, "[", Code::Tuple);
                state = self.pair(state, pos, end, "]", Code::Tuple);
            }
            Kind::Call if frame.items == 1 => {
                state = self.replace(state, frame.open, frame.open_end, "", Code::CallWrapper);
                state = self.pair(state, pos, end, "", Code::CallWrapper);
            }
            Kind::Call => {
                let name = &self.text[frame.open..frame.open_end];
                let empty = frame.items == 0
                    && [b"set(".as_slice(), b"list(", b"tuple(", b"frozenset("].contains(&name);
                if !empty {
                    return None;
                }
                state = self.replace(state, frame.open, frame.open_end, "[", Code::CallWrapper);
                state = self.pair(state, pos, end, "]", Code::CallWrapper);
            }
            Kind::Keywords => state = self.pair(state, pos, end, "}", Code::CallWrapper),
            Kind::Set => state = self.pair(state, pos, end, "]", Code::Set),
            Kind::Object if frame.wrong && bracket == b']' => {
                state = self.pair(state, pos, end, "}", Code::WrongOpener);
            }
            Kind::Object | Kind::Array if len > 1 => {
                state = self.replace(state, pos, end, frame.kind.closer_text(), Code::WidePunctuation);
            }
            Kind::Object | Kind::Array => {}
        }
        if frame.braces > 1 {
            let extra = usize::from(frame.braces) - 1;
            let there = self.text[end..].iter().take(extra).take_while(|b| **b == b'}').count();
            state = self.pair(state, end, end + there, "", Code::DoubledBraces);
            state.cost += 4 * (extra - there) as u32;
            end += there;
        }
        let early = self.closed_too_early(state, frame.kind, pos, end);
        let state = State { frame: frame.parent, joint: NONE, ..state };
        let closed = self.after_value(state, end);
        match early {
            Some(early) => self.weigh([Some(closed), Some(early)]),
            None => Some(closed),
        }
    }

    /// `{"a": 1}, "b": 2}`: the document goes on behind the bracket that closed it.
    fn closed_too_early(&mut self, state: State, kind: Kind, pos: usize, end: usize) -> Option<State> {
        if self.frame(&state).parent != 0 || kind != Kind::Object {
            return None;
        }
        let mut at = near(self.text, end);
        while matches!(self.text.get(at), Some(b'}' | b']')) {
            at = near(self.text, at + 1);
        }
        let comma = self.text.get(at) == Some(&b',');
        let name = near(self.text, at + usize::from(comma));
        let quoted = lexer::quote_at(self.text, name).is_some();
        if !(quoted || comma) || !key_at(self.text, name) {
            return None;
        }
        let dropped = self.replace(state, pos, end, "", Code::EarlyCloser);
        Some(State { pos: end, prev: dropped.prev, expect: Expect::After, ..dropped })
    }

    /// What the text after a document says about where the document ends.
    pub(super) fn tail_cost(&self, end: usize) -> u32 {
        let mut at = near(self.text, end);
        let mut token = token_at(self.text, at);
        let mut surplus = 0;
        while matches!(token.sign, Sign::Close(_) | Sign::Semicolon | Sign::Leaked) && surplus < 16 {
            surplus += u32::from(matches!(token.sign, Sign::Close(_)));
            at = near(self.text, at + token.len);
            token = token_at(self.text, at);
        }
        // Prose has few quotes, and no brackets that close what it did not open.
        let line = self.text[end..at].contains(&b'\n');
        let closers =
            if at <= self.last_sign && self.surplus_closers(at) > 0 { cost::TAIL_CLOSERS } else { 0 };
        let next = near(self.text, at + token.len);
        let next_opens = matches!(token_at(self.text, next).sign, Sign::Open(_) | Sign::End);
        let signs = if at > self.last_sign {
            0
        } else if closers > 0 {
            closers
        } else if line {
            cost::TAIL_PROSE
        } else {
            cost::TAIL_SIGNS
        };
        // Whatever has quotes in it costs as much as reading them as content would.
        let signs = if signs > 0 && !line { signs + 2 * self.signs_behind(at) } else { signs };
        match token.sign {
            Sign::End => cost::TAIL_CLOSER * surplus,
            Sign::Open(_) => cost::TAIL_DOCUMENT + closers,
            Sign::Comma if next_opens => cost::TAIL_DOCUMENT + closers,
            Sign::Fence if line => cost::TAIL_DOCUMENT,
            Sign::Quote(Quote::Backtick) | Sign::Fence => cost::TAIL_PROSE + signs,
            Sign::Quote(_) | Sign::Colon | Sign::Equals | Sign::Plus | Sign::Comma => {
                cost::TAIL_PROSE + cost::TAIL_ODD + signs
            }
            _ if self.text[at] == b'\\' => cost::TAIL_PROSE + cost::TAIL_ODD + signs,
            _ if at == end => 2 * cost::TAIL_PROSE + signs,
            _ => cost::TAIL_PROSE + signs,
        }
    }

    /// How many more brackets close than open from `at` to the end of the text.
    fn surplus_closers(&self, at: usize) -> i32 {
        self.behind(at).0
    }

    /// How many signs of JSON stand from `at` to the end of the text.
    fn signs_behind(&self, at: usize) -> u32 {
        self.behind(at).1
    }

    /// Both counts, from the sums of whole blocks and the rest of this one.
    fn behind(&self, at: usize) -> (i32, u32) {
        let block = at.div_ceil(BLOCK);
        let sums = self.balance.get_or_init(|| block_sums(self.text));
        let stop = (block * BLOCK).min(self.text.len());
        let (closers, signs) = count_signs(&self.text[at.min(stop)..stop]);
        let (more_closers, more_signs) = sums.get(block).copied().unwrap_or_default();
        (closers + more_closers, signs + more_signs)
    }
}

/// Bytes whose signs are counted together.
const BLOCK: usize = 64;

/// For each block, the surplus of closing brackets and all signs from its beginning to the end of the text.
fn block_sums(text: &[u8]) -> Vec<(i32, u32)> {
    let mut sums: Vec<(i32, u32)> = text.chunks(BLOCK).map(count_signs).collect();
    for at in (1..sums.len()).rev() {
        let (closers, signs) = sums[at];
        sums[at - 1].0 = sums[at - 1].0.saturating_add(closers);
        sums[at - 1].1 = sums[at - 1].1.saturating_add(signs);
    }
    sums
}

fn count_signs(text: &[u8]) -> (i32, u32) {
    text.iter().fold((0, 0), |(closers, signs), byte| match byte {
        b'}' | b']' => (closers + 1, signs + 1),
        b'{' | b'[' => (closers - 1, signs + 1),
        b'"' | b':' => (closers, signs + 1),
        _ => (closers, signs),
    })
}
