//! Running ahead: how the search commits to what is clear.
//!
//! Most of a broken document is not broken. Where the cheapest reading of a token costs nothing and every other reading costs
//! at least `gap` more, the search takes it without queueing the others. It remembers the whole *stretch* of such steps as
//! one entry of the queue: the state where it began, and the least that another reading in it can cost. The search reads a
//! stretch again, and queues all it left out, only when a reading that costs as much is about to be taken up, or when one
//! stands inside the stretch. A test checks that running ahead changes no outcome: the queue overflows later, no more.

use crate::core::repair::parser::model::cost;
use crate::core::repair::parser::model::rank::{rank, rank_of};
use crate::core::repair::parser::model::state::State;
use crate::core::repair::parser::proof::comma;
use crate::core::repair::parser::proof::strict::{self, Run};
use crate::core::repair::parser::search::engine::Search;
use crate::core::repair::parser::search::stretch::Stretch;
use crate::core::repair::parser::text::limits::{AS_FAR, STEPS_AT_ONCE};

impl Search<'_> {
    /// Returns whether the search can commit to steps of this reading. The reading must be the first to come here. A trace wants
    /// every step.
    pub(super) fn may_run_ahead(&self, state: &State) -> bool {
        #[cfg(feature = "internal")]
        if self.plodding {
            return false;
        }
        !self.recording && state.pos >= self.read_to.max(self.budget.far)
    }

    /// Takes the steps of the best reading that are clear, and one more.
    pub(super) fn run_ahead(&mut self, from: State) -> Option<State> {
        let mut run = Run::new(from, self.context.store.frames.borrow().len());
        // Hints make keys cost, and written-out line ends may stand for white space.
        let is_strict = self.context.expect.is_none() && !from.writer.has(cost::ESCAPED_LINES);
        loop {
            while is_strict
                && (self.proof.take(&self.context, &mut run, &mut self.memory.ends)
                    || strict::shift(&self.context, &mut run))
            {}
            if run.state.expect.is_end() || run.steps > STEPS_AT_ONCE {
                self.keep(from, &run);
                return Some(run.state);
            }
            if is_strict && let Some((next, least)) = comma::missing(&self.context, &run.state) {
                return self.end_stretch(from, &run).then(|| {
                    self.keep_slip(&run.state, &next, least);
                    next
                });
            }
            let next = self.step(run.state);
            let (mut least, mut first) = (u32::MAX, i64::MAX);
            for other in self.context.store.proposed.borrow().iter() {
                (least, first) = (least.min(other.cost), first.min(rank(other)));
            }
            let is_clear = |next: &State| {
                next.cost == from.cost
                    && next.pos >= run.state.pos
                    && least >= from.cost + cost::gap()
                    && first > rank(next)
            };
            let Some(clear) = next.filter(is_clear) else {
                if self.end_stretch(from, &run) {
                    self.queue_proposed();
                    return next;
                }
                self.context.store.proposed.borrow_mut().clear();
                return None;
            };
            self.context.store.proposed.borrow_mut().clear();
            (run.least, run.rank) = (run.least.min(least), run.rank.min(first));
            (run.state, run.steps) = (clear, run.steps + 1);
        }
    }

    /// Remembers the stretch that was run through, if any, before a step that begins where it ended. Returns whether the reading is
    /// worth that step: other readings may meet it there.
    fn end_stretch(&mut self, from: State, run: &Run) -> bool {
        self.keep(from, run);
        run.steps == 0 || self.is_worth_reading(&run.state)
    }

    /// Remembers the stretch that was run through, if any.
    fn keep(&mut self, from: State, run: &Run) {
        let &Run { state: to, steps, least, rank, .. } = run;
        let order = self.memory.queue.order;
        if steps == 0 {
            return;
        }
        if least < u32::MAX {
            self.memory.queue.push_stretch(rank, order, least);
        }
        self.read_to = to.pos;
        self.budget.count_steps(steps, to.pos - from.pos);
        self.add_stretch(Stretch { from, to: to.pos, log: to.log, order, is_slip: false });
    }

    /// Remembers the readings beside that of a slip: they cost so much at least.
    fn keep_slip(&mut self, from: &State, next: &State, least: u32) {
        let order = self.memory.queue.order;
        self.memory.queue.push_stretch(rank_of(least, next.pos), order, least);
        self.add_stretch(Stretch { from: *from, to: next.pos, log: next.log, order, is_slip: true });
    }

    fn add_stretch(&mut self, stretch: Stretch) {
        // No step in it proposes more readings than this.
        self.memory.queue.order += 4 * (stretch.to - stretch.from.pos + 1) as u64;
        self.memory.stretches.add(stretch);
    }

    /// Queues the readings beside those slips that stand where the winner ends, or nearly: they came as far.
    pub(super) fn read_slips_before(&mut self, end: usize) {
        while let Some(stretch) = self.memory.stretches.take_slip(end.saturating_sub(AS_FAR)) {
            self.read_again(&stretch);
        }
    }

    /// Takes the steps of a stretch again, and queues all other readings.
    pub(super) fn read_again(&mut self, stretch: &Stretch) {
        let now = (self.memory.queue.order, self.budget.steps, self.budget.work);
        self.memory.queue.order = stretch.order;
        let mut state = stretch.from;
        // The winner is made of the fixes that were logged when the stretch was run through.
        let mut fixes = self.context.store.fixes_after(stretch.log, stretch.from.log);
        self.memory.front.pass(state.pos, state.cost);
        loop {
            let next = self.step(state);
            self.queue_proposed();
            let goes_on = |next: &State| next.pos < stretch.to && !next.expect.is_end();
            let Some(next) = next.filter(goes_on) else { break };
            let added = self.context.store.fixes_after(next.log, state.log).len();
            let kept = fixes.len().saturating_sub(added);
            let log = if added == 0 { next.log } else { fixes.get(kept).copied().unwrap_or(next.log) };
            fixes.truncate(kept);
            state = State { log, ..next };
            self.budget.effort += 1;
            self.memory.front.pass(state.pos, state.cost);
            if state.expect.is_junction() {
                self.memory.visit(self.context.key(&state), &state);
            }
            self.memory.bound();
        }
        (self.memory.queue.order, self.budget.steps, self.budget.work) = now;
    }
}
