//! The promise of the notations: whatever the bytes, and whichever of them is asked for.

use jmend::core::json::scan_document;
use jmend::core::repair::engine::{NOTATIONS, Nan, Options, Source, repair};

use super::repairs::{documents_are_strict, fixes_give_text};
use super::{DEPTH, Outcome};

/// Each reader, and the choice between them, refuses the text or makes strict JSON of it, by fixes that give that text.
pub(super) fn notations_never_panic(input: &[u8]) -> Outcome {
    if scan_document(input, DEPTH).is_ok() {
        return Ok(());
    }
    let nan = [Nan::Null, Nan::Text, Nan::Error][input.len() % 3];
    let sources = NOTATIONS.iter().map(Source::Notation).chain([Source::Auto]);
    for from in sources {
        let options = Options { max_depth: DEPTH, from, nan, ..Options::default() };
        let Ok(repaired) = repair(input, &options) else { continue };
        let outcome = documents_are_strict(&repaired).and_then(|()| fixes_give_text(input, &repaired));
        outcome.map_err(|why| format!("{from:?}: {why}"))?;
    }
    Ok(())
}
