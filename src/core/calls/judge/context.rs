//! What the families share: the text that is read, the options, and the drafts so far.

use std::mem::take;
use std::ops::{Deref, DerefMut};

use super::call;
use super::draft::{Arguments, Draft};
use crate::core::calls::formats::{FORMATS, Format};
use crate::core::calls::readers::source::Source;
use crate::core::calls::types::options::Options;
use crate::core::calls::types::tools::{Tool, Tools};
use crate::core::repair::engine::CutPlace;

/// Namespaces that providers put before the names of tools.
const NAMESPACES: [&str; 2] = ["functions.", "default_api."];

/// The text that is read, with what is asked of it and what was found.
pub struct Context<'t> {
    source: Source<'t>,
    pub(in crate::core::calls) options: &'t Options<'t>,
    /// The last broken value without a marker that was read to the end of the text.
    pub(in crate::core::calls) tried: Option<usize>,
    drafts: Vec<Draft>,
}

impl<'t> Deref for Context<'t> {
    type Target = Source<'t>;

    fn deref(&self) -> &Self::Target {
        &self.source
    }
}

impl DerefMut for Context<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.source
    }
}

impl<'t> Context<'t> {
    pub fn new(text: &'t str, options: &'t Options<'t>) -> Self {
        Self { source: Source::new(text, options.repair.max_depth), options, tried: None, drafts: Vec::new() }
    }

    /// Hands over what may be a call, or the calls that it stands for.
    pub(in crate::core::calls) fn push(&mut self, draft: Draft) {
        if draft.name.as_deref() == Some(call::PARALLEL) {
            let calls = call::unwrapped(self, &draft);
            self.drafts.extend(calls);
        } else {
            self.drafts.push(draft);
        }
    }

    /// Takes apart what still stands for several calls, because such a call stood in another one.
    pub(in crate::core::calls) fn unwrap_again(&mut self) {
        if self.drafts.iter().any(|draft| draft.name.as_deref() == Some(call::PARALLEL)) {
            self.take_from(0).into_iter().for_each(|draft| self.push(draft));
        }
    }

    /// Cuts off what came after the first `from` drafts and goes on in a later event: all of it, or, where an event opens a
    /// call, what has no arguments yet.
    pub(in crate::core::calls) fn cut_open(&mut self, from: usize, opens: bool, goes_on: bool) {
        for draft in &mut self.drafts[from..] {
            let is_empty = || matches!(&draft.arguments, Arguments::Json(text) if text.trim() == "{}");
            if goes_on || opens && is_empty() {
                draft.cut.get_or_insert(CutPlace::AfterColon);
            }
        }
    }

    /// Says of which choice the drafts after the first `from` are.
    pub(in crate::core::calls) fn set_choice(&mut self, from: usize, choice: usize) {
        self.drafts[from..].iter_mut().for_each(|draft| draft.choice = choice);
    }

    /// Puts the drafts in the order of the text.
    pub(in crate::core::calls) fn put_in_order(&mut self) {
        self.drafts.sort_by_key(|draft| draft.span.start);
    }

    /// The drafts so far.
    pub(in crate::core::calls) fn drafts_mut(&mut self) -> &mut [Draft] {
        &mut self.drafts
    }

    /// The last draft.
    pub(in crate::core::calls) fn last_mut(&mut self) -> Option<&mut Draft> {
        self.drafts.last_mut()
    }

    /// How many drafts there are.
    pub(in crate::core::calls) fn len(&self) -> usize {
        self.drafts.len()
    }

    /// Takes the drafts that came after the first `from`.
    pub fn take_from(&mut self, from: usize) -> Vec<Draft> {
        if from == 0 { take(&mut self.drafts) } else { self.drafts.split_off(from) }
    }

    /// A tool's name without the namespaces that providers put before it. A name of the list is never changed.
    pub(in crate::core::calls) fn tool_name<'n>(&self, name: &'n str) -> &'n str {
        let is_listed = |name: &str| self.options.tools.is_some_and(|tools| tools.get(name).is_some());
        let inner = NAMESPACES.iter().find_map(|space| name.strip_prefix(space));
        inner.filter(|_| !is_listed(name)).unwrap_or(name)
    }

    /// Returns whether this is the name of a listed tool, and special tokens after it.
    pub(in crate::core::calls) fn is_name_with_tokens(&self, name: &str) -> bool {
        self.options.tools.is_some_and(|tools| tools.before_token(name).is_some())
    }

    /// Returns whether a string, in its quotes, names a tool of the list that needs no arguments.
    pub(in crate::core::calls) fn needs_nothing(&self, name: &str) -> bool {
        let tool = |tools: &'t Tools| tools.get(name.trim_matches('"'));
        self.options.tools.and_then(tool).is_some_and(Tool::needs_nothing)
    }

    /// All formats, that of a file among them.
    pub(in crate::core::calls) fn formats(&self) -> impl Iterator<Item = &'static Format> + use<> {
        FORMATS.iter().chain(self.options.format.filter(|format| format.is_custom()))
    }

    /// Returns this format, if the user wants it.
    pub(in crate::core::calls) fn wanted(&self, format: &'static Format) -> Option<&'static Format> {
        self.wants(format).then_some(format)
    }

    /// Returns whether the user wants this format.
    pub(in crate::core::calls) fn wants(&self, format: &Format) -> bool {
        self.options.format.is_none_or(|given| given.id == format.id || format.family == Some(given.id))
    }
}
