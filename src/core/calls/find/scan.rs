//! One scan through a text: whose turn it is, what is reasoning, and which reader sees which block.
//!
//! Everything goes forward: each marker is searched for once, reasoning is skipped, and a reader that took a block says where
//! the search resumes. Each block is judged by its place as soon as it is read.

use std::ops::Range;
use std::slice;

use super::found::{Found, has_call, listed, place};
use super::needles::{Line, Needle, WANTED, Wanted};
use super::page::Page;
use super::{bare, sections, turns, unread};
use crate::core::calls::envelope::plain;
use crate::core::calls::families::{self, broken_head, harmony, known, pythonic};
use crate::core::calls::formats::Hit;
use crate::core::calls::formats::turns::{self as dialog, Rest, Role};
use crate::core::calls::judge::accept::cut_before_rest;
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::{Draft, is_told};
use crate::core::calls::readers::seek::Cursor;
use crate::core::calls::types::call::Reason;
use crate::core::calls::types::place::Place;
use crate::core::json::boundary;
use crate::core::repair::reasoning;

/// Says how sure it is that what was found is a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sure {
    /// The message begins with it.
    Lead,
    /// A marker announces it.
    Strong,
    /// Nothing but its shape shows it.
    Weak,
}

/// Formats that are code: more code in their fence, or before them on their line, belongs to them.
pub(super) const CODE: [&str; 5] =
    ["pythonic", "gemini-default_api", "gemma-tool_code", "fence-pythonic", "ptc-lisp"];

/// Holds what is known of a dialog of thoughts and actions in the turn.
#[derive(Clone, Copy, Default)]
struct React {
    /// States whether a line shows that the turn is such a dialog.
    is_one: bool,
    /// States whether the tool answered, as the model imagines it; `has_answer` says that the model gave its last answer.
    has_observation: bool,
    has_answer: bool,
}

/// A scan, as far as it came.
#[expect(clippy::struct_excessive_bools, reason = "each says something else of the turns")]
pub(in crate::core::calls) struct Scan<'t> {
    page: Page<'t>,
    /// The turns before this one.
    turns: Vec<Found>,
    found: Found,
    react: React,
    /// States whether the text holds a dialog from its beginning on.
    is_dialog: bool,
    /// States whether words at the beginnings of lines set turns apart.
    has_labels: bool,
    /// States whether such a word came already, because more of the text may make it a header.
    had_label: bool,
    /// States whether an answer of a tool goes on that has no end.
    in_answer: bool,
}

impl<'t> Scan<'t> {
    /// A scan of the text from `pos` on.
    pub(in crate::core::calls) fn new(text: &'t str, pos: usize, is_data: bool) -> Self {
        let is_whole = pos == 0 && !is_data;
        let has_labels = is_whole && dialog::has_labels(text);
        Self {
            page: Page::new(text, pos),
            turns: Vec::new(),
            found: Found { is_data, ..Found::new(None, pos) },
            react: React::default(),
            is_dialog: has_labels || is_whole && dialog::is_dialog(text),
            has_labels,
            had_label: false,
            in_answer: false,
        }
    }

    /// Returns what was found in the last turn.
    pub(in crate::core::calls) fn into_found(mut self) -> Found {
        self.found.range.end = self.page.len();
        self.found
    }

    /// Scans from `pos` to the end of `cx.text`.
    pub(in crate::core::calls) fn run(&mut self, cx: &mut Context<'_>, mut pos: usize) {
        let own = cx
            .options
            .format
            .filter(|format| format.is_custom())
            .map(|format| Wanted::of(slice::from_ref(format)));
        let wanted = own.as_ref().unwrap_or(&*WANTED);
        let mut markers = (!self.found.is_data).then(|| Cursor::new(&wanted.needles, cx.text, pos));
        let mut starts = bare::Starts::default();
        let mut tools = known::Places::default();
        let mut lead = Some(lead_at(cx.text, pos));
        loop {
            let marker = markers.as_mut().and_then(|markers| markers.next(cx.text, pos));
            let object = starts.next(cx.text, pos, cx.options.tools);
            let tool = if self.found.is_data { None } else { tools.next(cx, pos) };
            let at = marker.map_or(usize::MAX, |(at, _)| at);
            if let Some(start) = lead.filter(|start| *start <= at) {
                lead = None;
                if start >= pos
                    && let Some(end) = self.lead(cx, start)
                {
                    pos = end;
                }
                continue;
            }
            if let Some(tool) =
                tool.filter(|tool| tool.at <= at && object.is_none_or(|object| tool.at < object))
            {
                pos = self.known(cx, tool);
                continue;
            }
            match (marker, object) {
                (_, Some(start)) if start < at => {
                    let before = cx.len();
                    let end = bare::read(cx, start, false);
                    let drafts = listed(cx.take_from(before), cx.options);
                    if let Some(end) = end {
                        self.put(drafts, start..end, Sure::Weak);
                    }
                    pos = end.unwrap_or(start + 1);
                }
                (Some((at, needle)), _) => {
                    let (text, kind) = wanted.list[needle];
                    pos = self.needle(cx, at..at + text.len(), kind);
                    if !matches!(kind, Needle::Marks(_) | Needle::Line(_)) {
                        lead = Some(lead_at(cx.text, pos));
                    }
                }
                (None, _) => return,
            }
        }
    }

    /// Takes what stands at a needle, and says where the scan goes on.
    fn needle(&mut self, cx: &mut Context<'_>, at: Range<usize>, kind: Needle) -> usize {
        let end = at.end;
        match kind {
            Needle::Opens(index) => {
                let pos = self.reasoning(cx, at, reasoning::TAGS[index].1);
                self.page.restart(pos);
                pos
            }
            Needle::Closes => {
                let from = self.found.after_lone_tag.max(self.found.range.start);
                match sections::open_at(cx.text, from..at.start, end) {
                    Some(section) => self.found.hide_before(section),
                    None => self.found.hide(),
                }
                self.found.after_lone_tag = end;
                self.page.restart(end);
                end
            }
            Needle::Answers(close) => self.answers(cx, &at, close),
            Needle::Aside(ends) => self.aside(cx, end, ends),
            Needle::Header(mark, rest) => self.header(cx, &at, (mark, rest)),
            Needle::Label(role) => {
                if self.page.begins_line(at.start) && !self.page.is_inside(at.start) {
                    self.had_label = true;
                    if self.has_labels {
                        self.turn(role, at.start, end);
                    }
                }
                end
            }
            Needle::Line(line) => {
                if self.page.begins_line(at.start) && !self.page.is_inside(at.start) {
                    self.line(line);
                }
                end
            }
            Needle::Marks(marker) => self.block(cx, at, marker),
        }
    }

    /// Takes note of a line of a dialog of thoughts and actions.
    fn line(&mut self, line: Line) {
        match line {
            Line::Thought => self.react.is_one = true,
            Line::Observation => {
                self.react.has_observation |= self.react.is_one && has_call(&self.found.weak);
            }
            Line::FinalAnswer => self.react.has_answer = true,
        }
    }

    /// Passes over what a tool answered; without an end, it goes on to the end of the turn.
    fn answers(&mut self, cx: &mut Context<'_>, at: &Range<usize>, close: &'static str) -> usize {
        let stop = cx.next_stop_of(at.end, close);
        if stop == cx.text.len() {
            self.in_answer |= self.page.begins_line(at.start) && !self.page.is_inside(at.start);
            return at.end;
        }
        let end = stop + close.len();
        if self.is_dialog && self.found.is_of_model() {
            self.turn(Role::Tool, at.start, at.end);
            self.turn(Role::Model, stop, end);
        }
        self.found.has_answers = true;
        self.page.restart(end);
        end
    }

    /// Passes over a message for the model itself or for the user.
    fn aside(&mut self, cx: &mut Context<'_>, pos: usize, ends: &'static [&'static str]) -> usize {
        let end = cx.next_stop(pos, ends);
        self.found.after_aside = end;
        self.page.restart(end);
        end
    }

    /// Begins a turn, where a header stands and no mention of one.
    fn header(&mut self, cx: &mut Context<'_>, at: &Range<usize>, spelled: (&str, Rest)) -> usize {
        let Some((role, start, end)) = dialog::header(cx.text, at.start, spelled) else { return at.end };
        // In a dialog, a fence ends with its turn.
        let is_inside =
            if self.is_dialog { self.page.is_quoted(at.start) } else { self.page.is_inside(at.start) };
        // What closes the turn of a user stands at the end of its words.
        let is_close = self.is_dialog && spelled.0.starts_with("[/");
        if is_inside || !is_close && self.page.is_word_of_sentence(start, end) {
            return at.end;
        }
        self.turn(role, start, end);
        end
    }

    /// The turn so far ends at `end`, and that of `role` begins at `begin`.
    fn turn(&mut self, role: Role, end: usize, begin: usize) {
        let mut last = std::mem::take(&mut self.found);
        last.is_over = self.is_over();
        if self.is_dialog {
            // Before the first header, a dialog has the words of the system.
            last.role.get_or_insert(Role::Other);
        }
        let is_blank = last.is_empty() && dialog::is_blank(self.page.slice(last.range.start..end));
        if !is_blank {
            self.turns.push(Found { range: last.range.start..end, ..last });
        }
        let goes_on = self.turns.last().is_some_and(Found::is_of_model) && role == Role::Model;
        let again = self.turns.pop_if(|_| goes_on);
        self.found = again.unwrap_or_else(|| Found::new(Some(role), begin));
        self.page.begin(begin);
        (self.react, self.in_answer) = (React::default(), false);
    }

    /// Reads a call that the name of a tool announces.
    fn known(&mut self, cx: &mut Context<'_>, tool: known::Place) -> usize {
        let before = cx.len();
        let end = boundary::ceil(cx.text, known::read(cx, tool).unwrap_or(tool.at + 1));
        let drafts = cx.take_from(before);
        if has_call(&drafts) {
            self.put(drafts, tool.at..end, if tool.is_weak() { Sure::Weak } else { Sure::Strong });
        } else {
            self.tell(drafts);
        }
        end
    }

    /// A text that begins as a bare call is one, whatever its strings hold.
    fn lead(&mut self, cx: &mut Context<'_>, at: usize) -> Option<usize> {
        // A marker stands there, which comes later than the bracket.
        if broken_head::begins_json(cx.text, at) {
            return None;
        }
        let before = cx.len();
        let end = bare::read(cx, at, true).or_else(|| pythonic::bare(cx, at));
        let drafts = listed(cx.take_from(before), cx.options);
        if !has_call(&drafts) {
            let is_lost = drafts.is_empty() && bare::is_broken_call(cx, at);
            self.tell(drafts);
            if is_lost && cx.wants(plain::FORMAT) {
                self.note(Draft::problem(Reason::Unread, plain::FORMAT, at..cx.text.len()));
            }
            return None;
        }
        let last = drafts.iter().map(|draft| draft.span.end).max().unwrap_or(at);
        self.put(drafts, at..last, Sure::Lead);
        end
    }

    /// Records unreadable calls.
    fn tell(&mut self, drafts: Vec<Draft>) {
        let is_told = |draft: &Draft| draft.format.id == "pythonic" || is_told(draft);
        for draft in drafts.into_iter().filter(is_told) {
            self.note(draft);
        }
    }

    /// Records an unreadable block, unless the text only mentions it.
    fn note(&mut self, mut draft: Draft) {
        let place = self.page.look(&draft.span, draft.format).place;
        if !self.found.is_data
            && matches!(self.place(&draft, place), Place::Quoted | Place::Imagined | Place::Others)
        {
            draft.problem = Some(Reason::Mention(place));
            return self.found.mentions.push(draft);
        }
        unread::note(&mut self.found.unread, draft);
    }

    /// Skips reasoning that is closed; returns where the scan goes on.
    fn reasoning(&mut self, cx: &mut Context<'_>, open: Range<usize>, close: &'static str) -> usize {
        let end = cx.next_stop_of(open.end, close);
        if end == cx.text.len() {
            let is_mention =
                self.page.is_inside(open.start) || self.page.is_word_of_sentence(open.start, open.end);
            if !is_mention {
                self.found.unclosed.get_or_insert(open.start);
            }
            return open.end;
        }
        // A section of calls that begins in it goes on after it.
        if let Some(section) = sections::open_at(cx.text, open.end..end, end + close.len()) {
            self.found.regions.push(open.start..section);
            return section;
        }
        self.found.regions.push(open.start..end + close.len());
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
            let end = end.max(marker.end);
            self.put(drafts, marker.start..end, if format.is_weak { Sure::Weak } else { Sure::Strong });
            return end;
        }
        if text == "<|message|>" && harmony::is_aside(cx.text, marker.start) {
            return self.aside(cx, marker.end, harmony::ENDS);
        }
        self.react.is_one |= text == "Action:" && self.page.begins_line(marker.start);
        if self.found.unclosed.is_none()
            && let Some(draft) = unread::block(cx, marker.clone())
        {
            self.note(draft);
        }
        marker.start + 1
    }

    /// Records the calls that a reader found in a block, by its place.
    fn put(&mut self, mut drafts: Vec<Draft>, block: Range<usize>, sure: Sure) {
        let is_data = self.found.is_data;
        let Some(format) = drafts.first().map(|draft| draft.format) else {
            self.page.pass(&block);
            return;
        };
        let start = drafts.iter().map(|draft| draft.span.start).fold(block.start, usize::min);
        let block = start..self.page.after_fence(start, block.end);
        let is_code = drafts.iter().any(|draft| CODE.contains(&draft.format.id));
        let standing = if is_data { Page::ALONE } else { self.page.place(&block, format, is_code) };
        let may_move = standing.may_move || self.may_move();
        let mut kept = Vec::new();
        for mut draft in drafts.drain(..) {
            draft.may_move |= may_move;
            self.react.is_one |= draft.format.id == "react";
            let at = self.place(&draft, standing.place);
            // What begins a program of `jmend preview` is a marker, though a weak one.
            let is_markup = sure == Sure::Strong || draft.format.id == "ptc-lisp";
            place(draft, at, is_markup, &mut kept, &mut self.found.mentions);
        }
        let list = match sure {
            _ if self.found.unclosed.is_some() => &mut self.found.hidden,
            Sure::Lead => &mut self.found.lead,
            Sure::Strong => &mut self.found.strong,
            Sure::Weak => &mut self.found.weak,
        };
        list.extend(kept);
    }

    /// The place of a draft, where the turn says more than the page.
    fn place(&self, draft: &Draft, place: Place) -> Place {
        let is_react = self.react.is_one || draft.format.id == "react";
        if self.in_answer {
            return Place::Others;
        }
        if self.is_over() || self.react.has_answer && is_react {
            return Place::Imagined;
        }
        place
    }

    /// Returns whether the model ended a dialog of thoughts and actions.
    fn is_over(&self) -> bool {
        self.react.has_observation || self.react.has_answer && self.react.is_one
    }

    /// Returns whether more text may make a mention of a call that stands here.
    fn may_move(&self) -> bool {
        self.is_dialog || self.had_label || !self.turns.is_empty()
    }

    /// The drafts of the text, mentions among them.
    pub(in crate::core::calls) fn choose(mut self, cx: &mut Context<'_>) -> Vec<Draft> {
        let text = cx.text;
        self.found.is_over = self.is_over();
        if self.turns.is_empty() {
            self.found.range.end = text.len();
            if self.found.is_of_model() {
                return self.found.choose(cx);
            }
            return self.found.mentioned(Place::Others);
        }
        if !self.found.is_empty() || !dialog::is_blank(&text[self.found.range.start..]) {
            self.found.range.end = text.len();
            self.turns.push(self.found);
        }
        turns::choose(self.turns, self.is_dialog, cx)
    }
}

/// Returns where a message may begin with a call: after white space and an opening fence.
fn lead_at(text: &str, pos: usize) -> usize {
    let space_end = |pos: usize| text.len() - text[pos..].trim_start().len();
    let at = space_end(pos);
    let Some(fence) = text[at..].strip_prefix("```") else { return at };
    let word = fence.bytes().take_while(u8::is_ascii_alphanumeric).count();
    if fence[..word].eq_ignore_ascii_case("tool_code") { at } else { space_end(at + 3 + word) }
}
