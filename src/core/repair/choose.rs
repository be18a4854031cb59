//! Weighing readings: a best-first search over what the text may mean.
//!
//! A *state* is one reading of the text so far: where it stands, which brackets it holds open, what it expects, what
//! its fixes have cost. Reading on is mostly certain, and then one state runs through the text. Where a sign has
//! several readings (does this quote end the string? which closer is missing?) the grammar returns them all; the
//! search goes on with the one that is cheapest, and comes back to another when the fixes of the first add up to
//! more. The first state that reaches the end of its document wins.
//!
//! Bounds, so that the cost is linear whatever the input:
//! - A byte of progress is worth a little (`PROGRESS`), so a reading left far behind is only taken up again when the
//!   one ahead got into much trouble.
//! - States that agree on the rest (`key`) are expanded once: the first to arrive is the cheapest.
//! - A state that costs much more than another one that came by the same place is given up (`front`).
//! - Work is counted against the distance covered (`SHORT`, `STEPS`); when it is used up, all readings but the best are
//!   given up and the search goes on from there.
//!
//! It is deterministic: ties go to the reading that was proposed first.

use std::cell::{Cell, OnceCell};
use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::mem::{swap, take};
use std::ops::Range;

use super::CutPlace;
use super::content;
use super::lexer::{LOOK, key_at};
use super::memory::{LARGE, Memory};
use super::queue::{Queued, Waiting, rank};
use super::state::{Came, Expect, Frame, Kind, NONE, Op, Open, Role, State};
use super::trace::{Choice, Trace};
use crate::core::edit::Code;
use crate::core::edit::Fixes;
use crate::core::expect::{self, UNKNOWN};
use crate::core::hash::{FACTORS, folded};

/// The allowance: steps for a short distance, and for each byte. Each step may take memory for good, so a long text gets
/// fewer a byte.
const SHORT: usize = 512;
const STEPS: (usize, usize) = (5, 3);
/// Bytes of a text that is not long.
const NOT_LONG: usize = 8 << 10;
/// States that are kept in the visited set, and readings that wait; when there are more, only the best wait on.
const MOST_VISITED: usize = 1 << 14;
const MOST_WAITING: usize = 2048;
const KEPT_WAITING: usize = 512;
/// Readings that are kept where the allowance is used up for the first time in a stretch.
const KEPT_ONCE: usize = 16;
/// Bytes of a string or text that count as a step: tries that lead nowhere are paid for by what they read.
const STEP: usize = 64;
/// Bytes that a search must cover between two uses of its whole allowance.
const STRETCH: usize = 256;

/// Steps that vain tries may take on a short text, and one try when the purse is empty.
const PURSE: usize = 8192;
const LEASH: usize = 96;

/// Readings that cost no more than this above the winner put its fixes in doubt.
pub(super) const NEAR: u32 = 0;
/// How many meetings of readings are kept.
pub(super) const MEETINGS: usize = 32;

/// How a search ended without a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// Every reading costs more than the text is worth.
    TooCostly,
    /// Nested too deep, at this offset.
    Depth(usize),
}

/// A document as the winning reading has it.
#[derive(Debug)]
pub(super) struct Found {
    /// The byte after the document.
    pub end: usize,
    pub cost: u32,
    pub fixes: Fixes,
    /// Where the text was cut off, if it was.
    pub cut: Option<CutPlace>,
    /// Did it end although brackets were open, with more text behind it?
    pub closed_early: bool,
    /// Where another reading was nearly as good.
    pub doubtful: Vec<Range<usize>>,
}

/// How much a document may cost: a base and a share of its length, in percent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    pub base: u32,
    pub percent: usize,
}

/// One search over one text.
pub(super) struct Search<'t> {
    pub text: &'t [u8],
    /// Where the text ends, white space aside.
    pub end: usize,
    /// The last quote or closing bracket of the whole text, and its last plain quote.
    pub last_sign: usize,
    pub last_quote: Option<usize>,
    /// Are quotes doubled throughout this text?
    pub doubled: OnceCell<bool>,
    /// Surplus closing brackets and signs behind each block of the text, counted when first asked for.
    pub balance: OnceCell<Vec<(i32, u32)>>,
    /// What was counted last, and from where on.
    pub counted: Cell<(usize, (i32, u32))>,
    /// Where the last line comment began and ends, and the last block comment.
    pub comment_ends: [Cell<(usize, usize)>; 2],
    /// What is known beforehand about the value.
    pub expect: Option<&'t expect::Expect>,
    pub max_depth: usize,
    /// Where the document that is being read begins.
    pub origin: usize,
    pub memory: Memory,
    /// No reading has come further.
    pub read_to: usize,
    /// Never run ahead.
    #[cfg(test)]
    pub plodding: bool,
    /// Is the search running ahead? Then the other readings of a step are put aside here, not queued.
    pub is_ahead: bool,
    pub aside: Vec<State>,
    /// Where two readings met that cost nearly the same: how far each had come.
    pub meetings: Vec<[Came; 2]>,
    pub order: u64,
    start: usize,
    pub far: usize,
    /// Readings that cost more are not proposed.
    pub ceiling: u32,
    work: usize,
    /// Where the allowance was last used up.
    settled: usize,
    /// Steps of this run, and of all runs that led nowhere.
    steps: usize,
    spent: usize,
    pub deep: Option<usize>,
    /// Steps of all runs, and bytes that they passed in strings and texts.
    pub effort: usize,
    /// Bytes that were looked at as JSON inside of strings.
    pub looked: usize,
    /// Are readings recorded? Those of the run, while it runs; and the winner's choices behind it.
    pub recording: bool,
    pub trace: Option<Box<Trace>>,
    pub choices: Vec<Choice>,
}

impl<'t> Search<'t> {
    pub fn new(text: &'t [u8], max_depth: usize, expect: Option<&'t expect::Expect>) -> Self {
        let last_sign = text.iter().rposition(|b| matches!(b, b'"' | b'}' | b']')).unwrap_or(0);
        Self {
            text,
            end: text.trim_ascii_end().len(),
            last_sign,
            last_quote: memchr::memrchr(b'"', text),
            doubled: OnceCell::new(),
            balance: OnceCell::new(),
            counted: Cell::new((NONE, (0, 0))),
            comment_ends: Default::default(),
            expect,
            max_depth,
            origin: 0,
            memory: Memory::take(),
            read_to: 0,
            #[cfg(test)]
            plodding: false,
            is_ahead: false,
            aside: Vec::new(),
            meetings: Vec::new(),
            order: 0,
            start: 0,
            far: 0,
            ceiling: u32::MAX,
            work: 0,
            settled: 0,
            steps: 0,
            spent: 0,
            deep: None,
            effort: 0,
            looked: 0,
            recording: false,
            trace: None,
            choices: Vec::new(),
        }
    }

    /// Reads the document whose first sign stands at `start`.
    pub fn run(&mut self, start: usize, limit: Limit) -> Result<Found, Stop> {
        self.reset(start);
        // Tries that led nowhere are paid from one purse; when it is empty, further tries are short.
        let leash = if self.spent > PURSE + 2 * self.text.len() { LEASH } else { usize::MAX };
        let mut current = Some(State {
            pos: start,
            cost: 0,
            expect: Expect::Value,
            frame: 0,
            log: 0,
            comma: NONE,
            prev: start,
            joint: NONE,
            at: start,
            at_log: 0,
            at_comma: NONE,
            text: Open::NOTHING,
            due: if self.expect.is_some() { expect::Expect::ROOT } else { UNKNOWN },
            closed_early: false,
            habits: 0,
            slips: 0,
            slipped_in: NONE,
            way: 0,
        });
        if let Some(first) = current.filter(|_| key_at(self.text, start)) {
            // `"a": 1, "b": 2}`: the document lost its first bracket.
            let opened = self.replace(first, start, start, "{", Code::MissingOpener);
            if let Some(opened) = self.enter(opened, Kind::Object, start, start) {
                self.push(&opened);
            }
        }
        loop {
            let Some(state) = self.next(&mut current) else {
                self.spent += self.steps;
                return Err(Stop::TooCostly);
            };
            self.steps += 1;
            self.effort += 1;
            if state.expect == Expect::Done {
                self.choices = self.trace.take().map_or(Vec::new(), |trace| trace.choices(state));
                self.meet_rivals(state);
                return Ok(self.finish(state));
            }
            let dear = state.cost as usize > limit.base as usize + (self.far - start) * limit.percent / 100;
            if dear || self.steps > leash {
                self.spent += self.steps;
                return Err(Stop::TooCostly);
            }
            let state = *state;
            if leash == usize::MAX && self.may_run_ahead(&state) {
                current = self.run_ahead(state);
            } else {
                self.trace_step(&state);
                current = self.step(state);
                self.trace_on(&mut current);
            }
            if let (None, Some(offset)) = (&current, self.deep) {
                // The best reading goes deeper than allowed: a worse one that does not is no way out.
                return Err(Stop::Depth(offset));
            }
            if let Some(state) = &mut current {
                self.tidy(state);
                self.memory.sweep(state);
            }
        }
    }

    fn reset(&mut self, start: usize) {
        self.memory.begin(start);
        self.meetings.clear();
        self.ceiling = u32::MAX;
        (self.origin, self.read_to) = (start, start);
        (self.start, self.far, self.settled, self.work, self.deep) = (start, start, start, 0, None);
        self.steps = 0;
        self.choices.clear();
        self.trace = self.recording.then(Box::default);
    }

    /// Puts the state to go on with in the place of `current`: itself unless a queued one is better, and not one whose
    /// rest was read before. States are large, and nearly all of them stay where they are.
    pub fn next<'s>(&mut self, current: &'s mut Option<State>) -> Option<&'s mut State> {
        self.best(current);
        while current.as_ref().is_some_and(|state| !self.is_worth_reading(state)) {
            *current = None;
            self.best(current);
        }
        current.as_mut()
    }

    /// Is this reading neither far behind others nor one whose rest was read before?
    pub fn is_worth_reading(&mut self, state: &State) -> bool {
        if state.expect == Expect::Done {
            return true;
        }
        if !self.memory.front.pass(state.pos, state.cost) {
            return false;
        }
        if !state.expect.is_junction() {
            return true;
        }
        let Some((cost, log)) = self.visit(state) else {
            self.read_to = self.read_to.max(state.pos);
            return true;
        };
        if state.cost <= cost + NEAR && log != state.log && self.meetings.len() < MEETINGS {
            let came = Came::of(state);
            self.meetings.push([Came { log, ..came }, came]);
        }
        false
    }

    /// What the first state with the key of this one had cost, and its fixes, if there was one; else this is it.
    pub fn visit(&mut self, state: &State) -> Option<(u32, u32)> {
        let key = self.key(state);
        match self.memory.visited.entry(key) {
            Entry::Occupied(first) => Some(*first.get()),
            Entry::Vacant(free) => {
                free.insert((state.cost, state.log));
                None
            }
        }
    }

    /// Changes `current` for a queued reading that is better, if there is one. Stretches are unfolded where that matters.
    fn best(&mut self, current: &mut Option<State>) {
        loop {
            let ranks_better = |best: &&Queued| current.as_ref().is_none_or(|state| best.0.0 < rank(state));
            let better = self.memory.queue.peek().filter(ranks_better);
            let is_better = better.is_some();
            let pos = match better {
                Some(&Reverse((_, order, Waiting::Stretch))) => {
                    self.memory.queue.pop();
                    self.unfold(order);
                    continue;
                }
                Some(&Reverse((_, _, Waiting::Reading(slot)))) => self.memory.slots[slot as usize].pos,
                None => match current {
                    Some(state) => state.pos,
                    None => return,
                },
            };
            // What it may meet there must be known.
            if self.unfold_at(pos) {
                continue;
            }
            if is_better {
                match current {
                    Some(state) => self.change_places(state),
                    None => *current = self.pop(),
                }
            }
            return;
        }
    }

    /// Proposes a reading.
    pub fn push(&mut self, state: &State) {
        if self.is_ahead {
            self.aside.push(*state);
            return;
        }
        if state.cost > self.ceiling {
            return;
        }
        let state = &State { way: self.trace_way(state), ..*state };
        let slot = if let Some(slot) = self.memory.free.pop() {
            self.memory.slots[slot as usize] = *state;
            slot
        } else {
            self.memory.slots.push(*state);
            self.memory.slots.len() as u32 - 1
        };
        let queued = self.queued(state, slot);
        self.memory.queue.push(queued);
    }

    /// The entry of the next reading in the queue, which lies in `slot`.
    fn queued(&mut self, state: &State, slot: u32) -> Queued {
        self.order += 1;
        Reverse((rank(state), self.order, Waiting::Reading(slot)))
    }

    /// Queues a reading in the place of the best queued one, and takes that.
    fn change_places(&mut self, state: &mut State) {
        state.way = self.trace_way(state);
        if let Some(&Reverse((_, _, Waiting::Reading(slot)))) = self.memory.queue.peek() {
            let queued = self.queued(state, slot);
            if let Some(mut first) = self.memory.queue.peek_mut() {
                *first = queued;
            }
            swap(&mut self.memory.slots[slot as usize], state);
        }
    }

    /// Takes the best queued reading; stretches are no readings.
    fn pop(&mut self) -> Option<State> {
        loop {
            if let Waiting::Reading(slot) = self.memory.queue.pop()?.0.2 {
                self.memory.free.push(slot);
                return Some(self.memory.slots[slot as usize]);
            }
        }
    }

    /// Counts steps that were taken at once, over so many bytes.
    pub fn count_steps(&mut self, steps: usize, len: usize) {
        self.steps += steps;
        self.effort += steps + len;
        self.work += steps;
    }

    pub fn counts(&self) -> (u64, usize, usize) {
        (self.order, self.steps, self.work)
    }

    pub fn set_counts(&mut self, counts: (u64, usize, usize)) {
        (self.order, self.steps, self.work) = counts;
    }

    /// Of several readings, goes on with the best and queues the others.
    pub fn weigh<const N: usize>(&mut self, readings: [Option<&State>; N]) -> Option<State> {
        // Of equals, the one that was proposed first.
        let mut best = (i64::MAX, N);
        for (at, reading) in readings.iter().enumerate() {
            if let Some(rank) = reading.map(rank).filter(|rank| *rank < best.0) {
                best = (rank, at);
            }
        }
        for (at, reading) in readings.iter().enumerate() {
            if let Some(state) = reading.filter(|_| at != best.1) {
                self.push(state);
            }
        }
        readings.get(best.1)?.copied()
    }

    /// States with the same key read the rest of the text alike.
    fn key(&self, state: &State) -> u64 {
        let text = match state.expect {
            Expect::Text | Expect::Bare => {
                let text = &state.text;
                // What a value holds so far counts while rules look back at it, and later only which quotes it holds;
                // no offset is as large as the bit that says so.
                let is_long =
                    text.role != Role::Name && state.expect == Expect::Text && state.pos > text.start + LOOK;
                let begun = if is_long { u64::from(text.inner) | 1 << 46 } else { text.start as u64 };
                begun ^ u64::from(text.raw) << 47 ^ (text.quote as u64) << 48 ^ (text.role as u64) << 56
            }
            _ => 0,
        };
        let place = state.pos as u64 ^ (state.expect as u64) << 56;
        let frame = &self.memory.frames[state.frame as usize];
        // Which name an object began with decides whether another begins.
        let text = text.wrapping_add((frame.name.0 as u64).rotate_left(24));
        folded(place ^ frame.shape, FACTORS.0) ^ folded(text ^ FACTORS.0, FACTORS.1)
    }

    /// Keeps work and memory within bounds.
    fn tidy(&mut self, state: &State) {
        self.far = self.far.max(state.pos);
        self.work += 1;
        let steps = if self.text.len() <= NOT_LONG { STEPS.0 } else { STEPS.1 };
        if self.work > SHORT + steps * (self.far - self.start) {
            // The allowance is used up. Once in a stretch the best readings get another one; else only the best goes on.
            let keep = if self.far >= self.settled + STRETCH { KEPT_ONCE } else { 0 };
            self.unfold_all();
            self.prune(keep);
            (self.work, self.start, self.settled) = (0, self.far, self.far);
        }
        self.bound();
    }

    /// Keeps memory within bounds.
    pub fn bound(&mut self) {
        if self.memory.queue.len() > MOST_WAITING {
            self.prune(KEPT_WAITING);
        }
        if self.memory.visited.len() > MOST_VISITED {
            self.memory.visited.clear();
        }
    }

    /// Gives up all queued readings but the best.
    #[cold]
    fn prune(&mut self, keep: usize) {
        let mut queue = take(&mut self.memory.queue).into_sorted_vec();
        queue.reverse();
        for given_up in queue.drain(keep.min(queue.len())..) {
            match given_up.0.2 {
                Waiting::Reading(slot) => self.memory.free.push(slot),
                // It will not be found again.
                Waiting::Stretch => {}
            }
        }
        self.memory.queue = queue.into();
    }

    /// The document that the last run found is none after all.
    pub fn charge_vain_try(&mut self) {
        self.spent += self.steps;
    }

    /// The last run found a document of so many bytes. What was looked at in vain behind it is a vain try, too, but a
    /// rich one: else a text full of small documents in trouble costs a long look ahead for each.
    pub fn charge_overrun(&mut self, length: usize) {
        self.spent += self.steps.saturating_sub(16 * length) / 4;
    }

    /// Charges bytes that were read again because of another reading.
    pub fn charge(&mut self, from: usize, to: usize) {
        self.effort += to - from;
        self.steps += (to - from) / STEP;
        if from < self.far {
            self.work += (to.min(self.far) - from) / 16;
        }
    }

    pub fn frame(&self, state: &State) -> &Frame {
        &self.memory.frames[state.frame as usize]
    }

    /// What is due where a value is to come.
    pub fn due(&self, state: &State) -> expect::Place {
        let Some(expect) = self.expect else { return UNKNOWN };
        let frame = self.frame(state);
        if state.frame == 0 || frame.kind.has_names() { state.due } else { expect.item(frame.place) }
    }

    /// Is text due where a value is to come, and nothing else?
    pub fn is_text_due(&self, state: &State) -> bool {
        self.expect.is_some_and(|expect| expect.is_text(self.due(state)))
    }

    /// Is an item of a known kind due next?
    pub fn is_item_due(&self, state: &State) -> bool {
        self.expect.is_some_and(|expect| expect.item(self.frame(state).place) != UNKNOWN)
    }

    pub fn parent(&self, frame: &Frame) -> &Frame {
        &self.memory.frames[frame.parent as usize]
    }

    /// What the winning reading did, from its beginning on.
    #[inline(never)]
    fn finish(&mut self, state: &State) -> Found {
        let doubtful = self.doubtful(state.log);
        let (mut fixes, mut cut) = (Fixes::default(), None);
        self.ops_in_parts(Came::of(state), |ops| {
            content::add_fixes_of(&mut fixes, self.text, ops);
            let place = |op: &Op| if let Op::Cut(place) = op { Some(*place) } else { None };
            cut = cut.or_else(|| ops.iter().find_map(place));
        });
        let fixes = fixes.settled();
        if self.logged() > LARGE {
            // The output takes memory, too.
            self.memory = Memory::default();
        }
        Found { end: state.pos, cost: state.cost, fixes, cut, closed_early: state.closed_early, doubtful }
    }

    /// From here on, only readings that cost no more than this are of interest.
    pub fn keep_within(&mut self, cost: u32) {
        self.ceiling = cost;
        let Memory { queue, slots, .. } = &mut self.memory;
        queue.retain(|queued| match queued.0.2 {
            Waiting::Reading(slot) => slots[slot as usize].cost <= cost,
            Waiting::Stretch => false,
        });
        self.unfold_within(cost);
    }
}
