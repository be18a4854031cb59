//! The context of a step: the text, what states made so far, and the states that the step proposes.
//!
//! A rule is a function that takes a state and returns the one to go on with. States that it weighs against that one are
//! proposed; which of all is read next is the business of the search.

use std::cell::Cell;

use crate::core::json::hash::{FACTORS, folded, mix};
use crate::core::json::tape::Tape;
use crate::core::repair::edit::Code;
use crate::core::repair::expect::{self, UNKNOWN};
use crate::core::repair::parser::model::op::Op;
use crate::core::repair::parser::model::rank::rank;
use crate::core::repair::parser::model::state::{ADDED, Expect, Frame, Keys, Kind, NONE, Role, State};
use crate::core::repair::parser::model::store::Store;
use crate::core::repair::parser::text::lexer::{self, near, token_at};
use crate::core::repair::parser::text::limits::LOOK;
use crate::core::repair::parser::text::source::Source;
use crate::core::repair::parser::text::tokens::TokenKind;

/// The reading, with the rule that proposed it where rules are counted.
#[cfg_attr(feature = "tuning", track_caller)]
#[cfg_attr(not(feature = "tuning"), allow(unused_variables))]
#[inline]
pub(in crate::core::repair) fn at_site(state: &State, index: usize) -> State {
    #[cfg(feature = "tuning")]
    return State { sites: state.sites.with(std::panic::Location::caller(), index), ..*state };
    #[cfg(not(feature = "tuning"))]
    *state
}

/// What the rules of the grammar share.
pub struct Context<'t> {
    pub text: &'t [u8],
    pub source: Source<'t>,
    /// What is known beforehand about the value.
    pub expect: Option<&'t expect::Expect>,
    pub max_depth: usize,
    /// Holds what the scan of the text has shown, if that was noted.
    pub tape: Option<&'t Tape>,
    pub store: Box<Store>,
    /// The bytes of a string or text that the step read on.
    pub passed: Cell<(usize, usize)>,
    /// Where the token stands that the step is about.
    pub asked: Cell<usize>,
    /// Bytes that were looked at as strict JSON.
    pub looked: Cell<usize>,
    /// Where a reading went deeper than allowed.
    pub deep: Cell<Option<usize>>,
    /// The example of a row of the table that is left out, to see what needs it.
    #[cfg(feature = "internal")]
    pub without: Option<&'static str>,
}

impl<'t> Context<'t> {
    pub fn new(
        text: &'t [u8],
        max_depth: usize,
        expect: Option<&'t expect::Expect>,
        store: Box<Store>,
    ) -> Self {
        Self {
            text,
            source: Source::new(text),
            expect,
            max_depth,
            tape: None,
            store,
            passed: Cell::default(),
            asked: Cell::default(),
            looked: Cell::default(),
            deep: Cell::default(),
            #[cfg(feature = "internal")]
            without: None,
        }
    }

    /// Proposes a reading.
    #[inline]
    #[cfg_attr(feature = "tuning", track_caller)]
    pub fn push(&self, state: &State) {
        self.store.proposed.borrow_mut().push(at_site(state, 0));
    }

    /// Of several readings, returns the best and proposes the others; of equals, the first.
    #[cfg_attr(feature = "tuning", track_caller)]
    pub fn weigh<const N: usize>(&self, readings: [Option<&State>; N]) -> Option<State> {
        let mut best = (i64::MAX, N);
        for (at, reading) in readings.iter().enumerate() {
            if let Some(rank) = reading.map(rank).filter(|rank| *rank < best.0) {
                best = (rank, at);
            }
        }
        for (at, reading) in readings.iter().enumerate() {
            if let Some(state) = reading.filter(|_| at != best.1) {
                self.store.proposed.borrow_mut().push(at_site(state, at));
            }
        }
        let state = (*readings.get(best.1)?)?;
        Some(at_site(state, best.1))
    }

    /// The step read on in a string or text, or past what stands between tokens, to the token at `to`.
    pub fn charge(&self, from: usize, to: usize) {
        let (first, last) = self.passed.get();
        self.passed.set((if last == from { first } else { from }, to));
    }

    #[inline]
    pub fn frame(&self, state: &State) -> Frame {
        self.store.frame(state.frame)
    }

    /// States with the same key read the rest of the text alike.
    pub fn key(&self, state: &State) -> u64 {
        let text = match state.expect {
            Expect::Text | Expect::Bare => {
                let text = &state.text;
                // What a value holds so far counts while rules look back at it, and later only which quotes it holds;
                // no offset is as large as the bit that says so.
                let is_long =
                    text.role != Role::Key && state.expect == Expect::Text && state.pos > text.start + LOOK;
                let begun = if is_long { u64::from(text.inner) | 1 << 46 } else { text.start as u64 };
                begun ^ u64::from(text.raw) << 47 ^ (text.quote as u64) << 48 ^ (text.role as u64) << 56
            }
            _ => 0,
        };
        let place = state.pos as u64 ^ (state.expect as u64) << 56;
        let frame = self.frame(state);
        // Which key an object began with decides whether another begins.
        let text = text.wrapping_add((frame.keys.first.0 as u64).rotate_left(24));
        folded(place ^ frame.shape, FACTORS.0) ^ folded(text ^ FACTORS.0, FACTORS.1)
    }

    /// Returns the innermost container, where it is an ordinary one.
    pub fn plain_frame(&self, state: &State) -> Option<Frame> {
        let frame = self.frame(state);
        let plain = matches!(frame.kind, Kind::Object | Kind::Array) && !frame.wrong && frame.braces == 1;
        (state.frame != 0 && plain).then_some(frame)
    }

    pub fn parent(&self, frame: &Frame) -> Frame {
        self.store.frame(frame.parent)
    }

    /// What is due where a value is to come.
    pub fn due(&self, state: &State) -> expect::Place {
        let Some(expect) = self.expect else { return UNKNOWN };
        let frame = self.frame(state);
        if state.frame == 0 || frame.kind.has_keys() { state.item.due } else { expect.item(frame.place) }
    }

    /// Returns whether text is due where a value is to come, and nothing else.
    pub fn is_text_due(&self, state: &State) -> bool {
        self.expect.is_some_and(|expect| expect.is_text(self.due(state)))
    }

    /// Returns whether an item of a known kind is due next.
    pub fn is_item_due(&self, state: &State) -> bool {
        self.expect.is_some_and(|expect| expect.item(self.frame(state).place) != UNKNOWN)
    }

    /// The state with one more fix, charged.
    #[must_use]
    pub fn with(&self, mut state: State, op: Op) -> State {
        self.add(&mut state, op);
        state
    }

    /// One more fix, charged.
    pub fn add(&self, state: &mut State, op: Op) {
        if let Op::Replace { code, .. } | Op::Bare { code, .. } = op {
            self.charge_fix(state, code);
        }
        state.log = self.store.add_fix(state.log, op);
    }

    /// Charges a fix to a reading that makes it.
    pub fn charge_fix(&self, state: &mut State, code: Code) {
        state.cost += state.writer.cost_of(code);
        self.met(state, code);
    }

    /// The writer made this fix necessary.
    pub fn met(&self, state: &mut State, code: Code) {
        state.writer.meet(code, self.frame(state).open.0);
    }

    /// `with` for a plain replacement.
    #[must_use]
    pub fn replace(&self, state: State, start: usize, end: usize, with: &'static str, code: Code) -> State {
        self.with(state, Op::Replace { start, end, with, code })
    }

    /// `replace` for the second half of a fix that is charged already: the other bracket of a pair.
    #[must_use]
    pub fn pair(&self, state: State, start: usize, end: usize, with: &'static str, code: Code) -> State {
        State { cost: state.cost, ..self.replace(state, start, end, with, code) }
    }

    /// The state after a comma that is missing after the last token.
    pub fn with_comma(&self, mut state: State, comma: &'static str) -> State {
        let State { pos, prev, .. } = state;
        state.cost += state.writer.cost_of_missing_comma(self.text[prev..pos].contains(&b'\n'));
        self.met(&mut state, Code::MissingComma);
        let op = Op::Replace { start: prev, end: prev, with: comma, code: Code::MissingComma };
        state.log = self.store.add_fix(state.log, op);
        state.expect = self.frame(&state).kind.after_comma();
        (state.comma, state.joint) = (ADDED, NONE);
        state
    }

    /// The state inside a new container, or nothing when that is too deep.
    pub fn enter(&self, mut state: State, kind: Kind, open: usize, open_end: usize) -> Option<State> {
        self.go_into(&mut state, kind, open, open_end).then_some(state)
    }

    /// Moves a state into a new container; returns whether that is not too deep.
    pub fn go_into(&self, state: &mut State, kind: Kind, open: usize, open_end: usize) -> bool {
        let parent = self.frame(state);
        if parent.depth as usize >= self.max_depth {
            self.deep.set(self.deep.get().or(Some(open)));
            return false;
        }
        let place = self.due(state);
        state.frame = self.store.add_frame(Frame {
            parent: state.frame,
            shape: mix(parent.shape, u64::from(place) << 8 | (kind as u64 + 1)),
            depth: parent.depth + 1,
            parens: parent.parens + u32::from(kind.is_paren()),
            kind,
            open: (open, open_end),
            log: state.log,
            keys: Keys { root: parent.keys.root, ..Frame::ROOT.keys },
            place,
            ..Frame::ROOT
        });
        state.advance(if kind.has_keys() { Expect::Key } else { Expect::First }, open_end);
        (state.comma, state.joint) = (NONE, NONE);
        true
    }

    /// Changes the innermost container of a state.
    pub fn refit(&self, state: &mut State, change: impl FnOnce(&mut Frame)) {
        let mut frame = self.frame(state);
        let kind = frame.kind;
        change(&mut frame);
        if frame.kind != kind {
            let parent = self.parent(&frame).shape;
            frame.shape = mix(parent, u64::from(frame.place) << 8 | (frame.kind as u64 + 1));
        }
        state.frame = self.store.add_frame(frame);
    }

    /// The state with a value more in its container, if that is the first one.
    pub fn counted(&self, mut state: State) -> State {
        if state.frame != 0 && self.frame(&state).items == 0 {
            self.refit(&mut state, |frame| frame.items = 1);
        }
        state
    }

    /// A value ends at `end`: it is counted in its container, which may be the document itself.
    pub fn after_value(&self, state: &mut State, end: usize) {
        (state.pos, state.prev) = (end, end);
        (state.expect, state.comma) = (Expect::After, NONE);
        if state.frame == 0 {
            if !self.goes_on(state) {
                state.expect = Expect::Done;
                state.cost += self.source.tail_cost(end);
            }
            return;
        }
        let frame = self.frame(state);
        let counted = matches!(frame.kind, Kind::Paren | Kind::Call) && frame.items < 2;
        if frame.items == 0 || counted {
            self.refit(state, |frame| frame.items += 1);
        }
    }

    /// Returns whether this string, which is a document of its own, is joined with another.
    fn goes_on(&self, state: &State) -> bool {
        let plus = near(self.text, state.pos);
        state.joint != NONE
            && token_at(self.text, plus).kind == TokenKind::Plus
            && lexer::quote_at(self.text, near(self.text, plus + 1)).is_some()
    }
}
