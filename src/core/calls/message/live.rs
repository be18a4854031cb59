//! Calls of a text that is still being written: each is handed out as soon as it is whole.
//!
//! What there is of the text is read again whenever more may have ended a call, as a text that is cut off. A call counts
//! where a marker or an envelope says that it is one, whatever follows, and where nothing is wrong with its text that what
//! follows may put right; the others are left to the end.

use crate::core::calls::partial::{Pace, is_cut};
use crate::core::calls::types::call::{Call, Calls, Reason, Refused};
use crate::core::calls::types::change::{CallCode, Change, What};
use crate::core::json::growing::{grows, held};
use crate::core::json::{MAX_DEPTH, scan_document};
use crate::core::repair::engine::{FailureCode, Risk, Truncated};

/// What was handed out so far.
#[derive(Debug, Default)]
pub struct Live {
    given: usize,
    /// The arguments in the last snapshot of the call after those.
    shown: Option<String>,
    /// Bytes that were there when the text was read last.
    read: usize,
    pace: Pace,
}

/// What is new.
#[derive(Debug, Default)]
pub struct News {
    /// All calls so far that are whole, and some that may not be.
    pub calls: Vec<Call>,
    /// Which of them are whole and were not handed out before.
    pub whole: std::ops::Range<usize>,
    /// The call after those, with its arguments so far, where there is more of it to show than before.
    pub growing: Option<Call>,
}

impl Live {
    /// What there is to hand out of `text`, which is all of the text so far. `shows` says whether calls are wanted while they
    /// grow, and `find` reads a text.
    pub fn next(
        &mut self,
        text: &[u8],
        shows: bool,
        find: impl Fn(&[u8], Truncated) -> Calls,
    ) -> Option<News> {
        let may_end = |byte: &u8| b"}>])\n".contains(byte);
        let (before, fresh) = text.split_at(self.read);
        // What follows a bracket says whether it ended a call or stood in a string.
        let is_open = before.trim_ascii_end().ends_with(b")") && !fresh.trim_ascii().is_empty();
        let is_due = shows || is_open || fresh.iter().any(may_end);
        if !is_due || !self.pace.may_read(text.len()) {
            return None;
        }
        self.read = text.len();
        let start = text.trim_ascii_start();
        let is_json = start.starts_with(b"{") || start.starts_with(b"[");
        // Of lines that are each a value, the last one may still be coming.
        let is_stream =
            ["data:", "event:", "id:", ":"].iter().any(|field| start.starts_with(field.as_bytes()));
        // Of one value on several lines, only the end says whose words it holds.
        let first = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let is_one = is_json && first.len() < start.len() && scan_document(first, MAX_DEPTH).is_err();
        let known = if is_one {
            0
        } else if is_json || is_stream {
            memchr::memrchr(b'\n', text).map_or(0, |at| at + 1)
        } else {
            text.len()
        };
        let is_ours = |call: &Call| if is_json { call.format.is_envelope } else { call.format.is_sure() };
        let is_whole = |call: &&Call| {
            call.complete && !call.may_move && is_ours(call) && is_settled(call, &text[..known])
        };
        let found = find(&text[..known], Truncated::Refuse);
        // What follows may complete a call of an envelope that is open, and the calls after it come after it.
        let is_open = |refused: &&Refused| {
            refused.format.is_envelope && matches!(refused.reason, Reason::Repair(FailureCode::Truncated(_)))
        };
        let limit = found.refused.iter().find(is_open).map_or(usize::MAX, |refused| refused.span.start);
        let calls = found.calls;
        let is_next = |call: &&Call| call.span.start < limit && is_whole(call);
        let fresh = calls.iter().skip(self.given).take_while(is_next).count();
        let from = self.given.min(calls.len());
        let whole = from..from + fresh;
        self.given += fresh;
        if fresh > 0 {
            self.shown = None;
        }
        let mut growing = None;
        if shows {
            let calls = find(text, Truncated::Close).calls;
            growing = calls
                .into_iter()
                .nth(self.given)
                .filter(|call| is_ours(call) && !call.may_move)
                .and_then(|call| self.snapshot(call));
        }
        Some(News { calls, whole, growing })
    }

    /// What there is of a call that is not whole, if that says more than the last time and takes nothing back.
    fn snapshot(&mut self, call: Call) -> Option<Call> {
        // Where the text is damaged, the parser may yet read it otherwise.
        let is_of_cut = |change: &Change| match change.what {
            What::Call(code) => code == CallCode::CallCutOff,
            What::Text(code) => is_cut(code),
        };
        if !call.changes.iter().all(|change| change.risk <= Risk::Syntax || is_of_cut(change)) {
            return None;
        }
        let arguments = held(&call.arguments)?;
        let is_more = |before: &String| *before != arguments && grows(before, &arguments);
        if !self.shown.as_ref().is_none_or(is_more) {
            return None;
        }
        self.shown = Some(arguments.clone());
        Some(Call { arguments, complete: false, ..call })
    }
}

/// Returns whether nothing that follows can change what was read of the text so far.
///
/// The text of a call may lack a quote, a bracket, or a tag only because it is still to come: a value may hold the tag that
/// seemed to close the call, its id and more arguments may stand after its arguments, and a quote and a bracket of Python in a string.
fn is_settled(call: &Call, text: &[u8]) -> bool {
    let (inside, rest) = text.split_at(call.place.end.min(text.len()));
    let is_closed = memchr::memchr(b'}', rest).is_some();
    let may_be_string = inside.ends_with(b")") && rest.trim_ascii().is_empty();
    let may_gain_arguments = call.may_gain_arguments && may_go_on(&text[call.span.end.min(text.len())..]);
    let is_certain = |change: &Change| match change.what {
        What::Call(code) => code != CallCode::MissingClose,
        What::Text(_) => change.risk <= Risk::Syntax || is_closed && change.span.start >= inside.len(),
    };
    !may_be_string && !may_gain_arguments && call.changes.iter().all(is_certain)
}

/// Returns whether an object may go on with what follows it or is still to come: a bracket too many, or a comma with a key.
fn may_go_on(after: &[u8]) -> bool {
    match after.trim_ascii_start() {
        [] | [b'}', ..] => true,
        [b',', next @ ..] => !next.trim_ascii_start().starts_with(b"{"),
        _ => false,
    }
}
