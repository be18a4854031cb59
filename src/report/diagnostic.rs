//! What there is to say about a record: one model, of which every format is a rendering.

use std::borrow::Cow;
use std::ops::Range;

use super::excerpt::Excerpt;
use crate::core::json::position::Positions;
use crate::core::json::{Position, brief};
use crate::core::repair::confidence::Confidence;
use crate::core::repair::engine::Risk;

/// How grave it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Severity {
    /// Something was not done.
    Error,
    /// Something was done, or would be, that deserves a look.
    Warning,
    /// Something to know; nothing changes because of it.
    Note,
}

impl Severity {
    /// Name in every format; GitHub calls the last one `notice`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// One thing to say.
#[derive(Clone, Debug)]
pub(crate) struct Diagnostic {
    /// What can be done about it; may be empty.
    pub(crate) advice: Cow<'static, str>,
    /// Stable kebab-case name.
    pub(crate) code: &'static str,
    /// How likely it is that the record is what its writer meant, for a change.
    pub(crate) confidence: Option<Confidence>,
    /// Places it stands for: more than one where a rendering for people would not show the others.
    pub(crate) count: usize,
    /// The source around the place, where a rendering for people is wanted.
    pub(crate) excerpt: Option<Excerpt>,
    /// One sentence, as it was written: renderings make it safe to show.
    pub(crate) message: Cow<'static, str>,
    /// Line and column of the other place, if it is about two.
    pub(crate) other: Option<(usize, usize)>,
    /// JSON Pointer into the value, where that is known.
    pub(crate) path: Option<String>,
    /// Where in the source, where that is known.
    pub(crate) place: Option<Place>,
    /// Number of the record, from 1; `None` where a source is one record.
    pub(crate) record: Option<u64>,
    /// The new text, for a change.
    pub(crate) replacement: Option<Box<str>>,
    /// The risk, for a change.
    pub(crate) risk: Option<Risk>,
    /// How grave it is.
    pub(crate) severity: Severity,
}

impl Diagnostic {
    /// A message about a source as a whole, with its values cut; the caller fills in what it knows.
    pub(crate) fn new(severity: Severity, code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        let mut message = message.into();
        if let Cow::Owned(cut) = brief(&message) {
            message = Cow::Owned(cut);
        }
        Self {
            advice: Cow::Borrowed(""),
            code,
            confidence: None,
            count: 1,
            excerpt: None,
            message,
            other: None,
            path: None,
            place: None,
            record: None,
            replacement: None,
            risk: None,
            severity,
        }
    }

    /// The same in a source in which so many lines and records come before.
    pub(crate) fn shift(&mut self, lines: usize, records: u64) {
        self.record = self.record.map(|record| record + records);
        self.other = self.other.map(|(line, column)| (line + lines, column));
        if let Some(place) = &mut self.place {
            place.shift(lines);
        }
    }
}

/// The diagnostics, of which those that say the same about one value in one line are one with their number of places.
pub(crate) fn by_line(diagnostics: &[Diagnostic]) -> Vec<Cow<'_, Diagnostic>> {
    let mut out: Vec<Cow<'_, Diagnostic>> = Vec::new();
    let line = |one: &Diagnostic| one.place.as_ref().map(|place| place.start.0);
    for diagnostic in diagnostics {
        let in_line = out.iter_mut().rev().take(MANY).take_while(|other| line(other) == line(diagnostic));
        let same = |other: &&mut Cow<'_, Diagnostic>| {
            other.code == diagnostic.code
                && other.message == diagnostic.message
                && other.path == diagnostic.path
        };
        match in_line.into_iter().find(same) {
            Some(first) => first.to_mut().count += diagnostic.count,
            None => out.push(Cow::Borrowed(diagnostic)),
        }
    }
    out
}

/// Diagnostics that say the same, in the order of the first of each.
pub(crate) fn groups(diagnostics: &[Diagnostic]) -> Vec<Vec<&Diagnostic>> {
    let mut groups: Vec<Vec<&Diagnostic>> = Vec::new();
    for diagnostic in diagnostics {
        // As many groups as there are codes at most, so this is not a loop over the input.
        let same = |group: &&mut Vec<&Diagnostic>| {
            group[0].code == diagnostic.code
                && group[0].message == diagnostic.message
                && group[0].risk == diagnostic.risk
        };
        match groups.iter_mut().take(MANY).find(same) {
            Some(group) => group.push(diagnostic),
            None => groups.push(vec![diagnostic]),
        }
    }
    groups
}

/// Messages differ in the names they mention; beyond so many, they are not compared.
const MANY: usize = 100;

/// A part of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Line and column of the first character; the column is `None` where the text is not that of the file (a record
    /// that a JSON string holds).
    pub(crate) start: (usize, Option<usize>),
    /// Line and column after the last character.
    pub(crate) end: (usize, Option<usize>),
    /// Bytes of the record's own text, as `--report` counts them; `None` where that text is not at hand.
    pub(crate) span: Option<Range<usize>>,
}

impl Place {
    /// A line, or one character of it.
    pub(crate) fn line(line: usize, column: Option<usize>) -> Self {
        Self { start: (line, column), end: (line, column), span: None }
    }

    /// One character, of which nothing but line and column is known.
    pub(crate) fn at(position: Position) -> Self {
        Self::line(position.line, Some(position.column))
    }

    /// The same place in a source in which `lines` come before the text.
    pub(crate) fn shift(&mut self, lines: usize) {
        self.start.0 += lines;
        self.end.0 += lines;
    }
}

/// Finds the places of many spans in one text, in one pass where their beginnings ascend.
pub(crate) struct Finder<'a> {
    starts: Positions<'a>,
    text: &'a [u8],
}

impl<'a> Finder<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Self {
        Self { starts: Positions::new(text), text }
    }

    /// The place of a span, by lines of the text.
    pub(crate) fn place(&mut self, span: Range<usize>) -> Place {
        let start = self.starts.at(span.start);
        let inside = &self.text[span.start.min(self.text.len())..span.end.min(self.text.len())];
        let end = Positions::starting(inside, start).at(inside.len());
        Place { start: (start.line, Some(start.column)), end: (end.line, Some(end.column)), span: Some(span) }
    }
}
