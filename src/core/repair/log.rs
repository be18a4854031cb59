//! What a reading has done so far: its fixes, its cost, its containers.
//!
//! Fixes lie in one log that all readings share; each entry knows the one before it, so a reading is the number of its
//! last entry, and what two readings have in common is kept once.

use super::CutPlace;
use super::choose::Search;
use super::cost;
use super::lexer::{self, Sign, near, token_at};
use super::state::{Came, Expect, Frame, Kind, NONE, Op, State};
use crate::core::edit::Code;
use crate::core::edit::packed::{put, take, unzigzag, zigzag};
use crate::core::hash::mix;

/// Entries that are packed, and read back, at once.
const PART: usize = 1024;

/// A fix, and the one before it in the same reading.
#[derive(Clone, Copy, PartialEq, Debug)]
struct LogEntry {
    parent: u32,
    op: Op,
}

/// The fixes of all readings.
///
/// A long document may need one for each of its strings, so all but the latest are packed: what is done, which is often
/// the same, how far back the one before lies, and where it is, told from the entry before it.
#[derive(Default)]
pub(super) struct Log {
    latest: Vec<LogEntry>,
    parts: Vec<Box<[u8]>>,
    /// What packed fixes do, without places.
    kinds: Vec<Op>,
}

impl Log {
    /// Forgets everything; an entry before the first is held that does nothing.
    pub fn begin(&mut self) {
        self.latest.clear();
        self.parts.clear();
        self.kinds.clear();
        self.latest.push(LogEntry { parent: 0, op: Op::Cut(CutPlace::BetweenMembers) });
    }

    /// Entries that there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.parts.len() * PART + self.latest.len()
    }

    #[inline]
    fn push(&mut self, parent: u32, op: Op) -> u32 {
        if self.latest.len() == 2 * PART {
            self.pack();
        }
        self.latest.push(LogEntry { parent, op });
        self.len() as u32 - 1
    }

    #[cold]
    fn pack(&mut self) {
        let mut bytes = Vec::new();
        let (mut at, mut start) = (self.parts.len() * PART, 0);
        for LogEntry { parent, op } in self.latest.drain(..PART) {
            let (kind, places, count) = op.parted();
            let known = self.kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
                self.kinds.push(kind);
                self.kinds.len() - 1
            });
            put(&mut bytes, at - parent as usize);
            put(&mut bytes, known);
            if let Some((first, rest)) = places[..count].split_first() {
                put(&mut bytes, zigzag(start, *first));
                for place in rest {
                    put(&mut bytes, *place);
                }
                start = *first;
            }
            at += 1;
        }
        self.parts.push(bytes.into());
    }

    /// The entries of a part.
    fn unpacked(&self, part: usize) -> Vec<LogEntry> {
        let (mut bytes, mut start) = (&*self.parts[part], 0);
        let entry = |at: usize| {
            let parent = (at - take(&mut bytes)) as u32;
            let kind = self.kinds[take(&mut bytes)];
            let mut is_first = true;
            let op = kind.with_places(|| {
                let place = take(&mut bytes);
                if !std::mem::take(&mut is_first) {
                    return place;
                }
                start = unzigzag(start, place);
                start
            });
            LogEntry { parent, op }
        };
        (part * PART..(part + 1) * PART).map(entry).collect()
    }

    /// The entries from `log` back to the beginning, and where each stands.
    fn back(&self, log: u32) -> impl Iterator<Item = (u32, LogEntry)> {
        let (mut at, mut held, mut part) = (log, Vec::new(), usize::MAX);
        std::iter::from_fn(move || {
            if at == 0 {
                return None;
            }
            let here = at;
            let place = here as usize / PART;
            let entry = if let Some(latest) = (here as usize).checked_sub(self.parts.len() * PART) {
                self.latest[latest]
            } else {
                if part != place {
                    (held, part) = (self.unpacked(place), place);
                }
                held[here as usize % PART]
            };
            at = entry.parent;
            Some((here, entry))
        })
    }
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
        if let Op::Replace { code, .. } | Op::Bare { code, .. } = op {
            self.charge_fix(state, code);
        }
        state.log = self.memory.log.push(state.log, op);
    }

    /// Charges a fix to a reading that makes it.
    pub fn charge_fix(&self, state: &mut State, code: Code) {
        state.cost += cost::given(code, state.habits, state.slips);
        state.habits |= cost::habit(code) & !cost::ESCAPED_LINES;
        self.count_slip(state, code);
    }

    /// Counts a slip, if it is the first one in its container.
    pub fn count_slip(&self, state: &mut State, code: Code) {
        let container = self.frame(state).open;
        if state.slipped_in != container {
            let slips = cost::with_slip(code, state.slips);
            if slips != state.slips {
                (state.slips, state.slipped_in) = (slips, container);
            }
        }
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
        let mut at = 0;
        for (_, LogEntry { parent, op }) in self.memory.log.back(log) {
            if matches!(op, Op::Replace { code: Code::MissingComma, .. }) {
                at = parent;
                break;
            }
            kept.push(op);
        }
        for op in kept.into_iter().rev() {
            at = self.memory.log.push(at, op);
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

    /// The fixes of a reading that are younger than the entry `until`, in order.
    pub fn ops(&self, came: Came, until: u32) -> Vec<Op> {
        let mut ops = Vec::with_capacity(16);
        for (_, LogEntry { op, .. }) in self.memory.log.back(came.log).take_while(|(at, _)| *at > until) {
            match op {
                Op::CloseAll { place, code } => {
                    let begin = ops.len();
                    ops.extend(self.closers(came.frame, place, code));
                    ops[begin..].reverse();
                }
                op => ops.push(op),
            }
        }
        ops.reverse();
        ops
    }

    /// All fixes of a reading, in order, some at a time: a list of all would take more memory than they do.
    pub fn ops_in_parts(&self, came: Came, mut each: impl FnMut(&[Op])) {
        if self.memory.log.parts.is_empty() {
            return each(&self.ops(came, 0));
        }
        // Where the parts end, the last one first, as the log is read.
        let ends: Vec<u32> = self.memory.log.back(came.log).step_by(PART).map(|(at, _)| at).collect();
        let mut begin = 0;
        for log in ends.into_iter().rev() {
            each(&self.ops(Came { log, ..came }, begin));
            begin = log;
        }
    }

    /// How many fixes were logged, by whatever reading.
    pub fn logged(&self) -> usize {
        self.memory.log.len()
    }

    /// The entries of the log from `log` back to the beginning.
    pub fn fixes_before(&self, log: u32) -> impl Iterator<Item = u32> {
        self.memory.log.back(log).map(|(at, _)| at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::repair::lexer::Quote;
    use crate::core::repair::state::NONE;

    #[test]
    fn packed_entries_come_back() {
        let (with, code) = ("\"", Code::SingleQuotes);
        let op = |at: usize| match at % 7 {
            0 => Op::Replace { start: at, end: at + 300, with, code },
            1 => Op::Text {
                open: at,
                start: at + 1,
                end: at + 9,
                close: at + 10,
                quote: Quote::Single,
                raw: at.is_multiple_of(2),
            },
            2 => Op::Text {
                open: NONE,
                start: 7 * at,
                end: 7 * at,
                close: 7 * at,
                quote: Quote::Double,
                raw: false,
            },
            3 => Op::Bare { start: at, end: 2 * at, code },
            4 => Op::Number { start: 5, end: 5 + at },
            5 => Op::CloseAll { place: at, code },
            _ => Op::Cut(CutPlace::Key),
        };
        let mut log = Log::default();
        log.begin();
        let mut all = vec![LogEntry { parent: 0, op: Op::Cut(CutPlace::BetweenMembers) }];
        for at in 1..5 * PART {
            // Most go on from the last one, some from one further back.
            let entry = LogEntry { parent: (at - 1 - at % 100 / 97 * (at / 2)) as u32, op: op(at) };
            assert_eq!(log.push(entry.parent, entry.op) as usize, at);
            all.push(entry);
        }
        assert!(log.parts.len() > 2);
        for end in [1, PART - 1, PART, 2 * PART, 3 * PART + 5, 5 * PART - 1] {
            let mut at = end as u32;
            for (place, entry) in log.back(end as u32) {
                assert_eq!((place, entry), (at, all[at as usize]));
                at = entry.parent;
            }
            assert_eq!(at, 0);
        }
    }
}
