//! What becomes of each record of `jmend repair`: its value or its calls, in the wanted form, and what there is to tell.

mod case;
mod checked;
mod found;
mod kept;
mod rewritten;

use std::borrow::Cow;
use std::mem::take;
use std::ops::Range;
use std::sync::Arc;

use self::case::Case;
use super::due::Checked;
use super::fallback::Fallback;
use super::{Args, Setting};
use crate::cli::calls::Wanted;
use crate::cli::diagnosis::{self, View};
use crate::cli::guide::Guide;
use crate::cli::in_place::{EXTRACT, Objection};
use crate::cli::input::{Source, limit};
use crate::cli::options::OnError;
use crate::cli::pipeline::{Done, Handler};
use crate::cli::records::{Batch, Framing, Record};
use crate::cli::rows;
use crate::cli::stats::Meter;
use crate::cli::trouble::{RAW, Trouble, unwrap};
use crate::core::calls::Call;
use crate::core::calls::cause;
use crate::core::calls::cause::feedback::feedback;
use crate::core::json::value::Text;
use crate::core::json::{Layout, Style, Value, is_space, position};
use crate::core::repair::engine::{Failure, FailureCode, Repaired, Strategy};
use crate::report::diagnostic::{Diagnostic, Severity};
use crate::report::diff::{Edit, hunks};
use crate::report::explain::{self, Explained};
use crate::report::no_text::no_text;
use crate::report::record::{Numbers, Origin, Show};
use crate::report::{Look, record};

/// All that the handling of a record needs to know.
#[expect(clippy::struct_excessive_bools, reason = "each says something else")]
pub(super) struct Job {
    /// Calls are wanted, not values.
    calls: Option<Wanted>,
    /// Says whether the changes are counted.
    counts: bool,
    /// The sources that are files, by their paths.
    files: Vec<Option<String>>,
    /// Nothing says where a record ends: rows are found.
    finds_rows: bool,
    /// What records or calls are for.
    guide: Arc<Guide>,
    max_bytes: u64,
    /// Empty; each batch counts into one like it.
    meter: Meter,
    /// Calls that were written before their record was whole.
    early: Vec<Call>,
    fallback: Option<Fallback>,
    on_error: OnError,
    /// The document is shown while it grows, and here as a whole.
    is_partial: bool,
    /// How grave a record is that cannot be handled.
    severity: Severity,
    redact: bool,
    /// A report is wanted, which shows records so.
    report: Option<Show>,
    /// Says whether the report has the calls that are only mentioned, too.
    tells_mentions: bool,
    /// A file is rewritten. Holds whether text around its JSON may be left out.
    rewrites: Option<bool>,
    style: Style,
    /// Says what is due in each source that is checked.
    checked: Option<Vec<Checked>>,
    /// What is wanted in place of JSON.
    pub(super) view: Option<View>,
}

/// Who wrote the text of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// The writer of the record.
    Writer,
    /// The fallback command.
    Fallback,
}

impl Handler for Job {
    fn handle(&self, batch: &mut Batch) -> Done {
        let mut done = self.records(batch);
        if let Some(View::Edits) = self.view {
            done.hunks = hunks(batch.bytes(), &take(&mut done.edits));
        }
        done
    }
}

impl Job {
    fn records(&self, batch: &mut Batch) -> Done {
        let mut done = Done { meter: self.meter.fresh(), ..Done::default() };
        if batch.valid.is_some() {
            done.meter.handled(Strategy::Direct, None);
            done.tally.records = 1;
            return done;
        }
        let framing = batch.framing;
        done.out = batch.take_spare();
        if framing != Framing::Document {
            // What is written is about as long as what is read.
            done.out.reserve(batch.bytes().len() + batch.bytes().len() / 8);
            let is_told = batch.is_guess && batch.is_first && self.checked.is_none();
            done.notes.extend(is_told.then(|| rows::read_as(framing)).flatten());
        }
        for record in batch.records(framing) {
            done.lines = record.line + record.lines;
            let span = record.offset..record.end;
            let whole = &batch.bytes()[span.clone()];
            if framing == Framing::Document || !record.bytes.iter().copied().all(is_space) {
                let (from, before) = (done.out.len(), done.tally);
                self.record(&record, &mut done);
                done.tally.class(before);
                if done.tally.failed > before.failed {
                    done.failed.push(span);
                }
                if self.keeps_lines(framing) && done.tally.failed == before.failed {
                    let is_same = done.tally.changed == before.changed;
                    self.keep_line(whole, is_same, from, &mut done.out);
                }
            } else if self.keeps_blank(framing) && framing.separator() == Some(b'\n') {
                done.out.extend_from_slice(whole);
            }
            if done.stop {
                break;
            }
        }
        done.numbers.settle(&mut done.out);
        if self.passes_documents(framing) && done.tally.failed + done.tally.changed == 0 {
            done.out.clear();
            done.kept.push((0, 0..batch.bytes().len()));
        }
        done
    }

    pub(super) fn new(
        args: &Args,
        setting: &Setting<'_>,
        look: Look,
        meter: Meter,
        sources: &[Source],
    ) -> Self {
        let (if_failed, severity) = setting.policy.on_failure();
        let is_in_place = args.in_place.in_place;
        let if_failed = if is_in_place { OnError::Skip } else { if_failed };
        let (style, redact) = (args.layout.style(Layout::Keep), args.report.redact);
        let report = args.report.report.map(|fixes| Show { style, fixes, redact });
        Self {
            calls: args.calls.as_ref().map(|calls| calls.wanted(setting.policy)),
            checked: args.checked.as_ref().map(|checking| {
                let has_one = args.records.framing().is_none();
                sources.iter().map(|source| Checked::of(source, has_one, checking)).collect()
            }),
            counts: is_in_place || setting.sums_up,
            files: report
                .map_or_else(Vec::new, |_| sources.iter().map(|source| source.report_name().path).collect()),
            finds_rows: args.records.framing().is_none(),
            is_partial: args.partial,
            guide: Arc::clone(&setting.guide),
            max_bytes: args.records.input.max_bytes,
            meter,
            early: Vec::new(),
            fallback: Fallback::new(&args.fallback, limit(args.records.input.max_bytes)),
            on_error: args.end.on_error.unwrap_or(if_failed),
            severity,
            redact,
            report,
            tells_mentions: report.is_some() && setting.console.verbose,
            rewrites: is_in_place.then_some(args.extract),
            style,
            view: args.product.view(args.records.framing == Some(Framing::Strings), look),
        }
    }

    /// Returns whether calls are shown while they grow.
    pub(super) fn shows_pieces(&self) -> bool {
        self.calls.as_ref().is_some_and(|wanted| wanted.is_partial)
    }

    /// Leaves out calls that were written early.
    pub(super) fn skip(&mut self, early: Vec<Call>) {
        self.early = early;
    }

    /// How deeply a document may be nested that goes out as it came in, if it is valid and need not be in memory.
    pub(super) fn passes(&self) -> Option<usize> {
        let may_pass = self.guide.is_idle() && self.passes_documents(Framing::Document);
        may_pass.then(|| self.guide.options().max_depth)
    }

    fn record(&self, place: &Record<'_>, done: &mut Done) {
        let raw = place.bytes;
        done.tally.records += 1;
        if place.is_too_long {
            let trouble = Trouble::too_long(self.max_bytes);
            done.meter.failed(None, trouble.code);
            return self.tell(&trouble, &mut Case { text: b"", place, done });
        }
        let text = match place.framing {
            Framing::Strings => unwrap(raw),
            _ => Ok(Cow::Borrowed(raw)),
        };
        let text = match text {
            Ok(text) => text,
            Err(trouble) => return self.fail(&trouble, &mut Case { text: raw, place, done }),
        };
        let case = &mut Case { text: &text, place, done };
        if let Some(wanted) = &self.calls {
            return self.calls(wanted, case);
        }
        let mut repaired = match self.guide.repair(&text) {
            Ok(repaired) => repaired,
            Err(unfit) => return self.refuse(unfit, case),
        };
        let is_valid = repaired.strategy == Strategy::Direct && repaired.fixes.is_empty();
        if is_valid && self.passes_lines(place.framing) {
            return self.pass(&repaired, case);
        }
        match self.objection(&text, &repaired, place) {
            None => self.succeed(&mut repaired, By::Writer, case),
            Some(Objection::Wrapper(_, trouble) | Objection::Loss(trouble)) => self.fail(&trouble, case),
            Some(Objection::Jsonc(offset)) => {
                let message = "JSON with comments is left as it is";
                let note = Diagnostic {
                    advice: EXTRACT.into(),
                    ..Diagnostic::new(Severity::Note, "jsonc", message)
                };
                case.note(note, position(&text, offset));
                case.done.out.extend_from_slice(raw);
            }
        }
        repaired.give_back();
    }

    /// A record that was refused: the fallback command is asked, where there is one, and its answer is a record like
    /// any other.
    #[cold]
    fn refuse(&self, failure: Failure, case: &mut Case<'_>) {
        let Case { text, place, .. } = *case;
        let mut trouble = self.with_objection(Trouble::of(failure), text, place);
        if trouble.failure.as_deref() == Some(&FailureCode::NoJson) {
            match no_text(text) {
                Some((what, advice)) => (trouble.message, trouble.advice) = (what.to_owned(), advice),
                None if self.view.is_none() => trouble.advice = RAW,
                None => {}
            }
        }
        let Some(fallback) = &self.fallback else { return self.fail(&trouble, case) };
        let why = match fallback.ask(text, &trouble, &self.feedback(text, &trouble)) {
            Ok(answer) => match self.guide.repair(&answer) {
                Ok(mut repaired) => {
                    let is_repaired = repaired.fixes.kinds().any(|fix| fix.replacement.is_some());
                    case.done.tally.changed += u64::from(!is_repaired);
                    if self.view.is_none() && self.report.is_none() {
                        let message = format!("{}; the value is the fallback command's", trouble.message);
                        let note = Diagnostic::new(Severity::Note, "fallback", message);
                        case.note(note, trouble.place(text));
                    }
                    let case = &mut Case { text: &answer, place, done: case.done };
                    return self.succeed(&mut repaired, By::Fallback, case);
                }
                Err(failure) => format!("its answer was refused as well: {}", Trouble::of(failure).message),
            },
            Err(why) => why,
        };
        trouble.message = format!("{}; the fallback command was asked, but {why}", trouble.message);
        self.fail(&trouble, case);
    }

    /// What a program can tell the model about a failure.
    fn feedback(&self, text: &[u8], trouble: &Trouble) -> String {
        self.feedback_in(text, 0..text.len(), trouble)
    }

    /// The same about a part of the text, of which alone it shows something.
    fn feedback_in(&self, text: &[u8], part: Range<usize>, trouble: &Trouble) -> String {
        let at = trouble.place(text);
        let shown = text.get(part.clone()).filter(|_| !self.redact);
        feedback(trouble.code, &trouble.message, at, trouble.offset.saturating_sub(part.start), shown)
    }

    /// Why a text is as it is, and what to do about it.
    #[cold]
    fn explained(&self, text: &[u8], outcome: Result<&Repaired<'_>, Option<FailureCode>>) -> Explained {
        explain::explained(text, &cause::examine(text, outcome, &self.guide.options()), outcome.ok())
    }

    /// Counts a record that came out as JSON, where that is asked for.
    #[inline]
    pub(super) fn measure(&self, text: &[u8], repaired: &Repaired<'_>, done: &mut Done) {
        done.meter.repaired(repaired);
        if !self.redact {
            done.meter.texts(text, Some(&repaired.text));
        }
    }

    fn succeed(&self, repaired: &mut Repaired<'_>, by: By, case: &mut Case<'_>) {
        let (text, place, done) = (case.text, case.place, &mut *case.done);
        self.measure(text, repaired, done);
        let is_changed = self.is_change(text, repaired, place);
        done.tally.changed += u64::from(is_changed);
        done.tally.cut += u64::from(repaired.truncated.is_some());
        if is_changed {
            done.tally.worst = done.tally.worst.max(repaired.risk());
        }
        if self.counts {
            let changes = repaired.fixes.iter().filter(|fix| fix.replacement.is_some());
            done.tally.count(changes.map(|fix| fix.risk));
        }
        match self.view {
            None => {}
            Some(View::Findings(detail)) => return self.find(repaired, detail, case),
            Some(View::Edits) => {
                if is_changed {
                    self.edit(repaired, case);
                }
                return;
            }
        }
        if let Some(show) = self.report {
            let from = self.origin(&mut done.numbers, done.tally.records, place);
            let from = Origin { is_fallback: by == By::Fallback, ..from };
            let rest = record::success(&mut done.out, text, repaired, from, show);
            return rest.into_iter().for_each(|rest| done.numbers.put_off(&mut done.out, rest));
        }
        for loss in repaired.losses(text.len()) {
            // A place in an answer is not one of the file.
            let at = position(text, if by == By::Fallback { 0 } else { loss.offset });
            case.warn(loss, at);
        }
        let done = &mut *case.done;
        if self.is_partial {
            let texts = repaired.documents.iter().map(|document| &repaired.text[document.clone()]);
            return record::snapshot(&mut done.out, texts, repaired.truncated.is_none(), self.style);
        }
        if self.passes_documents(place.framing) && by == By::Writer {
            if !repaired.fixes.is_empty() {
                // The one document goes out in the memory it was written to.
                let mut text = take(&mut repaired.text).into_owned();
                // What stands after it is white space, which stays.
                if !text.ends_with('\n') {
                    // To grow for one byte would double the memory of a large record.
                    text.reserve_exact(1);
                    text.push('\n');
                }
                done.out = text.into_bytes();
            }
            return;
        }
        self.write(repaired, place.framing, &mut done.out);
    }

    /// What becomes of the bytes of a record.
    #[inline(never)]
    fn edit(&self, repaired: &Repaired<'_>, case: &mut Case<'_>) {
        let Case { text, place, ref mut done } = *case;
        if place.framing == Framing::Document {
            done.edits = diagnosis::edits_of_document(text, repaired);
            return;
        }
        let mut with = Vec::new();
        self.write(repaired, place.framing, &mut with);
        with.pop();
        done.edits
            .push(Edit { span: place.offset..place.offset + place.bytes.len(), with: Cow::Owned(with) });
    }

    /// A record that could not be handled: counted and told about.
    #[cold]
    fn fail(&self, trouble: &Trouble, case: &mut Case<'_>) {
        case.done.meter.failed(None, trouble.code);
        if !self.redact {
            case.done.meter.texts(case.text, None);
        }
        self.tell(trouble, case);
    }

    /// Something could not be handled, and what becomes of the rest is as the user said.
    fn count_failure(&self, done: &mut Done) {
        done.tally.failed += 1;
        done.stop = self.on_error == OnError::Stop;
    }

    #[cold]
    fn tell(&self, trouble: &Trouble, case: &mut Case<'_>) {
        let Case { text, place, ref mut done } = *case;
        self.count_failure(done);
        let at = trouble.place(text);
        if self.report.is_some() {
            let feedback = self.feedback(text, trouble);
            let from = self.origin(&mut done.numbers, done.tally.records, place);
            record::failure(&mut done.out, from, &trouble.for_report(at, &feedback));
            return;
        }
        if let Some(View::Findings(detail)) = self.view {
            let explained =
                detail.explains.then(|| self.explained(text, Err(trouble.failure.as_deref().copied())));
            return case.subject(detail).tell_failure(trouble.diagnostics(), explained, case.done);
        }
        match self.on_error {
            _ if self.view.is_some() => {}
            OnError::Skip | OnError::Stop => {}
            OnError::Raw if !place.is_too_long => {
                let text = String::from_utf8_lossy(text);
                self.style.write_value(&Value::String(Text::from_plain(&text)), &mut done.out);
                done.out.push(b'\n');
            }
            OnError::Null | OnError::Raw => done.out.extend_from_slice(b"null\n"),
        }
        case.note(trouble.diagnostic(self.severity), at);
    }

    /// Where a record comes from, for a report.
    fn origin<'n>(&'n self, numbers: &'n mut Numbers, record: u64, place: &Record<'_>) -> Origin<'n> {
        let is_one = place.framing == Framing::Document;
        let file = self.files.get(place.source).and_then(Option::as_deref);
        Origin { file, is_fallback: false, place: (!is_one).then_some((numbers, place.line + 1, record)) }
    }
}
