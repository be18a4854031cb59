//! What the readers of one text share: the text, the drafts so far, the searches that go on, and a budget.
//!
//! Readers that must look at a part of the text more than once draw on a budget that is proportional to the text, so the
//! whole stays linear whatever the text holds.

use super::Options;
use super::accept::{Arguments, Draft};
use super::call;
use super::formats::{FORMATS, Format};
use super::readers::pairs::{PairSeeks, Spelling};
use super::readers::seek::Seek;
use super::readers::tagged::{TagSeeks, Tags};
use crate::core::repair::CutPlace;

/// Bytes that may be read again, per byte of text.
const BUDGET: usize = 4;

/// Namespaces that providers put before the names of tools.
const NAMESPACES: [&str; 2] = ["functions.", "default_api."];

/// What readers share.
pub(super) struct Context<'t> {
    pub(super) text: &'t str,
    pub(super) options: &'t Options<'t>,
    /// The last broken value without a marker that was read to the end of the text.
    pub(super) tried: Option<usize>,
    drafts: Vec<Draft>,
    budget: usize,
    stops: Vec<Seek>,
    tag_seeks: Vec<TagSeeks>,
    pair_seeks: Vec<PairSeeks>,
}

impl<'t> Context<'t> {
    pub(super) fn new(text: &'t str, options: &'t Options<'t>) -> Self {
        Self {
            text,
            options,
            tried: None,
            drafts: Vec::new(),
            budget: text.len() * BUDGET + 4096,
            stops: Vec::new(),
            tag_seeks: Vec::new(),
            pair_seeks: Vec::new(),
        }
    }

    /// Hands over what may be a call, or the calls that it stands for.
    pub(super) fn push(&mut self, draft: Draft) {
        if draft.name.as_deref() == Some(call::PARALLEL) {
            let calls = call::unwrapped(self, &draft);
            self.drafts.extend(calls);
        } else {
            self.drafts.push(draft);
        }
    }

    /// Cuts off what came after the first `from` drafts and goes on in a later event: all of it, or, where an event opens a
    /// call, what has no arguments yet.
    pub(super) fn cut_open(&mut self, from: usize, opens: bool, goes_on: bool) {
        for draft in &mut self.drafts[from..] {
            let is_empty = || matches!(&draft.arguments, Arguments::Json(text) if text.trim() == "{}");
            if goes_on || opens && is_empty() {
                draft.cut.get_or_insert(CutPlace::AfterColon);
            }
        }
    }

    /// Says of which choice the drafts after the first `from` are.
    pub(super) fn set_choice(&mut self, from: usize, choice: usize) {
        self.drafts[from..].iter_mut().for_each(|draft| draft.choice = choice);
    }

    /// How many drafts there are.
    pub(super) fn len(&self) -> usize {
        self.drafts.len()
    }

    /// Takes the drafts that came after the first `from`.
    pub(super) fn take_from(&mut self, from: usize) -> Vec<Draft> {
        self.drafts.split_off(from)
    }

    /// Draws on the budget for bytes that are read again; `false` when it is used up.
    pub(super) fn spend(&mut self, bytes: usize) -> bool {
        let left = self.budget.checked_sub(bytes);
        self.budget = left.unwrap_or(0);
        left.is_some()
    }

    /// Draws on the budget for bytes that are only scanned again, which costs much less.
    pub(super) fn spend_scan(&mut self, bytes: usize) -> bool {
        self.spend(bytes / 32 + 1)
    }

    /// Is anything left of it?
    pub(super) fn has_budget(&self) -> bool {
        self.budget > 0
    }

    /// The searches for these tags; nothing where a text has more spellings of them than its length allows.
    pub(super) fn take_seeks(&mut self, tags: &Tags) -> Option<TagSeeks> {
        if let Some(index) = self.tag_seeks.iter().position(|seeks| seeks.tags == *tags) {
            return Some(self.tag_seeks.swap_remove(index));
        }
        self.spend_scan(self.text.len()).then(|| TagSeeks::new(tags))
    }

    /// Keeps searches for the next call.
    pub(super) fn keep_seeks(&mut self, seeks: TagSeeks) {
        self.tag_seeks.push(seeks);
    }

    /// The searches for pairs that are spelled so.
    pub(super) fn take_pair_seeks(&mut self, spelling: &Spelling) -> PairSeeks {
        let known = self.pair_seeks.iter().position(|seeks| seeks.spelling == *spelling);
        known.map_or_else(|| PairSeeks::new(spelling), |index| self.pair_seeks.swap_remove(index))
    }

    /// Keeps searches for the next call.
    pub(super) fn keep_pair_seeks(&mut self, seeks: PairSeeks) {
        self.pair_seeks.push(seeks);
    }

    /// The first of `stops` at or after `pos`, or the end of the text.
    pub(super) fn next_stop(&mut self, pos: usize, stops: &'static [&'static str]) -> usize {
        let first = stops.iter().map(|stop| self.next_stop_of(pos, stop)).min();
        first.unwrap_or(self.text.len())
    }

    /// The next place of one marker at or after `pos`, or the end of the text.
    pub(super) fn next_stop_of(&mut self, pos: usize, stop: &'static str) -> usize {
        let index = self.stops.iter().position(|seek| seek.needle() == stop).unwrap_or_else(|| {
            self.stops.push(Seek::new(stop));
            self.stops.len() - 1
        });
        self.stops[index].find(self.text, pos, |_| true).unwrap_or(self.text.len())
    }

    /// What was found belongs to another text.
    pub(super) fn forget_stops(&mut self) {
        self.stops.clear();
        self.tag_seeks.clear();
        self.pair_seeks.clear();
    }

    /// A tool's name without the namespaces that providers put before it. A name of the list is never changed.
    pub(super) fn tool_name<'n>(&self, name: &'n str) -> &'n str {
        let is_listed = |name: &str| self.options.tools.is_some_and(|tools| tools.get(name).is_some());
        let inner = NAMESPACES.iter().find_map(|space| name.strip_prefix(space));
        inner.filter(|_| !is_listed(name)).unwrap_or(name)
    }

    /// All formats, that of a file among them.
    pub(super) fn formats(&self) -> impl Iterator<Item = &'static Format> + use<> {
        FORMATS.iter().chain(self.options.format.filter(|format| format.is_custom()))
    }

    /// Does the user want this format?
    pub(super) fn wants(&self, format: &Format) -> bool {
        self.options.format.is_none_or(|given| given.id == format.id || format.family == Some(given.id))
    }
}
