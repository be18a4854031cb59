//! Makes ready once what the scan of a text looks for.

use std::sync::LazyLock;

use crate::core::calls::formats::turns::{HEADERS, LABELS, Rest, Role};
use crate::core::calls::formats::{FORMATS, Format};
use crate::core::calls::readers::seek::Needles;
use crate::core::repair::reasoning;

/// Tags around what tools answered: no call is read there.
const RESULTS: &[(&str, &str)] = &[
    ("<tool_response>", "</tool_response>"),
    ("<tool_result>", "</tool_result>"),
    ("<tool_results>", "</tool_results>"),
    ("<tool_output>", "</tool_output>"),
    ("<tool_outputs>", "</tool_outputs>"),
    ("<function_result>", "</function_result>"),
    ("<function_results>", "</function_results>"),
    ("<function_response>", "</function_response>"),
    ("<observation>", "</observation>"),
    ("<search_results>", "</search_results>"),
    ("[TOOL_RESULTS]", "[/TOOL_RESULTS]"),
    ("<｜tool▁outputs▁begin｜>", "<｜tool▁outputs▁end｜>"),
    ("<｜tool▁output▁begin｜>", "<｜tool▁output▁end｜>"),
];

/// Headers of messages that are for no tool, and what ends such a message; without that it goes on to the end.
const ASIDES: [(&str, &[&str]); 2] = [
    ("to=self<|message|>", &["<|eom|>", "<|eot|>", "<|message|>"]),
    ("to=user<|message|>", &["<|eom|>", "<|eot|>"]),
];

/// Words that begin a line of a dialog of thoughts and actions.
const LINES: [(&str, Line); 10] = [
    ("Thought:", Line::Thought),
    ("Observation", Line::Observation),
    ("Final Answer:", Line::FinalAnswer),
    ("Action Input:", Line::Thought),
    ("thought:", Line::Thought),
    ("observation:", Line::Observation),
    ("final answer:", Line::FinalAnswer),
    ("THOUGHT:", Line::Thought),
    ("OBSERVATION:", Line::Observation),
    ("FINAL ANSWER:", Line::FinalAnswer),
];

/// A line of a dialog of thoughts and actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// It shows that the dialog is one.
    Thought,
    /// Begins what the tool answered.
    Observation,
    FinalAnswer,
}

/// Tells what a needle of the scan stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needle {
    /// Reasoning begins, with the tags of this row.
    Opens(usize),
    /// Reasoning ends.
    Closes,
    /// Begins what a tool answered, which ends with this tag.
    Answers(&'static str),
    /// A message for the model itself or for the user: reasoning, or an answer that may quote calls.
    Aside(&'static [&'static str]),
    /// The header of a turn.
    Header(&'static str, Rest),
    /// A header that is a word.
    Label(Role),
    Line(Line),
    /// The marker of a call.
    Marks(&'static str),
}

/// Holds what the scan looks for.
pub(super) struct Wanted {
    pub(super) list: Vec<(&'static str, Needle)>,
    pub(super) needles: Needles,
}

impl Wanted {
    /// The markers of these formats, the tags of reasoning and of answers, and the headers of turns.
    pub(super) fn of(formats: &[Format]) -> Self {
        let mut list: Vec<(&str, Needle)> = Vec::new();
        for (index, (open, close)) in reasoning::TAGS.iter().enumerate() {
            list.push((open, Needle::Opens(index)));
            if reasoning::is_own_close(close) {
                list.push((close, Needle::Closes));
            }
        }
        list.extend(ASIDES.iter().map(|(open, ends)| (*open, Needle::Aside(ends))));
        list.extend(RESULTS.iter().map(|(open, close)| (*open, Needle::Answers(close))));
        list.extend(HEADERS.iter().map(|(mark, rest)| (*mark, Needle::Header(mark, *rest))));
        list.extend(LABELS.iter().map(|(label, role)| (*label, Needle::Label(*role))));
        list.extend(LINES.iter().map(|(words, line)| (*words, Needle::Line(*line))));
        for marker in formats.iter().flat_map(|format| format.markers) {
            if !list.iter().any(|(known, _)| known == marker) {
                list.push((marker, Needle::Marks(marker)));
            }
        }
        let needles = Needles::new(list.iter().map(|(needle, _)| *needle));
        Self { list, needles }
    }
}

/// Lists what is looked for where no file describes the format.
pub(super) static WANTED: LazyLock<Wanted> = LazyLock::new(|| Wanted::of(FORMATS));
