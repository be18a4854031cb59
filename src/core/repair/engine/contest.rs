//! The contest of readers: each reader that finds its evidence in a text reads it, and the reading that costs least wins.
//!
//! All costs are those of the one cost model (`parser/model`). No reading costs less than nothing, so one without cost ends the
//! contest: the tables begin with the quickest readers. Their order decides nothing else, save which of two readings of one value
//! and one cost is told.

use std::hash::{BuildHasher, RandomState};
use std::mem::replace;

use super::readers::{as_document, by_lines, decoded, in_notation, python_literal, read_with, searched};
use super::{Failure, FailureCode, Options, Repaired, brackets, closer, cut, json5};
use crate::core::json::tape::Tape;
use crate::core::json::{ScanError, Style, scan_text};
use crate::core::repair::confidence::Margin;
use crate::core::repair::edit::{Code, Fixes, Risk};
use crate::core::repair::expect::Expect;
use crate::core::repair::notation::{self as notations, Source, python};
use crate::core::repair::parser::model::cost;
use crate::core::repair::parser::model::weights::Feature::TokenSlip;

/// Holds what all readers are given.
#[derive(Clone, Copy)]
pub(super) struct Asked<'q> {
    pub input: &'q [u8],
    pub options: &'q Options,
    pub expect: Option<&'q Expect>,
}

/// A text to read: the input without the layers around it that were taken off.
#[derive(Clone, Copy)]
pub(super) struct Layer<'t> {
    pub text: &'t str,
    /// The fixes that lead from the input to the text.
    pub fixes: &'t Fixes,
    /// Says why the text is not JSON, where that is known.
    pub error: Option<ScanError>,
    /// Holds what the scan has shown that found this, if that was noted.
    pub tape: Option<&'t Tape>,
}

impl<'t> Layer<'t> {
    /// A text of which nothing is known but how it came about.
    pub(super) fn new(text: &'t str, fixes: &'t Fixes) -> Self {
        Self { text, fixes, error: None, tape: None }
    }

    /// Returns whether fixes with such a code led to the text.
    fn came_by(self, code: impl Fn(Code) -> bool) -> bool {
        self.fixes.kinds().any(|fix| code(fix.code))
    }
}

/// A record as one reader has it.
pub(super) struct Reading {
    pub record: Repaired<'static>,
    /// Holds what the cost model says against it.
    pub cost: u32,
}

impl Reading {
    /// A reading of which nothing is in doubt but what `record` lost, guessed after a search, or took for content.
    pub(super) fn new(record: Repaired<'static>, cost: u32) -> Self {
        let beside: u32 = record.fixes.kinds().map(|fix| cost::beside_search(fix.code, fix.risk)).sum();
        Self { record, cost: cost + beside }
    }

    /// The better one comes first: the cheapest; of two that cost the same, the one that is not cut off.
    fn rank(&self) -> (u32, bool) {
        (self.cost, self.record.truncated.is_some())
    }

    /// Returns whether the record has a fix with such a code.
    fn has(&self, code: impl Fn(Code) -> bool) -> bool {
        self.record.fixes.kinds().any(|fix| code(fix.code))
    }

    /// Returns whether how a number is spelled decides what it is: a text may be due.
    fn is_open(&self, asked: &Asked<'_>) -> bool {
        asked.expect.is_some() && self.has(|code| code == Code::NumberSpelling)
    }

    /// The documents without the white space in them.
    fn values(&self) -> Vec<u8> {
        let mut values = Vec::new();
        for document in &self.record.documents {
            Style::compact().write_text(&self.record.text[document.clone()], &mut values);
            values.push(b'\n');
        }
        values
    }
}

/// One way to read a text.
pub(super) struct Reader {
    /// Returns whether the reader may run, and the text or the best reading so far holds what it looks for.
    is_due: fn(&Asked<'_>, Layer<'_>, Option<&Reading>) -> bool,
    read: Read,
}

type Read = fn(&Asked<'_>, Layer<'_>) -> Result<Option<Reading>, Failure>;

/// The whole text is JSON once terminals and editors left nothing in it.
const PLAIN: Reader = Reader {
    is_due: |_, layer, _| layer.error.is_none() && layer.came_by(is_of_screen),
    read: |asked, layer| {
        let is_json = scan_text(layer.text, asked.options.max_depth).is_ok();
        Ok(is_json.then(|| Reading::new(decoded(layer.text, layer.fixes.clone()), 0)))
    },
};

/// The whole text is a literal of Python, and stands in no fence of three quotes: Python reads a string there.
const PYTHON: Reader = Reader {
    is_due: |asked, layer, _| {
        asked.options.strategies.ast
            && asked.options.from.allows(notations::python())
            && layer.error.map_or_else(
                || layer.came_by(is_of_screen),
                |error| {
                    python::may_be(layer.text.as_bytes(), error) && !layer.came_by(|code| code == Code::Fence)
                },
            )
    },
    read: |asked, layer| {
        let read = python_literal(layer.text, layer.fixes, asked.options);
        Ok(read.filter(|read| !read.is_open(asked)))
    },
};

/// The whole text is JSON5.
const JSON5: Reader = Reader {
    is_due: |asked, layer, _| {
        asked.options.strategies.structural && asked.options.from.allows_json() && layer.error.is_some()
    },
    read: |asked, layer| {
        let Some(error) = layer.error else { return Ok(None) };
        let is_guided = asked.expect.is_some();
        let read = json5::read(layer.text, (error, layer.tape), asked.options.max_depth, is_guided);
        Ok(read.map(|merged| Reading::new(as_document(layer.text, layer.fixes.clone(), merged), 0)))
    },
};

/// The whole text is an object that ends too soon.
const CUT: Reader = Reader {
    is_due: |asked, layer, _| asked.expect.is_none() && (JSON5.is_due)(asked, layer, None),
    read: |asked, layer| {
        let Some(error) = layer.error else { return Ok(None) };
        let read = cut::read(layer.text, (error, layer.tape), asked.options.max_depth);
        Ok(read.map(|(merged, place)| {
            let record = as_document(layer.text, layer.fixes.clone(), merged);
            Reading::new(Repaired { truncated: Some(place), ..record }, 0)
        }))
    },
};

/// The whole text is an object in which one closing bracket is missing.
const CLOSER: Reader = Reader {
    is_due: CUT.is_due,
    read: |asked, layer| {
        let Some(error) = layer.error else { return Ok(None) };
        let read = closer::read(layer.text, (error, layer.tape), asked.options.max_depth);
        Ok(read.map(|merged| Reading::new(as_document(layer.text, layer.fixes.clone(), merged), 0)))
    },
};

/// Documents with slips stand somewhere in the text.
const SEARCH: Reader = Reader {
    is_due: |asked, _, _| asked.options.from.allows_json(),
    read: |asked, layer| searched(asked, layer).map(Some),
};

/// The lines of the text prove brackets: they are wrong, or text is left over.
const LINES: Reader = Reader {
    is_due: |_, layer, best| {
        let is_left = |code| matches!(code, Code::Prose | Code::DroppedDocument | Code::NextDocument);
        let has_lines = || memchr::memchr(b'\n', layer.text.trim().as_bytes()).is_some();
        has_lines()
            && best.is_some_and(|best| {
                best.has(brackets::is_of_bracket)
                    || layer.text.trim_start().starts_with(['{', '[']) && best.has(is_left)
            })
    },
    read: |asked, layer| Ok(by_lines(asked, layer)),
};

/// The whole text is in another notation.
const NOTATION: Reader = Reader {
    is_due: |asked, layer, _| {
        asked.options.strategies.structural
            && asked.options.from != Source::Json
            && !is_plainly_json(asked, layer)
    },
    read: |asked, layer| {
        let read = in_notation(layer.text, layer.fixes, asked.options);
        Ok(read.filter(|read| !read.is_open(asked)))
    },
};

/// The text ends with data in another notation.
const AFTER_WORDS: Reader = Reader {
    is_due: |asked, layer, best| {
        asked.options.strategies.structural
            && asked.options.from == Source::Auto
            && !is_plainly_json(asked, layer)
            && best.is_none_or(|best| best.record.notation.is_none())
    },
    read: |asked, layer| {
        let depth = asked.options.max_depth;
        Ok(read_with(layer.text, layer.fixes, depth, || notations::read_after_words(layer.text, depth)))
    },
};

/// The readers of the text as it came: each reads it as a whole, or not at all.
pub(super) const WHOLE: &[Reader] = &[PYTHON, JSON5, CUT, CLOSER];
/// The readers of the text without the layers around it.
pub(super) const ALL: &[Reader] = &[PLAIN, PYTHON, SEARCH, LINES, NOTATION, AFTER_WORDS];
/// The reader of a text that has layers, as if their marks were content, which takes a slip. A string that is all of the text is
/// a layer.
pub(super) const WITH_LAYERS: &[Reader] = &[Reader {
    is_due: SEARCH.is_due,
    read: |asked, layer| {
        let mut read = searched(asked, layer)?;
        read.cost += TokenSlip.weight();
        Ok(Some(read).filter(|read| read.record.text.trim_start().starts_with(['{', '['])))
    },
}];

/// Returns whether a text for which no notation was named begins as only JSON does.
fn is_plainly_json(asked: &Asked<'_>, layer: Layer<'_>) -> bool {
    asked.options.from == Source::Auto && notations::begins_as_json(layer.text.as_bytes())
}

fn is_of_screen(code: Code) -> bool {
    matches!(code, Code::Ansi | Code::LinePrefix)
}

/// The readings of one input.
pub(super) struct Contest<'q> {
    asked: Asked<'q>,
    best: Option<Reading>,
    /// Holds the costs of the others, each with a hash of its values.
    others: Vec<(u32, u64)>,
    /// No writer can choose values with the same hash.
    seed: RandomState,
    /// Says why the first reader that gave up did so.
    failure: Option<Failure>,
}

impl<'q> Contest<'q> {
    pub(super) fn new(asked: Asked<'q>) -> Self {
        Self { asked, best: None, others: Vec::new(), seed: RandomState::new(), failure: None }
    }

    /// Returns whether no other reading can win.
    pub(super) fn is_settled(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.cost == 0)
    }

    /// Lets readers read a text, as long as one of them can win.
    pub(super) fn hear(&mut self, readers: &[Reader], layer: Layer<'_>) {
        for reader in readers {
            if self.is_settled() {
                return;
            }
            if (reader.is_due)(&self.asked, layer, self.best.as_ref()) {
                match (reader.read)(&self.asked, layer) {
                    Ok(Some(reading)) => self.enter(reading),
                    Ok(None) => {}
                    Err(failure) => {
                        self.failure.get_or_insert(failure);
                    }
                }
            }
        }
    }

    /// Keeps the better one of a reading and the best so far.
    fn enter(&mut self, reading: Reading) {
        let Some(best) = &mut self.best else {
            self.best = Some(reading);
            return;
        };
        let is_better = reading.rank() < best.rank();
        let other = if is_better { replace(best, reading) } else { reading };
        self.others.push((other.cost, self.seed.hash_one(other.values())));
    }

    /// Nothing was found that the input may be.
    fn nothing(&self) -> Failure {
        match self.asked.options.from {
            Source::Notation(wanted) => Failure::new(FailureCode::Notation(wanted), 0),
            _ => Failure::no_json(self.asked.input),
        }
    }

    /// The best reading. If another value costs the same or nearly so, its record says so.
    pub(super) fn decided(mut self) -> Result<Reading, Failure> {
        let Some(mut best) = self.best.take() else {
            return Err(self.failure.take().unwrap_or_else(|| self.nothing()));
        };
        if self.others.is_empty() {
            return Ok(best);
        }
        let value = self.seed.hash_one(best.values());
        let rivals = self.others.iter().filter(|(_, other)| *other != value);
        if let Some(rival) = rivals.map(|(cost, _)| *cost).min() {
            let margin = Margin(rival - best.cost);
            best.record.evidence.margin = best.record.evidence.margin.min(margin);
            if margin == Margin::NONE {
                best.record.fixes = best.record.fixes.changed(|fix| {
                    fix.risk = Risk::Lossy;
                    true
                });
            }
        }
        Ok(best)
    }
}
