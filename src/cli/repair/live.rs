//! Calls out of a pipe, each written as soon as it is whole, and snapshots of calls that still grow (`--partial`).
//!
//! What has arrived is read again whenever more may have ended a call, as a text that is cut off. A call of it is written
//! early where a marker or an envelope says that it is one, whatever follows. At the end the text is read as a whole, as
//! ever, and what was not written yet is.

use std::io::{self, IsTerminal};
use std::sync::Arc;

use super::job::Job;
use crate::cli::calls::{Wanted, write_line};
use crate::cli::guide::Guide;
use crate::cli::input::Source;
use crate::cli::pipeline::{self, Writer};
use crate::cli::records::Batch;
use crate::core::calls::{Call, CallCode, Calls, What};
use crate::core::json::{MAX_DEPTH, Style, Value, parse};
use crate::core::repair::{Code, Risk, Truncated};
use crate::report::call;

/// Bytes of one read.
const CHUNK: usize = 64 << 10;

/// Up to here a text is read again with every piece; of a longer one, this part of it must have come since.
const SHORT: usize = 64 << 10;
const SHARE: usize = 64;

/// Is standard input something that another program may still be writing?
pub(super) fn is_pipe(sources: &[Source]) -> bool {
    *sources == [Source::Stdin] && !is_file() && !io::stdin().is_terminal()
}

#[cfg(unix)]
fn is_file() -> bool {
    use std::os::fd::AsFd;
    let file = io::stdin().as_fd().try_clone_to_owned().map(std::fs::File::from);
    file.and_then(|file| file.metadata()).is_ok_and(|metadata| metadata.is_file())
}

#[cfg(not(unix))]
fn is_file() -> bool {
    true
}

/// What was written of the calls so far.
pub(super) struct Live {
    guide: Arc<Guide>,
    wanted: Wanted,
    style: Style,
    /// The calls that are whole, as lines.
    written: Vec<String>,
    /// The arguments in the last snapshot of the call after those.
    shown: Option<String>,
    /// Bytes that were there when the text was read last.
    read: usize,
}

impl Live {
    pub(super) fn new(guide: Arc<Guide>, wanted: Wanted, style: Style) -> Self {
        Self { guide, wanted, style, written: Vec::new(), shown: None, read: 0 }
    }

    /// Reads standard input to its end, and takes what comes of it to the writer.
    pub(super) fn run(mut self, mut job: Job, max_bytes: u64, mut writer: Writer) -> anyhow::Result<Writer> {
        let mut open = Source::Stdin.open()?;
        let mut bytes = Vec::new();
        let mut chunk = Vec::new();
        let mut error = None;
        loop {
            match open.refill(&mut chunk, 0, CHUNK) {
                Ok(0) => break,
                Ok(count) => bytes.extend_from_slice(&chunk[..count]),
                Err(failed) => {
                    error = Some(failed);
                    break;
                }
            }
            if max_bytes != 0 && bytes.len() as u64 > max_bytes {
                break;
            }
            if self.is_due(&bytes) {
                let out = self.offer(&bytes);
                writer.put_early(&out)?;
            }
        }
        let is_too_long = max_bytes != 0 && bytes.len() as u64 > max_bytes;
        let mut batch = Batch::whole(bytes, is_too_long, max_bytes, error);
        job.skip(self.written);
        let done = pipeline::handle(&job, &mut batch);
        let _ = writer.accept(&job, &mut batch, done)?;
        Ok(writer)
    }

    /// May what came since the text was read last have changed its calls?
    fn is_due(&self, bytes: &[u8]) -> bool {
        let fresh = &bytes[self.read..];
        let is_enough = bytes.len() <= SHORT || fresh.len() >= bytes.len() / SHARE;
        is_enough && (self.wanted.is_partial || fresh.iter().any(|byte| b"}>])\n".contains(byte)))
    }

    /// Lines about the calls of a text that may go on.
    fn offer(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.read = bytes.len();
        let mut out = Vec::new();
        let start = bytes.trim_ascii_start();
        let is_json = start.starts_with(b"{") || start.starts_with(b"[");
        // Of lines that are each a value, the last one may still be coming.
        let known = if is_json { memchr::memrchr(b'\n', bytes).map_or(0, |at| at + 1) } else { bytes.len() };
        let is_ours = |call: &Call| if is_json { call.format.is_envelope } else { call.format.is_sure() };
        let calls = self.calls(&bytes[..known], Truncated::Refuse);
        for (at, call) in calls.iter().enumerate().skip(self.written.len()) {
            if !call.complete || !is_ours(call) || at != self.written.len() {
                break;
            }
            let mut call = call.clone();
            if self.guide.settle(&mut call).is_err() {
                return out;
            }
            let line = self.wanted.line(&call, at + 1, &calls);
            write_line(&line, self.style, &mut out);
            self.written.push(call::text(&call));
            self.shown = None;
        }
        if self.wanted.is_partial {
            let calls = self.calls(bytes, Truncated::Close);
            if let Some(call) = calls.get(self.written.len()).filter(|call| is_ours(call)) {
                self.snapshot(call, &calls, &mut out);
            }
        }
        out
    }

    fn calls(&self, bytes: &[u8], truncated: Truncated) -> Vec<Call> {
        let mut found =
            self.wanted.read_as(bytes, &self.guide, truncated).unwrap_or_else(|_| Calls::default());
        if let Some(hidden) = self.guide.hidden() {
            found.withhold(hidden);
        }
        found.calls
    }

    /// Shows what there is of a call that is not whole, if that says more than the last time and takes nothing back.
    fn snapshot(&mut self, call: &Call, calls: &[Call], out: &mut Vec<u8>) {
        // Where the text is damaged, the parser may yet read it otherwise.
        let is_cut = |what: What| {
            matches!(what, What::Call(CallCode::CallCutOff) | What::Text(Code::CutOff | Code::CutPart))
        };
        if !call.changes.iter().all(|change| change.risk <= Risk::Syntax || is_cut(change.what)) {
            return;
        }
        let Some(arguments) = held(&call.arguments) else { return };
        let before = self.shown.as_deref();
        if before == Some(arguments.as_str()) || before.is_some_and(|before| !is_more(before, &arguments)) {
            return;
        }
        let growing = Call { arguments: arguments.clone(), complete: false, ..call.clone() };
        let line = self.wanted.line(&growing, self.written.len() + 1, calls);
        write_line(&line, self.style, out);
        self.shown = Some(arguments);
    }
}

/// The arguments without a number or word at their end, which may still grow.
fn held(arguments: &str) -> Option<String> {
    let mut value = parse(arguments, MAX_DEPTH).ok()?;
    drop_last_word(&mut value);
    let mut out = Vec::new();
    Style::compact().write_value(&value, &mut out);
    String::from_utf8(out).ok()
}

fn drop_last_word(value: &mut Value<'_>) {
    let is_word = |value: &Value<'_>| matches!(value, Value::Number(_) | Value::Bool(_) | Value::Null);
    match value {
        Value::Object(members) => {
            if members.last().is_some_and(|(_, value)| is_word(value)) {
                members.pop();
            } else if let Some((_, last)) = members.last_mut() {
                drop_last_word(last);
            }
        }
        Value::Array(items) => {
            if items.last().is_some_and(is_word) {
                items.pop();
            } else if let Some(last) = items.last_mut() {
                drop_last_word(last);
            }
        }
        _ => {}
    }
}

/// Does the second snapshot say all that the first one did?
fn is_more(before: &str, after: &str) -> bool {
    let (Ok(before), Ok(after)) = (parse(before, MAX_DEPTH), parse(after, MAX_DEPTH)) else { return false };
    grows(&before, &after)
}

fn grows(before: &Value<'_>, after: &Value<'_>) -> bool {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            before.len() <= after.len()
                && before
                    .iter()
                    .zip(after)
                    .all(|((name, old), (known, new))| name == known && grows(old, new))
        }
        (Value::Array(before), Value::Array(after)) => {
            before.len() <= after.len() && before.iter().zip(after).all(|(old, new)| grows(old, new))
        }
        (Value::String(before), Value::String(after)) => after.raw().starts_with(before.raw()),
        _ => before == after,
    }
}
