//! What comes of the bytes of a batch: text with other strings in it, or what there is to say about those strings.

use std::borrow::Cow;
use std::mem::take;
use std::ops::Range;

use crate::cli::diagnosis::{Spot, Subject, View};
use crate::cli::pipeline::Done;
use crate::core::repair::engine::Repaired;
use crate::report::diagnostic::{Diagnostic, Place, Severity};
use crate::report::diff::{Edit, hunks};

/// Unchanged bytes that are written from where they were read; fewer are copied.
const WORTH_A_PIECE: usize = 2 << 10;

/// What came of the first bytes of a batch.
pub(super) struct Part {
    pub(super) done: Done,
    /// Bytes of the batch that `done` stands for; what follows them is written unchanged.
    pub(super) copied: usize,
    /// How severe a failure is.
    pub(super) severity: Severity,
    /// What is wanted in place of the text.
    view: Option<View>,
}

impl Part {
    pub(super) fn new(done: Done, severity: Severity, view: Option<View>) -> Self {
        Self { copied: done.taken, done, severity, view }
    }

    /// What comes before `gone` is written unchanged, and what is appended to `out` next takes the place of `gone`.
    pub(super) fn replace(&mut self, input: &[u8], gone: Range<usize>) {
        let kept = self.copied..gone.start;
        if kept.len() < WORTH_A_PIECE {
            self.done.out.extend_from_slice(&input[kept]);
        } else {
            self.done.kept.push((self.done.out.len(), kept));
        }
        self.copied = gone.end;
    }

    /// The result, in which what is not replaced is written unchanged.
    pub(super) fn end(mut self, input: &[u8]) -> Done {
        let taken = self.done.taken;
        if self.view.is_some() {
            self.done.out.clear();
            self.done.kept.clear();
        } else {
            self.replace(input, taken..taken);
        }
        self.done
    }

    /// The result of a whole batch.
    pub(super) fn end_batch(self, input: &[u8]) -> Done {
        let mut done = self.end(input);
        done.hunks = hunks(input, &take(&mut done.edits));
        done
    }

    /// The string at `span` becomes `with`.
    pub(super) fn edit(&mut self, input: &[u8], span: Range<usize>, with: &[u8]) {
        match self.view {
            None => {
                self.replace(input, span);
                self.done.out.extend_from_slice(with);
            }
            Some(View::Edits) => {
                self.done.edits.push(Edit { span, with: Cow::Owned(with.to_vec()) });
            }
            Some(View::Findings(_)) => {}
        }
    }

    /// The string of `len` bytes that ends at `end` becomes `with`, where all of it is here.
    pub(super) fn edit_ending(&mut self, input: &[u8], end: usize, len: usize, with: &[u8]) {
        match end.checked_sub(len) {
            Some(start) => self.edit(input, start..end, with),
            None => {
                self.refuse("size", "a string in a line that is too long for a diff would change".to_owned());
            }
        }
    }

    /// What a repair did to the string at `pointer`, where that is known.
    pub(super) fn found(&mut self, text: &str, repaired: &Repaired<'_>, pointer: Option<&str>) {
        if let Some(subject) = self.subject(text.as_bytes(), self.done.lines) {
            let from = self.done.findings.len();
            subject.tell(repaired, None, &mut self.done);
            for diagnostic in self.done.findings[from..].iter_mut().flat_map(|found| &mut found.diagnostics) {
                let inner = diagnostic.path.take().unwrap_or_default();
                diagnostic.path = pointer.map(|pointer| format!("{pointer}{inner}"));
            }
        }
    }

    /// Returns what findings are about, after so many lines of the batch.
    fn subject<'t>(&self, text: &'t [u8], line: usize) -> Option<Subject<'t>> {
        match self.view {
            Some(View::Findings(detail)) => Some(Subject { text, detail, spot: Spot { line, record: None } }),
            _ => None,
        }
    }

    /// A string that could not be repaired.
    pub(super) fn refuse(&mut self, code: &'static str, message: String) {
        self.done.meter.failed(None, code);
        self.fail(code, message);
    }

    pub(super) fn fail(&mut self, code: &'static str, message: String) {
        self.fail_at(self.done.lines + 1, code, message);
    }

    /// A failure in a line of the batch, from 1; 0 is the last line of the batch before.
    pub(super) fn fail_at(&mut self, line: usize, code: &'static str, message: String) {
        self.done.tally.failed += 1;
        match self.subject(b"", line.saturating_sub(1)) {
            None => self.tell(line, self.severity, code, message),
            Some(subject) => {
                let (reason, from) =
                    (Diagnostic::new(Severity::Error, code, message), self.done.findings.len());
                subject.tell_failure(Vec::from([(0, reason)]), None, &mut self.done);
                let fresh = self.done.findings[from..].iter_mut().flat_map(|found| &mut found.diagnostics);
                for place in fresh.filter_map(|diagnostic| diagnostic.place.as_mut()) {
                    (place.start.0, place.end.0) = (line, line);
                }
            }
        }
    }

    /// A message about a line of the batch, from 1.
    pub(super) fn tell(&mut self, line: usize, severity: Severity, code: &'static str, message: String) {
        let place = Some(Place::line(line, None));
        self.done.notes.push(Diagnostic { place, ..Diagnostic::new(severity, code, message) });
    }
}
