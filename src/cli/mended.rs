//! A source whose records are mended while it is read: for commands whose core takes a stream of JSON.

use std::cell::RefCell;
use std::io::{self, Read};
use std::rc::Rc;

use super::console::{Console, Severity};
use super::json_lines::mend;
use super::origins::Origins;
use super::records::{Batch, Event, Framing, Reader, count_lines, split};
use super::trouble::Trouble;
use crate::core::json::is_space;
use crate::core::repair::Options;

/// A source that is mended as it is read: every record becomes its documents, one a line.
pub(super) struct Mended<'m> {
    reader: Reader,
    setting: Setting<'m>,
    origins: Rc<RefCell<Origins>>,
    batch: Batch,
    line: usize,
    /// How many records there were, and how many of them could not be mended.
    pub(super) records: u64,
    pub(super) failed: u64,
    /// Mended text, and how much of it was read.
    text: Vec<u8>,
    taken: usize,
}

/// What is done with records, and where there is something to tell.
pub(super) struct Setting<'m> {
    pub(super) framing: Framing,
    pub(super) options: Options,
    pub(super) console: Console,
    /// What messages call the source.
    pub(super) name: &'m str,
    /// Is the first record that cannot be mended the end?
    pub(super) stops: bool,
}

impl<'m> Mended<'m> {
    /// `origins` is told which record each document is of.
    pub(super) fn new(reader: Reader, setting: Setting<'m>, origins: &Rc<RefCell<Origins>>) -> Self {
        Self {
            reader,
            setting,
            origins: Rc::clone(origins),
            batch: Batch::default(),
            line: 0,
            records: 0,
            failed: 0,
            text: Vec::new(),
            taken: 0,
        }
    }

    /// Mends the next batch of records; `false` at the end.
    fn fill(&mut self) -> io::Result<bool> {
        self.text.clear();
        self.taken = 0;
        self.origins.borrow_mut().forget();
        if self.is_over() {
            return Ok(false);
        }
        let mut batch = std::mem::take(&mut self.batch);
        match self.reader.next(&mut batch) {
            Event::End => return Ok(false),
            Event::Trouble { error, .. } => return Err(error),
            Event::Batch => {}
        }
        self.line += batch.lines_before;
        match self.setting.framing.separator() {
            None => self.record(batch.bytes(), batch.cut),
            Some(separator) => {
                let mut rest = batch.bytes().len();
                for record in split(batch.bytes(), separator) {
                    if self.is_over() {
                        break;
                    }
                    rest = rest.saturating_sub(record.len() + 1);
                    self.record(record, batch.cut && rest == 0);
                    // Records between NUL bytes may span lines.
                    self.line += if separator == b'\n' { 1 } else { count_lines(record) };
                }
            }
        }
        self.batch = batch;
        Ok(true)
    }

    fn is_over(&self) -> bool {
        self.setting.stops && self.failed > 0
    }

    fn record(&mut self, raw: &[u8], is_cut: bool) {
        if self.setting.framing != Framing::Document && raw.iter().copied().all(is_space) {
            return;
        }
        self.records += 1;
        let mended = if is_cut {
            Err(Trouble::too_long())
        } else {
            mend(raw, self.setting.framing, &self.setting.options, &mut self.text)
        };
        match mended {
            Ok(mended) => {
                self.origins.borrow_mut().add(self.records, mended.documents);
                for loss in mended.losses {
                    self.tell(raw, Severity::Warning, &loss);
                }
            }
            Err(trouble) => {
                self.failed += 1;
                self.tell(raw, Severity::Error, &trouble);
            }
        }
    }

    fn tell(&self, raw: &[u8], severity: Severity, trouble: &Trouble) {
        let at = trouble.place(raw);
        let place = format!("{}:{}:{}", self.setting.name, self.line + at.line, at.column);
        let sign = if trouble.advice.is_empty() { "" } else { "; " };
        let message = format!("{} (record {}){sign}{}", trouble.message, self.records, trouble.advice);
        self.setting.console.at(&place, severity, trouble.code, &message);
    }
}

impl Read for Mended<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.taken == self.text.len() {
            if !self.fill()? {
                return Ok(0);
            }
        }
        let len = buffer.len().min(self.text.len() - self.taken);
        buffer[..len].copy_from_slice(&self.text[self.taken..self.taken + len]);
        self.taken += len;
        Ok(len)
    }
}
