//! Files of metrics: what `--stats` wrote, of one run or of several one after the other. Reading them is strict, for a sum over
//! anything else would be wrong in silence.

use crate::cli::pipeline::Done;
use crate::core::json::parse::parse_at;
use crate::core::json::{MAX_DEPTH, position, skip_space};
use crate::core::results::stats::{Stats, shape};
use crate::report::diagnostic::{Diagnostic, Place, Severity};

/// Adds the metrics of every JSON text in `bytes`, or tells where it holds something else.
pub(super) fn add(bytes: &[u8], sum: &mut Stats, done: &mut Done) {
    done.tally.records += 1;
    if let Err(fault) = add_all(bytes, sum) {
        done.tally.failed += 1;
        done.notes.push(*fault);
    }
}

fn add_all(bytes: &[u8], sum: &mut Stats) -> Result<(), Box<Diagnostic>> {
    let fault = |at: usize, code, message: String| {
        let place = Some(Place::at(position(bytes, at)));
        Box::new(Diagnostic { place, ..Diagnostic::new(Severity::Error, code, message) })
    };
    let text = std::str::from_utf8(bytes)
        .map_err(|error| fault(error.valid_up_to(), "encoding", "the bytes are not UTF-8".to_owned()))?;
    let mut pos = skip_space(bytes, 0);
    while pos < bytes.len() {
        let (value, end) = parse_at(text, pos, MAX_DEPTH)
            .map_err(|error| fault(error.offset, "syntax", format!("this is not JSON: {error}")))?;
        let read = shape::read(&value)
            .map_err(|error| fault(pos, "stats", format!("these are no metrics: {error}")))?;
        sum.merge(&read);
        pos = skip_space(bytes, end);
    }
    Ok(())
}
