//! What strict JSON wants next, taken in place: the part of the grammar that costs nothing.
//!
//! Nearly all signs of a broken document are such signs. Each method takes one, and notes the least that another reading of
//! it costs; it leaves the sign to the rest of the grammar where that could be less than `gap`.

use super::choose::Search;
use super::cost;
use super::follow::Follow;
use super::lexer::{self, LOOK, Quote, closing_len, is_colon_of_name, is_name_byte, near, quote_at};
use super::queue::rank_of;
use super::sound::{may_end_at, next_stop, sound_escape};
use super::state::{ADDED, Expect, Frame, Kind, NONE, Op, Open, Role, State};
use super::weights::Feature::{BeforeItem, BeforeStructure, EndsHere};
use crate::core::edit::Code;
use crate::core::json::{is_space, scan};
use crate::core::notation::backslash::{begins_path, ends_in_drive};

/// Blanks between two signs that are passed here.
const BLANKS: usize = 64;

/// The best reading on its way through signs that are clear.
pub(super) struct Run {
    pub state: State,
    /// Steps that the grammar would have taken.
    pub steps: usize,
    /// No other reading costs less, nor has a better rank.
    pub least: u32,
    pub rank: i64,
    /// Containers from here on are this run's own.
    own: u32,
}

impl Run {
    pub fn new(state: State, frames: usize) -> Self {
        Self { state, steps: 0, least: u32::MAX, rank: i64::MAX, own: frames as u32 }
    }

    /// Another reading, of the sign that ends at `pos`, costs so much more at least.
    fn note(&mut self, more: u32, pos: usize) {
        let cost = self.state.cost + more;
        (self.least, self.rank) = (self.least.min(cost), self.rank.min(rank_of(cost, pos)));
    }
}

/// What another reading of a quote costs at least that surely closes its string.
fn least_of_quote(state: &State) -> u32 {
    let place = BeforeItem.weight().min(BeforeStructure.weight()).min(BeforeStructure.weight());
    let name = BeforeItem.weight() + BeforeStructure.weight();
    cost::given(Code::InnerQuote, state.habits, state.slips) + place.min(name)
}

impl Search<'_> {
    /// Takes one sign, if it is what strict JSON wants here and no other reading of it is nearly as cheap.
    pub(super) fn shift(&mut self, run: &mut Run) -> bool {
        let window = &self.text[run.state.pos..self.text.len().min(run.state.pos + BLANKS)];
        let Some(blanks) = window.iter().position(|byte| !is_space(*byte)) else { return false };
        let pos = run.state.pos + blanks;
        let shifted = match (run.state.expect, window[blanks]) {
            (Expect::After, b',') => self.shift_comma(run, pos),
            (Expect::Colon, b':') => self.shift_colon(run, pos),
            (Expect::After | Expect::First | Expect::Name, b'}' | b']') => self.shift_close(run, pos),
            (Expect::Name | Expect::NextName, byte) => self.shift_key(run, pos, byte),
            (Expect::Value | Expect::First | Expect::NextItem, byte) => self.shift_value(run, pos, byte),
            _ => None,
        };
        shifted.is_some()
    }

    /// The innermost container, where it is an ordinary one.
    fn plain_frame(&self, state: &State) -> Option<&Frame> {
        let frame = self.frame(state);
        let plain = matches!(frame.kind, Kind::Object | Kind::Array) && !frame.wrong && frame.braces == 1;
        (state.frame != 0 && plain).then_some(frame)
    }

    /// The innermost container, to be changed: a copy where other readings may hold it, too.
    fn own_frame(&mut self, run: &mut Run) -> &mut Frame {
        if run.state.frame < run.own {
            let frame = *self.frame(&run.state);
            self.memory.frames.push(frame);
            run.state.frame = self.memory.frames.len() as u32 - 1;
        }
        &mut self.memory.frames[run.state.frame as usize]
    }

    fn shift_comma(&mut self, run: &mut Run, pos: usize) -> Option<()> {
        let is_object = self.plain_frame(&run.state)?.kind == Kind::Object;
        run.state.advance(if is_object { Expect::NextName } else { Expect::NextItem }, pos + 1);
        (run.state.comma, run.state.joint) = (pos, NONE);
        run.steps += 1;
        Some(())
    }

    fn shift_colon(&mut self, run: &mut Run, pos: usize) -> Option<()> {
        if self.text.get(pos + 1) == Some(&b'=') {
            return None;
        }
        run.state.advance(Expect::Value, pos + 1);
        run.state.comma = NONE;
        run.steps += 1;
        Some(())
    }

    /// A bracket that closes the innermost container; where that is the document, the text must end with it.
    fn shift_close(&mut self, run: &mut Run, pos: usize) -> Option<()> {
        let Frame { kind, parent, .. } = *self.plain_frame(&run.state)?;
        let outer = State { frame: parent, ..run.state };
        let is_document = parent == 0;
        if kind.closer() != self.text[pos] || !is_document && self.plain_frame(&outer).is_none() {
            return None;
        }
        if is_document {
            if run.state.expect != Expect::After || pos + 1 < self.end {
                return None;
            }
            run.state.advance(Expect::Done, pos + 1);
            (run.state.frame, run.state.comma, run.state.joint) = (0, NONE, NONE);
            run.steps += 1;
            return Some(());
        }
        if run.state.expect != Expect::After {
            run.state.begin(pos);
        }
        // No other reading holds a container that this run opened.
        if run.state.frame >= run.own && run.state.frame as usize + 1 == self.memory.frames.len() {
            self.memory.frames.pop();
        }
        run.state.frame = parent;
        self.value_shifted(run, pos + 1, NONE);
        run.steps += 1;
        Some(())
    }

    /// A plain key and its colon: in quotes, or without as JavaScript writes it.
    fn shift_key(&mut self, run: &mut Run, pos: usize, byte: u8) -> Option<()> {
        let frame = *self.plain_frame(&run.state)?;
        let quote = plain_quote(self.text, pos);
        if frame.kind != Kind::Object || quote.is_none() && !byte.is_ascii_alphabetic() && byte != b'_' {
            return None;
        }
        let start = pos + quote.map_or(0, |(_, len)| len);
        // Smart quotes begin with a byte that a key in plain quotes may hold.
        let is_plain = quote.is_some_and(|(quote, _)| quote != Quote::Smart);
        let is_of_key = |byte: &&u8| is_name_byte(**byte) && (is_plain || byte.is_ascii());
        let end = start + self.text[start..].iter().take(LOOK).take_while(is_of_key).count();
        let close = end + quote.map_or(Some(0), |(quote, _)| closing_len(quote, self.text, end))?;
        let colon = if quote.is_some() { near(self.text, close) } else { close };
        let name = &self.text[start..end];
        let is_again = frame.name != (0, 0) && self.text[frame.name.0..frame.name.1] == *name;
        if name.is_empty()
            || is_again
            || self.text.get(colon) != Some(&b':')
            || !is_colon_of_name(self.text, colon)
        {
            return None;
        }
        run.state.begin(pos);
        if let Some((quote, _)) = quote {
            run.note(least_of_quote(&run.state), close);
            run.state.text = Open { sign: pos, start, quote, role: Role::Name, ..Open::NOTHING };
            self.note_quotes(&mut run.state, end, close);
            run.state.joint = end;
        } else {
            // After quotes that are not escaped it may cost something; and the document may end before it.
            if run.state.habits & cost::QUOTES != 0 || self.begins_anew(&State { pos, ..run.state }) {
                return None;
            }
            run.note(EndsHere.weight() + 2, close);
            self.add(&mut run.state, Op::Bare { start, end, code: Code::UnquotedKey });
            run.state.joint = NONE;
        }
        run.state.advance(Expect::Colon, close);
        run.state.comma = NONE;
        if frame.name == (0, 0) {
            self.own_frame(run).begin_with((start, end));
        }
        run.steps += 1 + usize::from(quote.is_some());
        Some(())
    }

    /// Notes the fix of quotes that are not those of JSON: it costs nothing.
    fn note_quotes(&mut self, state: &mut State, end: usize, close: usize) {
        let Open { sign, start, quote, .. } = state.text;
        if quote != Quote::Double {
            self.add(state, Op::Text { open: sign, start, end, close, quote, raw: false });
        }
    }

    fn shift_value(&mut self, run: &mut Run, pos: usize, byte: u8) -> Option<()> {
        let is_member = run.state.expect == Expect::Value && run.state.frame != 0;
        let here = State { pos, ..run.state };
        if byte == b'{' || byte == b'[' {
            // Doubled braces, or a placeholder.
            let next = self.text.get(pos + 1);
            let is_odd =
                if byte == b'{' { next == Some(&b'{') } else { next.is_some_and(u8::is_ascii_uppercase) };
            let is_deep = self.frame(&here).depth as usize >= self.max_depth;
            if is_odd || is_deep || self.begins_anew(&here) {
                return None;
            }
            if !is_member {
                run.state.begin(pos);
            }
            let kind = if byte == b'{' { Kind::Object } else { Kind::Array };
            run.state = self.enter(State { pos, ..run.state }, kind, pos, pos + 1)?;
            run.steps += 1;
            return Some(());
        }
        self.plain_frame(&here)?;
        if self.is_after_row(&here) {
            return None;
        }
        if let Some((quote, len)) = plain_quote(self.text, pos) {
            let role = if is_member { Role::Value } else { Role::Item };
            return self
                .shift_string(run, Open { sign: pos, start: pos + len, quote, role, ..Open::NOTHING });
        }
        let end = scan::scalar_end(self.text, pos).ok()?;
        let next = *self.text.get(near(self.text, end))?;
        // `1,234` may be one number.
        let is_grouped =
            is_member && self.text[end] == b',' && self.text.get(end + 1).is_some_and(u8::is_ascii_digit);
        if !matches!(next, b',' | b'}' | b']') || is_grouped || self.begins_anew(&here) {
            return None;
        }
        if !is_member {
            run.state.begin(pos);
        }
        self.value_shifted(run, end, NONE);
        run.steps += 1;
        Some(())
    }

    /// A string whose content needs no fix, and whose end is sure.
    fn shift_string(&mut self, run: &mut Run, text: Open) -> Option<()> {
        let (end, close) = if text.quote == Quote::Double {
            self.sound_end(text.start)?
        } else {
            let end = next_stop(self.text, text.quote, false, text.start);
            (end, end + closing_len(text.quote, self.text, end.min(self.text.len()))?)
        };
        let content = &self.text[text.start..end];
        let follow = self.follow(&State { pos: end, text, ..run.state }, close);
        let is_item = text.role == Role::Item;
        let is_sure = matches!(follow, Follow::Member | Follow::Closer) || follow == Follow::Item && is_item;
        if !is_sure || content.trim_ascii_end().last() == Some(&b'{') {
            return None;
        }
        if is_item || run.state.frame == 0 {
            run.state.begin(text.sign);
        }
        // It costs as much at least to end the string at an escaped quote in it.
        run.note(least_of_quote(&run.state).min(BeforeStructure.weight()), close);
        run.state.text = text;
        self.note_quotes(&mut run.state, end, close);
        self.value_shifted(run, close, end);
        run.steps += 2;
        Some(())
    }

    /// Where the JSON string with this content ends, and where its quote does; `None` where it begins or holds what suggests
    /// another reading: a quote written twice, a document, a path that ends at an escaped quote.
    fn sound_end(&self, start: usize) -> Option<(usize, usize)> {
        let is_twice = self.text.get(start) == Some(&b'"')
            && !matches!(self.text.get(start + 1), Some(b',' | b'}' | b']'));
        let begin = self.text.get(near(self.text, start));
        if is_twice || matches!(begin, Some(b'{' | b'[')) {
            return None;
        }
        let mut at = start;
        loop {
            at = scan::sound_end::<false>(self.text, at);
            match self.text.get(at)? {
                b'"' => return Some((at, at + 1)),
                b'\\' => {
                    if self.text.get(at + 1) == Some(&b'"') && may_end_at(self.text, at + 2) {
                        let content = &self.text[start..=at];
                        if begins_path(content) || content.len() <= LOOK && ends_in_drive(content) {
                            return None;
                        }
                    }
                    at = sound_escape(self.text, at)?;
                }
                _ => return None,
            }
        }
    }

    /// A value ends here: it is counted in its container.
    fn value_shifted(&mut self, run: &mut Run, end: usize, joint: usize) {
        run.state.advance(Expect::After, end);
        (run.state.comma, run.state.joint) = (NONE, joint);
        if self.frame(&run.state).items == 0 {
            self.own_frame(run).items = 1;
        }
    }

    /// Is this an item that stands after an array? It may be the first of another one.
    pub(super) fn is_after_row(&self, state: &State) -> bool {
        state.expect == Expect::NextItem
            && state.comma < ADDED
            && self.frame(state).kind == Kind::Array
            && lexer::sign_before(self.text, state.comma) == Some(b']')
    }
}

/// The quote that stands here, if it is one that many texts use throughout.
fn plain_quote(text: &[u8], pos: usize) -> Option<(Quote, usize)> {
    match text[pos] {
        b'"' if !text[pos..].starts_with(b"\"\"\"") => Some((Quote::Double, 1)),
        b'\'' | 0xe2 => {
            quote_at(text, pos).filter(|(quote, _)| matches!(quote, Quote::Single | Quote::Smart))
        }
        _ => None,
    }
}

impl State {
    /// A name or an item begins at `pos`.
    pub(super) fn begin(&mut self, pos: usize) {
        (self.at, self.at_log, self.at_comma) = (pos, self.log, self.comma);
    }

    /// A sign ended at `end`, and so much is expected next.
    fn advance(&mut self, expect: Expect, end: usize) {
        (self.expect, self.pos, self.prev) = (expect, end, end);
    }
}
