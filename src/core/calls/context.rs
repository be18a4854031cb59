//! What the readers of one text share: the text, the drafts so far, the searches that go on, and a budget.
//!
//! Readers that must look at a part of the text more than once draw on a budget that is proportional to the text, so the
//! whole stays linear whatever the text holds.

use std::rc::Rc;

use super::Options;
use super::accept::{Arguments, Draft};
use super::call;
use super::formats::{FORMATS, Format};
use super::readers::json::Reading;
use super::readers::pairs::{PairSeeks, Spelling};
use super::readers::seek::Seek;
use super::readers::tagged::{TagSeeks, Tags};
use crate::core::json::tree::{Node, Tree};
use crate::core::json::{ScanError, scan_value, skip_space};
use crate::core::repair::engine::CutPlace;

/// Bytes that may be read again, per byte of text.
const BUDGET: usize = 4;

/// Namespaces that providers put before the names of tools.
const NAMESPACES: [&str; 2] = ["functions.", "default_api."];

/// What readers share.
pub struct Context<'t> {
    pub(super) text: &'t str,
    pub(super) options: &'t Options<'t>,
    /// The last broken value without a marker that was read to the end of the text.
    pub(super) tried: Option<usize>,
    /// The values of the text, where all of it was read as one.
    whole: Option<Rc<Tree<'t>>>,
    drafts: Vec<Draft>,
    budget: usize,
    stops: Vec<Seek>,
    tag_seeks: Vec<TagSeeks>,
    pair_seeks: Vec<PairSeeks>,
}

impl<'t> Context<'t> {
    pub fn new(text: &'t str, options: &'t Options<'t>) -> Self {
        Self {
            text,
            options,
            tried: None,
            whole: None,
            drafts: Vec::new(),
            budget: text.len() * BUDGET + 4096,
            stops: Vec::new(),
            tag_seeks: Vec::new(),
            pair_seeks: Vec::new(),
        }
    }

    /// Is this JSON: an object or array, or several one after the other?
    pub(super) fn is_data(&self) -> bool {
        let text = self.text.trim_start_matches('\u{feff}');
        let bytes = &self.text.as_bytes()[..self.text.trim_ascii_end().len()];
        let start = self.text.len() - text.len();
        let mut pos = skip_space(bytes, start);
        while matches!(bytes.get(pos), Some(b'{' | b'[')) {
            match self.known(pos).map_or_else(|| scan_value(bytes, pos, self.options.repair.max_depth), Ok) {
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
    pub(super) fn value(&self, at: usize) -> Result<Reading<'t>, ScanError> {
        if let Some(whole) = self.whole.as_ref().filter(|whole| whole.span(Node::ROOT).start == at)
            && self.known(at).is_some()
        {
            return Ok(Reading::valid(Rc::clone(whole)));
        }
        let (tree, _) = Tree::parse_at(self.text, at..self.text.len(), self.options.repair.max_depth)?;
        Ok(Reading::valid(Rc::new(tree)))
    }

    /// Reads `body`, which is all of the text but the space around it; nothing where it is no JSON.
    pub fn read_whole(&mut self, body: &str) -> Option<Reading<'t>> {
        let start = body.as_ptr() as usize - self.text.as_ptr() as usize;
        let range = start..start + body.len();
        let tree = Rc::new(Tree::parse_range(self.text, range, self.options.repair.max_depth).ok()?);
        self.whole = Some(Rc::clone(&tree));
        Some(Reading::valid(tree))
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
    pub fn take_from(&mut self, from: usize) -> Vec<Draft> {
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
