//! `jmend explain --readings`: what a repair considers of one text, and what each reading costs.

use anyhow::ensure;

use super::console::{Console, Diagnostic, Severity};
use super::exit::{Ending, Exit};
use super::input::InputArgs;
use super::output::OutputArgs;
use super::pipeline::{self, Done, Handler, Writer};
use super::reader::Reader;
use super::records::{Batch, Framing};
use super::trouble::Trouble;
use crate::core::repair::engine::{Options, readings};
use crate::report;
use crate::report::diagnostic::Place;

/// Explains the one text that is read.
pub(super) fn run(
    input: &InputArgs,
    framing: Option<Framing>,
    output: &OutputArgs,
    options: Options,
    console: Console,
) -> anyhow::Result<Exit> {
    let sources = input.sources(console);
    ensure!(
        sources.len() == 1 && matches!(framing, None | Some(Framing::Document)),
        "--readings needs one text: one FILE or standard input, as one document"
    );
    let writer = Writer::new(output.open()?, console, &sources);
    let reader = Reader::new(sources, Framing::Document, input.max_bytes);
    let (sink, tally, _) = pipeline::run_here(reader, &Readings(options), writer)?.finish()?;
    let incomplete = ("the text could not be read", "");
    Ending { accounts_for_failures: false, incomplete, ..Ending::with_product() }.finish(sink, tally, console)
}

/// Shows the readings of a text.
struct Readings(Options);

impl Handler for Readings {
    fn handle(&self, batch: &mut Batch) -> Done {
        let text = batch.bytes();
        let trouble = match readings(text, &self.0) {
            _ if batch.cut => Trouble::too_long(batch.max_bytes),
            Ok(found) => {
                let out = report::readings::readings(text, &found).into_bytes();
                return Done { out, ..Done::default() };
            }
            Err(failure) => Trouble::new(failure.code.name(), failure.message(), "", failure.offset),
        };
        let mut done = Done::default();
        done.tally.failed = 1;
        let place = Some(Place::at(trouble.place(text)));
        done.notes.push(Diagnostic { place, ..trouble.diagnostic(Severity::Error) });
        done
    }
}
