//! The containers that are open where a text stops being JSON. The readers of missing brackets (`cut`, `closer`) begin with them.

use std::ops::Range;

use crate::core::json::scan::{Names, scan_text_with};
use crate::core::json::skip_space;
use crate::core::json::tape::Tape;

/// Holds what a scan has shown before its error, and shows it to `names`.
pub(super) struct Open<'n, N: Names> {
    names: &'n mut N,
    /// Holds the open containers, the outermost first.
    pub containers: Vec<Container>,
    /// Holds where the last key ends, without its quote.
    pub key_end: usize,
    /// Holds where the last container ends that was closed.
    pub container_end: usize,
}

/// A container that is open.
pub(super) struct Container {
    pub is_object: bool,
    /// States whether a container of its own kind stands directly in it.
    pub holds_its_kind: bool,
}

impl<'n, N: Names> Open<'n, N> {
    /// Returns what is open at the error of `text`, if an object begins it, or a list of objects: a list of other values may be a
    /// piece of a sentence. The tape has what the scan has shown, if that was noted.
    pub(super) fn at_error(
        text: &str,
        tape: Option<&Tape>,
        max_depth: usize,
        names: &'n mut N,
    ) -> Option<Self> {
        let bytes = text.as_bytes();
        let start = skip_space(bytes, 0);
        let first = if bytes.get(start) == Some(&b'[') { skip_space(bytes, start + 1) } else { start };
        if bytes.get(first) != Some(&b'{') {
            return None;
        }
        let mut open = Self { names, containers: Vec::new(), key_end: 0, container_end: 0 };
        if tape.and_then(|tape| tape.show(bytes, start, &mut open)).is_none() {
            scan_text_with(text, max_depth, &mut open).err()?;
        }
        Some(open)
    }
}

impl<N: Names> Names for Open<'_, N> {
    fn begin(&mut self, at: usize, is_object: bool) {
        if let Some(outer) = self.containers.last_mut() {
            outer.holds_its_kind |= outer.is_object == is_object;
        }
        self.containers.push(Container { is_object, holds_its_kind: false });
        self.names.begin(at, is_object);
    }

    fn key(&mut self, bytes: &[u8], key: Range<usize>) {
        self.key_end = key.end;
        self.names.key(bytes, key);
    }

    fn end(&mut self, end: usize, is_object: bool) {
        self.container_end = end;
        self.containers.pop();
        self.names.end(end, is_object);
    }
}
