//! Repair is disabled (`enabled = false`): bytes pass through untouched, whatever they are, in constant memory.

use std::io;

use super::console::Console;
use super::input::Source;
use super::output::Sink;
use crate::report::tally::Tally;

/// Bytes of one read.
const CHUNK: usize = 256 << 10;

/// Copies every source to the output.
pub(super) fn run(sources: &[Source], mut sink: Sink, console: Console) -> anyhow::Result<(Sink, Tally)> {
    let mut tally = Tally::default();
    for source in sources {
        if let Err(error) = copy(source, &mut sink)? {
            tally.troubles += 1;
            console.error(&format!("{}: {error}", source.name()));
        }
    }
    Ok((sink, tally))
}

/// The outer error is that of the output, the inner one that of the input.
fn copy(source: &Source, sink: &mut Sink) -> anyhow::Result<io::Result<()>> {
    let mut open = match source.open() {
        Ok(open) => open,
        Err(error) => return Ok(Err(error)),
    };
    let mut buffer = Vec::new();
    loop {
        if open.size.is_none() {
            sink.flush()?;
        }
        match open.refill(&mut buffer, 0, CHUNK) {
            Ok(0) => return Ok(Ok(())),
            Ok(len) => sink.put(&buffer[..len])?,
            Err(error) => return Ok(Err(error)),
        }
    }
}
