//! What of the input goes out as it came in, and how documents are written.

use super::Job;
use super::case::Case;
use crate::cli::options::OnError;
use crate::cli::records::Framing;
use crate::core::json::{Layout, Style};
use crate::core::repair::engine::Repaired;

impl Job {
    /// Returns whether valid documents go out as they came in.
    pub(super) fn passes_documents(&self, framing: Framing) -> bool {
        framing == Framing::Document && self.writes_json() && self.is_verbatim()
    }

    /// Returns whether valid lines go out as they came in, with one line end.
    #[inline]
    pub(super) fn passes_lines(&self, framing: Framing) -> bool {
        framing == Framing::Lines
            && self.writes_json()
            && self.is_verbatim()
            && self.rewrites.is_none()
            && self.checked.is_none()
    }

    pub(super) fn writes_json(&self) -> bool {
        self.report.is_none() && !self.is_partial && self.calls.is_none() && self.view.is_none()
    }

    /// Returns whether valid lines keep their bytes, line ends included. They do in a file that is rewritten, and where the
    /// rows of a text were found: read as one document, such a text passes byte for byte, too.
    pub(super) fn keeps_lines(&self, framing: Framing) -> bool {
        framing == Framing::Lines && self.writes_json() && (self.rewrites.is_some() || self.finds_rows)
    }

    /// Returns whether blank lines keep their place. They do with the lines around them, and where lines are to stay aligned.
    pub(super) fn keeps_blank(&self, framing: Framing) -> bool {
        self.on_error == OnError::Null && self.writes_json()
            || self.keeps_lines(framing) && self.is_verbatim()
    }

    /// Leaves a line as it was; of one that was repaired in a file that is rewritten, its end.
    pub(super) fn keep_line(&self, line: &[u8], is_same: bool, from: usize, out: &mut Vec<u8>) {
        if is_same && self.is_verbatim() {
            out.truncate(from);
            out.extend_from_slice(line);
        } else if self.rewrites.is_some()
            && !matches!(self.style.layout, Layout::Pretty(_))
            && out.pop().is_some()
        {
            let end = line.iter().rev().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
            out.extend_from_slice(&line[line.len() - end..]);
        }
    }

    /// Returns whether the layout leaves valid text as it is.
    pub(super) fn is_verbatim(&self) -> bool {
        self.style.layout == Layout::Keep && !self.style.sort_keys && !self.style.ascii
    }

    /// A valid line goes out as it came in, as most records do.
    #[inline]
    pub(super) fn pass(&self, repaired: &Repaired<'_>, case: &mut Case<'_>) {
        let Case { text, ref mut done, .. } = *case;
        self.measure(text, repaired, done);
        for document in &repaired.documents {
            done.out.extend_from_slice(&repaired.text.as_bytes()[document.clone()]);
        }
        done.out.push(b'\n');
    }

    /// Writes each document and a line end. Where a record is one line, a document that spans lines becomes compact.
    pub(super) fn write(&self, repaired: &Repaired<'_>, framing: Framing, out: &mut Vec<u8>) {
        let may_span_lines = match framing {
            Framing::Document => false,
            // What came as one line is one where no change puts a line end into it.
            Framing::Lines => {
                let mut replacements = repaired.fixes.kinds().filter_map(|fix| fix.replacement.as_deref());
                replacements.any(|text| text.as_bytes().contains(&b'\n'))
            }
            _ => true,
        };
        for document in &repaired.documents {
            let text = &repaired.text[document.clone()];
            let spans_lines = || may_span_lines && memchr::memchr(b'\n', text.as_bytes()).is_some();
            if self.style.layout == Layout::Keep && spans_lines() {
                Style { layout: Layout::Compact, ..self.style }.write_text(text, out);
            } else if self.is_verbatim() {
                out.extend_from_slice(text.as_bytes());
            } else {
                self.style.write_text(text, out);
            }
            out.push(b'\n');
        }
    }
}
