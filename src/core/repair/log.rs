//! What a reading has done so far: its fixes, its cost, its containers.
//!
//! Fixes lie in one log that all readings share; each entry knows the one before it, so a reading is the number of its
//! last entry, and what two readings have in common is kept once.

use super::CutPlace;
use super::choose::Search;
use super::cost;
use super::fix::Code;
use super::lexer::{self, Sign, near, token_at};
use super::state::{Expect, Frame, Kind, NONE, Op, State};
use crate::core::hash::mix;

/// A fix, and the one before it in the same reading.
#[derive(Clone, Copy)]
pub(super) struct LogEntry {
    pub parent: u32,
    pub op: Op,
}

impl LogEntry {
    /// What stands before the first fix.
    pub const NOTHING: Self = Self { parent: 0, op: Op::Cut(CutPlace::BetweenMembers) };
}

impl Search<'_> {
    /// The state with one more fix, charged.
    #[must_use]
    pub fn with(&mut self, mut state: State, op: Op) -> State {
        self.add(&mut state, op);
        state
    }

    /// One more fix, charged.
    pub fn add(&mut self, state: &mut State, op: Op) {
        let (cost, habit) = match op {
            Op::Replace { code, .. } | Op::Bare { code, .. } => {
                (cost::given(code, state.habits), cost::habit(code) & !cost::ESCAPED_LINES)
            }
            Op::Text { .. } | Op::Number { .. } | Op::Cut(_) | Op::CloseAll { .. } => (0, 0),
        };
        self.memory.log.push(LogEntry { parent: state.log, op });
        state.log = self.memory.log.len() as u32 - 1;
        state.cost += cost;
        state.habits |= habit;
    }

    /// `with` for a plain replacement.
    #[must_use]
    pub fn replace(
        &mut self,
        state: State,
        start: usize,
        end: usize,
        with: &'static str,
        code: Code,
    ) -> State {
        self.with(state, Op::Replace { start, end, with, code })
    }

    /// The fixes of `log` without the comma that was added last.
    pub fn without_added_comma(&mut self, log: u32) -> u32 {
        let mut kept = Vec::new();
        let mut at = log;
        while at != 0 {
            let entry = self.memory.log[at as usize];
            at = entry.parent;
            if matches!(entry.op, Op::Replace { code: Code::MissingComma, .. }) {
                break;
            }
            kept.push(entry.op);
        }
        for op in kept.into_iter().rev() {
            self.memory.log.push(LogEntry { parent: at, op });
            at = self.memory.log.len() as u32 - 1;
        }
        at
    }

    /// `replace` for the second half of a fix that is charged already: the other bracket of a pair.
    #[must_use]
    pub fn pair(&mut self, state: State, start: usize, end: usize, with: &'static str, code: Code) -> State {
        State { cost: state.cost, ..self.replace(state, start, end, with, code) }
    }

    /// The state inside a new container, or nothing when that is too deep.
    pub fn enter(&mut self, state: State, kind: Kind, open: usize, open_end: usize) -> Option<State> {
        let parent = *self.frame(&state);
        if parent.depth as usize >= self.max_depth {
            self.deep.get_or_insert(open);
            return None;
        }
        let place = self.due(&state);
        self.memory.frames.push(Frame {
            parent: state.frame,
            shape: mix(parent.shape, u64::from(place) << 8 | (kind as u64 + 1)),
            depth: parent.depth + 1,
            parens: parent.parens + u32::from(kind.is_paren()),
            kind,
            open,
            open_end,
            log: state.log,
            root_name: parent.root_name,
            place,
            ..Frame::ROOT
        });
        Some(State {
            pos: open_end,
            expect: if kind.has_names() { Expect::Name } else { Expect::First },
            frame: self.memory.frames.len() as u32 - 1,
            comma: NONE,
            prev: open_end,
            joint: NONE,
            ..state
        })
    }

    /// Changes the innermost container of a state.
    pub fn refit(&mut self, state: &mut State, change: impl FnOnce(&mut Frame)) {
        let mut frame = self.memory.frames[state.frame as usize];
        let kind = frame.kind;
        change(&mut frame);
        if frame.kind != kind {
            let parent = self.memory.frames[frame.parent as usize].shape;
            frame.shape = mix(parent, u64::from(frame.place) << 8 | (frame.kind as u64 + 1));
        }
        self.memory.frames.push(frame);
        state.frame = self.memory.frames.len() as u32 - 1;
    }

    /// A value ends at `end`: it is counted in its container, which may be the document itself.
    pub fn after_value(&mut self, state: &mut State, end: usize) {
        (state.pos, state.prev) = (end, end);
        (state.expect, state.comma) = (Expect::After, NONE);
        if state.frame == 0 {
            if !self.goes_on(state) {
                state.expect = Expect::Done;
                state.cost += self.tail_cost(end);
            }
            return;
        }
        let frame = self.frame(state);
        let counted = matches!(frame.kind, Kind::Paren | Kind::Call) && frame.items < 2;
        if frame.items == 0 || counted {
            self.refit(state, |frame| frame.items += 1);
        }
    }

    /// Is this string, which is a document of its own, joined with another?
    fn goes_on(&self, state: &State) -> bool {
        let plus = near(self.text, state.pos);
        state.joint != NONE
            && token_at(self.text, plus).sign == Sign::Plus
            && lexer::quote_at(self.text, near(self.text, plus + 1)).is_some()
    }

    /// The fixes from `until` to `log`, in order.
    pub fn ops(&self, log: u32, until: u32) -> Vec<Op> {
        self.written_out(log, |at| at != until && at != 0)
    }

    /// The fixes of `log` that are younger than the `since`th, in order.
    pub fn ops_since(&self, log: u32, since: usize) -> Vec<Op> {
        self.written_out(log, |at| at as usize >= since)
    }

    /// The fixes from `log` back to the first that is not among those wanted, in order.
    fn written_out(&self, log: u32, is_wanted: impl Fn(u32) -> bool) -> Vec<Op> {
        let entries = || {
            std::iter::successors(Some(log), |at| Some(self.before_fix(*at))).take_while(|at| is_wanted(*at))
        };
        let mut ops = Vec::with_capacity(entries().count());
        for at in entries() {
            match self.memory.log[at as usize].op {
                Op::CloseAll { frame, place, code } => {
                    let begin = ops.len();
                    ops.extend(self.closers(frame, place, code));
                    ops[begin..].reverse();
                }
                op => ops.push(op),
            }
        }
        ops.reverse();
        ops
    }

    /// How many fixes were logged, by whatever reading.
    pub fn logged(&self) -> usize {
        self.memory.log.len()
    }

    /// The fix before this one in the same reading.
    pub fn before_fix(&self, log: u32) -> u32 {
        self.memory.log[log as usize].parent
    }
}
