//! What is written while the input still comes out of a pipe: calls, each as soon as it is whole, and with `--partial`
//! snapshots of what still grows.
//!
//! At the end the text is read as a whole, as ever, and what was not written yet is.

use std::cell::RefCell;
use std::io::{self, IsTerminal};
use std::mem::take;
use std::sync::Arc;

use super::job::Job;
use crate::cli::calls::{Wanted, write_line};
use crate::cli::guide::Guide;
use crate::cli::input::Source;
use crate::cli::pipeline::{Done, Handler};
use crate::cli::records::Batch;
use crate::cli::rows::{self, Rows};
use crate::core::calls::partial::Snapshots;
use crate::core::calls::{self, Call, News};
use crate::core::json::Style;
use crate::core::repair::engine::Truncated;
use crate::report::record;

/// Returns whether another program may still be writing to standard input.
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

/// Handles one text, read by read.
pub(super) struct Live(RefCell<Growing>);

/// The text so far, and what becomes of it.
struct Growing {
    bytes: Vec<u8>,
    grown: Grown,
    /// What reads the whole text.
    job: Job,
}

impl Live {
    pub(super) fn new(job: Job, grown: Grown) -> Self {
        Self(RefCell::new(Growing { bytes: Vec::new(), grown, job }))
    }
}

impl Handler for Live {
    fn handle(&self, batch: &mut Batch) -> Done {
        let Growing { bytes, grown, job } = &mut *self.0.borrow_mut();
        bytes.extend_from_slice(batch.bytes());
        if !batch.is_last {
            return Done { out: grown.offer(bytes), ..Done::default() };
        }
        if let Grown::Calls(calls) = grown {
            job.skip(take(&mut calls.written));
        }
        let splits = matches!(grown, Grown::Calls(_));
        *batch = Batch::whole(take(bytes), batch.cut, batch.max_bytes);
        if splits {
            batch.framing = rows::found_in(batch.bytes(), Rows::InMessages);
            batch.is_guess = true;
        }
        job.handle(batch)
    }
}

/// What is shown of a text that grows.
pub(super) enum Grown {
    /// Calls.
    Calls(GrowingCalls),
    /// The one document that it is.
    Document(Box<Snapshots>, Style),
}

impl Grown {
    /// Lines about a text that may go on.
    fn offer(&mut self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Self::Calls(calls) => calls.offer(bytes),
            Self::Document(snapshots, style) => {
                let mut out = Vec::new();
                if let Some(snapshot) = snapshots.next(bytes) {
                    record::snapshot(&mut out, [snapshot].into_iter(), false, *style);
                }
                out
            }
        }
    }
}

/// What was written of the calls so far.
pub(super) struct GrowingCalls {
    guide: Arc<Guide>,
    wanted: Wanted,
    style: Style,
    live: calls::Live,
    /// The calls that are whole.
    written: Vec<Call>,
    /// States whether there was a call that its tool would not take. What comes after it waits for the end.
    has_failed: bool,
}

impl GrowingCalls {
    pub(super) fn new(guide: Arc<Guide>, wanted: Wanted, style: Style) -> Self {
        Self { guide, wanted, style, live: calls::Live::default(), written: Vec::new(), has_failed: false }
    }

    /// Lines about the calls of a text that may go on.
    fn offer(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let Self { guide, wanted, style, live, written, has_failed } = self;
        let find = |text: &[u8], truncated: Truncated| {
            let mut found = wanted.read_as(text, guide, truncated).unwrap_or_default();
            if let Some(hidden) = guide.hidden() {
                found.withhold(hidden);
            }
            found
        };
        if *has_failed {
            return out;
        }
        let Some(News { calls, whole, growing }) = live.next(bytes, wanted.is_partial, find) else {
            return out;
        };
        for at in whole {
            let mut call = calls[at].clone();
            if guide.settle(&mut call).is_err() {
                *has_failed = true;
                return out;
            }
            write_line(&wanted.line(&call, at + 1, &calls), *style, &mut out);
            written.push(call);
        }
        if let Some(call) = growing {
            write_line(&wanted.line(&call, written.len() + 1, &calls), *style, &mut out);
        }
        out
    }
}
