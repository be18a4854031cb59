//! One result: looked at, kept where that is asked for, and previewed.
//!
//! A preview says that the full result is stored, so it is printed only after that is true.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::builder::{self, Builder};
use crate::cache::{self, Call};
use crate::cli::console::{Console, Diagnostic, Severity};
use crate::cli::input;
use crate::cli::json_input::Report;
use crate::core::json::fault::Fault;
use crate::core::json::stream::{Context, Input, Limits, Notice, Summary};
use crate::core::json::{quoted, scan_document};
use crate::core::results::preview::{
    Account, Ending, Flexible, Found, Hint, InferOptions, Keep, Preview, Sample, Style, fitted, infer,
    is_carried, is_text,
};

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    Shape(Style),
    Profile { at: Option<String>, sample: Option<Sample> },
}

/// Where a result is stored.
pub(super) struct Store {
    pub(super) directory: PathBuf,
    pub(super) call: Call,
    pub(super) limits: cache::Limits,
}

/// What became of a result.
#[derive(Clone, Copy)]
pub(super) struct Outcome {
    pub(super) result_bytes: u64,
    /// Set where the result itself says that the tool failed.
    pub(super) is_error: bool,
    pub(super) is_stored: bool,
}

/// What is done with each result.
#[expect(clippy::struct_excessive_bools, reason = "independent flags")]
pub(super) struct Job {
    pub(super) look: Look,
    pub(super) ndjson: bool,
    pub(super) limits: Limits,
    pub(super) hint: Hint,
    /// The cache key of the call.
    pub(super) key: String,
    /// The caller keeps the full result.
    pub(super) is_kept: bool,
    /// The caller says that the tool failed.
    pub(super) is_error: bool,
    /// The result is printed as it is.
    pub(super) passes: bool,
    pub(super) builder: Option<Builder>,
    pub(super) store: Option<Store>,
    pub(super) max_bytes: Option<usize>,
    pub(super) has_tokens: bool,
    pub(super) inline_below: Option<u64>,
    pub(super) is_detailed: bool,
    /// Says whether the sizes of result and preview are told.
    pub(super) has_account: bool,
    pub(super) tool: String,
    pub(super) timeout: Option<Duration>,
    /// A custom builder failed.
    pub(super) fell_back: Arc<AtomicBool>,
    pub(super) console: Console,
}

impl Job {
    /// Returns whether there may be several results, of which only the shape is needed.
    pub(super) fn is_streamed(&self) -> bool {
        let is_shape = matches!(self.look, Look::Shape(_)) && !self.ndjson;
        is_shape
            && self.builder.is_none()
            && self.store.is_none()
            && self.inline_below.is_none()
            && !self.passes
    }

    /// Previews what `input` holds.
    pub(super) fn run(
        &self,
        input: Input<'_>,
        output: &mut dyn Write,
        report: Report<'_>,
    ) -> io::Result<Summary> {
        let mut memory: &[u8];
        let reader: &mut dyn Read = match input {
            Input::Stream(reader) => reader,
            // Lines, or text that was repaired: no stream of other things can follow.
            Input::Memory { bytes, len } if self.is_streamed() => {
                return self.stream(Input::Memory { bytes, len }, output, report);
            }
            Input::Memory { bytes, len } => {
                memory = &bytes[..len];
                &mut memory
            }
        };
        if self.passes {
            return Self::pass(reader, output);
        }
        if !self.is_streamed() {
            return self.whole(reader, output, report);
        }
        // One read, so that a reader of the first result does not wait for more.
        let head = input::first(reader)?;
        if is_text(&head) {
            return self.whole(&mut head.chain(reader), output, report);
        }
        if is_carried(&head) {
            let mut text = head.clone();
            reader.read_to_end(&mut text)?;
            // A message alone is opened. Of several documents each is shown as it is.
            if scan_document(&text, self.limits.max_depth).is_ok() {
                return self.whole(&mut &text[..], output, report);
            }
            return self.stream((&mut &text[..] as &mut dyn Read).into(), output, report);
        }
        self.stream((&mut head.chain(reader)).into(), output, report)
    }

    /// Prints the result as it is, on lines of its own.
    fn pass(reader: &mut dyn Read, output: &mut dyn Write) -> io::Result<Summary> {
        let mut last = b'\n';
        input::copy(reader, &mut |bytes| {
            last = bytes.last().copied().unwrap_or(last);
            output.write_all(bytes)
        })?;
        if last != b'\n' {
            output.write_all(b"\n")?;
        }
        Ok(Summary { records: 1, ..Summary::default() })
    }

    /// Previews every document of a stream.
    fn stream(&self, input: Input<'_>, output: &mut dyn Write, report: Report<'_>) -> io::Result<Summary> {
        let options = self.shape_options(Style::Metadata);
        let mut too_small = None;
        let mut found = |found: Found| {
            let preview = Preview::of_shape(&found.shape);
            let (result_bytes, is_error) = (found.bytes, found.is_error);
            let outcome = Outcome { result_bytes, is_error, is_stored: false };
            match self.text(&|_| preview.clone().into(), outcome, self.max_bytes) {
                Ok(text) => writeln!(output, "{text}"),
                Err(fault) => {
                    too_small = Some(fault);
                    Ok(())
                }
            }
        };
        let mut summary = infer(input, &options, Keep::Nothing, &mut found, report)?;
        if let Some(fault) = too_small {
            fail(&mut summary, fault, report);
        }
        Ok(summary)
    }

    /// How the shape of a result is looked for; `other` is what a profile falls back to.
    pub(super) fn shape_options(&self, other: Style) -> InferOptions {
        let style = if let Look::Shape(style) = self.look { style } else { other };
        InferOptions { style, ndjson: self.ndjson, limits: self.limits }
    }

    /// The preview that `make` makes for a room of so many bytes, as one line.
    pub(super) fn text(
        &self,
        make: &dyn Fn(Option<usize>) -> Flexible,
        outcome: Outcome,
        max_bytes: Option<usize>,
    ) -> Result<String, Fault> {
        let is_error = outcome.is_error || self.is_error;
        let is_cached = (outcome.is_stored || self.is_kept) && !is_error;
        let ending = Ending { is_error, hint: is_cached.then_some(&self.hint) };
        let account = Account {
            result_bytes: outcome.result_bytes,
            is_shown: self.has_account,
            has_tokens: self.has_tokens,
            max_bytes,
        };
        let detailed = |room: Option<usize>| {
            let mut one = make(room);
            if self.is_detailed {
                one.preview.put("cache_key", quoted(&self.key));
                if self.builder.is_some() {
                    let fell_back = self.fell_back.load(Ordering::Relaxed);
                    one.preview.put("preview", if fell_back { "\"fallback\"" } else { "\"custom\"" });
                }
            }
            one
        };
        fitted(&detailed, ending, account)
    }

    /// What the custom builder makes of the result, or else the metadata.
    pub(super) fn built(&self, otherwise: Preview, text: Option<Vec<u8>>) -> Preview {
        let (Some(builder), Some(text)) = (&self.builder, text) else { return otherwise };
        let deadline = self.timeout.map(|timeout| Instant::now() + timeout);
        let built = builder.build(text, self.limits.max_depth, deadline).and_then(|answer| {
            if !answer.said.is_empty() {
                self.console.hint(&format!("tool {}: the custom preview says: {}", self.tool, answer.said));
            }
            let value = builder::parse(&answer.text, self.limits.max_depth)?;
            Preview::custom(&value).ok_or_else(|| builder::NoPreview::non_map(&value))
        });
        built.unwrap_or_else(|failure| {
            self.fell_back.store(true, Ordering::Relaxed);
            let place = format!("tool {}", self.tool);
            let message = format!("the custom preview {}; metadata is shown instead", failure.message);
            self.console.about(&place, &Diagnostic::new(Severity::Warning, failure.category, message));
            otherwise
        })
    }
}

/// The result cannot be previewed.
pub(super) fn fail(summary: &mut Summary, fault: Fault, report: Report<'_>) {
    summary.failed += 1;
    let _ = report(&Notice { context: Context::default(), fault, position: None, other: None });
}
