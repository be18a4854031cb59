//! Says what one turn of a text holds, and which of it counts: what is outside of reasoning before what is in it, markers before
//! weak rules.

use std::ops::Range;

use super::page::Page;
use super::scan::{CODE, Scan};
use super::{bare, unread};
use crate::core::calls::families::pythonic;
use crate::core::calls::formats::turns::Role;
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::Draft;
use crate::core::calls::types::call::Reason;
use crate::core::calls::types::change::Change;
use crate::core::calls::types::options::{Options, UnknownTools};
use crate::core::calls::types::place::{Meaning, Place};
use crate::core::calls::types::tools::Tools;
use crate::core::repair::reasoning;

/// Holds what the scan found in a turn, by how sure it is.
#[derive(Default)]
pub(in crate::core::calls) struct Found {
    /// Whose turn it is; nothing where no header says it.
    pub(in crate::core::calls) role: Option<Role>,
    /// Says where its text begins and ends.
    pub(in crate::core::calls) range: Range<usize>,
    /// Calls without a marker that the message begins with.
    pub(in crate::core::calls) lead: Vec<Draft>,
    pub(in crate::core::calls) strong: Vec<Draft>,
    pub(in crate::core::calls) weak: Vec<Draft>,
    /// Found in what turned out to be reasoning.
    pub(in crate::core::calls) hidden: Vec<Draft>,
    /// Blocks that no reader could read.
    pub(in crate::core::calls) unread: Vec<Draft>,
    /// Mentions of calls.
    pub(in crate::core::calls) mentions: Vec<Draft>,
    /// Reasoning that was skipped.
    pub(in crate::core::calls) regions: Vec<Range<usize>>,
    /// After the last closing tag that nothing had opened.
    pub(in crate::core::calls) after_lone_tag: usize,
    /// Says where reasoning begins that was never closed.
    pub(in crate::core::calls) unclosed: Option<usize>,
    /// After the last message for the model itself or for the user.
    pub(in crate::core::calls) after_aside: usize,
    /// States whether there are answers of tools in it.
    pub(in crate::core::calls) has_answers: bool,
    /// States whether a dialog of thoughts and actions ended in it.
    pub(in crate::core::calls) is_over: bool,
    /// States whether the text is JSON. Markers stand in its strings, and what strings hold is content.
    pub(in crate::core::calls) is_data: bool,
}

impl Found {
    /// Nothing yet in a turn that begins at `begin`.
    pub(in crate::core::calls) fn new(role: Option<Role>, begin: usize) -> Self {
        Self { role, range: begin..begin, after_lone_tag: begin, after_aside: begin, ..Self::default() }
    }

    /// Returns whether the model speaks.
    pub(in crate::core::calls) fn is_of_model(&self) -> bool {
        self.role.is_none_or(|role| role == Role::Model)
    }

    /// Returns whether nothing at all was found.
    pub(in crate::core::calls) fn is_empty(&self) -> bool {
        [&self.lead, &self.strong, &self.weak, &self.hidden, &self.unread, &self.mentions]
            .iter()
            .all(|drafts| drafts.is_empty())
    }

    /// Hides what was found so far, because it was reasoning.
    pub(in crate::core::calls) fn hide(&mut self) {
        self.hidden.append(&mut self.lead);
        self.hidden.append(&mut self.strong);
        self.hidden.append(&mut self.weak);
        self.unread.clear();
    }

    /// Hides what was found before `pos`, because it was reasoning.
    pub(in crate::core::calls) fn hide_before(&mut self, pos: usize) {
        for list in [&mut self.lead, &mut self.strong, &mut self.weak] {
            let (before, after) = std::mem::take(list).into_iter().partition(|draft| draft.span.start < pos);
            *list = after;
            self.hidden.extend::<Vec<Draft>>(before);
        }
        self.unread.retain(|draft| draft.span.start >= pos);
    }

    /// Everything that was found, as mentions at this place.
    pub(in crate::core::calls) fn mentioned(mut self, place: Place) -> Vec<Draft> {
        self.hide();
        let mut drafts = in_order(self.hidden, self.mentions);
        mention(&mut drafts, place);
        drafts
    }

    /// The drafts that count, the blocks that none of them was read from, and the mentions.
    pub(in crate::core::calls) fn choose(mut self, cx: &mut Context<'_>) -> Vec<Draft> {
        let mut mentions = std::mem::take(&mut self.mentions);
        self.leave_inside_unread();
        self.leave_lone_names();
        let bad = self.strong.iter().filter(|draft| draft.problem.is_some()).cloned();
        let told = unread::add(bad.collect(), std::mem::take(&mut self.unread));
        let calls = self.calls(cx, &mut mentions);
        in_order(unread::add(calls, told), mentions)
    }

    /// Leaves out tools that are only named: beside a call such an object is one, too.
    fn leave_lone_names(&mut self) {
        let mut drafts = self.lead.iter().chain(&self.weak);
        if !drafts.any(|draft| draft.problem.is_none() && !is_only_named(draft)) {
            self.lead.retain(|draft| !is_only_named(draft));
            self.weak.retain(|draft| !is_only_named(draft));
        }
    }

    /// A call without a marker inside a block that cannot be read is a part of that block.
    fn leave_inside_unread(&mut self) {
        let blocks: Vec<Range<usize>> = self
            .unread
            .iter()
            .filter(|draft| matches!(draft.problem, Some(Reason::Unread | Reason::Arguments)))
            .map(|draft| draft.span.clone())
            .collect();
        if blocks.is_empty() {
            return;
        }
        // Blocks are in the order of the text, and do not overlap.
        let is_outside = |draft: &Draft| {
            let at = blocks.partition_point(|block| block.end < draft.span.end);
            blocks.get(at).is_none_or(|block| draft.span.start <= block.start)
        };
        self.weak.retain(is_outside);
    }

    fn calls(mut self, cx: &mut Context<'_>, mentions: &mut Vec<Draft>) -> Vec<Draft> {
        // What a message begins with stands before everything else in it, unless reasoning came in between.
        if has_call(&self.strong) {
            return in_order(self.lead, self.strong);
        }
        if has_call(&self.weak) || has_call(&self.lead) {
            return in_order(self.lead, self.weak);
        }
        let blank = self.is_blank_outside(cx.text);
        if self.strong.is_empty() && !blank && mentions.is_empty() {
            let from = self.after_lone_tag.max(self.after_aside);
            let known = cx.len();
            if !self.has_answers && bare::repair_rest(cx, from, &self.regions, self.is_data) {
                let drafts = self.placed(cx.text, listed(cx.take_from(known), cx.options), mentions);
                return drafts;
            }
            if !self.is_data {
                pythonic::at_end(cx, from);
                let last = listed(cx.take_from(known), cx.options);
                let last = self.placed(cx.text, last, mentions);
                if has_call(&last) {
                    return last;
                }
            }
        }
        if blank || self.unclosed.is_some() {
            let place = if self.unclosed.is_some() { Place::Unclosed } else { Place::Alone };
            self.look_inside(cx, mentions);
            if has_call(&self.hidden) {
                doubt(&mut self.hidden, place, cx.options.refuses_unclosed);
                return self.hidden;
            }
        }
        mention(&mut self.hidden, Place::Thought);
        mentions.append(&mut self.hidden);
        self.strong
    }

    /// Judges drafts of the last resort by their places.
    fn placed(&self, text: &str, drafts: Vec<Draft>, mentions: &mut Vec<Draft>) -> Vec<Draft> {
        if self.is_data {
            return drafts.into_iter().filter(|draft| !is_only_named(draft)).collect();
        }
        let mut page = Page::new(text, self.range.start);
        let mut kept = Vec::new();
        for draft in drafts.into_iter().filter(|draft| !is_only_named(draft)) {
            let standing = page.place(&draft.span, draft.format, CODE.contains(&draft.format.id));
            let at = if self.is_over { Place::Imagined } else { standing.place };
            place(draft, at, false, &mut kept, mentions);
        }
        kept
    }

    /// Looks for calls in the reasoning that was skipped.
    fn look_inside(&mut self, cx: &mut Context<'_>, mentions: &mut Vec<Draft>) {
        let text = cx.text;
        for region in std::mem::take(&mut self.regions) {
            cx.text = &text[..region.end];
            let open = reasoning::TAGS.iter().find(|(open, _)| text[region.clone()].starts_with(open));
            let start = region.start + open.map_or(0, |(open, _)| open.len());
            cx.forget_stops();
            let mut inner = Scan::new(cx.text, start, self.is_data);
            inner.run(cx, start);
            let mut inner = inner.into_found();
            inner.hide();
            self.hidden.append(&mut inner.hidden);
            mentions.append(&mut inner.mentions);
            cx.text = text;
            cx.forget_stops();
        }
    }

    /// Returns whether there is nothing but white space apart from reasoning.
    fn is_blank_outside(&self, text: &str) -> bool {
        let mut pos = self.after_lone_tag;
        for region in self.regions.iter().filter(|region| region.start >= self.after_lone_tag) {
            if !text[pos..region.start].trim().is_empty() {
                return false;
            }
            pos = region.end;
        }
        text[pos..self.unclosed.unwrap_or(text.len()).max(pos)].trim().is_empty()
    }
}

/// Puts a draft down as its place wants it.
pub(in crate::core::calls) fn place(
    mut draft: Draft,
    place: Place,
    is_markup: bool,
    kept: &mut Vec<Draft>,
    mentions: &mut Vec<Draft>,
) {
    match place.meaning(is_markup) {
        Meaning::Call => kept.push(draft),
        Meaning::Unsure(code, risk) => {
            let span = draft.span.clone();
            draft.changes.push(Change { risk, ..Change::of(code, span) });
            // What follows may say that the text only speaks of it.
            draft.may_move = true;
            kept.push(draft);
        }
        Meaning::Mention => {
            draft.problem = Some(Reason::Mention(place));
            mentions.push(draft);
        }
    }
}

/// Marks drafts as mentions at a place.
pub(in crate::core::calls) fn mention(drafts: &mut [Draft], place: Place) {
    for draft in drafts {
        draft.problem = Some(Reason::Mention(place));
    }
}

/// Marks drafts as calls that may not be meant, by their place.
pub(super) fn doubt(drafts: &mut [Draft], place: Place, refuses_unclosed: bool) {
    let Meaning::Unsure(code, risk) = place.meaning(true) else { return };
    for draft in drafts {
        if refuses_unclosed && place == Place::Unclosed {
            draft.problem.get_or_insert(Reason::Unclosed);
        }
        let span = draft.span.clone();
        draft.changes.push(Change { risk, ..Change::of(code, span) });
        draft.may_move = true;
    }
}

/// Returns whether a call without a marker has a name and nothing else.
fn is_only_named(draft: &Draft) -> bool {
    matches!(draft.format.id, "bare-json" | "json-array") && draft.place.is_empty() && draft.cut.is_none()
}

/// Returns whether one of these is a call.
pub(in crate::core::calls) fn has_call(drafts: &[Draft]) -> bool {
    drafts.iter().any(|draft| draft.problem.is_none())
}

/// Keeps what no marker announces only as a call of a tool that there is, however damaged its name; without a list every tool
/// may be there.
pub(in crate::core::calls) fn listed(mut drafts: Vec<Draft>, options: &Options<'_>) -> Vec<Draft> {
    if let Some(tools) = options.tools {
        let is_told = |draft: &Draft| {
            options.unknown == UnknownTools::Refuse
                && matches!(draft.format.id, "bare-json" | "json-array" | "react")
        };
        drafts.retain(|draft| is_told(draft) || is_listed(draft, tools));
    }
    drafts
}

/// Returns whether this is a call of a tool of the list, however damaged its name is.
pub(in crate::core::calls) fn is_listed(draft: &Draft, tools: &Tools) -> bool {
    let is_id = draft.format.id == "kimi-k2";
    let is_known =
        |name: &str| tools.get(name).is_some() || tools.settle(name, &draft.keys(), is_id).is_some();
    draft.name.as_deref().is_none_or(is_known)
}

/// Drafts of two lists by their place in the text.
pub(in crate::core::calls) fn in_order(mut drafts: Vec<Draft>, more: Vec<Draft>) -> Vec<Draft> {
    drafts.extend(more);
    drafts.sort_by_key(|draft| draft.span.start);
    drafts
}
