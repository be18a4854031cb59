//! Where containers end: closing brackets that are there, missing, of the wrong kind or one too many, the end of the
//! text, and documents that end although brackets are open.

use super::CutPlace;
use super::choose::Search;
use super::lexer::{self, LOOK, Sign, near, token_at};
use super::state::{ADDED, Expect, Frame, Kind, NONE, Op, State};
use super::weights::Feature::{
    CutLevel, CutOff, EndsBeforeSentence, EndsHere, Restart, RestartElsewhere, TokenSlip,
};
use crate::core::edit::Code;

impl Search<'_> {
    /// Closes the innermost container with a bracket that is not there.
    #[cold]
    pub(super) fn pop_missing(&mut self, state: State, place: usize) -> Option<State> {
        let frame = *self.frame(&state);
        if frame.kind == Kind::Call || frame.parent == 0 {
            return None;
        }
        let state = if matches!(frame.kind, Kind::Paren) {
            self.replace(state, frame.open, frame.open_end, "[", Code::Tuple)
        } else {
            state
        };
        let mut state = self.replace(state, place, place, frame.kind.closer_text(), Code::MissingCloser);
        (state.frame, state.joint) = (frame.parent, NONE);
        let end = state.pos;
        self.after_value(&mut state, end);
        Some(state)
    }

    /// The text ends here.
    pub(super) fn cut(&mut self, state: State) -> Option<State> {
        let place = match state.expect {
            Expect::Value => CutPlace::AfterColon,
            Expect::Colon => CutPlace::Key,
            _ => CutPlace::BetweenMembers,
        };
        self.cut_at(state, place)
    }

    /// The text ends here, in the middle of `place`.
    #[cold]
    pub(super) fn cut_at(&mut self, state: State, place: CutPlace) -> Option<State> {
        let end = self.text.len();
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
        self.close_all(state, place, Code::CutOff, CutOff.weight(), CutLevel.weight())
    }

    /// Where the current member or item begins, the comma before it included, and the fixes up to there.
    #[cold]
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
        self.close_all(state, end, Code::CutOff, CutOff.weight(), CutLevel.weight())
    }

    /// The document ends here although brackets are open: what follows is other text.
    pub(super) fn end_here(&mut self, state: State) -> Option<State> {
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
        let apart = self.text[state.prev..pos].contains(&b'\n');
        let behind = match sign {
            Sign::Open(_) => match self.restart_cost(&state) {
                // Where further items are due, one that begins is one, not another document.
                restart if self.is_item_due(&state) => restart + self.skipped(pos),
                restart if apart || restart == 0 => restart,
                // In the same line, what begins there is rather a part of the text.
                restart => restart.max(self.skipped(pos)),
            },
            Sign::Fence => 0,
            // Whatever is given up costs as much as reading on would: else a long list of slips ends every document.
            _ => self.skipped(pos),
        };
        let tail = self.tail_cost(pos) + behind;
        let place = if state.comma == NONE { state.prev } else { state.comma };
        // Whole sentences on lines of their own are no part of a document that was cut off.
        let level =
            if apart && self.is_sentence(pos) { EndsBeforeSentence.weight() } else { EndsHere.weight() };
        let closed = self.close_all(state, place, Code::MissingCloser, tail + 2, level)?;
        Some(State { pos, closed_early: true, ..closed })
    }

    /// The first name of the outermost object.
    pub(super) fn root_name(&self, state: &State) -> &[u8] {
        let (start, end) = self.frame(state).root_name;
        &self.text[start..end]
    }

    /// Where that name starts; 0 where there is none yet.
    pub(super) fn root_name_start(&self, state: &State) -> usize {
        self.frame(state).root_name.0
    }

    /// Does the document begin anew on this line, or after a few words and a line end?
    pub(super) fn begins_anew(&self, state: &State) -> bool {
        let pos = state.pos;
        let is_on_new_line = self.text.get(state.prev..pos).is_some_and(|space| space.contains(&b'\n'));
        if state.frame == 0 || !is_on_new_line {
            return false;
        }
        // A value may begin with the same key without being the document; words cannot.
        if lexer::value_at(self.text, pos) {
            return self.is_copy(pos) && self.is_repeated(pos);
        }
        let window = &self.text[..self.text.len().min(pos + 2 * LOOK)];
        memchr::memchr_iter(b'\n', &window[pos..]).any(|at| self.is_copy(near(window, pos + at + 1)))
    }

    /// The document was given up on an earlier line, and begins anew, with the same first name, here or behind a few words
    /// and a line end: what there is of it ends before this sign, without the member that has no value.
    #[cold]
    pub(super) fn restart_behind(&mut self, state: State) -> Option<State> {
        if !self.begins_anew(&state) {
            return None;
        }
        let (place, log) = match state.expect {
            Expect::Value | Expect::Colon => self.before_member(&state),
            Expect::NextItem | Expect::NextName if state.comma == ADDED => return None,
            Expect::NextItem | Expect::NextName if state.comma != NONE => (state.comma, state.log),
            _ => (state.prev, state.log),
        };
        let state = State { log, ..state };
        let closed = self.close_all(state, place, Code::MissingCloser, Restart.weight(), 0)?;
        Some(State { pos: place, closed_early: true, ..closed })
    }

    /// A document is given up for another one when that begins with the same name.
    fn restart_cost(&self, state: &State) -> u32 {
        let token = token_at(self.text, state.pos);
        let first = self.root_name(state);
        let name = near(self.text, state.pos + token.len);
        let name = name + lexer::quote_at(self.text, name).map_or(0, |(_, len)| len);
        if !first.is_empty() && self.text[name..].starts_with(first) { 0 } else { RestartElsewhere.weight() }
    }

    /// Closes every container at `place`; each but a plain pair of parentheses costs `level`.
    pub(super) fn close_all(
        &mut self,
        state: State,
        place: usize,
        code: Code,
        base: u32,
        level: u32,
    ) -> Option<State> {
        let mut cost = state.cost + base;
        let innermost = self.frame(&state);
        if innermost.parens == 0 {
            cost += level * innermost.depth;
        } else {
            for frame in self.open_frames(state.frame) {
                if !frame.is_single() {
                    cost += level;
                } else if frame.items != 1 {
                    return None;
                }
            }
        }
        let closed = self.with(state, Op::CloseAll { place, code });
        Some(State { cost, pos: self.text.len(), expect: Expect::Done, ..closed })
    }

    /// What `Op::CloseAll` does to the text where `frame` is the innermost container, in order.
    pub(super) fn closers(&self, frame: u32, place: usize, code: Code) -> impl Iterator<Item = Op> {
        let replace = |start, end, with, code| Op::Replace { start, end, with, code };
        self.open_frames(frame).flat_map(move |frame| {
            let (open, open_end) = (frame.open, frame.open_end);
            let opening = match frame.kind {
                _ if frame.is_single() => Some(replace(open, open_end, "", Code::Parentheses)),
                Kind::Paren => Some(replace(open, open_end, "[", Code::Tuple)),
                _ => None,
            };
            let closing = replace(place, place, frame.kind.closer_text(), code);
            opening.into_iter().chain((!frame.is_single()).then_some(closing))
        })
    }

    /// The open containers, from the innermost outwards.
    fn open_frames(&self, innermost: u32) -> impl Iterator<Item = &Frame> {
        let parent = |frame: &u32| Some(self.memory.frames[*frame as usize].parent);
        let open = std::iter::successors(Some(innermost), parent).take_while(|frame| *frame != 0);
        open.map(|frame| &self.memory.frames[frame as usize])
    }

    /// A closing bracket.
    pub(super) fn close(&mut self, state: State, bracket: u8, len: usize) -> Option<State> {
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
        // `("a", "b"]` and `["a", "b")`: rows whose writer changed from one kind of bracket to the other.
        let is_row = frame.kind == Kind::Paren && bracket == b']' || frame.kind == Kind::Array;
        let is_other = bracket == b')' || matches!(frame.kind, Kind::Paren | Kind::Call | Kind::Keywords);
        let instead = if is_other && !is_row {
            None
        } else {
            let settled = self.settle_comma(state);
            let settled = if frame.kind == Kind::Paren {
                self.replace(settled, frame.open, frame.open_end, "[", Code::Tuple)
            } else {
                settled
            };
            let swapped = self.replace(settled, pos, end, frame.kind.closer_text(), Code::WrongCloser);
            let mut closer = if frame.kind == Kind::Set {
                self.replace(swapped, pos, end, "]", Code::Set)
            } else {
                swapped
            };
            (closer.frame, closer.joint) = (frame.parent, NONE);
            self.after_value(&mut closer, end);
            Some(closer)
        };
        let surplus = self.replace(state, pos, end, "", Code::EarlyCloser);
        let surplus = Some(State { pos: end, ..surplus });
        self.weigh([outer.as_ref(), instead.as_ref(), surplus.as_ref()])
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
            state.cost += TokenSlip.weight() * (extra - there) as u32;
            end += there;
        }
        let early = self.closed_too_early(state, frame.kind, pos, end);
        (state.frame, state.joint) = (frame.parent, NONE);
        self.after_value(&mut state, end);
        match early {
            Some(early) => self.weigh([Some(&state), Some(&early)]),
            None => Some(state),
        }
    }

    /// `{"a": 1}, "b": 2}`: the document goes on behind the bracket that closed it.
    #[cold]
    fn closed_too_early(&mut self, state: State, kind: Kind, pos: usize, end: usize) -> Option<State> {
        if self.frame(&state).parent != 0 || kind != Kind::Object {
            return None;
        }
        let mut at = self.beyond(&state, end);
        let mut token = token_at(self.text, at);
        while let Sign::Close(b'}' | b']') = token.sign {
            at = self.beyond(&state, at + token.len);
            token = token_at(self.text, at);
        }
        let comma = matches!(token.sign, Sign::Comma | Sign::Semicolon);
        let name = if comma { self.beyond(&state, at + token.len) } else { at };
        let quoted = lexer::quote_at(self.text, name).is_some();
        if !(quoted || comma) || !self.named_at(&state, name) {
            return None;
        }
        let dropped = self.replace(state, pos, end, "", Code::EarlyCloser);
        Some(State { pos: end, prev: dropped.prev, expect: Expect::After, ..dropped })
    }
}
