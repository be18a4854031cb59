//! `normalize --canonical`: the canonical text of every document of a stream.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::Spilling;
use super::canonical::Canonical;
use super::collision::OnCollision;
use super::number::Numbers;
use crate::core::json::MAX_DEPTH;
use crate::core::json::fault::Fault;
use crate::core::json::records::{Product, Record, each_record};
use crate::core::json::stream::{Input, Limits, Notice, Summary};
use crate::core::json::write::Spill;

/// What canonical text is asked for.
#[derive(Clone, Copy, Debug)]
pub struct CanonicalOptions {
    /// The form of numbers.
    pub numbers: Numbers,
    /// What collisions become.
    pub on_collision: OnCollision,
    /// Depth and memory.
    pub limits: Limits,
}

struct Text(Canonical);

impl Product for Text {
    type Sink = Canonical;

    #[inline]
    fn sink(&mut self) -> &mut Canonical {
        &mut self.0
    }

    fn put(&mut self, record: &Record<'_>, out: &mut Vec<u8>, faults: &mut Vec<Fault>) -> Result<(), Fault> {
        self.0.settled(faults)?;
        self.0.put(record.document, out);
        out.push(b'\n');
        Ok(())
    }

    fn put_large(
        &mut self,
        record: &Record<'_>,
        out: &mut Vec<u8>,
        faults: &mut Vec<Fault>,
        spill: Spill<'_>,
    ) -> Result<(), Fault> {
        self.0.settled(faults)?;
        self.0.put(record.document, &mut Spilling { bytes: out, spill });
        out.push(b'\n');
        Ok(())
    }
}

/// Writes the canonical text of every document of a stream, one a line, names renamed.
///
/// With [`Numbers::Double`] that is the JSON Canonicalization Scheme (RFC 8785). Faults are those of
/// [`normalize`](super::normalize()), and `lone-surrogate` (RFC 8785, section 3.2.2.2) and `number-range` (section
/// 3.2.2.3: a number that no IEEE double is). Two members of one name in the source are refused unless `on_collision`
/// settles them, equal or not, for RFC 8785 takes I-JSON (RFC 7493, section 2.3).
pub fn canonicalize<'i>(
    input: impl Into<Input<'i>>,
    output: &mut dyn Write,
    options: &CanonicalOptions,
    report: &mut dyn FnMut(&Notice) -> ControlFlow<()>,
) -> io::Result<Summary> {
    let canonical = Canonical::new(options.numbers, options.on_collision);
    each_record(input, output, Text(canonical), &options.limits, report)
}

/// The canonical text of one JSON document, names renamed. See [`canonicalize`].
pub fn canonical(document: &str, numbers: Numbers) -> Result<String, Fault> {
    let text = document.trim_matches([' ', '\t', '\n', '\r']);
    let text = Canonical::text_of(text.as_bytes(), numbers, MAX_DEPTH)?;
    // The source is UTF-8, and so is all that is added to it.
    Ok(String::from_utf8_lossy(&text).into_owned())
}
