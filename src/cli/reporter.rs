//! Findings and edits become text in input order, when the lines that came before are known.

use std::collections::BTreeMap;

use anyhow::bail;

use super::console::Console;
use super::diagnosis::Format;
use super::input::Source;
use super::output::Sink;
use super::pipeline::Done;
use crate::report::diagnostic::{Diagnostic, Severity};
use crate::report::diff::Hunk;
use crate::report::human::Purpose;
use crate::report::record::Piece;
use crate::report::tally::{Files, Tally};
use crate::report::{Finding, MOST_LISTED, Name, Report};

/// Lines with problems of one code that are listed of a file, where each is a line for people.
const FEW: u64 = 10;

/// The lines of a source with problems of one code.
#[derive(Clone, Copy, Debug, Default)]
struct Lines {
    count: u64,
    /// The last one.
    last: Option<usize>,
}

/// Has no findings.
pub(super) struct Silent;

impl Report for Silent {}

/// Puts findings and edits into text.
pub(super) struct Reporter {
    /// Says whether the clipboard receives what to tell the model.
    copies: bool,
    /// Holds what to tell the model about the first record that is explained.
    tell: Option<String>,
    names: Vec<Name>,
    /// Which sources have problems, where files are checked.
    files: Option<Vec<bool>>,
    /// Problems of the source that are not listed, by code, where few of each are.
    unlisted: Option<(usize, BTreeMap<&'static str, Lines>)>,
    /// Records of the run before the first one of each source.
    before: Vec<Option<u64>>,
    /// Diagnostics that may still be listed of each source; `None` once it was said that there are more.
    left: Vec<Option<usize>>,
    out: Vec<u8>,
    /// Holds what is written first, with the lines and records before its batch.
    pieces: Vec<(Piece, usize, u64)>,
    report: Box<dyn Report>,
}

impl Reporter {
    pub(super) fn new(report: Box<dyn Report>, sources: &[Source]) -> Self {
        let mut out = Vec::new();
        let mut report = report;
        report.begin(&mut out);
        let names: Vec<Name> = sources.iter().map(Source::report_name).collect();
        Self {
            copies: false,
            tell: None,
            files: None,
            unlisted: None,
            left: vec![Some(MOST_LISTED); names.len()],
            before: vec![None; names.len()],
            names,
            out,
            pieces: Vec::new(),
            report,
        }
    }

    /// The reporter of a check.
    pub(super) fn of_check(
        format: Format,
        unit: &'static str,
        console: Console,
        sink: &Sink,
        sources: &[Source],
    ) -> Self {
        Self::new(format.report(console.look(sink.is_terminal()), Purpose::Check, unit), sources)
    }

    /// Counts the files with problems.
    pub(super) fn of_files(self) -> Self {
        Self { files: Some(vec![false; self.names.len()]), ..self }
    }

    /// The files that were checked so far.
    pub(super) fn files(&self) -> Option<Files> {
        let files = self.files.as_ref()?;
        let faulty = files.iter().filter(|is_faulty| **is_faulty).count();
        Some(Files { checked: files.len() as u64, faulty: faulty as u64 })
    }

    /// Copies what to tell the model to the clipboard, if that is wanted.
    pub(super) fn copying(self, copies: bool) -> Self {
        Self { copies, ..self }
    }

    /// Lists few problems of each code of a source.
    pub(super) fn listing_few(self) -> Self {
        Self { unlisted: Some((0, BTreeMap::new())), ..self }
    }

    /// Leaves out what there is too much of.
    fn list_few(&mut self, source: usize, finding: &mut Finding) {
        if self.unlisted.as_ref().is_some_and(|(last, _)| *last != source) {
            self.tell_unlisted();
        }
        let Some((last, counts)) = &mut self.unlisted else { return };
        *last = source;
        finding.diagnostics.retain(|diagnostic| {
            let lines = counts.entry(diagnostic.code).or_default();
            let line = diagnostic.place.as_ref().map(|place| place.start.0);
            if line.is_none() || line != lines.last {
                lines.count += 1;
            }
            lines.last = line;
            lines.count <= FEW
        });
    }

    /// Says how many problems of the last source were left out.
    fn tell_unlisted(&mut self) {
        let Some((source, counts)) = &mut self.unlisted else { return };
        let more = std::mem::take(counts).into_iter().filter(|(_, lines)| lines.count > FEW);
        let note = |(code, lines): (&'static str, Lines)| {
            let message = format!("and on {} more lines of this file", lines.count - FEW);
            Diagnostic::new(Severity::Note, code, message)
        };
        let finding = Finding { diagnostics: more.map(note).collect(), ..Finding::default() };
        if !finding.diagnostics.is_empty() {
            self.report.finding(&self.names[*source], &finding, &mut self.out);
        }
    }

    /// All about one record of a source, with places and numbers of that source.
    pub(super) fn finding(&mut self, source: usize, mut finding: Finding) {
        if self.copies && self.tell.is_none() {
            self.tell = finding.explained.as_mut().and_then(|explained| explained.tell.take());
        }
        if let Some(files) = &mut self.files {
            files[source] |= !finding.diagnostics.is_empty();
        }
        self.list_few(source, &mut finding);
        let Some(left) = self.left[source] else { return };
        let count = finding.diagnostics.len();
        if count <= left {
            self.left[source] = Some(left - count);
        } else {
            self.left[source] = None;
            finding.diagnostics.truncate(left + 1);
            // The first one that is left out says where.
            let Some(Diagnostic { place, record, .. }) = finding.diagnostics.pop() else { return };
            let message = format!("more than {MOST_LISTED} findings in this file; the others are not listed");
            let limit = Diagnostic::new(Severity::Note, "findings-limit", message);
            finding.diagnostics.push(Diagnostic { place, record, ..limit });
        }
        self.report.finding(&self.names[source], &finding, &mut self.out);
    }

    /// Changed lines of a source.
    pub(super) fn hunks(&mut self, source: usize, hunks: &[Hunk]) {
        self.report.hunks(&self.names[source], 0, hunks, &mut self.out);
    }

    /// Puts down what came of a batch, before which `lines` of the source and `records` of the run were handled.
    pub(super) fn batch(&mut self, source: usize, lines: usize, records: u64, done: &mut Done) {
        let pieces = done.numbers.take_pieces();
        self.pieces.extend(pieces.into_iter().map(|piece| (piece, lines, records)));
        // People count the records of a file.
        let records = records - *self.before[source].get_or_insert(records);
        for mut finding in done.findings.drain(..) {
            for diagnostic in &mut finding.diagnostics {
                diagnostic.shift(lines, records);
            }
            if let Some(explained) = &mut finding.explained {
                explained.shift(lines);
            }
            self.finding(source, finding);
        }
        self.report.hunks(&self.names[source], lines, &done.hunks, &mut self.out);
    }

    /// Sends on what was said so far.
    pub(super) fn send(&mut self, sink: &mut Sink) -> anyhow::Result<()> {
        for (piece, lines, records) in self.pieces.drain(..) {
            piece.write(lines, records, &mut |text| sink.put(text))?;
        }
        if self.report.is_safe() {
            sink.put_safe(&self.out)?;
        } else {
            sink.put(&self.out)?;
        }
        self.out.clear();
        Ok(())
    }

    /// Says what comes last.
    pub(super) fn end(&mut self, tally: Tally, sink: &mut Sink) -> anyhow::Result<()> {
        self.tell_unlisted();
        self.report.end(tally, self.files(), &mut self.out);
        self.send(sink)?;
        if !self.copies {
            return Ok(());
        }
        let Some(tell) = self.tell.take() else {
            bail!("there is nothing to tell the model, so nothing was copied")
        };
        match super::clipboard::copy(&tell, sink.is_terminal())? {
            Some(sequence) => sink.put_safe(sequence.as_bytes()),
            None => Ok(()),
        }
    }
}
