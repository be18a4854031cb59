//! Which reader sees which part of the text.
//!
//! Everything goes forward: each marker is searched for once, reasoning is skipped, and a reader that took a block
//! says where the search resumes.

use std::collections::HashMap;
use std::ops::Range;
use std::slice;
use std::sync::LazyLock;

use super::bare;
use super::block;
use super::{answer, unread};
use crate::core::calls::envelope::plain;
use crate::core::calls::families::{self, known, pythonic};
use crate::core::calls::formats::{FORMATS, Format, Hit};
use crate::core::calls::judge::accept::{accept, cut_before_rest};
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::{Draft, is_told};
use crate::core::calls::readers::seek::{Cursors, Needles};
use crate::core::calls::types::call::{Calls, Reason};
use crate::core::calls::types::change::{Change, What};
use crate::core::calls::types::options::{Options, UnknownTools};
use crate::core::calls::types::tools::Tools;
use crate::core::json::boundary;
use crate::core::repair::engine::Code;
use crate::core::repair::reasoning;

/// Tags around what tools answered: no call is read there.
const RESULTS: &[(&str, &str)] = &[
    ("<tool_response>", "</tool_response>"),
    ("<tool_result>", "</tool_result>"),
    ("<tool_results>", "</tool_results>"),
    ("<function_results>", "</function_results>"),
    ("[TOOL_RESULTS]", "[/TOOL_RESULTS]"),
];

/// Headers of messages that are for no tool, and what ends such a message; without that it goes on to the end.
const ASIDES: [(&str, &[&str]); 2] = [
    ("to=self<|message|>", &["<|eom|>", "<|eot|>", "<|message|>"]),
    ("to=user<|message|>", &["<|eom|>", "<|eot|>"]),
];

/// What a needle of the scan stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needle {
    Opens(usize),
    Closes,
    Answers(&'static str),
    /// A message for the model itself or for the user: reasoning, or an answer that may quote calls.
    Aside(&'static [&'static str]),
    Marks(&'static str),
}

/// What the scan looks for.
struct Wanted {
    list: Vec<(&'static str, Needle)>,
    needles: Needles,
}

impl Wanted {
    /// The markers of these formats, and the tags of reasoning and of answers.
    fn of(formats: &[Format]) -> Self {
        let mut list: Vec<(&str, Needle)> = Vec::new();
        for (index, (open, close)) in reasoning::TAGS.iter().enumerate() {
            list.push((open, Needle::Opens(index)));
            if reasoning::is_own_close(close) {
                list.push((close, Needle::Closes));
            }
        }
        list.extend(ASIDES.iter().map(|(open, ends)| (*open, Needle::Aside(ends))));
        list.extend(RESULTS.iter().map(|(open, close)| (*open, Needle::Answers(close))));
        for marker in formats.iter().flat_map(|format| format.markers) {
            if !list.iter().any(|(known, _)| known == marker) {
                list.push((marker, Needle::Marks(marker)));
            }
        }
        let needles = Needles::new(list.iter().map(|(needle, _)| *needle));
        Self { list, needles }
    }
}

static WANTED: LazyLock<Wanted> = LazyLock::new(|| Wanted::of(FORMATS));

/// Finds the calls of a text.
pub(in crate::core::calls) fn run(text: &str, options: &Options<'_>, is_decoded: bool) -> Calls {
    let given = options.format;
    let is_open = given.is_none() && options.tools.is_none() && options.expect.is_none_or(HashMap::is_empty);
    if is_open
        && !is_decoded
        && let Some(call) = plain::call(text, options.repair.max_depth)
    {
        return Calls::of(Vec::from([call]));
    }
    let mut cx = Context::new(text, options);
    let mut found = if given.is_none_or(|format| format.is_envelope) && answer::read(&mut cx) {
        cx.take_from(0)
    } else if given.is_some_and(|format| format.is_envelope) {
        Vec::new()
    } else {
        look(&mut cx)
    };
    let is_marred =
        |draft: &&mut Draft| text.get(draft.span.clone()).is_some_and(|text| text.contains('\u{fffd}'));
    for draft in found.iter_mut().filter(|_| is_decoded).filter(is_marred) {
        let (what, risk) = (What::Text(Code::InvalidUtf8), Code::InvalidUtf8.about().risk);
        draft.changes.push(Change { what, span: draft.span.clone(), risk });
    }
    if found.iter().all(|draft| draft.problem == Some(Reason::Unread))
        && !found.is_empty()
        && let Some(read) = unescaped(text, options)
    {
        found = read;
    }
    let mut calls = settle(found, options);
    if calls.calls.iter().all(|call| !call.format.is_envelope) {
        block::widen(text, &mut calls.calls);
    }
    calls
}

/// The calls of a text that was escaped once more: `\\n` stands between its tags, and no line end does.
fn unescaped(text: &str, options: &Options<'_>) -> Option<Vec<Draft>> {
    if !text.contains("\\n<") || text.trim().contains('\n') {
        return None;
    }
    let raw = format!("\"{}\"", text.trim());
    let inner = crate::core::json::unquote(raw.as_bytes())?;
    let mut cx = Context::new(&inner, options);
    let mut found = look(&mut cx);
    for draft in &mut found {
        let span = 0..text.len();
        draft.changes.iter_mut().for_each(|change| change.span = span.clone());
        let (what, risk) = (What::Text(Code::EscapedDocument), Code::EscapedDocument.about().risk);
        draft.changes.push(Change { what, span: span.clone(), risk });
        (draft.span, draft.place) = (span.clone(), span);
    }
    found.iter().any(|draft| draft.problem.is_none()).then_some(found)
}

/// Finds the drafts of text that is no envelope: a model's message.
pub(in crate::core::calls) fn look(cx: &mut Context<'_>) -> Vec<Draft> {
    let mut found = Found { is_data: cx.is_data(), ..Found::default() };
    let lead = lead_at(cx.text, 0);
    found.scan(cx, 0, lead);
    found.choose(cx)
}

/// Hands out what may be handed out.
pub fn settle(drafts: Vec<Draft>, options: &Options<'_>) -> Calls {
    let mut calls = Calls::default();
    let drops = options.tools.filter(|_| options.unknown == UnknownTools::Drop);
    for draft in drafts.into_iter().filter(|draft| drops.is_none_or(|tools| is_listed(draft, tools))) {
        match accept(draft, options) {
            Ok(call) => calls.calls.push(call),
            Err(refused) => calls.refused.push(refused),
        }
    }
    calls
}

/// What the scan found, by how sure it is.
#[derive(Default)]
struct Found {
    /// Calls without a marker that the message begins with.
    lead: Vec<Draft>,
    strong: Vec<Draft>,
    weak: Vec<Draft>,
    /// Found in what turned out to be reasoning.
    hidden: Vec<Draft>,
    /// Blocks that no reader could read.
    unread: Vec<Draft>,
    /// Reasoning that was skipped.
    regions: Vec<Range<usize>>,
    /// After the last closing tag that nothing had opened.
    after_lone_tag: usize,
    /// Where reasoning begins that was never closed.
    unclosed: Option<usize>,
    /// Are there answers of tools in it?
    has_answers: bool,
    /// Is the text JSON? Markers stand in its strings, and what strings hold is content.
    is_data: bool,
}

impl Found {
    /// Scans from `pos` to the end of `cx.text`; what stands at `lead` is tried as a call without a marker first.
    fn scan(&mut self, cx: &mut Context<'_>, mut pos: usize, lead: usize) {
        let own = cx
            .options
            .format
            .filter(|format| format.is_custom())
            .map(|format| Wanted::of(slice::from_ref(format)));
        let wanted = own.as_ref().unwrap_or(&*WANTED);
        let mut cursors = (!self.is_data).then(|| Cursors::new(&wanted.needles, cx.text, pos));
        let mut starts = bare::Starts::default();
        let mut tools = known::Places::default();
        let mut lead = Some(lead);
        loop {
            let marker = cursors.as_mut().and_then(|cursors| cursors.next(cx.text, pos));
            let object = starts.next(cx.text, pos, cx.options.tools);
            let tool = if self.is_data { None } else { tools.next(cx, pos) };
            let place = marker.map_or(usize::MAX, |(at, _)| at);
            if let Some(at) = lead.filter(|at| *at <= place) {
                lead = None;
                if at >= pos
                    && let Some(end) = self.lead(cx, at)
                {
                    pos = end;
                }
                continue;
            }
            if let Some(tool) =
                tool.filter(|tool| tool.at <= place && object.is_none_or(|object| tool.at < object))
            {
                let before = cx.len();
                pos = boundary::ceil(cx.text, known::read(cx, tool).unwrap_or(tool.at + 1));
                let drafts = cx.take_from(before);
                if drafts.iter().all(|draft| draft.problem.is_some()) {
                    self.tell(drafts);
                } else {
                    self.take_block(drafts, tool.is_weak());
                }
                continue;
            }
            match (marker, object) {
                (_, Some(at)) if at < place => {
                    let before = cx.len();
                    pos = bare::read(cx, at, false).unwrap_or(at + 1);
                    self.weak.append(&mut listed(cx.take_from(before), cx.options));
                }
                (Some((at, needle)), _) => {
                    let (text, kind) = wanted.list[needle];
                    let end = at + text.len();
                    pos = match kind {
                        Needle::Opens(index) => self.reasoning(cx, at..end, reasoning::TAGS[index].1),
                        Needle::Closes => {
                            self.hide();
                            self.after_lone_tag = end;
                            end
                        }
                        Needle::Answers(close) => match cx.next_stop_of(end, close) {
                            stop if stop == cx.text.len() => end,
                            stop => {
                                self.has_answers = true;
                                stop + close.len()
                            }
                        },
                        Needle::Aside(ends) => cx.next_stop(end, ends),
                        Needle::Marks(marker) => self.block(cx, at..end, marker),
                    };
                    if !matches!(kind, Needle::Marks(_)) {
                        lead = Some(lead_at(cx.text, pos));
                    }
                }
                (None, _) => return,
            }
        }
    }

    /// A text that begins as a bare call is one, whatever its strings hold.
    fn lead(&mut self, cx: &mut Context<'_>, at: usize) -> Option<usize> {
        let before = cx.len();
        let end = bare::read(cx, at, true).or_else(|| pythonic::bare(cx, at));
        let drafts = listed(cx.take_from(before), cx.options);
        if drafts.iter().all(|draft| draft.problem.is_some()) {
            let is_lost = drafts.is_empty() && bare::is_broken_call(cx, at);
            self.tell(drafts);
            if let Some(format) = Format::named("bare-json").filter(|format| is_lost && cx.wants(format)) {
                unread::note(&mut self.unread, Draft::problem(Reason::Unread, format, at..cx.text.len()));
            }
            return None;
        }
        self.lead.extend(drafts);
        end
    }

    /// Puts down calls that cannot be read.
    fn tell(&mut self, drafts: Vec<Draft>) {
        let is_told = |draft: &Draft| draft.format.id == "pythonic" || is_told(draft);
        for draft in drafts.into_iter().filter(is_told) {
            unread::note(&mut self.unread, draft);
        }
    }

    /// What was found so far was reasoning.
    fn hide(&mut self) {
        self.hidden.append(&mut self.lead);
        self.hidden.append(&mut self.strong);
        self.hidden.append(&mut self.weak);
        self.unread.clear();
    }

    /// Skips reasoning that is closed; returns where the scan goes on.
    fn reasoning(&mut self, cx: &mut Context<'_>, open: Range<usize>, close: &'static str) -> usize {
        let end = cx.next_stop_of(open.end, close);
        if end == cx.text.len() {
            self.unclosed.get_or_insert(open.start);
            return open.end;
        }
        self.regions.push(open.start..end + close.len());
        end + close.len()
    }

    /// Lets the readers of a marker try, in the order of the table.
    fn block(&mut self, cx: &mut Context<'_>, marker: Range<usize>, text: &str) -> usize {
        for format in cx.formats().filter(|format| format.markers.contains(&text)) {
            if !cx.wants(format) {
                continue;
            }
            let before = cx.len();
            let hit = Hit { start: marker.start, end: marker.end, format };
            let end = families::read(cx, &hit);
            let mut drafts = cx.take_from(before);
            let Some(end) = end else { continue };
            // A quote that follows the last bracket ends nothing: `cut_if_open` judges it.
            let is_at_end = cx.text[end..].trim_start_matches('"').trim().is_empty();
            if let Some(last) = drafts.last_mut().filter(|_| is_at_end) {
                last.cut_if_open(cx.text);
            }
            cut_before_rest(&mut drafts);
            // What the reader took after the last call belongs to its block.
            if let Some(last) = drafts.last_mut().filter(|last| last.span.end <= end) {
                last.span.end = end;
            }
            let drafts = if format.is_weak { listed(drafts, cx.options) } else { drafts };
            self.take_block(drafts, format.is_weak);
            return end.max(marker.end);
        }
        if self.unclosed.is_none()
            && let Some(draft) = unread::block(cx, marker.clone())
        {
            unread::note(&mut self.unread, draft);
        }
        marker.start + 1
    }

    fn take_block(&mut self, drafts: Vec<Draft>, is_weak: bool) {
        if self.unclosed.is_some() {
            self.hidden.extend(drafts);
        } else if is_weak {
            self.weak.extend(drafts);
        } else {
            self.strong.extend(drafts);
        }
    }

    /// The drafts that count, and the blocks that none of them was read from.
    fn choose(mut self, cx: &mut Context<'_>) -> Vec<Draft> {
        let bad = self.strong.iter().filter(|draft| draft.problem.is_some()).cloned();
        let told = unread::add(bad.collect(), std::mem::take(&mut self.unread));
        unread::add(self.calls(cx), told)
    }

    /// What is outside reasoning before what is in it, markers before weak rules.
    fn calls(mut self, cx: &mut Context<'_>) -> Vec<Draft> {
        let is_call = |drafts: &[Draft]| drafts.iter().any(|draft| draft.problem.is_none());
        // What a message begins with stands before everything else in it, unless reasoning came in between.
        if is_call(&self.strong) {
            return in_order(self.lead, self.strong);
        }
        if is_call(&self.weak) || is_call(&self.lead) {
            return in_order(self.lead, self.weak);
        }
        let blank = self.is_blank_outside(cx.text);
        if self.strong.is_empty() && !blank {
            if !self.has_answers && bare::repair_rest(cx, self.after_lone_tag, &self.regions) {
                return listed(cx.take_from(0), cx.options);
            }
            if !self.is_data {
                pythonic::at_end(cx, self.after_lone_tag);
                let last = listed(cx.take_from(0), cx.options);
                if is_call(&last) {
                    return last;
                }
            }
        }
        if blank || self.unclosed.is_some() {
            self.look_inside(cx);
            if is_call(&self.hidden) {
                return self.hidden;
            }
        }
        self.strong
    }

    /// Looks for calls in the reasoning that was skipped.
    fn look_inside(&mut self, cx: &mut Context<'_>) {
        let text = cx.text;
        for region in std::mem::take(&mut self.regions) {
            let mut inner = Self::default();
            cx.text = &text[..region.end];
            let open = reasoning::TAGS.iter().find(|(open, _)| text[region.clone()].starts_with(open));
            let start = region.start + open.map_or(0, |(open, _)| open.len());
            cx.forget_stops();
            inner.scan(cx, start, lead_at(cx.text, start));
            inner.hide();
            self.hidden.append(&mut inner.hidden);
            cx.text = text;
            cx.forget_stops();
        }
    }

    /// Is there nothing but white space apart from reasoning?
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

/// What no marker announces is a call only of a tool that there is, however damaged its name; without a list every
/// tool may be there.
fn listed(mut drafts: Vec<Draft>, options: &Options<'_>) -> Vec<Draft> {
    if let Some(tools) = options.tools {
        let is_told = |draft: &Draft| {
            options.unknown == UnknownTools::Refuse
                && matches!(draft.format.id, "bare-json" | "json-array" | "react")
        };
        drafts.retain(|draft| is_told(draft) || is_listed(draft, tools));
    }
    drafts
}

/// Is this a call of a tool of the list, however damaged its name?
fn is_listed(draft: &Draft, tools: &Tools) -> bool {
    let is_id = draft.format.id == "kimi-k2";
    let is_known =
        |name: &str| tools.get(name).is_some() || tools.settle(name, &draft.keys(), is_id).is_some();
    draft.name.as_deref().is_none_or(is_known)
}

/// Drafts of two lists by their place in the text.
fn in_order(mut drafts: Vec<Draft>, more: Vec<Draft>) -> Vec<Draft> {
    drafts.extend(more);
    drafts.sort_by_key(|draft| draft.span.start);
    drafts
}

/// Where a message may begin with a call: after white space and an opening fence.
fn lead_at(text: &str, pos: usize) -> usize {
    let space_end = |pos: usize| text.len() - text[pos..].trim_start().len();
    let at = space_end(pos);
    let Some(fence) = text[at..].strip_prefix("```") else { return at };
    let word = fence.bytes().take_while(u8::is_ascii_alphanumeric).count();
    if fence[..word].eq_ignore_ascii_case("tool_code") { at } else { space_end(at + 3 + word) }
}
