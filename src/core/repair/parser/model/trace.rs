//! The readings that a search considered, recorded so that a person can see why one won.
//!
//! A *choice* is a token that can be taken in several ways. What is kept of each way: its fixes, its cost, how far it came
//! and whether the winner is made of it. Nothing is recorded unless a search is told to (`Search::recording`), and recording
//! decides nothing: the readings, their order and their costs are the same with and without.

use crate::core::repair::edit::Code;
use crate::core::repair::parser::model::op::Op;
use crate::core::repair::parser::model::state::{Came, Expect, State};
use crate::core::repair::parser::model::store::Store;

/// Ways that are kept of one document; what a person reads is far shorter.
const MOST: usize = 1 << 16;

/// A token that can be taken in several ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Byte offset.
    pub offset: usize,
    /// What the winner expected there.
    pub due: &'static str,
    /// The cost of the winner up to there.
    pub cost: u32,
    /// In the order in which they were proposed.
    pub readings: Vec<Reading>,
}

/// One way to take a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// What it says about the text.
    pub what: &'static str,
    /// The fixes that it begins with.
    pub codes: Vec<Code>,
    /// The cost of all fixes up to and with those; a reading that takes back earlier fixes can be cheaper than the choice.
    pub cost: u32,
    /// How far it was read on from there (a byte offset), and what it had cost by then.
    pub reached: (usize, u32),
    /// States whether the winner is made of this reading.
    pub won: bool,
}

/// What is recorded while a search runs.
#[derive(Default)]
pub(in crate::core::repair) struct Trace {
    points: Vec<Point>,
    ways: Vec<Way>,
    /// The step that is being done: what it began with, and the last entry of the log before it.
    step: Option<(Point, u32)>,
}

#[derive(Clone, Copy)]
struct Point {
    /// The way that led here.
    way: u32,
    state: State,
    /// Where the token stands.
    offset: usize,
    /// Its ways, once it has any.
    ways: (usize, usize),
}

struct Way {
    point: usize,
    what: &'static str,
    codes: Vec<Code>,
    cost: u32,
    reached: (usize, u32),
}

impl Trace {
    /// One more way to take the token that the step began with; `ops` is what it does to the text.
    #[cold]
    fn add(&mut self, state: &State, ops: &[Op]) -> Option<u32> {
        let (point, _) = self.step.as_mut()?;
        if self.ways.len() >= MOST {
            return None;
        }
        if point.ways == (0, 0) {
            point.ways = (self.ways.len(), self.ways.len());
            self.points.push(*point);
        }
        let at = self.points.len() - 1;
        let reached = (state.pos, state.cost);
        let what = meaning(&point.state, state);
        self.ways.push(Way { point: at, what, codes: codes(ops), cost: state.cost, reached });
        point.ways.1 = self.ways.len();
        self.points[at].ways = point.ways;
        Some(self.ways.len() as u32)
    }

    /// A step begins with this reading: it is about the token at `offset`, and this was the last entry of the log before it.
    pub fn begin_step(&mut self, state: &State, log: u32, offset: usize) {
        self.reach(state);
        self.step = Some((Point { way: state.way, state: *state, offset, ways: (0, 0) }, log));
    }

    /// A reading is proposed: says where the trace has it. Outside of a step it was proposed before.
    pub fn propose(&mut self, state: &mut State, store: &Store) {
        if let Some((_, log)) = self.step
            && let Some(way) = self.add(state, &store.ops(Came::of(state), log))
        {
            state.way = way;
        }
    }

    /// The step ends, and the search goes on with this reading: if there were others, it is one of several.
    pub fn go_on(&mut self, state: &mut State, store: &Store) {
        if self.step.is_some_and(|(point, _)| point.ways.1 > point.ways.0) {
            self.propose(state, store);
        }
    }

    /// No step is being done.
    pub fn end_step(&mut self) {
        self.step = None;
    }

    /// A reading came so far.
    #[cold]
    fn reach(&mut self, state: &State) {
        if let Some(way) = (state.way as usize).checked_sub(1).and_then(|way| self.ways.get_mut(way))
            && state.pos >= way.reached.0
        {
            way.reached = (state.pos, state.cost);
        }
    }

    /// The choices on the way of the winner, in the order in which it made them.
    #[cold]
    pub fn choices(mut self, winner: &State) -> Vec<Choice> {
        self.reach(winner);
        // What a way led to came later than the way itself.
        for at in (0..self.ways.len()).rev() {
            let (reached, before) = (self.ways[at].reached, self.points[self.ways[at].point].way as usize);
            if let Some(before) = before.checked_sub(1).map(|before| &mut self.ways[before])
                && reached.0 > before.reached.0
            {
                before.reached = reached;
            }
        }
        let mut choices = Vec::new();
        let mut way = winner.way as usize;
        while let Some(taken) = way.checked_sub(1) {
            let point = &self.points[self.ways[taken].point];
            let readings = (point.ways.0..point.ways.1).map(|at| {
                let Way { what, ref codes, cost, reached, .. } = self.ways[at];
                Reading { what, codes: codes.clone(), cost, reached, won: at == taken }
            });
            // A reading that was proposed where nothing else is possible is no choice.
            if readings.len() > 1 {
                choices.push(Choice {
                    offset: point.offset,
                    due: due(point.state.expect),
                    cost: point.state.cost,
                    readings: readings.collect(),
                });
            }
            way = point.way as usize;
        }
        choices.reverse();
        choices
    }
}

#[cold]
fn due(expect: Expect) -> &'static str {
    match expect {
        Expect::Value => "a value",
        Expect::First | Expect::NextItem => "an item",
        Expect::Key | Expect::NextKey => "a name",
        Expect::Colon => "a colon",
        Expect::After => "a comma or a closing bracket",
        Expect::Text => "the rest of a string",
        Expect::Bare => "the rest of a text without quotes",
        Expect::Done | Expect::GivenUp => "nothing",
    }
}

/// What a reading says, told from where it stands before and after the token.
#[cold]
fn meaning(before: &State, after: &State) -> &'static str {
    if after.expect.is_end() {
        return if after.expect == Expect::GivenUp {
            "the document was given up here"
        } else {
            "the document ends"
        };
    }
    let same = before.text.start == after.text.start && before.expect == after.expect;
    match (before.expect, after.expect) {
        _ if after.pos < before.pos => "it began earlier",
        (Expect::Text, Expect::Text) if same => "content of the string",
        (Expect::Bare, Expect::Bare) if same => "part of the text",
        (Expect::Text, Expect::After | Expect::Colon) => "the string ends",
        (Expect::Bare, Expect::After) => "the text ends",
        (_, Expect::Text) => "a string begins",
        (_, Expect::Bare) => "a text without quotes begins",
        (_, Expect::Key) => "an object begins",
        (_, Expect::First) => "an array begins",
        (_, Expect::Colon) => "a name",
        (Expect::After | Expect::Colon, Expect::Value | Expect::NextItem | Expect::NextKey) => {
            "a character is missing here"
        }
        (Expect::Key | Expect::NextKey | Expect::After, Expect::After) => "a container ends",
        (_, Expect::After) => "a value",
        _ => "nothing: it is passed over",
    }
}

/// The codes of what a reading does at once. What it does to the inside of strings is known when it has won.
#[cold]
fn codes(ops: &[Op]) -> Vec<Code> {
    let mut codes: Vec<Code> = Vec::new();
    for op in ops {
        let code = match *op {
            Op::Replace { code, .. } | Op::Bare { code, .. } | Op::CloseAll { code, .. } => code,
            Op::Text { open, start, .. } if open == start => Code::MissingOpenQuote,
            Op::Text { end, close, .. } if end == close => Code::MissingCloseQuote,
            Op::Number { .. } => Code::NumberSpelling,
            Op::Text { .. } | Op::Cut(_) => continue,
        };
        if codes.last() != Some(&code) {
            codes.push(code);
        }
    }
    codes
}
