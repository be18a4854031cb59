//! One result: looked at, kept where that is asked for, and previewed.
//!
//! A preview says that the full result is stored, so it is printed only after that is true.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::builder::{self, Builder};
use crate::cli::console::{Console, Diagnostic, Severity};
use crate::cli::json_input::Report;
use crate::cli::store::{Entry, StoreError};
use crate::core::json::stream::{Context, Fault, Input, Notice, Summary};
use crate::core::preview::{Hint, InferOptions, Keep, Shape, custom, infer, inferred};

/// What is done with each result.
pub(super) struct Job {
    pub(super) options: InferOptions,
    pub(super) hint: Hint,
    pub(super) builder: Option<Builder>,
    /// The cache directory, and the key of the call.
    pub(super) store: Option<(PathBuf, String)>,
    pub(super) tool: String,
    pub(super) timeout: Option<Duration>,
    pub(super) console: Console,
}

impl Job {
    /// Is nothing of a result needed but its shape?
    pub(super) fn is_streamed(&self) -> bool {
        self.builder.is_none() && self.store.is_none()
    }

    /// Previews what `input` holds.
    pub(super) fn run(
        &self,
        input: Input<'_>,
        output: &mut dyn Write,
        report: Report<'_>,
    ) -> io::Result<Summary> {
        if !self.is_streamed() {
            return self.whole(input, output, report);
        }
        let mut found = |shape: Shape| writeln!(output, "{}", inferred(&shape, &self.hint));
        infer(input, &self.options, Keep::Nothing, &mut found, report)
    }

    /// Previews the one result that `input` holds, and keeps it.
    fn whole(&self, input: Input<'_>, output: &mut dyn Write, report: Report<'_>) -> io::Result<Summary> {
        let entry = self.store.as_ref().map(|(directory, key)| Entry::create(directory, key)).transpose();
        let mut kept = Kept {
            entry: entry.map_err(|error| io::Error::other(StoreError(format!("{error:#}"))))?,
            text: self.builder.as_ref().map(|_| Vec::new()),
            room: self.options.limits.max_bytes,
        };
        let mut shapes = Vec::new();
        let mut found = |shape| {
            shapes.push(shape);
            Ok(())
        };
        let mut summary = infer(input, &self.options, Keep::In(&mut kept), &mut found, report)?;
        if summary.failed > 0 || summary.records == 0 {
            return Ok(summary);
        }
        let [shape] = &shapes[..] else {
            summary.failed += 1;
            let message = "there is more than one result; for rows that stand one a line say --ndjson";
            let fault = Fault { record: 2, ..Fault::new("several-results", message, 0) };
            let _ = report(&Notice { context: Context::default(), fault, position: None, other: None });
            return Ok(summary);
        };
        let preview = self.preview(shape, kept.text);
        if let Some(entry) = kept.entry {
            entry.commit()?;
        }
        writeln!(output, "{preview}")?;
        Ok(summary)
    }

    /// What the custom builder makes of the result, or else the metadata.
    fn preview(&self, shape: &Shape, text: Option<Vec<u8>>) -> String {
        let (Some(builder), Some(text)) = (&self.builder, text) else {
            return inferred(shape, &self.hint);
        };
        let limits = &self.options.limits;
        let deadline = self.timeout.map(|timeout| Instant::now() + timeout);
        let built = builder.build(text, limits.max_depth, deadline).and_then(|answer| {
            if !answer.said.is_empty() {
                self.console.hint(&format!("tool {}: the custom preview says: {}", self.tool, answer.said));
            }
            let value = builder::parse(&answer.text, limits.max_depth)?;
            custom(&value, &self.hint).ok_or_else(|| builder::Failure::non_map(&value))
        });
        built.unwrap_or_else(|failure| {
            let place = format!("tool {}", self.tool);
            let message = format!("the custom preview {}; metadata is shown instead", failure.message);
            self.console.about(&place, &Diagnostic::new(Severity::Warning, failure.category, message));
            inferred(shape, &self.hint)
        })
    }
}

/// Where a result goes while it is read.
struct Kept {
    entry: Option<Entry>,
    /// The text for a custom builder.
    text: Option<Vec<u8>>,
    /// Bytes that the text may have; 0 means no limit.
    room: u64,
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(text) = &mut self.text {
            if self.room > 0 && (text.len() + bytes.len()) as u64 > self.room {
                return Err(io::Error::other(format!(
                    "a custom preview is given the whole result, which has more than {} bytes; \
                     --max-bytes 0 lifts the limit",
                    self.room
                )));
            }
            text.extend_from_slice(bytes);
        }
        if let Some(entry) = &mut self.entry {
            entry.write_all(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.entry.as_mut().map_or(Ok(()), Entry::flush)
    }
}
