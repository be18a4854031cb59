//! The calls of a record: written, reported, or told about.

use super::Job;
use super::case::Case;
use crate::cli::calls::{self, Outcome, Wanted};
use crate::cli::diagnosis::View;
use crate::cli::options::OnError;
use crate::cli::records::Framing;
use crate::cli::trouble::Trouble;
use crate::core::calls::cause::{HALF_AN_ANSWER, is_half_an_answer};
use crate::core::calls::{Call, Calls, Refused};
use crate::core::json::position::{Position, Positions};
use crate::core::json::{MAX_DEPTH, scan_document};
use crate::core::repair::engine::Failure;
use crate::report::call;
use crate::report::diagnostic::{Diagnostic, Severity};

/// Says that so many calls are left out, because they are history.
#[cold]
fn left_out(count: usize) -> Diagnostic {
    let calls = if count == 1 { "1 call is" } else { &format!("{count} calls are") };
    let message = format!("{calls} left out, because later messages answer them; --history writes them");
    Diagnostic::new(Severity::Note, "history", message)
}

impl Job {
    /// Writes the calls of a record, and reports the blocks that are not calls.
    #[inline(never)]
    pub(super) fn calls(&self, wanted: &Wanted, case: &mut Case<'_>) {
        let Case { text, place, .. } = *case;
        let mut found = match wanted.read(text, &self.guide) {
            Outcome::Read(found) => found,
            Outcome::Unread(failure) => return self.fail(&Trouble::of(failure), case),
        };
        if let Some(hidden) = self.guide.hidden() {
            found.withhold(hidden);
        }
        if is_half_an_answer(text, &found, &self.guide.options()) {
            let advice = "--truncated close reads what is complete of it";
            let trouble = Trouble::new("truncated", HALF_AN_ANSWER, advice, text.len());
            return self.fail(&trouble, case);
        }
        if wanted.misses(&found) {
            let trouble = Trouble::new("no-call", "there is no tool call in this text", "", 0);
            return self.fail(&trouble, case);
        }
        if found.calls.is_empty() && found.refused.is_empty() {
            self.no_call(wanted, found.is_json(), case);
        }
        let settled: Vec<_> = found.calls.iter_mut().map(|call| self.guide.settle(call)).collect();
        case.done.tally.changed += u64::from(found.calls.iter().any(|call| !call.changes.is_empty()));
        let (mut is_written, mut count, cut) = (vec![false; found.calls.len()], 0, case.done.tally.cut);
        // One pass for all places: a text may hold many calls, and many blocks that are not calls.
        let mut positions = Positions::new(text);
        for (at, (call, settled)) in found.calls.iter().zip(settled).enumerate() {
            if let Err(unfit) = settled {
                self.unfit_call(call, unfit, &mut positions, case);
                continue;
            }
            case.done.tally.python += u64::from(self.guide.leaves_python(call));
            case.done.meter.call(call);
            if !self.redact {
                case.done.meter.texts(text.get(call.span.clone()).unwrap_or_default(), Some(&call.arguments));
            }
            if self.counts {
                case.done.tally.count(call.changes.iter().map(|change| change.risk));
            }
            let unknown = self.guide.unknown(call);
            if let Some(message) = &unknown {
                self.warn_of_tool(message, call, &mut positions, case);
            }
            if self.view.is_some() {
                continue;
            }
            case.done.tally.cut += u64::from(!call.complete && case.done.tally.cut == cut);
            case.done.tally.worst = case.done.tally.worst.max(call.risk());
            case.done.tally.calls += 1;
            if let Some(show) = self.report {
                let from = self.origin(&mut case.done.numbers, case.done.tally.records, place);
                call::success(&mut case.done.out, call, unknown.is_none(), from, show);
            } else {
                if let Some(loss) = call.loss() {
                    let at = positions.at(loss.offset);
                    case.warn(loss, at);
                }
                let nth = usize::try_from(case.done.tally.calls).unwrap_or(usize::MAX) - 1;
                let early = self.early.get(nth).filter(|early| early.name == call.name);
                // To write it again with other arguments would run it twice.
                if early.is_some_and(|early| early.to_json() != call.to_json()) {
                    let message =
                        format!("what follows changes the call of `{}`, which is written already", call.name);
                    let trouble = Trouble::new("changed-call", message, "", call.span.start);
                    let at = Some(positions.at(call.span.start));
                    self.tell(&Trouble { at, ..trouble }, case);
                }
                (is_written[at], count) = (true, count + 1);
                if !wanted.with_content && early.is_none() {
                    let line = wanted.line(call, count, &found.calls);
                    calls::write_line(&line, self.style, &mut case.done.out);
                }
            }
        }
        if wanted.with_content && self.view.is_none() && self.report.is_none() {
            let mut is_written = is_written.into_iter();
            found.calls.retain(|_| is_written.next() == Some(true));
            let lines = wanted.messages(text, &self.guide, found.take());
            lines.for_each(|line| calls::write_line(&line, self.style, &mut case.done.out));
        }
        if let Some(View::Findings(detail)) = self.view {
            case.subject(detail).tell_calls(&found.calls, case.done);
        }
        self.left_out(&found, &mut positions, case);
        for refused in &found.refused {
            self.refused(refused, &mut positions, case);
        }
    }

    /// Tells about a block that is not a call.
    #[cold]
    fn refused(&self, refused: &Refused, positions: &mut Positions<'_>, case: &mut Case<'_>) {
        let Case { text, place, ref mut done } = *case;
        let (code, message, offset) = (refused.reason.name(), refused.to_string(), refused.offset());
        let at = Some(positions.at(offset));
        let trouble = Trouble::new(code, message, calls::advice(refused.reason), offset);
        let trouble = Trouble { at, ..trouble };
        done.meter.failed(refused.name.as_deref(), code);
        if !self.redact {
            done.meter.texts(text.get(refused.span.clone()).unwrap_or_default(), None);
        }
        if self.report.is_none() {
            return self.tell(&trouble, case);
        }
        self.count_failure(done);
        let feedback = self.feedback_in(text, refused.span.clone(), &trouble);
        let from = self.origin(&mut done.numbers, done.tally.records, place);
        call::failure(&mut done.out, refused, from, trouble.place(text), &feedback);
    }

    /// A record without a call: it has a line only where lines are to stay aligned, and what cannot be read is told.
    #[cold]
    fn no_call(&self, wanted: &Wanted, is_json: bool, case: &mut Case<'_>) {
        let Case { text, place, ref mut done } = *case;
        let writes = self.on_error == OnError::Null && self.view.is_none() && !wanted.with_content;
        if writes && self.report.is_some() {
            let from = self.origin(&mut done.numbers, done.tally.records, place);
            call::none(&mut done.out, from);
        } else if writes {
            done.out.extend_from_slice(b"null\n");
        }
        if is_json || place.framing == Framing::Document || scan_document(text, MAX_DEPTH).is_ok() {
            return;
        }
        if text.trim_ascii_start().starts_with(b"{") {
            let message = "this record begins as JSON and cannot be read, and no call was found in it";
            let advice = "jmend explain shows what is wrong with it";
            let note =
                Diagnostic { advice: advice.into(), ..Diagnostic::new(Severity::Note, "unread", message) };
            case.note(note, Position { line: 1, column: 1 });
        }
        case.done.tally.skipped += 1;
    }

    /// Tells about a call of a tool that the list does not know. The call is written all the same.
    #[cold]
    fn warn_of_tool(&self, message: &str, call: &Call, positions: &mut Positions<'_>, case: &mut Case<'_>) {
        // To `check` it is a finding.
        case.done.tally.missed += u64::from(self.view.is_some());
        let warning = Diagnostic::new(Severity::Warning, "unknown-tool", message.to_owned());
        let offset = call.span.start;
        match self.view {
            Some(View::Findings(detail)) => {
                case.subject(detail).tell_failure(vec![(offset, warning)], None, case.done);
            }
            _ if self.report.is_some() => {}
            _ => case.note(warning, positions.at(offset)),
        }
    }

    /// Tells about calls that are history, and reports what the text only mentions.
    fn left_out(&self, found: &Calls, positions: &mut Positions<'_>, case: &mut Case<'_>) {
        let answered = found.answered();
        if answered > 0 && self.view.is_none() && self.report.is_none() {
            let at = positions.at(0);
            case.note(left_out(answered), at);
        }
        let mentions = if self.tells_mentions { found.mentions.as_slice() } else { &[] };
        for mention in mentions {
            let at = positions.at(mention.offset());
            let Case { place, ref mut done, .. } = *case;
            let from = self.origin(&mut done.numbers, done.tally.records, place);
            call::failure(&mut done.out, mention, from, at, "");
        }
    }

    /// Tells about a call that its tool would not take.
    fn unfit_call(&self, call: &Call, failure: Failure, positions: &mut Positions<'_>, case: &mut Case<'_>) {
        let Case { text, place, ref mut done } = *case;
        let trouble = Trouble::of(failure).in_call(call);
        let trouble = Trouble { at: trouble.at.or_else(|| Some(positions.at(trouble.offset))), ..trouble };
        done.meter.failed(Some(&call.name), trouble.code);
        if !self.redact {
            done.meter.texts(text.get(call.span.clone()).unwrap_or_default(), None);
        }
        if self.report.is_none() {
            return self.tell(&trouble, case);
        }
        self.count_failure(done);
        let feedback = self.feedback_in(text, call.span.clone(), &trouble);
        let trouble = trouble.for_report(trouble.place(text), &feedback);
        let from = self.origin(&mut done.numbers, done.tally.records, place);
        call::unfit(&mut done.out, call, from, &trouble);
    }
}
