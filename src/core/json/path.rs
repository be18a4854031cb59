//! Where in a document the tokenizer is: the members and items that lead there.

use super::piece::Window;
use super::pointer::{push_index, push_name};
use super::value::Text;

/// An open array or object: which, and how far it has been read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub is_object: bool,
    /// Length of the current key with its quotes; 0 before the first.
    pub name_len: usize,
    /// Array: index of the current item. Object: offset of the current key.
    pub at: u64,
}

/// A name of the path as the source spells it; that text may have changed or left the window.
#[derive(Clone, Debug)]
pub(super) struct Pinned {
    pub at: u64,
    pub raw: Box<[u8]>,
}

/// The members and items that lead to where the tokenizer is.
#[derive(Clone, Copy)]
pub struct Path<'p> {
    pub(super) frames: &'p [Frame],
    pub(super) pinned: &'p [Pinned],
    pub(super) text: Window<'p>,
}

impl Path<'_> {
    /// The place as a JSON Pointer (RFC 6901).
    pub fn pointer(self) -> String {
        let mut pointer = String::new();
        for frame in self.frames {
            if !frame.is_object {
                push_index(&mut pointer, usize::try_from(frame.at).unwrap_or(usize::MAX));
            } else if let Some(raw) = self.name(frame) {
                push_name(&mut pointer, &Text::from_raw(raw).decode_lossy());
            }
        }
        pointer
    }

    /// The current name of an open object, without its quotes.
    pub(super) fn name(&self, frame: &Frame) -> Option<&str> {
        let inside = frame.name_len.checked_sub(2)?;
        let raw = if let Ok(pinned) = self.pinned.binary_search_by_key(&frame.at, |pinned| pinned.at) {
            &self.pinned[pinned].raw
        } else {
            let at = self.text.place(frame.at)? + 1;
            self.text.bytes.get(at..at + inside)?
        };
        std::str::from_utf8(raw).ok()
    }
}
