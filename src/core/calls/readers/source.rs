//! The text that readers share: what was read of it, what is left of the budget, and where searches stand.
//!
//! Readers that must look at a part of the text more than once draw on a budget that is proportional to the text, so the
//! whole stays linear whatever the text holds.

use std::rc::Rc;

use super::json::Reading;
use super::object::tree;
use super::pairs::{PairSeeks, Spelling};
use super::seek::Seek;
use super::tagged::{TagSeeks, Tags};
use crate::core::json::tree::{Node, Tree};
use crate::core::json::{ScanError, scan_value, skip_space};

/// Bytes that may be read again, per byte of text.
const BUDGET: usize = 4;

/// Bytes that may be read again, however short the text is.
const LEAST_BUDGET: usize = 4096;

/// A text, and what its readers know of it.
pub struct Source<'t> {
    pub(in crate::core::calls) text: &'t str,
    /// Levels of nesting that are read.
    pub(in crate::core::calls) max_depth: usize,
    /// The values of the text, where all of it was read as one.
    whole: Option<Rc<Tree<'t>>>,
    budget: usize,
    /// The end of the last parameters that belong to no call: they are not read again from a later one on.
    pub(in crate::core::calls) stray_until: usize,
    stops: Vec<Seek>,
    tag_seeks: Vec<TagSeeks>,
    pair_seeks: Vec<PairSeeks>,
}

impl<'t> Source<'t> {
    pub(in crate::core::calls) fn new(text: &'t str, max_depth: usize) -> Self {
        Self {
            text,
            max_depth,
            whole: None,
            budget: text.len() * BUDGET + LEAST_BUDGET,
            stray_until: 0,
            stops: Vec::new(),
            tag_seeks: Vec::new(),
            pair_seeks: Vec::new(),
        }
    }

    /// Returns whether this is JSON: an object or array, or several one after the other.
    pub(in crate::core::calls) fn is_data(&self) -> bool {
        let text = self.text.trim_start_matches('\u{feff}');
        let bytes = &self.text.as_bytes()[..self.text.trim_ascii_end().len()];
        let start = self.text.len() - text.len();
        let mut pos = skip_space(bytes, start);
        while matches!(bytes.get(pos), Some(b'{' | b'[')) {
            match self.known(pos).map_or_else(|| scan_value(bytes, pos, self.max_depth), Ok) {
                Ok(end) => pos = skip_space(bytes, end),
                Err(_) => return false,
            }
        }
        pos > start && pos == bytes.len()
    }

    /// Where the value at `at` ends, where it was read with the whole text.
    fn known(&self, at: usize) -> Option<usize> {
        let whole = self.whole.as_ref()?;
        Some(whole.span(whole.node_at(at)?).end).filter(|end| *end <= self.text.len())
    }

    /// Reads the value at `at`, strictly; the whole text is not read again.
    pub(in crate::core::calls) fn value(&self, at: usize) -> Result<Reading<'t>, ScanError> {
        if let Some(whole) = self.whole.as_ref().filter(|whole| whole.span(Node::ROOT).start == at)
            && self.known(at).is_some()
        {
            return Ok(Reading::valid(Rc::clone(whole)));
        }
        let (tree, _) = tree(self.text, at..self.text.len(), self.max_depth)?;
        Ok(Reading::valid(Rc::new(tree)))
    }

    /// Reads `body`, which is all of the text but the space around it; nothing where it is no JSON.
    pub fn read_whole(&mut self, body: &str) -> Option<Reading<'t>> {
        let start = body.as_ptr() as usize - self.text.as_ptr() as usize;
        let range = start..start + body.len();
        let (tree, end) = tree(self.text, range.clone(), self.max_depth).ok()?;
        if skip_space(body.as_bytes(), end - start) < body.len() {
            return None;
        }
        let tree = Rc::new(tree);
        self.whole = Some(Rc::clone(&tree));
        Some(Reading::valid(tree))
    }

    /// Returns whether all of the text was read as one strict value.
    pub(in crate::core::calls) fn is_json(&self) -> bool {
        self.whole.is_some()
    }

    /// Draws on the budget for bytes that are read again; `false` when it is used up.
    pub(in crate::core::calls) fn spend(&mut self, bytes: usize) -> bool {
        let left = self.budget.checked_sub(bytes);
        self.budget = left.unwrap_or(0);
        left.is_some()
    }

    /// Draws on the budget for bytes that are only scanned again, which costs much less.
    pub(in crate::core::calls) fn spend_scan(&mut self, bytes: usize) -> bool {
        self.spend(bytes / 32 + 1)
    }

    /// Returns whether anything is left of it.
    pub(in crate::core::calls) fn has_budget(&self) -> bool {
        self.budget > 0
    }

    /// The searches for these tags; nothing where a text has more spellings of them than its length allows.
    pub(in crate::core::calls) fn take_seeks(&mut self, tags: &Tags) -> Option<TagSeeks> {
        if let Some(index) = self.tag_seeks.iter().position(|seeks| seeks.tags == *tags) {
            return Some(self.tag_seeks.swap_remove(index));
        }
        self.spend_scan(self.text.len()).then(|| TagSeeks::new(tags))
    }

    /// Keeps searches for the next call.
    pub(in crate::core::calls) fn keep_seeks(&mut self, seeks: TagSeeks) {
        self.tag_seeks.push(seeks);
    }

    /// The searches for pairs that are spelled so.
    pub(in crate::core::calls) fn take_pair_seeks(&mut self, spelling: &Spelling) -> PairSeeks {
        let known = self.pair_seeks.iter().position(|seeks| seeks.spelling == *spelling);
        known.map_or_else(|| PairSeeks::new(spelling), |index| self.pair_seeks.swap_remove(index))
    }

    /// Keeps searches for the next call.
    pub(in crate::core::calls) fn keep_pair_seeks(&mut self, seeks: PairSeeks) {
        self.pair_seeks.push(seeks);
    }

    /// The first of `stops` at or after `pos`, or the end of the text.
    pub(in crate::core::calls) fn next_stop(&mut self, pos: usize, stops: &'static [&'static str]) -> usize {
        let first = stops.iter().map(|stop| self.next_stop_of(pos, stop)).min();
        first.unwrap_or(self.text.len())
    }

    /// The next place of one marker at or after `pos`, or the end of the text.
    pub(in crate::core::calls) fn next_stop_of(&mut self, pos: usize, stop: &'static str) -> usize {
        let index = self.stops.iter().position(|seek| seek.needle() == stop).unwrap_or_else(|| {
            self.stops.push(Seek::new(stop));
            self.stops.len() - 1
        });
        self.stops[index].find(self.text, pos, |_| true).unwrap_or(self.text.len())
    }

    /// What was found belongs to another text.
    pub(in crate::core::calls) fn forget_stops(&mut self) {
        self.stops.clear();
        self.tag_seeks.clear();
        self.pair_seeks.clear();
    }
}
