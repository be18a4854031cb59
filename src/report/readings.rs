//! `jmend explain --readings`: what a repair considered at every token with several readings, and what each cost.
//!
//! ```text
//! 1:1: a document up to 1:29, cost 12
//! 1:12: here the rest of a string is due: `" now"}`
//!   > + 12 = 12  content of the string
//!     +  0 =  0  the string ends; its cost had reached 24 by 1:20
//! ```
//! The mark shows what the winner is made of. Tokens whose other readings cost more from the start than the whole document
//! did in the end were with only one reading; they are counted.

use std::fmt::Write;

use crate::core::json::Position;
use crate::core::json::position::Positions;
use crate::core::json::shown::escape;
use crate::core::repair::engine::{Choice, Outcome, Reading, Readings, Try};

/// Choices that are shown of one document; the rest is counted.
const SHOWN: usize = 200;
/// Characters of the text that are shown with a choice.
const EXCERPT: usize = 32;

/// All of it, for a person. `input` is the text the offsets are about.
pub(crate) fn readings(input: &[u8], readings: &Readings) -> String {
    let mut out = String::new();
    let mut page = Page { input, places: Positions::new(input) };
    match readings {
        Readings::Json => out.push_str("1:1: valid JSON, so there is nothing to choose\n"),
        Readings::PythonLiteral => {
            out.push_str("1:1: a Python literal, so there is nothing to choose\n");
        }
        Readings::Searched(tries) if tries.is_empty() => {
            out.push_str("1:1: nothing here can begin a document\n");
        }
        Readings::Searched(tries) => tries.iter().for_each(|one| page.one(one, &mut out)),
    }
    out
}

struct Page<'a> {
    input: &'a [u8],
    places: Positions<'a>,
}

impl Page<'_> {
    fn one(&mut self, one: &Try, out: &mut String) {
        let start = shown(self.places.at(one.start));
        let _ = match &one.outcome {
            Outcome::Strict(range) => {
                writeln!(out, "{start}: strict JSON up to {}", shown(self.places.at(range.end)))
            }
            Outcome::Document(range, cost) => {
                writeln!(out, "{start}: a document up to {}, cost {cost}", shown(self.places.at(range.end)))
            }
            Outcome::Prose => {
                writeln!(out, "{start}: no document: reading it as one costs too much")
            }
            Outcome::TooDeep => writeln!(out, "{start}: nested too deep"),
        };
        let Outcome::Document(_, cost) = one.outcome else { return };
        let (open, sure): (Vec<_>, Vec<_>) = one.choices.iter().partition(|choice| is_open(choice, cost));
        for choice in open.iter().take(SHOWN) {
            self.choice(choice, out);
        }
        if open.len() > SHOWN {
            let _ = writeln!(out, "{start}: {} choices more", open.len() - SHOWN);
        }
        if !sure.is_empty() {
            let tokens = if sure.len() == 1 { "token" } else { "tokens" };
            let _ = writeln!(out, "{start}: {} more {tokens}, with only one reading", sure.len());
        }
    }

    fn choice(&mut self, choice: &Choice, out: &mut String) {
        let place = shown(self.places.at(choice.offset));
        let _ = writeln!(out, "{place}: here {} is due: {}", choice.due, self.excerpt(choice.offset));
        for reading in &choice.readings {
            self.reading(choice, reading, out);
        }
    }

    fn reading(&mut self, choice: &Choice, reading: &Reading, out: &mut String) {
        let added = i64::from(reading.cost) - i64::from(choice.cost);
        let mark = if reading.won { '>' } else { ' ' };
        let _ = write!(out, "  {mark} {added:+4} = {:<4} {}", reading.cost, reading.what);
        if !reading.codes.is_empty() {
            let codes: Vec<&str> = reading.codes.iter().map(|code| code.name()).collect();
            let _ = write!(out, " ({})", codes.join(", "));
        }
        let (reached, cost) = reading.reached;
        if !reading.won && cost > reading.cost {
            let _ = write!(out, "; its cost had reached {cost} by {}", shown(self.places.at(reached)));
        }
        out.push('\n');
    }

    /// The text from here on, on one line.
    fn excerpt(&self, offset: usize) -> String {
        let rest = String::from_utf8_lossy(window(self.input, offset));
        if rest.is_empty() {
            return "the end of the text".to_owned();
        }
        let end = rest.char_indices().nth(EXCERPT).map_or(rest.len(), |(at, _)| at);
        let more = if end < rest.len() { "…" } else { "" };
        format!("`{}{more}`", escape(&rest[..end]))
    }
}

/// Returns whether another reading was in question in a document of this cost, or the winner paid here.
fn is_open(choice: &Choice, cost: u32) -> bool {
    let telling =
        |reading: &Reading| if reading.won { reading.cost > choice.cost } else { reading.cost <= cost };
    choice.readings.iter().any(telling)
}

fn shown(Position { line, column }: Position) -> String {
    format!("{line}:{column}")
}

/// As many bytes from `offset` on as an excerpt can need, and one more.
fn window(input: &[u8], offset: usize) -> &[u8] {
    let rest = input.get(offset..).unwrap_or_default();
    &rest[..rest.len().min(4 * EXCERPT + 4)]
}
