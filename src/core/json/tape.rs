//! The tape of a scan: its containers and keys, so that they need not be read once more where the text is no JSON.
//!
//! To note them takes a few instructions for each key, and texts that are JSON have no use for it. Texts of one kind come one
//! after the other, so a thread notes what it scans only if its last text was broken.

use std::cell::Cell;
use std::ops::Range;

use super::scan::{Names, ScanError, scan_text_with, skip_space};

/// Events of the longest tape: those of about a megabyte of text. A longer text is scanned again.
const MOST: usize = 1 << 16;

/// Events whose memory a thread keeps for its next text.
const MOST_KEPT: usize = 1 << 14;

/// What a scan has shown.
#[derive(Clone, Copy)]
enum Event {
    Begin { at: u32, is_object: bool },
    Key { start: u32, end: u32 },
    End { end: u32, is_object: bool },
}

/// What the scan of a text has shown before it came to its error.
#[derive(Default)]
pub struct Tape {
    /// Holds the events; `MOST` of them may not be all.
    events: Vec<Event>,
    /// Where the value of the text begins, and where it stops being JSON.
    span: Range<usize>,
}

thread_local! {
    /// Nothing, if the last text of this thread was JSON.
    static SPARE: Cell<Option<Tape>> = const { Cell::new(Some(Tape { events: Vec::new(), span: 0..0 })) };
}

impl Tape {
    /// Returns the tape for the next text of this thread, unless the last one was JSON.
    #[inline]
    pub fn take() -> Option<Self> {
        SPARE.take()
    }

    /// Leaves a tape for the next text, because this one is broken: the same, if there was one and it is not large.
    pub fn give_back(tape: Option<Self>) {
        let tape = tape.filter(|tape| tape.events.capacity() <= MOST_KEPT);
        SPARE.set(Some(tape.unwrap_or_default()));
    }

    /// Scans `text` as `scan_text` does, and notes what that shows.
    pub fn scan(&mut self, text: &str, max_depth: usize) -> Result<(), ScanError> {
        self.events.clear();
        let scanned = scan_text_with(text, max_depth, self);
        let start = skip_space(text.as_bytes(), 0);
        self.span = scanned.map_or_else(|error| start..error.offset.min(text.len()), |()| 0..0);
        scanned
    }

    /// Shows `names` what a scan of the value at `start` shows, and returns where it stops being JSON; nothing if that was not
    /// noted. `bytes` are the text that was scanned.
    pub fn show(&self, bytes: &[u8], start: usize, names: &mut impl Names) -> Option<usize> {
        if self.events.len() == MOST || self.span.start != start || self.span.is_empty() {
            return None;
        }
        for event in &self.events {
            match *event {
                Event::Begin { at, is_object } => names.begin(at as usize, is_object),
                Event::Key { start, end } => names.key(bytes, start as usize..end as usize),
                Event::End { end, is_object } => names.end(end as usize, is_object),
            }
        }
        Some(self.span.end)
    }

    #[inline]
    fn note(&mut self, event: Event) {
        if self.events.len() < MOST {
            self.events.push(event);
        }
    }
}

impl Names for Tape {
    #[inline]
    fn begin(&mut self, at: usize, is_object: bool) {
        self.note(Event::Begin { at: at as u32, is_object });
    }

    #[inline]
    fn key(&mut self, _: &[u8], key: Range<usize>) {
        self.note(Event::Key { start: key.start as u32, end: key.end as u32 });
    }

    #[inline]
    fn end(&mut self, end: usize, is_object: bool) {
        self.note(Event::End { end: end as u32, is_object });
    }
}
