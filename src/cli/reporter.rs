//! Findings and edits become text in input order, when the lines that came before are known.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::mem::take;

use anyhow::bail;

use super::console::Console;
use super::diagnosis::Format;
use super::input::Source;
use super::output::Sink;
use super::pipeline::Done;
use crate::report::diagnostic::{Diagnostic, Severity, by_line};
use crate::report::diff::Hunk;
use crate::report::human::Purpose;
use crate::report::record::Piece;
use crate::report::tally::{Files, Tally};
use crate::report::{Finding, MOST_LISTED, Name, Report};

/// Problems that are listed of a file, where each is a line for people.
const FEW: usize = 10;

/// Codes that the line about the others names.
const NAMED: usize = 4;

/// The problems of a source that are not listed, where few are.
#[derive(Debug, Default)]
struct Unlisted {
    source: usize,
    /// Counts those that are listed.
    listed: usize,
    /// Counts the others, by code.
    others: BTreeMap<&'static str, usize>,
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
    /// Which sources have problems, where files are checked, and how many files were left out.
    files: Option<(Vec<bool>, u64)>,
    /// Holds what is not listed of the last source, where only a few problems are.
    unlisted: Option<Unlisted>,
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

    /// Counts the files with problems, of those that are left when `skipped` files were left out.
    pub(super) fn of_files(self, skipped: u64) -> Self {
        Self { files: Some((vec![false; self.names.len()], skipped)), ..self }
    }

    /// Returns the files that were checked so far.
    pub(super) fn files(&self) -> Option<Files> {
        let (files, skipped) = self.files.as_ref()?;
        let faulty = files.iter().filter(|is_faulty| **is_faulty).count();
        Some(Files { checked: files.len() as u64, faulty: faulty as u64, skipped: *skipped })
    }

    /// Copies what to tell the model to the clipboard, if that is wanted.
    pub(super) fn copying(self, copies: bool) -> Self {
        Self { copies, ..self }
    }

    /// Lists few problems of each source.
    pub(super) fn listing_few(self) -> Self {
        Self { unlisted: Some(Unlisted::default()), ..self }
    }

    /// Leaves out what there is too much of. What is one line for people counts once.
    fn list_few(&mut self, source: usize, finding: &mut Finding) {
        if self.unlisted.as_ref().is_some_and(|unlisted| unlisted.source != source) {
            self.tell_unlisted();
        }
        let Some(unlisted) = &mut self.unlisted else { return };
        unlisted.source = source;
        let lines = by_line(&finding.diagnostics);
        let room = FEW.saturating_sub(unlisted.listed);
        for line in lines.iter().skip(room) {
            *unlisted.others.entry(line.code).or_default() += line.count;
        }
        unlisted.listed += lines.len().min(room);
        if lines.len() > room {
            finding.diagnostics = lines.into_iter().take(room).map(Cow::into_owned).collect();
        }
    }

    /// Says how many problems of the last source were left out.
    fn tell_unlisted(&mut self) {
        let Some(unlisted) = self.unlisted.as_mut().map(take).filter(|unlisted| !unlisted.others.is_empty())
        else {
            return;
        };
        let Unlisted { source, others, .. } = unlisted;
        let count: usize = others.values().sum();
        let mut codes: Vec<String> =
            others.iter().take(NAMED).map(|(code, count)| format!("{count} {code}")).collect();
        if others.len() > NAMED {
            codes.push("…".to_owned());
        }
        let message =
            format!("and {count} more in this file ({}); --format json lists all", codes.join(", "));
        let note = Diagnostic::new(Severity::Note, "findings-limit", message);
        let finding = Finding { diagnostics: Vec::from([note]), ..Finding::default() };
        self.report.finding(&self.names[source], &finding, &mut self.out);
    }

    /// All about one record of a source, with places and numbers of that source.
    pub(super) fn finding(&mut self, source: usize, mut finding: Finding) {
        if self.copies && self.tell.is_none() {
            self.tell = finding.explained.as_mut().and_then(|explained| explained.tell.take());
        }
        if let Some((files, _)) = &mut self.files {
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

    /// Records the results of a batch, after `lines` of the source and `records` of the run.
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
