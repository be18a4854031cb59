//! For people: what was wrong and what was done, against the source, in as few lines as that takes.
//!
//! ```text
//! warning[single-quotes]: single quotes around a string become double quotes
//!   --> answer.txt:1:2 (4 places)
//!    |
//!  1 | {'a': 'b', "c": True,}
//!    |  ^ ^  ^ ^
//!    = fix: `'` becomes `"`
//!    = risk: syntax
//!    = at: /a
//! ```
//! Diagnostics of a record that say the same are one message with several places, so a record never fills more than a
//! few lines for each kind of fault, however many faults it has.

use std::fmt::Write;

use super::concise::{label, place};
use super::diagnostic::groups;
use super::diagnostic::{Diagnostic, Severity};
use super::excerpt::{Excerpt, clip, columns};
use super::explain::Explained;
use super::screen::{Row as CodeRow, Screen};
use super::tally::{Files, Tally, Verdict};
use super::{Finding, Look, Name, Report, style};
use crate::core::json::shown::escape;
use crate::core::repair::engine::Risk;

/// Lines of source that one message shows.
const ROWS: usize = 3;

/// Different things that a message lists, and places that are looked at for them.
const SOME: usize = 3;
const LOOKED_AT: usize = 50;

/// Columns of a text that was, or is now, in a place.
const QUOTED: usize = 24;

/// Columns of the label of a fact.
const LABEL: usize = 18;

/// Columns before the second line of a title.
const TITLE: usize = 2;

/// What the text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Nothing was written: what would change.
    Check,
    /// What was done and why, with a heading for each record.
    Explain,
}

/// The format `human`.
pub(crate) struct Human {
    has_begun: bool,
    look: Look,
    purpose: Purpose,
    /// What a record is called.
    unit: &'static str,
    /// Counts records in which nothing but calls is broken.
    called: u64,
}

impl Human {
    pub(crate) fn new(look: Look, purpose: Purpose, unit: &'static str) -> Self {
        Self { has_begun: false, look, purpose, unit, called: 0 }
    }
}

impl Report for Human {
    fn finding(&mut self, source: &Name, finding: &Finding, out: &mut Vec<u8>) {
        let mut text = String::new();
        if self.purpose == Purpose::Explain && !finding.title.is_empty() {
            let place = source.shown.as_str();
            let record = finding.record.map_or_else(String::new, |n| format!(" (record {n})"));
            let title = format!("{}{record}: {}", escape(place), escape(&finding.title));
            let title = wrap(&title, self.look.columns(), 0, TITLE);
            self.part(&mut text);
            text.push_str(&self.look.paint(style::BOLD, &title));
            text.push('\n');
        }
        let groups = groups(&finding.diagnostics);
        match &finding.explained {
            Some(explained) if self.purpose == Purpose::Explain => {
                self.called += u64::from(finding.diagnostics.is_empty());
                self.explained(source, explained, &groups, &mut text);
            }
            _ => {
                for group in groups {
                    self.part(&mut text);
                    self.group(&source.shown, &group, &mut text);
                }
            }
        }
        out.extend_from_slice(text.as_bytes());
    }

    fn end(&mut self, tally: Tally, files: Option<Files>, out: &mut Vec<u8>) {
        // A check that found nothing says nothing here, as checks do, and one record was explained already.
        let is_said = match self.purpose {
            Purpose::Check => {
                tally.verdict() == Verdict::Clean || files.is_some_and(|files| files.are_unread(tally))
            }
            Purpose::Explain => tally.records == 1,
        };
        if is_said {
            return;
        }
        let mut text = String::new();
        self.part(&mut text);
        text.push_str(&files.map_or_else(|| self.summary(tally), |files| tally.found(files)));
        out.extend_from_slice(text.as_bytes());
        out.push(b'\n');
    }

    fn is_safe(&self) -> bool {
        true
    }
}

impl Human {
    /// A blank line between two parts.
    fn part(&mut self, out: &mut String) {
        if std::mem::replace(&mut self.has_begun, true) {
            out.push('\n');
        }
    }

    /// One record on one screen.
    fn explained(
        &mut self,
        source: &Name,
        explained: &Explained,
        groups: &[Vec<&Diagnostic>],
        out: &mut String,
    ) {
        let look = self.look;
        let list = |(label, text): &(&'static str, String)| {
            let shown = format!("{:LABEL$}", format!("  {label}"));
            let text = wrap(text, look.columns(), LABEL, LABEL);
            (*label, lines_of(&format!("{}{text}", look.paint(style::FRAME, &shown))))
        };
        let is_failure = groups.iter().any(|group| group[0].severity == Severity::Error);
        let row = |group: &Vec<&Diagnostic>| CodeRow {
            code: group[0].code,
            risk: group[0].risk,
            lines: lines_of(&self.row(group)),
        };
        let mut screen = Screen {
            title: out.lines().count(),
            facts: explained.facts.iter().map(list).collect(),
            changes: explained.painted(look),
            rows: if is_failure { Vec::new() } else { groups.iter().map(row).collect() },
            advice: explained.advice.iter().flat_map(|advice| list(advice).1).collect(),
        };
        if !is_failure {
            screen.fit(look.columns());
        }
        let Screen { facts, changes, rows, advice, .. } = screen;
        let write = |lines: &mut dyn Iterator<Item = String>, out: &mut String| {
            lines.for_each(|line| out.extend([line.as_str(), "\n"]));
        };
        write(&mut facts.into_iter().flat_map(|(_, lines)| lines), out);
        if !changes.is_empty() {
            self.part(out);
            write(&mut changes.into_iter(), out);
        }
        if is_failure {
            for group in groups {
                self.part(out);
                self.group(&source.shown, group, out);
            }
        } else if !rows.is_empty() {
            self.part(out);
            write(&mut rows.into_iter().flat_map(|row| row.lines), out);
        }
        if !advice.is_empty() {
            self.part(out);
            write(&mut advice.into_iter(), out);
        }
    }

    /// One line for the changes of one code.
    fn row(&self, group: &[&Diagnostic]) -> String {
        let first = group[0];
        let places: usize = group.iter().map(|diagnostic| diagnostic.count).sum();
        let (line, column) = first.place.as_ref().map_or((1, None), |place| place.start);
        let column = column.map_or_else(String::new, |column| format!(":{column}"));
        let times = if places > 1 { format!(" (and {} more)", places - 1) } else { String::new() };
        let risk = first.risk.map_or("", Risk::name);
        let lead = format!("  {risk:8}  {line}{column}{times}  ");
        let plain = Look { color: false, ..self.look };
        let from = columns(&lead) + columns(&label(plain, first)) + 2;
        let message = wrap(&escape(&first.message), self.look.columns(), from, LABEL);
        format!("{lead}{}: {message}", label(self.look, first))
    }

    fn group(&self, source: &str, group: &[&Diagnostic], out: &mut String) {
        let first = group[0];
        let plain = Look { color: false, ..self.look };
        let label_columns = columns(&label(plain, first)) + 2;
        let message = wrap(&escape(&first.message), self.look.columns(), label_columns, 2);
        let label = label(self.look, first);
        let _ = writeln!(out, "{label}: {}", self.look.paint(style::BOLD, &message));
        let rows = rows(group);
        let digits = rows.last().map_or(1, |row| row.line.to_string().len());
        let gutter = " ".repeat(digits + 1);
        let mut about = Vec::new();
        about.extend(first.record.map(|n| format!("record {n}")));
        let places: usize = group.iter().map(|diagnostic| diagnostic.count).sum();
        about.extend((places > 1).then(|| format!("{places} places")));
        let about = if about.is_empty() { String::new() } else { format!(" ({})", about.join(", ")) };
        let _ = writeln!(out, "{gutter}{} {}{about}", self.frame("-->"), place(source, first));
        if !rows.is_empty() {
            let _ = writeln!(out, "{gutter} {}", self.frame("|"));
        }
        let mut last = None;
        for row in &rows {
            if last.is_some_and(|last| last + 1 < row.line) {
                let _ = writeln!(out, "{}", self.frame("..."));
            }
            last = Some(row.line);
            let number = self.frame(&format!(" {:>digits$} |", row.line));
            let _ = writeln!(out, "{}", format!("{number} {}", row.text).trim_end());
            let carets = self.look.paint(severity_style(first.severity), &row.carets());
            let _ = writeln!(out, "{gutter} {} {}{carets}", self.frame("|"), " ".repeat(row.lead()));
        }
        for (name, text) in self.notes(group) {
            let indent = digits + 4;
            let text = wrap(&text, self.look.columns(), indent + name.len() + 2, indent + 2);
            let _ = writeln!(out, "{gutter} {} {name}: {text}", self.frame("="));
        }
    }

    fn frame(&self, text: &str) -> String {
        self.look.paint(style::FRAME, text)
    }

    /// What stands below the source: what was done, how sure that is, where in the value, and what can be done.
    fn notes(&self, group: &[&Diagnostic]) -> Vec<(&'static str, String)> {
        let first = group[0];
        let room = self.look.columns() - 14;
        let mut notes = Vec::new();
        // The same texts make the same deed.
        let mut different: Vec<(&str, &str)> = Vec::new();
        for texts in group.iter().filter_map(|diagnostic| texts(diagnostic)).take(LOOKED_AT) {
            if !different.contains(&texts) {
                different.push(texts);
            }
        }
        let deeds = some(different.into_iter().map(deed), room);
        if !deeds.is_empty() {
            notes.push(("fix", deeds));
        }
        if let Some(risk) = first.risk {
            notes.push(("risk", risk.name().to_owned()));
        }
        let paths = group.iter().filter_map(|diagnostic| diagnostic.path.as_deref());
        let paths = paths.filter(|path| !path.is_empty()).take(LOOKED_AT);
        let paths = some(paths.map(|path| clip(path, room)), room);
        if !paths.is_empty() {
            notes.push(("at", paths));
        }
        if !first.advice.is_empty() {
            notes.push(("help", escape(&first.advice).into_owned()));
        }
        notes
    }

    /// The last line.
    fn summary(&self, tally: Tally) -> String {
        let Tally { changed, failed, records, warned, .. } = tally;
        let plural = if records == 1 { "" } else { "s" };
        let mut parts = Vec::new();
        if changed > 0 {
            let done = if self.purpose == Purpose::Check { "would change" } else { "repaired" };
            parts.push(self.look.paint(style::WARNING, &format!("{changed} {done}")));
        }
        if failed > 0 {
            parts.push(self.look.paint(style::ERROR, &format!("{failed} failed")));
        }
        if warned > 0 {
            let plural = if warned == 1 { "" } else { "s" };
            parts.push(self.look.paint(style::WARNING, &format!("{warned} warning{plural}")));
        }
        if self.called > 0 {
            let plural = if self.called == 1 { "" } else { "s" };
            let called = format!("{} answer{plural} with broken calls", self.called);
            parts.push(self.look.paint(style::WARNING, &called));
        }
        if parts.is_empty() {
            parts.push("nothing to change".to_owned());
        }
        format!("{records} {}{plural}: {}", self.unit, parts.join(", "))
    }
}

/// Returns the lines of a text.
fn lines_of(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

fn severity_style(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => style::ERROR,
        Severity::Warning => style::WARNING,
        Severity::Note => style::NOTE,
    }
}

/// A line of source with its marks.
struct Row<'d> {
    line: usize,
    marks: Vec<&'d Excerpt>,
    text: &'d str,
}

impl Row<'_> {
    fn lead(&self) -> usize {
        self.marks[0].mark.start
    }

    /// The marks from the first on; a `|` points between two characters.
    fn carets(&self) -> String {
        let mut out = String::new();
        let mut column = self.lead();
        for excerpt in &self.marks {
            let mark = &excerpt.mark;
            if mark.start < column {
                continue;
            }
            out.push_str(&" ".repeat(mark.start - column));
            let len = mark.len().max(1);
            out.push_str(&if mark.is_empty() { "|".to_owned() } else { "^".repeat(len) });
            column = mark.start + len;
        }
        if self.marks.last().is_some_and(|excerpt| excerpt.is_open) {
            out.push_str("...");
        }
        out
    }
}

/// The first lines of a group, each with all of its places that the same window shows.
fn rows<'d>(group: &[&'d Diagnostic]) -> Vec<Row<'d>> {
    let mut rows: Vec<Row<'d>> = Vec::new();
    for diagnostic in group {
        let (Some(excerpt), Some(place)) = (&diagnostic.excerpt, &diagnostic.place) else { continue };
        let line = place.start.0 + excerpt.skipped;
        let shown = rows.iter().position(|row| row.line == line && *row.text == *excerpt.text);
        match shown {
            Some(index) => rows[index].marks.push(excerpt),
            None if rows.len() == ROWS => break,
            None => rows.push(Row { line, marks: vec![excerpt], text: &excerpt.text }),
        }
    }
    rows
}

/// Breaks a text at spaces so that lines end before `width`: the first one begins at column `first`, the others at
/// `indent`. A word that is too long stands alone.
fn wrap(text: &str, width: usize, first: usize, indent: usize) -> String {
    let mut out = String::new();
    let mut column = first;
    for (index, word) in text.split(' ').enumerate() {
        let len = columns(word);
        if index > 0 && column + 1 + len > width {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else if index > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += len;
    }
    out
}

/// The first different things of a group, as many as there is room for.
fn some(all: impl Iterator<Item = String>, room: usize) -> String {
    let mut seen: Vec<String> = Vec::new();
    let mut used = 0;
    for one in all {
        if seen.contains(&one) {
            continue;
        }
        used += columns(&one) + 2;
        if !seen.is_empty() && (seen.len() == SOME || used > room) {
            return format!("{}, …", seen.join(", "));
        }
        seen.push(one);
    }
    seen.join(", ")
}

/// The text that was in a place, and the one that is there now.
fn texts(diagnostic: &Diagnostic) -> Option<(&str, &str)> {
    Some((&diagnostic.excerpt.as_ref()?.marked, diagnostic.replacement.as_deref()?))
}

fn deed((old, replacement): (&str, &str)) -> String {
    match (old.is_empty(), replacement.is_empty()) {
        (true, _) => format!("insert {}", quoted(replacement)),
        (false, true) => format!("drop {}", quoted(old)),
        (false, false) => format!("{} becomes {}", quoted(old), quoted(replacement)),
    }
}

/// The beginning of a text, in quotes that it does not hold.
fn quoted(text: &str) -> String {
    let text = clip(text, QUOTED);
    if text.contains('`') { format!("\"{text}\"") } else { format!("`{text}`") }
}
