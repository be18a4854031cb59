//! The last bytes that were read of a source, for excerpts in messages: a stream is not held for them.

use std::cell::RefCell;
use std::io::{self, Read};
use std::ops::Range;
use std::rc::Rc;

/// Bytes that are kept at least; faults are told soon after what they are about was read.
const KEPT: usize = 256 << 10;

/// What is kept.
#[derive(Default)]
pub(super) struct Tail {
    bytes: Vec<u8>,
    /// Offset of the first of them in the source.
    start: u64,
}

impl Tail {
    /// The bytes, and where a span of the source lies in them if it does.
    pub(super) fn find(&self, span: Range<u64>) -> Option<(&[u8], Range<usize>)> {
        let end = self.start + self.bytes.len() as u64;
        let inside = |at: u64| (self.start <= at && at <= end).then(|| (at - self.start) as usize);
        // A line that begins before what is kept would be shown from its middle.
        let from = inside(span.start).filter(|from| self.start == 0 || *from > KEPT / 4)?;
        Some((&self.bytes, from..inside(span.end.min(end))?))
    }
}

/// A reader that lets all through and keeps the tail.
pub(super) struct Tee<R> {
    pub(super) reader: R,
    pub(super) tail: Rc<RefCell<Tail>>,
}

impl<R: Read> Read for Tee<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        let mut tail = self.tail.borrow_mut();
        if tail.bytes.len() + read > 2 * KEPT {
            let surplus = tail.bytes.len().saturating_sub(KEPT);
            tail.bytes.drain(..surplus);
            tail.start += surplus as u64;
        }
        tail.bytes.extend_from_slice(&buffer[..read]);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_last_is_found_by_its_offset() {
        let text: Vec<u8> = (0..3_000_000u32).map(|n| b'a' + (n % 7) as u8).collect();
        let tail = Rc::default();
        let mut tee = Tee { reader: &text[..], tail: Rc::clone(&tail) };
        io::copy(&mut tee, &mut io::sink()).unwrap();
        let tail = tail.borrow();
        assert!(tail.bytes.len() <= 2 * KEPT && tail.find(0..1).is_none());
        let (bytes, span) = tail.find(2_999_990..2_999_995).unwrap();
        assert_eq!(bytes[span], text[2_999_990..2_999_995]);
    }
}
