//! The search: best first over what the text may mean.
//!
//! A *state* is one reading of the text so far: where it stands, which brackets it holds open, what it expects, what
//! its fixes have cost. Reading on is mostly certain, and then one state runs through the text. Where a token has
//! several readings (does this quote end the string? which closer is missing?) the grammar returns them all; the
//! search goes on with the one that is cheapest, and comes back to another when the fixes of the first add up to
//! more. The first state that reaches the end of its document wins.
//!
//! Bounds, so that the cost is linear whatever the input:
//! - A byte of progress is worth a little (`PROGRESS`), so the search returns to a reading that lags far only if
//!   the one ahead has become expensive.
//! - States that agree on the rest (`key`) are expanded once: the first to arrive is the cheapest.
//! - A state that costs much more than another one that came by the same place is given up (`front`).
//! - Work is counted against the distance covered (`budget`); when it is used up, all readings but the best are
//!   given up and the search goes on from there.
//!
//! It is deterministic: ties go to the reading that was proposed first.

use std::ops::Range;

use crate::core::repair::confidence::Margin;
use crate::core::repair::edit::{Code, Fixes};
use crate::core::repair::expect::{self, UNKNOWN};
use crate::core::repair::parser::evidence::content;
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::model::op::{CutPlace, Op};
use crate::core::repair::parser::model::state::{Came, Expect, Kind, State};
use crate::core::repair::parser::model::store::Store;
use crate::core::repair::parser::model::trace::{Choice, Trace};
use crate::core::repair::parser::proof::proven::{self, Proof};
use crate::core::repair::parser::rules::grammar;
use crate::core::repair::parser::search::budget::{Budget, Limit};
use crate::core::repair::parser::search::memory::Memory;
use crate::core::repair::parser::search::queue::Waiting;
use crate::core::repair::parser::text::keys::key_at;
use crate::core::repair::parser::text::limits::{LARGE, MEETINGS};

/// A document as the winning reading has it.
#[derive(Debug)]
pub struct Found {
    /// The byte after the document.
    pub end: usize,
    pub cost: u32,
    pub fixes: Fixes,
    /// Where the text was cut off, if it was.
    pub cut: Option<CutPlace>,
    /// Says whether the document ended although brackets were open, with more text after it.
    pub closed_early: bool,
    /// Where another reading was as good.
    pub doubtful: Vec<Range<usize>>,
    /// How much more another reading had cost that came as far.
    pub margin: Margin,
}

/// One search over one text.
pub struct Search<'t> {
    pub context: Context<'t>,
    pub(in crate::core::repair) memory: Box<Memory>,
    pub budget: Budget,
    /// No reading has come further.
    pub read_to: usize,
    pub(in crate::core::repair) proof: Proof,
    /// Never run ahead.
    #[cfg(feature = "internal")]
    pub plodding: bool,
    /// Where two readings met that cost the same: how far each had come.
    pub meetings: Vec<[Came; 2]>,
    /// Readings that cost more are not queued.
    ceiling: u32,
    /// States whether readings are recorded. The readings of the run are recorded while it runs, and the winner's choices after it.
    pub recording: bool,
    pub(in crate::core::repair) trace: Option<Box<Trace>>,
    pub choices: Vec<Choice>,
}

impl<'t> Search<'t> {
    pub fn new(text: &'t [u8], max_depth: usize, expect: Option<&'t expect::Expect>) -> Self {
        let (store, memory) = Memory::take();
        Self {
            context: Context::new(text, max_depth, expect, store),
            memory,
            budget: Budget::new(text.len()),
            read_to: 0,
            proof: Proof::default(),
            #[cfg(feature = "internal")]
            plodding: false,
            meetings: Vec::new(),
            ceiling: u32::MAX,
            recording: false,
            trace: None,
            choices: Vec::new(),
        }
    }

    /// Leaves the memory to the next search of this thread.
    pub fn give_back(self) {
        self.memory.give_back(self.context.store);
    }

    /// Reads the document whose first token stands at `start`. `is_strict_to_end` states whether the text is strict JSON from
    /// there to its end, where a container is still open.
    ///
    /// There is no document where every reading costs more than the text is worth. Fails with the offset at which the best reading
    /// is nested too deep.
    pub fn run(
        &mut self,
        start: usize,
        limit: Limit,
        is_strict_to_end: bool,
    ) -> Result<Option<Found>, usize> {
        self.reset(start);
        let mut first = self.first(start);
        if is_strict_to_end {
            first = proven::up_to_end(&self.context, first, &mut self.memory.ends);
        }
        let mut current = Some(first);
        loop {
            let Some(state) = self.next(&mut current) else {
                self.budget.charge_vain_try();
                return Ok(None);
            };
            self.budget.step();
            if state.expect.is_end() {
                self.choices = self.trace.take().map_or(Vec::new(), |trace| trace.choices(state));
                self.read_slips_before(state.pos);
                let margin = self.memory.queue.margin(state);
                self.meet_rivals(state);
                return Ok(Some(Found { margin, ..self.finish(state) }));
            }
            if self.budget.is_too_costly(state.cost, limit) {
                self.budget.charge_vain_try();
                return Ok(None);
            }
            let state = *state;
            current = if !self.budget.is_short() && self.may_run_ahead(&state) {
                self.run_ahead(state)
            } else {
                self.step_and_queue(state)
            };
            if let (None, Some(offset)) = (&current, self.context.deep.get()) {
                // The best reading goes deeper than allowed: a worse one that does not is no way out.
                return Err(offset);
            }
            if let Some(state) = &mut current {
                self.bound_work(state.pos);
                self.memory.sweep(&mut self.context.store, state);
            }
        }
    }

    fn reset(&mut self, start: usize) {
        self.memory.begin(start);
        self.context.store.begin();
        self.context.deep.set(None);
        self.context.source.origin.set(start);
        self.budget.begin(start);
        self.meetings.clear();
        self.choices.clear();
        (self.ceiling, self.read_to) = (u32::MAX, start);
        self.proof = Proof::default();
        self.trace = self.recording.then(Box::default);
    }

    /// The reading that a document begins with. `"a": 1, "b": 2}` may have lost its first bracket.
    fn first(&mut self, start: usize) -> State {
        let due = if self.context.expect.is_some() { expect::Expect::ROOT } else { UNKNOWN };
        let first = State::at_start(start, due);
        if key_at(self.context.text, start) {
            let opened = self.context.replace(first, start, start, "{", Code::MissingOpener);
            if let Some(opened) = self.context.enter(opened, Kind::Object, start, start) {
                self.push(&opened);
            }
        }
        first
    }

    /// Takes one step of a reading, and queues the readings that it proposes.
    fn step_and_queue(&mut self, state: State) -> Option<State> {
        let logged = self.context.store.logged();
        let mut next = self.step(state);
        if let Some(trace) = &mut self.trace {
            trace.begin_step(&state, logged as u32 - 1, self.context.asked.get());
        }
        self.queue_proposed();
        if let (Some(trace), Some(state)) = (&mut self.trace, &mut next) {
            trace.go_on(state, &self.context.store);
        }
        if let Some(trace) = &mut self.trace {
            trace.end_step();
        }
        next
    }

    /// Takes one step of a reading; what it proposes beside lies in the store.
    pub fn step(&mut self, state: State) -> Option<State> {
        self.context.asked.set(state.pos);
        let next = grammar::step(&self.context, state);
        let (from, to) = self.context.passed.take();
        self.budget.charge(from, to);
        next
    }

    /// Queues the readings that a step proposed.
    pub fn queue_proposed(&mut self) {
        let mut proposed = std::mem::take(self.context.store.proposed.get_mut());
        for state in proposed.drain(..) {
            self.push(&state);
        }
        *self.context.store.proposed.get_mut() = proposed;
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

    /// Returns whether this reading is neither much worse than others nor one whose rest was read before.
    pub fn is_worth_reading(&mut self, state: &State) -> bool {
        if state.expect.is_end() {
            return true;
        }
        if !self.memory.front.pass(state.pos, state.cost) {
            return false;
        }
        if !state.expect.is_junction() {
            return true;
        }
        let Some((cost, log)) = self.memory.visit(self.context.key(state), state) else {
            self.read_to = self.read_to.max(state.pos);
            return true;
        };
        if state.cost <= cost && log != state.log && self.meetings.len() < MEETINGS {
            let came = Came::of(state);
            self.meetings.push([Came { log, ..came }, came]);
        }
        false
    }

    /// Changes `current` for a queued reading that is better, if there is one. Stretches are expanded where that matters.
    fn best(&mut self, current: &mut Option<State>) {
        loop {
            let better = self.memory.queue.better_than(current.as_ref());
            let pos = match (better, &current) {
                (Some((Waiting::Stretch { least }, order, _)), _) => {
                    self.memory.queue.drop_first();
                    let stretch = self.memory.stretches.take(order);
                    if let Some(stretch) = stretch.filter(|_| least <= self.ceiling) {
                        self.read_again(&stretch);
                    }
                    continue;
                }
                (Some((Waiting::Reading(_), _, pos)), _) => pos,
                (None, Some(state)) => state.pos,
                (None, None) => return,
            };
            // What it may meet there must be known.
            if let Some(stretch) = self.memory.stretches.take_at(pos) {
                self.read_again(&stretch);
                continue;
            }
            match current {
                Some(state) if better.is_some() => {
                    self.record(state);
                    self.memory.queue.change_places(state);
                }
                None => *current = self.memory.queue.pop(),
                Some(_) => {}
            }
            return;
        }
    }

    /// Queues a reading.
    pub fn push(&mut self, state: &State) {
        if state.cost > self.ceiling {
            return;
        }
        let mut state = *state;
        self.record(&mut state);
        self.memory.queue.push(&state);
    }

    /// Tells the trace, if there is one, that a reading is proposed.
    fn record(&mut self, state: &mut State) {
        if let Some(trace) = &mut self.trace {
            trace.propose(state, &self.context.store);
        }
    }

    /// Keeps work and memory within bounds.
    fn bound_work(&mut self, pos: usize) {
        if let Some(keep) = self.budget.bound(pos) {
            while let Some(stretch) = self.memory.stretches.take_last() {
                self.read_again(&stretch);
            }
            self.memory.queue.prune(keep);
        }
        self.memory.bound();
    }

    /// What the winning reading did, from its beginning on.
    #[inline(never)]
    fn finish(&mut self, state: &State) -> Found {
        #[cfg(feature = "tuning")]
        state.sites.note(self.context.text);
        let doubtful = self.doubtful(state.log);
        let (mut fixes, mut cut) = (Fixes::default(), None);
        self.context.store.ops_in_parts(Came::of(state), |ops| {
            content::add_fixes_of(&mut fixes, self.context.text, ops);
            let place = |op: &Op| if let Op::Cut(place) = op { Some(*place) } else { None };
            cut = cut.or_else(|| ops.iter().find_map(place));
        });
        let fixes = fixes.settled();
        if self.context.store.logged() > LARGE {
            // The output takes memory, too.
            *self.memory = Memory::default();
            *self.context.store = Store::default();
        }
        Found {
            end: state.pos,
            cost: state.cost,
            fixes,
            cut,
            closed_early: state.expect == Expect::GivenUp,
            doubtful,
            margin: Margin::WIDE,
        }
    }

    /// The containers of the text that were passed as a whole: strict JSON in which no name stands twice.
    pub fn passed(&mut self) -> &[(u32, u32)] {
        self.memory.ends.passed()
    }

    /// From here on, only readings that cost no more than this are of interest. Returns whether there may be one.
    pub fn keep_within(&mut self, cost: u32) -> bool {
        self.ceiling = cost;
        self.memory.queue.keep_within(cost)
    }
}
