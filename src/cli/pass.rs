//! Repair is disabled (`enabled = false`): bytes pass through untouched, whatever they are, in constant memory.

use std::io::{self, Read};

use super::config::Policy;
use super::console::Console;
use super::exit::Exit;
use super::input::{Open, Source, hint_if_terminal};
use super::output::Sink;
use super::pipeline::Tally;
use super::repair::{self, Args};

/// Bytes of one read.
const CHUNK: usize = 256 << 10;

/// Copies every source to the output. No call is counted, for none was looked at.
pub(super) fn run(args: &Args, policy: &Policy, console: Console) -> anyhow::Result<Exit> {
    if args.in_place.in_place || args.diagnosis.is_wanted() {
        // Nothing changes, so there is nothing to write or to tell.
        return Ok(Exit::Done);
    }
    let sources = Source::list(&args.input.files);
    hint_if_terminal(&sources, console);
    tracing::info!("{}: bytes pass through untouched", policy.why_disabled());
    let metrics = args.stats.open(policy, args.schema.tool(), args.output.output.as_deref())?;
    let mut sink = Sink::open(args.output.output.as_deref())?;
    let mut tally = Tally::default();
    for source in &sources {
        let copied = match source.open() {
            Ok(open) => copy(open, &mut sink)?,
            Err(error) => Err(error),
        };
        if let Err(error) = copied {
            tally.troubles += 1;
            console.error(&format!("{}: {error}", source.name()));
        }
    }
    let exit = repair::end(args, policy, sink, tally, false, console)?;
    let meter = metrics.meter();
    metrics.finish(meter, console)?;
    Ok(exit)
}

/// The outer error is that of the output, the inner one that of the input.
fn copy(mut open: Open, sink: &mut Sink) -> anyhow::Result<io::Result<()>> {
    let mut buffer = vec![0; CHUNK];
    loop {
        if open.size.is_none() {
            sink.flush()?;
        }
        match open.reader.read(&mut buffer) {
            Ok(0) => return Ok(Ok(())),
            Ok(len) => sink.put(&buffer[..len])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Ok(Err(error)),
        }
    }
}
