//! `jmend explain --readings`: what a repair considers of one text, and what each reading costs.

use anyhow::bail;

use super::console::{Console, Diagnostic, Severity};
use super::exit::Exit;
use super::input::InputArgs;
use super::output::OutputArgs;
use super::records::Framing;
use crate::core::json::position;
use crate::core::repair::{self, Options};
use crate::report;
use crate::report::diagnostic::Place;

/// Explains the one text that is read.
pub(super) fn run(
    input: &InputArgs,
    framing: Framing,
    output: &OutputArgs,
    options: &Options,
    console: Console,
) -> anyhow::Result<Exit> {
    let sources = input.sources(console);
    let ([source], Framing::Document) = (sources.as_slice(), framing) else {
        bail!("--readings needs one text: one FILE or standard input, as one document");
    };
    let text = source.read_small(input.max_bytes)?;
    let sink = output.open()?;
    match repair::readings(&text, options) {
        Ok(readings) => sink.write_all(report::readings::readings(&text, &readings)).map(|()| Exit::Done),
        Err(failure) => {
            sink.abandon(console, "the text could not be read", "")?;
            let place = Some(Place::at(position(&text, failure.offset)));
            let error = Diagnostic::new(Severity::Error, failure.code.name(), failure.code.to_string());
            console.about(&source.name(), &Diagnostic { place, ..error });
            Ok(Exit::Data)
        }
    }
}
